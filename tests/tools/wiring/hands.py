"""A maker's hands as scripts or typed ahead, and the simulated kit under them."""

import io
import os
from collections.abc import Iterable
from pathlib import Path

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import LightDriver, LightsConfig
from kahuna_table.app.wiring.learned import ALL
from kahuna_table.devices.pins import REFERENCE, PinMap
from kahuna_table.devices.simulated import SimulatedKit
from kahuna_table.devices.simulated.board import SimulatedBoard
from kahuna_table.engine.board import line_name
from kahuna_table.tools.wiring.run import Options, learn

BUTTONS = [
    f"press {name}" for name in ["menu", "left", "right", "ok", "back", "hand", "draw", "help"]
]
LIGHTS = ["press ok"] * (3 + 39)
EMPTY = ["press ok"]
CORNERS = ("ALOA-BARI", "ALOA-DUDA", "DUDA-ELAI")


def laid(name: str) -> list[str]:
    return [f"place {name}", "wait 100", f"lift {name}", "wait 900"]


def given_up(name: str) -> list[str]:
    """Laid without a contact, and given up."""
    return [f"place {name}", "wait 4100", "press ok", f"lift {name}", "wait 100"]


def session(*, dead: Iterable[str] = (), corners: Iterable[str] = CORNERS) -> str:
    lines = [given_up(n) if n in dead else laid(n) for n in map(line_name, ALL)]
    together = [*(f"place {n}" for n in corners), "wait 200", *(f"lift {n}" for n in corners)]
    hands = (*BUTTONS, *LIGHTS, *EMPTY, *(each for one in lines for each in one), *together)
    return "\n".join([*hands, "wait 200"]) + "\n"


def wired(pin_map: PinMap = REFERENCE) -> SimulatedKit:
    return SimulatedKit(pin_map, SimulatedBoard())


def ask_with_keys(keys: str, directory: Path) -> tuple[int, str]:
    """The command at a board of which nobody touches anything, with these lines typed ahead."""
    reading, writing = os.pipe()
    os.write(writing, keys.encode())
    os.close(writing)
    kit, out = wired(), io.StringIO()
    config = Config(lights=LightsConfig(driver=LightDriver.SIMULATED))
    with os.fdopen(reading) as typed:
        status = learn(
            config,
            Options(state=directory),
            out,
            out,
            typed,
            open_inputs=lambda _pin_map: (kit.sensors, kit.buttons),
        )
    return status, out.getvalue()
