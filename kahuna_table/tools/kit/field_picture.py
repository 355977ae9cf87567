"""The field of a bridge over its reed and its neighbours, as pictures. Needs the extra `kit`.

Left: where a bridge's middle may lie, moved along and aside and turned, and whether its reed closes
for certain, perhaps, or stays open for certain. Right: the board with each line's margins.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from reportlab.graphics.shapes import Circle, Drawing, Group, Line, Rect
from reportlab.lib.colors import HexColor

from kahuna_table.tools.kit import field, places
from kahuna_table.tools.kit.design import Kit
from kahuna_table.tools.kit.pdf import INK, register_fonts, words

REACH_MM: Final = 24
TURNS: Final = (0, 30, 60, 90)
CLOSES: Final = HexColor("#5aa469")
PERHAPS: Final = HexColor("#e8c95a")
OPEN: Final = HexColor("#dfe3e8")
WOOD: Final = HexColor("#f6efe0")
FAULT: Final = HexColor("#cc2222")
CELL: Final = 3.6
"""Points for a millimetre."""
BOARD: Final = 0.62
"""Points for a millimetre of the board."""
ROWS: Final = 9
"""Of the list below the board, in three columns."""


def field_picture(kit: Kit) -> Any:
    """Both halves in one drawing."""
    register_fonts()
    side = (2 * REACH_MM + 1) * CELL
    width, height = 2 * side + 60 + places.WIDTH * BOARD, 2 * side + 110
    drawing = Drawing(width, height)
    for n, turned in enumerate(TURNS):
        x, y = 10 + n % 2 * (side + 15), height - 40 - side - n // 2 * (side + 25)
        drawing.add(_map(kit, float(turned), x, y))
    _legend(drawing, 10, 12)
    _board(drawing, kit, 2 * side + 50, height - 40)
    return drawing


def _map(kit: Kit, turned: float, left: float, bottom: float) -> Any:
    """Whether the reed closes for each place of the bridge's middle, at one angle."""
    group = Group()
    side = (2 * REACH_MM + 1) * CELL
    for aside, row in enumerate(_rows(kit, turned)):
        x = left
        for colour, cells in groupby(row):
            width = len(list(cells)) * CELL
            y = bottom + aside * CELL
            group.add(
                Rect(x, y, width, CELL, fillColor=colour, strokeColor=colour, strokeWidth=0.1)
            )
            x += width
    middle_x, middle_y = left + side / 2, bottom + side / 2
    half = kit.reed.glass_length_mm / 2 * CELL
    group.add(
        Line(middle_x - half, middle_y, middle_x + half, middle_y, strokeColor=INK, strokeWidth=2)
    )
    group.add(Rect(left, bottom, side, side, fillColor=None, strokeColor=INK, strokeWidth=0.5))
    title = f"turned {turned:g} degrees; the line is the reed"
    words(group, (left, bottom + side + 7), title, 8, anchor="start")
    return group


def _rows(kit: Kit, turned: float) -> Iterator[list[Any]]:
    """A colour for each millimetre along, one row for each millimetre aside."""
    closes, opens = field.closing_mt(kit.reed), field.opening_mt(kit.reed)
    worst = field.worst_placing(kit)
    weak = replace(kit, magnet=field.weakest(kit))
    strong = replace(kit, magnet=field.strongest(kit))
    for aside in range(-REACH_MM, REACH_MM + 1):
        row = []
        for along in range(-REACH_MM, REACH_MM + 1):
            far = field.Placing(along, aside, turned, worst.above)
            if field.own(weak, far).least >= closes:
                row.append(CLOSES)
            else:
                near = replace(far, above=field.above_mm(kit))
                row.append(OPEN if field.own(strong, near).most < opens else PERHAPS)
        yield row


def _legend(drawing: Any, left: float, bottom: float) -> None:
    x = left
    for colour, meaning in (
        (CLOSES, "closes for certain"),
        (PERHAPS, "may close or hold"),
        (OPEN, "stays open for certain"),
    ):
        drawing.add(Rect(x, bottom, 9, 9, fillColor=colour, strokeColor=INK, strokeWidth=0.4))
        words(drawing, (x + 13, bottom + 4), meaning, 8, anchor="start")
        x += 125
    legend = "places of the bridge's middle, a square 1 mm; worst parts of their tolerances"
    words(drawing, (left, bottom + 19), legend, 8, anchor="start")


def _board(drawing: Any, kit: Kit, left: float, top: float) -> None:
    """Each line with its margins in millimetres: closes, stays open."""
    found = field.margins(kit)
    title = "margin of each line in mm: closes / stays open beside all others (10: or more)"
    words(drawing, (left, top + 7), title, 8, bold=True, anchor="start")
    width, height = places.WIDTH * BOARD, places.BOARD_HEIGHT * BOARD
    drawing.add(
        Rect(
            left,
            top - height,
            width,
            height,
            fillColor=WOOD,
            strokeColor=INK,
            strokeWidth=0.5,
        )
    )
    for n, (slot, margin) in enumerate(zip(places.slots(kit), found, strict=True)):
        (ax, ay), (bx, by), (x, y) = (
            (left + px * BOARD, top - py * BOARD) for px, py in (slot.a, slot.b, slot.middle)
        )
        good = margin.closes >= 0 and margin.opens >= 0
        colour = CLOSES if good else FAULT
        drawing.add(Line(ax, ay, bx, by, strokeColor=colour, strokeWidth=4))
        drawing.add(Circle(x, y, 5.5, fillColor=WOOD, strokeColor=INK, strokeWidth=0.5))
        words(drawing, (x, y), str(n + 1), 6.5)
        row = f"{n + 1}  {slot.name}  {margin.closes:.1f} / {margin.opens:.1f}"
        at = left + n // ROWS * width / 3, top - height - 14 - n % ROWS * 10.5
        words(drawing, at, row, 8, anchor="start")
