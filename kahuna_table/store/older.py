"""Journals of versions 1 and 2: games and entries up to the first that is not whole.

There `games` holds every game, also one in progress, each row with a checksum of its own. The
entries of the newest game are a chain; entry 0 says when it began.
"""

import json
import sqlite3
from hashlib import sha256
from typing import Any, Final

from kahuna_table.store.rows import LogRow, Rows, damage_noted
from kahuna_table.store.values import END, EndedGame, Ending

_MEANING: Final = "kahuna journal 1"
# not by an index, which may be wrong
_GAMES: Final = (
    "SELECT number, started_on, ending, result, record, checksum FROM games NOT INDEXED "
    "ORDER BY number"
)
_ENTRIES: Final = "SELECT game, seq, kind, data, chain FROM entries ORDER BY game, seq"


def read_older(connection: sqlite3.Connection) -> tuple[Rows, tuple[str, ...]]:
    """What is whole, and all that is not as it should be.

    Raises: `sqlite3.Error` where the circumstances and not the file are bad.
    """
    faults: list[str] = []
    ended, going = _games(connection, faults)
    number, log = _log(connection, faults)
    if not log:
        if going is not None:
            faults.append(f"the entries of game {going} are missing")
        return Rows(ended), tuple(faults)
    last = ended[-1].number if ended else 0
    if number < last or (going is not None and number != going):
        faults.append(f"the entries are those of game {number}, which is not the newest")
        return Rows(ended), tuple(faults)
    if number == last:
        log.append(LogRow(log[-1].seq + 1, END, ""))
    elif going is None:
        faults.append(f"game {number} is missing among the games")
    return Rows(ended, tuple(log)), tuple(faults)


def _games(
    connection: sqlite3.Connection, faults: list[str]
) -> tuple[tuple[EndedGame, ...], int | None]:
    """The games that are over, and the number of the one that is not."""
    ended: list[EndedGame] = []
    with damage_noted(faults):
        for *row, checksum in connection.execute(_GAMES):
            if checksum != _hash("game", *row):
                faults.append(f"what follows {len(ended)} games is not whole")
                break
            number, started_on, ending, result, record = row
            if ending is None:
                return tuple(ended), number
            ended.append(EndedGame(number, started_on, Ending(ending), result, record))
    return tuple(ended), None


def _log(connection: sqlite3.Connection, faults: list[str]) -> tuple[int, list[LogRow]]:
    """The number of the newest game, and its rows as this version has them."""
    number, log, chain = 0, list[LogRow](), _MEANING
    with damage_noted(faults):
        for game, seq, kind, data, found in connection.execute(_ENTRIES):
            chain = _hash(chain, game, seq, kind, data)
            if found != chain:
                faults.append(f"what follows {len(log)} entries is not whole")
                break
            number = game
            first = json.dumps([game, data, ""])
            log.append(LogRow(seq + 1, kind, data if log else first))
    return number, log


def _hash(*parts: Any) -> str:
    texts = [_MEANING, *("" if part is None else str(part) for part in parts)]
    content = "".join(f"{len(text)}:{text}" for text in texts)
    return sha256(content.encode("utf-8", "surrogateescape")).hexdigest()[:32]
