"""The reference kit's sensors: 27 reed contacts in a 6 x 6 diode matrix on the header's pins.

A diode's cathode is at its row. Rows are released (inputs) when not selected and one at a time is
an output at low, so that two outputs never meet in a bridged or reversed diode (23-42 mA). Reads
are levels asked for: no edges, no threads. What levels mean is said in `diagnosis`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final, TypeVar

from kahuna_table.devices.diagnosis import (
    NOTHING_FOLLOWS,
    UNREAD,
    Diagnosis,
    Following,
    Reading,
    Verdict,
    WireTests,
)
from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.gpio import Inputs
from kahuna_table.devices.pins import COLUMN_WIRES, ROW_WIRES, PinMap
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import Lines
from kahuna_table.table.inputs import NO_OWNERS, Owners

SETTLE_US: Final = 30
"""From selecting a wire to reading the others: 10 kilohm charge the wire's capacitance."""

NEW_SCANS: Final = 3
"""In so many scans the wires are tested once a line newly reads closed: a closing settles in more,
and a wire that touches now and then is not missed."""

Factory = Any
"""A gpiozero pin factory; the library has no types."""
_T = TypeVar("_T")
_Pins = tuple[tuple[int, Any], ...]
"""The pins of the rows or of the columns, each with its bit."""


class MatrixSensors:
    """The port `Sensors` on the pins of a factory.

    Pins are opened by the first scan, and again after a failure: a scan that cannot read gives all
    lines unknown, and the next one tries again. The wires are tested when pins were opened, when a
    line newly reads closed, and by `check`. What a line's test finds stays until `check` finds it
    gone: a loose wire touches again and again.
    """

    def __init__(
        self, factory: Factory, pin_map: PinMap, *, pause_us: Callable[[int], None]
    ) -> None:
        """`pause_us` waits for at least so many microseconds."""
        self._inputs = Inputs(factory)
        self._pin_map = pin_map
        self._pause_us = pause_us
        self._diagnosis = Diagnosis(pin_map)
        self._judge = lru_cache(maxsize=1024)(self._diagnosis.judge)
        self._rows: _Pins = ()
        self._columns: _Pins = ()
        self._ready = False
        self._tests = NOTHING_FOLLOWS
        self._tests_due = 0
        self._last = UNREAD

    def scan(self) -> tuple[Lines, Lines]:
        """Closed and unknown lines, disjoint; a fault makes lines unknown and never raises."""
        reading = self._attempt(self._read)
        if reading is not None:
            before, self._last = self._last, self._judge(reading, self._tests)
            if self._last.closed & ~before.closed:
                self._tests_due = NEW_SCANS
            if self._tests_due:
                self._test_again(reading)
        return self._last.closed, self._last.unknown

    def owners(self) -> Owners:
        return NO_OWNERS

    def faults(self) -> tuple[Fault, ...]:
        """What the last scan found, in the light of the tests before it."""
        return self._last.faults

    def check(self) -> None:
        """Every test of single wires: a short may show in no scan, and a repair in none."""
        self._tests = self.wire_tests() or self._tests

    def reading(self) -> Reading | None:
        """The levels of one scan, whatever line is wired where; None as for a failed `scan`."""
        return self._attempt(self._read)

    def wire_tests(self) -> WireTests | None:
        """Every test of single wires, not judged; None as for a failed `scan`."""
        return self._attempt(self._test)

    def close(self) -> None:
        """Release every pin."""
        self._ready = False
        self._inputs.close()

    def _attempt(self, job: Callable[[], _T]) -> _T | None:
        """Run a job on ready pins; None, with nothing known, when the hardware refuses.

        Only calls to the library run in here, and its back ends raise what they like: lgpio's
        error derives from Exception alone and cannot be imported on a PC.
        """
        try:
            if not self._ready:
                self._open()
                self._tests = self._test()
            return job()
        except Exception as error:  # noqa: BLE001 - see above; kept as a fault, not swallowed
            self._ready = False
            faults = (fault(Trouble.MATRIX_PINS, error=repr(error)),)
            self._last = Verdict(UNREAD.closed, UNREAD.unknown, faults)
            return None

    def _test_again(self, reading: Reading) -> None:
        self._tests_due -= 1
        tests = self.wire_tests()
        if tests is not None:
            self._tests = self._tests.joined(tests)
            self._last = self._judge(reading, self._tests)

    def _open(self) -> None:
        self._inputs.close()
        rows = self._inputs.open(self._pin_map.rows, pull_up=False)
        columns = self._inputs.open(self._pin_map.columns, pull_up=True)
        self._rows = tuple((1 << n, pin) for n, pin in enumerate(rows))
        self._columns = tuple((1 << n, pin) for n, pin in enumerate(columns))
        self._ready = True

    def _read(self) -> Reading:
        self._pause_us(SETTLE_US)
        idle = _low(self._columns)
        rows = []
        for _, row in self._rows:
            try:
                row.output_with_state(0)
                self._pause_us(SETTLE_US)
                rows.append(_low(self._columns))
            finally:
                row.function = "input"
        return Reading(idle, tuple(rows))

    def _test(self) -> WireTests:
        with self._rows_pulled_up():
            by_column = self._pulled_by(self._columns, self._columns, self._rows)
            by_row = self._pulled_by(self._rows, self._rows)
        columns, backward = zip(*by_column, strict=True)
        (rows,) = zip(*by_row, strict=True)
        return WireTests(Following(COLUMN_WIRES, columns), Following(ROW_WIRES, rows), backward)

    @contextmanager
    def _rows_pulled_up(self) -> Iterator[None]:
        for _, row in self._rows:
            row.pull = "up"
        try:
            yield
        finally:
            for _, row in self._rows:
                row.pull = "floating"

    def _pulled_by(self, pins: _Pins, *watched: _Pins) -> list[tuple[int, ...]]:
        """For each of the pins driven low alone, which pins of each kind watched go low with it.

        All rest on pull-ups.
        """
        self._pause_us(SETTLE_US)
        idle = [_low(kind) for kind in watched]
        found = []
        for _, pin in pins:
            try:
                pin.output_with_state(0)
                self._pause_us(SETTLE_US)
                found.append(
                    tuple(_low(kind) & ~low for kind, low in zip(watched, idle, strict=True))
                )
            finally:
                pin.input_with_pull("up")
        self._pause_us(SETTLE_US)
        return found


def _low(pins: _Pins) -> int:
    low = 0
    for bit, pin in pins:
        if not pin.state:
            low |= bit
    return low
