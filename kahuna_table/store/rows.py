"""The rows of the journal: written with hash chains, read back up to the first break.

Two tables, each a chain: every row holds a hash of its content and of the hash before it.
`games` holds the games that are over. `entries` is the log of the newest game: a row `begin`, which
also holds the hash of the games before it, the entries, and a row `end` where the game is over.
Sequence numbers never start again. Where no game is known the log is one row `no-game`.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, NamedTuple

from kahuna_table.store.values import (
    BEGIN,
    END,
    NO_GAME,
    RESERVED,
    Contents,
    CurrentGame,
    EndedGame,
    Ending,
    Entry,
    Lost,
)

_MEANING: Final = "kahuna journal 3"
"""Part of every hash: rows that mean something else are not whole to this program."""

_START: Final = ""
_HASH_DIGITS: Final = 32

DAMAGE: Final = (MemoryError, OverflowError, UnicodeError)
"""What a bad file raises beside `sqlite3.Error`: SQLite asks for as much memory as a bad length
says, and quotes bytes that are no text.
"""

_CIRCUMSTANCES: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PERM,
}


class LogRow(NamedTuple):
    """A row of the log, whose chain is known to be right or not written yet."""

    seq: int
    kind: str
    data: str


@dataclass(frozen=True, slots=True)
class Head:
    """Where a journal ends: all that must be known to add to it, or to notice that less is left."""

    seq: int = 0
    """Of the newest row of the log, 0 before the first."""
    chain: str = _START
    number: int = 0
    """The newest game's, 0 before the first."""
    is_over: bool = True
    ended: int = 0
    """How many games are over."""
    ended_chain: str = _START


@dataclass(frozen=True, slots=True)
class Rows:
    """All that is whole in a journal."""

    ended: tuple[EndedGame, ...] = ()
    log: tuple[LogRow, ...] = ()
    """Of the newest game, empty where there is none."""

    @property
    def newest(self) -> CurrentGame | None:
        """The game that the log tells."""
        if not self.log or self.log[0].kind == NO_GAME:
            return None
        number, started_on, _ = _beginning(self.log[0])
        entries = (Entry(row.kind, row.data) for row in self.log[1:] if row.kind not in RESERVED)
        return CurrentGame(number, started_on, tuple(entries))

    @property
    def is_over(self) -> bool:
        """Whether no game is in progress."""
        if not self.log or self.log[0].kind == NO_GAME:
            return True
        return self.log[-1].kind == END

    @property
    def contents(self) -> Contents:
        return Contents(self.ended, None if self.is_over else self.newest)


class Reading(NamedTuple):
    """What was read from a file, up to the first break of each chain."""

    rows: Rows
    head: Head
    chains: dict[int, str]
    """The chain of the log at each `seq`."""
    ended_chains: tuple[str, ...]
    """The chain of the games that are over: before the first, and after each."""
    faults: tuple[str, ...]
    """All that is not as it should be."""


@contextmanager
def damage_noted(faults: list[str]) -> Iterator[None]:
    """Adds what a bad file raises to the faults.

    Raises: `sqlite3.Error` where the circumstances (no room, no right) and not the file are bad.
    """
    try:
        yield
    except DAMAGE as error:
        faults.append(f"a length or text that cannot be ({type(error).__name__})")
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF in _CIRCUMSTANCES:
            raise
        faults.append(str(error))


def read(connection: sqlite3.Connection) -> Reading:
    """Both tables, from their first rows to the first that is not whole.

    Raises: `sqlite3.Error` where the circumstances and not the file are bad.
    """
    faults: list[str] = []
    games = _scan(connection, _GAMES, faults)
    found = _scan(connection, _ENTRIES, faults)
    ended = tuple(
        EndedGame(number, started_on, Ending(ending), result, record)
        for number, started_on, ending, result, record, _ in games
    )
    ended_chains = (_START, *(row[-1] for row in games))
    log = tuple(LogRow(*row[:-1]) for row in found)
    rows = _agreed(Rows(ended, log), ended_chains, faults)
    chains = {row[0]: row[-1] for row in found}
    return Reading(rows, _head(rows, chains, ended_chains[-1]), chains, ended_chains, tuple(faults))


def lost_since(rows: Rows, known: Head | None) -> Lost | None:
    """What was there when the journal ended at `known` and is not now, None where that is not
    known.
    """
    if known is None:
        return None
    games = max(0, known.ended - len(rows.ended))
    newest = rows.newest
    if newest is not None and newest.number == known.number and not rows.is_over:
        return Lost(games - known.is_over, max(0, known.seq - rows.log[-1].seq))
    is_kept = known.is_over or any(game.number == known.number for game in rows.ended)
    return Lost(games + (not is_kept), 0)


def kept_and_lost(rows: Rows, lost: Lost | None) -> str:
    """Both in words."""
    kept = f"kept {len(rows.ended)} ended games"
    if rows.newest is not None and not rows.is_over:
        kept += f" and {len(rows.newest.entries)} entries of game {rows.newest.number}"
    if lost is None:
        return f"{kept}; what is lost is not known"
    if lost == Lost(0, 0):
        return f"{kept}; nothing is lost"
    return f"{kept}; lost {lost.games} games and {lost.entries} entries of the newest"


def read_newest(connection: sqlite3.Connection) -> CurrentGame | None:
    """The newest game as the log of a sound journal tells it, None before the first."""
    log = [LogRow(*row[:3]) for row in connection.execute(_ENTRIES)]
    return Rows((), tuple(log)).newest


def last_ending(connection: sqlite3.Connection) -> Ending | None:
    """How the last of the games ended that are over."""
    query = "SELECT ending FROM games ORDER BY number DESC LIMIT 1"
    row = connection.execute(query).fetchone()
    return None if row is None else Ending(row[0])


def put_entries(connection: sqlite3.Connection, head: Head, entries: Iterable[Entry]) -> Head:
    """Further entries of the newest game."""
    for entry in entries:
        head = _put(connection, head, entry.kind, entry.data)
    return head


def put_begin(connection: sqlite3.Connection, head: Head, started_on: str) -> Head:
    """A new game in the place of the one before."""
    connection.execute("DELETE FROM entries")
    number = head.number + 1
    data = _beginning_data(number, started_on, head.ended_chain)
    head = _put(connection, replace(head, chain=_START), BEGIN, data)
    return replace(head, number=number, is_over=False)


def put_end(
    connection: sqlite3.Connection, head: Head, ending: Ending, result: str, record: str
) -> Head:
    """The newest game is over."""
    number, started_on, _ = _beginning(_first_row(connection))
    head = _put_game(connection, head, EndedGame(number, started_on, ending, result, record))
    return replace(_put(connection, head, END, ""), is_over=True)


def put_rows(connection: sqlite3.Connection, rows: Rows) -> None:
    """Everything, into an empty journal. The rows of one that is whole get the hashes they had."""
    first, *log = rows.log or (LogRow(1, NO_GAME, _beginning_data(0, "", _START)),)
    number, started_on, _ = _beginning(first)
    head = Head(seq=first.seq - 1)
    for game in rows.ended:
        if game.number != number:
            head = _put_game(connection, head, game)
    head = _put(connection, head, first.kind, _beginning_data(number, started_on, head.ended_chain))
    for row in log:
        head = _put(connection, head, row.kind, row.data)
    if number and rows.is_over:
        _put_game(connection, head, rows.ended[-1])


_GAMES: Final = (
    "SELECT number, started_on, ending, result, record, chain FROM games ORDER BY number"
)
_ENTRIES: Final = "SELECT seq, kind, data, chain FROM entries ORDER BY seq"
_Row = tuple[Any, ...]


def _scan(connection: sqlite3.Connection, query: str, faults: list[str]) -> list[_Row]:
    """The rows up to the first that does not follow from the one before it."""
    found: list[_Row] = []
    chain = _START
    with damage_noted(faults):
        for row in connection.execute(query):
            if row[-1] != _hash(chain, *row[:-1]):
                faults.append(f"what follows {len(found)} rows of {query.split()[-4]} is not whole")
                break
            found.append(row)
            chain = row[-1]
    return found


def _agreed(rows: Rows, ended_chains: Sequence[str], faults: list[str]) -> Rows:
    """The rows as far as both tables tell the same story."""
    ended, log = rows.ended, rows.log
    if not log:
        faults.append("the entries of the newest game are missing")
        return rows
    number, _, before = _beginning(log[0])
    has_record = number > 0 and any(game.number == number for game in ended[-1:])
    earlier = len(ended) - has_record
    if ended_chains[earlier] != before:
        faults.append("the games that are over are not those before the newest")
    if number == 0:
        return rows
    if any(game.number >= number for game in ended[:earlier]) or has_record > rows.is_over:
        faults.append(f"the entries are older than the record of game {ended[-1].number}")
        return Rows(ended)
    if rows.is_over > has_record:
        faults.append(f"the record of game {number} is missing")
        return Rows(ended, log[:-1])
    return rows


def _head(rows: Rows, chains: dict[int, str], ended_chain: str) -> Head:
    number = rows.ended[-1].number if rows.ended else 0
    if not rows.log:
        return Head(number=number, ended=len(rows.ended), ended_chain=ended_chain)
    first, newest = rows.log[0], rows.log[-1]
    return Head(
        seq=newest.seq,
        chain=chains[newest.seq],
        number=_beginning(first)[0] or number,
        is_over=rows.is_over,
        ended=len(rows.ended),
        ended_chain=ended_chain,
    )


def _first_row(connection: sqlite3.Connection) -> LogRow:
    return LogRow(*connection.execute(_ENTRIES).fetchone()[:-1])


def _beginning(first: LogRow) -> tuple[int, str, str]:
    """Number and day of the game that a log tells, 0 and none for no game, and the hash of the
    games before it.
    """
    number, started_on, before = json.loads(first.data)
    return number, started_on, before


def _beginning_data(number: int, started_on: str, before: str) -> str:
    return json.dumps([number, started_on, before])


def _put(connection: sqlite3.Connection, head: Head, kind: str, data: str) -> Head:
    seq = head.seq + 1
    chain = _hash(head.chain, seq, kind, data)
    connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (seq, kind, data, chain))
    return replace(head, seq=seq, chain=chain)


def _put_game(connection: sqlite3.Connection, head: Head, game: EndedGame) -> Head:
    row = (game.number, game.started_on, game.ending.value, game.result, game.record)
    chain = _hash(head.ended_chain, *row)
    connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", (*row, chain))
    return replace(head, ended=head.ended + 1, ended_chain=chain)


def _hash(*parts: object) -> str:
    """A hash; no two lists of parts look alike to it."""
    return sha256(ascii((_MEANING, *parts)).encode()).hexdigest()[:_HASH_DIGITS]
