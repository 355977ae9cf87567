"""Drawings as files: SVG, DXF, PDF at 1:1, and PDF tiled on paper. Needs the extra `kit`."""

import io
from collections.abc import Iterator
from math import atan2, ceil, cos, pi, sin
from typing import Any, Final, NamedTuple

import ezdxf
from ezdxf import units
from ezdxf.enums import TextEntityAlignment
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from kahuna_table.tools.kit.pdf import FONT, new_canvas
from kahuna_table.tools.kit.shapes import Bar, Disc, Drawing, Layer, Path, Shape

COLOURS: Final = {Layer.CUT: "#ff0000", Layer.ENGRAVE: "#0000ff", Layer.MARK: "#00a000"}
"""What laser programs tell layers by."""
DXF_COLOURS: Final = {Layer.CUT: 1, Layer.ENGRAVE: 5, Layer.MARK: 3}
LINE_MM: Final = 0.1
EDGE_MM: Final = 2.0
"""Around an SVG: the kerf is wider than the plan."""
MARGIN_MM: Final = 12.0
BAR_MM: Final = 100.0
"""The scale bar."""


class Paper(NamedTuple):
    """A sheet of paper in millimetres, as it lies across."""

    name: str
    width: float
    height: float


PAPERS: Final = (Paper("a4", 297.0, 210.0), Paper("letter", 279.4, 215.9))
OVERLAP_MM: Final = 10.0
TILE_MARGIN_MM: Final = 8.5
"""What printers leave white, and the line of text; A4 and Letter then need nine pages."""


def svg(drawing: Drawing) -> str:
    """An SVG whose unit is the millimetre, one group for each layer."""
    width, height = (f"{side + 2 * EDGE_MM:g}" for side in (drawing.width, drawing.height))
    view = f'viewBox="-{EDGE_MM:g} -{EDGE_MM:g} {width} {height}"'
    size = f'width="{width}mm" height="{height}mm" {view}'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f"<title>{drawing.title}</title>",
    ]
    for layer in Layer:
        lines.append(
            f'<g id="{layer.value}" fill="none" stroke="{COLOURS[layer]}" stroke-width="{LINE_MM}">'
        )
        lines += map(_svg_shape, drawing.on(layer))
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _svg_shape(shape: Shape) -> str:
    match shape:
        case Path(points=points, closed=closed):
            ways = " ".join(f"{x:.3f},{y:.3f}" for x, y in points)
            return f'<path d="M{ways}{"Z" if closed else ""}"/>'
        case Disc(at=(x, y), radius=radius):
            return f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{radius:.3f}"/>'
        case Bar():
            a, b, c, d = _sides(shape)
            r = f"{shape.width / 2:.3f}"
            return (
                f'<path d="M{a[0]:.3f},{a[1]:.3f}L{b[0]:.3f},{b[1]:.3f}'
                f"A{r},{r} 0 0 1 {c[0]:.3f},{c[1]:.3f}"
                f'L{d[0]:.3f},{d[1]:.3f}A{r},{r} 0 0 1 {a[0]:.3f},{a[1]:.3f}Z"/>'
            )


def _sides(bar: Bar) -> tuple[tuple[float, float], ...]:
    """The four corners where a bar's straight sides meet its round ends, clockwise with y down."""
    (ax, ay), (bx, by) = bar.a, bar.b
    turn = atan2(by - ay, bx - ax)
    nx, ny = -sin(turn) * bar.width / 2, cos(turn) * bar.width / 2
    return (ax - nx, ay - ny), (bx - nx, by - ny), (bx + nx, by + ny), (ax + nx, ay + ny)


def dxf(drawing: Drawing) -> str:
    """A DXF R2010 in millimetres, y up, round ends as true arcs."""
    ezdxf.options.write_fixed_meta_data_for_testing = True
    document: Any = ezdxf.new("R2010", units=units.MM)
    for layer in Layer:
        document.layers.add(layer.value, color=DXF_COLOURS[layer])
    space = document.modelspace()
    for shape in drawing.shapes:
        style = {"layer": shape.layer.value}
        match shape:
            case Path(points=points, closed=closed):
                flipped = [(x, drawing.height - y) for x, y in points]
                space.add_lwpolyline(flipped, close=closed, dxfattribs=style)
            case Disc(at=(x, y), radius=radius):
                space.add_circle((x, drawing.height - y), radius, dxfattribs=style)
            case Bar():
                corners = [(x, drawing.height - y) for x, y in _sides(shape)]
                bulges = (0.0, -1.0, 0.0, -1.0)
                ring = [(x, y, bulge) for (x, y), bulge in zip(corners, bulges, strict=True)]
                space.add_lwpolyline(ring, format="xyb", close=True, dxfattribs=style)
    space.add_text(drawing.title, height=5, dxfattribs={"layer": "0"}).set_placement(
        (0, -12), align=TextEntityAlignment.LEFT
    )
    # the library adds these from a set, whose order is another one in each process
    document.classes.add_required_classes(document.dxfversion)
    document.classes.classes = dict(sorted(document.classes.classes.items()))
    text = io.StringIO()
    document.write(text)
    return text.getvalue()


def pdf(drawing: Drawing) -> bytes:
    """One page at 1:1 with a scale bar below the drawing."""
    width, height = drawing.width + 2 * MARGIN_MM, drawing.height + 3 * MARGIN_MM
    canvas, file = new_canvas((width * mm, height * mm), drawing.title)
    canvas.saveState()
    canvas.translate(MARGIN_MM * mm, (height - MARGIN_MM) * mm)
    draw(canvas, drawing)
    canvas.restoreState()
    _scale_bar(canvas, MARGIN_MM, MARGIN_MM)
    canvas.setFont(FONT, 9)
    canvas.drawString((MARGIN_MM + BAR_MM + 20) * mm, MARGIN_MM * mm, f"{drawing.title}, 1:1")
    canvas.showPage()
    canvas.save()
    return file.getvalue()


class Tile(NamedTuple):
    """A page: where its upper left corner lies on the drawing, and its place in the grid."""

    column: int
    row: int
    x: float
    y: float


def tiles(drawing: Drawing, paper: Paper) -> Iterator[Tile]:
    """The pages that cover a drawing, each overlapping the next."""
    width, height = paper.width - 2 * TILE_MARGIN_MM, paper.height - 2 * TILE_MARGIN_MM
    columns = ceil((drawing.width - OVERLAP_MM) / (width - OVERLAP_MM))
    rows = ceil((drawing.height - OVERLAP_MM) / (height - OVERLAP_MM))
    for row in range(rows):
        for column in range(columns):
            yield Tile(column, row, column * (width - OVERLAP_MM), row * (height - OVERLAP_MM))


def tiled_pdf(drawing: Drawing, paper: Paper) -> bytes:
    """A drawing on pages to be glued: crop marks, overlaps, a scale bar on every page."""
    canvas, file = new_canvas((paper.width * mm, paper.height * mm), drawing.title)
    width, height = paper.width - 2 * TILE_MARGIN_MM, paper.height - 2 * TILE_MARGIN_MM
    for tile in tiles(drawing, paper):
        canvas.saveState()
        page = canvas.beginPath()
        page.rect(TILE_MARGIN_MM * mm, TILE_MARGIN_MM * mm, width * mm, height * mm)
        canvas.clipPath(page, stroke=0)
        canvas.translate(
            (TILE_MARGIN_MM - tile.x) * mm, (paper.height - TILE_MARGIN_MM + tile.y) * mm
        )
        draw(canvas, drawing)
        canvas.restoreState()
        _crop_marks(canvas, paper)
        _scale_bar(canvas, TILE_MARGIN_MM + 5, 5)
        canvas.setFont(FONT, 7)
        canvas.drawString(
            (TILE_MARGIN_MM + BAR_MM + 20) * mm,
            5 * mm,
            f"{drawing.title}: row {tile.row + 1}, column {tile.column + 1}; "
            f"cut at the crosses, overlap {OVERLAP_MM:g} mm",
        )
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def draw(canvas: Canvas, drawing: Drawing, line_mm: float = 2 * LINE_MM) -> None:
    """The drawing, its upper left corner at the origin."""
    for layer in Layer:
        canvas.setStrokeColor(COLOURS[layer])
        canvas.setLineWidth(line_mm * mm)
        for shape in drawing.on(layer):
            _draw_shape(canvas, shape)


def _draw_shape(canvas: Canvas, shape: Shape) -> None:
    match shape:
        case Path(points=points, closed=closed):
            way = canvas.beginPath()
            way.moveTo(points[0][0] * mm, -points[0][1] * mm)
            for x, y in points[1:]:
                way.lineTo(x * mm, -y * mm)
            if closed:
                way.close()
            canvas.drawPath(way)
        case Disc(at=(x, y), radius=radius):
            canvas.circle(x * mm, -y * mm, radius * mm)
        case Bar():
            _draw_bar(canvas, shape)


def _draw_bar(canvas: Canvas, bar: Bar) -> None:
    turn = atan2(bar.b[1] - bar.a[1], bar.b[0] - bar.a[0])
    radius = bar.width / 2
    points = []
    for (x, y), start in ((bar.b, turn - pi / 2), (bar.a, turn + pi / 2)):
        points += [
            (x + radius * cos(start + pi * n / 12), y + radius * sin(start + pi * n / 12))
            for n in range(13)
        ]
    _draw_shape(canvas, Path(bar.layer, tuple(points)))


def _scale_bar(canvas: Canvas, x: float, y: float) -> None:
    canvas.setStrokeColor("#000000")
    canvas.setLineWidth(0.3 * mm)
    canvas.line(x * mm, y * mm, (x + BAR_MM) * mm, y * mm)
    for n in range(11):
        height = 3.0 if n % 5 == 0 else 1.5
        canvas.line((x + n * 10) * mm, y * mm, (x + n * 10) * mm, (y + height) * mm)
    canvas.setFont(FONT, 7)
    canvas.setFillColor("#000000")
    canvas.drawString((x + BAR_MM + 1) * mm, y * mm, "100 mm")


def _crop_marks(canvas: Canvas, paper: Paper) -> None:
    """Crosses where two pages meet, half an overlap inside the printed field."""
    canvas.setStrokeColor("#000000")
    canvas.setLineWidth(0.1 * mm)
    inset = TILE_MARGIN_MM + OVERLAP_MM / 2
    for x in (inset, paper.width - inset):
        for y in (inset, paper.height - inset):
            canvas.line((x - 4) * mm, y * mm, (x + 4) * mm, y * mm)
            canvas.line(x * mm, (y - 4) * mm, x * mm, (y + 4) * mm)
