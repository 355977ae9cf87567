"""The small display: from a `Screen` to pixels. What to show is decided in table.views.

`draw_panel` needs no display: it draws on a plain surface. The parts are in `panel_parts`, the head
and the scoring in `panel_header`.
"""

from typing import Literal, assert_never

import pygame

from kahuna_table.engine.board import Island
from kahuna_table.engine.player import Player
from kahuna_table.pictures import palette
from kahuna_table.pictures.fonts import line_height
from kahuna_table.pictures.ink import Ink, text_height
from kahuna_table.pictures.panel_header import draw_header, draw_scoring
from kahuna_table.pictures.panel_list import draw_list, draw_notes, draw_options, draw_question
from kahuna_table.pictures.panel_parts import (
    Sizes,
    below,
    corner_of,
    draw_back,
    draw_card,
    draw_map,
    rounded,
    sizes_for,
    top_of,
)
from kahuna_table.pictures.words import Wording
from kahuna_table.table.screen import Hand, Kind, Message, Score, Screen


def draw_panel(size: tuple[int, int], screen: Screen, words: Wording) -> pygame.Surface:
    """The whole display. Made for 800x480 and 320x240, and good between and above."""
    return paint_panel(size, screen, words).surface


def paint_panel(size: tuple[int, int], screen: Screen, words: Wording) -> Ink:
    """The same, with the record of every text: what was cut, and where it stands."""
    ink = Ink(pygame.Surface(size, 0, 32))
    ink.surface.fill(palette.GROUND)
    sizes = sizes_for(size)
    if screen.score is not None:
        words = words.naming(screen.score.names)
    box = ink.surface.get_rect().inflate(-2 * sizes.gap, -2 * sizes.gap)
    match screen.kind:
        case Kind.IDLE:
            _idle(ink, box, screen, words, sizes)
        case Kind.GAME:
            _game(ink, box, screen, words, sizes)
        case Kind.OPTIONS:
            draw_options(ink, _under_header(ink, box, screen, words, sizes), screen, words, sizes)
        case Kind.HAND:
            _hand(ink, _under_header(ink, box, screen, words, sizes), screen, words, sizes)
        case Kind.HELP:
            # the small display has room for the page alone
            page = _under_header(ink, box, screen, words, sizes) if sizes.large else box
            _help(ink, page, screen, words, sizes)
        case _:
            assert_never(screen.kind)
    return ink


def _under_header(
    ink: Ink, box: pygame.Rect, screen: Screen, words: Wording, sizes: Sizes
) -> pygame.Rect:
    """Draws the head, if there is a game; gives the box below."""
    if screen.score is None:
        return box
    head = pygame.Rect(box.x, box.y, box.w, sizes.header)
    draw_header(ink, head, screen.score, words, sizes)
    top = head.bottom + sizes.gap
    return pygame.Rect(box.x, top, box.w, box.bottom - top)


def _idle(ink: Ink, box: pygame.Rect, screen: Screen, words: Wording, sizes: Sizes) -> None:
    """A greeting under a chart of the islands."""
    chart = pygame.Rect(box.x, box.y, box.w, box.h * 52 // 100)
    draw_map(ink, chart, dark=True)
    top = chart.bottom + sizes.gap
    rest = pygame.Rect(box.x, top, box.w, box.bottom - top)
    if screen.options:
        draw_list(ink, rest, screen.options, screen.cursor, words, sizes)
        return
    greeting = words.message(screen.prompt)
    room = top_of(rest, rest.h * 2 // 3)
    used = ink.write(greeting, room, sizes.huge, bold=True, align="centre", upright="top")
    draw_notes(ink, below(rest, used + sizes.gap), screen.notes, words, sizes)


def _game(ink: Ink, box: pygame.Rect, screen: Screen, words: Wording, sizes: Sizes) -> None:
    """The course of the game; between games and at its end the scoring in place of the cards."""
    score = screen.score
    over = score is not None and score.to_move is None
    body = box if over else _under_header(ink, box, screen, words, sizes)
    if score is None:
        _prompt_and_notes(ink, body, screen, words, sizes)
        return
    if over:
        foot_height = box.h * 45 // 100
        foot = pygame.Rect(body.x, body.bottom - foot_height, body.w, foot_height)
        draw_scoring(ink, foot, score, words, sizes)
        text = top_of(body, body.h - foot_height - sizes.gap)
    else:
        text = _foot(ink, body, screen, score, words, sizes)
    _prompt_and_notes(ink, text, screen, words, sizes)


def _foot(
    ink: Ink, body: pygame.Rect, screen: Screen, score: Score, words: Wording, sizes: Sizes
) -> pygame.Rect:
    """The cards on the table and the last turn; gives the box above them.

    A turn of many cards takes room from the prompt: it must stay readable until the next one ends.
    """
    strip = pygame.Rect(body.x, body.bottom - sizes.strip, body.w, sizes.strip)
    aside = _table_cards(ink, strip, score, words, sizes)
    middle = top_of(body, body.h - sizes.strip - sizes.gap)
    turn = [words.message(message) for message in score.last_turn]
    who = _who(score.last_turn, words)
    discards = []
    if screen.discards is not None:
        discards.append(f"{words.label('discards')}: {_counted(screen.discards)}")
    if not sizes.large:
        ink.write(" ".join(discards), aside, sizes.small, upright="top")
        text = (f"{who}: " if who else "") + "  ·  ".join(turn)
        spare = middle.h - _least_height(screen, middle.w, words, sizes)
        need = text_height(text, middle.w, sizes.small) if turn else 0
        step = line_height(sizes.small)
        room = max(0, min(need, spare, middle.h * 45 // 100) // step * step)
        place = pygame.Rect(middle.x, middle.bottom - room, middle.w, room)
        ink.write(text, place, sizes.small, colour=palette.QUIET, upright="bottom")
        return top_of(middle, middle.h - room - (sizes.gap if room else 0))
    if not turn and not discards:
        return middle
    text = "\n".join(turn + discards)
    need = text_height(text, aside.w - 2 * sizes.gap, sizes.small) + sizes.small * 3 // 2
    more = max(0, min(need + 2 * sizes.gap - aside.h, middle.h * 45 // 100))
    place = pygame.Rect(aside.x, aside.y - more, aside.w, aside.h + more)
    _last_turn(ink, place, text, f"{words.label('last-turn')}  {who}", sizes)
    return top_of(middle, middle.h - more)


def _prompt_and_notes(
    ink: Ink, box: pygame.Rect, screen: Screen, words: Wording, sizes: Sizes
) -> None:
    """The prompt as large as it goes, with a bar in the colour of the player it speaks to."""
    bar = pygame.Rect(box.x, box.y, sizes.line * 2, box.h)
    inner = pygame.Rect(bar.right + sizes.gap, box.y, box.right - bar.right - sizes.gap, box.h)
    text = words.message(screen.prompt)
    room = inner.h
    for note in screen.notes[:1]:
        need = text_height(words.message(note), inner.w, sizes.small) + sizes.gap
        room -= min(need, inner.h * 45 // 100)
    upright: Literal["top", "middle"] = "top" if screen.notes else "middle"
    px = sizes.big if screen.notes and not sizes.large else sizes.huge
    used = ink.write(text, top_of(inner, room), px, bold=True, upright=upright)
    mover = None if screen.score is None else screen.score.to_move
    colour = palette.RIDGE if mover is None else palette.ON_DARK[mover]
    pygame.draw.rect(ink.surface, colour, bar, border_radius=sizes.line)
    if screen.notes:
        draw_notes(ink, below(inner, used + sizes.gap // 2), screen.notes, words, sizes)


def _table_cards(
    ink: Ink, box: pygame.Rect, score: Score, words: Wording, sizes: Sizes
) -> pygame.Rect:
    """The deck and the cards face up; gives the box beside them."""
    width = box.h * 76 // 100 if sizes.large else box.h * 108 // 100
    deck = pygame.Rect(box.x, box.y, box.h * 76 // 100, box.h)
    _deck(ink, deck, score.deck, words, sizes)
    x = deck.right + sizes.gap
    for island in score.face_up:
        draw_card(ink, pygame.Rect(x, box.y, width, box.h), island, sizes)
        x += width + sizes.gap
    x = max(x, deck.right + width) + sizes.gap
    return pygame.Rect(x, box.y, max(0, box.right - x), box.h)


def _deck(ink: Ink, box: pygame.Rect, count: int, words: Wording, sizes: Sizes) -> None:
    """A stack that sinks as it is drawn, its number on it."""
    if count == 0:
        pygame.draw.rect(ink.surface, palette.RIDGE, box, 2, border_radius=corner_of(box))
    else:
        lift = max(1, box.h // 40)
        depth = min(3, 1 + count // 8)
        for n in range(depth):
            shift = (depth - 1 - n) * lift
            draw_back(ink, pygame.Rect(box.x, box.y + shift, box.w - 2 * lift, box.h - 2 * lift))
    plate = pygame.Rect(0, 0, box.w * 3 // 4, box.h * (56 if sizes.large else 40) // 100)
    plate.center = box.center
    rounded(ink, plate, palette.GROUND)
    if sizes.large:
        name = pygame.Rect(plate.x + 2, plate.centery, plate.w - 4, plate.h // 2)
        ink.write(words.label("deck"), name, sizes.small, align="centre", most_lines=1)
        plate = top_of(plate, plate.h // 2 + 4)
    ink.write(str(count), plate, sizes.big, bold=True, align="centre", most_lines=1)


def _who(last_turn: tuple[Message, ...], words: Wording) -> str:
    """The player whose turn it was, if the messages tell."""
    names = (value for m in last_turn for _, value in m.arguments if isinstance(value, Player))
    player = next(names, None)
    return "" if player is None else words.player(player)


def _least_height(screen: Screen, width: int, words: Wording, sizes: Sizes) -> int:
    """What prompt and newest note need in small letters: they go before the last turn."""
    inner = width - 2 * sizes.line - sizes.gap
    height = text_height(words.message(screen.prompt), inner, sizes.text + 1, bold=True)
    for note in screen.notes[:1]:
        height += text_height(words.message(note), inner, sizes.small) + sizes.gap
    return height + sizes.gap


def _last_turn(ink: Ink, box: pygame.Rect, text: str, heading: str, sizes: Sizes) -> None:
    """What the player before did, under a heading."""
    rounded(ink, box, palette.PLATE)
    inner = box.inflate(-2 * sizes.gap, -sizes.gap)
    head = top_of(inner, sizes.small * 3 // 2)
    ink.write(heading.strip(), head, sizes.small, colour=palette.QUIET, most_lines=1)
    ink.write(text, below(inner, head.h), sizes.small, upright="top")


def _counted(cards: tuple[Island, ...]) -> str:
    """`ALOA BARI ×2`"""
    return " ".join(
        island.name + (f" ×{cards.count(island)}" if cards.count(island) > 1 else "")
        for island in sorted(set(cards))
    )


def _hand(ink: Ink, box: pygame.Rect, screen: Screen, words: Wording, sizes: Sizes) -> None:
    """The cards large, the cursor under them, the chosen one ticked."""
    rest = draw_question(ink, box, screen, words, sizes)
    if screen.hand is not None and screen.hand.cards:
        _cards_in_hand(ink, rest, screen.hand, sizes)


def _cards_in_hand(ink: Ink, box: pygame.Rect, hand: Hand, sizes: Sizes) -> None:
    pointer = max(8, box.h // 12)
    box = top_of(box, box.h - pointer)
    count = len(hand.cards)
    width = min((box.w - sizes.gap * (max(5, count) - 1)) // max(5, count), box.h * 4 // 5)
    height = min(box.h, width * 128 // 100)
    x = box.centerx - (count * (width + sizes.gap) - sizes.gap) // 2
    ticked = False
    for n, island in enumerate(hand.cards):
        card = pygame.Rect(
            x + n * (width + sizes.gap), box.y + (box.h - height) // 2, width, height
        )
        draw_card(ink, card, island, sizes)
        if n == hand.cursor:
            _point_at(ink, card, pointer, sizes)
        # Of two equal cards one pays: one tick.
        if island is hand.selected and not ticked:
            ticked = True
            _tick(ink, card, palette.LIGHT[hand.player])


def _point_at(ink: Ink, card: pygame.Rect, reach: int, sizes: Sizes) -> None:
    """The cursor: a frame around the card and an arrow below it."""
    frame = card.inflate(sizes.line * 2, sizes.line * 2)
    pygame.draw.rect(
        ink.surface, palette.NOTE, frame, sizes.line * 2 - 1, border_radius=corner_of(frame)
    )
    tip = (card.centerx, card.bottom + sizes.line)
    foot = card.bottom + reach
    tail = [(card.centerx - reach, foot), (card.centerx + reach, foot)]
    pygame.draw.polygon(ink.surface, palette.NOTE, [tip, *tail])


def _tick(ink: Ink, card: pygame.Rect, colour: tuple[int, int, int]) -> None:
    """A tick in a disc at the foot of the card."""
    r = max(10, card.w // 6)
    x, y = card.right - r - 2, card.bottom - r - 2
    pygame.draw.circle(ink.surface, (255, 255, 255), (x, y), r)
    pygame.draw.circle(ink.surface, colour, (x, y), r - 2)
    points = [(x - r * 0.45, y), (x - r * 0.1, y + r * 0.4), (x + r * 0.5, y - r * 0.4)]
    pygame.draw.lines(
        ink.surface, (255, 255, 255), closed=False, points=points, width=max(2, r // 4)
    )


def _help(ink: Ink, box: pygame.Rect, screen: Screen, words: Wording, sizes: Sizes) -> None:
    """A page to read: of several lines the first is the heading; notes are further paragraphs."""
    heading, cut, text = words.message(screen.prompt).partition("\n")
    rest = box
    if cut:
        used = ink.write(heading, top_of(box, box.h // 3), sizes.big, bold=True, upright="top")
        rest = below(box, used + sizes.gap)
    if screen.options:
        foot = pygame.Rect(rest.x, rest.bottom - rest.h // 3, rest.w, rest.h // 3)
        draw_list(ink, foot, screen.options, screen.cursor, words, sizes)
        rest = top_of(rest, rest.h - foot.h - sizes.gap)
    paragraphs = [text.strip() if cut else heading, *(words.message(n) for n in screen.notes)]
    body = "\n\n".join(filter(None, paragraphs))
    ink.write(body, rest, (sizes.big + sizes.text) // 2, upright="top")
