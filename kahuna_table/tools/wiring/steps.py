"""The questions, one class each, and the order in which they come. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from kahuna_table.app.wiring.learned import ALL, COLOURS, Learned
from kahuna_table.devices.pins import Crossing, PinMap
from kahuna_table.devices.strip import PIXELS
from kahuna_table.engine.board import Line
from kahuna_table.table.inputs import Button


@dataclass(frozen=True, slots=True)
class PressButton:
    """Press this one."""

    button: Button


@dataclass(frozen=True, slots=True)
class ShowColour:
    """The first light shines in the colour `COLOURS[sent]`: which one is seen?"""

    sent: int


@dataclass(frozen=True, slots=True)
class ShowLight:
    """One place of the strip shines: which light is it?"""

    place: int


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """Take all bridges off."""


@dataclass(frozen=True, slots=True)
class LayBridge:
    """Lay a bridge into this slot, move it a little, lift it."""

    line: Line


@dataclass(frozen=True, slots=True)
class ThreeCorners:
    """Lay bridges on three corners of a rectangle; which ones is known when all lines are."""


@dataclass(frozen=True, slots=True)
class Corners:
    """The same where they are known: three lines at corners of a rectangle, the one in the middle
    first, and the fourth corner."""

    lines: tuple[Line, Line, Line]
    crossings: tuple[Crossing, Crossing, Crossing]
    fourth: Crossing


Step = PressButton | ShowColour | ShowLight | EmptyBoard | LayBridge | ThreeCorners | Corners


def steps(learned: Learned) -> tuple[Step, ...]:
    """What is still to be asked: buttons and lights first, since the others use them."""
    return tuple(_steps(learned))


def _steps(learned: Learned) -> Iterator[Step]:
    yield from (PressButton(button) for button in Button if button not in learned.heard)
    if not learned.lights_asked:
        yield from (ShowColour(n) for n in range(len(learned.colours), len(COLOURS)))
        yield from (ShowLight(n) for n in range(PIXELS) if n not in learned.shines)
    yield EmptyBoard()
    yield from (LayBridge(line) for line in ALL if line not in learned.closes)
    yield ThreeCorners()


def corners(learned: Learned, pin_map: PinMap) -> Corners | None:
    """The rectangle to ask for, with a bridged diode in its middle if there is one; None where
    too little is known."""
    at = {
        crossing: line
        for line, crossing in learned.lines(pin_map).items()
        if learned.closes[line] == {crossing} and line not in learned.sticking
    }
    silent = {*pin_map.canaries, *learned.always}
    found = []
    for middle, (row, column) in product(sorted(at), product(range(6), range(6))):
        beside, below = Crossing(middle.row, column), Crossing(row, middle.column)
        fourth = Crossing(row, column)
        if row == middle.row or column == middle.column or fourth in silent:
            continue
        if beside in at and below in at:
            lines = (at[middle], at[beside], at[below])
            found.append(Corners(lines, (middle, beside, below), fourth))
    return min(found, key=lambda each: _unsuspected(each, learned), default=None)


def _unsuspected(each: Corners, learned: Learned) -> tuple[bool, int]:
    suspected = [crossing in learned.bridged for crossing in each.crossings]
    return not suspected[0], 2 - sum(suspected[1:])
