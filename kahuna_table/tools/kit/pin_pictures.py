"""Parts with numbered pins and what goes to each: the Pi's header, the level shifter.

Needs the extra `kit`.
"""

from typing import Any, Final

from reportlab.graphics.shapes import Circle, Drawing, Line, Rect
from reportlab.lib.colors import HexColor

from kahuna_table.tools.kit.design import Build, Kit
from kahuna_table.tools.kit.pdf import INK, register_fonts, words
from kahuna_table.tools.kit.wiring import Lead, leads

STEP: Final = 16.0
"""Points from pin to pin."""
SIZE: Final = 8.0
ROOM: Final = 200.0
"""For the words on each side."""
BODY: Final = HexColor("#2b2d33")
PIN: Final = HexColor("#e8c840")
FREE: Final = HexColor("#8b8d93")
COLOURS: Final = {
    "black": "#111111", "red": "#cc2222", "orange": "#ef8a2b", "yellow": "#f0d43a",
    "green": "#2f8f4e", "blue": "#2a5fc4", "violet": "#8146b5", "grey": "#909090",
    "white": "#f4f4f4", "pink": "#f29ac0", "brown": "#7a4a21",
}  # fmt: skip
"""Of wires, as they show on paper."""


def header(kit: Kit) -> Any:
    """The header of the matrix build, card end up: each pin with its wire."""
    wires = _wires(leads(kit, Build.MATRIX), "header")
    drawing = _new("Header of the Pi, build matrix: the end near the card is up", 20)
    inner, outer = ROOM + 12, ROOM + 38
    drawing.add(Rect(ROOM, 14, 50, 20 * STEP, fillColor=BODY, strokeColor=INK))
    words(drawing, (ROOM - 8, 6), "inner row, towards the Pi's middle", 7.5, anchor="end")
    words(drawing, (ROOM + 58, 6), "outer row, at the board's edge", 7.5, anchor="start")
    for pin in range(1, 41):
        x, y = (inner if pin % 2 else outer), 14 + (19.5 - (pin - 1) // 2) * STEP
        _pin(drawing, (x, y), pin, wires.get(pin), left=bool(pin % 2))
    return drawing


def shifter(kit: Kit) -> Any:
    """The socket of the level shifter from above: straps and wires."""
    wires = _wires(leads(kit, Build.MATRIX), "shifter")
    drawing = _new("Socket of the level shifter from above (the solder side is mirrored)", 7)
    drawing.add(Rect(ROOM, 14, 50, 7 * STEP, fillColor=BODY, strokeColor=INK))
    drawing.add(Circle(ROOM + 25, 14 + 7 * STEP, 5, fillColor=HexColor("#ffffff"), strokeColor=INK))
    for pin in range(1, 15):
        left = pin <= 7
        row = pin - 1 if left else 14 - pin
        at = (ROOM + (8 if left else 42), 14 + (6.5 - row) * STEP)
        _pin(drawing, at, pin, wires.get(pin), left=left)
    return drawing


def _new(title: str, rows: int) -> Any:
    register_fonts()
    drawing = Drawing(2 * ROOM + 50, rows * STEP + 46)
    words(drawing, (ROOM + 25, rows * STEP + 34), title, 10, bold=True)
    return drawing


def _wires(rows: tuple[Lead, ...], part: str) -> dict[int, list[tuple[str, str]]]:
    """For each pin of a part the colour of each wire and where it goes."""
    found: dict[int, list[tuple[str, str]]] = {}
    for row in rows:
        for here, there in (row.ends, row.ends[::-1]):
            if here.part != part:
                continue
            number = int(here.pin.partition(" ")[0])
            way = f"{there}, {row.through}" if row.length_mm and row.through else f"{there}"
            if there.part == part:  # a strap: told at the end that it starts from
                way = f"strap to {there.pin}" if row.start == here else ""
            found.setdefault(number, [])
            if way:
                found[number].append((row.colour, way))
    return found


def _pin(
    drawing: Any, at: tuple[float, float], pin: int, wires: list[tuple[str, str]] | None, *,
    left: bool,
) -> None:  # fmt: skip
    """A pin with its number, and its wires beside it: at the left or the right."""
    (x, y), sign = at, -1 if left else 1
    drawing.add(Circle(x, y, 4.6, fillColor=PIN if wires else FREE, strokeColor=None))
    words(drawing, (x, y), str(pin), 5.5, bold=True)
    edge, anchor = (ROOM if left else ROOM + 50), "end" if left else "start"
    if not wires:
        return
    for colour in {colour for colour, _ in wires if colour}:
        for width, shade in ((4.0, INK), (3.0, HexColor(COLOURS[colour]))):
            drawing.add(Line(edge, y, edge + sign * 22, y, strokeColor=shade, strokeWidth=width))
    text = "; ".join(way if not colour else f"{colour}: {way}" for colour, way in wires)
    words(drawing, (edge + sign * 27, y), text, SIZE, anchor=anchor)
