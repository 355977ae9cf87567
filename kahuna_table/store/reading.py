"""Reading and judging a journal without changing anything, also while a table writes it.

Everything is read from a copy: SQLite writes beside a file that it only reads, and may even delete
its log. Nothing is decided by a file that was not read and checked as a whole.
"""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Final, NamedTuple

from kahuna_table.files import is_planted
from kahuna_table.store.head import HEAD_NAME, read_head
from kahuna_table.store.older import read_older
from kahuna_table.store.place import check_directory
from kahuna_table.store.rows import (
    Head,
    Reading,
    Rows,
    damage_noted,
    kept_and_lost,
    lost_since,
    read,
)
from kahuna_table.store.schema import APPLICATION_ID, TABLES, VERSION, number_in_header, open_file
from kahuna_table.store.values import Contents, Lost, NoAccessError, StoreError, Trouble

NAME: Final = "journal.sqlite3"
COMPANIONS: Final = ("-wal", "-shm", "-journal")
"""Files that SQLite may keep beside the journal."""

_LOGS: Final = ("-wal", "-journal")
"""Those that SQLite takes into the journal when it opens it."""

_PAGE_BYTES: Final = 4096
_MEMORY: Final = Path("/dev/shm")
_TRIES: Final = 5


class Finding(NamedTuple):
    """What a journal holds that is whole; `trouble` is None where that is all of it."""

    rows: Rows
    head: Head | None
    """None for a journal that must be written again in this version."""
    trouble: Trouble | None = None
    faults: tuple[str, ...] = ()
    lost: Lost | None = None
    is_ours: bool = True
    """False for a journal that another table has written."""

    @property
    def why(self) -> str:
        """What was found, what is kept and what is lost, in words."""
        return f"{'; '.join(self.faults[:3])}; {kept_and_lost(self.rows, self.lost)}"


def read_journal(directory: Path) -> Contents:
    """What the journal in the directory holds now; nothing where there is none.

    A table that is writing it is neither disturbed nor waited for.

    Raises: `NoDirectoryError`; `NoAccessError`; `StoreError` where it is damaged.
    """
    check_directory(directory)
    path = directory / NAME
    try:
        found = examine(path)
    except (sqlite3.Error, OSError) as error:
        raise NoAccessError(
            f"{path} cannot be read ({error}): check whose it is and the room that is left in "
            f"{_scratch()}, and run this as that user"
        ) from error
    if found.trouble is not None:
        raise StoreError(
            f"{path} is {found.trouble.value} ({found.why}): the table repairs it the next "
            "time it starts"
        )
    return found.rows.contents


def examine(path: Path) -> Finding:
    """Reads and checks the whole journal.

    Raises: `sqlite3.Error`, `OSError` where the circumstances and not the file are bad.
    """
    for _ in range(_TRIES):
        before = _stamps(path)
        found = _examine(path, read_head(path.parent))
        if found.trouble is None or _stamps(path) == before:
            return found
        # a running table has emptied its log into the file meanwhile
    raise OSError(errno.EBUSY, "it changed all the time")


def beside(path: Path, ending: str) -> Path:
    """A file that SQLite keeps beside the journal."""
    return path.with_name(path.name + ending)


def _examine(path: Path, known: Head | None) -> Finding:
    present = [ending for ending in ("", *COMPANIONS) if _is_there(beside(path, ending))]
    for part in (beside(path, ending) for ending in present):
        if is_planted(part) or not part.is_file():
            fault = f"expected a file, found {_kind(part)} at {part.name}"
            return _finding(Rows(), Trouble.FOREIGN, [fault], known)
    logs = tuple(ending for ending in _LOGS if ending in present)
    if "" not in present and not logs:
        if known is None or known.number == 0:
            return Finding(Rows(), None)
        return _finding(Rows(), Trouble.REMOVED, [f"expected {path.name}, found no file"], known)
    found = _examine_copy(path, known, logs)
    if found.trouble is None or not logs:
        return found
    alone = _examine_copy(path, known, ())
    if _wealth(alone) <= _wealth(found):
        return found
    faults = ["the log beside it is that of another file", *alone.faults]
    return _finding(alone.rows, Trouble.DAMAGED, faults, known, is_ours=alone.is_ours)


def _wealth(found: Finding) -> tuple[bool, int, int]:
    return found.is_ours, len(found.rows.ended), len(found.rows.log)


def _examine_copy(path: Path, known: Head | None, logs: tuple[str, ...]) -> Finding:
    faults: list[str] = []
    with TemporaryDirectory(prefix="kahuna-table-", dir=_scratch()) as name:
        copy = Path(name) / path.name
        if path.exists():
            _copy(path, copy, faults)
        for ending in logs:
            _copy(beside(path, ending), beside(copy, ending), faults)
        if not copy.exists() or copy.stat().st_size == 0:
            faults.append("expected a journal, found an empty file")
            # SQLite would throw away the log of an empty file
            copy.write_bytes(bytes(_PAGE_BYTES if logs else 0))
        with damage_noted(faults), closing(open_file(copy)) as connection:
            return _judge(connection, known, faults)
    return _finding(Rows(), Trouble.DAMAGED, faults, known)


def _copy(source: Path, target: Path, faults: list[str]) -> None:
    """Zeros stand for what the card does not give."""
    with source.open("rb") as reading, target.open("wb") as writing:
        for place in range(0, os.fstat(reading.fileno()).st_size, _PAGE_BYTES):
            try:
                content = os.pread(reading.fileno(), _PAGE_BYTES, place)
            except OSError as error:
                if error.errno != errno.EIO:
                    raise
                faults.append(f"{source.name} cannot be read at byte {place}")
                content = bytes(_PAGE_BYTES)
            writing.write(content)


def _judge(connection: sqlite3.Connection, known: Head | None, faults: list[str]) -> Finding:
    application, version, columns = 0, 0, set[str]()
    with damage_noted(faults):
        application = number_in_header(connection, "application_id")
        version = number_in_header(connection, "user_version")
        columns = {row[1] for row in connection.execute("PRAGMA table_info(games)")}
    if application != APPLICATION_ID:
        faults.append(f"expected {APPLICATION_ID:#x}, found application id {application:#x}")
    if version > VERSION:
        faults.append(f"expected version {VERSION} or older, found version {version}")
    if "checksum" in columns:
        rows, found = read_older(connection)
        faults += found
        _check_structure(connection, faults)
        if version not in range(1, VERSION):
            faults.append(f"expected an older version, found version {version}")
        return _finding(rows, _trouble(application, version, faults), faults, None)
    reading = read(connection)
    faults += reading.faults
    _check_structure(connection, faults)
    with damage_noted(faults):
        tables = tuple(row[0] for row in connection.execute("SELECT sql FROM sqlite_schema"))
        if version != VERSION or tables != TABLES:
            faults.append(f"expected the tables of version {VERSION}, found others")
    is_ours = _is_ours(reading, known, faults)
    trouble = _trouble(application, version, faults)
    if trouble is None:
        return Finding(reading.rows, reading.head)
    return _finding(reading.rows, trouble, faults, known, is_ours=is_ours)


def _check_structure(connection: sqlite3.Connection, faults: list[str]) -> None:
    """Whether the file can be written to, and nothing would be overwritten."""
    with damage_noted(faults):
        for (line,) in connection.execute("PRAGMA integrity_check(1)"):
            if line != "ok":
                faults.append(str(line).splitlines()[-1])
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("PRAGMA user_version = 0")
        connection.execute("ROLLBACK")


def _is_ours(reading: Reading, known: Head | None, faults: list[str]) -> bool:
    """Whether the journal is the one that ended at `known`, as it was then or later."""
    if known is None:
        return True
    head, chain = reading.head, reading.chains.get(known.seq)
    if head.seq < known.seq:
        faults.append("the newest entries are missing")
        return True
    if chain is not None:
        is_ours = chain == known.chain
    else:  # another game has begun since then
        is_ours = reading.ended_chains[known.ended : known.ended + 1] in ((), (known.ended_chain,))
    if not is_ours:
        faults.append(f"it is not the journal that {HEAD_NAME} tells of")
    elif head.seq == known.seq and head.ended_chain != known.ended_chain:
        faults.append("the games that are over are not all there, or not as they ended")
    return is_ours


def _trouble(application: int, version: int, faults: list[str]) -> Trouble | None:
    if application not in (APPLICATION_ID, 0):
        return Trouble.FOREIGN
    if version > VERSION:
        return Trouble.NEWER
    return Trouble.DAMAGED if faults else None


def _finding(
    rows: Rows,
    trouble: Trouble | None,
    faults: list[str],
    known: Head | None,
    *,
    is_ours: bool = True,
) -> Finding:
    lost = lost_since(rows, known) if is_ours else None
    return Finding(rows, None, trouble, tuple(dict.fromkeys(faults)), lost, is_ours)


def _kind(path: Path) -> str:
    if is_planted(path):
        return "a link of another user's"
    return "a directory" if path.is_dir() else "something else"


def _is_there(path: Path) -> bool:
    """Raises: `OSError` for who may not look."""
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    return True


def _stamps(path: Path) -> tuple[tuple[int, int, int] | None, ...]:
    return tuple(_stamp(part) for part in (path, beside(path, "-wal")))


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _scratch() -> str:
    """Where a copy may lie: in memory, which is free when the card is full."""
    return str(_MEMORY) if os.access(_MEMORY, os.W_OK) else gettempdir()
