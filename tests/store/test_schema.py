"""Journals of older versions are taken along; the file stays small over many games."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kahuna_table.store.reading import read_journal
from kahuna_table.store.schema import VERSION, connect
from kahuna_table.store.values import Contents, CurrentGame, EndedGame, Ending, StoreError
from tests.store.journals import (
    DAY,
    FILE,
    Tell,
    copy,
    die_at_size,
    entries,
    entry,
    fill,
    in_child,
    journal_in,
    record,
    records_in,
)
from tests.store.older import VERSIONS, make_older

CONTENTS = Contents(
    (EndedGame(1, DAY, Ending.FINISHED, "black third-scoring 5-3", record(1)),),
    CurrentGame(2, DAY, entries(30)),
)


FINISHED = CurrentGame(1, DAY, entries(30))


@pytest.mark.parametrize("version", VERSIONS)
def test_a_journal_of_any_version_is_taken_along(tmp_path: Path, version: int) -> None:
    content = make_older(tmp_path, version, CONTENTS).read_bytes()
    assert read_journal(tmp_path) == CONTENTS
    with journal_in(tmp_path) as journal:
        assert journal.take_notices() == ()
        assert journal.current() == CONTENTS.current
        assert records_in(tmp_path) == [record(1)]
        journal.append(entry(31))
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(2, DAY, entries(31))
        assert journal.take_notices() == ()
    assert (tmp_path / "journal-2026-11-30T041500.older.sqlite3").read_bytes() == content


@pytest.mark.parametrize("version", VERSIONS)
def test_a_game_that_had_just_ended_is_taken_along(tmp_path: Path, version: int) -> None:
    contents = Contents(CONTENTS.ended, None)
    make_older(tmp_path, version, contents, FINISHED)
    assert read_journal(tmp_path) == contents
    with journal_in(tmp_path) as journal:
        assert journal.take_notices() == ()
        assert journal.just_finished() == FINISHED


@pytest.mark.parametrize("version", VERSIONS)
def test_a_process_killed_while_it_takes_one_along_loses_nothing(
    tmp_path: Path, version: int
) -> None:
    killed = 0
    make_older(tmp_path / "original", version, CONTENTS)
    for size in range(100, 30_000, 2503):
        directory = copy(tmp_path / "original", tmp_path / str(size))

        def act(_tell: Tell, directory: Path = directory, size: int = size) -> None:
            die_at_size(size)
            journal_in(directory).__enter__()

        killed += in_child(act).signal != 0
        with journal_in(directory) as journal:
            assert journal.current() == CONTENTS.current
    assert killed > 4


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ("UPDATE entries SET data = 'forged' WHERE seq = 7", (1, 6)),
        ("DELETE FROM entries WHERE seq = 7", (1, 6)),
        ("DELETE FROM entries", (1, None)),
        ("UPDATE games SET result = 'forged' WHERE number = 1", (0, 30)),
        ("UPDATE games SET started_on = 'forged' WHERE number = 2", (1, 30)),
        ("PRAGMA user_version = 3", (1, 30)),
    ],
)
def test_an_older_journal_is_kept_up_to_its_damage(
    tmp_path: Path, change: str, kept: tuple[int, int | None]
) -> None:
    path = make_older(tmp_path, 1, CONTENTS)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(change)
    with pytest.raises(StoreError, match="is damaged"):
        read_journal(tmp_path)
    with journal_in(tmp_path) as journal:
        (notice,) = journal.take_notices()
        assert notice.lost is None
    found = read_journal(tmp_path)
    assert len(found.ended) == kept[0]
    expected = None if kept[1] is None else CurrentGame(2, DAY, entries(kept[1]))
    assert found.current == expected


def test_an_index_of_version_2_that_is_wrong_decides_nothing(tmp_path: Path) -> None:
    """One bit of it said that no game is in progress."""
    path = make_older(tmp_path, 2, CONTENTS)
    content = path.read_bytes()
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'in_progress'"
        (page,) = connection.execute(query).fetchone()
    at = 4096 * page - 1
    path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
    with journal_in(tmp_path) as journal:
        assert len(journal.take_notices()) == 1
        assert journal.current() == CONTENTS.current
    assert records_in(tmp_path) == [record(1)]


def test_a_sector_of_ones_in_version_2_is_damage_like_any_other(tmp_path: Path) -> None:
    """SQLite then asks for more memory than there is."""
    many = Contents((), CurrentGame(1, DAY, entries(200)))
    content = make_older(tmp_path / "original", 2, many).read_bytes()
    for number, place in enumerate(range(512, len(content), 1024)):
        directory = copy(tmp_path / "original", tmp_path / str(number))
        (directory / FILE).write_bytes(content[:place] + b"\xff" * 512 + content[place + 512 :])
        with journal_in(directory) as journal:
            game = journal.current()
            assert journal.take_notices() or game == many.current
        assert game is None or game.entries == entries(len(game.entries))


def test_every_commit_waits_for_the_card(tmp_path: Path) -> None:
    fill(tmp_path)
    with closing(connect(tmp_path / FILE)) as connection:
        full = 2
        assert connection.execute("PRAGMA synchronous").fetchone() == (full,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


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
    assert records_in(tmp_path) == [record(number) for number in range(1, games + 1)]
