"""Opening a journal: a bad file is set aside, and a new one with all that is whole takes its place.

Whatever is cut off by a power cut here, the next start goes on where this one stopped: a new file
is built under another name, made durable, and only then do names change.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from kahuna_table.store.aside import free_name, sync_directory
from kahuna_table.store.reading import COMPANIONS, NAME, Finding, beside, examine
from kahuna_table.store.rows import Head, Rows, put_rows, read
from kahuna_table.store.schema import connect, create
from kahuna_table.store.values import Notice, Trouble

_BUILDING: Final = "journal.building"
_READY: Final = "journal.ready"
_OLDER: Final = "older"


class RepairError(Exception):
    """The file was not replaced, because of the error that caused this one."""


def open_and_repair(
    directory: Path, now: Callable[[], datetime], notices: list[Notice]
) -> tuple[sqlite3.Connection, Head]:
    """A connection to a journal that is whole, made or repaired where need be, and where it ends.
    Adds to the notices what was wrong, also where it then fails.

    Raises: `sqlite3.Error`, `OSError` where the circumstances do not allow it; `RepairError` where
    they do not allow a repair, and the bad file is as it was.
    """
    path = directory / NAME
    notices += _finish_replacing(path, now)
    found = examine(path)
    if found.head is None:
        notices += _replace(path, found, now)
    connection = connect(path)
    head = found.head or read(connection).head
    return connection, head


def replace(path: Path, rows: Rows, why: str, now: Callable[[], datetime]) -> Path | None:
    """Puts a new journal with these rows in the place of the file, whose new path it gives.

    Raises: `sqlite3.Error`, `OSError`; the file is where it was, or the next start goes on.
    """
    building, ready = path.with_name(_BUILDING), path.with_name(_READY)
    try:
        _build(building, rows)
        is_there = any(os.path.lexists(beside(path, ending)) for ending in ("", *COMPANIONS))
        os.replace(building, ready if is_there else path)
        sync_directory(path.parent)
    except (sqlite3.Error, OSError):
        _remove(building)
        raise
    return _change_names(path, why, now) if is_there else None


def _replace(path: Path, found: Finding, now: Callable[[], datetime]) -> tuple[Notice, ...]:
    why = _OLDER if found.trouble is None else found.trouble.value
    try:
        aside = replace(path, found.rows, why, now)
    except (sqlite3.Error, OSError) as error:
        if found.trouble is None:
            raise
        raise RepairError(f"{path} is {why} ({found.why})") from error
    if found.trouble is None:
        return ()
    return (Notice(found.trouble, aside, found.why, found.lost),)


def _finish_replacing(path: Path, now: Callable[[], datetime]) -> tuple[Notice, ...]:
    """Goes on where a power cut interrupted `replace`, and tidies up after it."""
    _remove(path.with_name(_BUILDING))
    ready = path.with_name(_READY)
    if not ready.exists() or os.path.lexists(path):
        ready.unlink(missing_ok=True)
        return ()
    aside = _change_names(path, Trouble.DAMAGED.value, now)
    why = "the power failed while the journal was replaced; the file before it lies beside it"
    return (Notice(Trouble.DAMAGED, aside, why, None),)


def _build(building: Path, rows: Rows) -> None:
    """A durable file, which no one takes for a journal yet."""
    with closing(create(building)) as connection:
        put_rows(connection, rows)
        connection.execute("COMMIT")


def _remove(building: Path) -> None:
    for part in (building, *(beside(building, ending) for ending in COMPANIONS)):
        part.unlink(missing_ok=True)


def _change_names(path: Path, why: str, now: Callable[[], datetime]) -> Path:
    """What lies at `path` and beside it steps aside, the new file takes the name."""
    aside = free_name(path, why, now(), COMPANIONS)
    for ending in ("", *COMPANIONS):
        with suppress(FileNotFoundError):
            os.rename(beside(path, ending), beside(aside, ending))
    os.rename(path.with_name(_READY), path)
    sync_directory(path.parent)
    return aside
