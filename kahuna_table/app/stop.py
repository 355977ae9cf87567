"""The signals that end a table in order, or ask it to read its configuration again."""

import signal
from types import FrameType


class Stop:
    """Set by SIGTERM and SIGINT. Installed before anything else, since SDL would take them."""

    def __init__(self, *, with_terminal: bool) -> None:
        """`with_terminal`: a terminal that closes (SIGHUP) ends the table too, unless it was
        started with nohup or the like; else that asks for a reload.
        """
        self.name: str | None = None
        self.reload = False
        """Whether the configuration is to be read again."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._note)
        if not with_terminal:
            signal.signal(signal.SIGHUP, self._note_reload)
        elif signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._note)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self.name = signal.Signals(number).name

    def _note_reload(self, _number: int, _frame: FrameType | None) -> None:
        self.reload = True
