"""The small display: from a `Screen` to pixels. What to show is decided in table.views.

`draw_panel` needs no display: it draws on a plain surface. The scenes are in `turn`, `starting`,
`choosing`, `ending` and `resting`; what they share is in `page`.
"""

from collections.abc import Callable
from typing import Final

import pygame

from kahuna_table.pictures.choosing import draw_draw, draw_hand, draw_options
from kahuna_table.pictures.ending import draw_over, draw_scoring
from kahuna_table.pictures.ink import Ink
from kahuna_table.pictures.page import Page, draw_edge, ground
from kahuna_table.pictures.resting import draw_help, draw_idle
from kahuna_table.pictures.starting import draw_start
from kahuna_table.pictures.turn import draw_on_map, draw_turn
from kahuna_table.pictures.type_scale import USUAL, Viewing, type_scale
from kahuna_table.pictures.words import Wording
from kahuna_table.table.screen import Backlight, Kind, Screen

DIMMED: Final = (77, 77, 77)
"""What is left of each colour, of 255."""


def draw_panel(
    size: tuple[int, int], screen: Screen, words: Wording, viewing: Viewing = USUAL
) -> pygame.Surface:
    """The whole display, landscape or portrait."""
    return lit(paint_panel(size, screen, words, viewing).surface, screen.backlight)


def lit(picture: pygame.Surface, backlight: Backlight) -> pygame.Surface:
    """The picture as bright as the display is; one that is bright is the same picture."""
    if backlight is Backlight.BRIGHT:
        return picture
    weaker = picture.copy()
    shade = DIMMED if backlight is Backlight.DIM else (0, 0, 0)
    weaker.fill(shade, special_flags=pygame.BLEND_RGB_MULT)
    return weaker


def paint_panel(
    size: tuple[int, int], screen: Screen, words: Wording, viewing: Viewing = USUAL
) -> Ink:
    """The same while it is bright, with the record of every text and of what can be touched."""
    ink = Ink(pygame.Surface(size, 0, 32))
    ink.surface.blit(ground(size), (0, 0))
    words = words.speaking(screen.language)
    if screen.score is not None:
        words = words.naming(screen.score.names)
    mover = screen.score.to_move if screen.score is not None else None
    edge = draw_edge(ink.surface, mover)
    gap = max(4, min(size) // 40)
    box = ink.surface.get_rect().inflate(-2 * (edge + gap), -2 * gap)
    page = Page(ink, box, screen, words, type_scale(size, viewing), gap)
    _SCENES[screen.kind](page)
    return ink


def _draw_removal(page: Page) -> None:
    """The lifted bridge on the map; the pairs that pay for it once somebody asks."""
    (draw_options if page.screen.options else draw_on_map)(page)


_SCENES: Final[dict[Kind, Callable[[Page], None]]] = {
    Kind.IDLE: draw_idle,
    Kind.GAME: draw_turn,
    Kind.LAID: draw_on_map,
    Kind.SWEEP: draw_on_map,
    Kind.REMOVAL: _draw_removal,
    Kind.CORRECTION: draw_on_map,
    Kind.DRAW: draw_draw,
    Kind.NEW_GAME: draw_start,
    Kind.OPTIONS: draw_options,
    Kind.HAND: draw_hand,
    Kind.SCORING: draw_scoring,
    Kind.OVER: draw_over,
    Kind.HELP: draw_help,
}
