"""Plays the maker's hands from a script on the simulated kit: a part of the table script language.

place LINE, lift LINE, press BUTTON, down BUTTON, up BUTTON, wait MS
"""

from typing import Final

from kahuna_table.devices.simulated import SimulatedKit
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


class WiringBench:
    """The kit on the clock of its hands; the interview looks on while time passes."""

    def __init__(self, kit: SimulatedKit, runner: WiringRunner) -> None:
        self.kit, self._runner = kit, runner
        runner.look(self.now_ms)

    @property
    def now_ms(self) -> int:
        return self.kit.board.now_ms

    def advance(self, to_ms: int) -> None:
        gap_ms = FIRST_LOOK_MS
        self._runner.look(self.now_ms)
        while self.now_ms < to_ms:
            self.kit.advance(min(self.now_ms + gap_ms, to_ms))
            self._runner.look(self.now_ms)
            gap_ms = min(2 * gap_ms, LONGEST_LOOK_MS)
