"""What makes a contact differ from its stick for a while. Times are milliseconds of the board."""

from bisect import bisect_right
from dataclasses import dataclass
from random import Random
from typing import Final

from kahuna_table.devices.simulated.noise import Noise
from kahuna_table.engine.board import LINES, Line, Lines, line_name
from kahuna_table.errors import KahunaError

MIN_HZ: Final = 0.1
MAX_HZ: Final = 500
"""Faster, a contact would change more than once a millisecond."""


@dataclass(frozen=True, slots=True)
class Flicker:
    """A contact that is the opposite of what it should be after an odd number of `times_ms`."""

    line: Line
    times_ms: tuple[int, ...]
    """Rising, an even number, at least two."""

    def inverted(self, at_ms: int) -> bool:
        return bool(bisect_right(self.times_ms, at_ms) & 1)

    def next_ms(self, at_ms: int) -> int:
        """The first change after `at_ms`; there must be one."""
        return self.times_ms[bisect_right(self.times_ms, at_ms)]


@dataclass(frozen=True, slots=True)
class Dropouts:
    """Until `until_ms`, lines that are missed in `percent` of the looks."""

    until_ms: int
    percent: float
    lines: tuple[Line, ...]
    rng: Random

    def missed(self) -> Lines:
        """Draws which lines this look misses."""
        return Lines(
            sum(1 << line for line in self.lines if self.rng.random() * 100 < self.percent)
        )


@dataclass(frozen=True, slots=True)
class Forced:
    """Until `until_ms`, lines that read open or closed whatever lies there; None: not at all."""

    until_ms: int
    lines: Lines
    closed: bool | None


class Ghosts:
    """Contacts that close by themselves, as the noise has it."""

    def __init__(self, noise: Noise, rng: Random) -> None:
        self._noise = noise
        self._rng = rng
        self._until_ms: dict[Line, int] = {}

    def look(self, now_ms: int) -> None:
        """Draws whether a contact closes in this look."""
        if self._noise.ghost_percent and self._rng.random() * 100 < self._noise.ghost_percent:
            line = Line(self._rng.randrange(len(LINES)))
            self._until_ms[line] = now_ms + self._rng.randint(1, self._noise.ghost_ms)

    def closed(self, now_ms: int) -> Lines:
        return Lines(sum(1 << line for line, until in self._until_ms.items() if now_ms < until))


def chattering(line: Line, from_ms: int, ms: int, hz: float) -> Flicker:
    """A contact that goes the other way and comes back `hz` times a second for `ms`.

    No contact does this to an even beat, and an even one could hide from scans of the same beat:
    each change comes early or late by up to 0.4 of the way to the next, the same for every chatter
    of this frequency.

    Raises:
        KahunaError: `hz` is out of 0.1..500, or `ms` too short for one change and back.
    """
    if not MIN_HZ <= hz <= MAX_HZ:
        raise KahunaError(
            f"chatter of {line_name(line)}: expected {MIN_HZ}..{MAX_HZ} Hz, got {hz!r}"
        )
    if ms < 2:
        raise KahunaError(f"chatter of {line_name(line)}: expected 2 ms or more, got {ms!r}")
    changes = 2 * max(1, int(ms * hz / 1000))
    half_ms = ms / changes
    unevenness = Random(hz)
    times = [from_ms]
    for n in range(1, changes):
        shift = unevenness.uniform(-0.4, 0.4)
        times.append(max(times[-1] + 1, from_ms + round((n + shift) * half_ms)))
    return Flicker(line, tuple(times))
