"""Draws the coasts of `kahuna_table/pictures/coasts.py` from the measured slots, lights and boxes.

    python -m tests.pictures.draw_coasts > kahuna_table/pictures/coasts.py

All lengths are in widths of the board: x is 0..1 and y is 0..ASPECT. The shapes are our own; only
where the islands lie is taken from the board.
"""

from collections.abc import Iterable
from math import atan2, cos, dist, hypot, pi, sin

from kahuna_table.engine.board import (
    ASPECT,
    ISLAND_BOXES,
    ISLAND_LIGHTS,
    ISLANDS,
    LINES,
    SLOTS,
    Island,
    Point,
)

STEP = 0.0025  # of the grid on which a coast is looked for
SPACING = 0.011  # of the points of a finished coast
BEACH = 0.013  # how far land reaches around the skeleton
STRAIT = 0.007  # half of the narrowest water between two islands
SLOT_WATER = 0.015  # how far the middle of a slot keeps land away
LIGHT_ASIDE = 0.0175  # from the middle of a slot to the light of its line
NAME_SIZE = (0.060, 0.021)

Segment = tuple[Point, Point]


def scaled(point: Point) -> Point:
    return point[0], point[1] * ASPECT


LIGHTS = [scaled(p) for p in ISLAND_LIGHTS]
BARS = [(scaled(a), scaled(b)) for a, b in SLOTS]


def between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def segment_distance(p: Point, segment: Segment) -> float:
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else ((p[0] - ax) * dx + (p[1] - ay) * dy) / square
    t = min(1.0, max(0.0, t))
    return hypot(p[0] - ax - t * dx, p[1] - ay - t * dy)


def inside(p: Point, polygon: list[Point]) -> bool:
    odd = False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (ay > p[1]) != (by > p[1]) and p[0] < (bx - ax) * (p[1] - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def edges(polygon: list[Point]) -> Iterable[Segment]:
    return zip(polygon, polygon[1:] + polygon[:1], strict=True)


MIDDLES = [(between(a, b, 0.2), between(a, b, 0.8)) for a, b in BARS]


def own_ends(island: Island) -> list[Point]:
    return [
        bar[ends.index(island)] for ends, bar in zip(LINES, BARS, strict=True) if island in ends
    ]


def capes(island: Island) -> list[Point]:
    """Points that carry the land out to the sides of its box, where no slot is in the way."""
    left, top, right, bottom = ISLAND_BOXES[island]
    top, bottom = top * ASPECT, bottom * ASPECT
    x, y = LIGHTS[island]
    in_by = 0.016
    wanted = [(px, py) for px in (x, (left + right) / 2) for py in (top + in_by, bottom - in_by)]
    wanted += [(px, py) for py in (y, (top + bottom) / 2) for px in (left + in_by, right - in_by)]

    def clear(p: Point) -> bool:
        way = [between((x, y), p, t / 12) for t in range(13)]
        others = [LIGHTS[other] for other in ISLANDS if other != island]
        others += [end for other in ISLANDS if other != island for end in own_ends(other)]
        return all(
            min(segment_distance(q, bar) for bar in MIDDLES) > 0.024
            and min(dist(q, other) for other in others) > 0.045
            for q in way
        )

    return [p for p in wanted if clear(p)]


def skeleton(island: Island) -> list[Point]:
    """A polygon around the light through the ends of the island's slots and its capes."""
    centre = LIGHTS[island]
    inner = [between(end, centre, 0.004 / dist(end, centre)) for end in own_ends(island)]
    corners = sorted(inner + capes(island), key=lambda p: atan2(p[1] - centre[1], p[0] - centre[0]))
    polygon: list[Point] = []
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        polygon.append(a)
        turn = atan2(b[1] - centre[1], b[0] - centre[0]) - atan2(a[1] - centre[1], a[0] - centre[0])
        if turn % (2 * pi) > 2.2:
            polygon.append(centre)
    return polygon


SKELETONS = [skeleton(island) for island in ISLANDS]


def land_distance(p: Point, island: Island) -> float:
    polygon = SKELETONS[island]
    if inside(p, polygon):
        return 0.0
    return min(segment_distance(p, edge) for edge in edges(polygon))


def swell(p: Point) -> float:
    """A slow wave over the board that makes coasts uneven, still near the slots."""
    x, y = p
    wave = sin(61 * x + 23 * y) + 0.8 * sin(-37 * x + 83 * y + 2) + 0.6 * cos(127 * x - 71 * y)
    calm = min(1.0, min(segment_distance(p, bar) for bar in BARS) / 0.03)
    return 0.0062 * wave * calm


def sea_level(p: Point, island: Island) -> float:
    """Below zero on the island's land."""
    own = land_distance(p, island) + swell(p)
    level = own - BEACH
    for other in ISLANDS:
        if other != island:
            level = max(level, (own - land_distance(p, other) - swell(p)) / 2 + STRAIT)
    return max(level, SLOT_WATER - min(segment_distance(p, bar) for bar in MIDDLES))


def coast(island: Island) -> list[Point]:
    """The contour of the land around the light, by marching squares."""
    polygon = SKELETONS[island]
    x0 = min(x for x, _ in polygon) - 0.04
    y0 = min(y for _, y in polygon) - 0.04
    columns = int((max(x for x, _ in polygon) + 0.04 - x0) / STEP) + 1
    rows = int((max(y for _, y in polygon) + 0.04 - y0) / STEP) + 1
    level = [
        [sea_level((x0 + c * STEP, y0 + r * STEP), island) for c in range(columns)]
        for r in range(rows)
    ]
    links: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
    places: dict[tuple[int, int, int], Point] = {}

    def crossing(r: int, c: int, down: int) -> tuple[int, int, int]:
        r2, c2 = (r + 1, c) if down else (r, c + 1)
        t = level[r][c] / (level[r][c] - level[r2][c2])
        places[r, c, down] = (x0 + (c + t * (c2 - c)) * STEP, y0 + (r + t * (r2 - r)) * STEP)
        return r, c, down

    for r in range(rows - 1):
        for c in range(columns - 1):
            nw, ne = level[r][c] < 0, level[r][c + 1] < 0
            sw, se = level[r + 1][c] < 0, level[r + 1][c + 1] < 0
            cut = []
            if nw != ne:
                cut.append(crossing(r, c, 0))
            if ne != se:
                cut.append(crossing(r, c + 1, 1))
            if sw != se:
                cut.append(crossing(r + 1, c, 0))
            if nw != sw:
                cut.append(crossing(r, c, 1))
            for a, b in zip(cut[::2], cut[1::2], strict=True):
                links.setdefault(a, []).append(b)
                links.setdefault(b, []).append(a)
    return smooth(longest_loop(links, places))


def longest_loop(
    links: dict[tuple[int, int, int], list[tuple[int, int, int]]],
    places: dict[tuple[int, int, int], Point],
) -> list[Point]:
    loops = []
    while links:
        start = next(iter(links))
        loop, at = [], start
        while at in links:
            loop.append(places[at])
            nexts = links.pop(at)
            at = next((n for n in nexts if n in links), start)
        loops.append(loop)
    return max(loops, key=len)


def smooth(loop: list[Point]) -> list[Point]:
    n, reach = len(loop), 4
    soft = [
        (
            sum(loop[(k + d) % n][0] for d in range(-reach, reach + 1)) / (2 * reach + 1),
            sum(loop[(k + d) % n][1] for d in range(-reach, reach + 1)) / (2 * reach + 1),
        )
        for k in range(n)
    ]
    kept = [soft[0]]
    for p in soft[1:]:
        if dist(p, kept[-1]) >= SPACING and dist(p, soft[0]) >= SPACING / 2:
            kept.append(p)
    return kept


def line_lights() -> list[Point]:
    """Beside the middle of each slot, on the side with more room."""
    found = []
    for n, (a, b) in enumerate(BARS):
        mid, long = between(a, b, 0.5), dist(a, b)
        aside = ((b[1] - a[1]) / long * LIGHT_ASIDE, -(b[0] - a[0]) / long * LIGHT_ASIDE)
        sides = [(mid[0] + s * aside[0], mid[1] + s * aside[1]) for s in (1, -1)]
        others = [bar for other, bar in enumerate(BARS) if other != n]
        found.append(
            max(
                sides,
                key=lambda p: min(
                    *(segment_distance(p, bar) for bar in others),
                    *(dist(p, light) for light in LIGHTS),
                ),
            )
        )
    return found


def name_place(island: Island, land: list[Point], line_lights: list[Point]) -> Point:
    """The middle of the island's name: on land, off slots and lights, near the island's light."""
    width, height = NAME_SIZE
    light = LIGHTS[island]
    grid = [(i / 4 - 0.5, j / 2 - 0.5) for i in range(5) for j in range(3)]
    best: tuple[float, Point] = (1e9, light)
    for kx in range(-40, 41):
        for ky in range(-32, 33):
            at = (light[0] + kx * 0.003, light[1] + ky * 0.003)
            cost = dist(at, light)
            for gx, gy in grid:
                p = (at[0] + gx * width, at[1] + gy * height)
                cost += 0.0 if inside(p, land) else 0.02
                cost += 6 * max(0.0, 0.021 - dist(p, light))
                cost += 8 * max(0.0, 0.014 - min(segment_distance(p, bar) for bar in BARS))
                cost += 8 * max(0.0, 0.009 - min(dist(p, lamp) for lamp in line_lights))
                cost += 0.4 * max(0.0, 0.008 - min(segment_distance(p, e) for e in edges(land)))
            best = min(best, (cost, at))
    return best[1]


def literal(points: Iterable[Point], indent: str) -> str:
    """Points in thousandths of the board's width and height, wrapped to the line length."""
    rows, row = [], indent
    for x, y in points:
        piece = f"({round(x * 1000)}, {round(y / ASPECT * 1000)}),"
        if len(row) + 1 + len(piece) > 100:
            rows.append(row)
            row = indent
        row += (" " if row != indent else "") + piece
    return "\n".join([*rows, row])


HEAD = '''"""Our own coasts for the board's pictures. Data, from `tests/pictures/draw_coasts.py`.

All points are in thousandths of the board's width and height.
"""

from typing import Final

# fmt: off
COASTS: Final[tuple[tuple[tuple[int, int], ...], ...]] = ('''


def main() -> None:
    coasts = [coast(island) for island in ISLANDS]
    lamps = line_lights()
    print(HEAD)
    for island in ISLANDS:
        print(f"    (  # {island.name}\n{literal(coasts[island], '        ')}\n    ),")
    print(')\n"""The closed coast of each island."""\n')
    names = [name_place(island, coasts[island], lamps) for island in ISLANDS]
    print(f"NAMES_AT: Final[tuple[tuple[int, int], ...]] = (\n{literal(names, '    ')}\n)")
    print('"""The middle of the name of each island."""\n')
    print(f"LINE_LIGHTS: Final[tuple[tuple[int, int], ...]] = (\n{literal(lamps, '    ')}\n)")
    print('"""The light of each line, beside the middle of its slot."""\n# fmt: on')


if __name__ == "__main__":
    main()
