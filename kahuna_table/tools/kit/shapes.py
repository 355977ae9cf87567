"""Flat shapes on three layers, before any file format: paths, discs and bars with round ends."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import hypot

from kahuna_table.engine.board import Point


class Layer(Enum):
    """What the machine does along a shape."""

    CUT = "cut"
    ENGRAVE = "engrave"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class Path:
    """A polygon or an open line; `outer` is the outline of a piece, else what is cut falls out."""

    layer: Layer
    points: tuple[Point, ...]
    closed: bool = True
    outer: bool = False


@dataclass(frozen=True, slots=True)
class Disc:
    """A round hole, or a circle to engrave."""

    layer: Layer
    at: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A slot: two round ends with their middles at `a` and `b`."""

    layer: Layer
    a: Point
    b: Point
    width: float


Shape = Path | Disc | Bar


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sheet in millimetres, y down."""

    name: str
    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]

    def on(self, layer: Layer) -> tuple[Shape, ...]:
        return tuple(shape for shape in self.shapes if shape.layer is layer)


def box(
    layer: Layer, x: float, y: float, width: float, height: float, *, outer: bool = False
) -> Path:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Path(layer, corners, outer=outer)


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    match shape:
        case Path():
            return replace(shape, points=tuple((x + dx, y + dy) for x, y in shape.points))
        case Disc():
            return replace(shape, at=(shape.at[0] + dx, shape.at[1] + dy))
        case Bar():
            (ax, ay), (bx, by) = shape.a, shape.b
            return replace(shape, a=(ax + dx, ay + dy), b=(bx + dx, by + dy))


def mirrored(shape: Shape, width: float) -> Shape:
    """As seen from below a plate of this width."""
    match shape:
        case Path():
            return replace(shape, points=tuple((width - x, y) for x, y in shape.points))
        case Disc():
            return replace(shape, at=(width - shape.at[0], shape.at[1]))
        case Bar():
            (ax, ay), (bx, by) = shape.a, shape.b
            return replace(shape, a=(width - ax, ay), b=(width - bx, by))


def for_kerf(drawing: Drawing, kerf: float) -> Drawing:
    """Pieces half a kerf larger, holes half a kerf smaller, so that what is left has the size of
    the plan."""
    return replace(drawing, shapes=tuple(_for_kerf(shape, kerf / 2) for shape in drawing.shapes))


def _for_kerf(shape: Shape, by: float) -> Shape:
    if shape.layer is not Layer.CUT or by == 0:
        return shape
    match shape:
        case Path():
            grown = _grown(shape.points, by if shape.outer else -by)
            return replace(shape, points=grown) if shape.closed else shape
        case Disc():
            return replace(shape, radius=shape.radius - by)
        case Bar():
            return replace(shape, width=shape.width - 2 * by)


def _grown(points: Sequence[Point], by: float) -> tuple[Point, ...]:
    """A polygon whose every side lies `by` farther out."""
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    area = sum(ax * by_ - bx * ay for (ax, ay), (bx, by_) in pairs)
    out = by if area > 0 else -by
    grown = []
    for before, at, after in zip(
        [points[-1], *points[:-1]], points, [*points[1:], points[0]], strict=True
    ):
        ax, ay = _unit(before, at)
        bx, by_ = _unit(at, after)
        bend = 1 + ax * bx + ay * by_  # 2 where the line goes straight on
        grown.append((at[0] + out * (ay + by_) / bend, at[1] - out * (ax + bx) / bend))
    return tuple(grown)


def _unit(a: Point, b: Point) -> Point:
    long = hypot(b[0] - a[0], b[1] - a[1])
    return (b[0] - a[0]) / long, (b[1] - a[1]) / long
