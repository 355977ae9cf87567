"""The golden images: `python -m tests.pictures.golden` draws every scene again, in every size and
language, says which differ and shows them side by side in
`tests/pictures/golden/differences`.

They are kept small and with few colours, which is enough to see a box that moved.
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pygame

from kahuna_table.app.words import LANGUAGES, Words
from kahuna_table.pictures.panel import paint_panel
from kahuna_table.table.screen import Screen
from tests.pictures.scenes import named, scenes

FOLDER: Final = Path(__file__).parent / "golden"
DIFFERENCES: Final = FOLDER / "differences"
SIZES: Final = ((320, 240), (480, 320), (800, 480), (1280, 720), (720, 1280))
TIGHT: Final = (480, 320)
"""Here long words meet little room: the size for the languages other than English."""


@dataclass(frozen=True, slots=True)
class View:
    """How a scene is kept."""

    size: tuple[int, int]
    language: str = "en"

    def __str__(self) -> str:
        language = "" if self.language == "en" else f"-{self.language}"
        return f"{self.size[0]}x{self.size[1]}{language}"


VIEWS: Final = (
    *map(View, SIZES),
    *(View(TIGHT, language) for language in sorted(LANGUAGES) if language != "en"),
)
LONGEST: Final = 240
"""The longer side of a golden image in pixels."""

LEVELS: Final = 40
"""How far a part of a colour may be off, of 255: the edges of letters differ with versions."""

SHARE: Final = 0.006
"""How many pixels may be off further than that, of all."""


def golden_path(name: str, view: View) -> Path:
    return FOLDER / f"{name}-{view}.png"


def drawn(screen: Screen, view: View) -> pygame.Surface:
    """A scene of Konstantin and Anna, as it is kept."""
    size, words = view.size, Words(view.language, keycaps=True)
    picture = paint_panel(size, named(screen), words).surface
    scale = LONGEST / max(size)
    small = pygame.transform.smoothscale(picture, (round(size[0] * scale), round(size[1] * scale)))
    return with_depth(with_depth(small, 12), 32)


def with_depth(picture: pygame.Surface, bits: int) -> pygame.Surface:
    """The picture with so many bits for each pixel."""
    other = pygame.Surface(picture.get_size(), 0, bits)
    other.blit(picture, (0, 0))
    return other


def kept(path: Path) -> pygame.Surface:
    """The golden image, or a dot where there is none."""
    golden = pygame.image.load(str(path)) if path.exists() else pygame.Surface((1, 1))
    return with_depth(golden, 32)


def share_off(one: pygame.Surface, other: pygame.Surface) -> float:
    """The share of pixels that differ by more than `LEVELS`; 1 for another size."""
    if one.get_size() != other.get_size():
        return 1.0
    same = pygame.mask.from_threshold(one, (0, 0, 0), (LEVELS + 1,) * 3 + (255,), other)
    width, height = one.get_size()
    return 1 - same.count() / (width * height)


def differing() -> Iterator[tuple[Path, pygame.Surface, float]]:
    """Every scene that is not as its golden image."""
    for name, screen in scenes().items():
        for view in VIEWS:
            path, picture = golden_path(name, view), drawn(screen, view)
            off = share_off(picture, kept(path))
            if off > SHARE:
                yield path, picture, off


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    shutil.rmtree(DIFFERENCES, ignore_errors=True)
    for path, picture, off in differing():
        if path.exists():
            DIFFERENCES.mkdir(exist_ok=True)
            pygame.image.save(
                _beside(pygame.image.load(str(path)), picture), DIFFERENCES / path.name
            )
        pygame.image.save(picture, str(path))
        print(f"{path.name}: {off:.1%} of the pixels differ")


def _beside(before: pygame.Surface, after: pygame.Surface) -> pygame.Surface:
    """What was at the left, what is at the right."""
    height = max(before.get_height(), after.get_height())
    both = pygame.Surface((before.get_width() + after.get_width() + 4, height))
    both.blit(before, (0, 0))
    both.blit(after, (before.get_width() + 4, 0))
    return both


if __name__ == "__main__":
    main()
