"""Parts of the display: sizes of its two layouts, cards, small maps, sticks, frames."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from kahuna_table.engine.board import ASPECT, ISLANDS, SLOTS, Island, Line
from kahuna_table.engine.player import Player
from kahuna_table.pictures import palette
from kahuna_table.pictures.board_picture import coast_points
from kahuna_table.pictures.ink import Ink
from kahuna_table.table.lights import Colour

_SMOOTH: Final = 3


@dataclass(frozen=True, slots=True)
class Sizes:
    """The measures of a layout, in pixels."""

    large: bool
    """The layout of 800x480; else that of 320x240."""
    gap: int
    header: int
    strip: int
    """The height of the face-up cards at the foot."""
    huge: int
    big: int
    text: int
    small: int
    line: int
    """The thickness of a frame."""


def sizes_for(size: tuple[int, int]) -> Sizes:
    """Two layouts, each stretched to the display: small letters need a layout of their own."""
    width, height = size
    if width >= 600 and height >= 400:
        u = min(width / 800, height / 480)
        return Sizes(
            large=True, gap=round(12 * u), header=round(100 * u), strip=round(136 * u),
            huge=round(40 * u), big=round(30 * u), text=round(22 * u), small=round(18 * u),
            line=max(2, round(3 * u)),
        )  # fmt: skip
    u = max(1.0, min(width / 320, height / 240))
    return Sizes(
        large=False, gap=round(4 * u), header=round(44 * u), strip=round(56 * u),
        huge=round(22 * u), big=round(19 * u), text=round(15 * u), small=round(14 * u),
        line=max(2, round(2 * u)),
    )  # fmt: skip


def island_map(
    width: int,
    islands: tuple[Island, ...] = (),
    line: Line | None = None,
    *,
    dark: bool = False,
) -> pygame.Surface:
    """The board in small, these islands and the line marked; `width` by `width * ASPECT`."""
    return _island_map(max(8, width), islands, line, dark)


@lru_cache(maxsize=128)
def _island_map(
    width: int, islands: tuple[Island, ...], line: Line | None, dark: bool
) -> pygame.Surface:
    height = max(6, round(width * ASPECT))
    big = width * _SMOOTH
    picture = pygame.Surface((big, height * _SMOOTH), 0, 32)
    sea, land, mark = (
        (palette.MAP_SEA_DARK, palette.MAP_LAND_DARK, palette.MAP_MARK_DARK)
        if dark
        else (palette.MAP_SEA, palette.MAP_LAND, palette.MAP_MARK)
    )
    picture.fill(sea)
    for island in ISLANDS:
        coast = coast_points(island, big)
        pygame.draw.polygon(picture, mark if island in islands else land, coast)
        if island in islands:  # small islands must be found too
            pygame.draw.polygon(picture, mark, coast, _SMOOTH * 2)
    if line is not None:
        a, b = ((x * big, y * big * ASPECT) for x, y in SLOTS[line])
        pygame.draw.line(picture, mark, a, b, max(4, big // 30))
        for end in (a, b):
            pygame.draw.circle(picture, mark, end, max(3, big // 45))
    return pygame.transform.smoothscale(picture, (width, height))


def draw_map(
    ink: Ink,
    box: pygame.Rect,
    islands: tuple[Island, ...] = (),
    line: Line | None = None,
    *,
    dark: bool = False,
) -> None:
    """The map as large as the box allows, in its middle."""
    width = min(box.w, int(box.h / ASPECT) - 1)
    if width >= 12:
        picture = island_map(width, islands, line, dark=dark)
        ink.surface.blit(picture, picture.get_rect(center=box.center))


def draw_card(ink: Ink, box: pygame.Rect, island: Island, sizes: Sizes) -> None:
    """A card face up: the name, and where the island lies."""
    rounded(ink, box, palette.CARD)
    inner = box.inflate(-max(4, box.w // 12), -max(4, box.h // 20))
    name = pygame.Rect(inner.x, inner.y, inner.w, min(inner.h, max(18, inner.h * 3 // 10)))
    px = sizes.big if sizes.large else sizes.text
    ink.write(island.name, name, px, colour=palette.CARD_INK, bold=True, align="centre")
    draw_map(ink, pygame.Rect(inner.x, name.bottom, inner.w, inner.bottom - name.bottom), (island,))


def draw_back(ink: Ink, box: pygame.Rect) -> None:
    """A card face down."""
    rounded(ink, box, palette.CARD_BACK)
    edge = max(1, box.w // 16)
    pygame.draw.rect(ink.surface, palette.CARD_BACK_EDGE, box, edge, border_radius=corner_of(box))
    for share in (0.62, 0.28):
        points = [
            (box.centerx, box.centery - box.h * share / 2),
            (box.centerx + box.w * share / 2, box.centery),
            (box.centerx, box.centery + box.h * share / 2),
            (box.centerx - box.w * share / 2, box.centery),
        ]
        pygame.draw.polygon(ink.surface, palette.CARD_BACK_EDGE, points, edge)


def draw_stick(ink: Ink, box: pygame.Rect, player: Player) -> None:
    """A bridge of the player's colour, lying."""
    edge = max(1, min(box.h // 6, 3))
    pygame.draw.rect(ink.surface, palette.STICK_EDGE[player], box, border_radius=box.h // 3)
    inner = box.inflate(-2 * edge, -2 * edge)
    pygame.draw.rect(ink.surface, palette.STICK[player], inner, border_radius=box.h // 4)


def draw_island_sign(ink: Ink, box: pygame.Rect, player: Player) -> None:
    """A small island with the player's light on it."""
    land = box.inflate(-box.w // 8, -box.h // 4)
    pygame.draw.ellipse(ink.surface, palette.MAP_LAND, land)
    pygame.draw.circle(ink.surface, palette.GROUND, box.center, box.h // 4 + 1)
    pygame.draw.circle(ink.surface, palette.LIGHT[player], box.center, box.h // 4)


def rounded(ink: Ink, box: pygame.Rect, colour: Colour, edge: Colour | None = None) -> None:
    pygame.draw.rect(ink.surface, colour, box, border_radius=corner_of(box))
    if edge is not None:
        breadth = max(1, min(box.w, box.h) // 40)
        pygame.draw.rect(ink.surface, edge, box, breadth, border_radius=corner_of(box))


def corner_of(box: pygame.Rect) -> int:
    return max(2, min(box.w, box.h, 120) // 10)


def rows(box: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """The box cut into equal rows, the gaps between them left out."""
    height = (box.h - gap * (count - 1)) // count
    return [pygame.Rect(box.x, box.y + n * (height + gap), box.w, height) for n in range(count)]


def columns(box: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """The box cut into equal columns."""
    width = (box.w - gap * (count - 1)) // count
    return [pygame.Rect(box.x + n * (width + gap), box.y, width, box.h) for n in range(count)]


def top_of(box: pygame.Rect, height: int) -> pygame.Rect:
    """The upper part of the box, no more than there is."""
    return pygame.Rect(box.x, box.y, box.w, max(0, min(height, box.h)))


def below(box: pygame.Rect, taken: int) -> pygame.Rect:
    """What the upper `taken` pixels leave of the box."""
    taken = min(taken, box.h)
    return pygame.Rect(box.x, box.y + taken, box.w, box.h - taken)
