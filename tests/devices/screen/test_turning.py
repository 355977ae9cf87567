"""Screens that are mounted turned."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.devices.screen.options import ROTATIONS
from kahuna_table.devices.screen.turning import drawn_at, turned, turned_size

SCREEN = (80, 48)


@pytest.mark.parametrize("degrees", ROTATIONS)
@given(x=st.integers(0, SCREEN[0] - 1), y=st.integers(0, SCREEN[1] - 1))
def test_a_touch_is_where_the_drawing_shows_there(degrees: int, x: int, y: int) -> None:
    width, height = turned_size(SCREEN, degrees)
    u, v = drawn_at((x + 0.5) / SCREEN[0], (y + 0.5) / SCREEN[1], degrees)
    drawing = pygame.Surface((width, height), 0, 32)
    drawing.set_at((int(u * width), int(v * height)), (255, 0, 0))

    shown = turned(drawing, degrees)

    assert shown.get_size() == SCREEN
    assert shown.get_at((x, y))[:3] == (255, 0, 0)


@pytest.mark.parametrize(
    ("degrees", "corner"), [(0, (0, 0)), (90, (79, 0)), (180, (79, 47)), (270, (0, 47))]
)
def test_degrees_are_clockwise(degrees: int, corner: tuple[int, int]) -> None:
    drawing = pygame.Surface(turned_size(SCREEN, degrees), 0, 32)
    drawing.set_at((0, 0), (255, 0, 0))

    assert turned(drawing, degrees).get_at(corner)[:3] == (255, 0, 0)
