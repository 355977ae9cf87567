"""Reading beside a running table: nothing is made, nothing waits."""

import os
from pathlib import Path

import pytest

from kahuna_table.store.journal import open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import (
    NOTHING,
    CurrentGame,
    EndedGame,
    Ending,
    StoreError,
)
from tests.store.journals import (
    DAY,
    FILE,
    Tell,
    die,
    entries,
    entry,
    fill,
    in_child,
    journal_in,
    now,
    record,
)


def files(directory: Path) -> dict[str, int]:
    return {path.name: path.stat().st_ino for path in directory.iterdir()}


def test_where_no_journal_is_there_is_nothing_and_nothing_is_made(tmp_path: Path) -> None:
    assert read_journal(tmp_path) == NOTHING
    assert read_journal(tmp_path / "missing") == NOTHING
    assert files(tmp_path) == {}


def test_a_closed_journal_is_read_whole_and_left_alone(tmp_path: Path) -> None:
    fill(tmp_path, ended=1, count=5)
    before, content = files(tmp_path), (tmp_path / FILE).read_bytes()
    found = read_journal(tmp_path)
    assert found.ended == (
        EndedGame(1, DAY, Ending.FINISHED, "white third-scoring 3-5", record(1)),
    )
    assert found.current == CurrentGame(2, DAY, entries(5))
    assert (files(tmp_path), (tmp_path / FILE).read_bytes()) == (before, content)


def test_a_reader_sees_every_entry_of_a_running_table(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        journal.begin(DAY)
        before = files(tmp_path)
        for count in range(1, 30):
            journal.append(entry(count))
            assert read_journal(tmp_path).current == CurrentGame(1, DAY, entries(count))
        assert files(tmp_path) == before


def test_a_running_table_is_not_disturbed_by_another_process_that_reads(tmp_path: Path) -> None:
    def act(tell: Tell) -> None:
        for _ in range(50):
            game = read_journal(tmp_path).current
            assert game is not None
            tell(str(len(game.entries)))

    with journal_in(tmp_path) as journal:
        journal.begin(DAY)
        journal.append(*entries(10))

    def write(_tell: Tell) -> None:
        with journal_in(tmp_path) as journal:
            for number in range(11, 200):
                journal.append(entry(number))
                if number == 20:
                    assert len(in_child(act).told) == 50

    assert in_child(write).signal == 0
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(1, DAY, entries(199))


def test_what_a_killed_table_left_is_read_and_left_alone(tmp_path: Path) -> None:
    def act(_tell: Tell) -> None:
        open_journal(tmp_path, now=now).begin(DAY, *entries(5))
        die()

    in_child(act)
    before = files(tmp_path)
    assert read_journal(tmp_path).current == CurrentGame(1, DAY, entries(5))
    assert files(tmp_path) == before


@pytest.mark.parametrize("content", [b"", b"garbage" * 999, bytes(4096)], ids=len)
def test_a_damaged_journal_is_named_and_left_to_the_table(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(StoreError, match=str(tmp_path / FILE)):
        read_journal(tmp_path)
    assert (tmp_path / FILE).read_bytes() == content
    assert files(tmp_path).keys() == {FILE}


def test_a_directory_in_its_place_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(StoreError, match=str(tmp_path / FILE)):
        read_journal(tmp_path)


def test_a_log_that_is_emptied_while_it_is_read_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, done = os.pread, list[bool]()

    with journal_in(tmp_path) as journal:
        journal.begin(DAY, *entries(5))
        for number in range(6, 40):
            journal.append(entry(number))

        def pread(file: int, length: int, place: int) -> bytes:
            content = read(file, length, place)
            if not done and place + length == os.fstat(file).st_size:
                done.append(True)
                journal.finish("white third-scoring 3-5", record(1))
                journal.begin(DAY, entry(1))
            return content

        monkeypatch.setattr(os, "pread", pread)
        assert read_journal(tmp_path).current == CurrentGame(2, DAY, entries(1))
        assert done
