"""The reed board on a Pico: 27 contacts in a 6 x 6 diode matrix with eight canaries, for a computer
that has no pins. Contacts know no colour.

One row at a time is an output at low, all others are released: two outputs at once fight through a
bridged diode. `idle:N` a column is low with no row selected, `row:N` and `column:N` a wire whose
canaries all read open, `canary:R:C` one that does by itself, `matrix` all of them.
"""

import pins
from clock import pause_us
from deciding import CLOSED, NOTHING, UNKNOWN, Decider
from machine import Pin

SIZE = 6
LINES = len(pins.LINES)

SETTLE_US = 30
"""From a row at low to a stable column, through 10 kilohm."""


class MatrixBoard:
    kit = "matrix"

    def __init__(self) -> None:
        self._rows = [Pin(number, Pin.IN) for number in pins.ROWS]
        self._columns = [Pin(number, Pin.IN, Pin.PULL_UP) for number in pins.COLUMNS]
        self._decider = Decider(LINES)
        self.faults: tuple[str, ...] = ()
        self.values = [0] * LINES
        """1 for a closed contact, in the last scan."""

    @property
    def states(self) -> bytes:
        return bytes(self._decider.states)

    def scan(self, now_ms: int) -> None:
        del now_ms  # a contact does not drift
        idle = self._low()
        rows = [self._row(row) for row in range(SIZE)]
        bad_rows, bad_columns, self.faults = diagnosed(idle, rows)
        for line, (row, column) in enumerate(pins.CROSSINGS):
            closed = rows[row] >> column & 1
            self.values[line] = closed
            seen = CLOSED if closed else NOTHING
            if row in bad_rows or column in bad_columns:
                seen = UNKNOWN
            self._decider.take(line, seen)

    def deviation(self, line: int) -> int | None:
        del line
        return None

    def calibrate(self, now_ms: int) -> list[int]:
        """A contact needs none."""
        del now_ms
        return []

    def _row(self, row: int) -> int:
        pin = self._rows[row]
        pin.init(Pin.OUT, value=0)
        pause_us(SETTLE_US)
        low = self._low()
        pin.init(Pin.IN)
        return low

    def _low(self) -> int:
        """The set of columns that read low."""
        return sum(1 << n for n, pin in enumerate(self._columns) if not pin.value())


def diagnosed(idle: int, rows: list[int]) -> tuple[set[int], set[int], tuple[str, ...]]:
    """The rows and the columns that cannot be trusted, and the words for what is wrong."""
    opened = [(row, column) for row, column in pins.CANARIES if not rows[row] >> column & 1]
    if len(opened) == len(pins.CANARIES):
        return set(range(SIZE)), set(), ("matrix",)
    broken = _broken(opened)
    words = [f"{'row' if which == 0 else 'column'}:{n}" for which, n in sorted(broken)]
    for row, column in opened:
        if (0, row) not in broken and (1, column) not in broken:
            words.append(f"canary:{row}:{column}")
    low = {n for n in range(SIZE) if idle >> n & 1}
    words += [f"idle:{n}" for n in sorted(low)]
    bad_columns = {n for which, n in broken if which == 1}
    return {n for which, n in broken if which == 0}, bad_columns | low, tuple(words)


def _broken(opened: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """The fewest wires that explain the open canaries, each as 0 for a row or 1 for a column with
    its number: those with more canaries first, and no wire for a canary that is explained."""
    own = {
        (which, n): [canary for canary in pins.CANARIES if canary[which] == n]
        for which in (0, 1)
        for n in range(SIZE)
    }
    broken: set[tuple[int, int]] = set()
    unexplained = set(opened)
    for wire in sorted(own, key=lambda wire: (-len(own[wire]), wire)):
        if all(canary in opened for canary in own[wire]) and unexplained & set(own[wire]):
            broken.add(wire)
            unexplained -= set(own[wire])
    return broken
