"""Pictures and touches on a screen that is mounted turned. Degrees are clockwise."""

import pygame


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
