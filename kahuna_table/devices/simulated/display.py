"""A display that remembers what it shows."""

from kahuna_table.table.screen import Screen


class RecordingDisplay:
    """The port `Display` without a screen."""

    def __init__(self) -> None:
        self.screen: Screen | None = None

    def show(self, screen: Screen) -> None:
        self.screen = screen

    def close(self) -> None:
        """Nothing is held."""
