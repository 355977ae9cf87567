"""After a game is over: its end stays on the table until the next begins, whatever happens to the
power, and the journal keeps it once.
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kahuna_table.app.config import Config
from kahuna_table.app.ledger import public_text, record_of
from kahuna_table.app.saved import gave_up_entry, move_entry, read_game, start_entry
from kahuna_table.engine.board import Line, lines_in
from kahuna_table.engine.moves import Deal
from kahuna_table.engine.playback import replay
from kahuna_table.engine.player import Player
from kahuna_table.engine.record import parse_record
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.state import PACK, GameState, cards_in
from kahuna_table.store.journal import open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import Contents, Ending
from kahuna_table.table.inputs import Button, GameChosen, Setup
from kahuna_table.table.views import screen
from kahuna_table.tools.cli import main
from kahuna_table.tools.hands import Hands as Fingers
from kahuna_table.tools.prove.plan import PlanHands, PlannedChance, plan_game
from kahuna_table.tools.script.run import EPOCH
from kahuna_table.tools.simulation import SimulatedTable
from tests.app.power import PlugPulled, Power
from tests.store.journals import copy, now

PLAN = plan_game(2018)
"""A short one, which ends early: its last bridge sweeps the opponent's last ones."""

BEFORE, OVER = PLAN.states[-2:]
LYING = {Line(line): player for player in Player for line in lines_in(OVER.bridges[player])}
"""The bridges as they lie when the game is over and all that was swept is lifted."""

GIVEN_UP = """game first=black
press menu
press right
press right
press ok
choose yes
expect winner white
crash
restart
expect winner white
"""


def table_on(directory: Path, power: Power, *, cleared: bool = False) -> SimulatedTable:
    """The table after the end, on its board as it was left or a cleared one."""
    return SimulatedTable(
        Config(),
        PlannedChance(PLAN.seed),
        state_dir=directory,
        now=lambda: EPOCH,
        sticks={} if cleared else LYING,
        between=power.between,
    )


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state directory after the game."""
    directory = tmp_path_factory.mktemp("finished") / "state"
    table = SimulatedTable(
        Config(), PlannedChance(PLAN.seed), state_dir=directory, now=lambda: EPOCH
    )
    with closing(table):
        hands = PlanHands(table)
        hands.begin()
        for move in PLAN.moves:
            hands.put_right()
            hands.make(move)
        hands.put_right()
        assert table.session.state == OVER
        assert table.kit.board.sticks == LYING
    return directory


@pytest.fixture
def state(finished: Path, tmp_path: Path) -> Path:
    """A state directory of its own for a test."""
    return copy(finished, tmp_path / "state")


def last_state(contents: Contents) -> GameState:
    """How the only game of the journal ended, which is in progress while it can be reopened."""
    assert contents.current is not None
    assert (contents.current.number, contents.ended) == (1, ())
    record = record_of(read_game(contents.current.entries), contents.current.started_on)
    return list(replay(record))[-1].state


@pytest.mark.parametrize("cleared", [False, True])
def test_the_end_is_shown_at_every_start_and_kept_once(state: Path, *, cleared: bool) -> None:
    kept = read_journal(state).current
    assert kept is not None
    for _ in range(3):
        with closing(table_on(state, Power(), cleared=cleared)) as table:
            table.advance(5_000)
            assert table.session.state == OVER
            shown = screen(table.session)
            said = [shown.prompt.id, *(note.id for note in shown.notes)]
            assert said == ["game-won-no-bridges", "over-take-back"]
            assert table.ledger.text() == public_text(kept)
            assert parse_record(public_text(kept)).is_public
    assert last_state(read_journal(state)) == OVER


def test_the_end_is_listed_while_it_can_be_taken_back(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "--state", str(state)]) == 0
    assert "no-bridges" in capsys.readouterr().out


def begin_another(table: SimulatedTable) -> None:
    table.daemon.notice(GameChosen(table.now_ms, Setup(RuleSet())))


def let_ten_minutes_pass(table: SimulatedTable) -> None:
    table.advance(table.now_ms + 601_000)


@pytest.mark.parametrize("close", [begin_another, let_ten_minutes_pass])
def test_the_record_is_whole_once_the_game_cannot_be_reopened(
    state: Path, close: Callable[[SimulatedTable], None]
) -> None:
    with closing(table_on(state, Power(), cleared=True)) as table:
        close(table)
        if table.session.over:
            assert table.ledger.text() == read_journal(state).ended[0].record
            Fingers(table).press(Button.BACK)
            assert table.session.state == OVER
    (game,) = read_journal(state).ended
    assert (game.number, game.ending) == (1, Ending.FINISHED)
    record = parse_record(game.record)
    assert not record.is_public
    assert list(replay(record))[-1].state == OVER


def test_nothing_is_written_for_the_end_of_before(state: Path) -> None:
    power = Power()
    with closing(table_on(state, power)) as table:
        table.advance(60_000)
    assert power.moments == 0


def end_again(table: SimulatedTable) -> None:
    """The last bridge is taken back, the board put right, the bridge laid again."""
    hands = PlanHands(table)
    if table.session.state == OVER:
        Fingers(table).press(Button.BACK)
    hands.put_right()
    assert table.session.state == BEFORE
    hands.make(PLAN.moves[-1])
    hands.put_right()


def end_again_and_save(table: SimulatedTable, *, disk_fails: bool) -> None:
    """All of it is saved in the end, when the disk failed meanwhile."""
    table.disk_fails = disk_fails
    end_again(table)
    table.disk_fails = False
    table.advance(table.now_ms + 3000)


def moments_of_ending_again(finished: Path, directory: Path, *, disk_fails: bool) -> int:
    power = Power()
    with closing(table_on(copy(finished, directory), power)) as table:
        end_again_and_save(table, disk_fails=disk_fails)
    assert last_state(read_journal(directory)) == OVER
    return power.moments


@pytest.mark.timeout(120)  # a restart for each of the writes
@pytest.mark.parametrize("disk_fails", [False, True], ids=["", "after the disk failed"])
def test_an_early_end_is_taken_back_and_made_again_through_a_cut_at_every_write(
    finished: Path, tmp_path: Path, *, disk_fails: bool
) -> None:
    moments = moments_of_ending_again(finished, tmp_path / "whole", disk_fails=disk_fails)
    assert moments >= 3

    for moment in range(moments):
        directory = copy(finished, tmp_path / str(moment))
        with closing(table_on(directory, Power(moment))) as table:
            with pytest.raises(PlugPulled):
                end_again_and_save(table, disk_fails=disk_fails)
            table.disk_fails = False
            table.crash()
            for button in Button:  # the hands let go of everything
                table.kit.board.release(button)
            table.restart()
            assert table.session.state in (BEFORE, OVER), f"moment {moment}"
            if table.session.state == OVER:
                table.advance(table.now_ms + 1000)
                assert last_state(read_journal(directory)) == OVER
            end_again(table)
            assert table.session.state == OVER
        assert last_state(read_journal(directory)) == OVER


def test_whoever_gave_up_has_given_up_after_the_cut_too(tmp_path: Path) -> None:
    """The power failed before the end was written."""
    journal = open_journal(tmp_path, now=now)
    setup, deal = Setup(RuleSet()), Deal(cards_in(PACK))
    journal.begin("2026-11-30", start_entry(setup, Player.WHITE), move_entry(deal))
    journal.append(gave_up_entry(Player.WHITE))
    journal.close()

    with closing(table_on(tmp_path, Power(), cleared=True)) as table:
        assert table.session.over
    (kept,) = read_journal(tmp_path).ended
    assert (kept.ending, kept.result) == (Ending.FINISHED, "black won, white resigned 0-0")


def test_a_finished_game_whose_entries_tell_no_end_is_left_alone(tmp_path: Path) -> None:
    journal = open_journal(tmp_path, now=now)
    journal.begin("2026-11-30", start_entry(Setup(RuleSet()), Player.WHITE))
    journal.finish("black third-scoring 5-3", "its record\n")
    journal.close()
    before = read_journal(tmp_path)

    with closing(table_on(tmp_path, Power(), cleared=True)) as table:
        assert table.session.game is None
        assert table.ledger.text() is None
    assert read_journal(tmp_path) == before


def test_a_game_that_both_left_is_not_shown_again(state: Path) -> None:
    journal = open_journal(state, now=now)
    journal.abandon("its record\n")
    journal.close()

    with closing(table_on(state, Power())) as table:
        assert table.session.game is None


def test_the_record_is_written_after_a_cut_after_the_end(tmp_path: Path) -> None:
    script, record = tmp_path / "given_up.table", tmp_path / "game.txt"
    script.write_text(GIVEN_UP, "utf-8")

    assert main(["simulate", "--script", str(script), "--record", str(record)]) == 0
    assert record.read_text("utf-8").endswith("result: white won, black resigned 0-0\n")
