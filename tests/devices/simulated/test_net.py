"""The electrics: what reads low, and when outputs fight."""

import pytest
from gpiozero import InputDevice, OutputDevice
from gpiozero.exc import PinSetInput

from kahuna_table.devices.pins import REFERENCE, Crossing, Wire
from kahuna_table.devices.simulated.net import Diode, Net
from kahuna_table.devices.simulated.pins import NetFactory
from kahuna_table.engine.board import NO_LINES, Line, Lines, line_set
from kahuna_table.errors import KahunaError
from kahuna_table.table.inputs import Button, Buttons

R5C1, R5C2, R6C1 = Crossing(4, 0), Crossing(4, 1), Crossing(5, 0)


def lines(*crossings: Crossing) -> Lines:
    return line_set(*(Line(REFERENCE.sensors.index(at)) for at in crossings))


def low_columns(net: Net) -> str:
    columns = tuple(Wire)[6:]
    return " ".join(wire.name for wire in columns if not net.level(REFERENCE.pin(wire)))


def select(net: Net, *wires: Wire) -> None:
    for wire in wires:
        net.drive(REFERENCE.pin(wire), level=False, pull_up=False)


@pytest.fixture
def net() -> Net:
    return Net(REFERENCE)


@pytest.mark.parametrize(
    ("diode", "low"),
    [
        (Diode.GOOD, "C1 C6"),
        (Diode.BRIDGED, "C1 C6"),
        (Diode.REVERSED, "C6"),
        (Diode.MISSING, "C6"),
    ],
)
def test_a_closed_contact_pulls_its_column_low_through_its_diode(
    net: Net, diode: Diode, low: str
) -> None:
    """R5 has its canary at C6."""
    net.set_contacts(lines(R5C1))
    net.put_diode(R5C1, diode)
    select(net, Wire.R5)

    assert low_columns(net) == low


def test_nothing_is_low_while_nothing_is_driven(net: Net) -> None:
    net.set_contacts(lines(R5C1, R5C2, R6C1))

    assert low_columns(net) == ""


def test_an_open_contact_conducts_nothing(net: Net) -> None:
    net.put_diode(R5C1, Diode.BRIDGED)
    select(net, Wire.R5)

    assert low_columns(net) == "C6"


def test_a_break_spares_what_lies_before_it(net: Net) -> None:
    """Along R5 lie C1, C2, C3, C4, C5 and last the canary at C6."""
    net.set_contacts(lines(R5C1, R5C2))
    select(net, Wire.R5)
    lows = []
    for after in range(7):
        net.break_wire(Wire.R5, after=after)
        lows.append(low_columns(net))

    assert lows == ["", "C1", "C1 C2", "C1 C2", "C1 C2", "C1 C2", "C1 C2 C6"]


def test_shorted_columns_are_low_together_and_mending_parts_them(net: Net) -> None:
    net.short(Wire.C6, Wire.C2)
    select(net, Wire.R5)
    assert low_columns(net) == "C2 C6"

    net.repair()
    assert low_columns(net) == "C6"


def test_shorted_rows_are_selected_together(net: Net) -> None:
    net.short(Wire.R1, Wire.R2)
    select(net, Wire.R1)

    assert low_columns(net) == "C1 C2 C3 C4"


def test_only_columns_have_a_pull_up_to_lose(net: Net) -> None:
    with pytest.raises(KahunaError, match="pull-up: expected a column, got R1"):
        net.lose_pull_up(Wire.R1)


@pytest.mark.parametrize(
    ("diode", "fights"),
    [
        pytest.param(Diode.GOOD, [], id="a good diode blocks"),
        pytest.param(Diode.MISSING, [], id="a missing one conducts nothing"),
        pytest.param(Diode.REVERSED, [(13, 17)], id="a reversed one shorts row to column"),
        pytest.param(Diode.BRIDGED, [(13, 17)], id="a bridged one too"),
    ],
)
def test_a_row_held_high_fights_a_column_held_low_through_a_bad_diode(
    net: Net, diode: Diode, fights: list[tuple[int, int]]
) -> None:
    net.set_contacts(lines(R5C1))
    net.put_diode(R5C1, diode)
    net.drive(REFERENCE.pin(Wire.R5), level=True, pull_up=False)
    select(net, Wire.C1)

    assert net.fights == fights
    assert net.most_outputs == 2


def test_idle_high_rows_fight_a_selected_row_over_a_bridged_diode(net: Net) -> None:
    """Why rows are released: R5 high, its bridged R5C1, C1, the good R6C1, R6 low."""
    net.set_contacts(lines(R5C1, R6C1))
    net.put_diode(R5C1, Diode.BRIDGED)
    net.drive(REFERENCE.pin(Wire.R5), level=True, pull_up=False)
    select(net, Wire.R6)

    assert net.fights == [(13, 16)]


def test_outputs_at_the_same_level_do_not_fight(net: Net) -> None:
    net.short(Wire.R1, Wire.R2)
    select(net, Wire.R1, Wire.R2)

    assert (net.most_outputs, net.fights) == (2, [])


def test_a_failing_matrix_raises_and_the_buttons_do_not(net: Net) -> None:
    net.failing = True
    with pytest.raises(OSError, match="simulated fault"):
        net.level(REFERENCE.pin(Wire.C1))

    net.set_buttons(Buttons(1 << Button.OK))
    assert net.level(REFERENCE.buttons[Button.OK]) is False


def test_pins_follow_the_net_and_pins_off_the_map_their_pull(net: Net) -> None:
    factory = NetFactory(net)
    column = InputDevice(REFERENCE.columns[5], pull_up=True, pin_factory=factory)
    elsewhere = InputDevice(2, pull_up=True, pin_factory=factory)
    row = OutputDevice(REFERENCE.rows[4], initial_value=True, pin_factory=factory)
    before = column.is_active
    row.off()

    assert (before, column.is_active, elsewhere.is_active, row.value) == (False, True, False, 0)


def test_an_input_cannot_be_driven(net: Net) -> None:
    device = InputDevice(4, pull_up=None, active_state=False, pin_factory=NetFactory(net))

    with pytest.raises(PinSetInput):
        device.pin.state = True


def test_an_output_starts_low_and_the_pins_of_a_cut_factory_drive_nothing(net: Net) -> None:
    factory = NetFactory(net)
    factory.pin(REFERENCE.rows[4]).function = "output"
    assert low_columns(net) == "C6"

    factory.cut()
    net.release()
    factory.pin(REFERENCE.rows[3]).function = "output"
    assert low_columns(net) == ""
    assert net.level(REFERENCE.pin(Wire.C1)) is True
    net.set_contacts(NO_LINES)
