"""Sensors and buttons that may not be there yet: opened when they can be, tried until then."""

from collections.abc import Callable
from typing import Final

from kahuna_table.devices.faults import Fault
from kahuna_table.devices.ports import ButtonPad, DeviceError, Sensors
from kahuna_table.engine.board import ALL_LINES, NO_LINES, Lines
from kahuna_table.table.inputs import NO_BUTTONS, NO_OWNERS, Buttons, Owners

RETRY_S: Final = 5.0
"""udev grants rights late at boot, and people plug cables in."""

Opened = tuple[Sensors, ButtonPad]


class NoLines:
    """The port `Sensors` of a kit whose lines are read elsewhere."""

    def scan(self) -> tuple[Lines, Lines]:
        return NO_LINES, NO_LINES

    def owners(self) -> Owners:
        return NO_OWNERS

    def faults(self) -> tuple[Fault, ...]:
        return ()

    def check(self) -> None:
        """There is nothing to look at."""

    def close(self) -> None:
        """Nothing is held."""


class NoButtons:
    """The port `ButtonPad` of a computer without pins: there the display has the buttons."""

    def read(self) -> Buttons:
        return NO_BUTTONS

    def faults(self) -> tuple[Fault, ...]:
        return ()

    def close(self) -> None:
        """Nothing is held."""


class LateInputs:
    """The ports `Sensors` and `ButtonPad` of a driver that may refuse to open.

    Until it opens every line is unknown, no button is pressed, and `faults` says why.
    """

    def __init__(self, open_inputs: Callable[[], Opened], clock_s: Callable[[], float]) -> None:
        """`open_inputs` raises `DeviceError` while it cannot; `clock_s` never jumps."""
        self._open_inputs, self._clock_s = open_inputs, clock_s
        self._opened: Opened | None = None
        self._refusal: tuple[Fault, ...] = ()
        self._retry_s = clock_s()

    def scan(self) -> tuple[Lines, Lines]:
        opened = self._try()
        return opened[0].scan() if opened is not None else (NO_LINES, ALL_LINES)

    def read(self) -> Buttons:
        opened = self._try()
        return opened[1].read() if opened is not None else NO_BUTTONS

    def owners(self) -> Owners:
        return self._opened[0].owners() if self._opened is not None else NO_OWNERS

    def faults(self) -> tuple[Fault, ...]:
        if self._opened is None:
            return self._refusal
        sensors, buttons = self._opened
        return sensors.faults() + buttons.faults()

    def check(self) -> None:
        if self._opened is not None:
            self._opened[0].check()

    def close(self) -> None:
        if self._opened is not None:
            sensors, buttons = self._opened
            self._opened = None
            buttons.close()
            sensors.close()

    def _try(self) -> Opened | None:
        if self._opened is None and self._clock_s() >= self._retry_s:
            self._retry_s = self._clock_s() + RETRY_S
            try:
                self._opened = self._open_inputs()
            except DeviceError as error:
                self._refusal = (error.fault,)
        return self._opened
