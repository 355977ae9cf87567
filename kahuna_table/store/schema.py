"""The tables of the journal and how a connection to them is opened."""

import os
import sqlite3
from pathlib import Path
from typing import Final

from kahuna_table.files import PRIVATE

APPLICATION_ID: Final = 0x4B416875
"""`KAhu`, in the header of every journal."""

VERSION: Final = 3
"""`user_version` of a file with these tables; `older` reads the versions before."""

TABLES: Final = (
    """CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    started_on TEXT NOT NULL,
    ending TEXT NOT NULL,
    result TEXT NOT NULL,
    record TEXT NOT NULL,
    chain TEXT NOT NULL
)""",
    """CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    chain TEXT NOT NULL
)""",
)
"""No index beside them: there is nothing in the file that could contradict the rows."""

_BUSY_S: Final = 5.0


def open_file(path: Path) -> sqlite3.Connection:
    """A plain connection to a file that exists. One thread at a time may use it."""
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=rw",
        uri=True,
        timeout=_BUSY_S,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.text_factory = _text
    return connection


def connect(path: Path) -> sqlite3.Connection:
    """A connection that writes, each commit durable when it returns. The file must exist.

    It locks the file and therefore needs no `-shm`, which a reader would have to write.
    """
    connection = open_file(path)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    except BaseException:
        connection.close()
        raise
    return connection


def create(path: Path) -> sqlite3.Connection:
    """A new file for its user alone, with empty tables, inside a transaction that its `COMMIT`
    makes durable.

    It has no write-ahead log, which could hold what the file lacks.
    """
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))
    connection = open_file(path)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        for statement in TABLES:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
    except BaseException:
        connection.close()
        raise
    return connection


def number_in_header(connection: sqlite3.Connection, name: str) -> int:
    """`application_id` or `user_version`."""
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _text(stored: bytes) -> str:
    """Never fails, so that damaged text meets its checksum and not an exception."""
    return stored.decode("utf-8", "surrogateescape")
