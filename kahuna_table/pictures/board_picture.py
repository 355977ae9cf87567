"""The wooden board seen from above: coasts, slots, sticks and lights. Pictures only, no events.

Drawn at twice the size and scaled down, since pygame's polygons have hard edges. What does not
change is kept for the last sizes; a frame costs only the sticks and the glows.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import atan2, cos, degrees, dist, hypot, pi, sin
from random import Random
from typing import Final

import pygame

from kahuna_table.engine.board import ASPECT, ISLAND_LIGHTS, ISLANDS, LINES, SLOTS, Line, Point
from kahuna_table.engine.player import Player
from kahuna_table.pictures.coasts import COASTS, LINE_LIGHTS, NAMES_AT
from kahuna_table.pictures.fonts import line_height, text_picture, text_width
from kahuna_table.pictures.palette import STICK, STICK_EDGE
from kahuna_table.table.lights import Colour, Frame

STICK_LENGTH: Final = 0.074  # of the board's width: a slot, and its ends on land
STICK_BREADTH: Final = 0.017
REACH: Final = 0.026
"""How far from a slot a click still means it, of the board's width: half the way between the
closest slot middles (31 mm of 600)."""

_SMOOTH: Final = 2
_LENS: Final = 0.0105
_LAMP: Final = 0.0048
_ISLAND_REACH: Final = 0.062
_LINE_REACH: Final = 0.024
"""How far a light shines."""
_WOOD_SEED: Final = 12
_SEA: Final[Colour] = (133, 88, 52)
_SEA_GRAIN: Final[Colour] = (100, 62, 35)
_FRAME: Final[Colour] = (74, 45, 27)
_LAND: Final[Colour] = (226, 191, 138)
_LAND_GRAIN: Final[Colour] = (196, 155, 103)
_SHORE: Final[Colour] = (94, 58, 31)
_BURNT: Final[Colour] = (66, 38, 20)
_RECESS: Final[Colour] = (38, 24, 15)
_DARK_LENS: Final[Colour] = (62, 60, 60)

Size = tuple[int, int]


def draw_board(size: Size, sticks: Mapping[Line, Player], frame: Frame) -> pygame.Surface:
    """The board in a box of `size`, its own shape kept and centred in it."""
    width, height = board_size(size)
    picture = _bare_board((width, height)).copy()
    for line in sorted(sticks):
        stick = _stick(width, line, sticks[line])
        x, y = _pixels(_middle(line), width)
        picture.blit(stick, (x - stick.get_width() // 2, y - stick.get_height() // 2))
    islands, lines = frame[: len(ISLANDS)], frame[len(ISLANDS) :]
    for (px, py), colour in zip(LINE_LIGHTS, lines, strict=True):
        _shine(picture, (px / 1000, py / 1000), colour, _LAMP, _LINE_REACH)
    for place, colour in zip(ISLAND_LIGHTS, islands, strict=True):
        _shine(picture, place, colour, _LENS, _ISLAND_REACH)
    if (width, height) == tuple(size):
        return picture
    whole = pygame.Surface(size, 0, 32)
    whole.blit(picture, ((size[0] - width) // 2, (size[1] - height) // 2))
    return whole


def light_boxes(size: Size) -> tuple[pygame.Rect, ...]:
    """Where each of the 39 lights shines in the picture `draw_board(size, ...)`."""
    width, height = board_size(size)
    left, top = (size[0] - width) // 2, (size[1] - height) // 2
    islands = ((place, _ISLAND_REACH) for place in ISLAND_LIGHTS)
    lines = (((px / 1000, py / 1000), _LINE_REACH) for px, py in LINE_LIGHTS)
    boxes = []
    for place, reach in (*islands, *lines):
        (x, y), far = _pixels(place, width), _far(reach, width)
        boxes.append(pygame.Rect(left + x - far, top + y - far, 2 * far, 2 * far))
    return tuple(boxes)


def board_size(size: Size) -> Size:
    """The largest board in a box of this size."""
    width = max(16, min(size[0], round(size[1] / ASPECT)))
    return width, round(width * ASPECT)


def slot_at(size: Size, point: Size) -> Line | None:
    """The slot under a point of the picture `draw_board(size, ...)`, the nearest within reach."""
    width, height = board_size(size)
    x = (point[0] - (size[0] - width) // 2) / width
    y = (point[1] - (size[1] - height) // 2) / width
    reach, line = min((_slot_distance((x, y), Line(n)), n) for n in range(len(LINES)))
    return Line(line) if reach <= REACH else None


def slot_middle(size: Size, line: Line) -> Size:
    """The middle of a slot in the picture `draw_board(size, ...)`."""
    width, height = board_size(size)
    x, y = _pixels(_middle(line), width)
    return x + (size[0] - width) // 2, y + (size[1] - height) // 2


def coast_points(island: int, width: float) -> list[Point]:
    """The coast of an island on a board `width` pixels wide, rounded between its points."""
    corners = [(x / 1000 * width, y / 1000 * width * ASPECT) for x, y in COASTS[island]]
    rounded = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        rounded += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by)]
        rounded += [(0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
    return rounded


def _middle(line: Line) -> Point:
    (ax, ay), (bx, by) = SLOTS[line]
    return (ax + bx) / 2, (ay + by) / 2


def _pixels(point: Point, width: int) -> Size:
    return round(point[0] * width), round(point[1] * width * ASPECT)


def _slot_distance(point: Point, line: Line) -> float:
    """To the slot as a segment; all in board widths."""
    (ax, ay), (bx, by) = ((x, y * ASPECT) for x, y in SLOTS[line])
    dx, dy = bx - ax, by - ay
    t = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)
    t = min(1.0, max(0.0, t))
    return hypot(point[0] - ax - t * dx, point[1] - ay - t * dy)


def _turn(line: Line) -> float:
    """The angle of a slot in degrees, counter-clockwise as pygame turns pictures."""
    (ax, ay), (bx, by) = SLOTS[line]
    return -degrees(atan2((by - ay) * ASPECT, bx - ax))


def _mixed(a: Colour, b: Colour, t: float) -> Colour:
    red, green, blue = (round(p + (q - p) * t) for p, q in zip(a, b, strict=True))
    return red, green, blue


@lru_cache(maxsize=4)
def _bare_board(size: Size) -> pygame.Surface:
    """Wood, coasts, names, empty slots and dark lights."""
    width, height = size[0] * _SMOOTH, size[1] * _SMOOTH
    board = _wood((width, height), _SEA, _SEA_GRAIN, 0)
    _islands(board, width)
    for n in range(len(LINES)):
        _recess(board, width, Line(n))
    for px, py in LINE_LIGHTS:
        _lens(board, (px / 1000, py / 1000), _LAMP, width)
    for place in ISLAND_LIGHTS:
        _lens(board, place, _LENS, width)
    edge = max(2, width // 110)
    pygame.draw.rect(board, _FRAME, board.get_rect(), edge)
    pygame.draw.rect(board, _mixed(_FRAME, _SEA, 0.5), board.get_rect(), max(1, edge // 4))
    small = pygame.transform.smoothscale(board, size)
    for island in ISLANDS:
        _name(small, island, size[0])
    return small


def _wood(size: Size, ground: Colour, grain: Colour, seed: int) -> pygame.Surface:
    """Planks with a slowly waving grain; the same for the same size and seed."""
    chance = Random(_WOOD_SEED + seed)
    wood = pygame.Surface(size, 0, 32)
    wood.fill(ground)
    width, height = size
    step = max(8, width // 60)
    for _ in range(150):
        y, swing, phase = (
            chance.random() * height,
            chance.random() * height / 60,
            chance.random() * 7,
        )
        slope, shade = (chance.random() - 0.5) * height / 14, chance.random() ** 2 * 0.75
        points = [
            (x, y + swing * sin(phase + 5 * x / width) + slope * x / width)
            for x in range(0, width + step, step)
        ]
        breadth = 1 + int(chance.random() ** 3 * height / 90)
        pygame.draw.lines(
            wood, _mixed(ground, grain, shade), closed=False, points=points, width=breadth
        )
    return wood


def _islands(board: pygame.Surface, width: int) -> None:
    """Inlays of light wood with a burnt shore and a soft shadow."""
    land = pygame.Surface(board.get_size(), pygame.SRCALPHA, 32)
    land.blit(_wood(board.get_size(), _LAND, _LAND_GRAIN, 1), (0, 0))
    mask = pygame.Surface(board.get_size(), pygame.SRCALPHA, 32)
    lift = width / 400
    for island in ISLANDS:
        coast = coast_points(island, width)
        for k, shade in ((3, 0.25), (2, 0.45), (1, 0.65)):
            shadow = [(x + lift * k * 0.6, y + lift * k * 0.8) for x, y in coast]
            pygame.draw.polygon(board, _mixed(_SEA, _RECESS, shade), shadow)
        pygame.draw.polygon(mask, (255, 255, 255, 255), coast)
    land.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    board.blit(land, (0, 0))
    for island in ISLANDS:
        coast = coast_points(island, width)
        pygame.draw.polygon(board, _SHORE, coast, max(2, width // 420))
        inner = _shrunk(coast, width / 190)
        seam = _mixed(_LAND, _SHORE, 0.3)
        pygame.draw.lines(board, seam, closed=True, points=inner, width=max(1, width // 900))


def _shrunk(coast: list[Point], by: float) -> list[Point]:
    """The coast moved inland along its normals."""
    shrunk = []
    for before, at, after in zip(
        coast[-2:] + coast[:-2], coast, coast[2:] + coast[:2], strict=True
    ):
        dx, dy = after[0] - before[0], after[1] - before[1]
        long = hypot(dx, dy) or 1.0
        shrunk.append((at[0] - dy / long * by, at[1] + dx / long * by))
    inland = _area(shrunk) < _area(coast)
    return shrunk if inland else _shrunk(coast[::-1], by)


def _area(polygon: list[Point]) -> float:
    pairs = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def _recess(board: pygame.Surface, width: int, line: Line) -> None:
    """An empty slot: a shallow groove, not to be taken for a stick, with the magnet's seat."""
    a, b = (_pixels(end, width) for end in SLOTS[line])
    half = STICK_BREADTH * width / 2
    shift = width / 800
    groove = _mixed(_SEA, _RECESS, 0.3)
    for colour, reach, dy in (
        (_mixed(_SEA, _LAND, 0.7), half, shift),
        (_mixed(_RECESS, _SEA, 0.2), half, -shift / 2),
        (groove, half - width / 420, shift / 2),
    ):
        _capsule(board, colour, (a[0], a[1] + dy), (b[0], b[1] + dy), reach)
    middle = _pixels(_middle(line), width)
    pygame.draw.circle(board, _mixed(_SEA, _LAND, 0.4), middle, width / 240)
    pygame.draw.circle(board, _mixed(groove, _RECESS, 0.6), middle, width / 300)


def _capsule(board: pygame.Surface, colour: Colour, a: Point, b: Point, half: float) -> None:
    long = dist(a, b)
    nx, ny = (b[1] - a[1]) / long * half, -(b[0] - a[0]) / long * half
    near = [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny)]
    far = [(b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]
    pygame.draw.polygon(board, colour, near + far)
    pygame.draw.circle(board, colour, a, half)
    pygame.draw.circle(board, colour, b, half)


def _lens(board: pygame.Surface, place: Point, radius: float, width: int) -> None:
    x, y = _pixels(place, width)
    r = radius * width
    pygame.draw.circle(board, _SHORE, (x, y), r * 1.35)
    pygame.draw.circle(board, (24, 23, 24), (x, y), r * 1.15)
    pygame.draw.circle(board, _DARK_LENS, (x, y), r)
    pygame.draw.circle(board, (112, 110, 110), (x - r * 0.3, y - r * 0.35), r * 0.28)


def _name(board: pygame.Surface, island: int, width: int) -> None:
    """The name burnt into the wood, as large as its place allows; small islands let it overhang,
    so a light rim keeps it readable over the sea."""
    name = ISLANDS[island].name
    px = max(6, width // 48)
    while px > 6 and text_width(name, px, bold=True) > 0.062 * width:
        px -= 1
    x, y = _pixels((NAMES_AT[island][0] / 1000, NAMES_AT[island][1] / 1000), width)
    corner = (x - text_width(name, px, bold=True) // 2, y - line_height(px, bold=True) // 2)
    halo = text_picture(name, px, _LAND, bold=True)
    around = max(1, width // 500)
    for dx, dy in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
        board.blit(halo, (corner[0] + dx * around, corner[1] + dy * around))
    board.blit(text_picture(name, px, _BURNT, bold=True), corner)


@lru_cache(maxsize=256)
def _stick(width: int, line: Line, player: Player) -> pygame.Surface:
    """An arched bridge from above: rails, planks, lighter where it stands highest, its shadow."""
    scale = _SMOOTH * width
    long, broad = round(STICK_LENGTH * scale), round(STICK_BREADTH * scale)
    room = round(broad * 1.4)
    flat = pygame.Surface((long + 2 * room, broad + 2 * room), pygame.SRCALPHA, 32)
    bar = pygame.Rect(room, room, long, broad)
    corner = broad // 3
    body, edge = STICK[player], STICK_EDGE[player]
    pygame.draw.rect(flat, edge, bar, border_radius=corner)
    rim = max(2, broad // 9)
    inner = bar.inflate(-2 * rim, -2 * rim)
    pygame.draw.rect(flat, body, inner, border_radius=corner)
    high = _mixed(body, (255, 255, 255), 0.24 if player is Player.BLACK else 0.9)
    low = _mixed(body, (0, 0, 0), 0.4 if player is Player.BLACK else 0.22)
    for x in range(inner.left + corner // 2, inner.right - corner // 2):
        arch = cos(pi * (x - bar.centerx) / long)  # 1 at the crown, 0 at the feet
        pygame.draw.line(flat, _mixed(low, high, arch), (x, inner.top), (x, inner.bottom - 1))
    plank = max(3, long // 13)
    for x in range(bar.centerx % plank + inner.left, inner.right - corner // 2, plank):
        seam = _mixed(low, edge, 0.45)
        pygame.draw.line(flat, seam, (x, inner.top), (x, inner.bottom - 1), max(1, rim // 2))
    return _shadowed(flat, line)


def _shadowed(flat: pygame.Surface, line: Line) -> pygame.Surface:
    """The stick turned into its slot, over a shadow that always falls to the lower right."""
    turned = pygame.transform.rotozoom(flat, _turn(line), 1 / _SMOOTH)
    shade = turned.copy()
    shade.fill((0, 0, 0, 110), special_flags=pygame.BLEND_RGBA_MULT)
    whole = pygame.Surface(turned.get_size(), pygame.SRCALPHA, 32)
    drop = max(1, flat.get_height() // 18)
    whole.blit(shade, (drop, drop + 1))
    whole.blit(turned, (0, 0))
    return whole


def _shine(
    picture: pygame.Surface, place: Point, colour: Colour, radius: float, reach: float
) -> None:
    """A lit lens and its glow on the wood; nothing for a light that is off."""
    brightest = max(colour)
    if not brightest:
        return
    # A dimmed light is a weaker glow of the same colour, never a dark spot.
    hue = (_full(colour[0], brightest), _full(colour[1], brightest), _full(colour[2], brightest))
    level = 0.3 + 0.7 * brightest / 255
    width = picture.get_width()
    x, y = _pixels(place, width)
    far = _far(reach, width)
    # Laid over, not added: blue light added to pale wood would look white.
    glow = _tinted_glow(far, hue, round(255 * level))
    picture.blit(glow, (x - far, y - far))
    lens = _lit_lens(max(2, round(radius * width)), _mixed((0, 0, 0), hue, 0.3 + 0.7 * level))
    picture.blit(lens, (x - lens.get_width() // 2, y - lens.get_height() // 2))


def _far(reach: float, width: int) -> int:
    return max(3, round(reach * width))


def _full(part: int, brightest: int) -> int:
    return round(part * 255 / brightest)


@lru_cache(maxsize=128)
def _tinted_glow(far: int, hue: Colour, strength: int) -> pygame.Surface:
    glow = _glow(far).copy()
    glow.fill((*hue, strength), special_flags=pygame.BLEND_RGBA_MULT)
    return glow


@lru_cache(maxsize=4)
def _glow(far: int) -> pygame.Surface:
    """White light fading from the middle to nothing at `far` pixels."""
    glow = pygame.Surface((2 * far, 2 * far), pygame.SRCALPHA, 32)
    for r in range(far, 0, -1):
        level = round(235 * (1 - r / far) ** 1.6)
        pygame.draw.circle(glow, (255, 255, 255, level), (far, far), r)
    return glow


@lru_cache(maxsize=512)
def _lit_lens(radius: int, colour: Colour) -> pygame.Surface:
    side = 2 * radius + 3
    big = pygame.Surface((side * 4, side * 4), pygame.SRCALPHA, 32)
    level = max(colour) / 255
    core = _mixed(colour, (255, 255, 255), 0.55 * level)
    for colour_of, share in ((_mixed((0, 0, 0), colour, 0.8), 1.0), (colour, 0.85), (core, 0.5)):
        pygame.draw.circle(big, (*colour_of, 255), (side * 2, side * 2), radius * 4 * share)
    return pygame.transform.smoothscale(big, (side, side))
