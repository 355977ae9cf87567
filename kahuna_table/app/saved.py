"""A game in the journal as text: its entries, and reading them back."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from kahuna_table.engine.board import Island, Lines, line_name, line_set, lines_in
from kahuna_table.engine.moves import Move
from kahuna_table.engine.names import NAME_EXPECTED, is_name
from kahuna_table.engine.notation import (
    format_move,
    format_player,
    format_rules,
    parse_island,
    parse_line,
    parse_move,
    parse_player,
    parse_rules,
)
from kahuna_table.engine.player import Player
from kahuna_table.errors import KahunaError
from kahuna_table.store.values import Entry
from kahuna_table.table.inputs import Setup
from kahuna_table.table.situation import Halfway

START: Final = "start"
MOVE: Final = "move"
BACK: Final = "back"
GAVE_UP: Final = "gave-up"
HALFWAY: Final = "halfway"


class SavedGameError(KahunaError):
    """The entries of a journal are no game."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What the journal knows of a game."""

    setup: Setup
    first: Player
    moves: tuple[Move, ...]
    left: Halfway
    resigned: Player | None


def start_entry(setup: Setup, first: Player) -> Entry:
    data = {
        "rules": format_rules(setup.rules),
        "names": list(setup.names),
        "first": format_player(first),
    }
    return Entry(START, json.dumps(data))


def move_entry(move: Move) -> Entry:
    return Entry(MOVE, format_move(move))


def back_entry(count: int) -> Entry:
    return Entry(BACK, str(count))


def gave_up_entry(player: Player) -> Entry:
    return Entry(GAVE_UP, format_player(player))


def halfway_entry(left: Halfway) -> Entry:
    data: dict[str, Any] = {
        "sweep": _names(left.sweep),
        "restoring": left.restoring,
        "stuck": _names(left.stuck),
        "paying": None if left.paying is None else line_name(left.paying),
        "drawing": left.drawing,
        "removing": None if left.removing is None else line_name(left.removing),
        "selected": None if left.selected is None else left.selected.name,
    }
    return Entry(HALFWAY, json.dumps(data))


def read_game(entries: Iterable[Entry]) -> SavedGame:
    """The game that these entries tell.

    Raises:
        SavedGameError: they tell none, or something that is not understood.
    """
    setup, first, resigned, left = None, None, None, Halfway()
    moves: list[Move] = []
    try:
        for entry in entries:
            match entry.kind:
                case "start":
                    setup, first = _read_start(json.loads(entry.data))
                case "move":
                    moves.append(parse_move(entry.data))
                case "back":
                    del moves[len(moves) - int(entry.data) :]
                case "gave-up":
                    resigned = parse_player(entry.data)
                case "halfway":
                    left = _read_halfway(json.loads(entry.data))
                case _:
                    raise SavedGameError(f"expected an entry of a game, got {entry.kind!r}")
    except (ValueError, KeyError, TypeError, AttributeError, KahunaError) as error:
        raise SavedGameError(f"expected the entries of a game, got {error}") from error
    if setup is None or first is None:
        raise SavedGameError("expected the start of a game, got none")
    return SavedGame(setup, first, tuple(moves), left, resigned)


def _read_start(data: dict[str, Any]) -> tuple[Setup, Player]:
    black, white = data["names"]
    if not (is_name(black) and is_name(white)):
        raise SavedGameError(f"expected {NAME_EXPECTED}, got {black!r} and {white!r}")
    return Setup(parse_rules(data["rules"]), None, (black, white)), parse_player(data["first"])


def _read_halfway(data: dict[str, Any]) -> Halfway:
    def line(name: str) -> Any:
        return None if data[name] is None else parse_line(data[name])

    selected: Island | None = None if data["selected"] is None else parse_island(data["selected"])
    return Halfway(
        sweep=_lines(data["sweep"]),
        restoring=bool(data["restoring"]),
        stuck=_lines(data["stuck"]),
        paying=line("paying"),
        drawing=bool(data["drawing"]),
        removing=line("removing"),
        selected=selected,
    )


def _names(lines: Lines) -> list[str]:
    return [line_name(line) for line in lines_in(lines)]


def _lines(names: list[str]) -> Lines:
    return line_set(*(parse_line(name) for name in names))
