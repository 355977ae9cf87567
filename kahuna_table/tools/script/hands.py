"""The hands of a table script: they lay, lift and slide sticks, and lay one again that is not seen.

What they do by themselves takes no time from the script; it happens while time passes.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Final

from kahuna_table.engine.board import Line
from kahuna_table.engine.player import Player
from kahuna_table.table.inputs import Button
from kahuna_table.tools.simulation import SimulatedTable

PRESS_MS: Final = 80
"""How long a press stays closed, and then open."""

LOOK_MS: Final = 700
"""How long a hand waits for the light of the stick it laid."""

BUMP_MS: Final = 30

LIFTED_MS: Final = 300
"""How long a stick that is laid again is in the air."""


class Hands:
    """Hands at a simulated table; they see sticks and lights, and all their time is `wait`."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._looks: list[tuple[int, int, Line]] = []
        self._order = count()
        self._in_the_air: dict[Line, Player] = {}

    def lay(self, line: Line, colour: Player) -> None:
        """Raises:
        PlaceTaken: a stick lies there.
        """
        self._in_the_air.pop(line, None)
        self._table.kit.board.place(line, colour)
        self._look_in(LOOK_MS, line)

    def lift(self, line: Line) -> None:
        """Raises:
        NothingThere: the slot is empty.
        """
        if self._in_the_air.pop(line, None) is None:
            self._table.kit.board.lift(line)

    def slide(self, first: Line, second: Line, ms: int, colour: Player) -> None:
        """A stick touches the first slot for `ms`, then comes to rest in the second.

        Raises:
            PlaceTaken: a stick lies in one of them.
        """
        self._table.kit.board.slide(first, second, ms, colour)
        self._look_in(ms + LOOK_MS, second)
        self.wait(ms)

    def press(self, button: Button, ms: int = PRESS_MS) -> None:
        """Presses for `ms` and leaves the button open for a moment."""
        with self.holding(button, ms):
            pass

    @contextmanager
    def holding(self, button: Button, ms: int = PRESS_MS) -> Iterator[None]:
        """Keeps the button down, for `ms` before anything else is done."""
        self._table.kit.board.press(button)
        self.wait(ms)
        try:
            yield
        finally:
            self._table.kit.board.release(button)
            self.wait(PRESS_MS)

    def down(self, button: Button) -> None:
        """Presses the button and keeps it; takes no time."""
        self._table.kit.board.press(button)

    def up(self, button: Button) -> None:
        self._table.kit.board.release(button)

    def bump(self, lines: Sequence[Line], rng: Random) -> None:
        """The bridges of these lines jump out within `BUMP_MS`, in random order."""
        self._table.kit.board.bump(lines, rng)
        self.wait(BUMP_MS)

    def wait(self, ms: int) -> None:
        """Lets time pass, with what the hands do by themselves meanwhile."""
        until_ms = self._table.now_ms + ms
        while self._looks and self._looks[0][0] <= until_ms:
            due_ms, _, line = heappop(self._looks)
            self._table.advance(max(due_ms, self._table.now_ms))
            self._look(line)
        self._table.advance(until_ms)

    def _look_in(self, ms: int, line: Line) -> None:
        if self._table.noise.dead_percent:
            heappush(self._looks, (self._table.now_ms + ms, next(self._order), line))

    def _look(self, line: Line) -> None:
        """Takes a stick out that lies where its contact does not close, and lays it again."""
        board = self._table.kit.board
        if line in self._in_the_air:
            colour = self._in_the_air.pop(line)
            if line not in board.sticks:
                self.lay(line, colour)
        elif line in board.unseen:
            self._in_the_air[line] = board.lift(line)
            self._look_in(LIFTED_MS, line)
