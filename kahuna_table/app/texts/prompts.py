"""What the table asks for."""

from typing import Final

from kahuna_table.app.texts.plural import Plural, Text

PROMPTS: Final[dict[str, Text]] = {
    "welcome": "Press any button to play Kahuna.",
    "shuffling": "The cards are being shuffled.",
    "your-turn": "{player}, it is your turn. Lay a bridge or press [draw].",
    "your-turn-lay": "{player}, it is your turn. Lay a bridge. You cannot draw now.",
    "your-turn-end": "{player}, it is your turn. End it with [draw].",
    "your-turn-discarded": "{player}, you discarded. End your turn with [draw].",
    "your-last-turn": "{player}, this is your last turn. Lay bridges, then press [draw].",
    "your-last-turn-end": "{player}, this is your last turn. End it with [draw].",
    "lay-handicap": Plural(
        "{player}, lay {count} bridge as a head start.",
        "{player}, lay {count} bridges as a head start.",
    ),
    "remove-swept": Plural(
        "Take {owner}'s bridge {lines} off.",
        "Take {count} of {owner}'s bridges off: {lines}.",
    ),
    "remove-swept-taken": Plural(
        "{player} takes {island}. Take {owner}'s bridge {lines} off.",
        "{player} takes {island}. Take {count} of {owner}'s bridges off: {lines}.",
    ),
    "remove-swept-taken-two": Plural(
        "{player} takes {island} and {island2}. Take {owner}'s bridge {lines} off.",
        "{player} takes {island} and {island2}. Take {count} of {owner}'s bridges off: {lines}.",
    ),
    "remove-again": Plural(
        "The bridge {lines} still lies there. Take it off and give it back.",
        "These bridges still lie there: {lines}. Take them off and give them back.",
        by="lines",
    ),
    "remove-proposal": "{player} lifted {owner}'s bridge {line}. Pay two cards of {island} or "
    "{island2} with [ok]. Or put it back.",
    "remove-proposal-too-few-cards": "{player} lifted {owner}'s bridge {line}. Removing it costs "
    "two cards. Put it back.",
    "remove-which": "Which two cards pay for removing {line}?",
    "which-card": "Which card pays for {line}?",
    "draw": "Draw a card to end your turn.",
    "draw-full": "You cannot draw. Press [back] and lay a bridge, or draw nothing.",
    "draw-or-discard": "Draw a card to end your turn. Hold [hand] to discard.",
    "draw-or-discard-full": "You cannot draw. Hold [hand] to discard, or draw nothing.",
    "draw-nothing": "You cannot draw now. Press [back] and lay a bridge. Or hold [hand] to "
    "discard.",
    "end-turn": "End your turn? No card is drawn now.",
    "board-wiped": "All bridges are gone. Put them back to play on, or start a new game.",
    "board-wiped-some": "Bridges are missing. Put them back to play on, or start a new game.",
    "resume": "A saved game is waiting. Put the bridges back and play on, or start a new one?",
    "game-won": "{winner} wins, {winner_points} to {loser_points}.",
    "game-won-last-round": "{winner} wins. The points are even, so the last round decides.",
    "game-won-bridges": "{winner} wins. The points are even, so bridges decide: {more} to {less}.",
    "game-won-no-bridges": "{winner} wins. {loser} has no bridge left.",
    "game-won-dominated": "{winner} wins with all twelve islands. {loser} has no bridge left.",
    "game-won-resigned": "{winner} wins. {loser} gave up.",
    "game-drawn": "It is a draw, {black_points} to {white_points}.",
    # the board put right
    "put-back": Plural(
        "Put {owner}'s bridge back on {lines}.",
        "Put {count} of {owner}'s bridges back: {lines}.",
    ),
    "undo-lifted": "Or press [back] to undo this move.",
    "lift-extra": Plural(
        "There is a bridge on {lines} that is not in the game. Take it off.",
        "{count} bridges are not in the game. Take them off: {lines}.",
    ),
    "swapped": "Bridges have changed places. Swap those on {lines}.",
    "exchange": Plural(
        "Take {other}'s bridge off {lines} and lay {owner}'s there.",
        "Take {other}'s bridges off and lay {owner}'s there: {lines}.",
        by="lines",
    ),
    # hands
    "hand-select": "{player}'s cards. [ok] chooses one for your next bridge. [back] shows the "
    "other hand.",
    "hand-discard": "{player}'s cards. [ok] discards this one. [back] shows the other hand.",
    "hand-select-own": "{player}'s cards. [ok] chooses one for your next bridge.",
    "hand-discard-own": "{player}'s cards. [ok] discards this one.",
    "hand-other-own": "{player}'s cards.",
    "hand-pairs": "{player}'s cards. These pairs fit: {pairs}.",
    "hand-pairs-none": "{player}'s cards. No two of them fit.",
    "hand-ask": "{player}, may {other} see your cards? Press [ok] to show them.",
    "hand-drawn": "{player}'s cards. [ok] hides them.",
    "hand-other": "{player}'s cards. [back] shows the other hand.",
    # menus
    "menu": "What would you like to do?",
    "new-game": "What would you like to play?",
    "pause": "Does your game go on?",
    "game-options": "Options of the game. [ok] changes a row. The first row starts.",
    "enter-name": "A name for {player}: {name}",
    "confirm-abort": "Stop this game without a winner?",
    "confirm-new-game": "Stop this game and start a new one?",
    "confirm-give-up": "{player}, give up and let {other} win?",
    "confirm-switch-off": "Switch the table off? A game in progress is kept.",
    "confirm-take-back": "{other}, may {player} take the last move back?",
    "sensors": "Which bridge does the table not see?",
}
