"""A display that remembers what it shows."""

from kahuna_table.devices.faults import fault
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.troubles import Trouble
from kahuna_table.table.screen import Screen


class RecordingDisplay:
    """The port `Display` without a screen."""

    how = "simulated"

    def __init__(self) -> None:
        self.screen: Screen | None = None
        self.failure: DeviceError | None = None
        self._touched = False
        self.hand_asked = False

    def show(self, screen: Screen) -> None:
        """Raises: DeviceError while it fails."""
        if self.failure is not None:
            raise self.failure
        self.screen = screen

    def touched(self) -> bool:
        touched, self._touched = self._touched, False
        return touched

    def touch(self) -> None:
        """A finger comes down on it."""
        self._touched = True

    def fail(self) -> None:
        """From now on no screen is taken."""
        self.failure = DeviceError(fault(Trouble.SIMULATED_SCREEN))

    def repair(self) -> None:
        self.failure = None

    def ask_hand(self, *, held: bool) -> None:
        """Its player begins to hold his hand open there, or lets go."""
        self._touched |= held
        self.hand_asked = held

    def close(self) -> None:
        """Nothing is held."""
