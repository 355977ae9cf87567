"""Who may read a journal, and what the owner of its directory can lead root to."""

import os
from pathlib import Path

import pytest

from kahuna_table.store.head import HEAD_NAME
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import NoAccessError
from tests.store.journals import DAY, FILE, Tell, entry, in_child, journal_in

NOBODY = 65534

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another user")


def plant(link: Path, target: Path) -> None:
    """A link as the table's user can make one."""
    link.symlink_to(target)
    os.chown(link, NOBODY, NOBODY, follow_symlinks=False)


def test_a_journal_is_for_its_user_alone_from_the_beginning(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with journal_in(tmp_path) as journal:
            journal.begin(DAY, entry(1))
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    finally:
        os.umask(before)

    assert modes == {FILE: 0o600, f"{FILE}-wal": 0o600, HEAD_NAME: 0o600}


@as_root
def test_root_follows_no_link_that_another_user_has_planted(tmp_path: Path) -> None:
    precious, state = tmp_path / "precious", tmp_path / "state"
    precious.write_text("mine")
    state.mkdir()
    for name in (FILE, f"{FILE}-wal", "journal.building", "journal.ready"):
        plant(state / name, precious)

    with journal_in(state) as journal:
        journal.begin(DAY, entry(1))
        assert "a link of another user's" in journal.take_notices()[0].why

    assert precious.read_text() == "mine"


@as_root
def test_a_directory_that_may_not_be_read_is_not_an_empty_one(tmp_path: Path) -> None:
    with journal_in(tmp_path / "state") as journal:
        journal.begin(DAY, entry(1))
    (tmp_path / "state").chmod(0o700)
    tmp_path.chmod(0o755)

    def act(tell: Tell) -> None:
        os.setuid(NOBODY)
        for directory in (tmp_path / "state", tmp_path / "state" / "deeper"):
            with pytest.raises(NoAccessError, match="Permission denied"):
                read_journal(directory)
        tell("done")

    assert in_child(act).told == ["done"]
