"""Cards, face up and face down, alone, as a fan and as the deck."""

from functools import lru_cache
from typing import Final

import pygame

from kahuna_table.engine.board import Island
from kahuna_table.pictures import palette, signs
from kahuna_table.pictures.boxes import within
from kahuna_table.pictures.chart import coast_in
from kahuna_table.pictures.fonts import line_height, text_width
from kahuna_table.pictures.ink import Ink
from kahuna_table.pictures.type_scale import LEAST_PX, Type
from kahuna_table.table.lights import Colour

CARD_ASPECT: Final = 1.36
"""The height of a card for a width of 1."""

_NAME_SHARE: Final = 0.92
"""Of the width of a card."""

_LEAST_FAN: Final = 12
_LEAST_WIDTH: Final = 10
"""Of a card: a smaller one is nothing."""

_WIDEST_NAME: Final = "HUNA"


def draw_card(ink: Ink, box: pygame.Rect, island: Island, kind: Type) -> pygame.Rect:
    """A card face up, in the middle of the box: the coast large, the name below it; gives its
    place. The name is as large as the card holds, `kind` at most; none on the smallest cards."""
    place = within(box, CARD_ASPECT)
    if place.w < _LEAST_WIDTH:
        return place
    if _name_type(place, kind).px < LEAST_PX:
        ink.surface.blit(_face(island, place.w, place.h, 0), place)
        return place
    foot = _foot(place, kind)
    ink.surface.blit(_face(island, place.w, place.h, foot.h), place)
    ink.write(
        island.name, foot, _name_type(place, kind), colour=palette.CARD_INK, ground=palette.CARD,
        align="centre", most_lines=1,
    )  # fmt: skip
    return place


def card_height(kind: Type) -> int:
    """Of a card whose name has its size."""
    return int(text_width(_WIDEST_NAME, kind.px, bold=True) / _NAME_SHARE * CARD_ASPECT) + 1


def _name_type(place: pygame.Rect, kind: Type) -> Type:
    px = kind.px
    while px > 6 and text_width(_WIDEST_NAME, px, bold=True) > place.w * _NAME_SHARE:
        px -= 1
    return Type(kind.role, px, bold=True)


def _foot(place: pygame.Rect, kind: Type) -> pygame.Rect:
    height = min(place.h // 3, line_height(_name_type(place, kind).px, bold=True))
    edge = max(1, place.w // 30)
    return pygame.Rect(place.x, place.bottom - height - edge // 2, place.w, height)


def draw_back(surface: pygame.Surface, box: pygame.Rect) -> pygame.Rect:
    """A card face down, in the middle of the box; gives its place."""
    place = within(box, CARD_ASPECT)
    if place.w < _LEAST_WIDTH:
        return place
    surface.blit(_back(place.w, place.h), place)
    return place


def draw_fan(surface: pygame.Surface, box: pygame.Rect, count: int) -> None:
    """Cards face down side by side, overlapping as much as the box needs."""
    if count == 0 or min(box.size) < _LEAST_FAN:
        return
    height = min(box.h, int(box.w * CARD_ASPECT / 1.6))
    width = int(height / CARD_ASPECT)
    step = 0 if count == 1 else min(width * 2 // 3, (box.w - width) // (count - 1))
    x = box.centerx - (width + step * (count - 1)) // 2
    for n in range(count):
        draw_back(surface, pygame.Rect(x + n * step, box.centery - height // 2, width, height))


def draw_deck(ink: Ink, box: pygame.Rect, count: int, kind: Type) -> pygame.Rect:
    """A stack that sinks as it is drawn, its number on it; an empty place at last."""
    place = within(box, CARD_ASPECT)
    if place.w < _LEAST_WIDTH:
        return place
    if count == 0:
        pygame.draw.rect(ink.surface, palette.RIDGE, place, 2, border_radius=_corner(place.size))
        return place
    lift = max(2, place.w // 26)
    depth = min(3, 1 + count // 8)
    for n in range(depth):
        shift = (depth - 1 - n) * lift
        size = (place.w - (depth - 1) * lift, place.h - (depth - 1) * lift)
        ink.surface.blit(_back(*size), (place.x + shift, place.y + shift))
    plate = pygame.Rect(
        0, 0, min(place.w - 6, round(kind.px * 2.1)), line_height(kind.px, bold=True)
    )
    plate.center = place.center
    pygame.draw.rect(ink.surface, palette.CARD_BACK, plate, border_radius=plate.h // 4)
    ink.write(
        str(count), plate, Type(kind.role, kind.px, bold=True), ground=palette.CARD_BACK,
        align="centre", most_lines=1,
    )  # fmt: skip
    return place


def draw_frame(surface: pygame.Surface, place: pygame.Rect, colour: Colour) -> None:
    """A frame round a card, for the one that is pointed at."""
    thick = max(3, min(place.w, int(place.h / CARD_ASPECT)) // 22)
    frame = place.inflate(2 * thick + 2, 2 * thick + 2)
    corner = _corner(place.size) + thick
    pygame.draw.rect(surface, colour, frame, thick, border_radius=corner)


def draw_tick(surface: pygame.Surface, place: pygame.Rect, colour: Colour) -> None:
    """A tick in a disc at the upper right corner of a card."""
    r = max(9, place.w // 6)
    centre = (place.right - r * 0.7, place.y + r * 0.7)
    signs.placed(surface, signs.disc(r, palette.CHOSEN), centre)
    signs.placed(surface, signs.disc(r - 2, colour), centre)
    signs.placed(surface, signs.tick(r * 6 // 10, max(2, r // 4), palette.CHOSEN), centre)


@lru_cache(maxsize=64)
def _face(island: Island, width: int, height: int, foot: int) -> pygame.Surface:
    """The card without its name."""
    face = _rounded((width, height), palette.CARD, None)
    edge = max(2, width // 18)
    sea = pygame.Rect(edge, edge, width - 2 * edge, height - edge - foot - edge // 2)
    if sea.h < 8:
        return face
    water = _rounded(sea.size, palette.CARD_SEA, None)
    face.blit(water, sea)
    coast_in(face, sea.inflate(-edge, -edge), island, palette.CARD_LAND, palette.CARD_SHORE)
    return face


@lru_cache(maxsize=16)
def _back(width: int, height: int) -> pygame.Surface:
    """Waves on the sea's colour."""
    back = _rounded((width, height), palette.CARD_BACK, palette.CARD_BACK_EDGE)
    large = signs.smooth((width, height))
    w, h = large.get_size()
    thick = max(1, width // 40)
    for n in range(1, 6):
        y = h * n / 6
        wave = [(w * (0.2 + 0.06 * k), y + (h * 0.018 if k % 2 else -h * 0.018)) for k in range(11)]
        signs.stroke(large, palette.CARD_BACK_EDGE, wave, thick)
    waves = signs.shrunk(large)
    waves.set_alpha(120)
    back.blit(waves, (0, 0))
    return back


def _rounded(size: tuple[int, int], colour: Colour, edge: Colour | None) -> pygame.Surface:
    large = signs.smooth(size)
    corner = _corner(large.get_size())
    pygame.draw.rect(large, colour, large.get_rect(), border_radius=corner)
    if edge is not None:
        thick = max(3, large.get_width() // 30)
        pygame.draw.rect(large, edge, large.get_rect(), thick, border_radius=corner)
    return signs.shrunk(large)


def _corner(size: tuple[int, int]) -> int:
    return max(2, min(size) // 10)
