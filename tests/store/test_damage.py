"""A bad file never keeps the table from starting: it is set aside and what is whole is kept."""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from kahuna_table.store.head import HEAD_NAME
from kahuna_table.store.journal import open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import CurrentGame, Lost, StoreError, Trouble
from tests.store.journals import (
    DAY,
    FILE,
    Tell,
    copy,
    die,
    entries,
    entry,
    fill,
    in_child,
    journal_in,
    now,
    record,
    records_in,
)

PAGE_BYTES = 4096
ENTRIES = 250


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE moz_places (url TEXT)")
        other.execute("PRAGMA application_id = 7")


FILES = {
    "empty": (lambda path: path.touch(), Trouble.DAMAGED, "found an empty file"),
    "garbage": (
        lambda path: path.write_bytes(Random(1).randbytes(50_000)),
        Trouble.DAMAGED,
        "file is not a database",
    ),
    "text": (lambda path: path.write_text("hello\n"), Trouble.DAMAGED, "file is not a database"),
    "zeros": (lambda path: path.write_bytes(bytes(9999)), Trouble.DAMAGED, "not a database"),
    "foreign": (foreign, Trouble.FOREIGN, "expected 0x4b416875, found application id 0x7"),
    "directory": (lambda path: path.mkdir(), Trouble.FOREIGN, "found a directory"),
    "pipe": (lambda path: os.mkfifo(path), Trouble.FOREIGN, "found something else"),
    "dangling": (lambda path: path.symlink_to("nowhere"), Trouble.FOREIGN, "something else"),
}


@pytest.mark.parametrize("name", FILES)
def test_what_is_no_journal_is_set_aside_and_named(tmp_path: Path, name: str) -> None:
    make, trouble, why = FILES[name]
    make(tmp_path / FILE)
    with journal_in(tmp_path) as journal:
        assert journal.current() is None
        (notice,) = journal.take_notices()
        journal.begin(DAY, entry(1))
    aside = tmp_path / f"journal-2026-11-30T041500.{trouble.value}.sqlite3"
    assert (notice.trouble, notice.path) == (trouble, aside)
    assert os.path.lexists(aside)
    assert why in notice.why
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(1, DAY, entries(1))
        assert journal.take_notices() == ()


def test_files_that_are_set_aside_in_one_second_keep_apart(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / FILE).write_text(f"bad {number}")
        open_journal(tmp_path, now=now).close()
    asides = sorted(path.name for path in tmp_path.glob("journal-*"))
    assert asides == [
        "journal-2026-11-30T041500-2.damaged.sqlite3",
        "journal-2026-11-30T041500-3.damaged.sqlite3",
        "journal-2026-11-30T041500.damaged.sqlite3",
    ]


def test_companions_go_with_the_file_they_belong_to(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("bad")
    for ending in ("-wal", "-shm", "-journal"):
        (tmp_path / f"{FILE}{ending}").write_text(f"bad {ending}")
    with journal_in(tmp_path) as journal:
        (notice,) = journal.take_notices()
    assert notice.path is not None
    for ending in ("-wal", "-shm", "-journal"):
        assert Path(f"{notice.path}{ending}").read_text() == f"bad {ending}"


def test_a_log_without_its_file_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    """A reader must not open the empty file: SQLite would throw the log away."""
    for content in (None, b""):
        directory = tmp_path / str(content)
        kill_with_log(directory, 60)
        log = log_of(directory).read_bytes()
        (directory / FILE).unlink()
        if content is not None:
            (directory / FILE).write_bytes(content)
        with pytest.raises(StoreError, match="found an empty file"):
            read_journal(directory)
        assert log_of(directory).read_bytes() == log
        with journal_in(directory) as journal:
            (notice,) = journal.take_notices()
            assert notice.path is not None
            assert log_of(notice.path.parent).with_name(f"{notice.path.name}-wal").exists()
            assert notice.lost == Lost(0, 0)
            assert journal.current() == CurrentGame(1, DAY, entries(60))


def test_a_newer_journal_is_set_aside_and_what_is_whole_is_kept(tmp_path: Path) -> None:
    """A program that was put back to an older version goes on with the game."""
    fill(tmp_path, ended=2, count=5)
    with closing(sqlite3.connect(tmp_path / FILE)) as newer:
        newer.execute("ALTER TABLE games ADD COLUMN stars INTEGER")
        newer.execute("PRAGMA user_version = 99")
    with journal_in(tmp_path) as journal:
        (notice,) = journal.take_notices()
        assert notice.trouble is Trouble.NEWER
        assert "or older, found version 99" in notice.why
        assert "kept 2 ended games and 5 entries" in notice.why
        assert journal.current() == CurrentGame(3, DAY, entries(5))


@pytest.mark.parametrize(
    ("change", "games", "kept"),
    [
        (
            "UPDATE entries SET data = 'forged' WHERE seq = 18",
            3,
            6,
        ),
        (
            "UPDATE entries SET kind = 'forged' WHERE seq = 18",
            3,
            6,
        ),
        ("UPDATE entries SET chain = '' WHERE seq = 18", 3, 6),
        ("UPDATE entries SET data = 5 WHERE seq = 18", 3, 6),
        ("UPDATE entries SET data = CAST(x'ff00fe' AS TEXT) WHERE seq = 18", 3, 6),
        ("UPDATE entries SET data = x'00' WHERE seq = 18", 3, 6),
        ("UPDATE entries SET seq = 99 WHERE seq = 18", 3, 6),
        ("DELETE FROM entries WHERE seq = 18", 3, 6),
        ("DELETE FROM entries WHERE seq > 17", 3, 6),
        ("DELETE FROM entries WHERE seq = 11", 3, None),
        ("DELETE FROM entries", 3, None),
        ("UPDATE games SET result = 'forged' WHERE number = 2", 1, 20),
        ("UPDATE games SET record = replace(record, 'FAAA', 'GOLA') WHERE number = 3", 2, 20),
        ("DELETE FROM games WHERE number = 3", 2, 20),
        ("DELETE FROM games WHERE number = 1", 0, 20),
        ("INSERT INTO games VALUES (9, 'x', 'finished', '', '', '')", 3, 20),
        ("PRAGMA user_version = 0", 3, 20),
        ("PRAGMA application_id = 5", 3, 20),
        ("CREATE INDEX some ON games (result)", 3, 20),
    ],
)
def test_a_row_that_was_altered_is_noticed_and_what_is_before_it_kept(
    tmp_path: Path, change: str, games: int, kept: int | None
) -> None:
    fill(tmp_path)
    alter(tmp_path, change)
    with journal_in(tmp_path) as journal:
        game = None if kept is None else CurrentGame(4, DAY, entries(kept))
        (notice,) = journal.take_notices()
        assert journal.current() == game
        assert records_in(tmp_path) == [record(number) for number in range(1, games + 1)]
        lost = Lost(3 - games, 20 - kept) if kept is not None else Lost(4 - games, 0)
        assert notice.lost == lost
        if game is None:
            assert journal.begin(DAY) == 4
        journal.append(entry(99))


def alter(directory: Path, *changes: str) -> None:
    with closing(sqlite3.connect(directory / FILE, isolation_level=None)) as connection:
        for change in changes:
            connection.execute(change)


def test_an_altered_entry_of_a_game_that_has_just_ended_is_noticed(tmp_path: Path) -> None:
    """Its record is kept, only it is not shown again."""
    with journal_in(tmp_path) as journal:
        journal.begin(DAY, *entries(9))
        journal.finish("black third-scoring 5-3", record(1))
    alter(tmp_path, "DELETE FROM entries WHERE seq = 7")
    with journal_in(tmp_path) as journal:
        (notice,) = journal.take_notices()
        assert notice.lost == Lost(0, 0)
        assert records_in(tmp_path) == [record(1)]
        assert journal.just_finished() is None


def test_a_game_whose_record_is_gone_goes_on_from_its_entries(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        journal.begin(DAY, *entries(9))
        journal.finish("black third-scoring 5-3", record(1))
    alter(tmp_path, "DELETE FROM games")
    with journal_in(tmp_path) as journal:
        assert len(journal.take_notices()) == 1
        assert journal.current() == CurrentGame(1, DAY, entries(9))


def test_a_game_that_has_just_ended_is_still_shown_after_a_repair(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        journal.begin(DAY)
        journal.finish("white third-scoring 3-5", record(1))
        journal.begin(DAY, *entries(9))
        journal.finish("black third-scoring 5-3", record(2))
    alter(tmp_path, "CREATE INDEX some ON games (result)")
    with journal_in(tmp_path) as journal:
        assert len(journal.take_notices()) == 1
        assert journal.just_finished() == CurrentGame(2, DAY, entries(9))


def test_another_tables_journal_is_taken_up_with_a_notice(tmp_path: Path) -> None:
    """Somebody copied it here, and wants its games."""
    fill(tmp_path / "here", ended=3)
    fill(tmp_path / "there", ended=2, count=30)
    (tmp_path / "here" / FILE).write_bytes((tmp_path / "there" / FILE).read_bytes())
    with journal_in(tmp_path / "here") as journal:
        (notice,) = journal.take_notices()
        assert notice.lost is None
        assert journal.current() == CurrentGame(3, DAY, entries(30))


def test_a_log_of_another_journal_beside_a_whole_one_costs_nothing(tmp_path: Path) -> None:
    fill(tmp_path / "here", ended=3)
    kill_with_log(tmp_path / "there", 20)
    log_of(tmp_path / "here").write_bytes(log_of(tmp_path / "there").read_bytes())
    with journal_in(tmp_path / "here") as journal:
        (notice,) = journal.take_notices()
        assert notice.why.startswith("the log beside it is that of another file")
        assert notice.lost == Lost(0, 0)
        assert journal.current() == CurrentGame(4, DAY, entries(20))


def test_sectors_that_the_card_does_not_give_are_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path, count=ENTRIES)
    read, bad = os.pread, (tmp_path / FILE).stat().st_size - PAGE_BYTES

    def pread(file: int, length: int, place: int) -> bytes:
        if place == bad:
            raise OSError(errno.EIO, "Input/output error")
        return read(file, length, place)

    monkeypatch.setattr(os, "pread", pread)
    with journal_in(tmp_path) as journal:
        (notice,) = journal.take_notices()
        assert f"{FILE} cannot be read at byte {bad}" in notice.why


def test_a_journal_that_is_gone_is_told(tmp_path: Path) -> None:
    fill(tmp_path, ended=2)
    (tmp_path / FILE).unlink()
    with journal_in(tmp_path) as journal:
        (notice,) = journal.take_notices()
        assert (notice.trouble, notice.lost) == (Trouble.REMOVED, Lost(3, 0))
        assert journal.begin(DAY) == 1
    with journal_in(tmp_path) as journal:
        assert journal.take_notices() == ()


def test_a_list_of_free_pages_that_makes_no_sense_is_noticed(tmp_path: Path) -> None:
    """Nothing is lost yet, but the next writes would overwrite what they should not."""
    fill(tmp_path, count=ENTRIES)
    content = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(content[:32] + b"\0\0\0\2\0\0\0\1" + content[40:])
    with journal_in(tmp_path) as journal:
        assert len(journal.take_notices()) == 1
        assert journal.current() == CurrentGame(4, DAY, entries(ENTRIES))


def kill_with_log(directory: Path, commits: int) -> None:
    """A game whose entries are still in the write-ahead log, each in a commit of its own."""

    def act(_tell: Tell) -> None:
        journal = open_journal(directory, now=now)
        journal.begin(DAY)
        for number in range(1, commits + 1):
            journal.append(entry(number))
        die()

    in_child(act)


def log_of(directory: Path) -> Path:
    return directory / f"{FILE}-wal"


@pytest.mark.parametrize("is_known", [True, False], ids=["known", "not known"])
def test_a_log_cut_at_any_length_gives_its_whole_commits(tmp_path: Path, is_known: bool) -> None:
    """After a power cut the end of the log may be missing, and `journal.head` does not know more.
    Where it does, the commits were durable and are lost.
    """
    kill_with_log(tmp_path / "original", 20)
    if not is_known:
        (tmp_path / "original" / HEAD_NAME).unlink()
    length = log_of(tmp_path / "original").stat().st_size
    seen = []
    for size in range(0, length + 1, 1237):
        directory = copy(tmp_path / "original", tmp_path / f"cut{size}")
        os.truncate(log_of(directory), size)
        with journal_in(directory) as journal:
            game, notices = journal.current(), journal.take_notices()
        kept = -1 if game is None else len(game.entries)
        lost = Lost(1, 0) if game is None else Lost(0, 20 - kept)
        assert [notice.lost for notice in notices] == ([lost] if is_known and kept < 20 else [])
        seen.append(kept)
    assert seen == sorted(seen)
    assert len(set(seen)) > 15


def test_a_log_that_took_over_an_older_one_is_whole(tmp_path: Path) -> None:
    """Frames from before the last emptying follow in the same file, and mean nothing."""

    def act(_tell: Tell) -> None:
        journal = open_journal(tmp_path, now=now)
        journal.begin(DAY)
        for number in range(1, 31):
            journal.append(entry(number))
        journal.finish("black third-scoring 5-3", record(1))
        journal.begin(DAY, entry(1))
        journal.append(entry(2))
        die()

    in_child(act)
    assert log_of(tmp_path).stat().st_size > 30 * PAGE_BYTES
    with journal_in(tmp_path) as journal:
        assert journal.take_notices() == ()
        assert journal.current() == CurrentGame(2, DAY, entries(2))


def test_a_schema_that_is_not_even_text_is_damage_like_any_other(tmp_path: Path) -> None:
    # SQLite quotes it in its message, which Python then cannot decode
    fill(tmp_path)
    path = tmp_path / FILE
    data = path.read_bytes()
    at = data.index(b"CREATE TABLE games") + len(b"CREATE TABLE ga")
    path.write_bytes(data[:at] + b"\xbd" + data[at + 1 :])

    with journal_in(tmp_path) as journal:
        assert [notice.trouble for notice in journal.take_notices()] == [Trouble.DAMAGED]
