"""The tables of the journal, their versions, and how a connection to them is opened."""

import sqlite3
from pathlib import Path
from typing import Any, Final

APPLICATION_ID: Final = 0x4B416875
"""`KAhu`, in the header of every journal."""

STEPS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE games (
            number INTEGER PRIMARY KEY,
            started_on TEXT NOT NULL,
            ending TEXT,
            result TEXT NOT NULL,
            record TEXT NOT NULL,
            checksum TEXT NOT NULL
        )""",
        """CREATE TABLE entries (
            game INTEGER NOT NULL REFERENCES games,
            seq INTEGER NOT NULL,
            kind TEXT NOT NULL,
            data TEXT NOT NULL,
            chain TEXT NOT NULL,
            PRIMARY KEY (game, seq)
        ) WITHOUT ROWID""",
    ),
    (
        # the file itself holds that no two games are in progress
        "CREATE UNIQUE INDEX in_progress ON games (ending IS NULL) WHERE ending IS NULL",
        """CREATE TRIGGER entries_are_never_altered BEFORE UPDATE ON entries
            BEGIN SELECT RAISE (ABORT, 'an entry is never altered'); END""",
    ),
)
"""What makes each version out of the one before; `user_version` counts the steps done.

Rows keep their meaning over all versions: a step that changes it also changes `rows.MEANING`.
"""

VERSION: Final = len(STEPS)
PAGE_BYTES: Final = 4096
_BUSY_S: Final = 5.0


class JournalConnection(sqlite3.Connection):
    """A connection whose errors are `sqlite3.Error` whatever stands in the file.

    SQLite quotes a damaged schema in its message, and Python cannot decode what is no UTF-8.
    """

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        try:
            return super().execute(sql, parameters)
        except UnicodeDecodeError as error:
            damage = sqlite3.DatabaseError("malformed database schema, not even text")
            damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damage from error


def connect(path: Path) -> sqlite3.Connection:
    """A connection that writes, each commit durable when it returns. The file must exist.

    One thread at a time may use it.
    """
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=rw",
        uri=True,
        timeout=_BUSY_S,
        isolation_level=None,
        check_same_thread=False,
        factory=JournalConnection,
    )
    try:
        connection.text_factory = text
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        connection.close()
        raise
    return connection


def migrate(connection: sqlite3.Connection, steps: tuple[tuple[str, ...], ...] = STEPS) -> None:
    """Takes a file of any older version to the last one, all steps or none."""
    connection.execute("BEGIN IMMEDIATE")
    for version, statements in enumerate(steps, start=1):
        if version <= version_of(connection):
            continue
        for statement in statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version}")
    connection.execute("COMMIT")


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def text(stored: bytes) -> str:
    """Never fails, so that damaged text meets its checksum and not an exception."""
    return stored.decode("utf-8", "surrogateescape")
