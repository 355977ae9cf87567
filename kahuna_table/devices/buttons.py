"""The eight buttons: a contact to ground on a pin each, read as levels.

No bounce time and no callbacks: those lose presses (gpiozero issues 550, 697, 1039). The table
debounces what is read here.
"""

from typing import Any

from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.gpio import Inputs
from kahuna_table.devices.pins import PinMap
from kahuna_table.devices.troubles import Trouble
from kahuna_table.table.inputs import NO_BUTTONS, Buttons


class GpioButtons:
    """The port `ButtonPad` on the pins of a gpiozero factory.

    A read that fails gives the buttons last read, so that a hiccup neither releases nor presses
    one, and is in `faults`; the next read opens the pins again.
    """

    def __init__(self, factory: Any, pin_map: PinMap) -> None:
        self._inputs = Inputs(factory)
        self._pin_map = pin_map
        self._pins: tuple[tuple[int, Any], ...] = ()
        self._last = NO_BUTTONS
        self._faults: tuple[Fault, ...] = ()

    def read(self) -> Buttons:
        """The buttons down just now."""
        try:
            if not self._pins:
                self._open()
            self._last = Buttons(sum(bit for bit, pin in self._pins if not pin.state))
            self._faults = ()
        except Exception as error:  # noqa: BLE001 - the back ends share no class; kept as a fault
            self._pins = ()
            self._faults = (fault(Trouble.BUTTON_PINS, error=repr(error)),)
        return self._last

    def faults(self) -> tuple[Fault, ...]:
        """What kept the last read from working."""
        return self._faults

    def close(self) -> None:
        self._pins = ()
        self._inputs.close()

    def _open(self) -> None:
        self._inputs.close()
        pins = self._inputs.open(self._pin_map.buttons.values(), pull_up=True)
        self._pins = tuple(
            (1 << button, pin) for button, pin in zip(self._pin_map.buttons, pins, strict=True)
        )
