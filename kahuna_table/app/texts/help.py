"""What `help` says, by what the table waits for: the rule that applies now, in three sentences."""

from typing import Final

from kahuna_table.app.texts.plural import Text

HELP: Final[dict[str, Text]] = {
    "help-idle": "A card lays a bridge at the island it names. More than half of its lines make an "
    "island yours. Press [ok] to start a game.",
    "help-play": "A card lays a bridge at its island; hold [hand] to look. More than half of an "
    "island's lines takes it; half does not. Two cards remove an enemy bridge: lift it and press "
    "[ok].",
    "help-last-turn": "Each player has one last turn. Lay and remove bridges; nobody draws or "
    "discards. Press [draw], then [ok], to end it.",
    "help-draw": "Choose with [left] and [right] how your turn ends, then press [ok]. To discard, "
    "hold [hand] and press [ok] on a card. [back] returns to your turn.",
    "help-draw-only": "Choose with [left] and [right] how your turn ends. [ok] does it. [back] "
    "returns to your turn.",
    "help-draw-full": "Nobody holds more than five cards. With five you end your turn without "
    "drawing. Press [back] and lay a bridge, and you may draw.",
    "help-new-game": "Move with [left] and [right], and choose with [ok]. If you have never "
    "played, choose Learn. [back] closes this page.",
    "help-game-options": "Move over the rows with [left] and [right]. [ok] changes a row, and the "
    "display says what it means. The first row starts the game.",
    "help-name": "Choose a letter with [left] and [right], and add it with [ok]. Delete takes the "
    "last letter away. Done keeps the name.",
    "help-card": "Two of your cards could pay for this bridge. Choose one with [left] and [right], "
    "then press [ok]. Take the bridge off to cancel.",
    "help-removal": "Two cards that name its islands remove this bridge. Hold [hand] to see which "
    "pairs fit. [ok] pays; putting the bridge back cancels.",
    "help-remove": "A player who takes an island sends all enemy bridges there back. Take off the "
    "bridges whose lights blink. The turn cannot end before that.",
    "help-correct": "The board is not as the game says. A pulsing light wants a bridge of its "
    "colour. A fast white light wants its bridge off.",
    "help-choose": "Move with [left] and [right]. [ok] chooses. [back] closes the question.",
    "help-handicap": "The weaker player starts with a few bridges. They lie on any free lines and "
    "cost no cards. [back] takes them back.",
    "help-over": "The game is over. Take all bridges off. Press [ok] to play again.",
    "help-menu": "Move with [left] and [right], and choose with [ok]. Choose a line here if the "
    "table misses its bridge. [back] closes the menu.",
    "help-lesson-goal": "More than half of its lines win an island. More islands when the cards "
    "run out win points. [back] leaves the lesson.",
    "help-lesson-bridge": "A card pays for a bridge at the island it names. Lay as many bridges "
    "as you like. Hold [hand] to see your cards.",
    "help-lesson-majority": "More than half of an island's lines make it yours. Exactly half is "
    "not enough. A new majority sweeps the other player's bridges there.",
    "help-lesson-removal": "Two cards remove one bridge of the other player. Each names one of "
    "its two islands. Lift the bridge, then press [ok].",
    "help-lesson-draw": "Take an open card, or draw from the deck. You may also draw nothing. "
    "With five cards nobody draws.",
    "help-lesson-scoring": "A round ends with the last card. The player with more islands wins "
    "points. Round three counts every island of the lead.",
}
