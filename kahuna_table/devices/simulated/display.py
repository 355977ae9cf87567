"""A display that remembers what it shows."""

from kahuna_table.devices.ports import DeviceError
from kahuna_table.table.screen import Screen


class RecordingDisplay:
    """The port `Display` without a screen."""

    def __init__(self) -> None:
        self.screen: Screen | None = None
        self.failing = False

    def show(self, screen: Screen) -> None:
        """Raises: DeviceError while it fails."""
        if self.failing:
            raise DeviceError("no answer from the simulated screen: the script lets it fail")
        self.screen = screen

    def close(self) -> None:
        """Nothing is held."""
