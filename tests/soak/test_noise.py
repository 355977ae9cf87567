"""Whole games with restless contacts end with the moves of their clean twins, or ask; never wrong.

The short runs belong to every test run; `pytest -m soak` plays the numbers of the promise, or those
that KAHUNA_SOAK_GAMES names.
"""

import os
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from kahuna_table.app.config import Config
from kahuna_table.devices.simulated.noise import HIGH, LOW, Noise
from kahuna_table.engine.moves import Deal, Move
from kahuna_table.table.inputs import Button
from kahuna_table.table.waiting import Waiting, waiting
from kahuna_table.tools.hands import HandsStopped
from kahuna_table.tools.prove.plan import Plan, PlanHands, PlannedChance, plan_game
from kahuna_table.tools.script.run import EPOCH
from kahuna_table.tools.simulation import SimulatedTable

SHORT_TURNS = 16
PATIENCE = 30
"""Presses of 80 ms are lost often when scans come 250 ms late; people press again."""
ASKING = (Waiting.CORRECT, Waiting.CHOOSE, Waiting.REMOVE)


def soak_games(usual: int) -> int:
    return int(os.environ.get("KAHUNA_SOAK_GAMES", usual))


def play(plan: Plan, noise: Noise, state_dir: Path) -> SimulatedTable:
    """Plays a planned game; stops where the table does not follow the hands any more."""
    table = SimulatedTable(
        Config(),
        PlannedChance(plan.seed),
        state_dir=state_dir,
        now=lambda: EPOCH,
        noise=noise,
        noise_chance=Random(f"{plan.seed} contacts"),
    )
    hands = PlanHands(table)
    hands.begin()
    try:
        for number, move in enumerate(plan.moves):
            if not make_patiently(table, hands, plan, number, move):
                break
    finally:
        table.close()
    return table


def make_patiently(
    table: SimulatedTable, hands: PlanHands, plan: Plan, number: int, move: Move
) -> bool:
    """Tries again what the table did not see, as people do; False when it does not follow."""
    for _ in range(PATIENCE):
        if table.session.state == plan.states[number]:
            with suppress(HandsStopped):
                hands.make(move)
        take_back_ghosts(table, plan, number)
        reseat(table)
        with suppress(HandsStopped):
            hands.put_right()
        take_back_ghosts(table, plan, number)
        if table.session.state == plan.states[number + 1]:
            return True
    return False


def take_back_ghosts(table: SimulatedTable, plan: Plan, number: int) -> None:
    """A contact that closed without a bridge may have been read as one: `back` undoes it."""
    wanted = plan.states[number : number + 2]
    for _ in range(PATIENCE):
        if table.session.state in wanted or not (table.session.game and table.session.game.steps):
            return
        press(table, Button.BACK)


def press(table: SimulatedTable, button: Button) -> None:
    table.kit.board.press(button)
    table.advance(table.now_ms + 400)
    table.kit.board.release(button)
    table.advance(table.now_ms + 400)


def reseat(table: SimulatedTable) -> None:
    """Lays the sticks again whose contacts do not close."""
    for line in sorted(table.kit.board.unseen):
        colour = table.kit.board.lift(line)
        table.advance(table.now_ms + 400)
        table.kit.board.place(line, colour)
        table.advance(table.now_ms + 400)


def moves_of(table: SimulatedTable) -> tuple[Move, ...]:
    game = table.session.game
    assert game is not None
    return tuple(played.move for played in game.played if not isinstance(played.move, Deal))


def check_low(plan: Plan, state_dir: Path) -> None:
    table = play(plan, LOW, state_dir)
    assert moves_of(table) == plan.moves, f"seed {plan.seed}"
    assert table.session.state == plan.states[-1]


def check_high(plan: Plan, state_dir: Path) -> bool:
    """True when the game came to its end; else it must stand in correction or at a question."""
    table = play(plan, HIGH, state_dir)
    made = moves_of(table)
    assert made == plan.moves[: len(made)], f"seed {plan.seed}: a wrong move"
    if made == plan.moves:
        return True
    assert waiting(table.session) in ASKING, f"seed {plan.seed}: neither right nor asking"
    return False


def test_low_noise_changes_nothing(tmp_path: Path) -> None:
    check_low(plan_game(0, SHORT_TURNS), tmp_path)


def test_high_noise_is_never_wrong(tmp_path: Path) -> None:
    check_high(plan_game(0, SHORT_TURNS), tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_thousand_games_at_low_noise_end_as_their_clean_twins(tmp_path: Path) -> None:
    for seed in range(soak_games(1000)):
        check_low(plan_game(seed), tmp_path / str(seed))


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_two_hundred_games_at_high_noise_are_never_wrong(tmp_path: Path) -> None:
    games = map(plan_game, range(soak_games(200)))
    ended = sum(check_high(plan, tmp_path / str(plan.seed)) for plan in games)
    print(f"{ended} came to their end")
