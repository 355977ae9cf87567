"""What the levels of the matrix say: closed lines, unknown lines, and what to repair. Pure.

One broken part at a time is named. Where several parts could be it, all are said; where two wires
break at once, the fewest wires that explain the open canaries are named.
"""

from dataclasses import dataclass
from typing import NamedTuple

from kahuna_table.devices.pins import (
    COLUMN_WIRES,
    ROW_WIRES,
    SIZE,
    Crossing,
    PinMap,
    Wire,
)
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


class WireTests(NamedTuple):
    """What driving single wires low says, whatever lies on the board."""

    columns: Following
    rows: Following
    backward: tuple[int, ...]
    """For each column driven low alone, the set of rows that went low with it. No good diode lets
    a row follow: one that does sits at a bridged or reversed diode of this column."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`closed` and `unknown` are disjoint; `faults` say what to check, each with its code, rows
    before columns."""

    closed: Lines
    unknown: Lines
    faults: tuple[str, ...]


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

    def scan(self, reading: Reading) -> Verdict:
        """What one scan says."""
        closed = Lines(sum(bit for bit, row, column in self._sensors if reading.rows[row] & column))
        open_canaries = tuple(
            canary
            for canary in self._pin_map.canaries
            if not reading.rows[canary.row] >> canary.column & 1
        )
        broken, texts = self._broken(open_canaries)
        low = tuple(wire for wire in COLUMN_WIRES if reading.idle >> wire.index & 1)
        texts += tuple(self._idle_low(wire, low) for wire in low)
        unknown = self._lines_of((*broken, *low))
        return Verdict(Lines(closed & ~unknown), unknown, texts)

    def wires(self, following: Following, closed: Lines) -> Verdict:
        """What driving each wire of a kind alone says; `closed` are the lines last seen closed.

        Its `closed` is empty: this test reads no line.
        """
        shorted: list[Wire] = []
        texts: list[str] = []
        for a in following.wires:
            for b in following.wires[a.index + 1 :]:
                a_pulls_b = following.low[a.index] >> b.index & 1
                b_pulls_a = following.low[b.index] >> a.index & 1
                if a_pulls_b and b_pulls_a:
                    shorted += (a, b)
                    texts.append(self._short(a, b))
                elif a_pulls_b:
                    texts.append(self._one_way(a, b, closed))
                elif b_pulls_a:
                    texts.append(self._one_way(b, a, closed))
        return Verdict(NO_LINES, self._lines_of(tuple(shorted)), tuple(texts))

    def _lines_of(self, wires: tuple[Wire, ...]) -> Lines:
        lines = 0
        for wire in wires:
            lines |= self._lines_at[wire]
        return Lines(lines)

    def _broken(self, opened: tuple[Crossing, ...]) -> tuple[tuple[Wire, ...], tuple[str, ...]]:
        """The fewest wires that explain the open canaries, and the texts for them."""
        if not opened:
            return (), ()
        if len(opened) == len(self._pin_map.canaries):
            return tuple(Wire), (
                "KT-310 expected the canaries closed, read all open: check the plug of the matrix",
            )
        suspects = [wire for wire in Wire if set(self._pin_map.canaries_of(wire)) <= set(opened)]
        suspects.sort(key=lambda wire: (-len(self._pin_map.canaries_of(wire)), wire))
        unexplained = set(opened)
        broken: list[Wire] = []
        for wire in suspects:
            if unexplained & set(self._pin_map.canaries_of(wire)):
                broken.append(wire)
                unexplained -= set(self._pin_map.canaries_of(wire))
        broken.sort()
        texts = [self._break(wire) for wire in broken]
        texts += [
            f"KT-311 expected canary {canary.name} closed, read open: check its diode and its link"
            for canary in sorted(unexplained)
        ]
        return tuple(broken), tuple(texts)

    def _break(self, wire: Wire) -> str:
        name = self._pin_map.wire_name(wire)
        canaries = [canary.name for canary in self._pin_map.canaries_of(wire)]
        if len(canaries) == 1:
            return (
                f"KT-311 expected canary {canaries[0]} closed, read open: check {name} for a "
                f"broken wire, and the diode and the link of {canaries[0]} itself"
            )
        return (
            f"KT-311 expected canaries {' '.join(canaries)} closed, read open: "
            f"check {name} for a broken wire"
        )

    def _idle_low(self, wire: Wire, low: tuple[Wire, ...]) -> str:
        """A column low by itself; a row shorted to ground pulls at least its canaries' columns."""
        rows = [
            row
            for row in ROW_WIRES
            if wire in {canary.wires[1] for canary in self._pin_map.canaries_of(row)}
            and {canary.wires[1] for canary in self._pin_map.canaries_of(row)} <= set(low)
        ]
        grounded = "".join(f", and {self._pin_map.wire_name(row)} for one" for row in rows)
        return (
            f"KT-312 expected {self._pin_map.wire_name(wire)} high with no row selected, read low: "
            f"check its 10k pull-up to 3.3 V and the wire for a short to ground{grounded}"
        )

    def _short(self, a: Wire, b: Wire) -> str:
        names = f"{self._pin_map.wire_name(a)} and {self._pin_map.wire_name(b)}"
        return f"KT-313 {names} follow each other, expected neither: check for a short between them"

    def _one_way(self, driven: Wire, follower: Wire, closed: Lines) -> str:
        """One way only: through a bridged diode of one wire and the good diode of the other."""
        if driven.is_row:
            pairs = [(Crossing(follower.index, n), Crossing(driven.index, n)) for n in range(SIZE)]
        else:
            pairs = [(Crossing(n, driven.index), Crossing(n, follower.index)) for n in range(SIZE)]
        likely = [
            bridged
            for bridged, good in pairs
            if self._conducts(bridged, closed) and self._conducts(good, closed)
        ]
        where = " ".join(self._crossing_name(at) for at in likely or [at for at, _ in pairs])
        return (
            f"KT-314 {self._pin_map.wire_name(follower)} follows "
            f"{self._pin_map.wire_name(driven)}, expected not to: check for a bridged diode at "
            f"{where}"
        )

    def _conducts(self, at: Crossing, closed: Lines) -> bool:
        if at in self._pin_map.canaries:
            return True
        if at == self._pin_map.spare:
            return False
        return bool(closed >> self._pin_map.sensors.index(at) & 1)

    def _crossing_name(self, at: Crossing) -> str:
        if at in self._pin_map.sensors:
            return f"{at.name} ({line_name(Line(self._pin_map.sensors.index(at)))})"
        return at.name


UNREAD = Verdict(NO_LINES, ALL_LINES, ())
"""Nothing could be read."""
