"""What `expect` and `until` look at: how each is written, what it expects and what it found.

Most hold when both read the same, so that the message of a failure is the comparison itself.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from kahuna_table.app.texts import HELP, TEXTS
from kahuna_table.engine.board import Island, Line, Lines, line_name, lines_in
from kahuna_table.engine.player import Player
from kahuna_table.engine.state import GameState, Phase
from kahuna_table.table import choices
from kahuna_table.table.lights import Role
from kahuna_table.table.screen import Backlight, Option
from kahuna_table.table.state import Session
from kahuna_table.table.views import board_lights, screen
from kahuna_table.table.waiting import Waiting, waiting
from kahuna_table.tools.hands import index_of, option_name
from kahuna_table.tools.script.options import read_option
from kahuna_table.tools.script.words import Words, read_line


@dataclass(frozen=True, slots=True)
class Condition:
    """Something to expect of the table: a text, and how to find its like in a session."""

    expected: str
    found: Callable[[Session], str]
    test: Callable[[Session], bool] | None = None

    def holds(self, session: Session) -> bool:
        if self.test is not None:
            return self.test(session)
        return self.found(session) == self.expected


def read_condition(words: Words) -> Condition:
    parse = _CONDITIONS.get(words.peeked.lower())
    if parse is None:
        words.fail(f"a condition: {', '.join(_CONDITIONS)}")
    words.take("a condition")
    return parse(words)


def turn(player: Player) -> Condition:
    def found(state: GameState) -> str:
        over = state.phase is Phase.OVER
        return "no turn, the game is over" if over else f"turn {_colour(state.to_move)}"

    return _in_game(f"turn {_colour(player)}", found)


def phase(expected: Waiting) -> Condition:
    return Condition(f"phase {expected.value}", lambda s: f"phase {waiting(s).value}")


def offered(option: Option, *, yes: bool) -> Condition:
    """The open menu or choice has the option, or has it not."""

    def found(session: Session) -> str:
        names = ", ".join(option_name(each) for each in choices.offered(session))
        return f"offered: {names or 'nothing'}"

    return Condition(
        f"{option_name(option)} {'offered' if yes else 'not offered'}",
        found,
        lambda session: (index_of(choices.offered(session), option) is not None) is yes,
    )


def bridges(player: Player, lines: Lines) -> Condition:
    prefix = f"bridges {_colour(player)}"
    return _in_game(
        f"{prefix} {_lines(lines)}", lambda state: f"{prefix} {_lines(state.bridges[player])}"
    )


def control(island: Island, player: Player | None) -> Condition:
    prefix = f"{island.name} controlled by"
    return _in_game(
        f"{prefix} {_colour(player)}",
        lambda state: f"{prefix} {_colour(state.controller(island))}",
    )


def island_light(island: Island, role: Role) -> Condition:
    return Condition(
        f"light {island.name} {role.value}",
        lambda s: f"light {island.name} {board_lights(s).islands[island].role.value}",
    )


def line_light(line: Line, role: Role) -> Condition:
    name = f"light {line_name(line)}"
    return Condition(
        f"{name} {role.value}", lambda s: f"{name} {board_lights(s).lines[line].role.value}"
    )


def hand(player: Player, cards: tuple[Island, ...]) -> Condition:
    prefix = f"hand {_colour(player)}"
    return _in_game(
        f"{prefix} {_cards(cards)}", lambda state: f"{prefix} {_cards(state.hand(player))}"
    )


def face_up(cards: tuple[Island, ...]) -> Condition:
    return _in_game(f"face up {_cards(cards)}", lambda state: f"face up {_cards(state.face_up)}")


def deck_size(count: int) -> Condition:
    return _in_game(f"deck {count}", lambda state: f"deck {len(state.deck)}")


def score(black: int, white: int) -> Condition:
    return _in_game(f"score {black} {white}", lambda state: "score {} {}".format(*state.points))


def winner(player: Player | None) -> Condition:
    def found(state: GameState) -> str:
        if state.outcome is None:
            return "the game is not over"
        return f"winner {_winner(state.outcome.winner)}"

    return _in_game(f"winner {_winner(player)}", found)


def missing(lines: Lines) -> Condition:
    return Condition(
        f"missing {_lines(lines)}", lambda session: f"missing {_lines(session.picture.missing)}"
    )


def extra(lines: Lines) -> Condition:
    return Condition(
        f"extra {_lines(lines)}", lambda session: f"extra {_lines(session.picture.extra)}"
    )


def message(id: str) -> Condition:
    """The screen shows this message, as its prompt or as a note."""
    return Condition(
        f"message {id}",
        lambda session: f"messages {', '.join(_message_ids(session))}",
        lambda session: id in _message_ids(session),
    )


def hand_shown(player: Player | None) -> Condition:
    """Whose cards are readable on the screen; None: nobody's."""

    def found(session: Session) -> str:
        shown = screen(session)
        if shown.hand is not None:
            return f"shown {_colour(shown.hand.player)}"
        if any(option.id == "pair" for option in shown.options) and session.state is not None:
            return f"shown {_colour(session.state.to_move)}"
        return "hidden"

    return Condition("hidden" if player is None else f"shown {_colour(player)}", found)


def display_is(backlight: Backlight) -> Condition:
    return Condition(
        f"display {backlight.value}", lambda session: f"display {screen(session).backlight.value}"
    )


def _in_game(expected: str, found: Callable[[GameState], str]) -> Condition:
    return Condition(
        expected, lambda session: "no game" if session.state is None else found(session.state)
    )


def _message_ids(session: Session) -> tuple[str, ...]:
    shown = screen(session)
    return (shown.prompt.id, *(note.id for note in shown.notes))


def _colour(player: Player | None) -> str:
    return "none" if player is None else player.name.lower()


def _winner(player: Player | None) -> str:
    return "draw" if player is None else _colour(player)


def _lines(lines: Lines) -> str:
    return " ".join(line_name(line) for line in lines_in(lines)) or "none"


def _cards(cards: Iterable[Island]) -> str:
    return " ".join(card.name for card in sorted(cards)) or "none"


def _light(words: Words) -> Condition:
    line = read_line(words.peeked)
    if line is not None:
        words.take("a line")
        return line_light(line, words.one_of("a role", Role))
    names = Island.__members__
    island = words.read("an island or a line of the board", lambda word: names.get(word.upper()))
    return island_light(island, words.one_of("a role", Role))


def _message(words: Words) -> Condition:
    def convert(word: str) -> str | None:
        return word.lower() if word.lower() in MESSAGE_IDS else None

    return message(words.read("a message id (kahuna-table messages lists them)", convert))


def _score(words: Words) -> Condition:
    return score(words.whole("points", 0, 99), words.whole("points", 0, 99))


_CONDITIONS: Final[dict[str, Callable[[Words], Condition]]] = {
    "turn": lambda words: turn(words.colour()),
    "phase": lambda words: phase(words.one_of("a phase", Waiting)),
    "offered": lambda words: offered(read_option(words), yes=True),
    "refused": lambda words: offered(read_option(words), yes=False),
    "bridges": lambda words: bridges(words.colour(), words.line_set()),
    "control": lambda words: control(words.island(), words.colour_or("none")),
    "light": _light,
    "hand": lambda words: hand(words.colour(), words.islands()),
    "faceup": lambda words: face_up(words.islands()),
    "deck": lambda words: deck_size(words.whole("cards", 0, 24)),
    "score": _score,
    "winner": lambda words: winner(words.colour_or("draw")),
    "missing": lambda words: missing(words.line_set()),
    "extra": lambda words: extra(words.line_set()),
    "message": _message,
    "display": lambda words: display_is(words.one_of("how bright it is", Backlight)),
    "hidden": lambda _words: hand_shown(None),
    "shown": lambda words: hand_shown(words.colour()),
}

MESSAGE_IDS: Final = tuple(sorted({*TEXTS, *HELP}))
