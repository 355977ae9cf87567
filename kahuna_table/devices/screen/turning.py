"""Pictures and touches on a screen that is mounted turned. Degrees are clockwise."""

import pygame

from kahuna_table.devices.screen.options import Facing, ScreenOptions
from kahuna_table.engine.player import Player
from kahuna_table.table.screen import Screen


def degrees_for(options: ScreenOptions, screen: Screen | None) -> int:
    """How far the picture is turned for who looks at it."""
    turned_over = options.facing is Facing.MOVER and screen is not None
    if turned_over and screen is not None and screen.faces is Player.WHITE:
        return (options.rotation_degrees + 180) % 360
    return options.rotation_degrees


def turned_size(size: tuple[int, int], degrees: int) -> tuple[int, int]:
    """The size to draw in for a screen of that size; the same rule leads back."""
    return size if degrees % 180 == 0 else (size[1], size[0])


def turned(picture: pygame.Surface, degrees: int) -> pygame.Surface:
    """The picture as the screen needs it."""
    return picture if degrees == 0 else pygame.transform.rotate(picture, -degrees)


def drawn_at(x: float, y: float, degrees: int) -> tuple[float, float]:
    """Where in the drawing a touch of the screen lies; both in 0..1."""
    match degrees:
        case 90:
            return y, 1 - x
        case 180:
            return 1 - x, 1 - y
        case 270:
            return 1 - y, x
        case _:
            return x, y
