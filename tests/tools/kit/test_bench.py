"""The finished kit without a bench: its pins play a whole game, the manual's test steps pass."""

import io
from pathlib import Path

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import PinsConfig
from kahuna_table.app.exits import OK
from kahuna_table.app.wiring.learned import Learned
from kahuna_table.devices.pins import REFERENCE
from kahuna_table.devices.simulated import SimulatedKit
from kahuna_table.devices.simulated.board import SimulatedBoard
from kahuna_table.tools.kit.design import Build
from kahuna_table.tools.kit.plan import Plan
from kahuna_table.tools.simulate.play import Outputs, play_script
from kahuna_table.tools.wiring.run import Options
from kahuna_table.tools.wiring.run import play_script as play_wiring
from kahuna_table.tools.wiring.steps import steps
from tests.tools.wiring.hands import session

SCRIPTS = Path(__file__).parents[2] / "scripts"


def wired(plan: Plan) -> Config:
    pins = plan.kit.pins
    return Config(pins=PinsConfig(pins.rows, pins.columns, pins.buttons))


def test_the_kit_has_the_daemons_default_pin_map(plan: Plan) -> None:
    assert plan.kit.pins.map() == REFERENCE == Config().pin_map()
    assert wired(plan).pin_map() == plan.kit.pins.of(Build.MATRIX)


def test_a_whole_game_is_played_on_the_pins_of_the_kit(plan: Plan) -> None:
    script = SCRIPTS / "whole_game_scored.table"

    assert play_script(str(script), wired(plan), Outputs()) == OK


def test_the_wiring_command_passes_the_steps_of_the_manual(plan: Plan, tmp_path: Path) -> None:
    """The step that lets the table test every wire, on the kit's pins."""
    (step,) = (step for step in plan.steps if step.id == "wiring")
    assert "27 slots" in step.do[1]
    assert "39 lights" in step.do[1]
    assert f"After {len(steps(Learned()))} questions" in step.see[0]
    script, out, err = tmp_path / "hands.script", io.StringIO(), io.StringIO()
    script.write_text(session())
    kit = SimulatedKit(plan.kit.pins.map(), SimulatedBoard())

    status = play_wiring(str(script), wired(plan), Options(state=tmp_path), out, err, kit=kit)

    assert (status, err.getvalue()) == (OK, "")
    assert (tmp_path / "wiring.md").is_file()
