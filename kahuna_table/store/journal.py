"""The journal: what happened in the game that is on, and the records of those that are over.

One SQLite file in the state directory. Whatever a call has written is on the card when it returns,
all of it or nothing. The file stays small: the entries of a game make room for those of the next,
its record stays (about 4 kB), and the write-ahead log is emptied when a game ends.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from kahuna_table.store.hold import HeldError, Hold
from kahuna_table.store.mending import kept, open_and_mend, replace
from kahuna_table.store.place import check_directory
from kahuna_table.store.reading import INDEX, NAME, WAL, beside
from kahuna_table.store.rows import (
    put_begin,
    put_end,
    put_entries,
    put_reopened,
    read,
    read_ended,
    read_entries,
)
from kahuna_table.store.schema import connect
from kahuna_table.store.values import (
    CurrentGame,
    EndedGame,
    Ending,
    Entry,
    GameSummary,
    Notice,
    OutOfOrderError,
    StateDirectoryBusy,
    StoreError,
    Trouble,
    UnknownGameError,
    check_line,
    check_text,
)

_ADVICE: Final = {
    sqlite3.SQLITE_FULL: "there is no room left: remove what is not needed",
    sqlite3.SQLITE_READONLY: "it is read-only: check whose it is and how the card is mounted",
    sqlite3.SQLITE_CANTOPEN: "check whose it is and that it is a directory",
    sqlite3.SQLITE_IOERR: "check the room that is left, and the card",
    sqlite3.SQLITE_BUSY: "another program has locked it: close that one",
    sqlite3.SQLITE_CORRUPT: "it is damaged: start the table again, which mends it",
}
_OTHER_ADVICE: Final = "check whose it is, the room that is left, and the card"

_Identity = tuple[int, int]


def open_journal(
    directory: Path,
    *,
    now: Callable[[], datetime],
    between: Callable[[str], None] = lambda _moment: None,
) -> "Journal":
    """The journal of a state directory, made or mended where need be.

    A file that is damaged or not ours is set aside and whatever is whole in it is kept: see
    `Journal.notices`. `now` is the wall clock, for names of files. `between` is called with
    "inside" in every transaction, all rows put and none committed.

    Raises: `StateDirectoryBusy`; `NoDirectoryError`; `StoreError` where the directory cannot be
    written.
    """
    check_directory(directory)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        hold = Hold(directory)
    except HeldError as error:
        raise StateDirectoryBusy(directory, error.pid) from error
    except OSError as error:
        raise _store_error(directory, error) from error
    try:
        _check_rights(directory / NAME)
        connection, notices = open_and_mend(directory, now)
    except BaseException as error:
        hold.release()
        if isinstance(error, sqlite3.Error | OSError):
            raise _store_error(directory, error) from error
        raise
    return Journal(directory, now, hold, connection, notices, between)


def _check_rights(path: Path) -> None:
    """SQLite opens a file without the right to write too, and stays so when the right comes.

    Raises: `OSError`.
    """
    for file in (path, beside(path, WAL), beside(path, INDEX)):
        if file.is_file() and not file.is_symlink():
            os.close(os.open(file, os.O_RDWR | os.O_CLOEXEC))


class Journal:
    """Made by `open_journal`; used by one thread at a time, which need not be the same.

    Every call raises `StoreError` when the card fails; then nothing has changed, and the next call
    may succeed. A call that does not fit raises `OutOfOrderError`.
    """

    def __init__(
        self,
        directory: Path,
        now: Callable[[], datetime],
        hold: Hold,
        connection: sqlite3.Connection,
        notices: tuple[Notice, ...],
        between: Callable[[str], None],
    ) -> None:
        self._directory = directory
        self._path = directory / NAME
        self._now = now
        self._hold = hold
        self._connection = connection
        self._between = between
        self._files = self._identities()
        self.notices = notices
        """What was wrong when the journal was opened, and since."""

    def begin(self, started_on: str, *entries: Entry) -> int:
        """A new game, whose number it gives. `started_on` is `YYYY-MM-DD`.

        The entries of the game before are dropped; its record stays.
        """
        check_line("day on which a game starts", started_on)
        with self._transaction() as connection:
            current = _number_in_progress(connection)
            if current is not None:
                raise OutOfOrderError(f"expected no game in progress, found game {current}")
            number = _last_number(connection) + 1
            connection.execute("DELETE FROM entries")
            put_begin(connection, number, started_on)
            put_entries(connection, number, entries)
        return number

    def append(self, *entries: Entry) -> None:
        """Adds the entries to the game in progress, all of them or none."""
        with self._transaction() as connection:
            put_entries(connection, _in_progress(connection), entries)

    def finish(self, result: str, record: str, *entries: Entry) -> None:
        """The game in progress is over, after these last entries."""
        self._end(Ending.FINISHED, result, record, entries)

    def abandon(self, record: str, *entries: Entry) -> None:
        """The game in progress is given up by both; its record is kept."""
        self._end(Ending.ABANDONED, "", record, entries)

    def reopen(self, *entries: Entry) -> None:
        """The newest game goes on after all: its last move was taken back.

        Its entries are those from before its end, and now these.
        """
        with self._transaction() as connection:
            number = _last_number(connection)
            game = read_ended(connection, number)
            if game is None or read_entries(connection, number) is None:
                raise OutOfOrderError("expected a game that has just ended, found none")
            put_reopened(connection, game)
            put_entries(connection, number, entries)

    def current(self) -> CurrentGame | None:
        """The game in progress, up to its last whole entry."""
        with self._reading() as connection:
            number = _number_in_progress(connection)
            return None if number is None else read_entries(connection, number)

    def just_finished(self) -> CurrentGame | None:
        """The newest game with its entries while it is finished and no other has begun.

        None for one that was abandoned: that is no longer on the table.
        """
        with self._reading() as connection:
            number = _last_number(connection)
            game = read_ended(connection, number)
            if game is None or game.ending is not Ending.FINISHED:
                return None
            return read_entries(connection, number)

    def games(self) -> tuple[GameSummary, ...]:
        """All games in the order of their numbers."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT number, started_on, ending, result FROM games ORDER BY number"
            ).fetchall()
        return tuple(
            GameSummary(number, started_on, None if ending is None else Ending(ending), result)
            for number, started_on, ending, result in rows
        )

    def record_of(self, number: int) -> str | None:
        """The record of a game, None while it is in progress.

        Raises: `UnknownGameError`.
        """
        with self._reading() as connection:
            game = read_ended(connection, number)
            if game is not None:
                return game.record
            if number != _number_in_progress(connection):
                raise UnknownGameError(number, _last_number(connection))
        return None

    def close(self) -> None:
        """Empties the write-ahead log into the file and lets go of the directory.

        Nothing is lost where that fails: the next start does it.
        """
        with suppress(sqlite3.Error):
            self._connection.close()
        self._hold.release()

    def _end(self, ending: Ending, result: str, record: str, entries: tuple[Entry, ...]) -> None:
        check_line("result of a game", result)
        check_text("record of a game", record)
        with self._transaction() as connection:
            number = _in_progress(connection)
            put_entries(connection, number, entries)
            (started_on,) = connection.execute(
                "SELECT started_on FROM games WHERE number = ?", (number,)
            ).fetchone()
            put_end(connection, EndedGame(number, started_on, ending, result, record))
        # the game is saved already; the log is emptied now since nobody waits for a light
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._reading():
            self._follow_files()
            connection = self._connection
            try:
                connection.execute("BEGIN IMMEDIATE")
                yield connection
                self._between("inside")
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    with suppress(sqlite3.Error):
                        connection.execute("ROLLBACK")

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._connection
        except (sqlite3.Error, OSError) as error:
            raise _store_error(self._directory, error) from error

    def _follow_files(self) -> None:
        """Writes a new file when the open one was removed from the directory: what is added to
        that would be gone with the process.
        """
        if self._identities() == self._files:
            return
        contents, _ = read(self._connection)
        aside = replace(self._path, contents, Trouble.REMOVED, self._now)
        lost, self._connection = self._connection, connect(self._path)
        lost.close()
        self._files = self._identities()
        why = f"the journal was removed or replaced while it was in use; {kept(contents)}"
        self.notices += (Notice(Trouble.REMOVED, aside, why),)

    def _identities(self) -> tuple[_Identity | None, ...]:
        return tuple(_identity(path) for path in (self._path, beside(self._path, WAL)))


def _identity(path: Path) -> _Identity | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _number_in_progress(connection: sqlite3.Connection) -> int | None:
    row = connection.execute("SELECT number FROM games WHERE ending IS NULL").fetchone()
    return None if row is None else int(row[0])


def _in_progress(connection: sqlite3.Connection) -> int:
    number = _number_in_progress(connection)
    if number is None:
        raise OutOfOrderError("expected a game in progress, found none: begin one first")
    return number


def _last_number(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT COALESCE(MAX(number), 0) FROM games").fetchone()[0])


def _store_error(directory: Path, error: sqlite3.Error | OSError) -> StoreError:
    code = getattr(error, "sqlite_errorcode", None)
    advice = _OTHER_ADVICE if code is None else _ADVICE.get(code & 0xFF, _OTHER_ADVICE)
    what = error.strerror if isinstance(error, OSError) else error
    return StoreError(f"the state directory {directory} cannot be used ({what}): {advice}")
