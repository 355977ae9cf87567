"""The diode net, solved: which pins read low, given which are driven and which contacts are closed.

A column reads low while current can flow from it to a pin driven low through at most one silicon
diode: one drops 0.59-0.61 V, below V_IL of 0.8 V, two in a row about 1.2 V. A good diode conducts
from its column to its row, a bridged one both ways without a drop. Floating pins without a
pull-up read low: of what they might do it is the worst.
"""

import errno
from collections.abc import Sequence
from enum import Enum
from typing import Final

from kahuna_table.devices.pins import (
    COLUMN_WIRES,
    CROSSINGS,
    Crossing,
    PinMap,
    Wire,
)
from kahuna_table.engine.board import LINES, NO_LINES, Lines
from kahuna_table.errors import KahunaError
from kahuna_table.table.inputs import NO_BUTTONS, Buttons

DROP_MV: Final = 600
"""One 1N4148 at the 0.3 mA of a 10 kilohm pull-up: 0.59-0.61 V."""
V_IL_MV: Final = 800
"""A pin at or below reads low."""
SUPPLY_MV: Final = 3300

_ALL_WIRES: Final = sum(1 << wire for wire in Wire)
_ALL_COLUMNS: Final = sum(1 << wire for wire in COLUMN_WIRES)
"""Their resistors are always there; a row has a pull-up only while its pin has it on."""

_CACHE_SIZE: Final = 20_000
_FAR: Final = len(Wire)
_GROUND: Final = 2 * len(Wire)
_NODES: Final = _GROUND + 1
"""A node for each wire at its plug, one for its part beyond a break, and ground."""

_Edges = list[list[tuple[int, int]]]
"""For each node the nodes from which current can flow to it, with the drop in millivolts."""


class Diode(Enum):
    """What sits at a crossing."""

    GOOD = "good"
    BRIDGED = "bridged"  # conducts both ways
    REVERSED = "reversed"
    MISSING = "missing"  # conducts never


class Net:
    """A matrix and its buttons, with the defects a builder can make.

    The far ends of the wires hold the canaries: a wire passes its other crossings first, in the
    order of the plan.
    """

    def __init__(self, pin_map: PinMap) -> None:
        self.fights: list[tuple[int, int]] = []
        """Pins (high, low) that were outputs against each other, each pair once."""
        self.most_outputs = 0
        """The largest number of matrix pins that were outputs at the same time."""
        self.failing = False
        """While set, every read of a matrix pin raises."""
        self._pin_map = pin_map
        self._wire_of = {pin_map.pin(wire): wire for wire in Wire}
        self._button_bit = {pin: 1 << button for button, pin in pin_map.buttons.items()}
        self._closed: Lines = NO_LINES
        self._pressed: Buttons = NO_BUTTONS
        self._lows = self._highs = 0
        self._pulled_up = _ALL_COLUMNS
        self._solved: dict[tuple[Lines, int], int] = {}
        self._low: int | None = None
        self._edges: _Edges | None = None
        self._crossings = (*pin_map.sensors, *pin_map.canaries)
        self.repair()

    # What hands do.

    def set_contacts(self, closed: Lines) -> None:
        """The lines whose contacts are closed from now on."""
        if closed != self._closed:
            self._closed = closed
            self._low = self._edges = None

    def set_buttons(self, pressed: Buttons) -> None:
        self._pressed = pressed

    # What a builder gets wrong.

    def put_diode(self, at: Crossing, diode: Diode) -> None:
        self._diodes[at] = diode
        self._changed()

    def break_wire(self, wire: Wire, after: int = 0) -> None:
        """Cut a wire beyond its first `after` crossings; 0 cuts it at the plug."""
        self._breaks[wire] = after
        self._changed()

    def lose_pull_up(self, column: Wire) -> None:
        """The resistor and the pin's own pull-up no longer reach the column."""
        if column.is_row:
            raise KahunaError(f"pull-up: expected a column, got {column.name}")
        self._lost |= 1 << column
        self._changed()

    def short(self, a: Wire, b: Wire) -> None:
        """Join two wires at their plugs."""
        self._shorts.append((a, b))
        self._changed()

    def ground(self, wire: Wire) -> None:
        """Join a wire to ground at its plug."""
        self._grounded.append(wire)
        self._changed()

    def repair(self) -> None:
        """Repair every defect."""
        self._diodes = dict.fromkeys(CROSSINGS, Diode.GOOD)
        self._breaks: dict[Wire, int] = {}
        self._lost = 0
        self._shorts: list[tuple[Wire, Wire]] = []
        self._grounded: list[Wire] = []
        self._changed()

    # What the pins do.

    def drive(self, pin: int, level: bool | None, *, pull_up: bool) -> None:
        """A pin becomes an output at a level, or with None an input."""
        wire = self._wire_of.get(pin)
        if wire is None:
            return
        bit = 1 << wire
        self._lows &= ~bit
        self._highs &= ~bit
        if level is not None:
            if level:
                self._highs |= bit
            else:
                self._lows |= bit
            outputs = self._lows | self._highs
            self.most_outputs = max(self.most_outputs, outputs.bit_count())
            if self._lows and self._highs:
                self._record_fights()
        if pull_up or bit & _ALL_COLUMNS:
            self._pulled_up |= bit
        else:
            self._pulled_up &= ~bit
        self._low = None

    def release(self) -> None:
        """Every pin is an input again, as the kernel leaves them when a process ends."""
        self._lows = self._highs = 0
        self._pulled_up = _ALL_COLUMNS
        self._low = None

    def level(self, pin: int) -> bool | None:
        """What an input reads; None for a pin that is not on the map.

        Raises:
            OSError: the matrix is failing.
        """
        wire = self._wire_of.get(pin)
        if wire is None:
            bit = self._button_bit.get(pin)
            return None if bit is None else not self._pressed & bit
        if self.failing:
            raise OSError(errno.EREMOTEIO, "simulated fault of the sensors")
        if self._low is None:
            self._low = self._solve()
        return not self._low >> wire & 1

    def _changed(self) -> None:
        self._solved.clear()
        self._low = self._edges = None

    def _solve(self) -> int:
        """The set of wires that read low; bit `n` for `Wire(n)`."""
        key = (self._closed, self._lows)
        low = self._solved.get(key)
        if low is None:
            if len(self._solved) >= _CACHE_SIZE:
                self._solved.clear()
            drops = self._drops_to([*_wires(self._lows), _GROUND])
            low = sum(1 << wire for wire in Wire if drops[wire] <= V_IL_MV)
            self._solved[key] = low
        return low | (_ALL_WIRES & ~(self._pulled_up & ~self._lost))

    def _record_fights(self) -> None:
        for low in _wires(self._lows):
            drops = self._drops_to([low])
            for high in _wires(self._highs):
                if drops[high] < SUPPLY_MV:
                    fight = (self._pin_map.pin(high), self._pin_map.pin(low))
                    if fight not in self.fights:
                        self.fights.append(fight)

    def _drops_to(self, sinks: Sequence[int]) -> list[int]:
        """For each node the least voltage, in millivolts, at which current reaches a sink."""
        if self._edges is None:
            self._edges = self._conductors()
        edges = self._edges
        drops = [SUPPLY_MV] * _NODES
        for sink in sinks:
            drops[sink] = 0
        waiting = list(sinks)
        while waiting:
            node = waiting.pop()
            for source, drop in edges[node]:
                if drops[node] + drop < drops[source]:
                    drops[source] = drops[node] + drop
                    waiting.append(source)
        return drops

    def _conductors(self) -> _Edges:
        edges: _Edges = [[] for _ in range(_NODES)]
        joined = [*self._shorts, *((wire, _GROUND) for wire in self._grounded)]
        for a, b in joined:
            edges[a].append((b, 0))
            edges[b].append((a, 0))
        for at in self._closed_crossings():
            row, column = (self._node(wire, at) for wire in at.wires)
            diode = self._diodes[at]
            if diode is Diode.GOOD:
                edges[row].append((column, DROP_MV))
            elif diode is Diode.REVERSED:
                edges[column].append((row, DROP_MV))
            elif diode is Diode.BRIDGED:
                edges[row].append((column, 0))
                edges[column].append((row, 0))
        return edges

    def _closed_crossings(self) -> list[Crossing]:
        canaries = (1 << len(self._pin_map.canaries)) - 1 << len(LINES)
        closed = self._closed | canaries
        return [at for n, at in enumerate(self._crossings) if closed >> n & 1]

    def _node(self, wire: Wire, at: Crossing) -> int:
        """Where a crossing hangs on a wire: on the plug's side of a break, or beyond it."""
        after = self._breaks.get(wire)
        if after is None:
            return wire
        along = [crossing for crossing in CROSSINGS if wire in crossing.wires]
        along.sort(key=lambda crossing: (crossing in self._pin_map.canaries, crossing))
        return wire if along.index(at) < after else wire + _FAR


def _wires(wires: int) -> list[Wire]:
    return [wire for wire in Wire if wires >> wire & 1]
