"""Which screen is taken, from the kernel's files."""

from kahuna_table.devices.screen.connectors import chosen, connectors, described
from tests.devices.screen.trees import Machine


def taken(machine: Machine, name: str = "") -> tuple[str, int] | None:
    choice = chosen(connectors(machine.places.sys), name)
    return None if choice is None else (choice[0].full_name, choice[1])


def test_without_a_card_there_is_no_socket(machine: Machine) -> None:
    assert connectors(machine.places.sys) == ()
    assert taken(machine) is None


def test_the_card_with_a_screen_is_taken_whatever_its_number(machine: Machine) -> None:
    machine.socket(0, "HDMI-A-1", "disconnected")
    machine.socket(0, "HDMI-A-2", "disconnected")
    machine.socket(2, "DSI-1")

    assert taken(machine) == ("card2 DSI-1", 0)


def test_sockets_without_a_screen_are_not_counted(machine: Machine) -> None:
    machine.socket(1, "DSI-1", "disconnected", id=31)
    machine.socket(1, "HDMI-A-1", id=32)
    machine.socket(1, "HDMI-A-2", id=41)

    assert taken(machine) == ("card1 HDMI-A-1", 0)
    assert taken(machine, "HDMI-A-2") == ("card1 HDMI-A-2", 1)
    assert taken(machine, "card1-HDMI-A-2") == ("card1 HDMI-A-2", 1)
    assert taken(machine, "DSI-1") is None


def test_they_are_counted_by_the_kernels_number_not_by_name(machine: Machine) -> None:
    machine.socket(1, "DSI-1", id=40)
    machine.socket(1, "HDMI-A-1", id=32)

    assert taken(machine, "DSI-1") == ("card1 DSI-1", 1)


def test_a_writeback_is_no_screen(machine: Machine) -> None:
    machine.socket(0, "Writeback-1")

    assert connectors(machine.places.sys) == ()


def test_they_are_told_by_name(machine: Machine) -> None:
    machine.socket(0, "HDMI-A-1", "disconnected")
    machine.socket(1, "DSI-1")

    told = described(connectors(machine.places.sys))

    assert told == "card0 HDMI-A-1 disconnected, card1 DSI-1 connected"
