"""The plug is pulled at every moment of a game (case 7), and the state files are spoilt meanwhile.

In one process, so that it is quick; `kahuna-table prove power-cut` kills real ones. A few moments
belong to every test run, `pytest -m soak` tries each.
"""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from kahuna_table.app.config import Config
from kahuna_table.engine.board import Line
from kahuna_table.engine.moves import PlaceBridge
from kahuna_table.engine.player import Player
from kahuna_table.table.inputs import Button
from kahuna_table.table.views import screen
from kahuna_table.table.waiting import Waiting, waiting
from kahuna_table.tools.prove.plan import Plan, PlanHands, PlannedChance, plan_game
from kahuna_table.tools.script.run import EPOCH
from kahuna_table.tools.simulation import SimulatedTable
from tests.app.power import PlugPulled, Power

TURNS: Final = 10
SEEDS: Final = (2, 5)
STEPS: Final = [pytest.param(47, id="some"), pytest.param(1, id="all", marks=pytest.mark.soak)]


def open_table(plan: Plan, power: Power, state_dir: Path) -> SimulatedTable:
    return SimulatedTable(
        Config(),
        PlannedChance(plan.seed),
        state_dir=state_dir,
        now=lambda: EPOCH,
        between=power.between,
    )


def play(plan: Plan, power: Power, state_dir: Path) -> SimulatedTable:
    """Plays the plan, through one power cut."""
    table = open_table(plan, power, state_dir)
    hands = PlanHands(table)
    begun = False
    while True:
        try:
            if not begun or table.session.state is None:
                begun = True
                hands.begin()
            hands.put_right()
            for move in plan.moves[plan.states.index(table.session.state) :]:  # type: ignore[arg-type]
                hands.make(move)
                hands.put_right()
        except PlugPulled:
            before = table.session.state
            table.crash()
            for button in Button:  # the hands let go of everything
                table.kit.board.release(button)
            table.restart()
            after = table.session.state
            allowed = (None, *plan.states)
            assert after in allowed
            if after is not None and before in plan.states:
                lost = plan.states.index(before) - plan.states.index(after)
                assert 0 <= lost <= 1, "at most the one unfinished action is lost"
        else:
            return table


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("step", STEPS)
def test_a_power_cut_at_any_moment_costs_one_action_at_most(
    step: int, seed: int, tmp_path: Path
) -> None:
    plan, counting = plan_game(seed, TURNS), Power(None)
    play(plan, counting, tmp_path / "whole").close()
    assert counting.moments > 3 * TURNS

    for moment in range(seed % step, counting.moments, step):
        with closing(play(plan, Power(moment), tmp_path / str(moment))) as table:
            assert table.session.state == plan.states[-1], f"moment {moment}"


def cut(data: bytes) -> bytes:
    return data[: len(data) * 2 // 3]


def scratched(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + b"\xa5" * 600 + data[middle + 600 :]


SPOILT: Final[dict[str, Callable[[bytes], bytes]]] = {
    "empty": lambda _data: b"",
    "garbage": lambda data: bytes(range(256)) * (len(data) // 256 + 1),
    "text": lambda _data: b"state = {previous schema}\n",
    "cut": cut,
    "scratched": scratched,
    "zeros": lambda data: bytes(len(data)),
}


CASES: Final = [
    pytest.param(
        how,
        everything,
        id=f"{how}, {'every file' if everything else 'the journal'}",
    )
    for how in SPOILT
    for everything in (False, True)
]


@pytest.mark.parametrize(("how", "everything"), CASES)
def test_a_spoilt_state_file_keeps_no_table_from_playing(
    how: str, everything: bool, tmp_path: Path
) -> None:
    plan, played = plan_game(3, TURNS), played_until_a_crash()
    with closing(open_table(plan, Power(None), tmp_path)) as table:
        table.crash()
        for name, content in played.files.items():
            (tmp_path / name).write_bytes(content)
        for line, colour in played.sticks.items():
            table.kit.board.place(line, colour)
        spoil(table, plan, how, tmp_path, everything=everything)


@dataclass(frozen=True)
class Crashed:
    """What a played game leaves when its table crashes."""

    files: Mapping[str, bytes]
    sticks: Mapping[Line, Player]


@cache
def played_until_a_crash() -> Crashed:
    with TemporaryDirectory() as directory:
        table = play(plan_game(3, TURNS), Power(None), Path(directory))
        table.crash()
        files = {path.name: path.read_bytes() for path in Path(directory).iterdir()}
        return Crashed(files, dict(table.kit.board.sticks))


def spoil(table: SimulatedTable, plan: Plan, how: str, tmp_path: Path, *, everything: bool) -> None:
    files = sorted(tmp_path.glob("*.sqlite3*" if everything else "*.sqlite3"))
    assert files
    for path in files:
        path.write_bytes(SPOILT[how](path.read_bytes()))

    table.restart()

    # the last good game with a notice, or none; never a refusal
    assert table.session.state in (None, *plan.states)
    shown = screen(table.session)
    told = {shown.prompt.id, *(note.id for note in shown.notes)}
    assert table.session.state == plan.states[-1] or told & {"journal-repaired", "journal-lost"}
    for line in sorted(table.kit.board.sticks):
        table.kit.board.lift(line)
    hands = PlanHands(table)
    hands.begin()
    hands.put_right()
    assert waiting(table.session) is Waiting.PLAY
    hands.make(next(move for move in plan.moves if isinstance(move, PlaceBridge)))
    state = table.session.state
    table.crash()
    table.restart()
    assert table.session.state == state
    assert state is not None
    assert state.bridges != (0, 0)
