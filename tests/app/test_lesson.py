"""A lesson in the journal: it goes on after a restart, and is never among the games."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from kahuna_table.app.chance import SystemChance
from kahuna_table.app.config import Config
from kahuna_table.app.ledger import GameLedger, public_text
from kahuna_table.app.saved import read_game, start_entry
from kahuna_table.engine.player import Player
from kahuna_table.store.journal import open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import Ending
from kahuna_table.table.effects import GameStarted
from kahuna_table.table.inputs import Button, ButtonPressed, GameChosen, Setup
from kahuna_table.table.lesson import SETUP
from kahuna_table.table.state import Session
from kahuna_table.tools.games.listing import list_games, show_game
from kahuna_table.tools.simulation import SimulatedTable
from tests.store.journals import DAY, now

GAME = Setup(SETUP.rules, Player.WHITE, ("Ann", "Bo"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimulatedTable]:
    """A table on which a game was put away for a lesson."""
    made = SimulatedTable(Config(), SystemChance(), state_dir=tmp_path, now=now)
    made.daemon.notice(GameChosen(made.now_ms, GAME))
    made.daemon.notice(GameChosen(made.now_ms, SETUP))
    yield made
    made.close()


def press(table: SimulatedTable, *buttons: Button) -> None:
    for button in buttons:
        table.daemon.notice(ButtonPressed(table.now_ms, button))


def listed(directory: Path) -> list[str]:
    out = StringIO()
    assert list_games(directory, public_text, out, StringIO()) == 0
    return out.getvalue().splitlines()


@pytest.mark.usefixtures("table")
def test_a_lesson_is_not_listed_while_it_is_on(tmp_path: Path) -> None:
    assert len(listed(tmp_path)) == 2
    assert "Ann - Bo" in listed(tmp_path)[1]
    assert show_game(tmp_path, 2, public_text, StringIO(), StringIO()) == 1


def test_a_lesson_is_not_listed_when_it_is_over(table: SimulatedTable, tmp_path: Path) -> None:
    press(table, Button.BACK, Button.RIGHT, Button.OK)
    contents = read_journal(tmp_path)

    assert [each.ending for each in contents.ended] == [Ending.ABANDONED, Ending.LESSON]
    assert [each.number for each in contents.games] == [1]
    assert contents.current is None
    assert len(listed(tmp_path)) == 2
    assert show_game(tmp_path, 2, public_text, StringIO(), StringIO()) == 1


def test_the_record_stays_that_of_the_game_before(table: SimulatedTable) -> None:
    record = table.ledger.text()
    press(table, Button.OK, Button.OK)

    assert record is not None
    assert "black: Ann" in record
    assert table.ledger.text() == record


def test_a_lesson_goes_on_after_a_restart_and_ends_without_a_record(
    table: SimulatedTable, tmp_path: Path
) -> None:
    press(table, Button.OK)
    table.crash()
    table.restart()

    assert table.screen.prompt.id == "lesson-goal"
    assert table.ledger.text() is None
    press(table, Button.BACK, Button.RIGHT, Button.OK)
    assert [each.record for each in read_journal(tmp_path).ended][1:] == [""]


def test_a_lesson_that_is_over_is_not_shown_again(table: SimulatedTable) -> None:
    press(table, Button.BACK, Button.RIGHT, Button.OK)
    table.crash()
    table.restart()

    assert table.session.game is None


def test_a_game_after_a_lesson_has_its_record(table: SimulatedTable, tmp_path: Path) -> None:
    table.daemon.notice(GameChosen(table.now_ms, GAME))

    assert "black: Ann" in (table.ledger.text() or "")
    assert [row.split()[0] for row in listed(tmp_path)[1:]] == ["1", "3"]


def test_the_first_entry_says_that_it_is_a_lesson() -> None:
    lesson, game = start_entry(SETUP, Player.BLACK), start_entry(GAME, Player.WHITE)

    assert read_game([lesson]).setup.lesson
    assert not read_game([game]).setup.lesson
    assert "lesson" not in game.data


def test_a_lesson_that_was_not_restored_is_put_away_as_one(tmp_path: Path) -> None:
    journal = open_journal(tmp_path, now=now)
    journal.begin(DAY, start_entry(SETUP, Player.BLACK))
    journal.close()
    ledger = GameLedger(tmp_path, now)
    ledger.write(GameStarted(GAME, Player.WHITE))
    assert ledger.commit(Session(), 0)
    ledger.close()

    contents = read_journal(tmp_path)
    assert [each.ending for each in contents.ended] == [Ending.LESSON]
    assert contents.current is not None
