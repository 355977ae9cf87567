"""The bar of eight buttons."""

import pygame
import pytest

from kahuna_table.devices.screen.bar import button_at, divided, draw_bar
from kahuna_table.table.inputs import NO_BUTTONS, Button, Buttons
from tests.pictures.samples import SampleWords, pixels

SIZES = [(320, 240), (480, 320), (800, 480), (1024, 768), (240, 320), (480, 800), (720, 1280)]


@pytest.mark.parametrize("size", SIZES)
def test_picture_and_buttons_share_the_screen_without_overlap(size: tuple[int, int]) -> None:
    panel, boxes = divided(size)

    assert len(boxes) == len(Button)
    for n, box in enumerate((panel, *boxes)):
        assert pygame.Rect((0, 0), size).contains(box)
        assert box.collidelist((panel, *boxes)[n + 1 :]) == -1


@pytest.mark.parametrize("size", SIZES)
def test_fingers_find_room_and_so_does_the_picture(size: tuple[int, int]) -> None:
    panel, boxes = divided(size)

    assert all(box.w >= 35 and box.h >= 40 for box in boxes)
    assert panel.h >= size[1] * 3 // 5


@pytest.mark.parametrize("size", SIZES)
def test_each_button_is_where_it_is_drawn(size: tuple[int, int]) -> None:
    _, boxes = divided(size)

    for button in Button:
        x, y, width, height = boxes[button]
        for u, v in ((0, 0), (width - 1, height - 1), (width // 2, height // 2)):
            assert button_at(boxes, x + u, y + v) is button


@pytest.mark.parametrize("size", SIZES)
def test_the_picture_is_no_button(size: tuple[int, int]) -> None:
    panel, boxes = divided(size)

    assert button_at(boxes, panel.centerx, panel.bottom - 1) is None
    assert button_at(boxes, size[0] - 1, size[1] - 1) is Button.HELP


@pytest.mark.parametrize("size", [(800, 480), (320, 240)])
def test_a_pressed_button_looks_different_and_the_others_the_same(size: tuple[int, int]) -> None:
    _, boxes = divided(size)
    for pressed in Button:
        up, down = pygame.Surface(size, 0, 32), pygame.Surface(size, 0, 32)
        draw_bar(up, boxes, SampleWords(), NO_BUTTONS)
        draw_bar(down, boxes, SampleWords(), Buttons(1 << pressed))
        changed = {
            button
            for button in Button
            if pixels(up.subsurface(boxes[button]).copy())
            != pixels(down.subsurface(boxes[button]).copy())
        }
        assert changed == {pressed}


def test_the_eight_signs_differ() -> None:
    size = (320, 240)
    _, boxes = divided(size)
    picture = pygame.Surface(size, 0, 32)
    draw_bar(picture, boxes, SampleWords(), NO_BUTTONS)

    small = min(box.w for box in boxes)
    signs = {pixels(picture.subsurface(box.x, box.y, small, box.h).copy()) for box in boxes}

    assert len(signs) == len(Button)
