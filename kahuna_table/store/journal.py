"""The journal: what happened in the game that is on, and the records of those that are over.

One SQLite file in the state directory. Whatever a call has written is on the card when it returns,
all of it or nothing. The file stays small: the entries of a game make room for those of the next,
its record stays (about 4 kB), and the write-ahead log is emptied when a game ends.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from kahuna_table.store.head import write_head
from kahuna_table.store.hold import HeldError, Hold
from kahuna_table.store.place import check_directory
from kahuna_table.store.reading import COMPANIONS, NAME, beside
from kahuna_table.store.recovery import RepairError, open_and_repair, replace
from kahuna_table.store.rows import (
    DAMAGE,
    Head,
    kept_and_lost,
    last_ending,
    lost_since,
    put_begin,
    put_end,
    put_entries,
    read,
    read_newest,
)
from kahuna_table.store.schema import connect
from kahuna_table.store.values import (
    CurrentGame,
    EndedGame,
    Ending,
    Entry,
    Notice,
    OutOfOrderError,
    StateDirectoryBusy,
    StoreError,
    Trouble,
    check_line,
    check_text,
)

_ADVICE: Final = {
    sqlite3.SQLITE_FULL: "there is no room left: remove what is not needed",
    sqlite3.SQLITE_READONLY: "it is read-only: check whose it is and how the card is mounted",
    sqlite3.SQLITE_CANTOPEN: "check whose it is and that it is a directory",
    sqlite3.SQLITE_IOERR: "check the room that is left, and the card",
    sqlite3.SQLITE_BUSY: "another program has locked it: close that one",
    sqlite3.SQLITE_CORRUPT: "it is damaged: start the table again, which repairs it",
}
_OTHER_ADVICE: Final = "check whose it is, the room that is left, and the card"

_Identity = tuple[int, int]


def open_journal(
    directory: Path,
    *,
    now: Callable[[], datetime],
    between: Callable[[str], None] = lambda _moment: None,
) -> "Journal":
    """The journal of a state directory, made or repaired where need be.

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
    notices: list[Notice] = []
    try:
        _check_rights(directory / NAME)
        connection, head = open_and_repair(directory, now, notices)
    except BaseException as error:
        hold.release()
        if isinstance(error, sqlite3.Error | OSError | RepairError):
            raise _store_error(directory, error, notices) from error
        raise
    if not notices:
        write_head(directory, head)
    return Journal(directory, now, hold, connection, head, notices, between)


def _check_rights(path: Path) -> None:
    """SQLite opens a file without the right to write too, and stays so when the right comes.

    Raises: `OSError`.
    """
    for file in (path, *(beside(path, ending) for ending in COMPANIONS)):
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
        head: Head,
        notices: list[Notice],
        between: Callable[[str], None],
    ) -> None:
        self._directory = directory
        self._path = directory / NAME
        self._now = now
        self._hold = hold
        self._connection = connection
        self._head = head
        self._between = between
        self._files = self._identities()
        self._notices = notices

    def take_notices(self) -> tuple[Notice, ...]:
        """What was wrong when the journal was opened, and since; each is given once.

        A notice that nobody read before the power fails is given again at the next start.
        """
        notices, self._notices = tuple(self._notices), []
        if notices:
            write_head(self._directory, self._head)
        return notices

    def begin(self, started_on: str, *entries: Entry) -> int:
        """A new game, whose number it gives. `started_on` is `YYYY-MM-DD`.

        The entries of the game before are dropped; its record stays.
        """
        check_line("day on which a game starts", started_on)
        if not self._head.is_over:
            raise OutOfOrderError(f"expected no game in progress, found game {self._head.number}")

        def change(connection: sqlite3.Connection, head: Head) -> Head:
            head = put_begin(connection, head, started_on)
            return put_entries(connection, head, entries)

        return self._commit(change).number

    def append(self, *entries: Entry) -> None:
        """Adds the entries to the game in progress, all of them or none."""
        self._check_in_progress()
        self._commit(lambda connection, head: put_entries(connection, head, entries))

    def finish(self, result: str, record: str, *entries: Entry) -> None:
        """The game in progress is over, after these last entries."""
        self._end(Ending.FINISHED, result, record, entries)

    def abandon(self, record: str, *entries: Entry) -> None:
        """The game in progress is given up by both; its record is kept."""
        self._end(Ending.ABANDONED, "", record, entries)

    def add(self, game: EndedGame) -> int:
        """A game that was played elsewhere, with its record alone; its number here."""
        check_line("day on which a game starts", game.started_on)
        check_line("result of a game", game.result)
        check_text("record of a game", game.record)
        if not self._head.is_over:
            raise OutOfOrderError(f"expected no game in progress, found game {self._head.number}")

        def change(connection: sqlite3.Connection, head: Head) -> Head:
            head = put_begin(connection, head, game.started_on)
            return put_end(connection, head, game.ending, game.result, game.record)

        return self._commit(change).number

    def end_lesson(self, *entries: Entry) -> None:
        """What is in progress was a lesson and is over; only its number is kept."""
        self._end(Ending.LESSON, "", "", entries)

    def current(self) -> CurrentGame | None:
        """The game in progress."""
        with self._reading() as connection:
            return None if self._head.is_over else read_newest(connection)

    def just_finished(self) -> CurrentGame | None:
        """The newest game with its entries while it is finished and no other has begun.

        None for a lesson and for one that was abandoned or played elsewhere: they are not on the
        table.
        """
        with self._reading() as connection:
            finished = self._head.is_over and last_ending(connection) is Ending.FINISHED
            newest = read_newest(connection) if finished else None
            return newest if newest is not None and newest.entries else None

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
        self._check_in_progress()

        def change(connection: sqlite3.Connection, head: Head) -> Head:
            head = put_entries(connection, head, entries)
            return put_end(connection, head, ending, result, record)

        self._commit(change)
        # the game is saved already; the log is emptied now since nobody waits for a light
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _commit(self, change: Callable[[sqlite3.Connection, Head], Head]) -> Head:
        """Makes the change durable as a whole, and gives where the journal then ends."""
        with self._reading():
            self._follow_files()
            connection = self._connection
            try:
                connection.execute("BEGIN IMMEDIATE")
                head = change(connection, self._head)
                self._between("inside")
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    with suppress(sqlite3.Error):
                        connection.execute("ROLLBACK")
            self._head = head
            write_head(self._directory, head)
        return head

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._connection
        except (sqlite3.Error, OSError, *DAMAGE) as error:
            raise _store_error(self._directory, error) from error

    def _follow_files(self) -> None:
        """Writes a new file when the open one was removed from the directory: what is added to
        that would be gone with the process.
        """
        if self._identities() == self._files:
            return
        rows = read(self._connection).rows
        lost = lost_since(rows, self._head)
        aside = replace(self._path, rows, Trouble.REMOVED.value, self._now)
        removed, self._connection = self._connection, connect(self._path)
        removed.close()
        self._head = read(self._connection).head
        self._files = self._identities()
        why = f"it was removed or replaced while in use; {kept_and_lost(rows, lost)}"
        self._notices.append(Notice(Trouble.REMOVED, aside, why, lost))

    def _check_in_progress(self) -> None:
        if self._head.is_over:
            raise OutOfOrderError("expected a game in progress, found none: begin one first")

    def _identities(self) -> tuple[_Identity | None, ...]:
        return tuple(_identity(path) for path in (self._path, beside(self._path, "-wal")))


def _identity(path: Path) -> _Identity | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _store_error(directory: Path, error: Exception, notices: Sequence[Notice] = ()) -> StoreError:
    cause = error.__cause__ if isinstance(error, RepairError) else error
    code = getattr(cause, "sqlite_errorcode", None)
    advice = _OTHER_ADVICE if code is None else _ADVICE.get(code & 0xFF, _OTHER_ADVICE)
    what = cause.strerror if isinstance(cause, OSError) else cause
    happened = "".join(f"; {notice.why}" for notice in notices)
    if isinstance(error, RepairError):
        return StoreError(f"{error}; it cannot be repaired and stays as it is ({what}): {advice}")
    return StoreError(
        f"the state directory {directory} cannot be used ({what}): {advice}{happened}"
    )
