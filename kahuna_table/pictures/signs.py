"""Small signs, drawn large and shrunk so that they are smooth: rings, crosses, ticks, sticks."""

import itertools
from functools import lru_cache
from math import atan2, cos, degrees, hypot, sin, tau
from typing import Final

import pygame

from kahuna_table.engine.player import Player
from kahuna_table.pictures.palette import STICK, STICK_EDGE
from kahuna_table.table.lights import Colour

SMOOTH: Final = 3

Point = tuple[float, float]


def smooth(size: tuple[int, int]) -> pygame.Surface:
    """A clear ground three times as large as what is wanted; `shrunk` ends it."""
    return pygame.Surface((size[0] * SMOOTH, size[1] * SMOOTH), pygame.SRCALPHA, 32)


def shrunk(large: pygame.Surface) -> pygame.Surface:
    size = large.get_width() // SMOOTH, large.get_height() // SMOOTH
    return pygame.transform.smoothscale(large, size)


def placed(surface: pygame.Surface, sign: pygame.Surface, centre: Point) -> None:
    """The sign with its middle there."""
    x, y = round(centre[0] - sign.get_width() / 2), round(centre[1] - sign.get_height() / 2)
    surface.blit(sign, (x, y))


@lru_cache(maxsize=64)
def ring(radius: int, thick: int, colour: Colour) -> pygame.Surface:
    large = smooth((2 * radius + 2, 2 * radius + 2))
    middle = large.get_rect().center
    pygame.draw.circle(large, colour, middle, radius * SMOOTH, thick * SMOOTH)
    return shrunk(large)


@lru_cache(maxsize=64)
def disc(radius: int, colour: Colour) -> pygame.Surface:
    return ring(radius, radius, colour)


@lru_cache(maxsize=64)
def cross(radius: int, thick: int, colour: Colour) -> pygame.Surface:
    large = smooth((2 * radius + 2, 2 * radius + 2))
    middle, r = large.get_rect().centerx, radius * SMOOTH * 0.8
    for a, b in (((-r, -r), (r, r)), ((-r, r), (r, -r))):
        stroke(
            large, colour, [(middle + a[0], middle + a[1]), (middle + b[0], middle + b[1])], thick
        )
    return shrunk(large)


@lru_cache(maxsize=64)
def tick(radius: int, thick: int, colour: Colour) -> pygame.Surface:
    large = smooth((2 * radius + 2, 2 * radius + 2))
    middle, r = large.get_rect().centerx, radius * SMOOTH
    points = [(-0.75, 0.05), (-0.2, 0.6), (0.8, -0.6)]
    stroke(large, colour, [(middle + x * r, middle + y * r) for x, y in points], thick)
    return shrunk(large)


@lru_cache(maxsize=8)
def warning(side: int, colour: Colour, ink: Colour) -> pygame.Surface:
    """A triangle with an exclamation mark."""
    large = smooth((side, side))
    w = side * SMOOTH
    pygame.draw.polygon(
        large, colour, [(w * 0.5, w * 0.06), (w * 0.98, w * 0.92), (w * 0.02, w * 0.92)]
    )
    stroke(large, ink, [(w * 0.5, w * 0.36), (w * 0.5, w * 0.62)], max(1, side // 10))
    pygame.draw.circle(large, ink, (w * 0.5, w * 0.78), w * 0.06)
    return shrunk(large)


def stroke(large: pygame.Surface, colour: Colour, points: list[Point], thick: int) -> None:
    """A line of even breadth with round ends, on a ground of `smooth`."""
    half = thick * SMOOTH / 2
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        long = hypot(bx - ax, by - ay) or 1.0
        nx, ny = (by - ay) / long * half, -(bx - ax) / long * half
        corners = [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)]
        pygame.draw.polygon(large, colour, corners)
    for point in points:
        pygame.draw.circle(large, colour, point, half)


@lru_cache(maxsize=128)
def stick(length: int, breadth: int, turn: int, player: Player) -> pygame.Surface:
    """A bridge, turned by so many degrees counter-clockwise."""
    large = smooth((length, breadth))
    box = large.get_rect()
    edge = max(2, box.h // 6)
    pygame.draw.rect(large, STICK_EDGE[player], box, border_radius=box.h // 3)
    inner = box.inflate(-2 * edge, -2 * edge)
    pygame.draw.rect(large, STICK[player], inner, border_radius=box.h // 4)
    turned = pygame.transform.rotate(large, turn)
    return pygame.transform.smoothscale(
        turned, (max(1, turned.get_width() // SMOOTH), max(1, turned.get_height() // SMOOTH))
    )


def direction(a: Point, b: Point) -> int:
    """The angle from a to b as `stick` takes it, with y downwards."""
    return round(-degrees(atan2(b[1] - a[1], b[0] - a[0])))


def around(centre: Point, radius: float, share: float) -> Point:
    """A point on a circle, from the top clockwise; `share` of the whole way."""
    angle = share * tau
    return centre[0] + radius * sin(angle), centre[1] - radius * cos(angle)
