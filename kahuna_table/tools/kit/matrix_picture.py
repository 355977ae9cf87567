"""The perforated board of the matrix from both sides: where every diode goes and which way round.

Drawn with reportlab's shapes, so that the same picture becomes an SVG and a page of the manual.
Needs the extra `kit`. Holes are counted from the upper left corner of the component side.
"""

from itertools import pairwise
from typing import Any, Final

from reportlab.graphics.shapes import Circle, Drawing, Line, Rect
from reportlab.lib.colors import HexColor

from kahuna_table.devices.pins import COLUMN_WIRES, CROSSINGS, ROW_WIRES, Crossing
from kahuna_table.engine.board import LINES, line_name
from kahuna_table.engine.board import Line as BoardLine
from kahuna_table.tools.kit.design import Kit
from kahuna_table.tools.kit.pdf import INK, register_fonts
from kahuna_table.tools.kit.pdf import words as write

HOLE: Final = 10.0
"""Points from hole to hole in the picture."""
TOP: Final = 0
"""The row of holes of the 3.3 V wire."""
JOIN: Final = 4
"""The row of holes where a column's wire, pull-up and pin meet."""
EDGE: Final = 22.0

BOARD: Final = HexColor("#f3ead2")
COPPER: Final = HexColor("#b9722d")
WIRE: Final = HexColor("#2255bb")
BARE: Final = HexColor("#8a8a8a")
RIM: Final = HexColor("#c9b98c")
CERAMIC: Final = HexColor("#d9c7a0")
GLASS: Final = HexColor("#e08a3c")
LINK: Final = HexColor("#cc2222")


class _Side:
    """One side of the board as a drawing; the solder side is mirrored."""

    def __init__(self, kit: Kit, *, solder: bool) -> None:
        register_fonts()
        board = kit.matrix_board
        self.solder = solder
        self._width, self._height = board.columns, board.rows
        size = board.columns * HOLE + 2 * EDGE, board.rows * HOLE + 2 * EDGE + 20
        self.drawing = Drawing(*size)
        self.drawing.add(
            Rect(EDGE, EDGE, board.columns * HOLE, board.rows * HOLE, fillColor=BOARD,
                 strokeColor=INK)
        )  # fmt: skip
        for column in range(board.columns):
            for row in range(board.rows):
                x, y = self.at(column, row)
                fill = COPPER if solder else BOARD
                self.drawing.add(
                    Circle(x, y, 2.2, fillColor=fill, strokeColor=RIM, strokeWidth=0.4)
                )
        radius = board.spacer_mm / board.pitch_mm * HOLE / 2
        for column, row in board.spacer_holes:
            x, y = self.at(column, row)
            self.drawing.add(Circle(x, y, radius, fillColor=HexColor("#ffffff"), strokeColor=INK))
            self.text((column + (2.6 if column < board.columns / 2 else -2.6), row), "4 mm", 6)

    def at(self, column: float, row: float) -> tuple[float, float]:
        """The middle of a hole in points."""
        across = self._width - 1 - column if self.solder else column
        return EDGE + (across + 0.5) * HOLE, EDGE + (self._height - 0.5 - row) * HOLE

    def line(
        self, a: tuple[float, float], b: tuple[float, float], colour: Any, width: float
    ) -> None:
        (ax, ay), (bx, by) = self.at(*a), self.at(*b)
        self.drawing.add(Line(ax, ay, bx, by, strokeColor=colour, strokeWidth=width))

    def text(
        self, at: tuple[float, float], words: str, size: float, *, bold: bool = False,
        anchor: str = "middle",
    ) -> None:  # fmt: skip
        write(self.drawing, self.at(*at), words, size, bold=bold, anchor=anchor, over=BOARD)

    def pin(self, at: tuple[float, float]) -> None:
        x, y = self.at(*at)
        self.drawing.add(Rect(x - 3, y - 3, 6, 6, fillColor=HexColor("#333333"), strokeColor=INK))
        self.drawing.add(Circle(x, y, 1.4, fillColor=HexColor("#e8c840"), strokeColor=None))

    def title(self, words: str) -> None:
        at = (EDGE, self._height * HOLE + EDGE + 12)
        write(self.drawing, at, words, 10, bold=True, anchor="start")


def component_side(kit: Kit) -> Any:
    """Diodes with their rings, pull-ups, pins and links, as seen while fitting them."""
    side = _Side(kit, solder=False)
    side.title(
        "Matrix, component side: every ring points down, to its row; red: links of bare wire"
    )
    _supply(side, kit)
    names = _names(kit)
    for crossing in CROSSINGS:
        name = names.get(crossing, "spare: nothing here")
        x, y = _hole(kit, crossing)
        side.text((x + 1, y - 1), name, 6)
        side.text((x + 3.8, y + 1), crossing.name, 6.5, bold=True)
        if crossing not in names:
            continue
        if crossing in kit.pins.canaries:
            side.line((x, y), (x + 1, y), LINK, 3)
        else:
            for n, pin in enumerate("ab"):
                side.pin((x + n, y))
                side.text((x + n, y + 0.8), pin, 6)
        _diode(side, (x + 2, y), kit.matrix_board.diode_holes, row_below=kit.pins.cathode == "row")
    for wire in ROW_WIRES:
        x, y = _row_pin(kit, wire.index)
        side.pin((x, y))
        side.text((x - 1.2, y), wire.name, 7, bold=True)
    for wire in COLUMN_WIRES:
        x = _hole(kit, Crossing(0, wire.index))[0]
        side.pin((x, JOIN))
        side.text((x - 1.3, JOIN), wire.name, 7, bold=True)
    return side.drawing


def solder_side(kit: Kit) -> Any:
    """Bare wires of rows and 3.3 V, insulated wires of columns, as seen while soldering."""
    side = _Side(kit, solder=True)
    side.title("Matrix, solder side (C1 is now at the right): grey bare wire, blue insulated wire")
    board = kit.matrix_board
    used = sorted({*kit.pins.map().sensors, *kit.pins.canaries})
    for wire in ROW_WIRES:
        x, y = _row_pin(kit, wire.index)
        columns = [crossing.column for crossing in used if crossing.row == wire.index]
        last = _hole(kit, Crossing(wire.index, max(columns)))[0] + 2
        side.line((x, y), (last, y), BARE, 2.5)
        side.text((x - 1.4, y), wire.name, 7, bold=True)
    for wire in COLUMN_WIRES:
        rows = sorted(crossing.row for crossing in used if crossing.column == wire.index)
        x = _hole(kit, Crossing(0, wire.index))[0]
        side.line((x, JOIN), (x + 1, JOIN), BARE, 2.5)
        stops = [JOIN, *(_hole(kit, Crossing(row, 0))[1] for row in rows)]
        for above, below in pairwise(stops):
            side.line((x, above), (x, below), WIRE, 2)
            side.drawing.add(Circle(*side.at(x, below), 2.6, fillColor=WIRE, strokeColor=None))
        side.text((x - 1.0, JOIN - 0.2), wire.name, 7, bold=True)
    for crossing in used:
        x, y = _hole(kit, crossing)
        side.line((x + 1, y), (x + 2, y), BARE, 2.5)
        side.text((x + 3.8, y + 1), crossing.name, 6.5, bold=True)
        if crossing not in kit.pins.canaries:
            side.text((x - 0.7, y), "a", 6)
            side.text((x + 1, y + 0.8), "b", 6)
        down = y + board.diode_holes
        side.drawing.add(Circle(*side.at(x + 2, down), 2.6, fillColor=BARE, strokeColor=None))
    first = _hole(kit, Crossing(0, 0))[0]
    last = _hole(kit, Crossing(0, 5))[0] + 1
    side.line((first - 3, TOP), (last, TOP), BARE, 2.5)
    side.text((first - 4.6, TOP), "3V3", 7, bold=True)
    return side.drawing


def _supply(side: _Side, kit: Kit) -> None:
    """The 3.3 V pin and a pull-up from its wire to each column."""
    first = _hole(kit, Crossing(0, 0))[0]
    side.pin((first - 3, TOP))
    side.text((first - 4.6, TOP), "3V3", 7, bold=True)
    value = f"{kit.electric.pull_up_ohm / 1000:g}k"
    for wire in COLUMN_WIRES:
        x = _hole(kit, Crossing(0, wire.index))[0] + 1
        side.line((x, TOP), (x, JOIN), BARE, 1)
        left, top = side.at(x - 0.4, TOP + 1)
        side.drawing.add(
            Rect(
                left,
                top - 2 * HOLE,
                0.8 * HOLE,
                2 * HOLE,
                fillColor=CERAMIC,
                strokeColor=INK,
            )
        )
        side.text((x + 1.4, TOP + 2), value, 6)


def _diode(side: _Side, at: tuple[int, int], holes: int, *, row_below: bool) -> None:
    """Standing in its column of holes; the ring at the lower end where the cathode is the row's."""
    x, y = at
    side.line((x, y), (x, y + holes), BARE, 1)
    left, top = side.at(x - 0.35, y + 0.7)
    long = (holes - 1.4) * HOLE
    side.drawing.add(Rect(left, top - long, 0.7 * HOLE, long, fillColor=GLASS, strokeColor=INK))
    ring = top - long + 1.5 if row_below else top - 4.5
    side.drawing.add(Rect(left, ring, 0.7 * HOLE, 3, fillColor=INK, strokeColor=None))


def _hole(kit: Kit, crossing: Crossing) -> tuple[int, int]:
    """The hole of a crossing's first pin."""
    board = kit.matrix_board
    return (
        board.first[0] + crossing.column * board.cell[0],
        board.first[1] + crossing.row * board.cell[1],
    )


def _row_pin(kit: Kit, row: int) -> tuple[int, int]:
    x, y = _hole(kit, Crossing(row, 0))
    return x - 3, y + kit.matrix_board.diode_holes


def _names(kit: Kit) -> dict[Crossing, str]:
    names = [line_name(BoardLine(n)) for n in range(len(LINES))]
    found = dict(zip(kit.pins.map().sensors, names, strict=True))
    return found | dict.fromkeys(kit.pins.canaries, "canary")
