"""Runs inside the virtual Pi: a Pico's firmware reads and lights the board of the service.

    python -m tests.virtual_pi.pico_guest game

Prints one line of JSON with what was seen; `test_pico` judges it.
"""

import os
import pty
import shutil
import time
import tty
from pathlib import Path
from random import Random
from typing import Any

from kahuna_table.devices.pico.finding import BY_ID
from kahuna_table.engine.board import ISLANDS, Line
from kahuna_table.engine.moves import DrawCard, Move, PlaceBridge
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import legal_moves
from tests.firmware.bench import Pico
from tests.firmware.field import Field
from tests.virtual_pi import service
from tests.virtual_pi.board import Board, seconds_until
from tests.virtual_pi.players import Players

SEED = 9
PLACE = BY_ID / "usb-MicroPython_Board_in_FS_mode_e66140007b123456-if00"
CONFIG = """
[sensors]
driver = "pico"

[lights]
driver = "pico"
"""
PSEUDO = "DeviceAllow=char-pts rw"
NO_LINES = "0/27 lines"
POLES = {Player.BLACK: "-", Player.WHITE: "+"}
IDLE_S = 20


class HallBoard(Board):
    """Bridges with magnets over the sensors of a Pico, and the buttons of the header."""

    def __init__(self, flash: Path) -> None:
        self._field = Field(Random(2), worst=False)
        self._flash = flash
        self.player = Player.BLACK
        """Whose bridges are laid."""
        self.pico: Pico | None = None
        super().__init__()
        self.plug()

    def plug(self) -> None:
        end, outer = pty.openpty()
        tty.setraw(outer)
        shutil.chown(name := os.ttyname(outer), "root", "dialout")
        os.chmod(name, 0o660)
        self.pico = Pico(self._flash, direct=end)
        os.close(outer)
        self._wire()
        assert self.pico.ask("free") == "free"
        PLACE.parent.mkdir(parents=True, exist_ok=True)
        PLACE.symlink_to(name)

    def pull(self) -> None:
        """Its supply comes through the cable."""
        assert self.pico is not None
        PLACE.unlink()
        self.pico.kill()
        self.pico = None

    def lit(self, line: Line) -> bool:
        assert self.pico is not None
        at = 3 * (len(ISLANDS) + line)
        return any(self.pico.frame()[at : at + 3])

    def _wire(self) -> None:
        for line in set(self._field.magnets) - self.lying:
            self._field.lift(line)
        for line in self.lying - set(self._field.magnets):
            self._field.lay(line, POLES[self.player])
        if self.pico is not None:
            self.pico.levels(self._field)


def main() -> None:
    service.as_installed()
    service.tell(game)


def game() -> Any:
    """A bridge is laid, the cable pulled and plugged in, and the turn after it played."""
    service.CONFIG.write_text(CONFIG)
    service.override(PSEUDO)
    flash = Path("/run/pico")
    board = HallBoard(flash)
    seen: dict[str, Any] = {"ready_s": service.start()}
    seen["told"] = seconds_until(lambda: "KT-345" in service.log(), 30)
    service.systemctl("stop")
    seen["wiring"] = service.run("sh", "-c", "yes '' | kahuna-table wiring")
    service.start()
    seen["lines_s"] = service.up()
    seen["status"] = service.shown("StatusText")
    players = Players(board, service.STATE_DIR, SEED)
    players.begin()

    seen["laid"] = lay(board, players)
    seen["lit"] = seconds_until(lambda: board.lit(board.laid_s[-1][0]), 10) >= 0
    before = players.state()
    board.pull()
    seen["pulled_s"] = seconds_until(lambda: NO_LINES in service.shown("StatusText"), 20)
    time.sleep(2)
    seen["pulled"] = service.shown("StatusText")
    board.plug()
    seen["plugged_s"] = service.up()
    seen["same"] = players.state() == before
    seen["lit again"] = seconds_until(lambda: board.lit(board.laid_s[-1][0]), 10) >= 0
    players.make(DrawCard())
    seen["laid next"] = lay(board, players)
    seen["moves"] = [str(move) for move in players.moves()]
    seen["restarts"] = service.shown("NRestarts")
    seen["wrong"] = [line for line in service.log().splitlines() if "Traceback" in line]
    began = service.cpu_s()
    time.sleep(IDLE_S)
    seen["idle_cpu_s_a_minute"] = round((service.cpu_s() - began) * 60 / IDLE_S, 1)
    service.systemctl("stop")
    return seen


def lay(board: HallBoard, players: Players) -> str:
    """A bridge of the player to move."""
    state = players.state()
    board.player = state.to_move
    moves: list[Move] = [move for move in legal_moves(state) if isinstance(move, PlaceBridge)]
    players.make(moves[0])
    return str(moves[0])


if __name__ == "__main__":
    main()
