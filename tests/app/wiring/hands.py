"""Scripts of a maker's hands, and the simulated kit under them."""

from collections.abc import Iterable

from kahuna_table.app.wiring.learned import ALL
from kahuna_table.devices.pins import REFERENCE, PinMap
from kahuna_table.devices.simulated import SimulatedKit
from kahuna_table.devices.simulated.board import SimulatedBoard
from kahuna_table.engine.board import line_name

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
