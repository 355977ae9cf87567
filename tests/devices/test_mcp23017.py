"""Sensors on two port expanders: what is read, and what a bus or a supply may do meanwhile."""

import errno

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.devices.faults import fault
from kahuna_table.devices.mcp23017 import INPUTS, Mcp23017Sensors
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.simulated.expanders import FakeMcp23017Bus
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import ALL_LINES, LINES, NO_LINES, Lines

FIRST = Lines((1 << INPUTS) - 1)
SECOND = Lines(ALL_LINES & ~FIRST)


class Bench:
    """Sensors on the fake bus, and a clock that a test moves."""

    def __init__(self) -> None:
        self.bus = FakeMcp23017Bus()
        self.now_s = 100.0
        self.refusal: DeviceError | None = None
        self.sensors = Mcp23017Sensors(self.open, lambda: self.now_s)

    def open(self) -> FakeMcp23017Bus:
        if self.refusal is not None:
            raise self.refusal
        return self.bus

    def lay(self, lines: int) -> None:
        for chip, picture in zip(self.bus.chips.values(), (lines, lines >> INPUTS), strict=True):
            chip.grounded = picture & 0x7F | (picture >> 7 & 0x7F) << 8

    def later(self, s: float) -> tuple[Lines, Lines]:
        self.now_s += s
        return self.sensors.scan()


@pytest.fixture
def bench() -> Bench:
    return Bench()


@given(st.integers(0, ALL_LINES))
def test_every_picture_is_read_as_it_lies(lines: int) -> None:
    bench = Bench()
    bench.lay(lines)

    assert bench.sensors.scan() == (lines, NO_LINES)
    assert bench.sensors.faults() == ()


def test_the_pins_that_disturb_the_bus_are_outputs_at_low(bench: Bench) -> None:
    bench.sensors.scan()

    for chip in bench.bus.chips.values():
        iodir, gppu, olat = (chip.registers[at : at + 2] for at in (0x00, 0x0C, 0x14))
        assert (iodir, gppu, olat) == (b"\x7f\x7f", b"\x7f\x7f", b"\0\0")


@pytest.mark.parametrize("error", [errno.EREMOTEIO, errno.ETIMEDOUT, errno.EIO])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_hiccup_of_the_bus_is_not_noticed(bench: Bench, error: int, times: int) -> None:
    bench.lay(0b101)
    bench.sensors.scan()

    bench.bus.fail(0x20, error, times)

    assert bench.later(0.01) == (0b101, NO_LINES)
    assert bench.sensors.faults() == ()


def test_a_silent_board_leaves_its_lines_unknown_and_the_others_readable(bench: Bench) -> None:
    bench.lay(ALL_LINES)
    bench.sensors.scan()

    bench.bus.fail(0x21, errno.EREMOTEIO)

    assert bench.later(0.01) == (FIRST, SECOND)
    (found,) = bench.sensors.faults()
    assert str(found).startswith("KT-301 sensor board 2 (0x21) does not answer")
    assert "13 lines" in str(found)


def test_a_silent_board_is_asked_once_a_second_and_comes_back(bench: Bench) -> None:
    bench.lay(0b11)
    bench.sensors.scan()
    bench.bus.fail(0x20, errno.EREMOTEIO)
    bench.later(0.01)
    before = bench.bus.transactions

    for _ in range(90):
        assert bench.later(0.01) == (NO_LINES, FIRST)
    asked = bench.bus.transactions - before - 90
    bench.bus.fail(0x20, errno.EREMOTEIO, 0)

    assert asked <= 1  # the other board is read in every scan, and its settings once
    assert bench.later(0.2) == (0b11, NO_LINES)
    assert bench.sensors.faults() == ()


@pytest.mark.parametrize("lines", [0, 0b1010, ALL_LINES])
def test_a_dip_of_the_supply_never_lays_or_lifts_a_bridge(bench: Bench, lines: int) -> None:
    bench.lay(lines)
    bench.sensors.scan()

    bench.bus.chips[0x20].brown_out()

    closed, unknown = bench.later(0.01)
    assert closed == lines & SECOND
    assert unknown == FIRST
    assert bench.later(0.01) == (lines, NO_LINES)
    (found,) = bench.sensors.faults()
    assert str(found).startswith("KT-302 sensor board 1 (0x20) lost its settings")


def test_dips_are_counted_and_forgotten_after_ten_minutes(bench: Bench) -> None:
    bench.sensors.scan()
    for _ in range(3):
        bench.bus.chips[0x21].brown_out()
        bench.later(5)
        bench.later(0.01)

    assert "3 times in 10 minutes" in str(bench.sensors.faults()[0])
    bench.later(601)
    assert bench.sensors.faults() == ()


@pytest.mark.parametrize("bit", [0x80, 0x20])
@pytest.mark.parametrize("register", [0x00, 0x02, 0x0A, 0x14])
def test_a_setting_that_changes_by_itself_is_put_right_within_a_second(
    bench: Bench, register: int, bit: int
) -> None:
    bench.sensors.scan()
    chip = bench.bus.chips[0x20]
    healthy = bytes(chip.registers)
    chip.registers[register] ^= bit

    bench.later(1.1)

    assert bytes(chip.registers) == healthy
    bench.lay(1)
    assert bench.later(0.01) == (1, NO_LINES)


@pytest.mark.parametrize("value", [0x00, 0xFF])
def test_a_disturbed_transfer_is_looked_at_again(bench: Bench, value: int) -> None:
    bench.lay(0b1100)
    bench.sensors.scan()

    bench.bus.disturb(0x20, value)

    assert bench.later(0.01) == (0b1100, NO_LINES)
    assert bench.sensors.faults() == ()


def test_a_board_that_forgets_its_settings_is_unknown(bench: Bench) -> None:
    bench.bus.chips[0x20].forgetful = True

    assert bench.sensors.scan() == (NO_LINES, FIRST)
    assert "does not keep its settings" in str(bench.sensors.faults()[0])


def test_a_stuck_bus_is_told_from_two_silent_boards(bench: Bench) -> None:
    bench.sensors.scan()
    for address in (0x20, 0x21):
        bench.bus.fail(address, errno.ETIMEDOUT)

    assert bench.later(0.01) == (NO_LINES, ALL_LINES)
    (found,) = bench.sensors.faults()
    assert str(found).startswith("KT-303")
    assert "nine clocks" in str(found)

    bench.bus.fail(0x20, errno.EREMOTEIO)
    bench.later(1.1)
    assert [each.code for each in bench.sensors.faults()] == [301, 301]


def test_a_bus_that_is_not_there_yet_is_opened_when_it_is(bench: Bench) -> None:
    off = fault(Trouble.I2C_OFF, device="/dev/i2c-1")
    bench.refusal = DeviceError(off)

    assert bench.sensors.scan() == (NO_LINES, ALL_LINES)
    assert bench.sensors.faults() == (off,)
    bench.refusal = None
    assert bench.later(0.5) == (NO_LINES, ALL_LINES)
    assert bench.later(0.6) == (NO_LINES, NO_LINES)
    assert bench.sensors.faults() == ()


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("lay"), st.integers(0, ALL_LINES)),
            st.tuples(st.just("fail"), st.integers(0, 12)),
            st.tuples(st.just("dip"), st.just(0)),
            st.tuples(st.just("noise"), st.sampled_from([0x00, 0xFF])),
        ),
        max_size=12,
    )
)
def test_what_is_said_to_be_known_is_always_true(steps: list[tuple[str, int]]) -> None:
    bench, lying = Bench(), 0
    for what, value in steps:
        match what:
            case "lay":
                lying = value
                bench.lay(value)
            case "fail":
                bench.bus.fail(0x20, errno.EREMOTEIO, value)
            case "dip":
                bench.bus.chips[0x20].brown_out()
            case _:
                bench.bus.disturb(0x20, value)
        closed, unknown = bench.later(0.01)
        assert closed & unknown == 0
        assert closed == lying & ~unknown

    bench.bus.fail(0x20, errno.EREMOTEIO, 0)
    assert [bench.later(1.1) for _ in range(3)][-1] == (lying, NO_LINES)


def test_a_bridge_is_one_input_and_each_input_one_bridge(bench: Bench) -> None:
    seen = []
    for n in range(len(LINES)):
        bench.lay(1 << n)
        seen.append(bench.later(0.01)[0])

    assert seen == [1 << n for n in range(len(LINES))]


def test_closing_gives_the_bus_back(bench: Bench) -> None:
    bench.sensors.scan()
    bench.sensors.close()

    assert bench.bus.closed
