"""Reading a journal without writing to it or making a file, also while a table writes it."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from kahuna_table.store.rows import is_damage, read
from kahuna_table.store.schema import text
from kahuna_table.store.values import NOTHING, Contents, StoreError

NAME: Final = "journal.sqlite3"
WAL: Final = "-wal"
INDEX: Final = "-shm"
_BUSY_S: Final = 5.0


def read_journal(directory: Path) -> Contents:
    """What the journal in the directory holds now; nothing where there is none.

    A table that is writing it is neither disturbed nor waited for.

    Raises: `StoreError` where it cannot be read or is damaged.
    """
    path = directory / NAME
    try:
        if not os.path.lexists(path):
            return NOTHING
        with _private_copy_if_needed(path) as readable, closing(open_to_read(readable)) as found:
            contents, faults = read(found)
    except (sqlite3.Error, OSError) as error:
        raise unreadable(path, error) from error
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
        f"{path.resolve().as_uri()}?{mode}", uri=True, timeout=_BUSY_S, isolation_level=None
    )
    connection.text_factory = text
    return connection


def beside(path: Path, ending: str) -> Path:
    """A file that SQLite keeps beside the journal."""
    return path.with_name(path.name + ending)


def unreadable(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    if isinstance(error, sqlite3.Error) and is_damage(error):
        return StoreError(f"{path} is no journal that can be read ({error}): see what it is")
    return StoreError(
        f"{path} cannot be read ({error}): check whose it is, and run this as that user"
    )


@contextmanager
def _private_copy_if_needed(path: Path) -> Iterator[Path]:
    """SQLite would make a new `-shm` beside a lone `-wal`, so that pair is read elsewhere."""
    if beside(path, INDEX).exists() or not beside(path, WAL).exists():
        yield path
        return
    with TemporaryDirectory(prefix="kahuna-table-") as name:
        copy = Path(name) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(beside(path, WAL), beside(copy, WAL))
        yield copy
