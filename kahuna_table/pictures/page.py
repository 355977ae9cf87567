"""What every scene shares: its measures, the headline, what happened, the players' plates."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pygame

from kahuna_table.engine.player import Player
from kahuna_table.pictures import palette, signs
from kahuna_table.pictures.boxes import below, left_of, right_of, top_of
from kahuna_table.pictures.cards import draw_fan
from kahuna_table.pictures.fonts import line_height, text_width
from kahuna_table.pictures.ink import Ink, text_height
from kahuna_table.pictures.type_scale import Role, Type, TypeScale
from kahuna_table.pictures.words import Wording
from kahuna_table.table.lights import Colour
from kahuna_table.table.screen import Message, Score, Screen

_SENTENCE: Final = re.compile(r"(?<=[.?!])\s+|(?<=[。？！])")
_GROWN: Final = (150, 135, 120)
"""A headline of one line may be so much larger, in hundredths."""

_TROUBLES: Final = ("trouble-", "sensor", "button-stuck", "not-saved", "journal-")
"""How the ids of what is broken begin."""


@dataclass(frozen=True, slots=True)
class Page:
    """A scene on its display."""

    ink: Ink
    box: pygame.Rect
    """Within the margins."""
    screen: Screen
    words: Wording
    scale: TypeScale
    gap: int

    @property
    def surface(self) -> pygame.Surface:
        return self.ink.surface

    @property
    def portrait(self) -> bool:
        return self.box.h > self.box.w

    @property
    def square(self) -> bool:
        """Too narrow for a table beside a picture."""
        return self.box.w * 2 < self.box.h * 3

    @property
    def score(self) -> Score:
        """Of a scene with a game."""
        assert self.screen.score is not None, self.screen
        return self.screen.score


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A text of a scene. One that is not `needed` gives way to the picture."""

    text: str
    kind: Type
    colour: Colour = palette.TEXT
    needed: bool = True
    alert: bool = False


def headline_of(text: str) -> tuple[str, str]:
    """The first sentence, which is the one thing to do, and the rest."""
    first, *rest = _SENTENCE.split(text.strip(), maxsplit=1)
    return first, rest[0].strip() if rest else ""


def prompted(page: Page, *, besides: tuple[str, ...] = ()) -> list[Paragraph]:
    """The prompt's first sentence as the headline, then its rest, then the notes, without those
    `besides` which the picture says."""
    headline, rest = headline_of(page.words.message(page.screen.prompt))
    found = [Paragraph(headline, page.scale.headline)]
    if rest:
        found.append(Paragraph(rest, page.scale.body))
    return found + list(_notes(page, besides))


def _notes(page: Page, besides: tuple[str, ...]) -> Iterator[Paragraph]:
    """The newest note in any case; what is broken last."""
    said = (note for note in page.screen.notes if note.id not in besides)
    notes = sorted(said, key=_is_trouble)
    for n, note in enumerate(notes):
        alert = _is_trouble(note)
        colour = palette.ALERT if alert else palette.NOTE
        text = page.words.message(note)
        yield Paragraph(text, page.scale.body, colour, needed=n == 0, alert=alert)


def _is_trouble(note: Message) -> bool:
    return note.id.startswith(_TROUBLES)


def draw_text(
    page: Page, box: pygame.Rect, paragraphs: list[Paragraph], share: float = 0.5
) -> pygame.Rect:
    """The paragraphs from the top; gives the box below. What is not needed stays within `share` of
    the height; what is needed may take nearly all."""
    gap = page.gap // 2
    first, *others = paragraphs
    first = _grown(first, box.w)
    shown, used = [first], _height(page, first, box.w)
    for each in sorted(others, key=lambda paragraph: not paragraph.needed):
        height = _height(page, each, box.w) + gap
        if each.needed or used + height <= box.h * share:
            shown.append(each)
            used += height
    room = box.h if share >= 1 else max(0, box.h - max(page.scale.body.px, box.h // 6))
    return _write_all(page, box, shown, min(used, room))


def _write_all(page: Page, box: pygame.Rect, shown: list[Paragraph], height: int) -> pygame.Rect:
    """Each in its height; the last ones shrink where that is too much."""
    rest, left = box, height
    for n, each in enumerate(shown):
        later = len(shown) - n - 1
        own = min(_height(page, each, box.w), left - later * page.scale.label.px)
        _write(page, top_of(rest, own), each)
        used = own + page.gap // 2
        rest, left = below(rest, used), left - used
    return below(rest, page.gap // 2)


def _height(page: Page, each: Paragraph, width: int) -> int:
    return text_height(each.text, width - _aside(page, each), each.kind)


def _aside(page: Page, each: Paragraph) -> int:
    """What the sign of a trouble takes at the left."""
    return page.scale.body.px * 5 // 4 if each.alert else 0


def _write(page: Page, box: pygame.Rect, each: Paragraph) -> None:
    aside = _aside(page, each)
    if aside and box.h > 0:
        side = min(aside * 4 // 5, box.h)
        sign = signs.warning(side, palette.ALERT, palette.GROUND)
        page.surface.blit(sign, (box.x, box.y + page.scale.body.px // 10))
    page.ink.write(each.text, right_of(box, aside), each.kind, colour=each.colour, upright="top")


def _grown(first: Paragraph, width: int) -> Paragraph:
    """A short headline fills its line."""
    for share in _GROWN:
        kind = first.kind.sized(first.kind.px * share // 100)
        if text_width(first.text, kind.px, bold=kind.bold) <= width:
            return Paragraph(first.text, kind, first.colour)
    return first


@lru_cache(maxsize=2)
def ground(size: tuple[int, int]) -> pygame.Surface:
    """Planks of dark wood."""
    wood = pygame.Surface(size, 0, 32)
    wood.fill(palette.GROUND)
    plank, seam = max(40, min(size) // 5), max(1, min(size) // 240)
    for n, y in enumerate(range(0, size[1], plank)):
        pygame.draw.rect(wood, palette.SEAM, (0, y - seam, size[0], seam))
        x = size[0] * (2 + 3 * n) % (7 * size[0]) // 7
        pygame.draw.rect(wood, palette.SEAM, (x, y, seam, plank))
    return wood


def draw_edge(surface: pygame.Surface, mover: Player | None) -> int:
    """The mover's colour over a whole edge: black's at the left, white's at the right, where their
    plates are. Gives its breadth."""
    breadth = max(6, min(surface.get_size()) // 30)
    if mover is not None:
        whole = surface.get_rect()
        x = whole.x if mover is Player.BLACK else whole.right - breadth
        pygame.draw.rect(surface, palette.ON_DARK[mover], (x, whole.y, breadth, whole.h))
    return breadth


def draw_plates(page: Page, left: pygame.Rect, right: pygame.Rect) -> None:
    for player, box in zip(Player, (left, right), strict=True):
        _plate(page, box, player)


def plate_height(page: Page) -> int:
    """What a plate needs to say all."""
    scale = page.scale
    lines = line_height(scale.body.px, bold=True) + line_height(scale.figure.px, bold=True)
    return lines + page.gap


def _plate(page: Page, box: pygame.Rect, player: Player) -> None:
    """A player's name, points, cards and bridges left, public knowledge only."""
    _score, moves = page.score, page.score.to_move is player
    ground = palette.TINT[player] if moves else palette.PLATE
    rounded(page.surface, box, ground, palette.ON_DARK[player] if moves else None)
    band = max(3, page.gap // 2)
    inner = right_of(box.inflate(-page.gap, -page.gap // 2), band)
    bar = pygame.Rect(box.x + band // 2, box.y + band, band, box.h - 2 * band)
    pygame.draw.rect(page.surface, palette.ON_DARK[player], bar, border_radius=band // 2)
    if inner.h < plate_height(page) - page.gap:
        _plate_row(page, inner, player, ground)
        return
    head = top_of(inner, line_height(page.scale.body.px, bold=True))
    name = Type(Role.LABEL, page.scale.body.px, bold=True)
    page.ink.write(page.words.player(player), head, name, ground=ground, most_lines=1)
    _counts(page, below(inner, head.h), player, ground)


def _plate_row(page: Page, box: pygame.Rect, player: Player, ground: Colour) -> None:
    """Name and points in one line."""
    points = str(page.score.points[player])
    wide = text_width(points, page.scale.figure.px, bold=True)
    page.ink.write(
        points, right_of(box, box.w - wide), page.scale.figure, colour=palette.ON_DARK[player],
        ground=ground, most_lines=1,
    )  # fmt: skip
    name = Type(Role.LABEL, page.scale.body.px, bold=True)
    text = page.words.player(player)
    page.ink.write(text, left_of(box, box.w - wide - page.gap), name, ground=ground, most_lines=1)


def _counts(page: Page, box: pygame.Rect, player: Player, ground: Colour) -> None:
    """Points as a figure behind its word, then the cards."""
    score, scale = page.score, page.scale
    points = str(score.points[player])
    wide = text_width(points, scale.figure.px, bold=True) + page.gap // 2
    word, rest = page.words.label("points"), box
    needs = text_width(word, scale.label.px) + page.gap // 2
    if needs + wide < box.w:
        page.ink.write(
            word, left_of(box, needs), scale.label, colour=palette.QUIET, ground=ground,
            most_lines=1,
        )  # fmt: skip
        rest = right_of(box, needs)
    page.ink.write(
        points, left_of(rest, wide), scale.figure, colour=palette.ON_DARK[player], ground=ground,
        most_lines=1,
    )  # fmt: skip
    rest = right_of(rest, wide)
    if rest.w > scale.body.px * 2:
        upper = rest.inflate(0, -rest.h // 4)
        draw_fan(page.surface, upper, min(5, score.hand_sizes[player]))


def rounded(
    surface: pygame.Surface, box: pygame.Rect, colour: Colour, edge: Colour | None = None
) -> None:
    """A plate with round corners."""
    corner = max(2, min(box.w, box.h, 120) // 9)
    pygame.draw.rect(surface, colour, box, border_radius=corner)
    if edge is not None:
        pygame.draw.rect(surface, edge, box, max(2, min(box.w, box.h) // 36), border_radius=corner)
