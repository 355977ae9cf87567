"""Plays the maker's hands from a script on the simulated kit: a part of the table script language.

place LINE, lift LINE, press BUTTON, down BUTTON, up BUTTON, wait MS
"""

from typing import Final

from kahuna_table.devices.simulated import SimulatedKit
from kahuna_table.engine.board import Line
from kahuna_table.engine.player import Player
from kahuna_table.table.inputs import Button
from kahuna_table.tools.script.hands import PRESS_MS
from kahuna_table.tools.script.parse import parse_statements
from kahuna_table.tools.script.statements import HAND_STATEMENTS, HandAction
from kahuna_table.tools.script.words import Numbered
from kahuna_table.tools.wiring.runner import WiringRunner

FIRST_LOOK_MS: Final = 10
LONGEST_LOOK_MS: Final = 320
"""Looks follow every movement closely and grow rarer while nothing moves."""


def parse_wiring_script(text: str) -> tuple[Numbered[HandAction], ...]:
    """Each statement with the number of its line.

    Raises:
        ScriptError: for the first line that is not exactly understood.
    """
    return parse_statements(text, HAND_STATEMENTS)


class ScriptedHands:
    """Hands at the simulated kit; all their time is virtual."""

    def __init__(self, kit: SimulatedKit, runner: WiringRunner) -> None:
        self._kit, self._runner = kit, runner
        self._gap_ms = FIRST_LOOK_MS
        self._look()

    @property
    def hands(self) -> "ScriptedHands":
        return self

    def colour_for(self, _line: Line) -> Player:
        """The kit sees no colours."""
        return Player.BLACK

    def lay(self, line: Line, colour: Player) -> None:
        """Raises: PlaceTaken."""
        self._kit.board.place(line, colour)
        self._look()

    def lift(self, line: Line) -> None:
        """Raises: NothingThere."""
        self._kit.board.lift(line)
        self._look()

    def press(self, button: Button) -> None:
        self.down(button)
        self.wait(PRESS_MS)
        self.up(button)
        self.wait(PRESS_MS)

    def down(self, button: Button) -> None:
        self._kit.board.press(button)
        self._look()

    def up(self, button: Button) -> None:
        self._kit.board.release(button)
        self._look()

    def wait(self, ms: int) -> None:
        until_ms = self._kit.board.now_ms + ms
        while self._kit.board.now_ms < until_ms:
            self._kit.advance(min(self._kit.board.now_ms + self._gap_ms, until_ms))
            self._runner.look(self._kit.board.now_ms)
            self._gap_ms = min(2 * self._gap_ms, LONGEST_LOOK_MS)

    def _look(self) -> None:
        self._gap_ms = FIRST_LOOK_MS
        self._runner.look(self._kit.board.now_ms)
