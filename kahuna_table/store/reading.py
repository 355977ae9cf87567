"""Reading a journal without writing to it or making a file, also while a table writes it."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from kahuna_table.store.place import check_directory
from kahuna_table.store.rows import Reading, is_damage, read
from kahuna_table.store.schema import JournalConnection, text
from kahuna_table.store.values import NOTHING, Contents, NoAccessError, StoreError

NAME: Final = "journal.sqlite3"
WAL: Final = "-wal"
INDEX: Final = "-shm"
_BUSY_S: Final = 5.0


def read_journal(directory: Path) -> Contents:
    """What the journal in the directory holds now; nothing where there is none.

    A table that is writing it is neither disturbed nor waited for.

    Raises: `NoDirectoryError`; `StoreError` where it cannot be read or is damaged.
    """
    check_directory(directory)
    path = directory / NAME
    try:
        path.lstat()
    except FileNotFoundError:
        return NOTHING
    except OSError as error:
        raise _unreadable(path, error) from error
    try:
        contents, faults = _read(path)
    except (sqlite3.Error, OSError) as error:
        raise _unreadable(path, error) from error
    if faults:
        raise StoreError(
            f"{path} is damaged ({faults[0]}): the table mends it the next time it starts"
        )
    return contents


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot write. It makes no file where `-wal` and `-shm` are both there or
    both missing.
    """
    mode = "mode=ro" if beside(path, WAL).exists() else "mode=ro&immutable=1"
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?{mode}",
        uri=True,
        timeout=_BUSY_S,
        isolation_level=None,
        factory=JournalConnection,
    )
    connection.text_factory = text
    return connection


def beside(path: Path, ending: str) -> Path:
    """A file that SQLite keeps beside the journal."""
    return path.with_name(path.name + ending)


def _read(path: Path) -> Reading:
    # SQLite would make a new `-shm` beside a lone `-wal`
    if beside(path, WAL).exists() and not beside(path, INDEX).exists():
        return _read_copy(path)
    try:
        with closing(open_to_read(path)) as connection:
            return read(connection)
    except sqlite3.Error as error:
        if is_damage(error):
            raise
        # for instance no room, or no right, to fill the index
        return _read_copy(path)


def _read_copy(path: Path) -> Reading:
    with TemporaryDirectory(prefix="kahuna-table-") as name:
        copy = Path(name) / path.name
        shutil.copyfile(path, copy)
        if beside(path, WAL).exists():
            shutil.copyfile(beside(path, WAL), beside(copy, WAL))
        with closing(open_to_read(copy)) as connection:
            return read(connection)


def _unreadable(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    if isinstance(error, sqlite3.Error) and is_damage(error):
        return StoreError(f"{path} is no journal that can be read ({error}): see what it is")
    return NoAccessError(
        f"{path} cannot be read ({error}): check whose it is, and run this as that user"
    )
