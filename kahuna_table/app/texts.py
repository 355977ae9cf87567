"""The English texts of the display by id. gettext translates them; `words` fills them in.

`{player}`, `{owner}` ... are players, `{line}` and `{lines}` lines, `{card}` an island's name.
"""

from typing import Final

TEXTS: Final[dict[str, str]] = {
    # what the table waits for
    "welcome": "Kahuna. Press menu to start a game.",
    "shuffling": "Shuffling the cards ...",
    "your-turn": "{player}: lay a bridge, or press draw to end your turn.",
    "your-turn-lay": "{player}: lay a bridge. Nothing can be drawn now.",
    "your-turn-end": "{player}: press draw to end your turn.",
    "your-turn-discarded": "{player}: press draw to end your turn.",
    "your-last-turn": "{player}: your last turn, without drawing. Lay bridges, then press draw.",
    "your-last-turn-end": "{player}: your last turn. Press draw to end it.",
    "lay-handicap": "{player}: lay the handicap bridges on any free lines, {count} to go.",
    "remove-swept": "Swept: lift {count} ({lines}).",
    "remove-again": "Still on the board: take {lines} off and give the bridges back.",
    "remove-proposal-too-few-cards": "{player} lifted a bridge of {owner} ({line}). Removing it "
    "costs two cards: put it back.",
    "remove-proposal": "{player} lifted a bridge of {owner} ({line}). ok: pay two cards for it. "
    "Put it back: nothing happens.",
    "remove-which": "Which two cards pay for {line}?",
    "which-card": "Which card pays for {line}?",
    "draw": "End your turn: draw a card.",
    "draw-or-discard": "End your turn: draw a card. Hold hand to discard first.",
    "draw-nothing": "Nothing can be drawn now. Press back and play, or hold hand to discard.",
    "end-turn": "End your turn? Nothing is drawn.",
    "board-wiped": "All bridges are gone. Keep the game and put them back? "
    "Hold menu for a new game.",
    "resume": "The saved game goes on when the board lies as it says. Keep it, or a new game?",
    "game-won": "{winner} wins, {winner_points} to {loser_points} points.",
    "game-won-no-bridges": "{winner} wins: {loser} has no bridge left.",
    "game-won-dominated": "{winner} wins: all twelve islands, and {loser} has no bridge left.",
    "game-won-resigned": "{winner} wins: {loser} gave up.",
    "over-next": "Lift the bridges as you like. menu: a new game.",
    "over-take-back": "Lift the bridges as you like. menu: a new game. back: take the last action "
    "back.",
    "game-drawn": "A draw, {black_points} to {white_points} points.",
    # the board put right
    "put-back": "Put back {count} of {owner}: {lines}.",
    "lift-extra": "Lift {count} not in the game: {lines}.",
    "exchange": "Take {other}'s bridge off {lines}: the line is {owner}'s.",
    "too-many": "Your cards do not pay for all these bridges. Take off what is too much.",
    "looking-first": "One moment: the table looks at the board first.",
    "lift-again": "Not paid for: lift it, or lift it and lay it again.",
    "board-first": "First put the board right. A bridge laid meanwhile must be laid again.",
    "lift-first": "First lift the bridges that blink.",
    "still-there": "{line} is back: it is still {owner}'s bridge.",
    # why something is refused
    "no-card": "No card of yours fits here.",
    "line-taken": "There is a bridge on this line already.",
    "enemy-island": "Your opponent controls an island of this line: not with these rules.",
    "no-bridge-left": "All your 25 bridges are on the board.",
    "not-your-turn": "Not yet: lift it, and lay it again in your own turn.",
    "after-discard": "You discarded: no bridges any more in this turn. Press draw.",
    "full-hand": "Five cards in hand: nothing can be drawn.",
    "declined-before": "Your opponent drew nothing in the turn before: you must draw.",
    "must-draw": "With these rules you must draw a card.",
    "deck-empty": "The deck is empty: take a card that lies face up.",
    "nothing-to-draw": "No card is left to draw.",
    "not-face-up": "This card does not lie face up.",
    "discard-commits": "You discarded: now you must draw.",
    "discard-after-play": "You played in this turn: no discarding any more.",
    "hand-not-full": "Discarding needs five cards in hand with these rules.",
    "no-discard-in-last-turns": "No discarding in the last turn.",
    "no-draw-in-last-turns": "No drawing in the last turn.",
    "last-turns": "The last turn of the game: nothing is drawn.",
    "turn-not-over": "There is a card to draw: choose one.",
    "handicap-first": "First the handicap bridges.",
    "no-card-due": "Handicap bridges cost no card.",
    "card-due": "A bridge here costs a card.",
    "card-not-at-line": "This card names no island of the line.",
    "no-enemy-bridge": "There is no bridge of your opponent.",
    "deal-due": "Wait for the cards.",
    "no-deal-due": "No cards are due now.",
    "wrong-cards": "These are not the cards to be dealt.",
    "game-over": "The game is over. Press menu for a new one.",
    "no-game": "There is no game. Press menu to start one.",
    "answer-first": "First answer the question, or press back.",
    "nothing-to-take-back": "Nothing to take back.",
    "take-back-off": "No taking back in this game.",
    # what was reported
    "scoring": "Scoring {round}: black {black_islands} islands, white {white_islands}. "
    "Points: black +{black_points}, white +{white_points}.",
    "did-place": "{card}: bridge {line}",
    "did-place-free": "free: bridge {line}",
    "did-remove": "{card}+{card2}: removed {line}",
    "did-discard": "discarded {count} face down",
    "did-take": "took {card}",
    "did-draw": "drew from the deck",
    "did-decline": "drew nothing",
    "did-end": "ended the turn",
    # hands
    "hand-select": "{player}'s hand. ok: this card pays for the next bridge. back: the other hand.",
    "hand-discard": "{player}'s hand. ok: discard this card. back: the other hand.",
    "hand-pairs": "{player}'s hand. Pairs that fit: {pairs}",
    "hand-other": "{player}'s hand. back: the other hand.",
    # menus
    "menu": "Menu",
    "new-game": "New game. ok changes a row; start begins.",
    "enter-name": "Name of {player}: {name}",
    "confirm-abort": "Abort this game? It ends without a winner.",
    "confirm-new-game": "Abort this game and start a new one?",
    "confirm-give-up": "{player} gives up and {other} wins?",
    "confirm-switch-off": "Switch the table off? A game in progress is kept.",
    "confirm-take-back": "May the last action be taken back? The other player decides.",
    # the sensors, the disk
    "sensor-stuck": "The sensor of {line} does not follow its bridge. Menu: enter it by hand. "
    "(KT-330)",
    "sensor-jittery": "The bridge {line} sits badly: press it down or turn it. (KT-331)",
    "button-stuck": "The button {button} is held down or stuck: it is ignored until it comes up. "
    "(KT-332)",
    "sensors-unknown": "Some lines cannot be read: {lines}. Nothing is taken from the game.",
    "trouble-kt-1": "{codes}: trouble with the board's pins or wiring. 'kahuna-table doctor' "
    "says what to do.",
    "trouble-kt-2": "{codes}: the lights do not work; the game goes on. 'kahuna-table doctor' "
    "says what to do.",
    "trouble-kt-3": "{codes}: sensors or buttons fail. 'kahuna-table doctor' says what to do.",
    "trouble-kt-5": "{codes}: power is weak, the lights are dimmed. Use the 5 V, 3 A supply.",
    "journal-repaired": "The file of saved games was damaged. It is kept aside; the last good "
    "state is used.",
    "journal-lost": "The file of saved games was damaged and is kept aside. Lost: {games} games, "
    "and the last {entries} steps of this one.",
    "not-saved": "The game cannot be saved now. Play on; it is lost if the power fails. (KT-507)",
    # labels
    "lines-more": "{lines} and {count} more",
    "title": "Kahuna Table",
    "legend": "Click an empty slot to lay a bridge of the player to move, a bridge to lift it. "
    "Right click: the other colour; on a button: keep it held.",
    "black": "Black",
    "white": "White",
    "round": "Round",
    "points": "points",
    "islands": "islands",
    "cards": "cards",
    "bridges": "bridges",
    "deck": "Deck",
    "faceup": "Face up",
    "last-turn": "Turn before",
    "discards": "Discards",
    "button-menu": "menu",
    "button-left": "left",
    "button-right": "right",
    "button-ok": "ok",
    "button-back": "back",
    "button-hand": "hand",
    "button-draw": "draw",
    "button-help": "help",
    "value-0": "none",
    "value-1": "one, a quarter of an hour",
    "value-2": "two",
    "value-3": "three, the whole game",
    "value-1:white": "white 1",
    "value-2:white": "white 2",
    "value-3:white": "white 3",
    "value-1:black": "black 1",
    "value-2:black": "black 2",
    "value-3:black": "black 3",
    "value-true": "yes",
    "value-false": "no",
    "value-kosmos1998": "Kosmos 1998",
    "value-tk2015": "Thames & Kosmos 2015",
    "value-jijbent": "online (jijbent)",
    "value-page_fr": "French page",
    "value-long_term": "long-term planning",
    "value-custom": "own mixture",
    "value-random": "by chance",
    "value-black": "black",
    "value-white": "white",
    "value-alternate": "in turn",
    "value-instead_of_play": "instead of playing",
    "value-full_hand_only": "with five cards",
    "value-any_time": "any time",
    "value-last_card": "last card",
    "value-two_passes": "two passes",
    "value-no_bridges": "no bridge left",
    "value-off": "off",
    "value-dominated": "dominated",
    "value-turn": "yes",
    "value-consent": "if both agree",
    # the scenes
    "standing": "{card}: {have} of {count}, {needed} needed",
    "standing-has": "{player} has {card}",
    "takes": "{player} takes {card}.",
    "loses": "{player} loses {card}.",
    "sensors": "Which bridge does the table not see?",
    "hold-hand": "Hold hand to look",
    "new-card": "new",
    "control": "Islands, turn by turn",
}
"""Prompts, refusals, reports and labels."""

OPTIONS: Final[dict[str, str]] = {
    "card": "{cards}",
    "pair": "{cards}",
    "take": "take {cards}",
    "deck": "from the deck",
    "decline": "draw nothing",
    "end": "end the turn",
    "discard": "discard {cards}",
    "continue": "go on",
    "new": "new game",
    "give-up": "give up",
    "abort": "abort the game",
    "switch-off": "switch off",
    "yes": "yes",
    "no": "no",
    "line": "not seen: {line}",
    "start": "start",
    "ruleset": "rules: {value}",
    "rounds": "rounds: {value}",
    "starter": "who starts: {value}",
    "handicap": "handicap: {value}",
    "name-black": "black's name: {value}",
    "name-white": "white's name: {value}",
    "take_back": "taking back: {value}",
    "memory_aid": "show discards: {value}",
    "discard-rule": "discarding: {value}",
    "discard_commits_draw": "discard means draw: {value}",
    "draw_optional": "drawing optional: {value}",
    "round_end": "round ends: {value}",
    "early_end": "early end: {value}",
    "resweep": "sweep again: {value}",
    "long_term": "long-term rules: {value}",
    "name-done": "done",
    "name-delete": "delete {value}",
    "letter": "{value}",
    "sensors": "a bridge is not seen",
}
"""Options of menus and questions."""

HELP: Final[dict[str, str]] = {
    "help-idle": "Nobody is playing. menu starts a game: choose the rules, names and a handicap, "
    "or just press ok on start.",
    "help-play": "Lay a bridge on a line: a card of one of its two islands pays for it. Hold hand "
    "and press ok on a card to choose which one pays. Lift an enemy bridge to remove it with two "
    "cards. back takes the last action back. draw ends your turn.",
    "help-last-turn": "Each player has one last turn. Lay and remove bridges as before; nothing is "
    "drawn or discarded. draw, then ok, ends your turn.",
    "help-draw": "left and right choose how the turn ends, ok does it. Hold hand to discard: left "
    "and right choose the card, ok lays it face down. back closes this.",
    "help-draw-only": "left and right choose how the turn ends, ok does it. back closes this.",
    "help-new-game": "left and right move over the rows, ok changes the one with the cursor; start "
    "begins. kahuna_table/engine/RULES.md says what each option means. What you changed stays when "
    "you close this.",
    "help-name": "left and right choose a letter, ok adds it. done keeps the name, delete takes "
    "the last letter off.",
    "help-card": "Two of your cards could pay for this bridge. left and right choose, ok pays. "
    "Lifting the bridge cancels.",
    "help-removal": "Removing an enemy bridge costs two cards that name its islands: one of each, "
    "or twice the same. ok pays; hold hand to see which pairs fit. Putting the bridge back "
    "cancels.",
    "help-remove": "A new majority sweeps every enemy bridge of that island. Lift the bridges "
    "whose lights blink, in any order, and give them back. You may lay more bridges meanwhile; "
    "the turn does not end before.",
    "help-correct": "The board is not as the game says. Pulsing lights: put a bridge of that "
    "colour there. Fast white lights: lift the bridge. The game goes on by itself when all is "
    "right.",
    "help-choose": "left and right move, ok chooses, back closes the question.",
    "help-handicap": "The weaker player lays the handicap bridges on free lines. They cost "
    "nothing. back takes them back.",
    "help-over": "The game is over. Lift all bridges and press menu for a new game.",
    "help-menu": "left and right move, ok chooses or changes, back closes. A bridge that the table "
    "does not see, or sees where none is: choose its line, and the game follows your word.",
}
"""What `help` says, by what the table waits for."""
