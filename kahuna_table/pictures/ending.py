"""The scoring and the end of the game: who won, round by round, and how it went."""

from typing import Final

import pygame

from kahuna_table.engine.player import Player
from kahuna_table.pictures import palette, signs
from kahuna_table.pictures.boxes import below, left_of, right_of, rows, top_of
from kahuna_table.pictures.chart import draw_chart
from kahuna_table.pictures.fonts import line_height, text_width
from kahuna_table.pictures.page import Page, Paragraph, draw_text, headline_of, prompted, rounded
from kahuna_table.pictures.type_scale import Role, Type
from kahuna_table.table.lights import Colour
from kahuna_table.table.screen import Message, Story

_CURVES_LEAST: Final = 60


def draw_scoring(page: Page) -> None:
    """What the round was worth over the whole screen, then what goes on."""
    scored = next((note for note in page.screen.notes if note.id == "scoring"), None)
    said = Message("scoring") if scored is None else scored
    headline, rest = headline_of(page.words.message(said))
    paragraphs = [Paragraph(headline, page.scale.headline)]
    paragraphs += [Paragraph(rest, page.scale.body, palette.NOTE)] if rest else []
    following = f"{page.words.label('round')} {page.score.round}"
    if page.score.round > _scored_rounds(page):
        paragraphs.append(Paragraph(following, page.scale.body, palette.QUIET, needed=False))
    body = draw_text(page, page.box, paragraphs, 0.6)
    upper, lower = _parted(page, body)
    draw_table(page, upper)
    draw_chart(page.surface, lower, page.screen.chart)


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


def _scored_rounds(page: Page) -> int:
    return max((scored.round for scored in _story(page).scorings), default=0)


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
    head = line_height(page.scale.label.px) + 2
    box = top_of(box, min(box.h, table_height(page)))
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


def table_height(page: Page) -> int:
    """What the table takes where there is room."""
    line = line_height(page.scale.figure.px, bold=True) * 3 // 2
    return line_height(page.scale.label.px) + 2 + 2 * line + 2 * page.gap


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
