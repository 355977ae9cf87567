"""gpiozero's mock pins, wired by the net: what is driven on one is read on the others."""

from typing import Any, Final

from gpiozero.pins.mock import MockFactory, MockPin

from kahuna_table.devices.simulated.net import Net

REVISION: Final = "c03114"
"""A Raspberry Pi 4B; every model has the same 40 pins."""


class NetFactory(MockFactory):  # type: ignore[misc]  # the library has no types
    """A factory whose pins hang on a net."""

    def __init__(self, net: Net) -> None:
        super().__init__(revision=REVISION, pin_class=NetPin)
        self.net = net
        self.connected = True

    def cut(self) -> None:
        """From now on these pins drive nothing, even where somebody holds them."""
        self.connected = False


class NetPin(MockPin):  # type: ignore[misc]  # the library has no types
    """A pin of the net.

    As an output it starts low, like a pin of lgpio. Nothing is added to the log of states that
    the mock pin keeps: it would grow by two entries a scan forever.
    """

    def __init__(self, factory: NetFactory, info: Any) -> None:
        self._net = factory.net
        self._gpio = int(info.name.removeprefix("GPIO"))
        super().__init__(factory, info)
        self._tell()

    def output_with_state(self, state: bool) -> None:
        """An output at once at this level, as the pins of a Pi do it."""
        self._function, self._state = "output", bool(state)
        self._tell()

    # What gpiozero's properties `function`, `state` and `pull` call.

    def _set_function(self, value: str) -> None:
        super()._set_function(value)  # an input is pulled at once, which tells the net
        if value == "output":
            self._state = False
            self._tell()

    def _get_state(self) -> bool:
        if self._function == "output":
            return bool(self._state)
        level = self._net.level(self._gpio)
        return self._pull == "up" if level is None else level

    def _set_state(self, value: bool) -> None:
        super()._set_state(value)
        self._tell()

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._tell()

    def _change_state(self, value: bool) -> bool:
        self._state = value
        return False  # nobody waits for edges here, and none is logged

    def _tell(self) -> None:
        if self.factory.connected:
            driven = self._state if self._function == "output" else None
            self._net.drive(self._gpio, driven, pull_up=self._pull == "up")
