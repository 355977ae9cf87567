"""Input pins of a gpiozero factory, opened so that a refusal can be tried again.

`InputDevice` only: it has no thread and no callbacks.
"""

from collections.abc import Iterable
from typing import Any

from gpiozero import InputDevice


class Inputs:
    """Devices that hold their pins until closed."""

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._devices: list[Any] = []

    def open(self, numbers: Iterable[int], *, pull_up: bool) -> tuple[Any, ...]:
        """The pins with these BCM numbers as inputs, pulled up or floating.

        Raises whatever the library's back end raises; `close` before the next attempt.
        """
        return tuple(self._open(number, pull_up=pull_up) for number in numbers)

    def close(self) -> None:
        """Give all pins back. After an error those left are given back by the next call."""
        while self._devices:
            self._devices[-1].close()
            self._devices.pop()

    def _open(self, number: int, *, pull_up: bool) -> Any:
        # Asked of the pin first: a device that fails while it is built fails once more when it is
        # collected, and then complains on stderr, in every scan.
        self._factory.pin(number).function = "input"
        if pull_up:
            device = InputDevice(number, pull_up=True, pin_factory=self._factory)
        else:
            device = InputDevice(
                number, pull_up=None, active_state=False, pin_factory=self._factory
            )
        self._devices.append(device)
        return device.pin
