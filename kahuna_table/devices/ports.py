"""What the daemon asks of the devices. Each port has a simulated device behind it too."""

from typing import Final, Protocol

from kahuna_table.devices.faults import Fault
from kahuna_table.engine.board import Lines
from kahuna_table.errors import KahunaError
from kahuna_table.table.inputs import Buttons, Code, Owners
from kahuna_table.table.lights import Frame
from kahuna_table.table.screen import Screen


class DeviceError(KahunaError):
    """A device cannot show or read anything just now. It is tried again; the game goes on.

    `said`: the log has it already.
    """

    def __init__(self, fault: Fault, *, said: bool = False) -> None:
        super().__init__(fault)
        self.fault, self.said = fault, said


class Sensors(Protocol):
    """The 27 lines."""

    def scan(self) -> tuple[Lines, Lines]:
        """Closed lines and unknown lines, disjoint; a line in neither is open.

        Never raises for a fault of the hardware: what cannot be read is unknown.
        """

    def owners(self) -> Owners:
        """Whose bridges lie on the lines that the last scan called closed, as far as the sensors
        can tell."""

    def faults(self) -> tuple[Fault, ...]:
        """What is broken as far as the last scan tells."""

    def check(self) -> None:
        """Looks closer than a scan does, at wires that only a test of their own shows broken.

        Called every ten seconds; what it finds is in `faults` and in the unknown lines.
        """

    def close(self) -> None: ...


class ButtonPad(Protocol):
    """The eight buttons, raw."""

    def read(self) -> Buttons: ...

    def faults(self) -> tuple[Fault, ...]:
        """What kept the last read from working, as `Sensors.faults`."""

    def close(self) -> None: ...


NO_SCREEN: Final = "no screen"
"""How a display works that has none: no failure, one may be plugged in."""


class Showing(Protocol):
    """What every device that shows something tells of itself."""

    @property
    def how(self) -> str:
        """Which way it works, for the status line; empty while it does not."""

    @property
    def failure(self) -> DeviceError | None:
        """Why nothing is shown at present; None as far as is known."""


class LightStrip(Showing, Protocol):
    """The 39 lights."""

    @property
    def noted(self) -> tuple[Code, ...]:
        """Codes of what the strip suffers from though it works, a weak supply for example."""

    def show(self, frame: Frame) -> None:
        """Raises: DeviceError."""

    def close(self) -> None: ...


class Display(Showing, Protocol):
    """The small display."""

    def show(self, screen: Screen) -> None:
        """Raises: DeviceError."""

    def touched(self) -> bool:
        """Whether a finger came down on it since the last call."""

    @property
    def hand_asked(self) -> bool:
        """Whether a player holds his hand open on his own display; never on one for both."""

    def close(self) -> None: ...
