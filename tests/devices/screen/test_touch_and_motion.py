"""What fingers do on the display, and how one picture becomes the next."""

from dataclasses import replace

import pygame
import pytest

from kahuna_table.devices.screen.bar import divided
from kahuna_table.devices.screen.options import (
    Facing,
    Motion,
    ScreenOptions,
)
from kahuna_table.devices.screen.rendered import render
from kahuna_table.devices.screen.screen_loop import INTACT_MS, WATCH_MS
from kahuna_table.devices.screen.turning import turned, turned_size
from kahuna_table.engine.player import Player
from kahuna_table.pictures.panel import draw_panel, paint_panel
from kahuna_table.pictures.type_scale import USUAL, type_scale
from kahuna_table.table.inputs import Button
from kahuna_table.table.screen import Backlight
from tests.devices.screen.loop_bench import SIZE, Bench
from tests.devices.screen.trees import Machine
from tests.pictures.samples import SCORE, SCREENS, SampleWords, pixels


@pytest.fixture
def bench(machine: Machine) -> Bench:
    return Bench(machine, ScreenOptions())


@pytest.fixture
def touched(machine: Machine) -> Bench:
    made = Bench(machine, ScreenOptions(touch=True))
    made.show("game")
    made.run(100)
    return made


def test_a_new_scene_comes_gradually_and_then_nothing_is_drawn(bench: Bench) -> None:
    bench.show("game")
    bench.run(200)
    bench.show("draw")
    bench.run(200)
    before, *moving = bench.output.pictures
    drawn = pixels(draw_panel(SIZE, SCREENS["draw"], SampleWords()))
    assert len(moving) > 3
    assert len({pixels(picture) for picture in (before, *moving[1:])}) == len(moving)
    assert drawn not in map(pixels, moving)

    bench.run(200)
    assert pixels(bench.output.pictures[-1]) == drawn
    count = len(bench.output.pictures)
    bench.run(1000)
    assert len(bench.output.pictures) == count


@pytest.mark.parametrize("kind", [pygame.KEYDOWN, pygame.FINGERDOWN])
def test_any_input_ends_the_motion(bench: Bench, kind: int) -> None:
    bench.show("game")
    bench.run(100)
    bench.show("draw")
    bench.run(100)
    if kind == pygame.KEYDOWN:
        bench.event(kind, key=pygame.K_x, unicode="x")
    else:
        bench.touch(kind, 0.5, 0.5)
    bench.run(40)

    drawn = draw_panel(SIZE, SCREENS["draw"], SampleWords())
    assert pixels(bench.output.pictures[-1]) == pixels(drawn)


def test_a_calm_screen_changes_at_once(machine: Machine) -> None:
    bench = Bench(machine, ScreenOptions(motion=Motion.CALM))
    bench.show("game")
    bench.run(100)
    bench.show("draw")
    bench.run(400)

    assert len(bench.output.pictures) == 2


def test_a_hand_is_gone_at_once(bench: Bench) -> None:
    bench.show("game")
    bench.run(100)
    bench.show("hand")
    bench.run(100)
    assert len(bench.output.pictures) == 2
    bench.show("game")
    bench.show("draw")
    bench.run(400)

    assert len(bench.output.pictures) == 3
    drawn = draw_panel(SIZE, SCREENS["draw"], SampleWords())
    assert pixels(bench.output.pictures[-1]) == pixels(drawn)


@pytest.mark.parametrize("button", Button, ids=lambda button: button.name.lower())
@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_a_tap_on_a_drawn_button_is_that_button(
    machine: Machine, degrees: int, button: Button
) -> None:
    bench = Bench(machine, ScreenOptions(rotation_degrees=degrees, touch=True))
    bench.show("game")
    bench.run(100)
    size = turned_size(SIZE, degrees)
    marked = pygame.Surface(size, 0, 32)
    finger = type_scale(size, USUAL).finger
    marked.set_at(divided(size, finger)[1][button].center, (255, 255, 255))
    shown = pygame.mask.from_threshold(turned(marked, degrees), (255, 255, 255), (9, 9, 9))
    ((x, y),) = [box.topleft for box in shown.get_bounding_rects()]

    at = (x + 0.5) / SIZE[0], (y + 0.5) / SIZE[1]
    if button is Button.HAND:  # the first tap shows the cards, the next one hides them
        assert bench.tap(*at) == [1 << button]
        assert bench.tap(*at) == [0]
    else:
        assert bench.tap(*at) == [1 << button, 0]


def test_a_hand_that_the_table_hides_is_let_go(touched: Bench) -> None:
    touched.tap(5.5 / 8, 0.95)
    touched.show("hand")
    touched.run(100)
    touched.show("game")
    touched.run(400)

    assert touched.sent == [1 << Button.HAND, 0]


def answered(bench: Bench, name: str, cursor: int) -> None:
    """The table shows the cursor there."""
    screen = replace(SCREENS[name], cursor=cursor)
    bench.loop.show(screen, render(screen, SampleWords()))
    bench.run(500)


def test_a_tap_on_a_row_goes_there_step_by_step_and_chooses_it(touched: Bench) -> None:
    touched.show("menu")
    touched.run(100)
    size = touched.output.size
    box = divided(size, type_scale(size, USUAL).finger)[0]
    viewing = USUAL.part(size, box.size)
    target = paint_panel(box.size, SCREENS["menu"], SampleWords(), viewing).targets[2]
    x, y = target.box.center

    right, ok = 1 << Button.RIGHT, 1 << Button.OK
    assert touched.tap(x / size[0], y / size[1]) == [right, 0]
    answered(touched, "menu", 1)
    assert touched.sent == [right, 0, right, 0]
    answered(touched, "menu", 2)
    assert touched.sent == [right, 0, right, 0, ok, 0]
    answered(touched, "menu", 2)
    assert len(touched.sent) == 6


def test_a_tap_is_forgotten_when_another_question_comes(touched: Bench) -> None:
    touched.show("menu")
    touched.run(100)
    size = touched.output.size
    box = divided(size, type_scale(size, USUAL).finger)[0]
    viewing = USUAL.part(size, box.size)
    x, y = paint_panel(box.size, SCREENS["menu"], SampleWords(), viewing).targets[2].box.center
    touched.tap(x / size[0], y / size[1])
    touched.show("draw")
    touched.run(2000)
    answered(touched, "menu", 2)

    assert touched.sent == [1 << Button.RIGHT, 0]


@pytest.mark.parametrize(("mover", "degrees"), [(Player.BLACK, 90), (Player.WHITE, 270)])
def test_the_picture_turns_to_whom_it_faces(machine: Machine, mover: Player, degrees: int) -> None:
    bench = Bench(machine, ScreenOptions(rotation_degrees=90, facing=Facing.MOVER))
    screen = replace(SCREENS["game"], score=replace(SCORE, to_move=mover))
    bench.loop.show(screen, render(screen, SampleWords()))
    bench.run(100)

    drawn = draw_panel(turned_size(SIZE, 90), screen, SampleWords())
    assert pixels(bench.output.pictures[0]) == pixels(turned(drawn, degrees))


def test_the_pressed_button_is_drawn_pressed(touched: Bench) -> None:
    before = pixels(touched.output.pictures[-1])
    touched.touch(pygame.FINGERDOWN, 0.05, 0.95)
    touched.run(40)
    assert pixels(touched.output.pictures[-1]) != before
    touched.touch(pygame.FINGERUP, 0.05, 0.95)
    touched.run(200)
    assert pixels(touched.output.pictures[-1]) == before


def test_a_tap_on_the_picture_is_nothing(touched: Bench) -> None:
    assert touched.tap(0.5, 0.4) == []


def test_two_fingers_are_two_buttons(touched: Bench) -> None:
    touched.touch(pygame.FINGERDOWN, 5.5 / 8, 0.95, finger=1)
    touched.run(40)
    touched.touch(pygame.FINGERDOWN, 1.5 / 8, 0.95, finger=2)
    touched.run(40)

    assert touched.sent[-1] == 1 << Button.HAND | 1 << Button.LEFT


def test_the_mouse_of_a_window_is_a_finger_but_that_of_a_touch_is_not(touched: Bench) -> None:
    touched.event(pygame.MOUSEBUTTONDOWN, pos=(20, 230), button=1, touch=True)
    touched.run(200)
    assert touched.sent == []
    touched.event(pygame.MOUSEBUTTONDOWN, pos=(20, 230), button=1, touch=False)
    touched.run(200)
    assert touched.sent == [1 << Button.MENU]
    touched.event(pygame.MOUSEBUTTONUP, pos=(20, 230), button=1, touch=False)
    touched.run(200)
    assert touched.sent == [1 << Button.MENU, 0]


def test_a_screen_that_has_fingers_has_no_mouse(touched: Bench) -> None:
    assert touched.tap(1.5 / 8, 0.95) == [1 << Button.LEFT, 0]
    touched.event(pygame.MOUSEBUTTONDOWN, pos=(20, 230), button=1, touch=False)
    touched.run(200)

    assert touched.sent == [1 << Button.LEFT, 0]


def test_without_touch_fingers_do_nothing(bench: Bench) -> None:
    bench.run(100)

    assert bench.tap(0.5, 0.95) == []


def test_a_button_that_is_held_when_the_screen_goes_is_let_go(touched: Bench) -> None:
    touched.touch(pygame.FINGERDOWN, 0.05, 0.95)
    touched.run(200)
    touched.output.there = touched.plugged = False
    touched.run(WATCH_MS + 400)

    assert touched.sent == [1 << Button.MENU, 0]


def test_a_dark_display_is_black_then_switched_off_and_comes_back(bench: Bench) -> None:
    bench.show("game")
    bench.run(100)
    bench.show("game", Backlight.DIM)
    bench.run(100)
    bench.show("game", Backlight.DARK)
    bench.run(3 * INTACT_MS)
    bright, dim, dark = map(pixels, bench.output.pictures)
    assert brightest(dark) == 0 < brightest(dim) < brightest(bright)
    assert bench.output.switched == [False]

    bench.show("game")
    bench.run(100)
    assert pixels(bench.output.pictures[-1]) == bright
    assert bench.output.switched == [False, True]


def brightest(picture: bytes) -> int:
    """Of all colours; every fourth byte is none."""
    return max(max(picture[n::4]) for n in range(3))


def test_a_touch_of_a_dark_display_only_wakes_it(touched: Bench) -> None:
    touched.show("game", Backlight.DARK)
    touched.run(100)
    assert touched.tap(0.05, 0.95) == []
    assert touched.touches == 1

    touched.show("game", Backlight.DIM)
    touched.run(100)
    assert touched.tap(0.05, 0.95) == [1 << Button.MENU, 0]
    assert touched.touches == 2


def test_a_key_counts_on_a_dark_display_too(bench: Bench) -> None:
    bench.show("game", Backlight.DARK)
    bench.run(100)
    bench.event(pygame.KEYDOWN, key=pygame.K_h, unicode="h")
    bench.run(100)
    assert bench.sent == [1 << Button.HAND]


def test_a_screen_that_is_off_is_not_taken_for_one_that_is_gone(bench: Bench) -> None:
    bench.show("game", Backlight.DARK)
    bench.run(100)
    bench.output.there = bench.plugged = False
    bench.run(3 * WATCH_MS)
    assert not bench.output.closed

    bench.show("game")
    bench.run(2 * WATCH_MS)
    assert bench.output.closed


def test_a_screen_is_left_switched_on(bench: Bench) -> None:
    bench.show("game", Backlight.DARK)
    bench.run(100)
    bench.loop.close()
    assert bench.output.switched == [False, True]
