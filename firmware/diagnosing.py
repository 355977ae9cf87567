"""What the millivolts of 32 channels say about wires and parts. Pure; runs in CPython too.

A fault is a word: `low:N` the output of line N is at ground, `high:N` at 3.3 V, `open:N` nothing
drives it, `end:N` a field beyond the sensor's range, `chip:C` no channel of a multiplexer is
driven, `supply` all outputs are at ground, `select:C:B` address line B does not reach multiplexer
C, `select:B` it is stuck for both.
"""

from array import array

import pins
import settings
from pins import INPUTS

CHIPS = 2
CHANNELS = 16
LINES = len(pins.LINES)
BITS = 4

STUCK_SCANS = 4
"""So many scans in a row in which an address line makes no difference: before a debounce ends."""


LEAST_PAIRS = 4

SOME, NONE, NONE_FOR_SURE = 0, 1, 2


def driven(value: int) -> bool:
    """Whether a sensor can be behind a reading."""
    return settings.LOW_MV < value < settings.HIGH_MV


class Diagnosis:
    def __init__(self) -> None:
        self.words: tuple[str, ...] = ()
        self.blind = bytearray(LINES)
        """1 for each line that cannot be read now."""
        self.undriven: int | None = None
        """A line at 3.3 V that needs a look without pull-up, see `released`."""
        self._scans = bytearray(LINES)
        self._kinds = [""] * LINES
        self._open: list[bool | None] = [None] * LINES
        self._stuck = bytearray(CHIPS * BITS)
        self._next = 0

    def look(self, values: "array[int]", offsets: list[int]) -> None:
        """Takes the millivolts of one scan in; `offsets` are those of empty slots, 0 not known."""
        for line in range(LINES):
            self._look_at(line, values[line // INPUTS * CHANNELS + line % INPUTS])
        for chip in range(CHIPS):
            for bit in range(BITS):
                at = chip * BITS + bit
                seen = _difference(values, offsets, chip, bit)
                if seen == SOME:
                    self._stuck[at] = 0
                elif seen == NONE_FOR_SURE:
                    self._stuck[at] = min(self._stuck[at] + 1, STUCK_SCANS)
                if self._stuck[at] == STUCK_SCANS:
                    for line in range(chip * INPUTS, min(LINES, (chip + 1) * INPUTS)):
                        self.blind[line] = 1
        self._choose()
        self.words = tuple(self._told())

    def released(self, line: int, value: int) -> None:
        """What `line` read without pull-up: an input that nothing drives falls."""
        self._open[line] = value < settings.HIGH_MV

    def _look_at(self, line: int, value: int) -> None:
        kind = ""
        if value <= settings.LOW_MV:
            kind = "low"
        elif value >= settings.HIGH_MV:
            kind = "high"
        elif not settings.SATURATED_LOW_MV < value < settings.SATURATED_HIGH_MV:
            kind = "end"
        self.blind[line] = kind in ("low", "high")
        if kind != self._kinds[line]:
            self._kinds[line], self._scans[line], self._open[line] = kind, 0, None
        elif self._scans[line] < settings.FAULT_SCANS:
            self._scans[line] += 1

    def _choose(self) -> None:
        """The next line at 3.3 V, one a scan in turn."""
        self.undriven = None
        if "high" not in self._kinds:
            return
        for _ in range(LINES):
            self._next = (self._next + 1) % LINES
            if self._kinds[self._next] == "high":
                self.undriven = self._next
                return

    def _told(self) -> list[str]:
        lasting = [
            kind if scans >= settings.FAULT_SCANS else ""
            for kind, scans in zip(self._kinds, self._scans)
        ]
        if lasting.count("low") == LINES:
            return ["supply"]
        words = []
        for bit in range(BITS):
            chips = [c for c in range(CHIPS) if self._stuck[c * BITS + bit] == STUCK_SCANS]
            if len(chips) == CHIPS:
                words.append(f"select:{bit}")
            else:
                words.extend(f"select:{chip}:{bit}" for chip in chips)
        for chip in range(CHIPS):
            first, end = chip * INPUTS, min(LINES, (chip + 1) * INPUTS)
            if STUCK_SCANS in list(self._stuck[chip * BITS : (chip + 1) * BITS]):
                continue  # what its channels read is that of others
            if lasting[first:end].count("high") == end - first:
                words.append(f"chip:{chip}")
                continue
            for line in range(first, end):
                kind = lasting[line]
                if kind == "high" and self._open[line] is None:
                    continue
                if kind:
                    words.append(f"{'open' if self._open[line] else kind}:{line}")
        return words


def _difference(values: "array[int]", offsets: list[int], chip: int, bit: int) -> int:
    """Whether an address line matters. Where every two channels that differ in it read the same it
    may be chance, but not if one of the two is wired to nothing, or if either is far from its empty
    slot: a magnet at one sensor of a pair parts the two."""
    first, used = chip * CHANNELS, min(INPUTS, LINES - chip * INPUTS)
    same, evidence = 0, False
    for channel in range(CHANNELS):
        other = channel | 1 << bit
        if other == channel:
            continue
        a, b = values[first + channel], values[first + other]
        if not -settings.SAME_MV <= a - b <= settings.SAME_MV:
            return SOME
        if channel < used and driven(a):
            same += 1
            line = chip * INPUTS + channel
            if other >= used or _far(a, offsets[line]) or _far(b, offsets[line + (1 << bit)]):
                evidence = True
    if same < LEAST_PAIRS:
        return SOME  # a multiplexer without supply, or sensors without
    return NONE_FOR_SURE if evidence else NONE


def _far(value: int, offset: int) -> bool:
    return offset > 0 and abs(value - offset) > settings.OPEN_MV
