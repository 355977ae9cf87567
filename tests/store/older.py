"""Journals as the programs of versions 1 and 2 left them."""

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from kahuna_table.store.values import Contents, CurrentGame
from tests.store.journals import FILE

VERSIONS = (1, 2)
MEANING = "kahuna journal 1"
TABLES = """
    PRAGMA journal_mode = WAL;
    PRAGMA application_id = 0x4B416875;
    CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        started_on TEXT NOT NULL,
        ending TEXT,
        result TEXT NOT NULL,
        record TEXT NOT NULL,
        checksum TEXT NOT NULL
    );
    CREATE TABLE entries (
        game INTEGER NOT NULL REFERENCES games,
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        chain TEXT NOT NULL,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID;
"""
OF_VERSION_2 = """
    CREATE UNIQUE INDEX in_progress ON games (ending IS NULL) WHERE ending IS NULL;
    CREATE TRIGGER entries_are_never_altered BEFORE UPDATE ON entries
    BEGIN SELECT RAISE (ABORT, 'an entry is never altered'); END;
"""


def make_older(
    directory: Path, version: int, contents: Contents, over: CurrentGame | None = None
) -> Path:
    """The file of a journal with these contents; `over` is the last game that ended, with its
    entries.
    """
    directory.mkdir(exist_ok=True)
    with closing(sqlite3.connect(directory / FILE, isolation_level=None)) as connection:
        connection.executescript(TABLES + (OF_VERSION_2 if version == 2 else ""))
        connection.execute(f"PRAGMA user_version = {version}")
        for game in contents.ended:
            ending = game.ending.value
            put_game(connection, game.number, game.started_on, ending, game.result, game.record)
        if contents.current is not None:
            game = contents.current
            put_game(connection, game.number, game.started_on, None, "", "")
        newest, chain = contents.current or over, MEANING
        rows = [("begin", newest.started_on)] if newest else []
        rows += [(entry.kind, entry.data) for entry in newest.entries] if newest else []
        for seq, (kind, data) in enumerate(rows):
            chain = checksum(chain, newest.number, seq, kind, data)
            row = (newest.number, seq, kind, data, chain)
            connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)
    return directory / FILE


def put_game(connection: sqlite3.Connection, *row: str | int | None) -> None:
    values = (*row, checksum("game", *row))
    connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", values)


def checksum(*parts: str | int | None) -> str:
    texts = [MEANING, *("" if part is None else str(part) for part in parts)]
    content = "".join(f"{len(text)}:{text}" for text in texts)
    return sha256(content.encode()).hexdigest()[:32]
