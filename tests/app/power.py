"""The plug of a table, for tests that pull it at a write of the journal."""


class PlugPulled(Exception):  # noqa: N818 - what happens, and no fault
    """The power went."""


class Power:
    """Goes at the chosen moment around a write of the journal."""

    def __init__(self, goes_at: int | None = None) -> None:
        self.moments = 0
        self._goes_at = goes_at

    def between(self, _moment: str) -> None:
        self.moments += 1
        if self.moments - 1 == self._goes_at:
            raise PlugPulled
