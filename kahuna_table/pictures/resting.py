"""The scenes beside the game: the greeting, and an explanation with its picture."""

from typing import Final

import pygame

from kahuna_table.engine.board import ASPECT, NO_LINES, Island, Lines, line_between, line_set
from kahuna_table.pictures.boxes import below, left_of, right_of, row_of, top_of
from kahuna_table.pictures.cards import CARD_ASPECT, draw_card, draw_deck
from kahuna_table.pictures.chart import draw_chart
from kahuna_table.pictures.ink import text_height
from kahuna_table.pictures.page import Page, Paragraph, draw_text, headline_of, prompted
from kahuna_table.table.screen import Chart


def draw_idle(page: Page) -> None:
    """The board by its coasts, a greeting beside it or above it."""
    paragraphs = prompted(page)
    if page.square:
        draw_chart(page.surface, draw_text(page, page.box, paragraphs, 0.5))
        return
    width = page.box.w * 58 // 100
    draw_chart(page.surface, right_of(page.box, page.box.w - width))
    text = left_of(page.box, page.box.w - width - page.gap)
    draw_text(page, below(text, page.box.h // 5), paragraphs, 1)


def draw_help(page: Page) -> None:
    """A page to read, with a picture where there is room for one."""
    headline, text = headline_of(page.words.message(page.screen.prompt))
    rest = draw_text(page, page.box, [Paragraph(headline, page.scale.headline)], 1)
    notes = [page.words.message(note) for note in page.screen.notes]
    body = "\n".join(filter(None, [text, *notes]))
    picture = _picture_box(page, rest, body)
    if picture is not None:
        _draw_example(page, picture)
        rest = _beside(page, rest, picture)
    page.ink.write(body, rest, page.scale.body, upright="top")


def _picture_box(page: Page, box: pygame.Rect, body: str) -> pygame.Rect | None:
    """The largest place for a picture that leaves the text its size."""
    for share in (50, 44, 38, 32, 26):
        part = box.w * share // 100
        needed = text_height(body, box.w - part - page.gap, page.scale.body)
        if not page.portrait and needed <= box.h:
            return right_of(box, box.w - part)
        height = box.h * share // 100
        if page.portrait and text_height(body, box.w, page.scale.body) <= box.h - height - page.gap:
            return below(box, box.h - height)
    return None


def _beside(page: Page, box: pygame.Rect, picture: pygame.Rect) -> pygame.Rect:
    if page.portrait:
        return top_of(box, box.h - picture.h - page.gap)
    return left_of(box, box.w - picture.w - page.gap)


def _lines(*pairs: tuple[Island, Island]) -> Lines:
    found = (line_between(a, b) for a, b in pairs)
    return line_set(*(line for line in found if line is not None))


_I = Island
_MAJORITY: Final = _lines((_I.ELAI, _I.HUNA), (_I.HUNA, _I.IFFI), (_I.HUNA, _I.LALE))
_ENEMY: Final = _lines((_I.DUDA, _I.HUNA), (_I.ALOA, _I.HUNA))

_EXAMPLES: Final = {
    "help-play": Chart((_lines((_I.HUNA, _I.IFFI)), NO_LINES), line_between(_I.HUNA, _I.IFFI)),
    "help-removal": Chart((NO_LINES, _ENEMY), swept=_ENEMY, lying=_lines((_I.ALOA, _I.HUNA))),
    "help-remove": Chart((_MAJORITY, NO_LINES), swept=_ENEMY, lying=_ENEMY),
    "help-correct": Chart((_MAJORITY, NO_LINES), missing=_lines((_I.HUNA, _I.IFFI)), extra=_ENEMY),
}
"""What the map shows beside a rule; without one the game as it stands."""

_CARDS: Final = {
    "help-play": (_I.HUNA,),
    "help-card": (_I.HUNA, _I.IFFI),
    "help-removal": (_I.ALOA, _I.HUNA),
}
"""The cards beside a rule."""


def _draw_example(page: Page, box: pygame.Rect) -> None:
    id = page.screen.prompt.id
    if id.startswith("help-draw"):
        _draw_table_cards(page, box)
        return
    cards = _CARDS.get(id, ())
    height = min(round(box.w * ASPECT), box.h)
    if cards and box.h > height * 3 // 2:
        height = min(height, box.h * 6 // 10)
        foot = below(box, height + page.gap)
        for island, place in zip(
            cards, row_of(foot, len(cards), CARD_ASPECT, page.gap), strict=True
        ):
            draw_card(page.ink, place, island, page.scale.label)
    draw_chart(page.surface, top_of(box, height), _EXAMPLES.get(id, page.screen.chart))


def _draw_table_cards(page: Page, box: pygame.Rect) -> None:
    score = page.screen.score
    cards = score.face_up if score is not None else ()
    places = row_of(box, len(cards) + 1, CARD_ASPECT, page.gap)
    draw_deck(page.ink, places[0], score.deck if score is not None else 0, page.scale.label)
    for island, place in zip(cards, places[1:], strict=True):
        draw_card(page.ink, place, island, page.scale.label)
