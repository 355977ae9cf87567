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
    UNREAD,
    Diagnosis,
    Following,
    Reading,
    Verdict,
    WireTests,
)
from kahuna_table.devices.gpio import Inputs
from kahuna_table.devices.pins import COLUMN_WIRES, ROW_WIRES, PinMap, Wire
from kahuna_table.engine.board import NO_LINES, Lines

SETTLE_US: Final = 30
"""From selecting a wire to reading the others: 10 kilohm charge the wire's capacitance."""

Factory = Any
"""A gpiozero pin factory; the library has no types."""
_T = TypeVar("_T")
_Pins = tuple[tuple[int, Any], ...]
"""The pins of the rows or of the columns, each with its bit."""


class MatrixSensors:
    """The port `Sensors` on the pins of a factory.

    Pins are opened by the first scan, and again after a failure: a scan that cannot read gives all
    lines unknown, and the next one tries anew. The wires are tested whenever pins were opened.
    """

    def __init__(
        self, factory: Factory, pin_map: PinMap, *, pause_us: Callable[[int], None]
    ) -> None:
        """`pause_us` waits for at least so many microseconds."""
        self._inputs = Inputs(factory)
        self._pin_map = pin_map
        self._pause_us = pause_us
        self._diagnosis = Diagnosis(pin_map)
        self._judge = lru_cache(maxsize=1024)(self._diagnosis.scan)
        self._rows: _Pins = ()
        self._columns: _Pins = ()
        self._ready = False
        self._column_test = self._row_test = Verdict(NO_LINES, NO_LINES, ())
        self._last = UNREAD

    def scan(self) -> tuple[Lines, Lines]:
        """Closed and unknown lines, disjoint; a fault makes lines unknown and never raises."""
        reading = self._attempt(self._read)
        if reading is None:
            return self._last.closed, self._last.unknown
        self._last = self._judge(reading)
        unknown = Lines(self._last.unknown | self._column_test.unknown | self._row_test.unknown)
        return Lines(self._last.closed & ~unknown), unknown

    def faults(self) -> tuple[str, ...]:
        """What the last scan found, then what the last tests of columns and rows found."""
        return self._last.faults + self._column_test.faults + self._row_test.faults

    def column_test(self) -> tuple[str, ...]:
        """Drive each column low alone, all rows released: no other may follow.

        Gives the faults; the lines of columns that follow each other stay unknown until a later
        test finds them apart.
        """
        self._attempt(self._test_columns)
        return self._column_test.faults

    def row_test(self) -> tuple[str, ...]:
        """The same for rows, each released one on its internal pull-up meanwhile."""
        self._attempt(self._test_rows)
        return self._row_test.faults

    def check(self) -> None:
        """Both tests of the wires: a short that came later shows in no scan."""
        self.column_test()
        self.row_test()

    def reading(self) -> Reading | None:
        """The levels of one scan, whatever line is wired where; None as for a failed `scan`."""
        return self._attempt(self._read)

    def wire_tests(self) -> WireTests | None:
        """Every test of single wires, not judged; None as for a failed `scan`."""
        return self._attempt(self._test_wires)

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
                self._test_columns()
                self._test_rows()
            return job()
        except Exception as error:  # noqa: BLE001 - see above; kept as a fault, not swallowed
            self._ready = False
            text = (
                f"KT-315 cannot read the matrix, expected levels, got {error!r}: check the plug, "
                "the group gpio of the user, and that no other program holds these pins"
            )
            self._last = Verdict(UNREAD.closed, UNREAD.unknown, (text,))
            return None

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

    def _test_columns(self) -> None:
        closed = self._diagnosis.scan(self._read()).closed
        following = self._followers(COLUMN_WIRES, self._columns)
        self._column_test = self._diagnosis.wires(following, closed)

    def _test_rows(self) -> None:
        closed = self._diagnosis.scan(self._read()).closed
        with self._rows_pulled_up():
            following = self._followers(ROW_WIRES, self._rows)
        self._row_test = self._diagnosis.wires(following, closed)

    def _test_wires(self) -> WireTests:
        columns = self._followers(COLUMN_WIRES, self._columns)
        with self._rows_pulled_up():
            rows = self._followers(ROW_WIRES, self._rows)
            return WireTests(columns, rows, self._backward())

    @contextmanager
    def _rows_pulled_up(self) -> Iterator[None]:
        for _, row in self._rows:
            row.pull = "up"
        try:
            yield
        finally:
            for _, row in self._rows:
                row.pull = "floating"

    def _backward(self) -> tuple[int, ...]:
        """The rows that go low with each column; they rest on pull-ups."""
        idle = _low(self._rows)
        found = []
        for _, column in self._columns:
            try:
                column.output_with_state(0)
                self._pause_us(SETTLE_US)
                found.append(_low(self._rows) & ~idle)
            finally:
                column.input_with_pull("up")
        self._pause_us(SETTLE_US)
        return tuple(found)

    def _followers(self, wires: tuple[Wire, ...], pins: _Pins) -> Following:
        """What goes low with each of the pins, which all rest on pull-ups."""
        self._pause_us(SETTLE_US)
        idle = _low(pins)
        followers = []
        for bit, pin in pins:
            try:
                pin.output_with_state(0)
                self._pause_us(SETTLE_US)
                followers.append(_low(pins) & ~idle & ~bit)
            finally:
                pin.input_with_pull("up")
        self._pause_us(SETTLE_US)
        return Following(wires, tuple(followers))


def _low(pins: _Pins) -> int:
    low = 0
    for bit, pin in pins:
        if not pin.state:
            low |= bit
    return low
