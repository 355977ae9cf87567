"""Pictures of solids without a graphics card: parallel light, parallel view, drawn edges.

Needs the extra `kit`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any, Final

import numpy as np
import trimesh
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont, ImageOps

from kahuna_table.tools.kit.pdf import FACES, FONT
from kahuna_table.tools.kit.solids import Solid

Array = Any
"""A numpy array: points as rows of three, unless said otherwise."""

SMOOTH: Final = 2
"""Drawn so much larger, then scaled down."""
CREASE: Final = radians(25)
"""Two faces that meet at less are one curved face: no line between them."""
LIGHT: Final = np.array([-0.25, 0.55, 0.8])
"""To the right, up, and towards the eye: the same whatever the view."""
INK: Final = (40, 40, 46)

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Thing:
    """A part in a picture: moved by `lift` where the view is exploded, named beside it."""

    solid: Solid
    colour: Colour
    lift: tuple[float, float, float] = (0.0, 0.0, 0.0)
    label: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """From where: degrees around the upright and above the horizon, pixels of the picture."""

    around: float = -35.0
    above: float = 28.0
    size: tuple[int, int] = (1000, 700)


def draw(things: Sequence[Thing], view: View) -> Image.Image:
    """The things from one side, each with its label and a line to it."""
    meshes = [(_mesh(thing), thing) for thing in things]
    turn = _turn(view)
    shown = [(mesh.vertices @ turn.T, mesh, thing) for mesh, thing in meshes]
    labelled = any(thing.label for thing in things)
    scale, shift = _fitted([points for points, _, _ in shown], view, labelled)
    width, height = (side * SMOOTH for side in view.size)
    picture: Array = np.full((height, width, 3), 255, np.uint8)
    depth: Array = np.full((height, width), -np.inf)
    seen: Array = np.zeros((height, width), np.int16)
    for number, (points, mesh, thing) in enumerate(shown, start=1):
        before = depth.copy()
        light = turn.T @ LIGHT
        _faces(picture, depth, points * scale + shift, mesh, thing.colour, light)
        seen[depth > before] = number
    for points, mesh, _ in shown:
        _edges(picture, depth, points * scale + shift, mesh)
    image = Image.fromarray(picture).resize(view.size, Image.Resampling.LANCZOS)
    image = _labelled(
        image,
        [
            (_anchor(seen == number), thing.label)
            for number, (_, _, thing) in enumerate(shown, start=1)
            if thing.label
        ],
    )
    return _trimmed(image)


def _trimmed(image: Image.Image) -> Image.Image:
    """Without the white around it."""
    white = Image.new("RGB", image.size, (255, 255, 255))
    left, top, right, bottom = ImageChops.difference(image, white).getbbox()
    edge = 8
    return image.crop(
        (
            max(0, left - edge), max(0, top - edge),
            min(image.width, right + edge), min(image.height, bottom + edge),
        )
    )  # fmt: skip


def _anchor(seen: Array) -> Array:
    """The visible pixel nearest to the middle of what is seen of a thing, not near its edge where
    there is one that is not: what shines through a hole is no place for a dot."""
    assert seen.any(), "a thing with a label is hidden by the others"
    mask = Image.fromarray(np.where(seen, 255, 0).astype(np.uint8))
    insets = (np.asarray(mask.filter(ImageFilter.BoxBlur(size))) == 255 for size in INSETS)
    ys, xs = np.nonzero(next(inner for inner in insets if inner.any()))
    nearest = np.argmin((xs - xs.mean()) ** 2 + (ys - ys.mean()) ** 2)
    return np.array([xs[nearest], ys[nearest]]) / SMOOTH


INSETS: Final = (15, 7, 3, 0)
"""Pixels around a dot that should be of its thing too."""


def _mesh(thing: Thing) -> Any:
    vertices, triangles = thing.solid.tessellate(0.1, 0.3)
    points = np.array([(v.X, v.Y, v.Z) for v in vertices]) + np.array(thing.lift)
    mesh = trimesh.Trimesh(points, triangles, process=False)
    mesh.merge_vertices()
    return mesh


def _turn(view: View) -> Array:
    """Rows: to the right, up, and towards the eye."""
    a, b = radians(view.around), radians(view.above)
    return np.array(
        [
            [cos(a), sin(a), 0],
            [-sin(a) * sin(b), cos(a) * sin(b), cos(b)],
            [sin(a) * cos(b), -cos(a) * cos(b), sin(b)],
        ]
    )


def _fitted(shown: list[Array], view: View, labelled: bool) -> tuple[Array, Array]:
    """Scale and shift to pixels, y down; a third of the width is left for labels."""
    points = np.vstack(shown)
    low, high = points.min(axis=0), points.max(axis=0)
    width, height = (side * SMOOTH for side in view.size)
    room = 0.66 if labelled else 0.94
    one = min(width * room / (high[0] - low[0]), height * 0.94 / (high[1] - low[1]))
    scale = np.array([one, -one, one])
    middle = (low + high) / 2
    at = np.array([width * (0.03 + room / 2), height / 2, 0.0])
    return scale, at - middle * scale


def _faces(
    picture: Array, depth: Array, points: Array, mesh: Any, colour: Colour, light: Array
) -> None:
    height, width = depth.shape
    shades = 0.45 + 0.55 * np.clip(mesh.face_normals @ light, 0, 1)
    for triangle, shade in zip(points[mesh.faces], shades, strict=True):
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if abs(area) < 1e-9:
            continue
        left, right = max(0, int(min(ax, bx, cx))), min(width - 1, int(max(ax, bx, cx)) + 1)
        top, bottom = max(0, int(min(ay, by, cy))), min(height - 1, int(max(ay, by, cy)) + 1)
        if left > right or top > bottom:
            continue
        ys, xs = np.mgrid[top : bottom + 1, left : right + 1]
        u = ((xs - ax) * (cy - ay) - (cx - ax) * (ys - ay)) / area
        v = ((bx - ax) * (ys - ay) - (xs - ax) * (by - ay)) / area
        zs = az + u * (bz - az) + v * (cz - az)
        field = depth[top : bottom + 1, left : right + 1]
        seen = (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9) & (zs > field)
        field[seen] = zs[seen]
        picture[top : bottom + 1, left : right + 1][seen] = np.array(colour) * shade


def _edges(picture: Array, depth: Array, points: Array, mesh: Any) -> None:
    height, width = depth.shape
    sharp = mesh.face_adjacency_edges[mesh.face_adjacency_angles > CREASE]
    for a, b in points[sharp]:
        count = int(max(abs(b[0] - a[0]), abs(b[1] - a[1]))) + 1
        way = a + (b - a) * np.linspace(0, 1, count + 1)[:, None]
        xs, ys = way[:, 0].round().astype(int), way[:, 1].round().astype(int)
        for dx, dy in ((0, 0), (1, 0), (0, 1)):
            px, py = xs + dx, ys + dy
            inside = (px >= 0) & (px < width) & (py >= 0) & (py < height)
            px, py, z = px[inside], py[inside], way[inside, 2]
            front = z > depth[py, px] - 2.5 * SMOOTH
            picture[py[front], px[front]] = INK


def _labelled(image: Image.Image, places: list[tuple[Array, str]]) -> Image.Image:
    """With names in a column on the right, in the order of their things from top to bottom; the
    picture grows by what they take."""
    font = ImageFont.truetype(str(FACES[FONT]), max(14, image.width // 55))
    width, height = image.size
    places = sorted(places, key=lambda each: float(each[0][1]))
    x = width * 0.72
    room = max((font.getlength(label) for _, label in places), default=0.0)
    image = ImageOps.expand(image, (0, 0, max(0, int(x + room + 16 - width)), 0), fill="white")
    drawing = ImageDraw.Draw(image)
    step = min(height / (len(places) + 1), font.size * 2.6)
    first = height / 2 - step * (len(places) - 1) / 2
    for n, (at, label) in enumerate(places):
        y = first + n * step
        drawing.line((float(at[0]), float(at[1]), x - 6, y), fill=(150, 30, 30), width=2)
        drawing.ellipse((at[0] - 4, at[1] - 4, at[0] + 4, at[1] + 4), fill=(150, 30, 30))
        drawing.text((x, y), label, INK, font=font, anchor="lm")
    return image
