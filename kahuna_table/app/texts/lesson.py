"""What the lesson says: its steps in their order, then what is refused meanwhile."""

from typing import Final

from kahuna_table.app.texts.plural import Text

LESSON: Final[dict[str, Text]] = {
    "lesson-theme": "Two sorcerers fight for twelve islands. You play both. Press [ok], or press "
    "[back] to leave.",
    "lesson-goal": "Bridges win islands, and islands win points. Press [ok].",
    "lesson-bridge": "Be {player}. Hold [hand] to see your cards. {card} pays for a bridge. Lay "
    "it at the green light: {line}.",
    "lesson-majority": "{island} has three lines. Two bridges are more than half. Lay {line}.",
    "lesson-draw": "{island} is {player}'s: its light says so. Press [draw] to end your turn.",
    "lesson-draw-menu": "Go to the deck with [left] and [right]. Press [ok].",
    "lesson-white": "Now be {player}. The card {card} pays for a bridge. Lay {line}.",
    "lesson-second": "You may lay more than one. Lay {line}.",
    "lesson-half": "{island} has four lines. Two are exactly half: nobody has it. Lay {line}.",
    "lesson-limit": "A new owner sends the other's bridges there back. So {other} lost "
    "{island} too. Press [draw].",
    "lesson-limit-menu": "Nobody holds more than five cards. Take {card} and press [ok].",
    "lesson-removal": "Be {player} again. Two cards that name its islands remove a bridge. Lift "
    "{line}.",
    "lesson-rebuild": "{other} has only half of {island} and loses it. Lay {line} to win yours "
    "back.",
    "lesson-again": "{island} is {player}'s again. Press [draw].",
    "lesson-again-menu": "Take {card} and press [ok].",
    "lesson-last": "Be {player}. You need not lay a bridge. Press [draw].",
    "lesson-last-menu": "Take the last card: the round ends.",
    "lesson-scoring": "{player} has more islands: 1 point. Round two gives 2, round three one for "
    "each island more. Press [ok].",
    "lesson-over": "That is Kahuna. Play a game.",
    "lesson-other-line": "Not this one: take it off. Lay {line}.",
    "lesson-not-now": "Not now. First do what the lesson says.",
    "confirm-new-game-lesson": "Leave the lesson and start a game?",
}
