"""The rows of the journal: written with checksums, read back as far as they are whole.

Every entry carries a chain, a checksum over itself and the chain of the entry before; entry 0 says
which game it is and when it began. A torn or altered entry thereby ends its game's whole part.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar

from kahuna_table.store.values import Contents, CurrentGame, EndedGame, Ending, Entry

MEANING: Final = "kahuna journal 1"
"""Part of every checksum: rows that mean something else are not whole to this program."""

_BEGIN: Final = "begin"
_MOST_LOOKED_FOR: Final = 20_000
"""More than all games and all entries of one; a damaged number may be any."""

_CHECKSUM_DIGITS: Final = 32

_DAMAGE: Final = {
    sqlite3.SQLITE_ERROR,  # no such table or column
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_SCHEMA,
    sqlite3.SQLITE_READONLY,  # it must be mended before it can be read
}
_UNREADABLE: Final = {
    sqlite3.SQLITE_IOERR_READ,
    sqlite3.SQLITE_IOERR_SHORT_READ,
    sqlite3.SQLITE_IOERR_CORRUPTFS,
}


class Reading(NamedTuple):
    """What is whole in a file, and everything in it that is not."""

    contents: Contents
    faults: tuple[str, ...]


class _GameRow(NamedTuple):
    number: int
    started_on: str
    ending: str | None
    result: str
    record: str
    checksum: str

    @property
    def key(self) -> tuple[int, ...]:
        return (self.number,)

    @classmethod
    def of(cls, row: Sequence[Any]) -> Self | None:
        """The row if it is whole."""
        match row:
            case (int(number), str(day), str() | None as ending, str(result), str(record), found):
                whole = cls(number, day, ending, result, record, str(found))
                return whole if found == _digest("game", *whole[:-1]) else None
        return None


class _EntryRow(NamedTuple):
    game: int
    seq: int
    kind: str
    data: str
    chain: str

    @property
    def key(self) -> tuple[int, ...]:
        return (self.game, self.seq)

    @classmethod
    def of(cls, row: Sequence[Any]) -> Self | None:
        """The row if its values are of the right kinds; whether it is whole says the chain."""
        match row:
            case (int(game), int(seq), str(kind), str(data), str(chain)):
                return cls(game, seq, kind, data, chain)
        return None

    def follows(self, chain: str) -> bool:
        """Whether this is the whole entry that came after the one with this chain."""
        return self.chain == _digest(chain, self.game, self.seq, self.kind, self.data)


_Row = TypeVar("_Row", _GameRow, _EntryRow)


@dataclass(frozen=True)
class _Table(Generic[_Row]):
    """How the rows of a table are asked for."""

    name: str
    key: tuple[str, ...]
    columns: tuple[str, ...]
    whole: Callable[[Sequence[Any]], _Row | None]

    @property
    def select(self) -> str:
        return f"SELECT {', '.join(self.columns)} FROM {self.name}"

    @property
    def where(self) -> str:
        return f" WHERE {' AND '.join(f'{column} = ?' for column in self.key)}"

    def order(self, direction: str) -> str:
        return f" ORDER BY {', '.join(f'{column} {direction}' for column in self.key)}"


_GAMES: Final = _Table("games", ("number",), _GameRow._fields, _GameRow.of)
_ENTRIES: Final = _Table("entries", ("game", "seq"), _EntryRow._fields, _EntryRow.of)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is bad, rather than the circumstances (no room, no right)."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF in _DAMAGE or code in _UNREADABLE


def put_begin(connection: sqlite3.Connection, number: int, started_on: str) -> None:
    """A new game, whose `number` is greater than those of all others."""
    _put_game(connection, (number, started_on, None, "", ""))
    _put_entry(connection, MEANING, number, 0, Entry(_BEGIN, started_on))


def put_entries(connection: sqlite3.Connection, number: int, entries: Iterable[Entry]) -> None:
    """Further entries of a game that `put_begin` began."""
    last, chain = connection.execute(
        "SELECT seq, chain FROM entries WHERE game = ? ORDER BY seq DESC LIMIT 1", (number,)
    ).fetchone()
    for seq, entry in enumerate(entries, last + 1):
        chain = _put_entry(connection, chain, number, seq, entry)


def put_end(connection: sqlite3.Connection, game: EndedGame) -> None:
    """The end of a game, whether it is known already or not."""
    row = (game.number, game.started_on, game.ending.value, game.result, game.record)
    _put_game(connection, row)


def put_reopened(connection: sqlite3.Connection, game: EndedGame) -> None:
    """The game is in progress again."""
    _put_game(connection, (game.number, game.started_on, None, "", ""))


def put_contents(connection: sqlite3.Connection, contents: Contents) -> None:
    """Everything, into an empty journal."""
    newest = contents.current or contents.over
    if newest is not None:
        put_begin(connection, newest.number, newest.started_on)
        put_entries(connection, newest.number, newest.entries)
    for game in contents.ended:
        put_end(connection, game)


def read(connection: sqlite3.Connection) -> Reading:
    """All whole rows, as far as they can be reached.

    Raises: `sqlite3.Error` where the circumstances and not the file are at fault.
    """
    faults: list[str] = []
    games = _scan(connection, _GAMES, faults)
    entries = _scan(connection, _ENTRIES, faults)
    ended = tuple(game for row in games if (game := _ended(row)) is not None)
    last = ended[-1].number if ended else 0
    unfinished = {row.number: row.started_on for row in games if row.ending is None}
    numbers = unfinished.keys() | {row.game for row in entries}
    newest = max(numbers, default=0)
    faults += [f"game {number} has not ended" for number in sorted(numbers - {newest})]
    of_newest = [row for row in entries if row.game == newest]
    if newest <= last:
        faults += [f"game {number} has not ended" for number in unfinished]
        over = _whole(newest, of_newest, faults) if of_newest else None
        over = over if newest == last else None
        return Reading(Contents(ended, None, over), tuple(faults))
    current = _chained(newest, of_newest, faults)
    if newest not in unfinished:
        faults.append(f"the row of game {newest} is missing")
    elif current is None:
        current = CurrentGame(newest, unfinished[newest], ())
    return Reading(Contents(ended, current), tuple(faults))


def read_ended(connection: sqlite3.Connection, number: int) -> EndedGame | None:
    """The game with its record, None where it is unknown, in progress or not whole."""
    row = connection.execute(_GAMES.select + _GAMES.where, (number,)).fetchone()
    found = None if row is None else _GameRow.of(row)
    return None if found is None else _ended(found)


def read_entries(connection: sqlite3.Connection, number: int) -> CurrentGame | None:
    """The game as its entries tell it, None where not even their beginning is whole."""
    select = f"{_ENTRIES.select} WHERE game = ? ORDER BY seq"
    rows = [_EntryRow.of(row) for row in connection.execute(select, (number,))]
    return _chained(number, [row for row in rows if row is not None], [])


def _chained(number: int, rows: Sequence[_EntryRow], faults: list[str]) -> CurrentGame | None:
    """The game up to its last whole entry."""
    chain, whole = MEANING, list[_EntryRow]()
    for row in rows:
        if not row.follows(chain):
            faults.append(f"entry {len(whole)} of game {number} is not whole")
            break
        chain = row.chain
        whole.append(row)
    if not whole:
        faults.append(f"the entries of game {number} are missing")
        return None
    entries = tuple(Entry(row.kind, row.data) for row in whole[1:])
    return CurrentGame(number, whole[0].data, entries)


def _whole(number: int, rows: Sequence[_EntryRow], faults: list[str]) -> CurrentGame | None:
    """The game if all its entries are whole."""
    found: list[str] = []
    game = _chained(number, rows, found)
    faults += found
    return None if found else game


def _ended(row: _GameRow) -> EndedGame | None:
    if row.ending is None:
        return None
    return EndedGame(row.number, row.started_on, Ending(row.ending), row.result, row.record)


def _scan(connection: sqlite3.Connection, table: _Table[_Row], faults: list[str]) -> list[_Row]:
    """The whole rows of a table in their order: from the front and, past a bad page, from the back
    and one by one (the one before an error is lost to whoever asks for many).
    """
    rows: dict[object, _Row | None] = {}

    def take(query: str, values: tuple[int, ...] = ()) -> bool:
        try:
            for row in connection.execute(query, values):
                rows[row] = table.whole(row)
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
            if (fault := f"{table.name}: {error}") not in faults:
                faults.append(fault)
            return False
        return True

    is_complete = take(table.select + table.order("ASC")) or take(
        table.select + table.order("DESC")
    )
    sound = {row.key: row for row in rows.values() if row}
    if not is_complete and sound:
        *game, last = max(sound)
        for number in range(min(last + 2, _MOST_LOOKED_FOR)):
            if (*game, number) not in sound:
                take(table.select + table.where, (*game, number))
    sound = {row.key: row for row in rows.values() if row}
    if lost := len(rows) - len(sound):
        faults.append(f"{table.name}: {lost} not whole")
    return [sound[key] for key in sorted(sound)]


def _put_game(connection: sqlite3.Connection, row: tuple[int, str, str | None, str, str]) -> None:
    connection.execute(
        "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET "
        "ending = excluded.ending, result = excluded.result, record = excluded.record, "
        "checksum = excluded.checksum",
        (*row, _digest("game", *row)),
    )


def _put_entry(
    connection: sqlite3.Connection, chain: str, number: int, seq: int, entry: Entry
) -> str:
    """Writes the entry and gives its chain."""
    after = _digest(chain, number, seq, entry.kind, entry.data)
    row = (number, seq, entry.kind, entry.data, after)
    connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)
    return after


def _digest(*parts: str | int | None) -> str:
    """A checksum; no two lists of parts look alike to it."""
    texts = [MEANING, *("" if part is None else str(part) for part in parts)]
    content = "".join(f"{len(text)}:{text}" for text in texts)
    return sha256(content.encode("utf-8", "surrogateescape")).hexdigest()[:_CHECKSUM_DIGITS]
