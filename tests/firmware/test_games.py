"""Whole games by table scripts, their bridges read by the real firmware.

The firmware's time passes where the board changes: every bridge is scanned until it is told, and
the waits of a script between them cost nothing.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from kahuna_table.app.config import Config
from kahuna_table.devices.faults import Fault
from kahuna_table.devices.pico.drivers import PicoSensors
from kahuna_table.devices.simulated.board import SimulatedBoard
from kahuna_table.engine.board import Line, Lines
from kahuna_table.engine.player import Player
from kahuna_table.table.inputs import Owners
from kahuna_table.tools.script.parse import parse_script
from kahuna_table.tools.script.run import Runner
from tests.firmware.bench import Bench
from tests.firmware.field import Field

SCRIPTS = Path(__file__).parents[1] / "scripts"

POLES = {Player.BLACK: "-", Player.WHITE: "+"}

TOLD = 4
"""Scans after which a change is told."""

COLOURS = (
    "colour_not_yet", "colour_restart", "colour_restoring", "colour_slipped", "colour_swap",
    "colour_swept", "colour_wrong",
)  # fmt: skip


class FirmwareSensors:
    """The port `Sensors`: the sticks of a simulated board under Hall sensors of the firmware."""

    def __init__(self, bench: Bench, board: SimulatedBoard) -> None:
        self._bench, self._board = bench, board
        self._pico = PicoSensors(bench.link)

    def scan(self) -> tuple[Lines, Lines]:
        bench, lying = self._bench, self._board.sticks
        told = {n: self._pole(lying, n) for n in lying}
        if self._board.failing:
            return Lines(0), Lines((1 << 27) - 1)
        for line in tuple(bench.field.magnets):
            if bench.field.signs[line] != told.get(Line(line)):
                bench.lift(line)
                bench.turn(TOLD)
        for line, pole in told.items():
            if line not in bench.field.magnets:
                bench.lay(line, pole)
                bench.turn(TOLD)
        return self._pico.scan()

    def owners(self) -> Owners:
        return self._pico.owners()

    def faults(self) -> tuple[Fault, ...]:
        return self._pico.faults()

    def check(self) -> None:
        self._bench.turn(TOLD)

    def close(self) -> None:
        """The firmware runs on, as it does when the table's process ends."""

    @staticmethod
    def _pole(lying: Mapping[Line, Player], line: Line) -> str:
        return POLES[lying[line]]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """Its sensors are those of every simulated table."""
    with Bench(tmp_path, Field(Random(11))) as bench:
        bench.pico.do("noise 5 1")
        bench.start()
        monkeypatch.setattr(
            "kahuna_table.devices.simulated.KitSensors",
            lambda _factory, _pins, board: FirmwareSensors(bench, board),
        )
        yield bench


def play(script: str, state_dir: Path) -> None:
    state_dir.mkdir()
    runner = Runner(Config(), shots=None, state_dir=state_dir)
    try:
        runner.run(parse_script((SCRIPTS / f"{script}.table").read_text()))
    finally:
        runner.table.close()


@pytest.mark.usefixtures("bench")
def test_a_whole_turn_is_played_through_the_firmware(tmp_path: Path) -> None:
    play("worked_example", tmp_path / "state")


@pytest.mark.soak
@pytest.mark.parametrize("script", ["whole_game_early_end", "whole_game_scored", *COLOURS])
@pytest.mark.usefixtures("bench")
def test_every_game_is_played_through_the_firmware(tmp_path: Path, script: str) -> None:
    play(script, tmp_path / "state")
