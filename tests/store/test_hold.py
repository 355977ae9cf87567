"""A path is held by one process, whatever becomes of the files in it."""

import os
import stat
from pathlib import Path

import pytest

from kahuna_table.store.hold import HeldError, Hold, holder
from tests.store.journals import Tell, in_child

NOBODY = 65534


@pytest.fixture(params=["directory", "file"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    made = tmp_path / "held"
    if request.param == "directory":
        made.mkdir()
    else:
        made.touch()
    return made


def test_a_second_hold_is_refused_and_names_the_first(path: Path) -> None:
    hold = Hold(path)

    with pytest.raises(HeldError, match=f"in use by process {os.getpid()}") as refused:
        Hold(path)
    hold.release()

    assert (refused.value.path, refused.value.pid) == (path, os.getpid())
    Hold(path).release()


def test_whoever_looks_sees_the_holder_and_changes_nothing(path: Path) -> None:
    assert holder(path) is None
    hold = Hold(path)

    found = holder(path)
    hold.release()

    assert found is not None
    assert found.pid == os.getpid()
    assert holder(path) is None


def test_nothing_is_where_nothing_lies(tmp_path: Path) -> None:
    assert holder(tmp_path / "missing") is None
    with pytest.raises(FileNotFoundError):
        Hold(tmp_path / "missing")


def test_no_file_is_made_for_it_and_none_can_be_removed(tmp_path: Path) -> None:
    hold = Hold(tmp_path)
    assert list(tmp_path.iterdir()) == []
    hold.release()


def test_it_holds_in_a_directory_that_nobody_may_write(tmp_path: Path) -> None:
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    hold = Hold(tmp_path)
    with pytest.raises(HeldError):
        Hold(tmp_path)
    hold.release()
    tmp_path.chmod(0o755)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_one_that_may_not_be_opened_is_looked_up(path: Path) -> None:
    path.chmod(0)
    for above in path.parents[:-1]:
        above.chmod(0o755)
    hold = Hold(path)

    def act(tell: Tell) -> None:
        os.setuid(NOBODY)
        found = holder(path)
        tell("none" if found is None else str(found.pid))

    told = in_child(act).told
    hold.release()

    assert told == [str(os.getpid())]
    assert in_child(act).told == ["none"]
