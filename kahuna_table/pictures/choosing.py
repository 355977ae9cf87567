"""The scenes in which something is chosen: cards where there are cards, else rows."""

from typing import Final

import pygame

from kahuna_table.engine.consequences import FACE_UP
from kahuna_table.engine.player import Player
from kahuna_table.pictures import palette
from kahuna_table.pictures.boxes import below, columns, left_of, right_of, row_of, rows, top_of
from kahuna_table.pictures.cards import (
    CARD_ASPECT,
    card_height,
    draw_card,
    draw_deck,
    draw_frame,
    draw_tick,
)
from kahuna_table.pictures.chart import draw_chart
from kahuna_table.pictures.fonts import line_height, text_width
from kahuna_table.pictures.ink import Target, text_height
from kahuna_table.pictures.page import Page, Paragraph, draw_text, prompted, rounded
from kahuna_table.pictures.type_scale import LEAST_PX, Type
from kahuna_table.table.lights import OWNER_COLOURS
from kahuna_table.table.screen import Hand, Option

DECK: Final = "deck"
"""The option that draws from the deck."""

LETTER: Final = "letter"
"""The options that add a letter to a name."""


def draw_draw(page: Page) -> None:
    """The deck and the cards face up in their places; what takes no card as rows below."""
    rest = draw_text(page, page.box, [*prompted(page), _hint(page)], 0.3)
    plain = [n for n, option in enumerate(page.screen.options) if not _is_card(option)]
    height = _row_height(page, rest.w) * len(plain) + page.gap // 2 * max(0, len(plain) - 1)
    cards = top_of(rest, rest.h - height - (page.gap if plain else 0))
    _draw_places(page, cards)
    for n, place in zip(
        plain, rows(below(rest, rest.h - height), len(plain), page.gap // 2), strict=True
    ):
        _row(page, place, n)


def _hint(page: Page) -> Paragraph:
    """How to choose, where there is room to say so."""
    text = page.words.label("choose-hint")
    return Paragraph(text, page.scale.body, palette.QUIET, needed=False)


def _is_card(option: Option) -> bool:
    return bool(option.cards) or option.id == DECK


def _draw_places(page: Page, box: pygame.Rect) -> None:
    """The cards face up, then the deck, in the order of the options: what can be taken is a
    target."""
    options = page.screen.options
    face_up = page.score.face_up
    inner = box.inflate(-page.gap, -page.gap)
    places = row_of(inner, len(face_up) + 1, CARD_ASPECT, page.gap)
    deck = draw_deck(page.ink, places[-1], page.score.deck, page.scale.figure)
    _offer(page, deck, next((n for n, o in enumerate(options) if o.id == DECK), None))
    for k, (island, box_) in enumerate(zip(face_up, places[:-1], strict=True)):
        place = draw_card(page.ink, box_, island, page.scale.body)
        own = next((n for n, option in enumerate(options) if option.cards == (island,)), None)
        # two equal cards are one option: the first stands for both
        _offer(page, place, own, framed=island not in face_up[:k])


def _offer(page: Page, place: pygame.Rect, index: int | None, *, framed: bool = True) -> None:
    """The place as a target, framed where the cursor stands on it; dimmed where it is none."""
    if index is None:
        veil = pygame.Surface(place.size, pygame.SRCALPHA, 32)
        veil.fill((*palette.GROUND, 150))
        page.surface.blit(veil, place)
        return
    page.ink.targets.append(Target(place, index))
    if framed and index == page.screen.cursor:
        draw_frame(page.surface, place, palette.NOTE)


def draw_options(page: Page) -> None:
    """The question, and its options as cards or rows; beside them the map of what is meant."""
    options = page.screen.options
    share = 0.6 if len(options) <= 3 else 0.4
    hint = [_hint(page)] if all(len(option.cards) == 1 for option in options) else []
    rest = draw_text(page, page.box, [*prompted(page), *hint], share)
    rest = _beside_chart(page, rest)
    if options and all(option.cards for option in options):
        _draw_card_options(page, rest)
    else:
        draw_list(page, rest)


def _beside_chart(page: Page, box: pygame.Rect) -> pygame.Rect:
    """Draws the map of the line that the question is about, where there is room; gives the rest."""
    chart, options = page.screen.chart, page.screen.options
    if chart is None or chart.line is None:
        return box
    most = max((len(option.cards) for option in options), default=0)
    if page.portrait:
        height = box.h * (3 if most > 1 else 4) // 10
        draw_chart(page.surface, top_of(box, height), chart)
        return below(box, height + page.gap)
    if most > 1:  # four cards and more need the whole width for their names
        return box
    width = box.w * (44 if most else 36) // 100
    left = left_of(box, box.w - width - page.gap)
    if not most and options and _widest(page) + 4 * page.gap + page.scale.finger > left.w:
        return box
    draw_chart(page.surface, right_of(box, box.w - width), chart)
    return left


def _draw_card_options(page: Page, box: pygame.Rect) -> None:
    """A card, or the two cards of a pair, for each option."""
    options = page.screen.options
    most = max(len(option.cards) for option in options)
    inner = box.inflate(-page.gap, -page.gap)
    between = page.gap // 2
    for n, place in enumerate(row_of(inner, len(options), CARD_ASPECT / most, page.gap * 3)):
        for island, cell in zip(options[n].cards, columns(place, most, between), strict=False):
            draw_card(page.ink, cell, island, page.scale.body)
        page.ink.targets.append(Target(place, n))
        if n == page.screen.cursor:
            draw_frame(page.surface, place, palette.NOTE)


def draw_list(page: Page, box: pygame.Rect) -> None:
    """The rows around the cursor; where there are more, arrows lead on. Rows too many for one
    column stand in several, in reading order: left and right move along a row."""
    options, cursor = page.screen.options, page.screen.cursor or 0
    if not options:
        return
    if options[-1].id == LETTER:
        _draw_letters(page, box)
        return
    gap = max(2, page.gap // 2)
    height = _row_height(page, box.w - page.scale.finger)
    room = max(1, (box.h + gap) // (height + gap))
    across = _columns_for(page, room, box.w)
    lines = -(-len(options) // across)
    shown = min(room, lines)
    start = max(0, min(cursor // across - shown // 2, lines - shown))
    if shown < lines:
        box = _arrows(page, box, start, shown, across)
    grown = height * 7 // 4 if height < 2 * page.scale.body.px else height
    most = grown * shown + gap * (shown - 1)
    for line, place in enumerate(rows(top_of(box, min(box.h, most)), shown, gap), start):
        numbers = range(line * across, min((line + 1) * across, len(options)))
        for n, cell in zip(numbers, columns(place, across, gap), strict=False):
            _row(page, cell, n)


def _draw_letters(page: Page, box: pygame.Rect) -> None:
    """What is done to the whole name above, the letters below as keys, all in sight."""
    options, gap = page.screen.options, max(2, page.gap // 2)
    first = next(n for n, option in enumerate(options) if option.id == LETTER)
    height = min(_row_height(page, box.w // first), box.h // 4)
    for n, cell in enumerate(columns(top_of(box, height), first, gap)):
        _row(page, cell, n)
    keys = below(box, height + gap)
    line = line_height(page.scale.body.px, bold=True) + 2
    most = max(1, (keys.h + gap) // (line + gap))
    wished = min(10, keys.w // (page.scale.finger + gap))
    across = max(1, wished, -(-(len(options) - first) // most))
    lines = -(-(len(options) - first) // across)
    for line, place in enumerate(rows(keys, lines, gap)):
        for k, cell in enumerate(columns(place, across, gap)):
            if first + line * across + k < len(options):
                _row(page, cell, first + line * across + k)


def _row_height(page: Page, width: int) -> int:
    """Enough for the longest option and for a finger."""
    inner = width - 2 * page.gap
    kind = Type(page.scale.body.role, page.scale.body.px, bold=True)
    texts = (page.words.option(option) for option in page.screen.options)
    heights = (text_height(text, inner, kind) for text in texts)
    return max(page.scale.finger, max(heights, default=0)) + 2


def _columns_for(page: Page, room: int, width: int) -> int:
    """As few columns as show all, or as many as the widest text allows."""
    most = width // max(page.scale.finger, _widest(page) + 2 * page.gap)
    return max(1, min(most, -(-len(page.screen.options) // room)))


def _widest(page: Page) -> int:
    texts = (page.words.option(option) for option in page.screen.options)
    return max(text_width(text, page.scale.body.px, bold=True) for text in texts)


def _arrows(page: Page, box: pygame.Rect, start: int, shown: int, across: int) -> pygame.Rect:
    """Arrows at the right that lead to the rows out of sight; gives the rest of the box."""
    side = page.scale.finger
    rail = right_of(box, box.w - side)
    last = len(page.screen.options) - 1
    for up, index in ((True, (start - 1) * across), (False, (start + shown) * across)):
        if not 0 <= index <= last:
            continue
        place = pygame.Rect(rail.x, rail.y if up else rail.bottom - side, side, side)
        rounded(page.surface, place, palette.PLATE)
        r = side // 4
        tip = place.centery - r if up else place.centery + r
        foot = place.centery + r if up else place.centery - r
        points = [(place.centerx, tip), (place.centerx - r, foot), (place.centerx + r, foot)]
        pygame.draw.polygon(page.surface, palette.TEXT, points)
        page.ink.targets.append(Target(place, index, chooses=False))
    return left_of(box, box.w - side - page.gap // 2)


def _row(page: Page, box: pygame.Rect, n: int) -> None:
    chosen = n == page.screen.cursor
    ground = palette.CHOSEN if chosen else palette.PLATE
    colour = palette.CHOSEN_INK if chosen else palette.TEXT
    rounded(page.surface, box, ground)
    option = page.screen.options[n]
    letter = option.id == LETTER
    inner = box.inflate(-2 if letter else -2 * page.gap, -2)
    kind = Type(page.scale.body.role, page.scale.body.px, bold=chosen)
    page.ink.write(
        page.words.option(option), inner, kind, colour=colour, ground=ground,
        align="centre" if letter else "left",
    )  # fmt: skip
    page.ink.targets.append(Target(box.copy(), n))


def draw_hand(page: Page) -> None:
    """A hand face up: the cards large, the one that pays ticked; below the cards on the table."""
    rest = draw_text(page, page.box, prompted(page), 0.5)
    hand = page.screen.hand
    if hand is None or not hand.cards:
        return
    foot = _face_up_height(page, rest, hand)
    if foot:
        _draw_face_up(page, below(rest, rest.h - foot))
        rest = top_of(rest, rest.h - foot - page.gap)
    _cards_in_hand(page, rest, hand)


def _face_up_height(page: Page, box: pygame.Rect, hand: Hand) -> int:
    """What the cards on the table may take below the hand, whose names stay readable; else 0."""
    word = line_height(page.scale.label.px) if hand.new is not None else 0
    lines = 2 if page.portrait else 1
    own = card_height(page.scale.body) * lines
    spare = box.h - own - word - (lines + 2) * page.gap
    least = card_height(page.scale.label.sized(LEAST_PX)) + 2
    if not page.score.face_up or spare < least:
        return 0
    return min(spare, box.h * 3 // 10)


def _draw_face_up(page: Page, box: pygame.Rect) -> None:
    places = row_of(box, FACE_UP + 1, CARD_ASPECT, page.gap)
    draw_deck(page.ink, places[-1], page.score.deck, page.scale.label)
    for island, place in zip(page.score.face_up, places, strict=False):
        draw_card(page.ink, place, island, page.scale.label)


def _cards_in_hand(page: Page, box: pygame.Rect, hand: Hand) -> None:
    word = line_height(page.scale.label.px) if hand.new is not None else 0
    inner = below(box.inflate(-page.gap, -page.gap), word)
    places = row_of(inner, max(3, len(hand.cards)), CARD_ASPECT, page.gap)
    places = _centred(places[: len(hand.cards)], inner)
    ticked = marked = False
    for n, (island, box_) in enumerate(zip(hand.cards, places, strict=True)):
        place = draw_card(page.ink, box_, island, page.scale.body)
        if hand.cursor is not None:
            page.ink.targets.append(Target(place, n))
        if n == hand.cursor:
            draw_frame(page.surface, place, palette.NOTE)
        # Of two equal cards one pays, and one is new.
        if island is hand.selected and not ticked:
            ticked = True
            draw_tick(page.surface, place, OWNER_COLOURS[hand.player])
        if island is hand.new and not marked:
            marked = True
            _draw_new(page, place, hand.player)


def _centred(places: list[pygame.Rect], box: pygame.Rect) -> list[pygame.Rect]:
    """The places moved so that they stand in the middle of the box together."""
    whole = places[0].unionall(places)
    return [place.move(box.centerx - whole.centerx, 0) for place in places]


def _draw_new(page: Page, place: pygame.Rect, player: Player) -> None:
    """A word above the card that was drawn last."""
    word, kind = page.words.label("new-card"), page.scale.label
    height = line_height(kind.px)
    above = pygame.Rect(place.x, place.y - height - page.gap // 2, place.w, height)
    page.ink.write(word, above, kind, colour=palette.ON_DARK[player], align="centre", most_lines=1)
