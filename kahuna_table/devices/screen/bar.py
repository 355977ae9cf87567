"""The eight buttons below the picture, for a screen that is touched."""

from itertools import pairwise
from typing import Final

import pygame

from kahuna_table.pictures import palette
from kahuna_table.pictures.boxes import columns, rows
from kahuna_table.pictures.fonts import text_width
from kahuna_table.pictures.ink import Ink
from kahuna_table.pictures.page import rounded
from kahuna_table.pictures.type_scale import LEAST_PX, Role, Type
from kahuna_table.pictures.words import Wording
from kahuna_table.table.inputs import Button, Buttons
from kahuna_table.table.lights import Colour

_LEAST_HEIGHT: Final = 40
_LEAST_WIDTH: Final = 36
_GAP: Final = 4
_WORD: Final = Type(Role.LABEL, 16)


def divided(size: tuple[int, int], finger: int = 0) -> tuple[pygame.Rect, tuple[pygame.Rect, ...]]:
    """The box of the picture and those of the buttons below it; a narrow screen has two rows. A
    button has at least the side of a `finger`, the half of the gaps beside it included."""
    width, height = size
    lines = 1 if width >= 8 * max(_LEAST_WIDTH, finger) and width >= height else 2
    share = height * (15 if lines == 1 else 9) // 100
    each = max(_LEAST_HEIGHT, min(finger, height // 5), share)
    top = height - lines * (each + _GAP)
    bar = pygame.Rect(_GAP, top, width - 2 * _GAP, lines * each + (lines - 1) * _GAP)
    boxes = [box for line in rows(bar, lines, _GAP) for box in columns(line, 8 // lines, _GAP)]
    return pygame.Rect(0, 0, width, top), tuple(boxes)


def button_at(boxes: tuple[pygame.Rect, ...], x: float, y: float) -> Button | None:
    """The button at a point; the gaps belong to the nearest one, the picture to none."""
    if y < min(box.top for box in boxes):
        return None
    return min(Button, key=lambda b: (boxes[b].centerx - x) ** 2 + (boxes[b].centery - y) ** 2)


def draw_bar(
    surface: pygame.Surface, boxes: tuple[pygame.Rect, ...], words: Wording, down: Buttons
) -> None:
    """A sign on every button and its word below, where all words have room."""
    ink = Ink(surface)
    names = [words.label(f"button-{button.name.lower()}") for button in Button]
    room = boxes[0].w - 6
    worded = boxes[0].h >= 52 and all(text_width(name, LEAST_PX) <= room for name in names)
    for button, box, name in zip(Button, boxes, names, strict=True):
        held = bool(down >> button & 1)
        colour = palette.GROUND if held else palette.TEXT
        rounded(surface, box, palette.NOTE if held else palette.PLATE, palette.RIDGE)
        sign = box.inflate(-8, -8)
        if worded:
            sign.h = sign.h * 58 // 100
            foot = pygame.Rect(box.x + 3, sign.bottom, room, box.bottom - 3 - sign.bottom)
            ink.write(name, foot, _WORD, colour=colour, align="centre", most_lines=1)
        _draw_sign(surface, button, sign, colour, palette.NOTE if held else palette.PLATE)


def _draw_sign(
    surface: pygame.Surface, button: Button, box: pygame.Rect, ink: Colour, ground: Colour
) -> None:
    """The sign of a button, drawn large and shrunk, so that it is smooth."""
    side = max(8, min(box.w, box.h))
    big = pygame.Surface((64 * 4, 64 * 4), 0, 32)
    big.fill(ground)
    _SIGNS[button](big, ink)
    small = pygame.transform.smoothscale(big, (side, side))
    surface.blit(small, small.get_rect(center=box.center))


_THICK: Final = 24


def _stroke(big: pygame.Surface, ink: Colour, *points: tuple[int, int]) -> None:
    for start, end in pairwise(points):
        pygame.draw.line(big, ink, start, end, _THICK)
    for point in points:
        pygame.draw.circle(big, ink, point, _THICK // 2)


def _menu(big: pygame.Surface, ink: Colour) -> None:
    for y in (68, 128, 188):
        _stroke(big, ink, (48, y), (208, y))


def _left(big: pygame.Surface, ink: Colour) -> None:
    pygame.draw.polygon(big, ink, [(56, 128), (184, 44), (184, 212)])


def _right(big: pygame.Surface, ink: Colour) -> None:
    pygame.draw.polygon(big, ink, [(200, 128), (72, 44), (72, 212)])


def _ok(big: pygame.Surface, ink: Colour) -> None:
    _stroke(big, ink, (48, 136), (104, 192), (208, 72))


def _back(big: pygame.Surface, ink: Colour) -> None:
    """An arrow that turns back."""
    _stroke(big, ink, (88, 84), (168, 84))
    pygame.draw.circle(big, ink, (160, 136), 64, _THICK, draw_top_right=True)
    pygame.draw.circle(big, ink, (160, 136), 64, _THICK, draw_bottom_right=True)
    _stroke(big, ink, (160, 188), (84, 188))
    pygame.draw.polygon(big, ink, [(32, 84), (104, 28), (104, 140)])


def _hand(big: pygame.Surface, ink: Colour) -> None:
    """Three cards, fanned."""
    ground = big.get_at((0, 0))
    for degrees, x in ((22, 74), (0, 128), (-22, 182)):
        card = pygame.Surface((96, 148), pygame.SRCALPHA, 32)
        pygame.draw.rect(card, ground, card.get_rect(), border_radius=16)
        pygame.draw.rect(card, ink, card.get_rect().inflate(-8, -8), 16, border_radius=14)
        fanned = pygame.transform.rotate(card, degrees)
        big.blit(fanned, fanned.get_rect(center=(x, 128 + abs(degrees))))


def _draw(big: pygame.Surface, ink: Colour) -> None:
    """A card and the arrow that takes it."""
    pygame.draw.rect(big, ink, pygame.Rect(36, 44, 104, 168), 18, border_radius=16)
    _stroke(big, ink, (104, 128), (180, 128))
    pygame.draw.polygon(big, ink, [(232, 128), (168, 80), (168, 176)])


def _help(big: pygame.Surface, ink: Colour) -> None:
    pygame.draw.circle(big, ink, (128, 84), 58, _THICK, draw_top_right=True)
    pygame.draw.circle(big, ink, (128, 84), 58, _THICK, draw_top_left=True)
    pygame.draw.circle(big, ink, (128, 84), 58, _THICK, draw_bottom_right=True)
    _stroke(big, ink, (82, 84), (82, 88))
    _stroke(big, ink, (128, 130), (128, 164))
    pygame.draw.circle(big, ink, (128, 212), 18)


_SIGNS: Final = {
    Button.MENU: _menu,
    Button.LEFT: _left,
    Button.RIGHT: _right,
    Button.OK: _ok,
    Button.BACK: _back,
    Button.HAND: _hand,
    Button.DRAW: _draw,
    Button.HELP: _help,
}
