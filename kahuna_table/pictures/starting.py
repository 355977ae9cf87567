"""What to play: a few large choices, each with its picture."""

from collections.abc import Callable
from typing import Final

import pygame

from kahuna_table.engine.board import Island
from kahuna_table.engine.player import Player
from kahuna_table.pictures import palette, signs
from kahuna_table.pictures.boxes import below, columns, left_of, right_of, rows, top_of
from kahuna_table.pictures.cards import draw_card, draw_fan
from kahuna_table.pictures.chart import coast_in
from kahuna_table.pictures.fonts import line_height, text_width
from kahuna_table.pictures.ink import Target
from kahuna_table.pictures.page import Page, draw_text, prompted, rounded
from kahuna_table.pictures.type_scale import Type
from kahuna_table.table.lights import Colour
from kahuna_table.table.menu import CONTINUE
from kahuna_table.table.screen import Option

_TALLEST: Final = 1.3
"""A tile is no taller for a width of 1."""


def draw_start(page: Page) -> None:
    """The question and the choices as tiles."""
    rest = draw_text(page, page.box, prompted(page), 0.5)
    count = len(page.screen.options)
    across = columns(rest, count, page.gap)
    if _word_width(page) + page.gap > across[0].w or across[0].h < 3 * _word_height(page):
        places = rows(rest, count, page.gap // 2)
    else:
        height = min(rest.h, round(across[0].w * _TALLEST))
        places = [top_of(column, height) for column in across]
    for n, place in enumerate(places):
        _tile(page, n, place)


def _word_width(page: Page) -> int:
    texts = (page.words.option(option) for option in page.screen.options)
    return max(text_width(text, page.scale.body.px, bold=True) for text in texts)


def _word_height(page: Page) -> int:
    return line_height(page.scale.body.px, bold=True)


def _tile(page: Page, n: int, place: pygame.Rect) -> None:
    """The word stands below its picture where that leaves the picture larger, else beside it."""
    option = page.screen.options[n]
    ground, ink = _colours(page, option)
    foot, side = _word_height(page) + page.gap, place.w - _word_width(page) - 2 * page.gap
    beside = min(place.h, side) > place.h - foot
    if beside:
        taken = min(place.h, side) + page.gap
        picture, word = left_of(place, taken), right_of(place, taken)
    else:
        picture, word = top_of(place, place.h - foot), below(place, place.h - foot)
    rounded(page.surface, place, ground)
    _PICTURES[option.id](page, picture.inflate(-2 * page.gap, -page.gap))
    page.ink.write(
        page.words.option(option), word, Type(page.scale.body.role, page.scale.body.px, bold=True),
        colour=ink, ground=ground, align="left" if beside else "centre", most_lines=1,
    )  # fmt: skip
    page.ink.targets.append(Target(place.copy(), n))


def _colours(page: Page, option: Option) -> tuple[Colour, Colour]:
    """The ground and the ink of a tile."""
    if page.screen.cursor is not None and page.screen.options[page.screen.cursor] == option:
        return palette.CHOSEN, palette.CHOSEN_INK
    return palette.PLATE, palette.TEXT


def _standing(page: Page, box: pygame.Rect) -> None:
    """How the game that was left stands."""
    figure = page.scale.figure
    foot = line_height(figure.px, bold=True)
    _islands(page, top_of(box, box.h - foot))
    if page.screen.score is None:
        return
    ground, ink = _colours(page, CONTINUE)
    points = page.screen.score.points
    for player, place in zip(Player, columns(below(box, box.h - foot), 2, 0), strict=True):
        page.ink.write(
            str(points[player]), place, figure, colour=ink, ground=ground, align="centre",
            most_lines=1,
        )  # fmt: skip


def _islands(page: Page, box: pygame.Rect) -> None:
    for player, half, island in zip(
        Player, columns(box, 2, 0), (Island.HUNA, Island.ELAI), strict=True
    ):
        coast_in(page.surface, half, island, palette.ON_DARK[player], palette.SHORE)


def _sides(page: Page, box: pygame.Rect) -> None:
    radius = min(box.w, box.h * 2) // 6
    for player, x in ((Player.WHITE, box.centerx - radius), (Player.BLACK, box.centerx + radius)):
        signs.placed(page.surface, signs.disc(radius, palette.ON_DARK[player]), (x, box.centery))


def _card(page: Page, box: pygame.Rect) -> None:
    draw_card(page.ink, box, Island.HUNA, page.scale.label)


def _cards(page: Page, box: pygame.Rect) -> None:
    draw_fan(page.surface, box, 3)


def _sliders(page: Page, box: pygame.Rect) -> None:
    side = min(box.size)
    knob = max(3, side // 9)
    for n, share in enumerate((0.7, 0.3, 0.55)):
        y = box.centery + (n - 1) * side * 3 // 10
        left, right = box.centerx - side // 2, box.centerx + side // 2
        pygame.draw.line(page.surface, palette.RIDGE, (left, y), (right, y), max(2, knob // 2))
        at = left + round(share * side)
        signs.placed(page.surface, signs.disc(knob, palette.CARD_SEA), (at, y))


_PICTURES: Final[dict[str, Callable[[Page, pygame.Rect], None]]] = {
    "start": _islands,
    "continue": _standing,
    "swap": _sides,
    "learn": _card,
    "new": _cards,
    "options": _sliders,
}
