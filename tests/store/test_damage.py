"""A bad file never keeps the table from starting: it is set aside and what is whole is kept."""

import os
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from kahuna_table.store.journal import open_journal
from kahuna_table.store.values import CurrentGame, Notice, Trouble
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
)

PAGE_BYTES = 4096
HEADER_BYTES = 100
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
        assert (journal.current(), journal.games()) == (None, ())
        (notice,) = journal.notices
        journal.begin(DAY, entry(1))
    aside = tmp_path / f"journal-2026-11-30T041500.{trouble.value}.sqlite3"
    assert (notice.trouble, notice.path) == (trouble, aside)
    assert os.path.lexists(aside)
    assert why in notice.why
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(1, DAY, entries(1))
        assert journal.notices == ()


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
        (notice,) = journal.notices
    assert notice.path is not None
    for ending in ("-wal", "-shm", "-journal"):
        assert Path(f"{notice.path}{ending}").read_text() == f"bad {ending}"


def test_a_log_without_its_file_is_not_taken_for_a_journal(tmp_path: Path) -> None:
    kill_with_log(tmp_path, 20)
    (tmp_path / FILE).unlink()
    with journal_in(tmp_path) as journal:
        assert (journal.current(), journal.games()) == (None, ())
        journal.begin(DAY, entry(7))
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(1, DAY, (entry(7),))


def test_a_newer_journal_is_set_aside_and_what_is_whole_is_kept(tmp_path: Path) -> None:
    """A program that was put back to an older version goes on with the game."""
    fill(tmp_path, ended=2, count=5)
    with closing(sqlite3.connect(tmp_path / FILE)) as newer:
        newer.execute("ALTER TABLE games ADD COLUMN stars INTEGER")
        newer.execute("PRAGMA user_version = 99")
    with journal_in(tmp_path) as journal:
        (notice,) = journal.notices
        assert notice.trouble is Trouble.NEWER
        assert "or older, found version 99; kept 2 ended games and 5 entries" in notice.why
        assert journal.current() == CurrentGame(3, DAY, entries(5))


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ("UPDATE entries SET data = 'forged' WHERE seq = 7", 6),
        ("UPDATE entries SET kind = 'forged' WHERE seq = 7", 6),
        ("UPDATE entries SET chain = lower(hex(randomblob(16))) WHERE seq = 7", 6),
        ("UPDATE entries SET data = 5 WHERE seq = 7", 6),
        ("UPDATE entries SET data = CAST(x'ff00fe' AS TEXT) WHERE seq = 7", 6),
        ("UPDATE entries SET data = x'00' WHERE seq = 7", 6),
        ("UPDATE entries SET seq = 99 WHERE seq = 7", 6),
        ("DELETE FROM entries WHERE seq = 7", 6),
        ("DELETE FROM entries WHERE seq = 0", 0),
        ("DELETE FROM entries", 0),
        ("DELETE FROM games WHERE number = 4", 20),
        ("UPDATE games SET started_on = '1999-01-01' WHERE number = 4", 20),
        ("UPDATE games SET checksum = '' WHERE number = 4", 20),
        ("UPDATE entries SET game = 2 WHERE seq = 7", 6),
        ("PRAGMA user_version = 0", 20),
        ("PRAGMA application_id = 5", 20),
        ("INSERT INTO games VALUES (9, 'x', NULL, '', '', '')", 20),
    ],
)
def test_a_row_that_was_altered_is_noticed(tmp_path: Path, change: str, kept: int) -> None:
    fill(tmp_path)
    alter(tmp_path, "DROP TRIGGER entries_are_never_altered", "DROP INDEX in_progress", change)
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(4, DAY, entries(kept))
        assert len(journal.notices) == 1
        journal.append(entry(kept + 1))


def alter(directory: Path, *changes: str) -> None:
    with closing(sqlite3.connect(directory / FILE, isolation_level=None)) as connection:
        for change in changes:
            connection.execute(change)


def test_a_record_that_was_altered_costs_only_that_game(tmp_path: Path) -> None:
    fill(tmp_path)
    alter(tmp_path, "UPDATE games SET record = replace(record, 'FAAA', 'GOLA') WHERE number = 2")
    with journal_in(tmp_path) as journal:
        assert [game.number for game in journal.games()] == [1, 3, 4]
        assert [journal.record_of(number) for number in (1, 3)] == [record(1), record(3)]
        assert journal.current() == CurrentGame(4, DAY, entries(20))


def test_an_altered_entry_of_a_game_that_has_just_ended_is_noticed(tmp_path: Path) -> None:
    """That game may still be reopened."""
    with journal_in(tmp_path) as journal:
        journal.begin(DAY, *entries(9))
        journal.finish("black third-scoring 5-3", record(1))
    alter(tmp_path, "DROP TRIGGER entries_are_never_altered", "DELETE FROM entries WHERE seq = 7")
    with journal_in(tmp_path) as journal:
        assert len(journal.notices) == 1
        assert journal.record_of(1) == record(1)
        assert journal.just_finished() is None


def test_a_game_that_has_just_ended_can_still_go_on_after_mending(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        journal.begin(DAY)
        journal.finish("white third-scoring 3-5", record(1))
        journal.begin(DAY, *entries(9))
        journal.finish("black third-scoring 5-3", record(2))
    alter(tmp_path, "UPDATE games SET result = 'draw' WHERE number = 1")
    with journal_in(tmp_path) as journal:
        (notice,) = journal.notices
        assert "kept 1 ended games" in notice.why
        assert journal.just_finished() == CurrentGame(2, DAY, entries(9))
        assert journal.record_of(2) == record(2)
        journal.reopen(entry(10))
        assert journal.current() == CurrentGame(2, DAY, entries(10))


def test_games_on_both_sides_of_a_bad_page_are_kept(tmp_path: Path) -> None:
    fill(tmp_path, ended=40)
    content = (tmp_path / FILE).read_bytes()
    start = content.index(b"record 20\n") // PAGE_BYTES * PAGE_BYTES
    (tmp_path / FILE).write_bytes(content[:start] + bytes(8) + content[start + 8 :])
    with journal_in(tmp_path) as journal:
        assert [game.number for game in journal.games()] == [*range(1, 20), *range(21, 42)]
        assert journal.current() == CurrentGame(41, DAY, entries(20))


def test_a_list_of_free_pages_that_makes_no_sense_is_noticed(tmp_path: Path) -> None:
    """Nothing is lost yet, but the next writes would overwrite what they should not."""
    fill(tmp_path, count=ENTRIES)
    content = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(content[:32] + b"\0\0\0\2\0\0\0\1" + content[40:])
    with journal_in(tmp_path) as journal:
        assert len(journal.notices) == 1
        assert journal.current() == CurrentGame(4, DAY, entries(ENTRIES))


def test_an_entry_cannot_be_altered_by_mistake(tmp_path: Path) -> None:
    fill(tmp_path)
    with pytest.raises(sqlite3.IntegrityError, match="never altered"):
        alter(tmp_path, "UPDATE entries SET data = 'forged' WHERE seq = 7")


def whole_prefix(directory: Path, last: int) -> tuple[int, tuple[Notice, ...]]:
    """How many entries of the game in progress are kept; all there is must be true."""
    with journal_in(directory) as journal:
        game, notices = journal.current(), journal.notices
        for summary in journal.games():
            if summary.ending is not None:
                assert journal.record_of(summary.number) == record(summary.number)
        kept = 0
        if game is None:
            journal.begin(DAY)
        else:
            kept = len(game.entries)
            assert game.number in (0, last)
            assert game.entries == entries(kept)
        journal.append(entry(1))
    return kept, notices


def test_a_file_cut_at_any_length_is_noticed_and_its_whole_part_is_kept(tmp_path: Path) -> None:
    fill(tmp_path / "original", count=ENTRIES)
    content = (tmp_path / "original" / FILE).read_bytes()
    most = 0
    for length in [*range(0, len(content), 1531), *range(0, len(content), PAGE_BYTES)]:
        directory = tmp_path / f"cut{length}"
        directory.mkdir(exist_ok=True)
        (directory / FILE).write_bytes(content[:length])
        kept, notices = whole_prefix(directory, 4)
        assert len(notices) == 1
        most = max(most, kept)
    assert most > ENTRIES // 2


@pytest.mark.parametrize("start", range(0, 1800, 450))
def test_a_flipped_byte_is_noticed_or_harmless(tmp_path: Path, start: int) -> None:
    fill(tmp_path / "original", count=ENTRIES)
    content = (tmp_path / "original" / FILE).read_bytes()
    noticed = 0
    header = range(start // 100, HEADER_BYTES, 20)
    for place in [*header, *range(HEADER_BYTES + start, len(content), 1800)]:
        directory = tmp_path / f"flip{place}"
        directory.mkdir()
        flipped = bytes([content[place] ^ 0x5A])
        (directory / FILE).write_bytes(content[:place] + flipped + content[place + 1 :])
        kept, notices = whole_prefix(directory, 4)
        assert kept == ENTRIES or notices
        noticed += bool(notices)
        assert kept == ENTRIES or place > PAGE_BYTES, "the first page is the same in every journal"
    assert noticed > 15


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


def test_a_log_cut_at_any_length_gives_its_whole_commits(tmp_path: Path) -> None:
    """What a power cut does: the end of the log is missing, and nothing is wrong with that."""
    kill_with_log(tmp_path / "original", 20)
    length = log_of(tmp_path / "original").stat().st_size
    seen = []
    for size in range(0, length + 1, 1237):
        directory = copy(tmp_path / "original", tmp_path / f"cut{size}")
        os.truncate(log_of(directory), size)
        kept, notices = whole_prefix(directory, 1)
        assert notices == ()
        seen.append(kept)
    assert seen == sorted(seen)
    assert len(set(seen)) > 15


def test_a_log_that_is_damaged_in_its_middle_is_noticed(tmp_path: Path) -> None:
    """SQLite drops what follows in silence."""
    kill_with_log(tmp_path / "original", 20)
    content = log_of(tmp_path / "original").read_bytes()
    for place in [*range(0, 32, 3), *range(32, len(content), 2029)]:
        directory = copy(tmp_path / "original", tmp_path / f"flip{place}")
        flipped = bytes([content[place] ^ 0x5A])
        log_of(directory).write_bytes(content[:place] + flipped + content[place + 1 :])
        kept, notices = whole_prefix(directory, 1)
        assert kept >= 19 or notices, place


def test_a_log_that_took_over_an_older_one_is_whole(tmp_path: Path) -> None:
    """Frames of before the last emptying follow in the same file, and mean nothing."""

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
    assert whole_prefix(tmp_path, 2) == (2, ())


def test_a_log_that_had_just_begun_to_take_over_an_older_one_is_whole(tmp_path: Path) -> None:
    """The power failed between its new header and its first frame."""

    def act(_tell: Tell) -> None:
        journal = open_journal(tmp_path, now=now)
        journal.begin(DAY, *entries(3))
        for number in range(4, 31):
            journal.append(entry(number))
        die()

    in_child(act)
    log = log_of(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        content = log.read_bytes()
        file = (tmp_path / FILE).read_bytes()
    log.write_bytes(with_new_salts(content[:32]) + content[32:])
    (tmp_path / FILE).write_bytes(file)
    with journal_in(tmp_path) as journal:
        assert journal.notices == ()
        assert journal.current() == CurrentGame(1, DAY, entries(30))


def with_new_salts(header: bytes) -> bytes:
    """The header of a log that follows the one with this header."""
    words = list(struct.unpack(">8I", header))
    words[4] += 1
    content = struct.pack(">6I", *words[:6])
    first = second = 0
    for one, two in struct.iter_unpack("<2I" if words[0] % 2 == 0 else ">2I", content):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + two + first) & 0xFFFFFFFF
    return content + struct.pack(">2I", first, second)


def test_a_schema_that_is_not_even_text_is_damage_like_any_other(tmp_path: Path) -> None:
    # SQLite quotes it in its message, which Python then cannot decode
    fill(tmp_path)
    path = tmp_path / FILE
    data = path.read_bytes()
    at = data.index(b"CREATE TABLE games") + len(b"CREATE TABLE ga")
    path.write_bytes(data[:at] + b"\xbd" + data[at + 1 :])

    with journal_in(tmp_path) as journal:
        assert [notice.trouble for notice in journal.notices] == [Trouble.DAMAGED]
