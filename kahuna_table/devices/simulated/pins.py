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
        self._level = False
        super().__init__(factory, info)
        self._tell()

    @property
    def function(self) -> str:
        return str(MockPin.function.fget(self))

    @function.setter
    def function(self, value: str) -> None:
        if value == "output":
            self._level = False
        MockPin.function.fset(self, value)
        self._tell()

    @property
    def state(self) -> bool:
        if self.function == "output":
            return self._level
        level = self._net.level(self._gpio)
        return self.pull == "up" if level is None else level

    @state.setter
    def state(self, value: bool) -> None:
        if self.function == "input":
            MockPin.state.fset(self, value)  # raises the library's own error
        self._level = bool(value)
        self._tell()

    @property
    def pull(self) -> str:
        return str(MockPin.pull.fget(self))

    @pull.setter
    def pull(self, value: str) -> None:
        MockPin.pull.fset(self, value)
        self._tell()

    def output_with_state(self, state: bool) -> None:
        """An output at once at this level, as the pins of a Pi do it."""
        MockPin.function.fset(self, "output")
        self._level = bool(state)
        self._tell()

    def _tell(self) -> None:
        if not self.factory.connected:
            return
        driven = self._level if self.function == "output" else None
        self._net.drive(self._gpio, driven, pull_up=self.pull == "up")
