"""What reads closed without a bridge is never taken for one, whatever the wires do and whenever.

Each test watches what the debouncer settles: the only way by which a contact becomes a move.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.devices.diagnosis import WireTests
from kahuna_table.devices.pins import COLUMN_WIRES, CROSSINGS, REFERENCE, ROW_WIRES, Crossing, Wire
from kahuna_table.devices.simulated import SimulatedKit, build
from kahuna_table.devices.simulated.net import V_IL_MV, Diode, Net
from kahuna_table.engine.board import LINES, NO_LINES, Line, Lines, line_set
from kahuna_table.table.debounce import Senses, feed
from kahuna_table.table.inputs import NO_BUTTONS, BoardSettled, Sample

T = TypeVar("T")

STEP_MS = 10
SETTLED_MS = 200
"""Longer than any contact needs to settle."""
PICTURES = tuple(
    line_set(*map(Line, Random(n).sample(range(len(LINES)), bridges)))
    for n, bridges in enumerate((0, 6, 14))
)
SHORTS = [*combinations(ROW_WIRES, 2), *combinations(COLUMN_WIRES, 2)]
SOME_SHORTS = [*SHORTS[::9], (Wire.R3, Wire.C2)]
SOME_CROSSINGS = CROSSINGS[::4]
IDS = {"ids": lambda wires: "-".join(wire.name for wire in wires)}


def with_soak(some: Sequence[T], every: Sequence[T]) -> list[Any]:
    """Some for every run, and what else there is for the soak."""
    rest = (each for each in every if each not in some)
    return [*some, *(pytest.param(each, marks=pytest.mark.soak) for each in rest)]


class Watcher:
    """Scans and debounces as the daemon does, and fails at the first ghost that settles."""

    def __init__(self, lying: Lines) -> None:
        self.kit: SimulatedKit = build()
        self.senses = Senses()
        self.now_ms = 0
        self.lying = lying
        self.kit.net.set_contacts(lying)
        self.watch()
        assert self.senses.contacts.closed == lying

    def watch(self, ms: int = SETTLED_MS) -> None:
        for _ in range(0, ms, STEP_MS):
            self.now_ms += STEP_MS
            closed, unknown = self.kit.sensors.scan()
            sample = Sample(self.now_ms, closed, unknown, NO_BUTTONS)
            self.senses, inputs = feed(self.senses, sample, NO_LINES)
            settled = [each for each in inputs if isinstance(each, BoardSettled)]
            laid = [edge.line for each in settled for edge in each.edges if edge.closed]
            assert line_set(*laid) & ~self.lying == NO_LINES

    def change(self, lying: Lines) -> None:
        self.lying = lying
        self.kit.net.set_contacts(lying)
        self.watch()

    def lay_and_lift_each(self, lines: range) -> None:
        """A bridge more or less at each of these lines, one after the other."""
        lying = self.lying
        for n in lines:
            self.change(Lines(lying ^ 1 << n))
        self.change(lying)

    def codes(self) -> set[int | None]:
        return {each.code for each in self.kit.sensors.faults()}


@pytest.mark.parametrize("wires", SHORTS, **IDS)
def test_no_fresh_short_of_two_rows_or_columns_makes_a_placing(wires: tuple[Wire, Wire]) -> None:
    for lying in PICTURES:
        table = Watcher(lying)
        table.kit.net.short(*wires)
        table.watch()

        reads = table.kit.sensors.scan()
        table.kit.net.repair()
        table.kit.sensors.check()
        table.watch()

        assert table.senses.contacts.closed == lying
        assert not reads[0] & ~lying
        assert table.kit.sensors.faults() == ()


@pytest.mark.parametrize("wires", SHORTS, **IDS)
def test_a_short_is_named_in_the_scan_that_would_show_its_ghost(wires: tuple[Wire, Wire]) -> None:
    table = Watcher(PICTURES[1])
    ghostless = build()
    ghostless.net.set_contacts(PICTURES[1])
    table.kit.net.short(*wires)
    reading = table.kit.sensors.reading()

    table.kit.sensors.scan()

    if reading != ghostless.sensors.reading():
        assert table.codes() == {313}


@pytest.mark.parametrize("wires", SHORTS, **IDS)
def test_bridges_laid_on_a_shorted_board_make_no_other_placing(wires: tuple[Wire, Wire]) -> None:
    for lying in PICTURES[1:]:
        table = Watcher(lying)
        table.kit.net.short(*wires)
        table.lay_and_lift_each(range(0, len(LINES), 6))
        table.kit.sensors.check()
        table.lay_and_lift_each(range(3, len(LINES), 6))


@pytest.mark.parametrize("wires", with_soak(SOME_SHORTS, SHORTS[::4]), **IDS)
@pytest.mark.parametrize("touches_ms", [10, 50, 90])
def test_wires_that_touch_now_and_then_make_no_placing(
    wires: tuple[Wire, Wire], touches_ms: int
) -> None:
    table = Watcher(PICTURES[1])
    for n in range(6):
        table.kit.net.short(*wires)
        table.watch(touches_ms)
        table.kit.net.repair()
        if n % 2:
            table.kit.sensors.check()
        table.watch(100 - touches_ms)


def test_a_short_that_comes_back_after_a_check_found_it_gone_is_found_again() -> None:
    """The scan before and the scan after the check read the same ghost."""
    table = Watcher(PICTURES[1])
    table.kit.net.short(Wire.R5, Wire.R6)
    table.watch(100)
    table.kit.net.repair()
    table.kit.sensors.check()
    table.kit.net.short(Wire.R5, Wire.R6)

    table.watch()

    assert table.codes() == {313}


def test_a_short_that_opens_while_it_is_looked_for_is_looked_for_again() -> None:
    table = Watcher(PICTURES[1])
    table.kit.net.short(Wire.R5, Wire.R6)
    find, found = table.kit.sensors.wire_tests, []

    def missing_it_once() -> WireTests | None:
        if not found:
            table.kit.net.repair()
        found.append(find())
        table.kit.net.short(Wire.R5, Wire.R6)
        return found[-1]

    table.kit.sensors.wire_tests = missing_it_once  # type: ignore[method-assign]

    table.watch()

    assert table.codes() == {313}


def test_what_a_short_made_unknown_stays_so_until_the_next_check() -> None:
    table = Watcher(PICTURES[1])
    table.kit.net.short(Wire.R5, Wire.R6)
    _, unknown = table.kit.sensors.scan()
    table.kit.net.repair()

    assert table.kit.sensors.scan()[1] == unknown != NO_LINES
    table.kit.sensors.check()
    assert table.kit.sensors.scan()[1] == NO_LINES


@pytest.mark.parametrize("at", CROSSINGS, ids=lambda at: at.name)
def test_a_row_that_touches_a_column_makes_no_placing(at: Crossing) -> None:
    for lying in PICTURES:
        table = Watcher(lying)
        table.kit.net.short(*at.wires)
        table.watch()
        table.lay_and_lift_each(range(0, len(LINES), 9))


@given(
    bad=st.dictionaries(
        st.sampled_from(CROSSINGS),
        st.sampled_from((Diode.BRIDGED, Diode.REVERSED)),
        min_size=1,
        max_size=3,
    ),
    lying=st.sampled_from(PICTURES),
    first=st.integers(0, 4),
    fresh=st.booleans(),
    reads_low_mv=st.sampled_from((V_IL_MV, 1300)),
)
def test_no_bad_diodes_make_a_placing_that_nobody_made(
    bad: dict[Crossing, Diode], lying: Lines, first: int, reads_low_mv: int, *, fresh: bool
) -> None:
    """Two diodes in a row are 1.2 V, which a pin may read as low."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{Net.__module__}.V_IL_MV", reads_low_mv)
        table = Watcher(lying if fresh else NO_LINES)
        for at, diode in bad.items():
            table.kit.net.put_diode(at, diode)
        table.change(lying)
        table.lay_and_lift_each(range(first, len(LINES), 7))


@pytest.mark.parametrize("at", with_soak(SOME_CROSSINGS, CROSSINGS), ids=lambda at: at.name)
@pytest.mark.parametrize("other", [Crossing(4, 0), Crossing(0, 2), Crossing(5, 5)], ids=str)
def test_two_bridged_diodes_make_no_placing(at: Crossing, other: Crossing) -> None:
    table = Watcher(PICTURES[2])
    for each in (at, other):
        table.kit.net.put_diode(each, Diode.BRIDGED)
    table.lay_and_lift_each(range(0, len(LINES), 8))


def test_lines_known_as_unreliable_are_never_read() -> None:
    """The magnet of the first bridge closes the contact of the second too."""
    kit = build(replace(REFERENCE, blind=line_set(Line(1))))
    kit.net.set_contacts(line_set(Line(0), Line(1)))

    assert kit.sensors.scan() == (line_set(Line(0)), line_set(Line(1)))


def test_an_idle_scan_tests_no_wire_and_a_new_contact_costs_a_few_tests() -> None:
    kit = build()
    tests: list[int] = []
    find = kit.sensors.wire_tests

    def counted() -> object:
        tests.append(1)
        return find()

    kit.sensors.wire_tests = counted  # type: ignore[assignment, method-assign]
    kit.sensors.scan()
    kit.net.set_contacts(PICTURES[1])
    for _ in range(50):
        kit.sensors.scan()
    laid = len(tests)
    kit.net.set_contacts(NO_LINES)
    for _ in range(50):
        kit.sensors.scan()

    assert (laid, len(tests)) == (3, 3)
