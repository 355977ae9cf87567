"""What the levels of the matrix say: closed lines, unknown lines, and what to repair. Pure.

One broken part at a time is named. Where several parts could be it, all are said; where two wires
break at once, the fewest wires that explain the open canaries are named.

A *ghost* is a crossing that reads closed with its contact open. Its column is low because current
leaves it another way than through the contact: along a short into another column, or through a
closed contact into another row that follows the selected one. A row follows another along a short,
or through a bad diode, which lets it follow a column. The tests of single wires find all three, so
every crossing where a ghost may be is known, and its line is unknown.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final, NamedTuple

from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.pins import (
    COLUMN_WIRES,
    CROSSINGS,
    ROW_WIRES,
    SIZE,
    Crossing,
    PinMap,
    Wire,
)
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import ALL_LINES, NO_LINES, Line, Lines, line_name, line_set


class Reading(NamedTuple):
    """The levels of one scan; in each set bit `n` stands for column `n` reading low."""

    idle: int
    """With no row selected."""
    rows: tuple[int, ...]
    """With each of the six rows selected in turn."""


class Following(NamedTuple):
    """For each wire driven low alone, the set of its kind that went low with it."""

    wires: tuple[Wire, ...]
    """The rows, or the columns."""
    low: tuple[int, ...]
    """Bit `n` for `wires[n]`; a wire's own bit does not count."""

    def joined(self, other: "Following") -> "Following":
        """What one of the two saw."""
        return Following(self.wires, _joined(self.low, other.low))

    @property
    def mutual(self) -> Iterator[tuple[Wire, Wire]]:
        """Pairs that follow each other: a short lets current through both ways."""
        for a, b in combinations(self.wires, 2):
            if self.low[a.index] >> b.index & 1 and self.low[b.index] >> a.index & 1:
                yield a, b


class WireTests(NamedTuple):
    """What driving single wires low says, whatever lies on the board."""

    columns: Following
    rows: Following
    backward: tuple[int, ...]
    """For each column driven low alone, the set of rows that went low with it. No good diode lets
    a row follow: one that does sits at a bridged or reversed diode of this column."""

    def joined(self, other: "WireTests") -> "WireTests":
        """What one of the two saw."""
        return WireTests(
            self.columns.joined(other.columns),
            self.rows.joined(other.rows),
            _joined(self.backward, other.backward),
        )

    @property
    def bad(self) -> tuple[Crossing, ...]:
        """Crossings that let current through backward."""
        return tuple(at for at in CROSSINGS if self.backward[at.column] >> at.row & 1)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`closed` and `unknown` are disjoint; `faults` have rows before columns."""

    closed: Lines
    unknown: Lines
    faults: tuple[Fault, ...]


class Diagnosis:
    """Judges the readings of one pin map."""

    def __init__(self, pin_map: PinMap) -> None:
        self._pin_map = pin_map
        self._lines_at = tuple(
            line_set(*(Line(n) for n, at in enumerate(pin_map.sensors) if wire in at.wires))
            for wire in Wire
        )
        self._sensors = tuple(
            (1 << n, at.row, 1 << at.column) for n, at in enumerate(pin_map.sensors)
        )
        self._line_at = {at: 1 << n for n, at in enumerate(pin_map.sensors)}

    def judge(self, reading: Reading, tests: WireTests) -> Verdict:
        """What a scan says in the light of the last tests of single wires."""
        seen = self.scan(reading)
        shorted = (*tests.columns.mutual, *tests.rows.mutual)
        doubtful = (*tests.bad, *_possible_ghosts(reading, tests))
        unknown = seen.unknown | self._pin_map.blind
        unknown |= self._lines_of(tuple(wire for pair in shorted for wire in pair))
        for at in doubtful:
            unknown |= self._line_at.get(at, NO_LINES)
        faults = (*seen.faults, *self.shorts(tests), *map(self._bad_diode, tests.bad))
        return Verdict(Lines(seen.closed & ~unknown), Lines(unknown), faults)

    def scan(self, reading: Reading) -> Verdict:
        """What one scan says by itself."""
        closed = Lines(sum(bit for bit, row, column in self._sensors if reading.rows[row] & column))
        open_canaries = tuple(
            canary
            for canary in self._pin_map.canaries
            if not reading.rows[canary.row] >> canary.column & 1
        )
        broken, faults = self._broken(open_canaries)
        low = tuple(wire for wire in COLUMN_WIRES if reading.idle >> wire.index & 1)
        faults += tuple(self._idle_low(wire, low) for wire in low)
        unknown = self._lines_of((*broken, *low))
        return Verdict(Lines(closed & ~unknown), unknown, faults)

    def shorts(self, tests: WireTests) -> tuple[Fault, ...]:
        """One for every two wires of a kind that follow each other, columns first."""
        return tuple(
            fault(Trouble.WIRES_SHORTED, wire=self._pin_map.use(a), other=self._pin_map.use(b))
            for following in (tests.columns, tests.rows)
            for a, b in following.mutual
        )

    def _lines_of(self, wires: tuple[Wire, ...]) -> Lines:
        lines = 0
        for wire in wires:
            lines |= self._lines_at[wire]
        return Lines(lines)

    def _broken(self, opened: tuple[Crossing, ...]) -> tuple[tuple[Wire, ...], tuple[Fault, ...]]:
        """The fewest wires that explain the open canaries, and the faults."""
        if not opened:
            return (), ()
        if len(opened) == len(self._pin_map.canaries):
            return tuple(Wire), (fault(Trouble.MATRIX_UNPLUGGED),)
        suspects = [wire for wire in Wire if set(self._pin_map.canaries_of(wire)) <= set(opened)]
        suspects.sort(key=lambda wire: (-len(self._pin_map.canaries_of(wire)), wire))
        unexplained = set(opened)
        broken: list[Wire] = []
        for wire in suspects:
            if unexplained & set(self._pin_map.canaries_of(wire)):
                broken.append(wire)
                unexplained -= set(self._pin_map.canaries_of(wire))
        broken.sort()
        faults = [self._break(wire) for wire in broken]
        faults += [fault(Trouble.CANARY_BROKEN, canary=at.name) for at in sorted(unexplained)]
        return tuple(broken), tuple(faults)

    def _break(self, wire: Wire) -> Fault:
        use = self._pin_map.use(wire)
        canaries = tuple(canary.name for canary in self._pin_map.canaries_of(wire))
        if len(canaries) == 1:
            return fault(Trouble.WIRE_OR_CANARY_BROKEN, wire=use, canary=canaries[0])
        return fault(Trouble.WIRE_BROKEN, wire=use, canaries=canaries)

    def _idle_low(self, wire: Wire, low: tuple[Wire, ...]) -> Fault:
        """A column low by itself; a row shorted to ground pulls at least its canaries' columns."""
        rows = tuple(
            self._pin_map.use(row)
            for row in ROW_WIRES
            if wire in {canary.wires[1] for canary in self._pin_map.canaries_of(row)}
            and {canary.wires[1] for canary in self._pin_map.canaries_of(row)} <= set(low)
        )
        column = self._pin_map.use(wire)
        if rows:
            return fault(Trouble.COLUMN_OR_ROW_LOW, column=column, rows=rows)
        return fault(Trouble.COLUMN_LOW, column=column)

    def _bad_diode(self, at: Crossing) -> Fault:
        row, column = map(self._pin_map.use, at.wires)
        crossing = self._crossing_name(at)
        return fault(Trouble.DIODE_BAD, row=row, column=column, crossing=crossing)

    def _crossing_name(self, at: Crossing) -> str:
        if at in self._pin_map.sensors:
            return f"{at.name} ({line_name(Line(self._pin_map.sensors.index(at)))})"
        return at.name


def _possible_ghosts(reading: Reading, tests: WireTests) -> Iterator[Crossing]:
    """Where a row that follows the selected one may pull a column low.

    It follows through its bad diode in a column other than the ghost's; in that one it follows
    because the contact of the selected row is closed.
    """
    bad = set(tests.bad)
    for selected, follower in permutations(ROW_WIRES, 2):
        if not tests.rows.low[selected.index] >> follower.index & 1:
            continue
        for column in range(SIZE):
            others = [Crossing(follower.index, n) for n in range(SIZE) if n != column]
            if reading.rows[follower.index] >> column & 1 and bad.intersection(others):
                yield Crossing(selected.index, column)


def _joined(these: tuple[int, ...], those: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a | b for a, b in zip(these, those, strict=True))


NOTHING_FOLLOWS: Final = WireTests(
    Following(COLUMN_WIRES, (0,) * SIZE), Following(ROW_WIRES, (0,) * SIZE), (0,) * SIZE
)
"""Tests of sound wires."""

UNREAD: Final = Verdict(NO_LINES, ALL_LINES, ())
"""Nothing could be read."""
