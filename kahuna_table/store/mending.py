"""Judging a journal file, setting a bad one aside, and building the one that takes its place.

Whatever is cut off by a power cut here, the next start goes on where this one stopped: a new file
is built under another name, made durable, and only then do names change.
"""

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from kahuna_table.files import PRIVATE, is_planted
from kahuna_table.store.aside import free_name, sync_directory
from kahuna_table.store.reading import INDEX, NAME, WAL, beside, open_to_read
from kahuna_table.store.rows import is_damage, put_contents, read
from kahuna_table.store.schema import (
    APPLICATION_ID,
    PAGE_BYTES,
    VERSION,
    connect,
    migrate,
    version_of,
)
from kahuna_table.store.values import NOTHING, Contents, Notice, Trouble
from kahuna_table.store.wal import lost_commits

_COMPANIONS: Final = (WAL, INDEX, "-journal")
_BUILDING: Final = "journal.building"
_READY: Final = "journal.ready"
_VALID_FOR: Final = slice(92, 96)
"""In a header, the change that its number of pages belongs to; if another, the file's size counts.
https://www.sqlite.org/fileformat.html, section 1.3.
"""


class Judgement(NamedTuple):
    """What a file holds that is whole; `trouble` is None where that is all of it."""

    contents: Contents
    trouble: Trouble | None = None
    why: str = ""


def open_and_mend(
    directory: Path, now: Callable[[], datetime]
) -> tuple[sqlite3.Connection, tuple[Notice, ...]]:
    """A connection to a journal that is whole, made or mended where need be.

    Raises: `sqlite3.Error`, `OSError` where the circumstances do not allow it.
    """
    path = directory / NAME
    notices = (*finish_replacing(path, now), *_mend(path, now))
    try:
        return _connect(path), notices
    except sqlite3.DatabaseError as error:
        if not is_damage(error) or error.sqlite_errorcode == sqlite3.SQLITE_READONLY:
            raise
        # it can be read as a whole, but not written
        contents = judge(path).contents
        notice = _replace_and_tell(path, contents, Trouble.DAMAGED, str(error), now)
        return _connect(path), (*notices, notice)


def judge(path: Path) -> Judgement:
    """Reads the whole file, without changing it.

    Raises: `sqlite3.Error`, `OSError` where the circumstances and not the file are at fault.
    """
    for part in (path, *(beside(path, ending) for ending in _COMPANIONS)):
        if os.path.lexists(part) and (is_planted(part) or not part.is_file()):
            return Judgement(NOTHING, Trouble.FOREIGN, f"expected a file, found {_kind(part)}")
    if path.stat().st_size == 0:
        return Judgement(NOTHING, Trouble.DAMAGED, "expected a journal, found an empty file")
    try:
        with closing(open_to_read(path)) as connection:
            return _judge(path, connection)
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        return Judgement(NOTHING, Trouble.DAMAGED, f"expected a journal, got {error}")


def replace(
    path: Path, contents: Contents, trouble: Trouble, now: Callable[[], datetime]
) -> Path | None:
    """Puts a new journal with these contents in the place of the file, whose new path it gives."""
    build(path, contents)
    os.replace(path.with_name(_BUILDING), path.with_name(_READY))
    sync_directory(path.parent)
    return _change_names(path, _READY, trouble, now)


def create(path: Path, now: Callable[[], datetime]) -> None:
    """An empty journal where there is none."""
    build(path, NOTHING)
    _change_names(path, _BUILDING, Trouble.DAMAGED, now)


def finish_replacing(path: Path, now: Callable[[], datetime]) -> Iterator[Notice]:
    """Goes on where a power cut interrupted `replace`, and tidies up after it."""
    for ending in ("", *_COMPANIONS):
        path.with_name(_BUILDING + ending).unlink(missing_ok=True)
    ready = path.with_name(_READY)
    if ready.exists() and not os.path.lexists(path):
        _change_names(path, _READY, Trouble.DAMAGED, now)
        yield Notice(Trouble.DAMAGED, None, "the power failed while a damaged journal was mended")
    ready.unlink(missing_ok=True)


def build(path: Path, contents: Contents) -> None:
    """A durable file beside `path`, which no one takes for a journal yet."""
    building = path.with_name(_BUILDING)
    building.unlink(missing_ok=True)
    os.close(os.open(building, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))
    with closing(connect(building)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        migrate(connection)
        connection.execute("BEGIN")
        put_contents(connection, contents)
        connection.execute("COMMIT")


def kept(contents: Contents) -> str:
    """What could be saved from a file, in words."""
    game = contents.current
    ended = f"{len(contents.ended)} ended games"
    if game is None:
        return f"kept {ended}"
    return f"kept {ended} and {len(game.entries)} entries of game {game.number}"


def _mend(path: Path, now: Callable[[], datetime]) -> Iterator[Notice]:
    if not os.path.lexists(path):
        create(path, now)
        return
    contents, trouble, why = judge(path)
    if trouble is Trouble.DAMAGED:
        contents = max(contents, _under_new_header(path), key=_wealth)
    if trouble is not None:
        yield _replace_and_tell(path, contents, trouble, why, now)


def _replace_and_tell(
    path: Path, contents: Contents, trouble: Trouble, why: str, now: Callable[[], datetime]
) -> Notice:
    aside = replace(path, contents, trouble, now)
    return Notice(trouble, aside, f"{why}; {kept(contents)}")


def _under_new_header(path: Path) -> Contents:
    """What can be read when the first page is replaced, which is the same in every journal: with
    that page alone SQLite would lose all others.
    """
    if not path.is_file():
        return NOTHING
    build(path, NOTHING)
    building = path.with_name(_BUILDING)
    first = bytearray(building.read_bytes()[:PAGE_BYTES])
    first[_VALID_FOR] = bytes(4)
    shutil.copyfile(path, building)
    with building.open("r+b") as file:
        file.write(first)
    with closing(open_to_read(building)) as connection:
        return read(connection).contents


def _wealth(contents: Contents) -> int:
    newest = contents.current or contents.over
    return len(contents.ended) + (len(newest.entries) + 1 if newest else 0)


def _connect(path: Path) -> sqlite3.Connection:
    connection = connect(path)
    try:
        migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _judge(path: Path, connection: sqlite3.Connection) -> Judgement:
    contents, faults = read(connection)
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = version_of(connection)
    if application != APPLICATION_ID:
        found = f"application id {application:#x}"
        return Judgement(contents, Trouble.FOREIGN, f"expected {APPLICATION_ID:#x}, found {found}")
    if version > VERSION:
        why = f"expected version {VERSION} or older, found version {version}"
        return Judgement(contents, Trouble.NEWER, why)
    faults += tuple(_structural_faults(connection))
    if lost := lost_commits(beside(path, WAL), _frames_accepted(beside(path, INDEX))):
        faults += (f"{lost} commits of the write-ahead log cannot be read",)
    if version < 1:
        faults += (f"expected a version from 1 to {VERSION}, found {version}",)
    return Judgement(contents, Trouble.DAMAGED if faults else None, "; ".join(faults[:3]))


def _structural_faults(connection: sqlite3.Connection) -> Iterator[str]:
    try:
        for (line,) in connection.execute("PRAGMA quick_check(1)"):
            if line != "ok":
                yield str(line).splitlines()[-1]
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        yield str(error)


def _frames_accepted(index: Path) -> int:
    """How many frames of the log SQLite took: https://www.sqlite.org/walformat.html, 2.1."""
    if not index.exists():
        return 0
    with index.open("rb") as file:
        return int.from_bytes(file.read(20)[16:], sys.byteorder)


def _change_names(
    path: Path, new: str, trouble: Trouble, now: Callable[[], datetime]
) -> Path | None:
    """What lies at `path` and beside it steps aside, the new file takes the name."""
    aside = free_name(path, trouble.value, now(), _COMPANIONS)
    was_there = os.path.lexists(path)
    for ending in ("", *_COMPANIONS):
        with suppress(FileNotFoundError):
            os.rename(beside(path, ending), beside(aside, ending))
    os.rename(path.with_name(new), path)
    sync_directory(path.parent)
    return aside if was_there else None


def _kind(path: Path) -> str:
    if is_planted(path):
        return f"a link of another user's at {path.name}"
    return f"a directory at {path.name}" if path.is_dir() else f"something else at {path.name}"
