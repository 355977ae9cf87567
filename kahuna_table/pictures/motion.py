"""One picture becomes the next: the new one spreads from the bridge it is about, or fades in."""

from math import hypot
from typing import Final

import pygame

from kahuna_table.table.screen import Kind, Screen

MOVE_MS: Final = 300
"""How long it takes."""

_SECRET: Final = (Kind.HAND, Kind.REMOVAL)
"""Scenes that may show cards of a hand: they are gone at once."""


def moves_to(before: Screen, after: Screen) -> bool:
    """Whether the game or the scene changed; a cursor jumps."""
    if before.kind in _SECRET or after.kind in _SECRET:
        return False
    return _course(before) != _course(after)


def _course(screen: Screen) -> tuple[object, ...]:
    bridges = screen.chart.bridges if screen.chart is not None else None
    lying = screen.chart.lying if screen.chart is not None else None
    return screen.kind, bridges, lying, screen.score.to_move if screen.score is not None else None


def between(
    before: pygame.Surface,
    after: pygame.Surface,
    share: float,
    focus: tuple[int, int] | None,
) -> pygame.Surface:
    """The picture when this share of the time is over, 0..1."""
    share = 1 - (1 - min(1.0, max(0.0, share))) ** 2  # quick at first
    if focus is None:
        mixed, leaving = after.copy(), before.copy()
        leaving.set_alpha(round(255 * (1 - share)))
        mixed.blit(leaving, (0, 0))
        return mixed
    width, height = after.get_size()
    farthest = max(hypot(focus[0] - x, focus[1] - y) for x in (0, width) for y in (0, height))
    spread = pygame.Surface(after.get_size(), pygame.SRCALPHA, 32)
    pygame.draw.circle(spread, (255, 255, 255, 255), focus, share * farthest)
    spread.blit(after, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    mixed = before.copy()
    mixed.blit(spread, (0, 0))
    return mixed
