"""The physical board: sticks in slots, fingers on buttons, contacts that close, and what goes
wrong with them, on a clock of whole milliseconds that is handed in.

Nothing here knows the game, the pins or the program that reads them.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random
from types import MappingProxyType
from typing import Final

from kahuna_table.devices.simulated.contacts import Dropouts, Flicker, Forced, Ghosts, chattering
from kahuna_table.devices.simulated.noise import QUIET, Noise
from kahuna_table.engine.board import ALL_LINES, NO_LINES, Line, Lines, line_name
from kahuna_table.engine.player import Player
from kahuna_table.errors import KahunaError
from kahuna_table.table.inputs import NO_BUTTONS, Button, Buttons, Owners

BUMP_MS: Final = 30
"""Within this time all bumped sticks have left their slots."""


class PlaceTaken(KahunaError):  # noqa: N818 - an answer to a hand, named as the hand meets it
    """A stick already lies in the slot."""


class NothingThere(KahunaError):  # noqa: N818 - see above
    """No stick lies in the slot."""


class SensorFault(Enum):
    """How all or some sensors fail for a while."""

    ERROR = "error"
    OPEN = "open"
    CLOSED = "closed"


class SimulatedBoard:
    """Sticks, buttons and contacts.

    A *look* is what is seen between two calls of `advance`: dropouts and ghosts are drawn once a
    look, so that one who advances before every scan misses single scans.
    """

    def __init__(self, *, noise: Noise = QUIET, rng: Random | None = None) -> None:
        """`rng` is needed with noise only."""
        assert rng is not None or noise == QUIET, "noise needs a stream of chance"
        self.noise = noise
        self._rng = rng or Random(0)
        self._now_ms = 0
        self._sticks: dict[Line, Player] = {}
        self._pressed = NO_BUTTONS
        self.coloured: Lines = NO_LINES
        """Lines whose sensors see the colour of a stick."""
        self._stuck: dict[Line, bool] = {}
        self._unseen: set[Line] = set()
        self._flickers: list[Flicker] = []
        self._dropouts: list[Dropouts] = []
        self._forced: list[Forced] = []
        self._error_until_ms = 0
        self._ghosts = Ghosts(noise, self._rng)
        self._missed: Lines = NO_LINES
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()
        self._watchers: list[Callable[[], None]] = []

    # What one sees.

    @property
    def now_ms(self) -> int:
        return self._now_ms

    @property
    def sticks(self) -> Mapping[Line, Player]:
        """What lies where; a view that follows the board."""
        return MappingProxyType(self._sticks)

    @property
    def unseen(self) -> frozenset[Line]:
        """Slots whose sticks lie where their contacts do not close (`Noise.dead_percent`)."""
        return frozenset(self._unseen)

    @property
    def pressed(self) -> Buttons:
        return self._pressed

    @property
    def closed(self) -> Lines:
        """The contacts that are closed in this look."""
        lines = sum(1 << line for line in self._sticks if line not in self._unseen)
        for flicker in self._flickers:
            if flicker.inverted(self._now_ms):
                lines ^= 1 << flicker.line
        lines = lines & ~self._missed | self._ghosts.closed(self._now_ms)
        for line, closed in self._stuck.items():
            lines = lines | 1 << line if closed else lines & ~(1 << line)
        for forced in self._forced:
            if forced.closed is not None:
                lines = lines | forced.lines if forced.closed else lines & ~forced.lines
        return Lines(lines)

    @property
    def unreadable(self) -> Lines:
        """Lines whose sensors give no answer; `failing` is of all together."""
        dead = 0
        for forced in self._forced:
            dead |= forced.lines if forced.closed is None else 0
        return Lines(dead)

    @property
    def failing(self) -> bool:
        """Whether every read of the sensors fails."""
        return self._now_ms < self._error_until_ms

    def sees(self, closed: Lines) -> Owners:
        """Whose sticks the sensors of these lines find, as far as they see colours."""
        seen = [0, 0]
        for line, colour in self._sticks.items():
            seen[colour] |= 1 << line
        black, white = seen
        return Owners(Lines(black), Lines(white)).within(closed & self.coloured)

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call `watcher` after everything that may change what is seen."""
        self._watchers.append(watcher)

    # Time.

    def advance(self, to_ms: int) -> None:
        """Let time pass until `to_ms`, with all that happens on the way, and take a new look."""
        assert to_ms >= self._now_ms, f"expected {self._now_ms} ms or later, got {to_ms}"
        if to_ms == self._now_ms:
            return
        while self._events and self._events[0][0] <= to_ms:
            self._now_ms, _, happen = heappop(self._events)
            happen()
        self._now_ms = to_ms
        self._flickers = [one for one in self._flickers if one.times_ms[-1] > to_ms]
        self._dropouts = [one for one in self._dropouts if one.until_ms > to_ms]
        self._forced = [one for one in self._forced if one.until_ms > to_ms]
        self._look()
        self._changed()

    def next_change_ms(self) -> int | None:
        """The earliest time at which another picture may be seen if nothing is touched, or None."""
        if self._dropouts or self.noise.every_look:
            return self._now_ms + 1
        times = [one.until_ms for one in self._forced]
        times += (flicker.next_ms(self._now_ms) for flicker in self._flickers)
        if self._events:
            times.append(self._events[0][0])
        if self.failing:
            times.append(self._error_until_ms)
        return min(times, default=None)

    # What hands do.

    def place(self, line: Line, colour: Player) -> None:
        """Lay a stick into a slot.

        Raises:
            PlaceTaken: one lies there.
        """
        self._expect_free(line)
        self._lay(line, colour)
        self._changed()

    def lift(self, line: Line) -> Player:
        """Take the stick out of a slot; its colour.

        Raises:
            NothingThere: the slot is empty.
        """
        self._expect_stick(line)
        colour = self._take(line)
        self._changed()
        return colour

    def slide(self, first: Line, second: Line, ms: int, colour: Player) -> None:
        """A stick touches the first slot for `ms`, then comes to rest in the second.

        Raises:
            PlaceTaken: a stick lies in one of them.
        """
        self._expect_free(first)
        self._expect_free(second)
        self._lay(first, colour)
        self._after(ms, partial(self._slip, first, second))
        self._changed()

    def bump(self, lines: Iterable[Line], rng: Random) -> None:
        """The sticks of these lines jump out, each at its own moment of the next 30 ms.

        Raises:
            NothingThere: one of the slots is empty; then none jumps.
        """
        bumped = sorted(set(lines))
        for line in bumped:
            self._expect_stick(line)
        moments = sorted(rng.sample(range(1, BUMP_MS + 1), len(bumped)))
        for line, ms in zip(rng.sample(bumped, len(bumped)), moments, strict=True):
            self._after(ms, partial(self._jump, line))
        self._changed()

    def press(self, button: Button) -> None:
        self._pressed = Buttons(self._pressed | 1 << button)
        self._changed()

    def release(self, button: Button) -> None:
        self._pressed = Buttons(self._pressed & ~(1 << button))
        self._changed()

    # What goes wrong.

    def chatter(self, line: Line, ms: int, hz: float) -> None:
        """The contact opens and closes `hz` times a second for `ms`, then is as it began.

        Raises:
            KahunaError: nothing that the clock can carry out.
        """
        self._flickers.append(chattering(line, self._now_ms, ms, hz))
        self._changed()

    def dropouts(self, percent: float, ms: int, lines: Iterable[Line], rng: Random) -> None:
        """For `ms` these lines' contacts are missed in `percent` of the looks, by chance."""
        if ms > 0:
            self._dropouts.append(Dropouts(self._now_ms + ms, percent, tuple(lines), rng))

    def stuck(self, line: Line, *, closed: bool) -> None:
        """The contact no longer follows its stick."""
        self._stuck[line] = closed
        self._changed()

    def free(self, line: Line) -> None:
        """The contact follows its stick again."""
        self._stuck.pop(line, None)
        self._changed()

    def fault_sensors(
        self, ms: int, fault: SensorFault, lines: Iterable[Line] | None = None
    ) -> None:
        """For `ms` these lines, or all, read open or closed or give no answer."""
        until_ms = self._now_ms + ms
        if fault is SensorFault.ERROR and lines is None:
            self._error_until_ms = max(self._error_until_ms, until_ms)
        elif ms > 0:
            chosen = ALL_LINES if lines is None else Lines(sum(1 << line for line in set(lines)))
            closed = None if fault is SensorFault.ERROR else fault is SensorFault.CLOSED
            self._forced.append(Forced(until_ms, chosen, closed))
        self._changed()

    def _changed(self) -> None:
        for watcher in self._watchers:
            watcher()

    def _after(self, ms: int, happen: Callable[[], None]) -> None:
        heappush(self._events, (self._now_ms + ms, next(self._order), happen))

    def _expect_free(self, line: Line) -> None:
        if line in self._sticks:
            raise PlaceTaken(
                f"{line_name(line)}: expected an empty slot, found a "
                f"{self._sticks[line].name.lower()} bridge: lift it first"
            )

    def _expect_stick(self, line: Line) -> None:
        if line not in self._sticks:
            raise NothingThere(f"{line_name(line)}: expected a bridge, found the slot empty")

    def _lay(self, line: Line, colour: Player) -> None:
        self._sticks[line] = colour
        if self.noise.dead(self._rng):
            self._unseen.add(line)
        else:
            self._bounce(line, closing=True)

    def _take(self, line: Line) -> Player:
        if line in self._unseen:
            self._unseen.remove(line)
        else:
            self._bounce(line, closing=False)
        return self._sticks.pop(line)

    def _bounce(self, line: Line, *, closing: bool) -> None:
        times = self.noise.bounces(closing=closing, rng=self._rng)
        if times:
            self._flickers.append(Flicker(line, tuple(self._now_ms + ms for ms in times)))

    def _jump(self, line: Line) -> None:
        """A hand that was faster has the stick already."""
        if line in self._sticks:
            self._take(line)

    def _slip(self, first: Line, second: Line) -> None:
        """A stick lifted on the way stays in the hand; one that finds a taken slot falls beside."""
        if first in self._sticks:
            colour = self._take(first)
            if second not in self._sticks:
                self._lay(second, colour)

    def _look(self) -> None:
        self._ghosts.look(self._now_ms)
        missed = 0
        for dropouts in self._dropouts:
            missed |= dropouts.missed()
        if self.noise.dropout_percent:
            lying = tuple(sorted(self._sticks))
            missed |= Dropouts(0, self.noise.dropout_percent, lying, self._rng).missed()
        self._missed = Lines(missed)
