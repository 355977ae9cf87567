"""Text in boxes: wrapped, shrunk to a least size, cut with an ellipsis at last, never outside.

`Ink` keeps a record of every text and its box, so that tests and the check of translations can ask
what was drawn where and what had to be cut, and of every option, so that it can be touched.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import pygame

from kahuna_table.pictures.fonts import line_height, text_picture, text_width
from kahuna_table.pictures.palette import GROUND, TEXT
from kahuna_table.pictures.type_scale import LEAST_PX, Role, Type
from kahuna_table.table.lights import Colour

_ELLIPSIS: Final = "…"
# Chinese breaks after any character. No line begins with the punctuation after a character or a
# key, and none is broken at a no-break space, nor inside a key.
_PIECE: Final = re.compile(
    r"(?:\[[^\]]*\]|[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef])(?:\u00a0?[.,:;?!)，。：；！？、）”])*"
    r"|(?:[^\s\u2e80-\u9fff\[]|\u00a0)+|[^\S\u00a0]+|\["
)
_KEY: Final = re.compile(r"(\[[^\]]+\])")
"""The name of a button, drawn as a key in the place of its brackets."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One text as drawn. `drawn` is empty when not even a line had room."""

    text: str
    box: pygame.Rect
    drawn: pygame.Rect
    px: int
    role: Role
    colours: tuple[Colour, Colour]
    """Of the letters and of the ground below them."""
    whole: bool
    """False when the text was cut."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a finger can choose: the option or card of this number. Where it only leads on, it is
    pointed at and not chosen."""

    box: pygame.Rect
    index: int
    chooses: bool = True


@dataclass(frozen=True, slots=True)
class _Fit:
    lines: tuple[str, ...]
    px: int
    whole: bool


class Ink:
    """Writes on a surface and remembers what it wrote."""

    def __init__(self, surface: pygame.Surface) -> None:
        self.surface = surface
        self.marks: list[Mark] = []
        self.targets: list[Target] = []
        self.focus: tuple[int, int] | None = None
        """Where the bridge lies that the picture is about."""

    def write(
        self,
        text: str,
        box: pygame.Rect,
        kind: Type,
        *,
        colour: Colour = TEXT,
        ground: Colour = GROUND,
        align: Literal["left", "centre", "right"] = "left",
        upright: Literal["top", "middle", "bottom"] = "middle",
        most_lines: int = 99,
    ) -> int:
        """Draws the text in its size, smaller where it does not fit; gives the height used.

        `ground` is the colour that lies below already, for the record.
        """
        if not text:
            return 0
        bold, least = kind.bold, min(kind.px, LEAST_PX)
        fit = fit_text(text, box.w, box.h, kind.px, least, bold=bold, most_lines=most_lines)
        step = line_height(fit.px, bold=bold)
        height = step * len(fit.lines)
        y = box.y + {"top": 0, "middle": (box.h - height) // 2, "bottom": box.h - height}[upright]
        drawn = pygame.Rect(box.x, y, 0, 0)
        for n, line in enumerate(fit.lines):
            width = text_width(line, fit.px, bold=bold)
            x = box.x + {"left": 0, "centre": (box.w - width) // 2, "right": box.w - width}[align]
            place = pygame.Rect(x, y + n * step, width, step)
            if line:
                self._draw(line, place, fit.px, colour, bold=bold)
                drawn = place if drawn.w == 0 else drawn.union(place)
        colours = (colour, ground)
        self.marks.append(Mark(text, box.copy(), drawn, fit.px, kind.role, colours, fit.whole))
        return height

    def _draw(self, line: str, place: pygame.Rect, px: int, colour: Colour, *, bold: bool) -> None:
        """One line, its buttons as keys."""
        x = place.x
        for part in filter(None, _KEY.split(line)):
            width = text_width(part, px, bold=bold)
            word = part
            if _KEY.fullmatch(part):
                word = part[1:-1]
                key = pygame.Rect(x, place.y, width, place.h).inflate(-max(2, px // 8), -px // 8)
                edge = max(1, px // 14)
                pygame.draw.rect(self.surface, colour, key, edge, border_radius=px // 4)
            picture = text_picture(word, px, colour, bold=bold)
            self.surface.blit(picture, (x + (width - picture.get_width()) // 2, place.y))
            x += width


def text_height(text: str, width: int, kind: Type) -> int:
    """The height of the wrapped text in this size."""
    lines = _wrap(text, width, kind.px, kind.bold)
    return len(lines) * line_height(kind.px, bold=kind.bold)


@lru_cache(maxsize=1024)
def fit_text(
    text: str, width: int, height: int, px: int, least: int, *, bold: bool, most_lines: int
) -> _Fit:
    """The largest size from `px` down to `least` at which the text fits, else the cut text."""
    for size in range(px, least - 1, -1):
        lines = _wrap(text, width, size, bold)
        room = min(most_lines, height // line_height(size, bold=bold))
        if len(lines) <= room and all(text_width(x, size, bold=bold) <= width for x in lines):
            return _Fit(tuple(lines), size, whole=True)
    return _cut(text, width, height, least, bold=bold, most_lines=most_lines)


def _cut(text: str, width: int, height: int, px: int, *, bold: bool, most_lines: int) -> _Fit:
    room = min(most_lines, height // line_height(px, bold=bold))
    lines = [
        piece for line in _wrap(text, width, px, bold) for piece in _chop(line, width, px, bold)
    ]
    whole = len(lines) <= room
    if not whole and room > 0:
        lines = [*lines[: room - 1], _ellipsis(lines[room - 1], width, px, bold)]
    return _Fit(tuple(lines[: max(0, room)]), px, whole)


def _wrap(text: str, width: int, px: int, bold: bool) -> list[str]:
    """Lines broken at spaces; a single word may still be wider than the box."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for piece in _PIECE.findall(paragraph):
            if line.strip() and text_width((line + piece).rstrip(), px, bold=bold) > width:
                lines.append(line.rstrip())
                line = piece.lstrip()
            else:
                line += piece
        lines.append(line.rstrip())
    return lines


def _chop(line: str, width: int, px: int, bold: bool) -> Iterator[str]:
    """The line in pieces that are no wider than the box."""
    piece = ""
    for letter in line:
        if piece and text_width(piece + letter, px, bold=bold) > width:
            yield piece
            piece = ""
        # A box narrower than a letter cannot hold it.
        piece += letter if text_width(letter, px, bold=bold) <= width else ""
    yield piece


def _ellipsis(line: str, width: int, px: int, bold: bool) -> str:
    while line and text_width(line + _ELLIPSIS, px, bold=bold) > width:
        line = line[:-1]
    whole = line.rstrip() + _ELLIPSIS
    return whole if text_width(whole, px, bold=bold) <= width else ""
