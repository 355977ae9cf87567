"""Inputs that are not there yet are opened when they can be, and not asked for all the time."""

from kahuna_table.devices.faults import fault
from kahuna_table.devices.late import LateInputs, NoLines, Opened
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.simulated import build
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import ALL_LINES, NO_LINES

REFUSED = fault(Trouble.PYGAME_UNLOADED, detail="a wire")


class Shelf:
    """Devices that open from a certain moment on; counts how often they are asked for."""

    def __init__(self, from_s: float) -> None:
        self.now_s, self.asked = 0.0, 0
        self._from_s = from_s

    def open(self) -> Opened:
        self.asked += 1
        if self.now_s < self._from_s:
            raise DeviceError(REFUSED)
        return NoLines(), build().buttons

    def clock_s(self) -> float:
        return self.now_s


def test_what_is_missing_is_tried_every_five_seconds() -> None:
    shelf = Shelf(from_s=7)
    inputs = LateInputs(shelf.open, shelf.clock_s)
    for now_s, asked in ((0.0, 1), (0.01, 1), (4.99, 1), (5.0, 2), (9.99, 2)):
        shelf.now_s = now_s
        assert inputs.scan() == (NO_LINES, ALL_LINES)
        assert (shelf.asked, inputs.faults()) == (asked, (REFUSED,))
    shelf.now_s = 10.0
    assert inputs.scan() == (NO_LINES, NO_LINES)
    assert (shelf.asked, inputs.faults()) == (3, ())
