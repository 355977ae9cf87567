"""A directory that cannot be written when the table starts: its game is played on all the same."""

import logging
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from kahuna_table.app.config import Config
from kahuna_table.app.ledger import GameLedger
from kahuna_table.app.saved import read_game
from kahuna_table.engine.moves import Move
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RULE_SETS
from kahuna_table.store.journal import open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.table.effects import GameStarted, MoveMade
from kahuna_table.table.inputs import Setup
from kahuna_table.table.state import Session
from kahuna_table.tools.script.parse import parse_script
from kahuna_table.tools.script.run import EPOCH, Runner
from tests.store.test_circumstances import mounted

BEGUN = """deck ALOA BARI DUDA  ELAI HUNA IFFI  JOJO KAHU LALE  ALOA COCO DUDA FAAA GOLA HUNA \
JOJO LALE BARI COCO ELAI FAAA GOLA IFFI KAHU
game first=black
place COCO-BARI
wait 400
"""


def read_only(directory: Path) -> AbstractContextManager[None]:
    """As a card becomes after an error."""
    return mounted(directory, "--bind", "-o", "ro", str(directory))


def played(directory: Path, script: str = BEGUN) -> None:
    runner = Runner(Config(), shots=None, state_dir=directory)
    try:
        runner.run(parse_script(script))
    finally:
        runner.table.close()


def ledger_in(directory: Path) -> GameLedger:
    return GameLedger(directory, lambda: EPOCH)


def saved_moves(directory: Path) -> tuple[Move, ...]:
    current = read_journal(directory).current
    assert current is not None
    return read_game(current.entries).moves


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A directory with a game in progress."""
    played(tmp_path)
    return tmp_path


def test_the_saved_game_is_there_with_the_notice_that_it_is_not_saved(begun: Path) -> None:
    with read_only(begun):
        ledger = ledger_in(begun)
        session = ledger.restore(Session())

    assert session.unsaved
    assert session.state is not None
    assert session.state.bridges[Player.BLACK].bit_count() == 1
    assert str(ledger.fault).startswith("KT-507 the game cannot be saved: ")


def test_what_is_played_meanwhile_is_saved_once_that_is_possible(
    begun: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    before = saved_moves(begun)
    with read_only(begun):
        ledger = ledger_in(begun)
        session = ledger.restore(Session())
        ledger.write(MoveMade(9, Player.BLACK, before[-1], ()))
        assert not ledger.commit(session, 0)
        assert not ledger.commit(session, 40_000)

    assert ledger.commit(session, 80_000)
    ledger.close()

    assert ledger.fault is None
    assert saved_moves(begun) == (*before, before[-1])
    assert sum("KT-507" in each.getMessage() for each in caplog.records) == 1
    assert "the game is saved again" in caplog.text


def test_a_directory_that_turns_out_to_hold_another_game_keeps_both(begun: Path) -> None:
    """An older one comes to light below a mount for example."""
    before = saved_moves(begun)
    with read_only(begun):
        ledger = ledger_in(begun)
        session = ledger.restore(Session())
        ledger.write(MoveMade(9, Player.BLACK, before[-1], ()))
        ledger.commit(session, 0)
    other = open_journal(begun, now=lambda: EPOCH)
    other.abandon("")
    other.begin("2000-01-01")
    other.close()

    assert ledger.commit(session, 40_000)
    ledger.close()

    assert saved_moves(begun) == (*before, before[-1])
    assert [each.number for each in read_journal(begun).ended] == [1, 2]


def test_a_new_game_begun_meanwhile_is_saved_as_the_next(begun: Path) -> None:
    with read_only(begun):
        ledger = ledger_in(begun)
        session = ledger.restore(Session())
        setup = Setup(RULE_SETS["kosmos1998"])
        record = ledger.record_keeper.record
        assert record is not None
        ledger.write(GameStarted(setup, record.first))
        ledger.commit(session, 0)

    assert ledger.commit(session, 40_000)
    ledger.close()

    assert saved_moves(begun) == ()
    assert len(read_journal(begun).ended) == 1


def test_a_place_that_is_no_directory_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")

    ledger = ledger_in(tmp_path / "state")

    assert ledger.restore(Session()).unsaved
    assert str(ledger.fault).startswith("KT-506 ")
    assert "[store]" in str(ledger.fault)
