"""Lists of options with their cursor, and the notes: the parts of the display that are read."""

from typing import Final

import pygame

from kahuna_table.pictures import palette
from kahuna_table.pictures.fonts import text_width
from kahuna_table.pictures.ink import Ink, text_height
from kahuna_table.pictures.panel_parts import (
    Sizes,
    below,
    columns,
    draw_map,
    rounded,
    rows,
    top_of,
)
from kahuna_table.pictures.words import Wording
from kahuna_table.table.screen import Message, Option, Screen

FEW: Final = 3
"""So few options leave room for long notes below them."""


def draw_options(ink: Ink, box: pygame.Rect, screen: Screen, words: Wording, sizes: Sizes) -> None:
    """The question, the list, and a map of what the cursor stands on."""
    rest = draw_question(ink, box, screen, words, sizes)
    if any(option.cards or option.line is not None for option in screen.options):
        aside = rest.w * 36 // 100
        chart = pygame.Rect(rest.right - aside, rest.y, aside, rest.h)
        rest = pygame.Rect(rest.x, rest.y, rest.w - aside - sizes.gap, rest.h)
        at = screen.options[screen.cursor] if screen.cursor is not None else None
        draw_map(ink, chart, at.cards if at else (), at.line if at else None, dark=True)
    draw_list(ink, rest, screen.options, screen.cursor, words, sizes)


def draw_question(
    ink: Ink, box: pygame.Rect, screen: Screen, words: Wording, sizes: Sizes
) -> pygame.Rect:
    """The prompt above, the notes below; gives the box between them.

    On the small display a long reason may take half of the choices' room: they scroll, it does not.
    """
    share = 30 if sizes.large or screen.notes else 46
    text = words.message(screen.prompt)
    room = top_of(box, box.h * share // 100)
    used = ink.write(text, room, sizes.big, bold=True, upright="top")
    rest = below(box, used + sizes.gap)
    if not screen.notes:
        return rest
    px = sizes.text if sizes.large else sizes.small
    need = sum(text_height(words.message(note), rest.w, px) for note in screen.notes)
    few = len(screen.options) <= FEW
    share = 50 if few or not sizes.large else 30
    height = min(rest.h * share // 100, need + sizes.gap // 2)
    foot = pygame.Rect(rest.x, rest.bottom - height, rest.w, height)
    draw_notes(ink, foot, screen.notes, words, sizes)
    return top_of(rest, rest.h - height - sizes.gap // 2)


def draw_list(
    ink: Ink,
    box: pygame.Rect,
    options: tuple[Option, ...],
    cursor: int | None,
    words: Wording,
    sizes: Sizes,
) -> None:
    """The options around the cursor, with a bar that tells how many are out of sight.

    Too many for one column stand in several, in reading order: left and right move along a row.
    """
    if not options:
        return
    texts = [words.option(option) for option in options]
    gap = sizes.gap // 2
    least = sizes.text * 2 if sizes.large else sizes.text * 3 // 2
    room = max(1, (box.h + gap) // (least + gap))
    across = _columns_for(texts, room, box.w, sizes)
    lines = -(-len(options) // across)
    shown = min(room, lines)
    start = max(0, min((cursor or 0) // across - shown // 2, lines - shown))
    if shown < lines:
        box = _scroll_bar(ink, box, start, shown, lines, sizes)
    most = least * 3 // 2 * shown + gap * (shown - 1)
    for line, place in enumerate(rows(top_of(box, min(box.h, most)), shown, gap), start):
        numbers = range(line * across, min((line + 1) * across, len(options)))
        for n, cell in zip(numbers, columns(place, across, gap), strict=False):
            _row(ink, cell, texts[n], chosen=n == cursor, sizes=sizes)


def _columns_for(texts: list[str], room: int, width: int, sizes: Sizes) -> int:
    """As few columns as show all, or as many as the widest text allows."""
    widest = max(text_width(text, sizes.text, bold=True) for text in texts)
    most = (width - 2 * sizes.gap) // (widest + 3 * sizes.gap)
    return max(1, min(most, -(-len(texts) // room)))


def _scroll_bar(
    ink: Ink, box: pygame.Rect, start: int, shown: int, count: int, sizes: Sizes
) -> pygame.Rect:
    """A bar at the right; gives the rest of the box."""
    bar = pygame.Rect(box.right - sizes.line * 2, box.y, sizes.line * 2, box.h)
    pygame.draw.rect(ink.surface, palette.PLATE, bar)
    grip = max(8, bar.h * shown // count)
    y = bar.y + (bar.h - grip) * start // (count - shown)
    pygame.draw.rect(ink.surface, palette.QUIET, (bar.x, y, bar.w, grip))
    return pygame.Rect(box.x, box.y, bar.x - sizes.gap - box.x, box.h)


def _row(ink: Ink, box: pygame.Rect, text: str, *, chosen: bool, sizes: Sizes) -> None:
    rounded(ink, box, palette.CHOSEN if chosen else palette.PLATE)
    colour = palette.GROUND if chosen else palette.TEXT
    inner = box.inflate(-2 * sizes.gap, -2)
    ink.write(text, inner, sizes.text, colour=colour, bold=chosen)


def draw_notes(
    ink: Ink, box: pygame.Rect, notes: tuple[Message, ...], words: Wording, sizes: Sizes
) -> None:
    """As many notes as have room, the newest first and brightest."""
    y = box.y
    for n, note in enumerate(notes):
        left = pygame.Rect(box.x, y, box.w, box.bottom - y)
        text = words.message(note)
        if n > 0 and text_height(text, box.w, sizes.small) > left.h:
            break
        colour = palette.NOTE if n == 0 else palette.QUIET
        px = sizes.text if n == 0 else sizes.small
        y += ink.write(text, left, px, colour=colour, upright="top") + sizes.gap // 2
