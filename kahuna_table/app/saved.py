"""A game in the journal as text: its entries, and reading them back."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from kahuna_table.engine.moves import Move
from kahuna_table.engine.names import NAME_EXPECTED, is_name
from kahuna_table.engine.notation import (
    format_move,
    format_player,
    format_rules,
    parse_move,
    parse_player,
    parse_rules,
)
from kahuna_table.engine.player import Player
from kahuna_table.errors import KahunaError
from kahuna_table.store.values import Entry
from kahuna_table.table.codec import CodecError, format_value, parse_value
from kahuna_table.table.game import Pending
from kahuna_table.table.inputs import Setup

START: Final = "start"
MOVE: Final = "move"
BACK: Final = "back"
GAVE_UP: Final = "gave-up"
PENDING: Final = "pending"


class SavedGameError(KahunaError):
    """The entries of a journal are no game."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What the journal knows of a game."""

    setup: Setup
    first: Player
    moves: tuple[Move, ...]
    pending: Pending
    resigned: Player | None


def start_entry(setup: Setup, first: Player) -> Entry:
    data: dict[str, object] = {
        "rules": format_rules(setup.rules),
        "names": list(setup.names),
        "first": format_player(first),
    }
    if setup.lesson:
        data["lesson"] = True
    return Entry(START, json.dumps(data))


def move_entry(move: Move) -> Entry:
    return Entry(MOVE, format_move(move))


def back_entry(count: int) -> Entry:
    return Entry(BACK, str(count))


def gave_up_entry(player: Player) -> Entry:
    return Entry(GAVE_UP, format_player(player))


def pending_entry(pending: Pending) -> Entry:
    return Entry(PENDING, format_value(pending, Pending))


def read_game(entries: Iterable[Entry]) -> SavedGame:
    """The game that these entries tell.

    Raises:
        SavedGameError: they tell none, or something that is not understood.
    """
    setup, first, resigned, pending = None, None, None, Pending()
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
                case "pending":
                    pending = _read_pending(entry.data)
                case "halfway":
                    pass  # of versions before 0.2: the board is compared, and a question asked
                case _:
                    raise SavedGameError(f"expected an entry of a game, got {entry.kind!r}")
    except (ValueError, KeyError, TypeError, AttributeError, KahunaError) as error:
        raise SavedGameError(f"expected the entries of a game, got {error}") from error
    if setup is None or first is None:
        raise SavedGameError("expected the start of a game, got none")
    return SavedGame(setup, first, tuple(moves), pending, resigned)


def _read_pending(data: str) -> Pending:
    """What is pending. Another version's may not be understood: the game goes on all the same, its
    board is compared, and a question asked where it differs."""
    try:
        pending: Pending = parse_value(data, Pending)
    except CodecError:
        return Pending()
    return pending


def _read_start(data: dict[str, Any]) -> tuple[Setup, Player]:
    black, white = data["names"]
    if not (is_name(black) and is_name(white)):
        raise SavedGameError(f"expected {NAME_EXPECTED}, got {black!r} and {white!r}")
    rules, lesson = parse_rules(data["rules"]), data.get("lesson") is True
    return Setup(rules, None, (black, white), lesson=lesson), parse_player(data["first"])
