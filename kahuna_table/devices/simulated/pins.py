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
    the mock pin keeps: it would grow by two entries a scan forever. What a scan asks for is kept
    here: the mock pin's own properties would take most of its time.
    """

    def __init__(self, factory: NetFactory, info: Any) -> None:
        self._net = factory.net
        self._gpio = int(info.name.removeprefix("GPIO"))
        self._driven: bool | None = None
        """The level of an output; None for an input, which is all the mock pin ever is."""
        self._pulled_up = info.pull == "up"
        super().__init__(factory, info)
        self._tell()

    @property
    def function(self) -> str:
        return "input" if self._driven is None else "output"

    @function.setter
    def function(self, value: str) -> None:
        if value not in ("input", "output"):
            MockPin.function.fset(self, value)  # raises the library's own error
        self._driven = False if value == "output" else None
        self._tell()

    @property
    def state(self) -> bool:
        if self._driven is not None:
            return self._driven
        level = self._net.level(self._gpio)
        return self._pulled_up if level is None else level

    @state.setter
    def state(self, value: bool) -> None:
        if self._driven is None:
            MockPin.state.fset(self, value)  # raises the library's own error
        self._driven = bool(value)
        self._tell()

    @property
    def pull(self) -> str:
        return str(MockPin.pull.fget(self))

    @pull.setter
    def pull(self, value: str) -> None:
        MockPin.pull.fset(self, value)
        self._pulled_up = value == "up"
        self._tell()

    def output_with_state(self, state: bool) -> None:
        """An output at once at this level, as the pins of a Pi do it."""
        self._driven = bool(state)
        self._tell()

    def _tell(self) -> None:
        if self.factory.connected:
            self._net.drive(self._gpio, self._driven, pull_up=self._pulled_up)
