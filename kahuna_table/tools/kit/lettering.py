"""Letters as paths: what a machine engraves needs no font there. Needs the extra `kit`."""

from functools import lru_cache
from pathlib import Path as File
from typing import Any, Final

from kahuna_table.engine.board import Point
from kahuna_table.tools.kit.shapes import Layer, Path

BOLD: Final = File("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")
CURVE_STEPS: Final = 4


def letters(layer: Layer, text: str, middle: Point, size: float) -> tuple[Path, ...]:
    """A line of text centred on a point; `size` is the height of its capitals in millimetres."""
    scale = size / _font()["glyf"]["H"].yMax
    glyphs = [_glyph(letter) for letter in text]
    x = middle[0] - sum(advance for advance, _ in glyphs) * scale / 2
    y = middle[1] + size / 2
    paths = []
    for advance, contours in glyphs:
        for contour in contours:
            points = tuple((x + px * scale, y - py * scale) for px, py in contour)
            paths.append(Path(layer, points))
        x += advance * scale
    return tuple(paths)


@lru_cache(maxsize=1)
def _font() -> Any:
    from fontTools.ttLib import TTFont  # the rules import what draws, without its words

    return TTFont(BOLD)


@lru_cache(maxsize=256)
def _glyph(letter: str) -> tuple[float, tuple[tuple[Point, ...], ...]]:
    """Advance and contours in units of the font."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    glyphs = _font().getGlyphSet()
    glyph = glyphs[_font().getBestCmap()[ord(letter)]]
    pen = DecomposingRecordingPen(glyphs)
    glyph.draw(pen)
    contours: list[tuple[Point, ...]] = []
    points: list[Point] = []
    for what, arguments in pen.value:
        if what in ("moveTo", "lineTo"):
            points.append(arguments[0])
        elif what == "qCurveTo":
            points += _curve(points[-1], arguments)
        elif what == "closePath":
            contours.append(tuple(points))
            points = []
    return glyph.width, tuple(contours)


def _curve(start: Point, arguments: tuple[Point, ...]) -> list[Point]:
    """A TrueType curve: between two control points lies a point in their middle."""
    *controls, end = arguments
    points: list[Point] = []
    for n, control in enumerate(controls):
        last = n == len(controls) - 1
        after = controls[n + 1] if not last else end
        stop = end if last else ((control[0] + after[0]) / 2, (control[1] + after[1]) / 2)
        for step in range(1, CURVE_STEPS + 1):
            t = step / CURVE_STEPS
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            points.append(
                (
                    a * start[0] + b * control[0] + c * stop[0],
                    a * start[1] + b * control[1] + c * stop[1],
                )
            )
        start = stop
    return points
