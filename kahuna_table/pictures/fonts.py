"""Typefaces, found by path, and text measured and drawn with them. No layout lives here.

SysFont falls back in silence, so files are named. DejaVu has no Chinese and `Font.metrics` does
not tell, so each character goes to the first face that draws it unlike the noncharacter U+FFFE.

Fonts are kept for the life of the process: nobody may call `pygame.font.quit()`.
"""

from functools import lru_cache
from pathlib import Path
from typing import Final

import pygame

from kahuna_table.pictures.type_scale import CHINESE_FACES, FACE
from kahuna_table.table.lights import Colour

_FOLDERS: Final = (
    Path("/usr/share/fonts/truetype/dejavu"),
    Path("/usr/share/fonts/truetype/wqy"),
    Path("/usr/share/fonts/opentype/noto"),
    Path("/usr/share/fonts/TTF"),
    Path("/usr/share/fonts/dejavu-sans-fonts"),
    Path("/Library/Fonts"),
    Path("C:/Windows/Fonts"),
)
_PLAIN: Final = (FACE, *CHINESE_FACES)
_BOLD: Final = ("DejaVuSans-Bold.ttf", *CHINESE_FACES)
_NONCHARACTER: Final = "\ufffe"
_PROBE_PX: Final = 16
_SMOOTH: Final = True


@lru_cache(maxsize=8192)
def text_width(text: str, px: int, *, bold: bool = False) -> int:
    """Pixels from the left to the right edge of one line of text."""
    return sum(_font(face, px).size(run)[0] for face, run in _runs(text, bold))


@lru_cache(maxsize=256)
def line_height(px: int, *, bold: bool = False) -> int:
    """Pixels from line to line, enough for every face of the chain."""
    return max(_font(face, px).get_height() for face in _faces(bold))


@lru_cache(maxsize=1024)
def text_picture(text: str, px: int, colour: Colour, *, bold: bool = False) -> pygame.Surface:
    """One line of text on a clear ground, `text_width` by `line_height`. Shared: do not draw on
    it."""
    picture = pygame.Surface(
        (max(1, text_width(text, px, bold=bold)), line_height(px, bold=bold)), pygame.SRCALPHA, 32
    )
    base = max(_font(face, px).get_ascent() for face in _faces(bold))
    x = 0
    for face, run in _runs(text, bold):
        font = _font(face, px)
        width = font.size(run)[0]
        if width > 0:  # a lone accent may have no width; some versions refuse to draw it
            picture.blit(font.render(run, _SMOOTH, colour), (x, base - font.get_ascent()))
        x += width
    return picture


@lru_cache(maxsize=2)
def _faces(bold: bool) -> tuple[Path | None, ...]:
    """The chain of faces; None is pygame's own, always last."""
    found = [
        folder / name
        for name in (_BOLD if bold else _PLAIN)
        for folder in _FOLDERS
        if (folder / name).is_file()
    ]
    return (*found, None)


@lru_cache(maxsize=256)
def _font(face: Path | None, px: int) -> pygame.font.Font:
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(None if face is None else str(face), px)


@lru_cache(maxsize=4096)
def _face_of(character: str, bold: bool) -> Path | None:
    faces = _faces(bold)
    return next((face for face in faces if _draws(face, character)), faces[0])


def _draws(face: Path | None, character: str) -> bool:
    font = _font(face, _PROBE_PX)
    if character.isspace() or font.size(character)[0] == 0:
        return True
    drawn, missing = (font.render(c, _SMOOTH, (255, 255, 255)) for c in (character, _NONCHARACTER))
    return _pixels(drawn) != _pixels(missing)


def _pixels(surface: pygame.Surface) -> tuple[tuple[int, int], bytes]:
    return surface.get_size(), surface.get_buffer().raw


def _drawable(character: str) -> str:
    """A space for what no face draws (controls, half surrogates). pygame 2.1 refuses what lies
    beyond U+FFFF."""
    if character > "\uffff":
        return "\N{REPLACEMENT CHARACTER}"
    return character if character.isprintable() else " "


def _runs(text: str, bold: bool) -> tuple[tuple[Path | None, str], ...]:
    """The text cut where the face changes."""
    runs: list[tuple[Path | None, str]] = []
    for character in map(_drawable, text):
        face = _face_of(character, bold)
        if runs and runs[-1][0] == face:
            runs[-1] = (face, runs[-1][1] + character)
        else:
            runs.append((face, character))
    return tuple(runs)
