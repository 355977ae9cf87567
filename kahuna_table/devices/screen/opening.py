"""The way in: a screen in a child process that takes pictures and never makes the table wait."""

from collections.abc import Sequence
from typing import Final

from kahuna_table.devices.child import Child, Limits, Troubles
from kahuna_table.devices.faults import Fault
from kahuna_table.devices.ports import ButtonPad
from kahuna_table.devices.screen.options import ScreenError, ScreenOptions, as_arguments
from kahuna_table.devices.screen.rendered import TOUCHED, format_screen, render
from kahuna_table.devices.troubles import Trouble
from kahuna_table.pictures.words import Wording
from kahuna_table.table.inputs import NO_BUTTONS, Button, Buttons
from kahuna_table.table.screen import Screen

WORKER: Final = "kahuna_table.devices.screen.worker"

TROUBLES: Final = Troubles(
    Trouble.SCREEN_HANG, Trouble.SCREEN_UNSTARTED, Trouble.SCREEN_NOISE, Trouble.SCREEN_ENDED
)

LIMITS: Final = Limits(start_s=90.0, silent_s=30.0, close_s=1.5)
"""The first start on a Zero compiles all modules. Silence may last longer than the worker's own
`HANG_S`, so that it can say where it hangs. The table ends within two seconds."""


def open_display(
    options: ScreenOptions,
    words: Wording,
    *,
    limits: Limits = LIMITS,
    extra: Sequence[str] = (),
    name: str = "screen",
    own: bool = False,
) -> "ChildDisplay":
    """The screen as the options say. Never waits, and never fails: a table without a screen is
    played by its lights and buttons, and a screen plugged in later is found.

    `extra` are further options of the worker, `name` is what the log calls the screen. `own`: it
    belongs to one player, whose hand alone its button `hand` shows.
    """
    arguments = (*as_arguments(options), *extra)
    child = Child(WORKER, arguments, name=name, troubles=TROUBLES, limits=limits)
    return ChildDisplay(child, words, own=own, touch=options.touch)


class ChildDisplay:
    """The port `Display` over a child."""

    def __init__(
        self, child: Child, words: Wording, *, own: bool = False, touch: bool = False
    ) -> None:
        self.child = child
        self.buttons = ScreenButtons(child, own=own)
        self._words, self._touch = words, touch

    @property
    def how(self) -> str:
        """What shows the picture, for the status line: `kmsdrm 800x480 on card1 DSI-1`, or
        `no screen`; empty while the child starts."""
        return self.child.how

    @property
    def failure(self) -> ScreenError | None:
        """Why the process shows nothing at present; it has said it. No screen is no failure."""
        cause = self.child.failure
        return None if cause is None else ScreenError(cause, said=True)

    def touched(self) -> bool:
        """Whether a finger came down on it since the last call."""
        return self.buttons.touched()

    @property
    def hand_asked(self) -> bool:
        """Whether a player holds his hand open on his own screen; never on one for both."""
        return self.buttons.hand_asked

    def show(self, screen: Screen) -> None:
        """Hands the screen over; it is kept for a child that does not work just now.

        Raises:
            ScreenError: the process fails at present, and why. No screen is no failure.
        """
        self.child.offer(format_screen(screen, render(screen, self._words, touch=self._touch)))
        if (failure := self.failure) is not None:
            raise failure

    def close(self) -> None:
        """The child leaves the screen and ends."""
        self.child.close()


class ScreenButtons:
    """The port `ButtonPad` of what is touched and typed on the screen. On a player's `own` one
    `hand` is no button of the table."""

    def __init__(self, child: Child, *, own: bool = False) -> None:
        self._child = child
        self._hand = Buttons(own << Button.HAND)
        self._down = NO_BUTTONS
        self._touched = False

    def read(self) -> Buttons:
        """The buttons down just now; none while the child does not work."""
        self._hear()
        if self._child.failure is not None:
            self._down = NO_BUTTONS
        return Buttons(self._down & ~self._hand)

    @property
    def hand_asked(self) -> bool:
        """Whether `hand` of a player's own screen is down, as `read` saw it last."""
        return bool(self._down & self._hand)

    def touched(self) -> bool:
        """Whether a finger came down since the last call, on a button or beside them."""
        self._hear()
        touched, self._touched = self._touched, False
        return touched

    def _hear(self) -> None:
        for message in self._child.received():
            if message == TOUCHED:
                self._touched = True
            else:
                self._down = Buttons(message[0]) if len(message) == 1 else NO_BUTTONS

    def faults(self) -> tuple[Fault, ...]:
        """The screen says them."""
        return ()

    def close(self) -> None:
        """Nothing of its own: the display ends the child."""


class EitherButtons:
    """The port `ButtonPad` of two pads: a button is down when it is down on either."""

    def __init__(self, first: ButtonPad, second: ButtonPad) -> None:
        self._first, self._second = first, second

    def read(self) -> Buttons:
        return Buttons(self._first.read() | self._second.read())

    def faults(self) -> tuple[Fault, ...]:
        return self._first.faults() + self._second.faults()

    def close(self) -> None:
        self._first.close()
        self._second.close()
