"""Boxes cut into rows, columns and rests."""

import pygame


def rows(box: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """The box cut into equal rows, the gaps between them left out."""
    height = max(0, (box.h - gap * (count - 1)) // count)
    return [pygame.Rect(box.x, box.y + n * (height + gap), box.w, height) for n in range(count)]


def columns(box: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """The box cut into equal columns."""
    width = max(0, (box.w - gap * (count - 1)) // count)
    return [pygame.Rect(box.x + n * (width + gap), box.y, width, box.h) for n in range(count)]


def top_of(box: pygame.Rect, height: int) -> pygame.Rect:
    """The upper part of the box, no more than there is."""
    return pygame.Rect(box.x, box.y, box.w, max(0, min(height, box.h)))


def below(box: pygame.Rect, taken: int) -> pygame.Rect:
    """What the upper `taken` pixels leave of the box."""
    taken = max(0, min(taken, box.h))
    return pygame.Rect(box.x, box.y + taken, box.w, box.h - taken)


def left_of(box: pygame.Rect, width: int) -> pygame.Rect:
    """The left part of the box, no more than there is."""
    return pygame.Rect(box.x, box.y, max(0, min(width, box.w)), box.h)


def right_of(box: pygame.Rect, taken: int) -> pygame.Rect:
    """What the left `taken` pixels leave of the box."""
    taken = max(0, min(taken, box.w))
    return pygame.Rect(box.x + taken, box.y, box.w - taken, box.h)


def within(box: pygame.Rect, aspect: float) -> pygame.Rect:
    """The largest box of this height for a width of 1, in the middle."""
    width = int(min(box.w, box.h / aspect))
    found = pygame.Rect(0, 0, width, int(width * aspect))
    found.center = box.center
    return found


def row_of(box: pygame.Rect, count: int, aspect: float, gap: int) -> list[pygame.Rect]:
    """That many boxes of one shape (height for a width of 1) as large as the box allows, in one row
    or several, in its middle."""
    fits = (_grid(box, -(-count // lines), lines, aspect, gap) for lines in range(1, count + 1))
    width, across, lines = max(fits)
    height = int(width * aspect)
    top = box.centery - (lines * (height + gap) - gap) // 2
    found = []
    for n in range(count):
        line, at = divmod(n, across)
        here = min(across, count - line * across)
        left = box.centerx - (here * (width + gap) - gap) // 2
        found.append(
            pygame.Rect(left + at * (width + gap), top + line * (height + gap), width, height)
        )
    return found


def _grid(
    box: pygame.Rect, across: int, lines: int, aspect: float, gap: int
) -> tuple[int, int, int]:
    width = (box.w - gap * (across - 1)) // across
    height = (box.h - gap * (lines - 1)) // lines
    return max(0, int(min(width, height / aspect))), across, lines
