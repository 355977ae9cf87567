"""The wired table in one line, and what it is told when devices fail."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kahuna_table.app.assembly import new_senses, new_session
from kahuna_table.app.chance import SystemChance
from kahuna_table.app.config import Config
from kahuna_table.app.daemon import CHECK_MS, Daemon, Ports
from kahuna_table.app.ledger import GameLedger
from kahuna_table.app.status import status_line
from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.pins import Wire
from kahuna_table.devices.simulated import SimulatedKit, build
from kahuna_table.devices.simulated.board import SensorFault
from kahuna_table.devices.simulated.display import RecordingDisplay
from kahuna_table.devices.strip import LightsError
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import Line, line_set
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import Handicap, RuleSet
from kahuna_table.table.inputs import NO_BUTTONS, Buttons, GameChosen, Setup

LATER_MS = 2000
UNWIRED = fault(Trouble.WIRING_UNUSED, file="wiring.toml", detail="no wiring")
HELD = fault(Trouble.PINS_HELD_BY_PROGRAM, holders=("button ok (GPIO 18) by 'lg'",))


class DeadButtons:
    """Buttons of a port that never opens."""

    def read(self) -> Buttons:
        return NO_BUTTONS

    def faults(self) -> tuple[Fault, ...]:
        return (HELD,)

    def close(self) -> None:
        """Nothing is held."""


@pytest.fixture
def kit() -> SimulatedKit:
    return build()


@pytest.fixture
def display() -> RecordingDisplay:
    return RecordingDisplay()


@pytest.fixture
def ports(kit: SimulatedKit, display: RecordingDisplay) -> Ports:
    return Ports(kit.sensors, kit.buttons, kit.strip, (display,))


@pytest.fixture
def table(ports: Ports, tmp_path: Path) -> Iterator[Daemon]:
    daemon = built(ports, tmp_path)
    yield daemon
    daemon.close()


def built(ports: Ports, directory: Path) -> Daemon:
    config = Config()
    ledger = GameLedger(directory, lambda: datetime(2000, 1, 1, tzinfo=UTC))
    return Daemon(ports, new_session(config), new_senses(config), SystemChance(), ledger)


def run(table: Daemon, kit: SimulatedKit, ms: int) -> None:
    end_ms = kit.board.now_ms + ms
    while kit.board.now_ms < end_ms:
        kit.advance(min(end_ms, max(table.next_ms, kit.board.now_ms + 1)))
        table.step(kit.board.now_ms)


def shown(display: RecordingDisplay) -> list[str]:
    assert display.screen is not None
    return [note.id for note in display.screen.notes]


def test_a_healthy_table_in_one_line(table: Daemon, kit: SimulatedKit) -> None:
    run(table, kit, LATER_MS)
    assert status_line(table) == "27/27 lines, lights simulated, screen simulated"

    table.notice(GameChosen(kit.board.now_ms, table.session.usual))

    assert status_line(table).endswith("screen simulated, round 1, play")


def test_what_fails_is_in_the_line_with_its_code_and_on_the_display_until_it_heals(
    table: Daemon, kit: SimulatedKit, display: RecordingDisplay, caplog: pytest.LogCaptureFixture
) -> None:
    run(table, kit, LATER_MS)
    kit.strip.fail()
    kit.board.fault_sensors(5000, SensorFault.ERROR, [Line(3)])
    table.notice(GameChosen(kit.board.now_ms, table.session.usual))

    run(table, kit, LATER_MS)

    assert "26/27 lines, lights fail, screen simulated, KT-206, KT-301" in status_line(table)
    assert {"trouble-kt-2", "trouble-kt-3", "sensors-unknown"} <= set(shown(display))
    kit.strip.repair()
    run(table, kit, 5000)
    assert "27/27 lines, lights simulated, screen simulated, round 1" in status_line(table)
    assert shown(display) == []
    said = [record.getMessage() for record in caplog.records]
    assert [sum(code in text for text in said) for code in ("KT-206", "KT-301")] == [1, 1]


def test_a_game_that_cannot_be_saved_is_told_to_doctor_with_what_helps(
    ports: Ports, tmp_path: Path
) -> None:
    (tmp_path / "state").write_text("in the way")
    table = built(ports, tmp_path / "state")

    (found,) = table.faults
    table.close()

    assert str(found).startswith("KT-506 no game is saved: ")
    assert "[store]" in found.repair


def test_buttons_that_cannot_be_read_are_named(
    table: Daemon, kit: SimulatedKit, display: RecordingDisplay, caplog: pytest.LogCaptureFixture
) -> None:
    table.ports = replace(table.ports, buttons=DeadButtons(), faults=(UNWIRED,))

    run(table, kit, LATER_MS)

    assert "KT-105, KT-120" in status_line(table)
    assert table.faults == (UNWIRED, HELD)
    assert shown(display) == ["trouble-kt-1"]
    assert [record.getMessage() for record in caplog.records] == [f"buttons: {HELD}"]


def test_a_screen_that_fails_is_in_the_line(
    table: Daemon, kit: SimulatedKit, display: RecordingDisplay
) -> None:
    display.fail()

    run(table, kit, LATER_MS)

    assert "screen fails" in status_line(table)


def test_what_a_device_has_said_itself_is_not_said_again(
    table: Daemon, kit: SimulatedKit, caplog: pytest.LogCaptureFixture
) -> None:
    kit.strip.failure = LightsError(fault(Trouble.SPI_OFF, device="/dev/spidev0.0"), said=True)
    run(table, kit, LATER_MS)

    assert "KT-211" in status_line(table)
    assert caplog.records == []


@pytest.mark.parametrize("wires", [(Wire.R5, Wire.R6), (Wire.C1, Wire.C5)])
def test_wires_that_touch_make_no_move_are_named_at_once_and_heal(
    table: Daemon, kit: SimulatedKit, wires: tuple[Wire, Wire]
) -> None:
    """While handicap bridges are laid any bridge is a move."""
    run(table, kit, LATER_MS)
    setup = Setup(RuleSet(handicap=Handicap(3, Player.BLACK)), Player.BLACK)
    table.notice(GameChosen(kit.board.now_ms, setup))
    kit.board.place(Line(19), Player.BLACK)
    run(table, kit, 500)
    laid = table.session.game.expected

    kit.net.short(*wires)
    run(table, kit, 50)
    named = status_line(table)
    run(table, kit, LATER_MS)

    assert laid == table.session.game.expected == line_set(Line(19))
    assert "KT-313" in named
    assert "27/27" not in status_line(table)
    kit.net.repair()
    run(table, kit, CHECK_MS + 500)
    assert status_line(table).startswith("27/27 lines")
    assert "KT-313" not in status_line(table)
    assert table.session.game.expected == laid
