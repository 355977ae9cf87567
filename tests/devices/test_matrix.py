"""The matrix driver on a healthy net, and on a library that refuses."""

from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.devices.matrix import SETTLE_US, MatrixSensors
from kahuna_table.devices.pins import REFERENCE, with_pwm_lights
from kahuna_table.devices.ports import Sensors
from kahuna_table.devices.simulated import SimulatedKit, build
from kahuna_table.engine.board import ALL_LINES, NO_LINES, Lines

SOME_LINES = st.integers(0, int(ALL_LINES)).map(Lines)


def no_pause(_us: int) -> None:
    """Mock pins settle at once."""


class RefusingPin(MockPin):  # type: ignore[misc]
    """Fails on request: at a read, or when it shall become an output or an input."""

    refused: str | None = None

    @property
    def state(self) -> bool:
        if RefusingPin.refused == "read":
            raise OSError(121, "Remote I/O error")
        return self.pull == "up"

    @state.setter
    def state(self, value: bool) -> None:
        """Levels of outputs do not matter here."""

    @property
    def function(self) -> str:
        return str(MockPin.function.fget(self))

    @function.setter
    def function(self, value: str) -> None:
        if RefusingPin.refused == value:
            raise OSError(5, f"no {value}")
        MockPin.function.fset(self, value)


@pytest.fixture
def refusing(monkeypatch: pytest.MonkeyPatch) -> MockFactory:
    monkeypatch.setattr(RefusingPin, "refused", None)
    return MockFactory(pin_class=RefusingPin)


@pytest.fixture(scope="module")
def shared_kit() -> SimulatedKit:
    return build()


@given(closed=SOME_LINES)
def test_any_set_of_contacts_reads_back_exactly(shared_kit: SimulatedKit, closed: Lines) -> None:
    shared_kit.net.set_contacts(closed)

    assert shared_kit.sensors.scan() == (closed, NO_LINES)
    assert shared_kit.sensors.faults() == ()


@given(closed=SOME_LINES)
def test_two_pins_are_never_outputs_at_once(shared_kit: SimulatedKit, closed: Lines) -> None:
    shared_kit.net.set_contacts(closed)

    shared_kit.sensors.scan()
    shared_kit.sensors.check()

    assert shared_kit.net.most_outputs == 1
    assert shared_kit.net.fights == []


def test_a_kit_with_pwm_lights_reads_the_same() -> None:
    kit = build(with_pwm_lights(REFERENCE))
    kit.net.set_contacts(Lines(0b101))

    assert kit.sensors.scan() == (0b101, NO_LINES)


def test_after_a_scan_every_pin_is_an_input_rows_floating_columns_pulled_up() -> None:
    kit = build()

    kit.sensors.scan()
    kit.sensors.check()

    pins = [kit.factory.pin(number) for number in (*REFERENCE.rows, *REFERENCE.columns)]
    assert [(pin.function, pin.pull) for pin in pins] == (
        [("input", "floating")] * 6 + [("input", "up")] * 6
    )


def test_every_selection_is_followed_by_the_settling_time() -> None:
    """Whoever selects a wire and reads at once reads the wire before."""
    kit = build()
    journal: list[str | int] = []
    sensors = MatrixSensors(kit.factory, REFERENCE, pause_us=journal.append)
    sensors.scan()
    drive = kit.net.drive

    def noting(pin: int, level: bool | None, *, pull_up: bool) -> None:
        journal.append("release" if level is None else "select")
        drive(pin, level, pull_up=pull_up)

    kit.net.drive = noting  # type: ignore[method-assign]
    journal.clear()

    sensors.scan()

    assert journal == [SETTLE_US, *["select", SETTLE_US, "release"] * 6]
    assert SETTLE_US >= 30


def test_the_log_of_a_mock_pin_does_not_grow_with_the_scans() -> None:
    kit = build()
    kit.sensors.scan()
    before = [len(kit.factory.pin(number).states) for number in (4, 17)]

    for _ in range(50):
        kit.sensors.scan()
        kit.sensors.check()

    assert [len(kit.factory.pin(number).states) for number in (4, 17)] == before


def test_closing_gives_the_pins_back() -> None:
    kit = build()
    kit.sensors.scan()

    kit.sensors.close()

    successor = MatrixSensors(kit.factory, REFERENCE, pause_us=no_pause)
    assert successor.scan() == (NO_LINES, NO_LINES)


def test_the_driver_is_the_port() -> None:
    port: Sensors = build().sensors

    assert port.scan() == (NO_LINES, NO_LINES)


@pytest.mark.parametrize("refused", ["read", "output", "input"])
def test_a_library_that_raises_makes_all_unknown_until_it_works_again(
    refusing: Any, refused: str
) -> None:
    sensors = MatrixSensors(refusing, REFERENCE, pause_us=no_pause)
    healthy = sensors.scan(), sensors.faults()
    RefusingPin.refused = refused

    for _ in range(3):
        assert sensors.scan() == (NO_LINES, ALL_LINES)
        (found,) = sensors.faults()
        assert str(found).startswith("KT-315 cannot read the matrix, expected levels, got OSError(")
        assert "check the plug" in str(found)

    RefusingPin.refused = None
    assert (sensors.scan(), sensors.faults()) == healthy


@pytest.mark.parametrize("refused", ["read", "output", "input"])
def test_a_library_that_refuses_from_the_start_is_tried_again(refusing: Any, refused: str) -> None:
    RefusingPin.refused = refused
    sensors = MatrixSensors(refusing, REFERENCE, pause_us=no_pause)
    assert sensors.scan() == (NO_LINES, ALL_LINES)
    sensors.check()

    RefusingPin.refused = None
    sensors.scan()

    assert not any(each.code == 315 for each in sensors.faults())


def test_while_a_row_cannot_be_released_no_other_is_selected() -> None:
    kit = build()
    kit.sensors.scan()
    drive = kit.net.drive
    refusing = True

    def stubborn(pin: int, level: bool | None, *, pull_up: bool) -> None:
        if refusing and pin == REFERENCE.rows[1] and level is None:
            raise OSError(5, "cannot release")
        drive(pin, level, pull_up=pull_up)

    kit.net.drive = stubborn  # type: ignore[method-assign]
    assert kit.sensors.scan() == (NO_LINES, ALL_LINES)
    assert kit.sensors.scan() == (NO_LINES, ALL_LINES)

    refusing = False
    assert kit.sensors.scan() == (NO_LINES, NO_LINES)
    assert kit.net.most_outputs == 1


def test_pins_held_by_another_program_are_taken_when_it_ends() -> None:
    kit = build()
    other = MatrixSensors(kit.factory, REFERENCE, pause_us=no_pause)
    other.scan()

    assert kit.sensors.scan() == (NO_LINES, ALL_LINES)
    assert "GPIOPinInUse" in str(kit.sensors.faults()[0])

    other.close()
    assert kit.sensors.scan() == (NO_LINES, NO_LINES)
    assert kit.sensors.faults() == ()
