"""What was seen of a board's wiring, and the map that follows from it. Pure.

Only observations are kept; who owns which crossing, light or button is derived from all of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, TypeVar

from kahuna_table.devices.faults import Fault
from kahuna_table.devices.pins import Crossing, PinMap
from kahuna_table.devices.strip import ORDERS, PIXELS
from kahuna_table.engine.board import ISLANDS, LINES, Line, Lines, line_name, line_set
from kahuna_table.table.inputs import Button

K = TypeVar("K")
V = TypeVar("V")

ALL: Final = tuple(Line(n) for n in range(len(LINES)))

COLOURS: Final = "RGB"
"""What is sent, in this order; answers are indexes into it."""

LIGHT_NAMES: Final = (*(island.name for island in ISLANDS), *map(line_name, ALL))
"""The lights in the order of the plan."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """Three bridges closed a fourth crossing; `middle` shares a wire with both others."""

    at: Crossing
    middle: Crossing
    others: tuple[Crossing, Crossing]


@dataclass(frozen=True, slots=True)
class Learned:
    """The observations so far; what was not asked yet is missing."""

    closes: Mapping[Line, frozenset[Crossing]] = field(default_factory=dict)
    """What a bridge in each slot closes; an empty set is a slot that closes nothing."""
    reversed: Mapping[Line, Crossing] = field(default_factory=dict)
    """Where a slot that closes nothing lets current through the wrong way."""
    bridged: frozenset[Crossing] = frozenset()
    """Crossings that let current through both ways."""
    moved: frozenset[Line] = frozenset()
    """Lines that opened while their bridge was moved."""
    sticking: frozenset[Line] = frozenset()
    """Lines that stayed closed after their bridge was lifted."""
    always: frozenset[Crossing] = frozenset()
    """Crossings that were closed on the empty board, no canaries."""
    wires: tuple[Fault, ...] = ()
    """What the canaries and the tests of single wires said."""
    ghost: Ghost | None = None
    heard: Mapping[Button, frozenset[Button]] = field(default_factory=dict)
    """What closed when each button was asked for."""
    colours: tuple[int | None, ...] = ()
    """What shone when red, green and blue were sent; None for nothing."""
    sent_order: str = "GRB"
    """The colour order in which those were sent."""
    shines: Mapping[int, int | None] = field(default_factory=dict)
    """Which light each place of the strip is; None for one that stays dark."""

    def lines(self, pin_map: PinMap) -> Mapping[Line, Crossing]:
        """The crossing of each line that has one of its own."""
        claims = {
            line: frozenset({self.reversed[line]}) if line in self.reversed else crossings
            for line, crossings in self.closes.items()
        }
        return owned(claims, dict(zip(ALL, pin_map.sensors, strict=True)))

    def buttons(self) -> Mapping[Button, Button]:
        """For each button that was heard the one of the plan on whose pin it is."""
        return owned(self.heard, {button: button for button in Button})

    def lights(self) -> Mapping[int, int]:
        """The place on the strip of each light that was seen."""
        claims: dict[int, frozenset[int]] = {}
        for place, light in self.shines.items():
            if light is not None:
                claims[light] = claims.get(light, frozenset()) | {place}
        return owned(claims, {n: n for n in range(PIXELS)})

    def colour_order(self) -> str | None:
        """The order in which the pixels take their colours; None when not known."""
        if sorted(-1 if shown is None else shown for shown in self.colours) != [0, 1, 2]:
            return None
        shown = dict(zip(COLOURS, (COLOURS[n or 0] for n in self.colours), strict=True))
        order = "".join(shown[sent] for sent in self.sent_order)
        assert order in ORDERS
        return order

    def untold(self) -> Lines:
        """Lines that were not asked for: where they are is not known."""
        return line_set(*(line for line in ALL if line not in self.closes))

    def distrusted(self, pin_map: PinMap) -> Lines:
        """Lines whose contacts are known not to tell what lies there.

        One with a dead zone is right once its bridge rests, so it is not among them.
        """
        own = self.lines(pin_map)
        bad = [
            line
            for line in self.closes
            if line not in own
            or line in self.sticking
            or line in self.reversed
            or own[line] in self.bridged
            or any(own[line] in at for other, at in self.closes.items() if other != line)
        ]
        return line_set(*bad)

    @property
    def lights_asked(self) -> bool:
        return len(self.colours) == len(COLOURS) and (
            set(self.colours) == {None} or len(self.shines) == PIXELS
        )

    @property
    def complete(self) -> bool:
        """Whether every part was asked for."""
        lines, buttons = len(self.closes) == len(LINES), len(self.heard) == len(Button)
        return lines and buttons and self.lights_asked

    def over(self, older: "Learned") -> "Learned":
        """These observations, and the older ones of what was not asked again, where these do not
        contradict them."""
        if self.complete:
            return self
        laid = frozenset[Crossing]().union(*self.closes.values())
        colours = self if len(self.colours) == len(COLOURS) else older
        turned = {line: at for line, at in older.reversed.items() if line not in self.closes}
        return replace(
            self,
            closes=_joined(older.closes, self.closes),
            reversed={**turned, **self.reversed},
            bridged=self.bridged | (older.bridged - laid),
            moved=self.moved | (older.moved - self.closes.keys()),
            sticking=self.sticking | (older.sticking - self.closes.keys()),
            heard=_joined(older.heard, self.heard),
            colours=colours.colours,
            sent_order=colours.sent_order,
            shines={**older.shines, **self.shines},
        )

    def pin_map(self, planned: PinMap) -> PinMap:
        """The plan's map with every line and button where it was found. A line that was not found,
        or cannot be trusted, is blind. A dead button stays where it is planned, or has what is left
        over where another was found there."""
        at = dict(zip(ALL, planned.sensors, strict=True))
        pool = (*planned.sensors, planned.spare)
        lines = completed(self.lines(planned), at, pool)
        found = completed(self.buttons(), {button: button for button in Button}, Button)
        buttons = {button: planned.buttons[found[button]] for button in Button}
        wired = tuple(lines[line] for line in ALL)
        return replace(
            planned,
            wired=None if wired == replace(planned, wired=None).sensors else wired,
            buttons=MappingProxyType(buttons),
            blind=Lines(self.untold() | self.distrusted(planned)),
        )

    def light_order(self) -> tuple[int, ...]:
        """The place on the strip of every light."""
        usual = {n: n for n in range(PIXELS)}
        places = completed(self.lights(), usual, range(PIXELS))
        return tuple(places[n] for n in range(PIXELS))


def owned(claims: Mapping[K, frozenset[V]], usual: Mapping[K, V]) -> dict[K, V]:
    """Who owns what, where several may claim the same: those who claim a single thing first, and
    of them the one whose usual thing it is; then the others take what is left of theirs."""
    owners: dict[K, V] = {}
    taken: set[V] = set()

    def narrow(key: K) -> tuple[bool, bool]:
        return len(claims[key] - taken) != 1, usual[key] not in claims[key] - taken

    single = {key: next(iter(claim)) for key, claim in claims.items() if len(claim) == 1}
    for key, value in sorted(single.items(), key=lambda each: usual[each[0]] != each[1]):
        if value not in taken:
            owners[key] = value
            taken.add(value)
    waiting = [key for key in claims if len(claims[key]) > 1]
    while waiting:
        key = min(waiting, key=narrow)
        waiting.remove(key)
        left = claims[key] - taken
        if left:
            places = sorted(left, key=_order)
            owners[key] = usual[key] if usual[key] in left else places[0]
            taken.add(owners[key])
    return owners


def completed(found: Mapping[K, V], usual: Mapping[K, V], pool: Iterable[V]) -> dict[K, V]:
    """Everybody has something: those who have nothing yet keep their usual thing where it is free,
    the others take the first that is left."""
    full = dict(found)
    left = [value for value in pool if value not in full.values()]
    for key, value in usual.items():
        if key not in full and value in left:
            full[key] = value
            left.remove(value)
    for key in usual:
        if key not in full:
            full[key] = left.pop(0)
    return full


def _joined(
    older: Mapping[K, frozenset[V]], newer: Mapping[K, frozenset[V]]
) -> dict[K, frozenset[V]]:
    """An older answer falls where somebody else was found at its place, alone."""
    taken = frozenset[V]().union(*(found for found in newer.values() if len(found) == 1))
    stand = {key: found for key, found in older.items() if not found or not found <= taken}
    return {**stand, **newer}


def _order(value: object) -> str:
    """Crossings, buttons and places in an order that is the same in every run."""
    return value.name if isinstance(value, Crossing) else f"{value:>3}"
