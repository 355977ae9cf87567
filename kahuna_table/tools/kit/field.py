"""The field of a bridge's magnet at the reeds: what must close, what must stay open. Computed only.

The magnet is two pole faces of 3 x 3 point charges each, which is within 2 % of the closed form at
the distances used. A reed answers to the part of the field along its glass; its rating in ampere
turns becomes a field by the maker's rule of thumb with a factor of doubt both ways. A reed closes
for certain where both the field in its middle and the mean along its glass reach its pull-in; it
stays open for certain where neither reaches its drop-out.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import atan2, cos, degrees, dist, pi, radians, sin
from typing import Final, NamedTuple

from kahuna_table.engine.board import Line, Point
from kahuna_table.tools.kit import places
from kahuna_table.tools.kit.design import Kit, Magnet, Reed
from kahuna_table.tools.kit.places import SlotPlace

FACES: Final = 3
"""Point charges along each side of a pole face."""
LOOKS: Final = (-0.5, -0.25, 0.0, 0.25, 0.5)
"""Where along the glass the field is taken, in lengths of the glass."""

Charges = tuple[tuple[float, float, float, float], ...]


class Axial(NamedTuple):
    """The field along a reed in millitesla: in its middle, and the mean over its glass."""

    middle: float
    mean: float

    @property
    def least(self) -> float:
        return min(abs(self.middle), abs(self.mean))

    @property
    def most(self) -> float:
        return max(abs(self.middle), abs(self.mean))


@dataclass(frozen=True, slots=True)
class Placing:
    """How a bridge lies: moved along and aside of its slot, turned, and how far above the reed."""

    along: float = 0.0
    aside: float = 0.0
    turned: float = 0.0
    above: float = 0.0


@dataclass(frozen=True, slots=True)
class LineMargin:
    """How safe a line is in the worst case, in millimetres.

    `closes`: how much farther the reed may be and still close. `opens`: how much nearer all other
    magnets may come along straight ways and the reed still opens. Negative: it fails by so much.
    """

    line: Line
    own_mt: float
    others_mt: float
    closes: float
    opens: float


@lru_cache(maxsize=64)
def charges(magnet: Magnet) -> Charges:
    """Place (x along the magnet, y, z from its middle) and strength in mT mm2 of each charge."""
    face = magnet.width_mm * magnet.height_mm / FACES**2
    strength = magnet.remanence_mt * face / (4 * pi)
    return tuple(
        (
            side * magnet.length_mm / 2,
            ((i + 0.5) / FACES - 0.5) * magnet.width_mm,
            ((j + 0.5) / FACES - 0.5) * magnet.height_mm,
            side * strength,
        )
        for side in (1, -1)
        for i in range(FACES)
        for j in range(FACES)
    )


def field_at(x: float, y: float, z: float, of: Charges) -> Point:
    """The field along the magnet and across it, in millitesla."""
    along = across = 0.0
    for cx, cy, cz, strength in of:
        dx, dy, dz = x - cx, y - cy, z - cz
        pull = strength / (dx * dx + dy * dy + dz * dz) ** 1.5
        along += pull * dx
        across += pull * dy
    return along, across


def above_mm(kit: Kit) -> float:
    """From the middle of a reed up to the middle of the magnet over it."""
    return (
        kit.reed.glass_diameter_mm / 2
        + kit.sensor_plate.thickness_mm
        + kit.bridge.cap_mm
        + kit.magnet.height_mm / 2
    )


def own(kit: Kit, placing: Placing) -> Axial:
    """What a reed feels of the magnet over it."""
    turned = radians(placing.turned)
    glass = kit.reed.glass_length_mm
    values = []
    for look in LOOKS:
        x, y = look * glass - placing.along, -placing.aside
        along, across = field_at(
            x * cos(turned) + y * sin(turned),
            y * cos(turned) - x * sin(turned),
            placing.above or above_mm(kit),
            charges(kit.magnet),
        )
        values.append(along * cos(turned) - across * sin(turned))
    return _axial(values)


def other(kit: Kit, reed: SlotPlace, magnet: SlotPlace, nearer: float = 0.0) -> Axial:
    """What a reed feels of the magnet over another slot, brought nearer by so much."""
    (rx, ry), (ux, uy) = reed.middle, reed.direction
    (mx, my), (vx, vy) = magnet.middle, magnet.direction
    far = dist(reed.middle, magnet.middle)
    mx, my = mx - (mx - rx) / far * nearer, my - (my - ry) / far * nearer
    values = []
    for look in LOOKS:
        x = rx + look * kit.reed.glass_length_mm * ux - mx
        y = ry + look * kit.reed.glass_length_mm * uy - my
        along, across = field_at(
            x * vx + y * vy, y * vx - x * vy, above_mm(kit), charges(kit.magnet)
        )
        bx, by = along * vx - across * vy, along * vy + across * vx
        values.append(bx * ux + by * uy)
    return _axial(values)


def _axial(values: list[float]) -> Axial:
    first, *inner, last = values
    mean = (first / 2 + sum(inner) + last / 2) / (len(values) - 1)
    return Axial(values[len(values) // 2], mean)


def closing_mt(reed: Reed) -> float:
    """The field at which the least sensitive reed of the class closes, with the rule's doubt."""
    return reed.pull_in_at[1] * reed.mt_per_at * reed.mt_per_at_factor


def opening_mt(reed: Reed) -> float:
    """The field below which the most sensitive reed of the class opens, with the rule's doubt."""
    return reed.pull_in_at[0] * reed.drop_out_share * reed.mt_per_at / reed.mt_per_at_factor


def worst_placing(kit: Kit) -> Placing:
    """A bridge pushed into a corner of its slot over a reed that sits badly."""
    side = kit.bridge.play_side_mm + kit.bridge.tolerance_mm
    end = kit.bridge.play_end_mm + kit.bridge.tolerance_mm
    scatter = kit.reed.scatter_mm
    above = (
        above_mm(kit)
        + kit.sensor_plate.thickness_tolerance_mm
        + kit.bridge.pocket_play_mm
        + kit.bridge.tolerance_mm
        + scatter
    )
    return Placing(end + scatter, side + scatter, _most_turned(kit), above)


def weakest(kit: Kit) -> Magnet:
    return _varied(kit.magnet, -1)


def strongest(kit: Kit) -> Magnet:
    return _varied(kit.magnet, 1)


def margins(kit: Kit) -> tuple[LineMargin, ...]:
    """Each line in the worst case: weakest magnet and dullest reed to close; strongest magnets,
    all in line with each other's poles, and the most sensitive reed to open."""
    weak, strong = replace(kit, magnet=weakest(kit)), replace(kit, magnet=strongest(kit))
    placing = worst_placing(kit)
    own_mt = own(weak, placing).least

    def closes(farther: float) -> bool:
        moved = replace(placing, above=placing.above + farther)
        return own(weak, moved).least >= closing_mt(kit.reed)

    closing = _margin(closes)
    all_slots = places.slots(kit)
    found = []
    for reed in all_slots:
        near = [
            each
            for each in all_slots
            if each is not reed and dist(each.middle, reed.middle) < REACH_MM
        ]

        def opens(nearer: float, reed: SlotPlace = reed, near: list[SlotPlace] = near) -> bool:
            felt = sum(other(strong, reed, each, nearer).most for each in near)
            return felt < opening_mt(kit.reed)

        felt = sum(other(strong, reed, each).most for each in near)
        found.append(LineMargin(reed.line, own_mt, felt, closing, _margin(opens)))
    return tuple(found)


FARTHEST_MM: Final = 10.0
"""A margin is not looked for beyond."""

REACH_MM: Final = 150.0
"""A magnet farther away adds less than 0.01 mT."""


def _varied(magnet: Magnet, sign: int) -> Magnet:
    return replace(
        magnet,
        length_mm=magnet.length_mm + sign * magnet.tolerance_mm,
        width_mm=magnet.width_mm + sign * magnet.tolerance_mm,
        height_mm=magnet.height_mm + sign * magnet.tolerance_mm,
        remanence_mt=magnet.remanence_mt * (1 + sign * magnet.remanence_tolerance),
    )


def _most_turned(kit: Kit) -> float:
    """The angle at which a tongue's corners touch both walls of its slot."""
    play = kit.bridge.play_side_mm + kit.bridge.tolerance_mm
    return degrees(atan2(2 * play, kit.slot.length_mm))


def _margin(holds: Callable[[float], bool]) -> float:
    """The largest change for which it holds, to a hundredth of a millimetre."""
    low, high = -FARTHEST_MM, FARTHEST_MM
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return round(low, 2)
