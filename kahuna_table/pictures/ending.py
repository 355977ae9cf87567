"""The scoring and the end of the game: who won, round by round, and how it went."""

from typing import Final

import pygame

from kahuna_table.engine.board import Island
from kahuna_table.engine.player import Player
from kahuna_table.pictures import palette, signs
from kahuna_table.pictures.boxes import below, left_of, right_of, row_of, rows, top_of
from kahuna_table.pictures.chart import coast_in, draw_chart, holder_of
from kahuna_table.pictures.fonts import line_height, text_width
from kahuna_table.pictures.page import Page, Paragraph, draw_text, headline_of, prompted, rounded
from kahuna_table.pictures.type_scale import Role, Type
from kahuna_table.table.lights import Colour
from kahuna_table.table.screen import Message, Story

_CURVES_LEAST: Final = 60

_IN_A_ROW: Final = 6
"""Of the counted islands: as many as each has, if nobody leads."""


def draw_scoring(page: Page) -> None:
    """The islands as they are counted; then what the round was worth, over the whole screen, and
    what goes on."""
    told = [page.words.message(message) for message in page.screen.told]
    if _counted(page) is None:
        scored = next((note for note in page.screen.notes if note.id == "scoring"), None)
        said = Message("scoring") if scored is None else scored
        told.insert(0, page.words.message(said))
    headline, rest = headline_of(" ".join(told))
    paragraphs = [Paragraph(headline, page.scale.headline)]
    paragraphs += [Paragraph(rest, page.scale.body, palette.NOTE)] if rest else []
    body = draw_text(page, page.box, paragraphs, 0.6)
    upper, lower = _parted(page, body)
    if _counted(page) is None:
        draw_table(page, upper)
    else:
        for player, row in zip(Player, rows(upper, 2, page.gap), strict=True):
            _draw_counted(page, row, player)
    draw_chart(page.surface, lower, page.screen.chart)


def _counted(page: Page) -> tuple[Island, ...] | None:
    chart = page.screen.chart
    return None if chart is None else chart.counted


def _draw_counted(page: Page, box: pygame.Rect, player: Player) -> None:
    """A player's islands as far as they are counted: how many, and each by its coast."""
    chart, ground = page.screen.chart, palette.TINT[player]
    mine = [i for i in _counted(page) or () if holder_of(chart, i) is player]
    rounded(page.surface, box, ground)
    inner = box.inflate(-2 * page.gap, -page.gap)
    figure = page.scale.figure.sized(page.scale.figure.px * 3 // 2)
    wide = text_width("12", figure.px, bold=True)
    page.ink.write(
        str(len(mine)), right_of(inner, inner.w - wide), figure, colour=palette.ON_DARK[player],
        ground=ground, align="right", most_lines=1,
    )  # fmt: skip
    rest = left_of(inner, inner.w - wide - page.gap)
    head = line_height(page.scale.body.px, bold=True)
    name = top_of(rest, head) if rest.h >= 2 * head else left_of(rest, rest.w * 4 // 10)
    coasts = below(rest, head) if rest.h >= 2 * head else right_of(rest, name.w + page.gap)
    kind = Type(Role.LABEL, page.scale.body.px, bold=True)
    page.ink.write(page.words.player(player), name, kind, ground=ground, most_lines=1)
    places = row_of(coasts, max(_IN_A_ROW, len(mine)), 1, 2)
    for island, place in zip(mine, places, strict=False):
        coast_in(page.surface, place, island, palette.ON_DARK[player], palette.SHORE)


def draw_over(page: Page) -> None:
    """The winner in his colour, the points of each round, and who held how much when."""
    first, *others = prompted(page, besides=("scoring",))
    winner = _winner(page)
    if winner is not None:
        first = Paragraph(first.text, first.kind, palette.ON_DARK[winner])
    body = draw_text(page, page.box, [first, *others], 0.5)
    upper, lower = _parted(page, body)
    draw_table(page, upper)
    if page.screen.story is not None and min(lower.size) >= _CURVES_LEAST:
        _draw_curves(page, lower, page.screen.story)


def _winner(page: Page) -> Player | None:
    arguments = dict(page.screen.prompt.arguments)
    winner = arguments.get("winner")
    return winner if isinstance(winner, Player) else None


def _parted(page: Page, box: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Table and picture: side by side, or one above the other."""
    if page.square:
        lines = 2 * line_height(page.scale.figure.px, bold=True) + 2 * page.gap
        least = lines + line_height(page.scale.label.px)
        height = max(least, min(box.h // 2, 2 * lines))
        return top_of(box, height), below(box, height + page.gap)
    width = box.w * 60 // 100
    return left_of(box, width), right_of(box, width + page.gap)


def draw_table(page: Page, box: pygame.Rect) -> None:
    """A row for each player: the points of each round, and all of them."""
    rounds = page.score.rounds
    line = line_height(page.scale.figure.px, bold=True) * 3 // 2
    head = line_height(page.scale.label.px) + 2
    box = top_of(box, min(box.h, head + 2 * line + 2 * page.gap))
    cells = _cells(page, box)
    for n, cell in enumerate(cells[1:], 1):
        text = str(n) if n <= rounds else page.words.label("points")
        kind = page.scale.label
        page.ink.write(
            text, top_of(cell, head), kind, colour=palette.QUIET, align="centre", most_lines=1
        )
    corner = top_of(cells[0], head)
    page.ink.write(
        page.words.label("round"), corner, page.scale.label, colour=palette.QUIET, align="right",
        most_lines=1,
    )  # fmt: skip
    for player, row in zip(Player, rows(below(box, head), 2, page.gap // 2), strict=True):
        _table_row(page, row, player)


def _cells(page: Page, row: pygame.Rect) -> list[pygame.Rect]:
    """The name's cell, one for each round, and one for the sum below its word."""
    rounds = page.score.rounds
    each = text_width("0", page.scale.figure.px, bold=True) * 8 // 5
    last = max(each, text_width(page.words.label("points"), page.scale.label.px) + page.gap)
    name = left_of(row, row.w - rounds * each - last)
    rest = right_of(row, name.w)
    parts = [pygame.Rect(rest.x + n * each, row.y, each, row.h) for n in range(rounds)]
    return [name, *parts, right_of(rest, rounds * each)]


def _table_row(page: Page, row: pygame.Rect, player: Player) -> None:
    ground = palette.TINT[player]
    rounded(page.surface, row, ground)
    name, *cells = _cells(page, row)
    kind = Type(Role.LABEL, page.scale.body.px, bold=True)
    inner = name.inflate(-page.gap, 0)
    page.ink.write(page.words.player(player), inner, kind, ground=ground, most_lines=1)
    scored = {each.round: each.points[player] for each in _story(page).scorings}
    for n, cell in enumerate(cells, 1):
        last = n > page.score.rounds
        text = str(page.score.points[player]) if last else str(scored.get(n, "·"))
        colour: Colour = palette.ON_DARK[player] if last else palette.TEXT
        page.ink.write(
            text, cell, page.scale.figure, colour=colour, ground=ground, align="centre",
            most_lines=1,
        )  # fmt: skip


def _story(page: Page) -> Story:
    return page.screen.story or Story((), (), ())


def _draw_curves(page: Page, box: pygame.Rect, story: Story) -> None:
    """The islands of both over the turns as two filled curves from the middle, black up and white
    down, with the turning points."""
    word = page.words.label("control")
    fits = text_width(word, page.scale.label.px) <= box.w
    head = line_height(page.scale.label.px) + 2 if fits else 0
    page.ink.write(
        word, top_of(box, head), page.scale.label, colour=palette.QUIET,
        most_lines=1,
    )  # fmt: skip
    plot = below(box, head)
    rounded(page.surface, plot, palette.PLATE)
    inner = plot.inflate(-page.gap, -page.gap)
    most = max([3, *(max(pair) for pair in story.control)])
    for player in Player:
        if len(story.control) > 1:
            _draw_curve(page, inner, story, player, most)
    pygame.draw.line(page.surface, palette.QUIET, inner.midleft, inner.midright, 1)
    for n in story.turning_points:
        x, _ = _point(inner, story, n, 0, most, Player.BLACK)
        black, white = story.control[n]
        colour = palette.ON_DARK[Player.BLACK if black > white else Player.WHITE]
        radius = max(3, page.scale.label.px // 5)
        signs.placed(page.surface, signs.disc(radius + 2, palette.TEXT), (x, inner.centery))
        signs.placed(page.surface, signs.disc(radius, colour), (x, inner.centery))


def _draw_curve(page: Page, box: pygame.Rect, story: Story, player: Player, most: int) -> None:
    points = [
        _point(box, story, n, pair[player], most, player) for n, pair in enumerate(story.control)
    ]
    outline = [(box.left, box.centery), *points, (box.right, box.centery)]
    pygame.draw.polygon(page.surface, palette.ON_DARK[player], outline)


def _point(
    box: pygame.Rect, story: Story, n: int, value: int, most: int, player: Player
) -> tuple[float, float]:
    x = box.x + box.w * n / max(1, len(story.control) - 1)
    up = 1 if player is Player.BLACK else -1
    return x, box.centery - up * value / most * box.h / 2
