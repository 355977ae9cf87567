"""Journals of older versions are taken along; the file stays small over many games."""

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from kahuna_table.store.reading import read_journal
from kahuna_table.store.rows import put_contents
from kahuna_table.store.schema import (
    APPLICATION_ID,
    STEPS,
    VERSION,
    connect,
    migrate,
    version_of,
)
from kahuna_table.store.values import Contents, CurrentGame, EndedGame, Ending
from tests.store.journals import (
    DAY,
    FILE,
    Tell,
    copy,
    die_at_size,
    entries,
    entry,
    in_child,
    journal_in,
    record,
)

CONTENTS = Contents(
    (EndedGame(1, DAY, Ending.FINISHED, "black third-scoring 5-3", record(1)),),
    CurrentGame(2, DAY, entries(30)),
)


FINISHED = Contents(CONTENTS.ended, None, CurrentGame(1, DAY, entries(30)))


def make(directory: Path, version: int, contents: Contents = CONTENTS) -> None:
    """A journal as an older program left it."""
    directory.mkdir(exist_ok=True)
    (directory / FILE).touch()
    with closing(connect(directory / FILE)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        migrate(connection, STEPS[:version])
        put_contents(connection, contents)


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_a_journal_of_any_version_is_taken_along(tmp_path: Path, version: int) -> None:
    make(tmp_path, version)
    assert read_journal(tmp_path) == CONTENTS
    with journal_in(tmp_path) as journal:
        assert journal.take_notices() == ()
        assert journal.current() == CONTENTS.current
        assert journal.record_of(1) == record(1)
        journal.append(entry(31))
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        assert version_of(connection) == VERSION
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(2, DAY, entries(31))
        assert journal.take_notices() == ()


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_a_game_that_had_just_ended_is_taken_along(tmp_path: Path, version: int) -> None:
    make(tmp_path, version, FINISHED)
    assert read_journal(tmp_path) == FINISHED
    with journal_in(tmp_path) as journal:
        assert journal.take_notices() == ()
        assert journal.just_finished() == FINISHED.over
        journal.reopen(entry(31))
        assert journal.current() == CurrentGame(1, DAY, entries(31))


@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_process_killed_in_a_migration_loses_nothing(tmp_path: Path, version: int) -> None:
    killed = 0
    make(tmp_path / "original", version)
    for size in range(100, 60_000, 5003):
        directory = copy(tmp_path / "original", tmp_path / str(size))

        def act(_tell: Tell, directory: Path = directory, size: int = size) -> None:
            die_at_size(size)
            journal_in(directory).__enter__()

        killed += in_child(act).signal != 0
        with journal_in(directory) as journal:
            assert journal.current() == CONTENTS.current
            assert journal.take_notices() == ()
    assert killed > 4


def test_a_migration_happens_as_a_whole_or_not(tmp_path: Path) -> None:
    make(tmp_path, 1)
    steps = (*STEPS[:1], ("CREATE TABLE half (a)", "CREATE TABLE games (a)"))
    with closing(connect(tmp_path / FILE)) as connection:
        with pytest.raises(sqlite3.OperationalError, match="games already exists"):
            migrate(connection, steps)
        connection.execute("ROLLBACK")
        assert version_of(connection) == 1
    assert read_journal(tmp_path) == CONTENTS


def test_a_version_that_its_tables_belie_is_mended(tmp_path: Path) -> None:
    make(tmp_path, VERSION)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA user_version = 1")
    with journal_in(tmp_path) as journal:
        assert len(journal.notices) == 1
        assert journal.current() == CONTENTS.current


def test_every_commit_waits_for_the_card(tmp_path: Path) -> None:
    make(tmp_path, VERSION)
    with closing(connect(tmp_path / FILE)) as connection:
        full = 2
        assert connection.execute("PRAGMA synchronous").fetchone() == (full,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_an_entry_belongs_to_a_game(tmp_path: Path) -> None:
    make(tmp_path, VERSION)
    with (
        closing(connect(tmp_path / FILE)) as connection,
        pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"),
    ):
        connection.execute("INSERT INTO entries VALUES (9, 0, '', '', '')")


def test_the_file_grows_by_records_only(tmp_path: Path) -> None:
    """Entries make room for those of the next game; the log is emptied when a game ends."""
    games, of_each = 150, 60
    logs = []
    with journal_in(tmp_path) as journal:
        for number in range(1, games + 1):
            journal.begin(DAY)
            journal.append(*entries(of_each))
            journal.finish("white third-scoring 3-5", record(number))
            logs.append((tmp_path / f"{FILE}-wal").stat().st_size)
    records = sum(len(record(number)) for number in range(1, games + 1))
    of_one_game = sum(len(each.data) + 60 for each in entries(of_each))
    assert (tmp_path / FILE).stat().st_size < 2 * records + 3 * of_one_game
    assert max(logs[50:]) < 2 * max(logs[:10])
    with journal_in(tmp_path) as journal:
        assert len(journal.games()) == games
        assert next(n for n in count(1) if journal.record_of(n) != record(n) or n == games) == games
