"""A table that does not know its wiring: no line is read, the buttons play, and it says so."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kahuna_table.app.assembly import new_senses, new_session
from kahuna_table.app.chance import SystemChance
from kahuna_table.app.config import Config
from kahuna_table.app.daemon import Daemon, Ports
from kahuna_table.app.ledger import GameLedger
from kahuna_table.app.status import status_line
from kahuna_table.app.wiring.active import active_wiring
from kahuna_table.devices.matrix import MatrixSensors
from kahuna_table.devices.simulated import SimulatedKit
from kahuna_table.devices.simulated.board import SimulatedBoard
from kahuna_table.devices.simulated.display import RecordingDisplay
from kahuna_table.engine.board import NO_LINES, Line, line_set
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import Handicap, RuleSet
from kahuna_table.table.inputs import Button, GameChosen, Setup
from kahuna_table.table.screen import Screen
from tests.tools.wiring.maker import line, of_state, permuted

FREE = Setup(RuleSet(handicap=Handicap(3, Player.BLACK)), Player.BLACK)


class Table:
    """A board that is wired in an order of its own, and a wiring file that cannot be used."""

    def __init__(self, directory: Path) -> None:
        (directory / "wiring.toml").write_text("[pins")
        self.kit = SimulatedKit(permuted(4), SimulatedBoard())
        wiring = active_wiring(of_state(directory))
        sensors = MatrixSensors(self.kit.factory, wiring.pin_map, pause_us=lambda _us: None)
        self.display = RecordingDisplay()
        ports = Ports(sensors, self.kit.buttons, self.kit.strip, (self.display,), wiring.faults)
        ledger = GameLedger(directory, lambda: datetime(2000, 1, 1, tzinfo=UTC))
        config = Config()
        self.daemon = Daemon(ports, new_session(config), new_senses(config), SystemChance(), ledger)

    @property
    def screen(self) -> Screen:
        assert self.display.screen is not None
        return self.display.screen

    @property
    def bridges(self) -> int:
        return self.daemon.session.game.expected

    def wait(self, ms: int) -> None:
        board = self.kit.board
        end_ms = board.now_ms + ms
        while board.now_ms < end_ms:
            self.kit.advance(min(end_ms, max(self.daemon.next_ms, board.now_ms + 1)))
            self.daemon.step(board.now_ms)

    def press(self, button: Button) -> None:
        self.kit.board.press(button)
        self.wait(100)
        self.kit.board.release(button)
        self.wait(100)

    def enter(self, line: Line) -> None:
        """By the menu."""
        self.press(Button.MENU)
        self.press(Button.LEFT)  # the last row: the lines
        self.press(Button.OK)
        while self.screen.options[self.screen.cursor or 0].line != line:
            self.press(Button.RIGHT)
        self.press(Button.OK)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    made.wait(2000)
    made.daemon.notice(GameChosen(made.kit.board.now_ms, FREE))
    made.wait(100)
    yield made
    made.daemon.close()


def test_no_bridge_is_taken_for_one_elsewhere(table: Table) -> None:
    table.kit.board.place(line("ALOA-BARI"), Player.BLACK)
    table.wait(3000)

    assert table.bridges == NO_LINES
    assert status_line(table.daemon).startswith("0/27 lines")
    assert "KT-120" in status_line(table.daemon)
    assert {note.id for note in table.screen.notes} >= {"trouble-kt-1", "sensors-unknown"}
    assert table.daemon.faults[0].code == 120


def test_the_buttons_enter_every_bridge(table: Table) -> None:
    lines = [line(name) for name in ("ALOA-BARI", "COCO-FAAA", "KAHU-LALE")]
    for each in lines:
        table.enter(each)

    assert table.bridges == line_set(*lines)
