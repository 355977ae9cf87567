"""A game on a real file system whose plug is pulled: the page cache is lost, the game is not.

`pytest -m virtual_pi tests/virtual_pi/test_power_cut.py` takes some 25 minutes for 30 cuts;
`VIRTUAL_PI_CUTS=100` asks for more of them in the same game.
"""

import json
import os
from pathlib import Path
from random import Random

import pytest

from kahuna_table.tools.prove.plan import plan_game
from kahuna_table.tools.prove.power_cut import state_hash
from tests.virtual_pi.machine import PROGRAM, PULLED, Machine

ENOUGH = 15
"""So many cuts hit each of the three moments of a write; fewer need not."""

CUTS = int(os.environ.get("VIRTUAL_PI_CUTS", "30"))
SEED = 2
MOMENTS = 640
"""So many moments around writes has the game when nothing cuts it."""

PLUG = "pull the plug"

pytestmark = pytest.mark.timeout(4 * 60 * 60)


def play(machine: Machine, board: Path, stop_after: int | None) -> tuple[int, str]:
    """One boot: the game goes on until the plug is pulled at a moment, or to its end."""
    stop = "" if stop_after is None else f" --stop-after {stop_after}"
    command = (
        f"{PROGRAM} prove power-cut --play /var/lib/kahuna-proof"
        f" --board /host/{board.name} --seed {SEED}{stop}"
    )
    ended = machine.run(command, cut=None if stop_after is None else PLUG)
    return ended.status, ended.printed + ended.complained


def test_a_game_whose_plug_is_pulled_again_and_again_ends_as_planned(machine: Machine) -> None:
    rng, plan = Random(SEED), plan_game(SEED)
    board = machine.share / "board.json"
    moments, plies = set(), set()
    most = max(4, MOMENTS // CUTS)

    for _ in range(CUTS):
        status, printed = play(machine, board, rng.randint(most // 2, most))
        assert (status, PLUG in printed) == (PULLED, True), printed
        print(printed, end="", flush=True)
        left = json.loads(board.read_text("utf-8"))
        moments.add(left["moment"])
        plies.add(left["ply"])
    status, printed = play(machine, board, None)
    print(printed, flush=True)

    assert status == 0, printed
    assert printed.rstrip().endswith(str(state_hash(plan.states[-1])))
    if CUTS >= ENOUGH:
        assert moments == {"before", "inside", "after"}
    assert len(plies) > CUTS // 2
