"""A table that nobody touches grows nowhere: memory, state files, log.

`pytest -m soak` waits eight hours of the table's time.
"""

import gc
import tracemalloc
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Final

import pytest

from kahuna_table.app.chance import SystemChance
from kahuna_table.app.config import Config
from kahuna_table.app.daemon import REST_MS
from kahuna_table.devices.simulated.noise import LEVELS
from kahuna_table.engine.board import Line
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import Handicap, RuleSet
from kahuna_table.table.inputs import GameChosen, Setup
from kahuna_table.table.waiting import Waiting, waiting
from kahuna_table.tools.simulation import SimulatedTable

MINUTE_MS: Final = 60_000
LIMIT_BYTES: Final = 100_000
HOURS: Final = [
    pytest.param(MINUTE_MS, id="a minute"),
    pytest.param(8 * 60 * MINUTE_MS, id="eight hours", marks=pytest.mark.soak),
]
BRIDGES: Final = (Line(3), Line(20), Line(26))


def sizes(directory: Path) -> dict[str, int]:
    return {path.name: path.stat().st_size for path in directory.iterdir()}


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("ms", HOURS)
@pytest.mark.parametrize("level", [pytest.param("quiet", marks=pytest.mark.soak), "low"])
def test_an_idle_table_grows_nowhere(
    level: str, ms: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = SimulatedTable(
        Config(),
        SystemChance(),
        state_dir=tmp_path,
        now=lambda: datetime(2000, 1, 1, tzinfo=UTC),
        noise=LEVELS[level],
        noise_chance=Random(1),
    )
    setup = Setup(RuleSet(handicap=Handicap(3, Player.WHITE)), Player.BLACK)
    table.daemon.notice(GameChosen(table.now_ms, setup))
    for line in BRIDGES:
        table.kit.board.place(line, Player.WHITE)
        table.advance(table.now_ms + 500)
    table.advance(table.now_ms + REST_MS + MINUTE_MS)
    assert waiting(table.session) is Waiting.PLAY
    caplog.clear()
    before, state, frames = sizes(tmp_path), table.session.state, table.kit.strip.frames

    tracemalloc.start()
    try:
        table.advance(table.now_ms + MINUTE_MS // 2)
        gc.collect()
        start_bytes, _ = tracemalloc.get_traced_memory()
        table.advance(table.now_ms + ms)
        gc.collect()
        end_bytes, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert end_bytes - start_bytes < LIMIT_BYTES
    assert sizes(tmp_path) == before
    assert [record.getMessage() for record in caplog.records] == []
    assert table.session.state == state
    assert table.kit.strip.frames - frames <= 2, "nothing moves, so no light changes"

    # the first bridge after it is placed as ever
    table.kit.board.lift(BRIDGES[0])
    table.advance(table.now_ms + 300)
    assert waiting(table.session) is Waiting.CHOOSE
    table.close()
