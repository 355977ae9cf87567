"""No room, no right, files taken away: the game goes on unsaved, and is saved again later."""

import os
import resource
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kahuna_table.store.journal import Journal, open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import CurrentGame, Lost, StoreError, Trouble
from tests.store.journals import (
    DAY,
    FILE,
    Tell,
    entries,
    entry,
    fill,
    in_child,
    journal_in,
    now,
    record,
    records_in,
)

NOBODY = 65534


@contextmanager
def no_room_above(size: int) -> Iterator[None]:
    """No file grows above this size, as on a full disk; a write that begins below it is cut."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))


@contextmanager
def mounted(where: Path, *options: str) -> Iterator[None]:
    where.mkdir(exist_ok=True)
    done = subprocess.run(["mount", *options, where], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"mounting needs root: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", where], check=True)


def is_refused(journal: Journal, *numbers: int) -> bool:
    try:
        journal.append(*(entry(number) for number in numbers))
    except StoreError:
        return True
    return False


@pytest.mark.parametrize("room", [0, 1, 24, 4000, 4119, 4120, 8000])
def test_a_write_without_room_changes_nothing_and_may_succeed_later(
    tmp_path: Path, room: int
) -> None:
    def act(tell: Tell) -> None:
        with journal_in(tmp_path) as journal:
            journal.begin(DAY)
            journal.append(*entries(40))
            size = (tmp_path / f"{FILE}-wal").stat().st_size
            with no_room_above(size + room):
                saved = 40
                while not is_refused(journal, saved + 1, saved + 2):
                    saved += 2
                assert is_refused(journal, saved + 1)
                assert journal.current() == CurrentGame(1, DAY, entries(saved))
            journal.append(entry(saved + 1))
            assert journal.current() == CurrentGame(1, DAY, entries(saved + 1))
            tell(str(saved + 1))
            os.kill(os.getpid(), 9)

    told, _ = in_child(act)
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(1, DAY, entries(int(told[0])))
        assert journal.take_notices() == ()


def test_an_end_without_room_leaves_the_game_in_progress(tmp_path: Path) -> None:
    def act(tell: Tell) -> None:
        with journal_in(tmp_path) as journal:
            journal.begin(DAY, *entries(3))
            with (
                no_room_above((tmp_path / f"{FILE}-wal").stat().st_size),
                pytest.raises(StoreError, match="check the room that is left"),
            ):
                journal.finish("black third-scoring 5-3", record(1) * 50, entry(4))
            assert journal.current() == CurrentGame(1, DAY, entries(3))
            journal.finish("black third-scoring 5-3", record(1) * 50, entry(4))
            assert records_in(tmp_path) == [record(1) * 50]
        tell("done")

    assert in_child(act).told == ["done"]


def test_a_full_disk_refuses_with_advice_and_keeps_the_game(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with mounted(state, "-t", "tmpfs", "-o", "size=256k", "tmpfs"):
        with journal_in(state) as journal:
            journal.begin(DAY)
            saved = 0
            (state / "ballast").write_bytes(bytes(100_000))
            while not is_refused(journal, saved + 1):
                saved += 1
            with pytest.raises(StoreError, match="no room left: remove what is not needed"):
                journal.append(entry(saved + 1))
            assert journal.current() == CurrentGame(1, DAY, entries(saved))
            assert read_journal(state).current == journal.current()
            (state / "ballast").unlink()
            journal.append(entry(saved + 1))
        with journal_in(state) as journal:
            assert journal.current() == CurrentGame(1, DAY, entries(saved + 1))
            assert journal.take_notices() == ()


def test_on_a_disk_that_was_full_from_the_start_the_game_can_still_be_read(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with mounted(state, "-t", "tmpfs", "-o", "size=128k", "tmpfs"):
        with pytest.raises(OSError, match="No space left"):
            (state / "ballast").write_bytes(bytes(1_000_000))
        with pytest.raises(StoreError, match="no room left"):
            open_journal(state, now=now)
        (state / "ballast").unlink()
        fill(state, ended=1, count=5)
        with pytest.raises(OSError, match="No space left"):
            (state / "ballast").write_bytes(bytes(1_000_000))
        with journal_in(state) as journal:
            assert journal.current() == CurrentGame(2, DAY, entries(5))
            assert is_refused(journal, 6)
            assert journal.current() == CurrentGame(2, DAY, entries(5))
        assert read_journal(state).current == CurrentGame(2, DAY, entries(5))
        (state / "ballast").unlink()
        with journal_in(state) as journal:
            assert journal.current() == CurrentGame(2, DAY, entries(5))


def test_a_read_only_directory_is_named_and_can_be_read(tmp_path: Path) -> None:
    source, state = tmp_path / "source", tmp_path / "state"
    fill(source, ended=1, count=5)
    with mounted(state, "--bind", "-o", "ro", str(source)):
        with pytest.raises(StoreError, match=r"state cannot be used \(Read-only file system\)"):
            open_journal(state, now=now)
        assert read_journal(state).current == CurrentGame(2, DAY, entries(5))


def test_a_directory_of_somebody_else_is_named(tmp_path: Path) -> None:
    state, anybody = tmp_path / "state", tmp_path / "anybody"
    fill(state, ended=1, count=5)
    for path in state.iterdir():
        path.chmod(0o644)
    state.chmod(0o555)
    tmp_path.chmod(0o755)
    anybody.mkdir()
    anybody.chmod(0o777)

    def act(tell: Tell) -> None:
        tempfile.tempdir = str(anybody)
        if os.geteuid() == 0:
            os.setuid(NOBODY)
        with pytest.raises(StoreError, match=r"Permission denied\): check whose it is"):
            open_journal(state, now=now)
        assert read_journal(state).current == CurrentGame(2, DAY, entries(5))
        tell("done")

    told, _ = in_child(act)
    state.chmod(0o755)
    assert told == ["done"]


def test_a_file_of_somebody_else_is_named_and_written_once_it_is_ours(tmp_path: Path) -> None:
    fill(tmp_path, ended=1, count=5)
    tmp_path.chmod(0o777)
    path = tmp_path / FILE

    def act(tell: Tell) -> None:
        if os.geteuid() == 0:
            os.setuid(NOBODY)
        with pytest.raises(StoreError, match=r"Permission denied\): check whose it is"):
            open_journal(tmp_path, now=now)
        tell("refused")

    path.chmod(0o444)
    assert in_child(act).told == ["refused"]

    path.chmod(0o644)
    with journal_in(tmp_path) as journal:
        journal.append(entry(6))


@pytest.mark.parametrize("gone", [[FILE], [f"{FILE}-wal"], [FILE, f"{FILE}-wal"]], ids=len)
def test_files_removed_under_a_running_table_are_written_again(
    tmp_path: Path, gone: list[str]
) -> None:
    with journal_in(tmp_path) as journal:
        journal.begin(DAY)
        journal.finish("black third-scoring 5-3", record(1))
        journal.begin(DAY, *entries(3))
        for name in gone:
            (tmp_path / name).unlink()
        journal.append(entry(4))
        journal.append(entry(5))
        (notice,) = journal.take_notices()
        assert notice.trouble is Trouble.REMOVED
        assert notice.lost == Lost(0, 0)
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(2, DAY, entries(5))
        assert records_in(tmp_path) == [record(1)]
        assert journal.take_notices() == ()


def test_a_file_put_in_the_journals_place_is_set_aside(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        journal.begin(DAY, *entries(3))
        (tmp_path / "other").write_text("something else")
        (tmp_path / "other").replace(tmp_path / FILE)
        journal.append(entry(4))
        (notice,) = journal.take_notices()
        assert notice.path is not None
        assert notice.path.read_text() == "something else"
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(1, DAY, entries(4))


def test_a_directory_that_goes_and_comes_back_is_written_again(tmp_path: Path) -> None:
    state, away = tmp_path / "state", tmp_path / "away"
    with journal_in(state) as journal:
        journal.begin(DAY, *entries(3))
        state.rename(away)
        assert is_refused(journal, 4)
        assert journal.current() == CurrentGame(1, DAY, entries(3))
        away.rename(state)
        journal.append(entry(4))
        assert journal.take_notices() == ()
    with journal_in(state) as journal:
        assert journal.current() == CurrentGame(1, DAY, entries(4))
