"""The head of the display: both players, whose turn it is, the round. And the scoring's table."""

import pygame

from kahuna_table.engine.board import BRIDGES_EACH
from kahuna_table.engine.player import Player
from kahuna_table.pictures import palette
from kahuna_table.pictures.fonts import text_width
from kahuna_table.pictures.ink import Ink
from kahuna_table.pictures.panel_parts import (
    Sizes,
    columns,
    corner_of,
    draw_back,
    draw_island_sign,
    draw_stick,
    rounded,
    rows,
)
from kahuna_table.pictures.words import Wording
from kahuna_table.table.screen import Score

_MAX_BACKS = 5


def draw_header(ink: Ink, box: pygame.Rect, score: Score, words: Wording, sizes: Sizes) -> None:
    """Black's plate, the round, white's plate."""
    middle = box.w // (8 if sizes.large else 12)
    side = (box.w - middle - 2 * sizes.gap) // 2
    left = pygame.Rect(box.x, box.y, side, box.h)
    right = pygame.Rect(box.right - side, box.y, side, box.h)
    _plate(ink, left, Player.BLACK, score, words, sizes)
    _plate(ink, right, Player.WHITE, score, words, sizes)
    _round(
        ink,
        pygame.Rect(left.right + sizes.gap, box.y, right.x - left.right - 2 * sizes.gap, box.h),
        score,
        words,
        sizes,
    )


def draw_scoring(ink: Ink, box: pygame.Rect, score: Score, words: Wording, sizes: Sizes) -> None:
    """Both players' islands, bridges on the board and points as a table."""
    rounded(ink, box, palette.PLATE)
    inner = box.inflate(-2 * sizes.gap, -sizes.gap)
    head, *plates = rows(inner, 3, sizes.gap)
    for cell, label in zip(_cells(head)[1:], ("islands", "bridges", "points"), strict=True):
        ink.write(
            words.label(label), cell, sizes.small, colour=palette.QUIET, align="centre",
            upright="bottom", most_lines=1,
        )  # fmt: skip
    for player, row in zip(Player, plates, strict=True):
        _scoring_row(ink, row, player, score, words, sizes)


def _scoring_row(
    ink: Ink, row: pygame.Rect, player: Player, score: Score, words: Wording, sizes: Sizes
) -> None:
    rounded(ink, row, palette.TINT[player])
    name, *cells = _cells(row)
    swatch = _swatch(ink, name.inflate(-sizes.gap, 0), player, sizes)
    ink.write(words.player(player), swatch, sizes.text, bold=True, most_lines=1)
    numbers = (
        score.islands[player],
        BRIDGES_EACH - score.bridges_left[player],
        score.points[player],
    )
    for cell, number in zip(cells, numbers, strict=True):
        last = cell is cells[-1]
        ink.write(
            str(number), cell, sizes.big, bold=last, align="centre", most_lines=1,
            colour=palette.ON_DARK[player] if last else palette.TEXT,
        )  # fmt: skip


def _cells(row: pygame.Rect) -> list[pygame.Rect]:
    """The name's cell, twice as wide as three for numbers."""
    fifth = row.w // 5
    name = pygame.Rect(row.x, row.y, row.w - 3 * fifth, row.h)
    numbers = [pygame.Rect(name.right + n * fifth, row.y, fifth - 2, row.h) for n in range(3)]
    return [name, *numbers]


def _plate(
    ink: Ink, box: pygame.Rect, player: Player, score: Score, words: Wording, sizes: Sizes
) -> None:
    moves = score.to_move is player
    rounded(ink, box, palette.TINT[player] if moves else palette.PLATE)
    if moves:
        pygame.draw.rect(
            ink.surface, palette.ON_DARK[player], box, sizes.line, border_radius=corner_of(box)
        )
    inner = box.inflate(-2 * sizes.gap - 2, -sizes.gap - 2)
    points = _points_box(inner, score.points[player], sizes)
    name = pygame.Rect(inner.x, inner.y, points.x - inner.x - sizes.gap, inner.h // 2)
    rest = _swatch(ink, name, player, sizes)
    if moves and sizes.large:  # on the small display the name needs the room
        rest = _arrow(ink, rest, player)
    ink.write(
        words.player(player), rest, sizes.big if sizes.large else sizes.text,
        bold=moves and sizes.large,
        colour=palette.TEXT if moves else palette.QUIET, most_lines=1,
    )  # fmt: skip
    _points(ink, points, player, score.points[player], words, sizes)
    below = pygame.Rect(inner.x, inner.y + inner.h // 2, inner.w, inner.h - inner.h // 2)
    _counts(ink, below, player, score, sizes)


def _points_box(inner: pygame.Rect, points: int, sizes: Sizes) -> pygame.Rect:
    """At the upper right; on the small display no wider than the number."""
    width = inner.w // 4
    if not sizes.large:
        width = min(width, text_width(str(points), sizes.big, bold=True))
    return pygame.Rect(inner.right - width, inner.y, width, inner.h // 2)


def _points(
    ink: Ink, box: pygame.Rect, player: Player, points: int, words: Wording, sizes: Sizes
) -> None:
    colour = palette.ON_DARK[player]
    if not sizes.large:
        ink.write(
            str(points), box, sizes.big, colour=colour, bold=True, align="right", most_lines=1
        )
        return
    number = pygame.Rect(box.x, box.y, box.w, box.h)
    ink.write(
        str(points), number, sizes.huge, colour=colour, bold=True, align="right", most_lines=1
    )
    under = pygame.Rect(box.x, box.bottom + 2, box.w, box.h - 2)
    ink.write(
        words.label("points"), under, sizes.small, colour=palette.QUIET, align="right",
        most_lines=1,
    )  # fmt: skip


def _swatch(ink: Ink, box: pygame.Rect, player: Player, sizes: Sizes) -> pygame.Rect:
    """The colour of stick and light at the left of the box; gives the rest of the box."""
    width, height = (34, 16) if sizes.large else (18, 9)
    stick = pygame.Rect(box.x, box.centery - height // 2, width, height)
    draw_stick(ink, stick, player)
    pygame.draw.circle(ink.surface, palette.LIGHT[player], stick.center, height // 2 - 2)
    start = stick.right + sizes.gap
    return pygame.Rect(start, box.y, box.right - start, box.h)


def _arrow(ink: Ink, box: pygame.Rect, player: Player) -> pygame.Rect:
    """A triangle before the name of the player to move; gives the rest of the box."""
    reach = max(4, box.h // 4)
    tip = (box.x + reach, box.centery)
    tail = [(box.x, box.centery - reach), (box.x, box.centery + reach)]
    pygame.draw.polygon(ink.surface, palette.ON_DARK[player], [tip, *tail])
    start = box.x + reach + max(3, reach // 2)
    return pygame.Rect(start, box.y, box.right - start, box.h)


def _counts(ink: Ink, box: pygame.Rect, player: Player, score: Score, sizes: Sizes) -> None:
    """Islands controlled, cards in hand as backs, bridges left: a sign and a number each."""
    if sizes.large:
        box = pygame.Rect(box.x, box.y, box.w * 3 // 4 + 4, box.h)
    cells = columns(box, 3, 2)
    if sizes.large:  # the backs of a full hand need more room than the other signs
        part = box.w // 10
        cells = [
            pygame.Rect(box.x, box.y, 3 * part, box.h),
            pygame.Rect(box.x + 3 * part, box.y, 4 * part, box.h),
            pygame.Rect(box.x + 7 * part, box.y, box.w - 7 * part, box.h),
        ]
    colour = palette.TEXT if score.to_move is player else palette.QUIET
    signs = (
        _island_sign(ink, cells[0], player),
        _backs(ink, cells[1], score.hand_sizes[player], sizes),
        _stick_sign(ink, cells[2], player),
    )
    counts = (score.islands[player], score.hand_sizes[player], score.bridges_left[player])
    for cell, after, count in zip(cells, signs, counts, strict=True):
        number = pygame.Rect(after, cell.y, cell.right - after, cell.h)
        ink.write(str(count), number, sizes.text, colour=colour, most_lines=1)


def _island_sign(ink: Ink, cell: pygame.Rect, player: Player) -> int:
    height = min(cell.h, cell.w // 3)
    sign = pygame.Rect(cell.x, cell.centery - height // 2, height, height)
    draw_island_sign(ink, sign, player)
    return sign.right + 2


def _backs(ink: Ink, cell: pygame.Rect, count: int, sizes: Sizes) -> int:
    """As many backs as cards, at most five, overlapping."""
    shown = min(count, _MAX_BACKS) if sizes.large else min(count, 1)
    height = min(cell.h - 2, 30 if sizes.large else 16)
    width = height * 2 // 3
    step = width // 2
    for n in range(shown):
        draw_back(ink, pygame.Rect(cell.x + n * step, cell.centery - height // 2, width, height))
    if not shown:
        place = pygame.Rect(cell.x, cell.centery - height // 2, width, height)
        pygame.draw.rect(ink.surface, palette.RIDGE, place, 1, border_radius=2)
    return cell.x + max(0, shown - 1) * step + width + 3


def _stick_sign(ink: Ink, cell: pygame.Rect, player: Player) -> int:
    width = min(cell.w // 3, 30)
    height = max(6, width * 2 // 5)
    draw_stick(ink, pygame.Rect(cell.x, cell.centery - height // 2, width, height), player)
    return cell.x + width + 3


def _round(ink: Ink, box: pygame.Rect, score: Score, words: Wording, sizes: Sizes) -> None:
    """The number of the round over a dot for each."""
    third = box.h // 3
    if sizes.large:
        head = pygame.Rect(box.x, box.y, box.w, third)
        ink.write(
            words.label("round"), head, sizes.small, colour=palette.QUIET, align="centre",
            most_lines=1,
        )  # fmt: skip
        place = pygame.Rect(box.x, head.bottom, box.w, third)
    else:
        place = pygame.Rect(box.x, box.y, box.w, 2 * third)
    ink.write(str(score.round), place, sizes.big, bold=True, align="centre", most_lines=1)
    radius = max(2, box.h // 24)
    for n in range(score.rounds):
        aside = (2 * n + 1 - score.rounds) * radius * 2
        centre = (box.centerx + aside, box.bottom - third // 2)
        colour = palette.TEXT if n < score.round else palette.RIDGE
        pygame.draw.circle(ink.surface, colour, centre, radius)
