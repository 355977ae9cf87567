"""Why something is refused or must wait."""

from typing import Final

from kahuna_table.app.texts.plural import Text

REASONS: Final[dict[str, Text]] = {
    # the board first
    "too-many": "Your cards do not pay for all these bridges. Take some off.",
    "looking-first": "One moment. The table looks at the board first.",
    "lift-again": "This bridge is not paid for. Take it off, or lay it again.",
    "board-first": "First put the board right. Lay new bridges after that.",
    "lift-first": "First take off the bridges whose lights blink.",
    "still-there": "The bridge {line} is back. It is still {owner}'s.",
    # the rules
    "no-card": "None of your cards fits here.",
    "line-taken": "There is already a bridge on this line.",
    "enemy-island": "Your opponent has one of these islands. These rules forbid a bridge here.",
    "no-bridge-left": "You have no bridge left. All 25 are on the board.",
    "not-your-turn": "It is not your turn. Take the bridge off for now.",
    "after-discard": "You discarded, so you lay no more bridges. Press [draw].",
    "full-hand": "You hold five cards, the most you may have. Lay a bridge before you draw.",
    "declined-before": "Your opponent drew nothing last turn, so you must draw.",
    "must-draw": "With these rules you must draw a card.",
    "deck-empty": "The deck is empty. Take a card that lies face up.",
    "nothing-to-draw": "There is no card left to draw.",
    "not-face-up": "That card does not lie face up.",
    "discard-commits": "You discarded, so now you must draw.",
    "discard-after-play": "You already played this turn, so you cannot discard.",
    "hand-not-full": "With these rules you discard only with five cards.",
    "no-discard-in-last-turns": "Nobody discards in the last turn.",
    "no-draw-in-last-turns": "Nobody draws in the last turn.",
    "last-turns": "This is the last turn, so nobody draws.",
    "turn-not-over": "There is still a card to draw. Choose one.",
    "handicap-first": "First lay the head-start bridges.",
    "no-card-due": "Head-start bridges cost no card.",
    "card-due": "A bridge here costs a card.",
    "card-not-at-line": "This card names neither island of the line.",
    "no-enemy-bridge": "Your opponent has no bridge there.",
    "deal-due": "Wait for the cards.",
    "no-deal-due": "No cards are dealt now.",
    "wrong-cards": "These are not the cards to deal.",
    "game-over": "The game is over. Press [ok] to play again.",
    "no-game": "There is no game yet. Press [ok] to start one.",
    "answer-first": "Answer the question first, or press [back].",
    "nothing-to-take-back": "There is nothing to take back.",
    "take-back-off": "In this game nothing is taken back.",
    # whose bridge lies there, where the sensors see it
    "wrong-colour": "The bridge on {lines} is {owner}'s. It is {player}'s turn.",
    "other-colour": "This is another bridge. Take it off, and lay it again later.",
}
