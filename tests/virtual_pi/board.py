"""The contacts and buttons of the reference kit, on the header of the virtual Pi."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import permutations
from pathlib import Path

from kahuna_table.devices.mcp23017 import INPUTS
from kahuna_table.devices.pins import REFERENCE, PinMap, Wire, with_i2c_sensors
from kahuna_table.engine.board import Line
from kahuna_table.table.inputs import Button

PLATFORM = Path("/sys/devices/platform")
HEADER = PLATFORM / "pi_board"
CHIPS = [PLATFORM / "pi_mcp23017" / address for address in ("0x20", "0x21")]
PRESS_S = 0.25
"""How long a finger stays on a button: long beside the scans of a slow machine."""


def seconds_until(fact: Callable[[], object], limit_s: float = 60) -> float:
    """How long it takes until the fact holds; -1 where it does not."""
    began_s = time.monotonic()
    while not fact():
        if time.monotonic() - began_s > limit_s:
            return -1.0
        time.sleep(0.02)
    return round(time.monotonic() - began_s, 2)


class Board:
    """Bridges that lie and buttons that are down."""

    def __init__(self, pins: PinMap = REFERENCE) -> None:
        self.pins = pins
        self.lying: set[Line] = set()
        self.laid_s: list[tuple[Line, float]] = []
        """Every bridge that was laid, and when."""
        self._down: set[Button] = set()
        self._shorted: tuple[Wire, ...] = ()
        self._wire()

    def lay(self, *lines: Line) -> None:
        self.lying.update(lines)
        self.laid_s += [(line, time.monotonic()) for line in lines]
        self._wire()

    def lift(self, *lines: Line) -> None:
        self.lying.difference_update(lines)
        self._wire()

    def short(self, *wires: Wire) -> None:
        """Two wires of a kind touch; none: they do not any more."""
        self._shorted = wires
        self._wire()

    def press(self, *buttons: Button) -> None:
        """One after the other."""
        for button in buttons:
            with self.holding(button):
                time.sleep(PRESS_S)
            time.sleep(PRESS_S)

    @contextmanager
    def holding(self, button: Button) -> Iterator[None]:
        self._down.add(button)
        self._ground()
        yield
        self._down.remove(button)
        self._ground()

    def _wire(self) -> None:
        sensors = [self.pins.sensors[line] for line in sorted(self.lying)]
        closed = [at.wires for at in (*REFERENCE.canaries, *sensors)]
        # the chip knows no nets: what either wire closes, the other closes too
        for one, other in permutations(self._shorted, 2):
            closed += [(one, other)]
            closed += [(other, column) for row, column in closed if row is one]
            closed += [(row, other) for row, column in closed if column is one and row.is_row]
        (HEADER / "contacts").write_text(
            " ".join(f"{self.pins.pin(row)}-{self.pins.pin(column)}" for row, column in closed)
        )

    def _ground(self) -> None:
        pins = " ".join(str(self.pins.buttons[button]) for button in self._down)
        (HEADER / "grounded").write_text(pins or "\n")


class ExpanderBoard(Board):
    """The same with two MCP23017 for the lines, and the buttons that this moves."""

    def __init__(self) -> None:
        super().__init__(with_i2c_sensors(REFERENCE))

    def fault(self, chip: int, what: str) -> None:
        """For example `fault(0, "nak -1")`: it does not answer any more."""
        (CHIPS[chip] / "fault").write_text(what)

    def reset(self, chip: int) -> None:
        """A dip of the supply."""
        (CHIPS[chip] / "reset").write_text("1")

    def _wire(self) -> None:
        for n, chip in enumerate(CHIPS):
            inputs = [line - INPUTS * n for line in self.lying if 0 <= line - INPUTS * n < INPUTS]
            # GPA7 is no input
            pins = [at if at < INPUTS // 2 else at + 1 for at in inputs]
            (chip / "grounded").write_text(" ".join(map(str, pins)) or "\n")
