"""What the players are told of a journal that was damaged."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from kahuna_table.app.chance import SystemChance
from kahuna_table.app.config import Config
from kahuna_table.app.ledger import REOPEN_MS
from kahuna_table.store.reading import read_journal
from kahuna_table.table.screen import Message
from kahuna_table.tools.simulation import SimulatedTable
from tests.store.journals import DAY, FILE, copy, journal_in, now
from tests.store.test_circumstances import mounted

LOST = Message("journal-lost", (("games", 1), ("entries", 1)))
"""A game, and that the one after it has ended."""


def table_on(directory: Path) -> closing[SimulatedTable]:
    return closing(SimulatedTable(Config(), SystemChance(), state_dir=directory, now=now))


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A journal of four games, damaged in the third."""
    directory = tmp_path / "damaged"
    with journal_in(directory) as journal:
        for number in range(1, 5):
            journal.begin(DAY)
            journal.finish("white third-scoring 3-5", f"record {number}\n" * 700)
    content = (directory / FILE).read_bytes()
    at = content.index(b"record 3")
    (directory / FILE).write_bytes(content[:at] + b"?" + content[at + 1 :])
    return directory


def test_the_display_says_what_was_lost_with_a_damaged_journal(
    damaged: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with table_on(damaged) as table:
        assert LOST in table.screen.notes
    assert "kept 2 ended games and 0 entries of game 4; lost 1 games" in caplog.text
    assert [game.number for game in read_journal(damaged).ended] == [1, 2, 4]


def test_a_repair_that_waits_for_room_is_told_when_it_is_made(
    damaged: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with mounted(tmp_path / "card", "-t", "tmpfs", "-o", "size=256k", "tmpfs"):
        state, ballast = copy(damaged, tmp_path / "card" / "state"), tmp_path / "card" / "ballast"
        ballast.write_bytes(bytes(4096 * os.statvfs(state).f_bavail))
        content = (state / FILE).read_bytes()
        with table_on(state) as table:
            assert table.session.unsaved
            assert "cannot be repaired and stays as it is" in caplog.text
            assert (state / FILE).read_bytes() == content
            ballast.unlink()
            table.advance(table.now_ms + REOPEN_MS)
            assert not table.session.unsaved
            assert LOST in table.screen.notes
        assert len(read_journal(state).ended) == 2
