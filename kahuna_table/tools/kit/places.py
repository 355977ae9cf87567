"""Where everything lies, in millimetres: x to the right, y down from the deck's upper left corner.

The board's own positions come from the engine and the simulator's layout; the rest from the kit.
Pure geometry: nothing is drawn here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import atan2, degrees, dist, hypot
from typing import Final, NamedTuple

from kahuna_table.engine.board import (
    ASPECT,
    BOARD_WIDTH_MM,
    ISLAND_LIGHTS,
    ISLANDS,
    LINES,
    SCHEMATIC,
    SLOTS,
    Line,
    Point,
    line_name,
)
from kahuna_table.pictures.coasts import LINE_LIGHTS
from kahuna_table.table.inputs import Button
from kahuna_table.tools.kit.design import Kit

WIDTH: Final = float(BOARD_WIDTH_MM)
BOARD_HEIGHT: Final = BOARD_WIDTH_MM * ASPECT
PILOT_MM: Final = 2.0
"""Drilled before a screw of 3 mm: pine does not split."""
LIGHT_ASIDE_MM: Final = 10.5
"""From the middle of a slot to its light in the schematic layout; the measured one has its own."""


class Layout(Enum):
    """Where the islands lie: as on the printed board, or the straight-line drawing."""

    MEASURED = "measured"
    SCHEMATIC = "schematic"


@dataclass(frozen=True, slots=True)
class SlotPlace:
    """A slot: the middles of its two round ends."""

    line: Line
    a: Point
    b: Point

    @property
    def name(self) -> str:
        return line_name(self.line)

    @property
    def middle(self) -> Point:
        return (self.a[0] + self.b[0]) / 2, (self.a[1] + self.b[1]) / 2

    @property
    def direction(self) -> Point:
        """A unit vector from the first island to the second."""
        long = dist(self.a, self.b)
        return (self.b[0] - self.a[0]) / long, (self.b[1] - self.a[1]) / long

    @property
    def degrees(self) -> float:
        """0 to the right, 90 down."""
        return degrees(atan2(self.direction[1], self.direction[0]))

    def at(self, along: float, aside: float) -> Point:
        """A point beside the slot's middle, `aside` to the right of its direction."""
        (x, y), (ux, uy) = self.middle, self.direction
        return x + along * ux - aside * uy, y + along * uy + aside * ux


class Hole(NamedTuple):
    """A round hole with what it is for."""

    name: str
    at: Point
    radius: float


def slots(kit: Kit, layout: Layout = Layout.MEASURED) -> tuple[SlotPlace, ...]:
    """The 27 slots, all of one length: the layout gives middle and direction."""
    found = []
    for n, (a, b) in enumerate(LINES):
        ends = SLOTS[n] if layout is Layout.MEASURED else (SCHEMATIC[a], SCHEMATIC[b])
        (ax, ay), (bx, by) = map(on_board, ends)
        half = kit.slot.length_mm / 2 / hypot(bx - ax, by - ay)
        mx, my = (ax + bx) / 2, (ay + by) / 2
        dx, dy = (bx - ax) * half, (by - ay) * half
        found.append(SlotPlace(Line(n), (mx - dx, my - dy), (mx + dx, my + dy)))
    return tuple(found)


def lights(kit: Kit, layout: Layout = Layout.MEASURED) -> tuple[Hole, ...]:
    """The holes of the 39 lights: 12 islands, then 27 lines."""
    big, small = kit.light.island_mm / 2, kit.light.line_mm / 2
    measured = layout is Layout.MEASURED
    islands = ISLAND_LIGHTS if measured else SCHEMATIC
    if measured:
        beside = [on_board((x / 1000, y / 1000)) for x, y in LINE_LIGHTS]
    else:
        beside = [slot.at(0, LIGHT_ASIDE_MM) for slot in slots(kit, layout)]
    return (
        *(Hole(each.name, on_board(islands[each]), big) for each in ISLANDS),
        *(Hole(line_name(Line(n)), at, small) for n, at in enumerate(beside)),
    )


def deck_height(kit: Kit) -> float:
    return BOARD_HEIGHT + kit.deck.control_strip_mm


def buttons(kit: Kit) -> tuple[Hole, ...]:
    """The holes of the eight buttons in the deck, from left to right."""
    y = BOARD_HEIGHT + kit.button.inset_mm
    first = WIDTH / 2 - kit.button.pitch_mm * (len(Button) - 1) / 2
    return tuple(
        Hole(each.name.lower(), (first + kit.button.pitch_mm * each, y), kit.button.hole_mm / 2)
        for each in Button
    )


def screws(kit: Kit) -> tuple[Hole, ...]:
    """Those of the lid, over the middle of the battens."""
    inset = kit.frame.inset_mm + kit.frame.thickness_mm + kit.frame.batten_mm / 2
    left, right, back, front = inset, WIDTH - inset, inset, deck_height(kit) - inset
    across = [left + (right - left) * n / (kit.deck.screws_x - 1) for n in range(kit.deck.screws_x)]
    down = [
        back + (front - back) * (n + 1) / (kit.deck.screws_y + 1) for n in range(kit.deck.screws_y)
    ]
    ats = [(x, y) for y in (back, front) for x in across]
    ats += [(x, y) for y in down for x in (left, right)]
    radius = kit.deck.screw_hole_mm / 2
    return tuple(Hole(f"screw {n}", at, radius) for n, at in enumerate(ats, start=1))


def pegs(kit: Kit, slot: SlotPlace) -> tuple[Hole, Hole]:
    """The two holes in the sensor plate for the pegs of a slot's holder."""
    along, aside = kit.holder.peg_along_mm, kit.holder.peg_aside_mm
    radius = kit.holder.peg_mm / 2 + kit.holder.peg_play_mm
    return (
        Hole(f"peg of {slot.name}", slot.at(along, -aside), radius),
        Hole(f"peg of {slot.name}", slot.at(-along, aside), radius),
    )


def back_holes(kit: Kit) -> tuple[Hole, ...]:
    """Those of the back wall, from its upper left corner as seen from inside the box."""
    frame, width = kit.frame, WIDTH - 2 * kit.frame.inset_mm
    half = frame.height_mm / 2
    vents = [width * 0.6 + n * frame.vent_mm * 2 for n in range(frame.vents)]
    return (
        Hole("cables", (width * 0.2, half), frame.cable_hole_mm / 2),
        Hole("jack", (width / 2, half), frame.jack_access_mm / 2),
        *(Hole("vent", (x, half), frame.vent_mm / 2) for x in vents),
    )


def round_holes(kit: Kit) -> tuple[tuple[str, float, int], ...]:
    """Every kind of round hole in the wood: what for, its diameter, how many."""
    light, button, frame, lines = kit.light, kit.button, kit.frame, len(LINES)
    screws_each = len(screws(kit))
    return (
        ("for the screws, battens", PILOT_MM, 2 * screws_each),
        (
            "pegs of the holders, sensor plate",
            round(2 * pegs(kit, slots(kit)[0])[0].radius, 2),
            2 * lines,
        ),
        ("screws: deck, sensor plate, floor", kit.deck.screw_hole_mm, 3 * screws_each),
        ("clips and stands, bezel", kit.display.clip_hole_mm, 12),
        ("mount of the Pi, floor", kit.pi.mount_hole_mm, 4),
        ("spacers, matrix board and shifter board", kit.matrix_board.spacer_mm, 8),
        ("lights of lines, deck and sensor plate", light.line_mm, 2 * lines),
        ("ends of slots, deck", kit.slot.width_mm, 2 * lines),
        ("air, back wall", frame.vent_mm, frame.vents),
        ("lights of islands, deck and sensor plate", light.island_mm, 2 * len(ISLANDS)),
        ("jack, its plate", frame.jack_hole_mm, 1),
        ("buttons, deck", button.hole_mm, len(Button)),
        ("switches, sensor plate", button.housing_hole_mm, len(Button)),
        ("cables, back wall", frame.cable_hole_mm, 1),
        ("jack, back wall", frame.jack_access_mm, 1),
    )


def flange_radius(kit: Kit) -> float:
    """Of a light well under the sensor plate."""
    return kit.light.board_mm / 2 + kit.light.board_play_mm + kit.light.wall_mm


def joint(x: float, height: float, kit: Kit) -> list[Point]:
    """The deck's glued joint from the back to the front: dovetails that reach to the right."""
    deck = kit.deck
    points = [(x, 0.0)]
    for n in range(deck.tabs):
        y = height * (n + 0.5) / deck.tabs
        neck, head = deck.tab_width_mm * 0.35, deck.tab_width_mm * 0.5
        points += [(x, y - neck), (x + deck.tab_depth_mm, y - head)]
        points += [(x + deck.tab_depth_mm, y + head), (x, y + neck)]
    return [*points, (x, height)]


def on_board(point: Point) -> Point:
    """A point of the measured board in millimetres."""
    return point[0] * WIDTH, point[1] * BOARD_HEIGHT


def to_segment(p: Point, a: Point, b: Point) -> float:
    """The distance of a point from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    t = min(1.0, max(0.0, t))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def between_segments(s: tuple[Point, Point], t: tuple[Point, Point]) -> float:
    """The distance of two segments; 0 where they cross."""
    if _side(*s, t[0]) * _side(*s, t[1]) < 0 and _side(*t, s[0]) * _side(*t, s[1]) < 0:
        return 0.0
    return min(
        to_segment(s[0], *t), to_segment(s[1], *t), to_segment(t[0], *s), to_segment(t[1], *s)
    )


def inside(p: Point, polygon: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon."""
    odd = False
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > p[1]) != (by > p[1]) and p[0] < (bx - ax) * (p[1] - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def _side(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
