"""The lid from below, as it is wired: where each reed and each light lies, and where wires go.

Needs the extra `kit`. The back edge is up: what is at the right of the table is at the left here.
"""

from itertools import pairwise
from math import cos, radians, sin
from typing import Any, Final

from reportlab.graphics.shapes import Circle, Drawing, Group, Line, Rect
from reportlab.lib.colors import HexColor

from kahuna_table.engine.board import ISLANDS, Point
from kahuna_table.tools.kit import places
from kahuna_table.tools.kit.design import Build, Kit
from kahuna_table.tools.kit.pdf import INK, register_fonts, words
from kahuna_table.tools.kit.places import SlotPlace
from kahuna_table.tools.kit.whereabouts import BUS_MM
from kahuna_table.tools.kit.wiring import Kind, leads

SCALE: Final = 1.4
"""Points for a millimetre."""
EDGE: Final = 26.0
WOOD: Final = HexColor("#f6efe0")
HOLDER: Final = HexColor("#ffffff")
WIRE: Final = HexColor("#b9bec6")
WELL: Final = HexColor("#d8efd8")
DATA: Final = HexColor("#2f8f4e")
FEED: Final = HexColor("#cc2222")


class _Lid:
    """The sensor plate from below, with its holes for buttons."""

    def __init__(self, kit: Kit, title: str) -> None:
        register_fonts()
        self.deep = places.deck_height(kit)
        width, height = places.WIDTH * SCALE, self.deep * SCALE
        self.drawing = Drawing(width + 2 * EDGE, height + 2 * EDGE + 16)
        self.drawing.add(Rect(EDGE, EDGE, width, height, fillColor=WOOD, strokeColor=INK))
        middle, top = EDGE + width / 2, EDGE + height
        words(self.drawing, (EDGE, top + 30), title, 12, bold=True, anchor="start")
        words(self.drawing, (middle, top + 10), "back edge of the table", 11)
        words(self.drawing, (middle, EDGE - 12), "front edge, with the buttons", 11)
        for x, side in ((EDGE - 14, "right side of the table"), (EDGE + width + 14, "left side")):
            self.turned((x, EDGE + height / 2), 90, side, 11)
        for hole in places.buttons(kit):
            self.disc(hole.at, kit.button.housing_hole_mm / 2, HOLDER)
            words(self.drawing, self.at(hole.at), hole.name, 9)

    def at(self, point: Point) -> Point:
        return EDGE + (places.WIDTH - point[0]) * SCALE, EDGE + (self.deep - point[1]) * SCALE

    def line(self, a: Point, b: Point, colour: Any, width: float = 1.0) -> None:
        (ax, ay), (bx, by) = self.at(a), self.at(b)
        self.drawing.add(Line(ax, ay, bx, by, strokeColor=colour, strokeWidth=width))

    def disc(self, at: Point, radius: float, fill: Any, rim: Any = INK, width: float = 0.6) -> None:
        x, y = self.at(at)
        self.drawing.add(
            Circle(x, y, radius * SCALE, fillColor=fill, strokeColor=rim, strokeWidth=width)
        )

    def turned(self, at: Point, degrees: float, text: str, size: float, *, up: float = 0) -> None:
        """A text along a direction of the picture, `up` points beside its line."""
        group, turn = Group(), radians(degrees)
        words(group, (0.0, up), text, size)
        group.transform = (cos(turn), sin(turn), -sin(turn), cos(turn), *at)
        self.drawing.add(group)


def reeds(kit: Kit) -> Any:
    """Each holder with its line and crossing, and its pair of wires to the sensor board."""
    lid = _Lid(kit, "The lid from below: holders of the reeds, and the way of their wires (grey)")
    x, y = kit.places.sensors
    sensors = kit.pins.map().sensors
    for slot in places.slots(kit):
        lid.line(slot.middle, (slot.middle[0], BUS_MM), WIRE)
        lid.line((slot.middle[0], BUS_MM), (x, BUS_MM), WIRE)
    board = kit.matrix_board
    width, height = board.columns * board.pitch_mm, board.rows * board.pitch_mm
    left, top = lid.at((x + width / 2, y - height / 2))
    lid.drawing.add(
        Rect(left, top - height * SCALE, width * SCALE, height * SCALE, fillColor=None,
             strokeColor=INK, strokeDashArray=(4, 3), strokeWidth=0.7)
    )  # fmt: skip
    words(
        lid.drawing, lid.at((x, BUS_MM + 8)), "sensor board, on the floor of the box", 9, over=WOOD
    )
    for light in places.lights(kit):
        lid.disc(light.at, places.flange_radius(kit), WELL)
    for slot in places.slots(kit):
        _holder(lid, kit, slot, sensors[slot.line].name)
    return lid.drawing


def _holder(lid: _Lid, kit: Kit, slot: SlotPlace, crossing: str) -> None:
    """Its outline with the crossing in it, the line's name on the side away from its light."""
    size = kit.holder.length_mm * SCALE, kit.holder.width_mm * 1.25 * SCALE
    degrees = (slot.degrees + 90) % 180 - 90
    turn, middle = radians(degrees), lid.at(slot.middle)
    group = Group(Rect(-size[0] / 2, -size[1] / 2, *size, fillColor=HOLDER, strokeColor=INK,
                       strokeWidth=0.7))  # fmt: skip
    group.transform = (cos(turn), sin(turn), -sin(turn), cos(turn), *middle)
    lid.drawing.add(group)
    lid.turned(middle, degrees, crossing, 9)
    lx, ly = lid.at(places.lights(kit)[len(ISLANDS) + slot.line].at)
    above = -(lx - middle[0]) * sin(turn) + (ly - middle[1]) * cos(turn) > 0
    lid.turned(middle, degrees, slot.name, 8, up=-11 if above else 11)


def lights(kit: Kit) -> Any:
    """Each light with its number in the chain, the way of the data, the three feeds."""
    lid = _Lid(kit, "The lid from below: the chain of the lights, 1 to 39 (red rings: feeds)")
    found = places.lights(kit)
    fed = {row.end.part for row in leads(kit, Build.MATRIX)
           if row.kind is Kind.LIGHT_POWER and row.purpose.startswith("feed")}  # fmt: skip
    for one, other in pairwise(found):
        lid.line(one.at, other.at, DATA, 0.8)
    start = (kit.places.shifter[0], 0.0)
    lid.line(start, found[0].at, DATA, 1.6)
    words(lid.drawing, lid.at((start[0], 8)), "data from the shifter", 9, over=WOOD)
    for number, light in enumerate(found, start=1):
        feed = f"light {light.name}" in fed
        lid.disc(light.at, 8 if feed else 6.4, WELL, FEED if feed else INK, 2.2 if feed else 0.7)
        words(lid.drawing, lid.at(light.at), str(number), 9, bold=True)
        if number <= len(ISLANDS):
            x, y = lid.at(light.at)
            words(lid.drawing, (x, y - 17), light.name, 9, over=WOOD)
    return lid.drawing
