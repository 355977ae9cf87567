"""Files that root leaves in the directory of the table's user."""

import os
from pathlib import Path

import pytest

from kahuna_table.app.owner import give_to_owner, strangers

NOBODY = 65534

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root leaves files of root")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The directory of another user, with what a table of root leaves in it."""
    directory = tmp_path / "state"
    (directory / "traces").mkdir(parents=True)
    for name in ("journal.sqlite3", "warnings.log", "traces/trace-000001-held.gz", "letter.txt"):
        (directory / name).touch()
    os.chown(directory, NOBODY, NOBODY)
    return directory


def test_they_become_the_owner_s_and_others_are_left_alone(state: Path) -> None:
    assert strangers(state) == ["journal.sqlite3", "traces", "warnings.log", "trace-000001-held.gz"]

    give_to_owner(state)

    assert strangers(state) == []
    assert (state / "traces" / "trace-000001-held.gz").stat().st_uid == NOBODY
    assert (state / "letter.txt").stat().st_uid == 0


def test_a_link_leads_nowhere(state: Path, tmp_path: Path) -> None:
    """The owner of the directory could name any file that way."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for target in (tmp_path / "secret", elsewhere / "trace-secret.gz"):
        target.touch()
    (state / "journal.old").symlink_to(tmp_path / "secret")
    (state / "traces" / "trace-000001-held.gz").unlink()
    (state / "traces").rmdir()
    (state / "traces").symlink_to(elsewhere)

    give_to_owner(state)

    assert (tmp_path / "secret").stat().st_uid == 0
    assert (elsewhere / "trace-secret.gz").stat().st_uid == 0
    assert (state / "journal.old").lstat().st_uid == NOBODY


def test_root_s_own_directory_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite3").touch()
    assert strangers(tmp_path) == []


def test_where_nothing_is_there_is_nobody(tmp_path: Path) -> None:
    give_to_owner(tmp_path / "missing")
    assert strangers(tmp_path / "missing") == []
