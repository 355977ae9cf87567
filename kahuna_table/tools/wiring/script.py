"""Plays the maker's hands from a script on the simulated kit: a part of the table script language.

place LINE, lift LINE, press BUTTON, down BUTTON, up BUTTON, wait MS
"""

from collections.abc import Callable
from typing import Final

from kahuna_table.devices.simulated import SimulatedKit
from kahuna_table.engine.player import Player
from kahuna_table.table.inputs import Button
from kahuna_table.tools.script import statements as st
from kahuna_table.tools.script.parse import Words
from kahuna_table.tools.wiring.sitting import Sitting

PRESS_MS: Final = 80
"""So long a press stays closed, and then open."""
FIRST_LOOK_MS: Final = 10
LONGEST_LOOK_MS: Final = 320
"""Looks follow every movement closely and grow rarer while nothing moves."""

Statement = st.Place | st.Lift | st.Press | st.Down | st.Up | st.Wait

_STATEMENTS: Final[dict[str, Callable[[Words], Statement]]] = {
    "place": lambda words: st.Place(words.line(), words.colour() if words.more else None),
    "lift": lambda words: st.Lift(words.line()),
    "press": lambda words: st.Press(words.button()),
    "down": lambda words: st.Down(words.button()),
    "up": lambda words: st.Up(words.button()),
    "wait": lambda words: st.Wait(words.ms()),
}


def parse_wiring_script(text: str) -> tuple[tuple[int, Statement], ...]:
    """Each statement with the number of its line.

    Raises:
        ScriptError: for the first line that is not exactly understood.
    """
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        words = Words(number, line.partition("#")[0].split())
        if not words.more:
            continue
        parse = _STATEMENTS.get(words.peeked.lower())
        if parse is None:
            words.fail(f"a statement: {', '.join(_STATEMENTS)}")
        words.take("a statement")
        found.append((number, parse(words)))
        if words.more:
            words.fail("the end of the line")
    return tuple(found)


class ScriptedHands:
    """Hands at the simulated kit; all their time is virtual."""

    def __init__(self, kit: SimulatedKit, sitting: Sitting) -> None:
        self._kit, self._sitting = kit, sitting
        self._gap_ms = FIRST_LOOK_MS
        self._look()

    def do(self, statement: Statement) -> None:
        """Raises: PlaceTaken, NothingThere."""
        board = self._kit.board
        match statement:
            case st.Place(line=line, colour=colour):
                board.place(line, colour if colour is not None else Player.BLACK)
                self._look()
            case st.Lift(line=line):
                board.lift(line)
                self._look()
            case st.Press(button=button):
                self._hold(button, down=True)
                self._wait(PRESS_MS)
                self._hold(button, down=False)
                self._wait(PRESS_MS)
            case st.Down(button=button):
                self._hold(button, down=True)
            case st.Up(button=button):
                self._hold(button, down=False)
            case st.Wait(ms=ms):
                self._wait(ms)

    def _hold(self, button: Button, *, down: bool) -> None:
        (self._kit.board.press if down else self._kit.board.release)(button)
        self._look()

    def _wait(self, ms: int) -> None:
        until_ms = self._kit.board.now_ms + ms
        while self._kit.board.now_ms < until_ms:
            self._kit.advance(min(self._kit.board.now_ms + self._gap_ms, until_ms))
            self._sitting.look(self._kit.board.now_ms)
            self._gap_ms = min(2 * self._gap_ms, LONGEST_LOOK_MS)

    def _look(self) -> None:
        self._gap_ms = FIRST_LOOK_MS
        self._sitting.look(self._kit.board.now_ms)
