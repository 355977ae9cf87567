"""The scenes of a turn: what can be done, a bridge laid, a sweep, a removal, a correction."""

import pygame

from kahuna_table.engine.board import (
    ASPECT,
    LINES,
    LINES_AT,
    MAJORITY,
    Island,
    line_as_seen,
    lines_in,
)
from kahuna_table.engine.consequences import FACE_UP
from kahuna_table.engine.player import Player
from kahuna_table.pictures import palette, signs
from kahuna_table.pictures.boxes import below, left_of, right_of, row_of, rows, top_of
from kahuna_table.pictures.cards import (
    CARD_ASPECT,
    card_height,
    draw_back,
    draw_card,
    draw_deck,
    draw_fan,
)
from kahuna_table.pictures.chart import coast_in, draw_chart, holder_colour, middle_of
from kahuna_table.pictures.fonts import line_height, text_width
from kahuna_table.pictures.ink import text_height
from kahuna_table.pictures.page import (
    Page,
    Paragraph,
    draw_plates,
    draw_text,
    plate_height,
    prompted,
)
from kahuna_table.pictures.type_scale import LEAST_PX, Type
from kahuna_table.table.screen import Chart, Kind


def draw_turn(page: Page) -> None:
    """The headline, the players beside the map, the cards below."""
    paragraphs = prompted(page) + _last_turn(page) + _discards(page)
    share = 0.34 if page.portrait else 0.38 if page.square else 0.45
    rest = draw_text(page, page.box, paragraphs, share)
    if page.portrait:
        rest = _draw_hand_row(page, rest)
    strip = min(rest.h * 42 // 100, round(page.box.w * (0.32 if page.portrait else 0.2)))
    strip = min(rest.h * 60 // 100, max(strip, card_height(page.scale.label.sized(LEAST_PX))))
    cards = below(rest, rest.h - strip)
    middle = top_of(rest, rest.h - strip - page.gap)
    draw_middle(page, middle)
    _draw_cards(page, cards)


def _draw_hand_row(page: Page, box: pygame.Rect) -> pygame.Rect:
    """The mover's hand face down below everything; gives the box above it."""
    height = page.scale.body.px * 2
    foot = below(box, box.h - height)
    if page.score.to_move is None or not page.score.hand_sizes[page.score.to_move]:
        return box
    draw_fan(
        page.surface, left_of(foot, foot.w * 4 // 10), page.score.hand_sizes[page.score.to_move]
    )
    page.ink.write(
        page.words.label("hold-hand"), right_of(foot, foot.w * 4 // 10 + page.gap),
        page.scale.label, colour=palette.QUIET, most_lines=1,
    )  # fmt: skip
    return top_of(box, box.h - height - page.gap)


def draw_middle(page: Page, box: pygame.Rect) -> None:
    """Both plates, and the map between or below them."""
    height = plate_height(page)
    if page.portrait:
        half = (box.w - page.gap) // 2
        draw_plates(page, *(top_of(part, height) for part in _halves(box, half)))
        draw_chart(page.surface, below(box, height + page.gap), page.screen.chart)
        return
    if box.h < line_height(page.scale.figure.px, bold=True) + page.gap // 2:
        return
    if box.h < height + page.gap:
        half = (box.w - page.gap) // 2
        draw_plates(page, *_halves(box, half))
        return
    if page.square:
        chart = min(int(box.h / ASPECT), box.w * 54 // 100)
        plates = rows(left_of(box, box.w - chart - page.gap), 2, page.gap // 2)
        draw_plates(page, plates[0], plates[1])
        draw_chart(page.surface, right_of(box, box.w - chart), page.screen.chart)
        return
    chart = min(int(box.h / ASPECT), box.w * 44 // 100)
    side = (box.w - chart - 2 * page.gap) // 2
    left, right = (top_of(part, min(height, box.h)) for part in _halves(box, side))
    left.centery = right.centery = box.centery
    draw_plates(page, left, right)
    draw_chart(page.surface, box.inflate(-2 * (side + page.gap), 0), page.screen.chart)


def _halves(box: pygame.Rect, width: int) -> tuple[pygame.Rect, pygame.Rect]:
    return left_of(box, width), right_of(box, box.w - width)


def _last_turn(page: Page) -> list[Paragraph]:
    """The round, and what the player before did, while nothing newer is to be said."""
    told, score = page.score.last_turn, page.score
    text = f"{page.words.label('round')} {score.round}/{score.rounds}"
    players = (value for m in told for _, value in m.arguments if isinstance(value, Player))
    player = next(players, None)
    if player is not None:
        did = " · ".join(page.words.message(message) for message in told)
        text = f"{text} · {page.words.player(player)}: {did}"
    return [Paragraph(text, page.scale.body, palette.QUIET, needed=False)]


def _discards(page: Page) -> list[Paragraph]:
    cards = page.screen.discards
    if not cards:
        return []
    counted = (
        island.name + (f" ×{cards.count(island)}" if cards.count(island) > 1 else "")
        for island in sorted(set(cards))
    )
    text = f"{page.words.label('discards')}: {' '.join(counted)}"
    return [Paragraph(text, page.scale.body, palette.QUIET, needed=False)]


def _draw_cards(page: Page, box: pygame.Rect) -> None:
    """The cards face up and the deck in their places; beside them the mover's, face down."""
    width = int(box.h / CARD_ASPECT)
    x = box.x
    for n in range(FACE_UP + 1):
        place = pygame.Rect(x, box.y, width, box.h)
        if n == FACE_UP:
            draw_deck(page.ink, place, page.score.deck, page.scale.label)
        elif n < len(page.score.face_up):
            draw_card(page.ink, place, page.score.face_up[n], page.scale.label)
        x += width + page.gap // 2 + (page.gap // 2 if n == FACE_UP - 1 else 0)
    mover = page.score.to_move
    if mover is not None and page.score.hand_sizes[mover] and not page.portrait:
        _draw_hand_down(page, right_of(box, x + page.gap - box.x), page.score.hand_sizes[mover])


def _draw_hand_down(page: Page, box: pygame.Rect, count: int) -> None:
    """The hand face down, and how to look at it."""
    word = page.words.label("hold-hand")
    foot = round(page.scale.label.px * 1.3)
    if box.w < box.h or text_width(word, page.scale.label.px) > box.w:
        draw_fan(page.surface, box, count)
        return
    draw_fan(page.surface, top_of(box, box.h - foot), count)
    page.ink.write(
        word, below(box, box.h - foot), page.scale.label, colour=palette.QUIET, align="centre",
        most_lines=1,
    )  # fmt: skip


def draw_on_map(page: Page) -> None:
    """A scene about the board: the headline, the map large, what it says beside it."""
    paragraphs = prompted(page)
    if page.screen.kind is Kind.SWEEP:
        told = " ".join(page.words.message(message) for message in page.screen.told)
        if told:
            paragraphs.insert(1, Paragraph(told, page.scale.body, palette.NOTE))
    first, *others = paragraphs
    short = [each for each in others if _fits_line(page, each)]
    others = [each for each in others if each not in short]
    rest = draw_text(page, page.box, [first, *short], 1)
    if page.screen.kind is Kind.LAID and not page.portrait and not others:
        rest = _with_cards_below(page, rest)
    chart, aside = _split(page, rest)
    place = draw_chart(page.surface, chart, page.screen.chart)
    if page.screen.chart is not None and page.screen.chart.line is not None:
        page.ink.focus = middle_of(place, page.screen.chart.line)
    if others:
        aside = draw_text(page, aside, others, 0.8)
    _draw_aside(page, aside)


def _fits_line(page: Page, each: Paragraph) -> bool:
    return text_height(each.text, page.box.w, each.kind) < 2 * line_height(each.kind.px)


def _with_cards_below(page: Page, box: pygame.Rect) -> pygame.Rect:
    """The cards below the map where both have room; gives the box above them."""
    strip = max(box.h * 24 // 100, card_height(page.scale.label.sized(LEAST_PX)))
    if strip > box.h * 30 // 100:
        return box
    _draw_cards(page, below(box, box.h - strip))
    return top_of(box, box.h - strip - page.gap)


def _split(page: Page, box: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """The map at the right with the rest at the left, or above it."""
    if page.portrait:
        height = min(round(box.w * ASPECT), box.h * 6 // 10)
        return top_of(box, height), below(box, height + page.gap)
    width = min(int(box.h / ASPECT), box.w * 54 // 100)
    return right_of(box, box.w - width), left_of(box, box.w - width - page.gap)


def _draw_aside(page: Page, box: pygame.Rect) -> None:
    chart = page.screen.chart
    assert chart is not None, page.screen
    match page.screen.kind:
        case Kind.LAID:
            _draw_standings(page, box, chart)
        case Kind.SWEEP:
            _draw_sweep(page, box, chart)
        case Kind.REMOVAL:
            for place in row_of(box, 2, CARD_ASPECT, page.gap):
                draw_back(page.surface, place)
        case _:
            pass


def _draw_standings(page: Page, box: pygame.Rect, chart: Chart) -> None:
    """Both islands of the bridge just laid: the coast, and what is there of what is needed, with
    words where they have room."""
    if chart.line is None:
        return
    places = rows(box, 2, page.gap)
    told = page.screen.told
    for island, message, place in zip(LINES[chart.line], told, places, strict=False):
        text = page.words.message(message)
        pips = min(place.h // 3, page.scale.body.px)
        coast, narrow = min(place.h, place.w // 4), min(place.h, place.w // 7)
        fitting = (
            side
            for side in (coast, narrow, -page.gap)
            if text_height(text, place.w - side - page.gap, page.scale.body) <= place.h - pips
        )
        worded = (side := next(fitting, None)) is not None
        side = coast if side is None else side
        colour = holder_colour(chart, island)
        if side > 0:
            coast_in(page.surface, left_of(place, side), island, colour, palette.SHORE)
        rest = right_of(place, side + page.gap)
        if worded:
            words = top_of(rest, rest.h - pips)
            page.ink.write(text, words, page.scale.body, upright="bottom")
            rest = below(rest, rest.h - pips)
        _draw_pips(page, rest.inflate(0, min(0, pips - rest.h)), chart, island)


def _draw_pips(page: Page, box: pygame.Rect, chart: Chart, island: Island) -> None:
    """A dot for each line of the island in its bridge's colour, a mark where the majority is."""
    black, white = ((chart.bridges[p] & LINES_AT[island]).bit_count() for p in Player)
    count = LINES_AT[island].bit_count()
    step = min(box.h, box.w // count)
    radius = max(3, step * 2 // 5)
    mover = page.score.to_move or Player.BLACK
    own, other = (black, white) if mover is Player.BLACK else (white, black)
    for n in range(count):
        centre = (box.x + step * n + step // 2, box.centery)
        if n < own:
            sign = signs.disc(radius, palette.ON_DARK[mover])
        elif n >= count - other:
            sign = signs.disc(radius, palette.ON_DARK[mover.opponent])
        else:
            sign = signs.ring(radius, max(1, radius // 4), palette.QUIET)
        signs.placed(page.surface, sign, centre)
    x = box.x + step * MAJORITY[island]
    pygame.draw.line(page.surface, palette.MARK, (x, box.y), (x, box.bottom), max(2, radius // 4))


def _draw_sweep(page: Page, box: pygame.Rect, chart: Chart) -> None:
    """The swept bridges by name, those that are off ticked."""
    lines = lines_in(chart.swept)
    height = round(page.scale.body.px * 1.35)
    if not lines or box.h < height:
        return
    for line, place in zip(lines, rows(box, max(len(lines), box.h // height), 2), strict=False):
        lies = bool(chart.lying >> line & 1)
        side = min(place.h, page.scale.body.px)
        radius = max(5, side * 9 // 20)
        sign = signs.ring(radius, max(2, radius // 4), palette.ALERT)
        if not lies:
            sign = signs.tick(radius, max(2, radius // 3), palette.MARK)
        signs.placed(page.surface, sign, (place.x + side // 2, place.centery))
        colour = palette.TEXT if lies else palette.QUIET
        kind = Type(page.scale.body.role, page.scale.body.px, bold=lies)
        rest = right_of(place, side + page.gap // 2)
        page.ink.write(line_as_seen(LINES[line]), rest, kind, colour=colour, most_lines=1)
