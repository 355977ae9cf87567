"""What the matrix driver says about broken wiring, on a net that has it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.devices.diagnosis import Diagnosis, Reading
from kahuna_table.devices.pins import (
    CANARIES,
    COLUMN_WIRES,
    REFERENCE,
    ROW_WIRES,
    Crossing,
    Wire,
)
from kahuna_table.devices.simulated import SimulatedKit, build
from kahuna_table.devices.simulated.net import Diode
from kahuna_table.engine.board import ALL_LINES, LINES, NO_LINES, Line, Lines, line_name, line_set


def lines_of(*wires: Wire) -> Lines:
    """The lines whose sensor hangs on one of these wires."""
    return line_set(
        *(Line(n) for n in range(len(LINES)) if set(wires) & set(REFERENCE.sensors[n].wires))
    )


def at(row: int, column: int) -> Crossing:
    """A crossing by the numbers of the wiring plan."""
    return Crossing(row - 1, column - 1)


def line_at(row: int, column: int) -> Line:
    return Line(REFERENCE.sensors.index(at(row, column)))


def bad_diode(row: int, column: int, line: str = "") -> str:
    pins = REFERENCE.rows[row - 1], REFERENCE.columns[column - 1]
    where = f"R{row}C{column} ({line})" if line else f"R{row}C{column}"
    return (
        f"KT-314 row R{row} (GPIO {pins[0]}) follows column C{column} (GPIO {pins[1]}), expected "
        f"not to: check for a bridged or reversed diode at {where}, or a short between the two "
        "wires"
    )


def said(kit: SimulatedKit) -> tuple[str, ...]:
    """The faults as the log has them."""
    return tuple(map(str, kit.sensors.faults()))


@pytest.fixture
def kit() -> SimulatedKit:
    return build()


BREAKS = {
    Wire.R1: "KT-311 expected canaries R1C1 R1C2 closed, read open: "
    "check row R1 (GPIO 4) for a broken wire",
    Wire.R2: "KT-311 expected canaries R2C3 R2C4 closed, read open: "
    "check row R2 (GPIO 5) for a broken wire",
    Wire.R3: "KT-311 expected canary R3C5 closed, read open: "
    "check row R3 (GPIO 6) for a broken wire, "
    "and the diode and the link of R3C5 itself",
    Wire.R4: "KT-311 expected canary R4C5 closed, read open: "
    "check row R4 (GPIO 12) for a broken wire, "
    "and the diode and the link of R4C5 itself",
    Wire.R5: "KT-311 expected canary R5C6 closed, read open: "
    "check row R5 (GPIO 13) for a broken wire, "
    "and the diode and the link of R5C6 itself",
    Wire.R6: "KT-311 expected canary R6C6 closed, read open: "
    "check row R6 (GPIO 16) for a broken wire, "
    "and the diode and the link of R6C6 itself",
    Wire.C1: "KT-311 expected canary R1C1 closed, read open: "
    "check column C1 (GPIO 17) for a broken wire, "
    "and the diode and the link of R1C1 itself",
    Wire.C2: "KT-311 expected canary R1C2 closed, read open: "
    "check column C2 (GPIO 22) for a broken wire, "
    "and the diode and the link of R1C2 itself",
    Wire.C3: "KT-311 expected canary R2C3 closed, read open: "
    "check column C3 (GPIO 23) for a broken wire, "
    "and the diode and the link of R2C3 itself",
    Wire.C4: "KT-311 expected canary R2C4 closed, read open: "
    "check column C4 (GPIO 24) for a broken wire, "
    "and the diode and the link of R2C4 itself",
    Wire.C5: "KT-311 expected canaries R3C5 R4C5 closed, read open: "
    "check column C5 (GPIO 25) for a broken wire",
    Wire.C6: "KT-311 expected canaries R5C6 R6C6 closed, read open: "
    "check column C6 (GPIO 27) for a broken wire",
}


@pytest.mark.parametrize("closed", [NO_LINES, ALL_LINES], ids=["empty", "full"])
@pytest.mark.parametrize("after", [0, 3])
@pytest.mark.parametrize("wire", Wire, ids=lambda wire: wire.name)
def test_a_broken_wire_is_named_and_its_lines_are_unknown(
    kit: SimulatedKit, wire: Wire, after: int, closed: Lines
) -> None:
    kit.net.set_contacts(closed)
    kit.net.break_wire(wire, after=after)

    assert kit.sensors.scan() == (closed & ~lines_of(wire), lines_of(wire))
    assert said(kit) == (BREAKS[wire],)

    kit.net.repair()
    assert kit.sensors.scan() == (closed, NO_LINES)
    assert said(kit) == ()


def test_a_canary_of_its_own_fault_reads_like_the_wire_it_alone_watches(kit: SimulatedKit) -> None:
    kit.net.put_diode(at(3, 5), Diode.MISSING)

    kit.sensors.scan()

    assert said(kit) == (BREAKS[Wire.R3],)


def test_a_canary_with_a_reversed_diode_is_named(kit: SimulatedKit) -> None:
    kit.net.put_diode(at(3, 5), Diode.REVERSED)

    kit.sensors.scan()

    assert said(kit) == (BREAKS[Wire.R3], bad_diode(3, 5))


@pytest.mark.parametrize(
    ("first", "second"),
    [(Wire.R2, Wire.R6), (Wire.R1, Wire.C6), (Wire.R6, Wire.C5)],
    ids=lambda wire: wire.name,
)
def test_two_wires_broken_together_are_both_named_rows_first(
    kit: SimulatedKit, first: Wire, second: Wire
) -> None:
    kit.net.break_wire(second)
    kit.net.break_wire(first)

    assert kit.sensors.scan() == (NO_LINES, lines_of(first, second))
    assert said(kit) == (BREAKS[first], BREAKS[second])


def test_a_verdict_gives_no_line_as_both_closed_and_unknown() -> None:
    everything_low = Reading(idle=0b111111, rows=(0b111111,) * 6)

    verdict = Diagnosis(REFERENCE).scan(everything_low)

    assert (verdict.closed, verdict.unknown) == (NO_LINES, ALL_LINES)


def test_a_pulled_plug_makes_every_line_unknown(kit: SimulatedKit) -> None:
    for wire in Wire:
        kit.net.break_wire(wire)

    assert kit.sensors.scan() == (NO_LINES, ALL_LINES)
    assert said(kit) == (
        "KT-310 expected the canaries closed, read all open: check the plug of the matrix",
    )


@pytest.mark.parametrize("harm", ["lose_pull_up", "ground"])
@pytest.mark.parametrize("column", COLUMN_WIRES, ids=lambda wire: wire.name)
def test_a_column_low_by_itself_is_named_and_its_lines_are_unknown(
    kit: SimulatedKit, column: Wire, harm: str
) -> None:
    kit.net.set_contacts(ALL_LINES)
    getattr(kit.net, harm)(column)

    assert kit.sensors.scan() == (ALL_LINES & ~lines_of(column), lines_of(column))
    (text,) = said(kit)
    assert text.startswith(
        f"KT-312 expected column {column.name} (GPIO {REFERENCE.pin(column)}) high with no row "
        "selected, read low: check its 10k pull-up to 3.3 V and the wire for a short to ground"
    )


@pytest.mark.parametrize("row", ROW_WIRES, ids=lambda wire: wire.name)
def test_a_row_shorted_to_ground_is_among_what_to_check(kit: SimulatedKit, row: Wire) -> None:
    kit.net.ground(row)
    columns = {canary.wires[1] for canary in REFERENCE.canaries_of(row)}

    assert kit.sensors.scan() == (NO_LINES, lines_of(*columns))
    for text in said(kit):
        assert f"row {row.name} (GPIO {REFERENCE.pin(row)}) for one" in text


PAIRS = [
    *((a, b) for a in COLUMN_WIRES for b in COLUMN_WIRES if a < b),
    *((a, b) for a in ROW_WIRES for b in ROW_WIRES if a < b),
]


@pytest.mark.parametrize(("a", "b"), PAIRS, ids=lambda wire: wire.name)
def test_two_wires_shorted_at_start_are_named_and_their_lines_are_unknown(
    kit: SimulatedKit, a: Wire, b: Wire
) -> None:
    kit.net.short(a, b)

    assert kit.sensors.scan() == (NO_LINES, lines_of(a, b))
    assert said(kit) == (
        (
            f"KT-313 {a.kind} {a.name} (GPIO {REFERENCE.pin(a)}) and {b.kind} {b.name} "
            f"(GPIO {REFERENCE.pin(b)}) follow each other, expected neither: "
            "check for a short between them"
        ),
    )


def test_a_short_that_shows_in_no_scan_is_found_by_the_check_and_so_is_its_repair(
    kit: SimulatedKit,
) -> None:
    """R1 has canaries in both columns and they are low together anyway."""
    assert kit.sensors.scan() == (NO_LINES, NO_LINES)
    kit.net.short(Wire.C1, Wire.C2)
    assert kit.sensors.scan() == (NO_LINES, NO_LINES)

    kit.sensors.check()
    assert kit.sensors.scan()[1] == lines_of(Wire.C1, Wire.C2)

    kit.net.repair()
    kit.sensors.check()
    assert kit.sensors.scan() == (NO_LINES, NO_LINES)
    assert said(kit) == ()


def test_a_column_without_pull_up_follows_nobody(kit: SimulatedKit) -> None:
    kit.net.lose_pull_up(Wire.C2)

    kit.sensors.scan()

    assert not any("KT-313" in text or "KT-314" in text for text in said(kit))


def test_a_bridged_diode_at_a_canary_is_named_and_harms_no_line_by_itself(
    kit: SimulatedKit,
) -> None:
    kit.net.put_diode(at(1, 1), Diode.BRIDGED)

    assert kit.sensors.scan() == (NO_LINES, NO_LINES)
    assert said(kit) == (bad_diode(1, 1),)


@pytest.mark.parametrize("diode", [Diode.BRIDGED, Diode.REVERSED])
@pytest.mark.parametrize("line", [Line(0), Line(13), Line(26)])
def test_a_bad_diode_under_a_bridge_is_named_with_the_line_which_is_unknown(
    kit: SimulatedKit, line: Line, diode: Diode
) -> None:
    kit.net.put_diode(REFERENCE.sensors[line], diode)
    kit.net.set_contacts(line_set(line))

    closed, unknown = kit.sensors.scan()

    assert not closed
    assert unknown >> line & 1
    row, column = REFERENCE.sensors[line]
    assert said(kit) == (bad_diode(row + 1, column + 1, line_name(line)),)


def test_where_a_column_is_neither_high_nor_low_the_line_is_unknown(kit: SimulatedKit) -> None:
    """R2 selected: its canary takes C3 to 0.6 V, the bridged R1C3 takes R1 there, and the canaries
    of R1 take C1 and C2 to 1.2 V, where a pin may read either."""
    kit.net.put_diode(at(1, 3), Diode.BRIDGED)
    kit.net.set_contacts(line_set(line_at(1, 3)))

    assert kit.sensors.scan() == (
        NO_LINES,
        line_set(line_at(1, 3), line_at(2, 1), line_at(2, 2)),
    )


def test_a_bridge_that_closes_the_way_to_a_bad_diode_is_itself_known(kit: SimulatedKit) -> None:
    """R1 follows R5 through the bridge at R5C1, and its other canary may pull C2 low."""
    kit.net.put_diode(at(1, 1), Diode.BRIDGED)
    kit.net.set_contacts(line_set(line_at(5, 1)))

    assert kit.sensors.scan() == (line_set(line_at(5, 1)), line_set(line_at(5, 2)))


def test_three_corners_of_a_rectangle_do_not_make_the_fourth(kit: SimulatedKit) -> None:
    corners = line_set(line_at(5, 1), line_at(5, 2), line_at(6, 1))
    kit.net.set_contacts(corners)

    assert kit.sensors.scan() == (corners, NO_LINES)


@pytest.mark.parametrize(
    ("bridged", "ghost"),
    [
        pytest.param([(5, 1)], False, id="one bridged: two good diodes in a row are 1.2 V"),
        pytest.param([(6, 1)], False, id="the selected one bridged"),
        pytest.param([(5, 2)], False, id="the far one bridged"),
        pytest.param([(5, 1), (6, 1)], True, id="two in the column bridged: one good diode left"),
        pytest.param([(5, 1), (5, 2)], True, id="two in the row bridged: one good diode left"),
        pytest.param([(5, 1), (5, 2), (6, 1)], True, id="all bridged"),
    ],
)
def test_a_ghost_appears_where_at_most_one_good_diode_is_left_on_its_way(
    kit: SimulatedKit, bridged: list[tuple[int, int]], ghost: bool
) -> None:
    """R6 selected: the ghost R6C2 flows C2, R5C2, R5, R5C1 backwards, C1, R6C1, R6."""
    for row, column in bridged:
        kit.net.put_diode(at(row, column), Diode.BRIDGED)
    corners = line_set(line_at(5, 1), line_at(5, 2), line_at(6, 1))
    kit.net.set_contacts(corners)

    kit.net.drive(REFERENCE.pin(Wire.R6), level=False, pull_up=False)
    low = not kit.net.level(REFERENCE.pin(Wire.C2))
    kit.net.release()
    closed, unknown = kit.sensors.scan()

    assert low == ghost
    assert not closed >> line_at(6, 2) & 1
    assert closed & ~unknown == closed & corners
    assert (closed | unknown) & corners == corners
    named = {bad_diode(row, column, line_name(line_at(row, column))) for row, column in bridged}
    assert named <= set(said(kit))


@pytest.mark.parametrize("line", [Line(0), Line(13), Line(26)])
def test_a_line_with_a_missing_diode_never_closes_and_harms_no_other(
    kit: SimulatedKit, line: Line
) -> None:
    kit.net.put_diode(REFERENCE.sensors[line], Diode.MISSING)
    kit.net.set_contacts(ALL_LINES)

    assert kit.sensors.scan() == (ALL_LINES & ~line_set(line), NO_LINES)
    assert said(kit) == ()


@given(
    wire=st.sampled_from(list(Wire)),
    after=st.integers(0, 3),
    closed=st.integers(0, int(ALL_LINES)).map(Lines),
)
def test_a_line_of_a_broken_wire_never_reads_open(wire: Wire, after: int, closed: Lines) -> None:
    kit = build()
    kit.net.break_wire(wire, after=after)
    kit.net.set_contacts(closed)

    read, unknown = kit.sensors.scan()

    assert unknown == lines_of(wire)
    assert read == closed & ~unknown
    assert kit.net.most_outputs == 1


def test_the_canaries_of_these_tests_are_those_of_the_reference() -> None:
    assert [canary.name for canary in CANARIES] == [
        "R1C1", "R1C2", "R2C3", "R2C4", "R3C5", "R4C5", "R5C6", "R6C6",
    ]  # fmt: skip
