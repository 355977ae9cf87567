"""The window: what mouse and keys do becomes what hands do at the table."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from kahuna_table.app.words import Words
from kahuna_table.devices.screen.options import ScreenOptions
from kahuna_table.devices.window import NoDisplayError, Window, places_in
from kahuna_table.engine.board import LINES, Line, line_name
from kahuna_table.engine.player import Player
from kahuna_table.pictures.board_picture import slot_middle
from kahuna_table.pictures.panel import paint_panel
from kahuna_table.table.inputs import Button
from kahuna_table.table.screen import Backlight, Kind, Message, Option, Screen
from tests.pictures.samples import SCREENS, SampleWords, pixels

SIZE = (1280, 800)
PLACES = places_in(SIZE)
DARK = ((0, 0, 0),) * 39


class RecordingHands:
    """Writes down what the window reports."""

    def __init__(self) -> None:
        self.done: list[object] = []

    def toggle_stick(self, line: Line, colour: Player) -> None:
        self.done.append((line, colour))

    def clear_board(self) -> None:
        self.done.append("clear")

    def button_down(self, button: Button) -> None:
        self.done.append(("down", button))

    def button_up(self, button: Button) -> None:
        self.done.append(("up", button))

    def touch_display(self) -> None:
        self.done.append("touch")

    def ask_hand(self, player: Player, *, held: bool) -> None:
        self.done.append((player, held))

    def closed(self) -> None:
        self.done.append("closed")


class Table:
    """An unseen window and the events of a desktop."""

    def __init__(self) -> None:
        self.hands = RecordingHands()
        self.window = Window(self.hands, SampleWords(), size=SIZE, unseen=True)
        pygame.event.clear()

    def post(self, kind: int, **values: object) -> list[object]:
        """Posts one event; gives what was newly done."""
        before = len(self.hands.done)
        pygame.event.post(pygame.event.Event(kind, values))
        self.window.pump()
        return self.hands.done[before:]

    def mouse(self, kind: int, point: tuple[int, int], button: int = 1) -> list[object]:
        return self.post(kind, pos=point, button=button, touch=False)

    def key(self, kind: int, key: int, unicode: str = "") -> list[object]:
        return self.post(kind, key=key, unicode=unicode, mod=0, scancode=0)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    opened = Table()
    yield opened
    opened.window.close()


def slot(line: Line) -> tuple[int, int]:
    x, y = slot_middle(PLACES.board.size, line)
    return PLACES.board.x + x, PLACES.board.y + y


@pytest.mark.parametrize("line", [Line(n) for n in range(len(LINES))], ids=line_name)
def test_a_left_click_toggles_a_stick_of_the_player_to_move(table: Table, line: Line) -> None:
    table.window.to_move = Player.WHITE
    assert table.mouse(pygame.MOUSEBUTTONDOWN, slot(line)) == [(line, Player.WHITE)]
    assert table.mouse(pygame.MOUSEBUTTONUP, slot(line)) == []


def test_a_right_click_lays_the_other_colour(table: Table) -> None:
    table.window.to_move = Player.WHITE
    done = table.mouse(pygame.MOUSEBUTTONDOWN, slot(Line(3)), button=3)
    assert done == [(Line(3), Player.BLACK)]


def test_the_wheel_and_the_open_sea_do_nothing(table: Table) -> None:
    assert table.mouse(pygame.MOUSEBUTTONDOWN, slot(Line(3)), button=4) == []
    corner = (PLACES.board.x + 4, PLACES.board.y + 4)
    assert table.mouse(pygame.MOUSEBUTTONDOWN, corner) == []


@pytest.mark.parametrize("button", Button)
def test_a_button_is_held_while_the_mouse_is_down(table: Table, button: Button) -> None:
    middle = PLACES.buttons[button].center
    assert table.mouse(pygame.MOUSEBUTTONDOWN, middle) == [("down", button)]
    assert table.post(pygame.MOUSEMOTION, pos=(1, 1), rel=(0, 0), buttons=(1, 0, 0)) == []
    assert table.mouse(pygame.MOUSEBUTTONUP, (-50, 5000)) == [("up", button)]


def test_a_release_that_the_window_never_heard_of_is_noticed(table: Table) -> None:
    middle = PLACES.buttons[Button.HAND].center
    table.mouse(pygame.MOUSEBUTTONDOWN, middle)
    assert table.post(pygame.WINDOWLEAVE) == [("up", Button.HAND)]
    table.mouse(pygame.MOUSEBUTTONDOWN, middle)
    back = table.post(pygame.MOUSEMOTION, pos=(1, 1), rel=(0, 0), buttons=(0, 0, 0))
    assert back == [("up", Button.HAND)]


def test_a_right_click_keeps_a_button_held_until_the_next_click(table: Table) -> None:
    hand, left = (PLACES.buttons[button].center for button in (Button.HAND, Button.LEFT))
    assert table.mouse(pygame.MOUSEBUTTONDOWN, hand, button=3) == [("down", Button.HAND)]
    assert table.mouse(pygame.MOUSEBUTTONUP, hand, button=3) == []
    assert table.mouse(pygame.MOUSEBUTTONDOWN, left) == [("down", Button.LEFT)]
    assert table.mouse(pygame.MOUSEBUTTONUP, left) == [("up", Button.LEFT)]
    assert table.mouse(pygame.MOUSEBUTTONDOWN, hand) == [("up", Button.HAND)]


@pytest.mark.parametrize(
    ("key", "unicode", "button"),
    [
        (pygame.K_LEFT, "", Button.LEFT),
        (pygame.K_RIGHT, "", Button.RIGHT),
        (pygame.K_RETURN, "\r", Button.OK),
        (pygame.K_BACKSPACE, "\b", Button.BACK),
        (pygame.K_ESCAPE, "\x1b", Button.BACK),
        (pygame.K_h, "h", Button.HAND),
        (pygame.K_d, "d", Button.DRAW),
        (pygame.K_m, "m", Button.MENU),
        (pygame.K_F1, "", Button.HELP),
        (pygame.K_SLASH, "?", Button.HELP),
        (pygame.K_QUESTION, "?", Button.HELP),
    ],
)
def test_keys_are_buttons(table: Table, key: int, unicode: str, button: Button) -> None:
    assert table.key(pygame.KEYDOWN, key, unicode) == [("down", button)]
    assert table.key(pygame.KEYUP, key) == [("up", button)]


def test_one_key_clears_the_board_but_where_a_name_is_typed(table: Table) -> None:
    assert table.key(pygame.KEYDOWN, pygame.K_c, "c") == ["clear"]
    options = (Option("name-done"), Option("letter", value="C"))
    table.window.draw((Screen(Kind.OPTIONS, Message("menu"), (), options, 0),), {}, DARK)
    assert table.key(pygame.KEYDOWN, pygame.K_c, "c") == pressed(Button.RIGHT)


def test_legend_buttons_and_title_speak_the_language_of_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(RecordingHands(), Words("en", keycaps=True), size=SIZE, unseen=True)
    outside = [PLACES.legend, *PLACES.buttons]

    def drawn() -> list[bytes]:
        window.draw((SCREENS["game"],), {}, DARK)
        return [pixels(pygame.display.get_surface().subsurface(box).copy()) for box in outside]

    english = drawn()
    window.language = "de"
    german = drawn()
    assert pygame.display.get_caption()[0] == "Kahuna-Tisch"
    assert german[0] != english[0]
    assert german != english
    window.language = ""
    assert drawn() == english
    assert pygame.display.get_caption()[0] == "Kahuna Table"
    window.close()


def test_other_keys_are_nothing(table: Table) -> None:
    assert table.key(pygame.KEYDOWN, pygame.K_x, "x") == []
    assert table.key(pygame.KEYUP, pygame.K_x) == []


def test_a_button_held_twice_is_released_with_the_last(table: Table) -> None:
    assert table.key(pygame.KEYDOWN, pygame.K_ESCAPE) == [("down", Button.BACK)]
    assert table.key(pygame.KEYDOWN, pygame.K_BACKSPACE) == []
    assert table.key(pygame.KEYUP, pygame.K_ESCAPE) == []
    assert table.key(pygame.KEYUP, pygame.K_BACKSPACE) == [("up", Button.BACK)]


def test_losing_the_focus_releases_everything(table: Table) -> None:
    table.key(pygame.KEYDOWN, pygame.K_h)
    table.mouse(pygame.MOUSEBUTTONDOWN, PLACES.buttons[Button.LEFT].center)
    lost = table.post(pygame.WINDOWFOCUSLOST)
    assert lost == [("up", Button.LEFT), ("up", Button.HAND)]
    assert table.key(pygame.KEYUP, pygame.K_h) == []


def test_closing_releases_and_tells(table: Table) -> None:
    table.key(pygame.KEYDOWN, pygame.K_h)
    assert table.post(pygame.QUIT) == [("up", Button.HAND), "closed"]


def test_it_draws_board_display_and_buttons(table: Table) -> None:
    table.window.draw((SCREENS["game"],), {Line(0): Player.BLACK}, DARK)
    drawn = pygame.display.get_surface()
    for box in (PLACES.board, PLACES.panels[0], *PLACES.buttons):
        picture = pixels(drawn.subsurface(box).copy())
        assert len(set(zip(*[iter(picture)] * 4, strict=True))) > 3


def test_the_mouse_is_a_finger_on_the_display(table: Table) -> None:
    menu = SCREENS["menu"]
    table.window.draw((menu,), {}, DARK)
    targets = paint_panel((800, 480), menu, SampleWords()).targets
    scale = PLACES.panels[0].w / 800
    x, y = targets[1].box.center
    point = PLACES.panels[0].x + round(x * scale), PLACES.panels[0].y + round(y * scale)

    assert table.mouse(pygame.MOUSEBUTTONDOWN, point) == ["touch", *pressed(Button.RIGHT)]
    table.window.draw((replace(menu, cursor=1),), {}, DARK)
    assert table.post(pygame.MOUSEBUTTONUP, pos=point, button=1) == pressed(Button.OK)


def test_a_click_on_a_dark_display_only_wakes_it(table: Table) -> None:
    menu = SCREENS["menu"]
    table.window.draw((replace(menu, backlight=Backlight.DARK),), {}, DARK)
    assert set(
        pixels(pygame.display.get_surface().subsurface(PLACES.panels[0].inflate(-12, -12)).copy())
    ) <= {0, 255}
    scale = PLACES.panels[0].w / 800
    x, y = paint_panel((800, 480), menu, SampleWords()).targets[1].box.center
    point = PLACES.panels[0].x + round(x * scale), PLACES.panels[0].y + round(y * scale)

    assert table.mouse(pygame.MOUSEBUTTONDOWN, point) == ["touch"]


def pressed(button: Button) -> list[object]:
    return [("down", button), ("up", button)]


def test_up_and_down_move_over_rows_and_letters_are_typed(table: Table) -> None:
    table.window.draw((SCREENS["menu"],), {}, DARK)
    assert table.key(pygame.KEYDOWN, pygame.K_DOWN) == pressed(Button.RIGHT)
    options = (Option("name-done"), Option("name-delete"), Option("letter", value="D"))
    table.window.draw((Screen(Kind.OPTIONS, Message("menu"), (), options, 1),), {}, DARK)
    assert table.key(pygame.KEYDOWN, pygame.K_d, "d") == pressed(Button.RIGHT)


def test_what_shows_already_is_not_drawn_again(table: Table) -> None:
    table.window.draw((SCREENS["menu"],), {}, DARK)
    pygame.display.get_surface().fill((1, 2, 3))
    table.window.draw((SCREENS["menu"],), {}, DARK)
    assert pygame.display.get_surface().get_at((5, 5))[:3] == (1, 2, 3)
    table.window.draw((SCREENS["game"],), {}, DARK)
    assert pygame.display.get_surface().get_at((5, 5))[:3] != (1, 2, 3)


@pytest.mark.parametrize("size", [(480, 320), (800, 600), (1280, 800), (1920, 1080), (700, 1200)])
@pytest.mark.parametrize("displays", [1, 2])
def test_nothing_overlaps_at_any_size(size: tuple[int, int], displays: int) -> None:
    places = places_in(size, ((800, 480),) * displays)
    boxes = [places.board, *places.panels, *places.buttons, places.legend]
    for n, box in enumerate(boxes):
        assert pygame.Rect((0, 0), size).contains(box)
        assert box.collidelist(boxes[n + 1 :]) == -1


def test_without_a_desktop_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with pytest.raises(NoDisplayError, match=r"'dummy'.*DISPLAY.*--script"):
        Window(RecordingHands(), SampleWords())
    assert not pygame.display.get_init()


def test_sigterm_still_ends_the_process() -> None:
    code = (
        "import os, signal\n"
        "from kahuna_table.devices.window import Window\n"
        "from tests.pictures.samples import SampleWords\n"
        "from tests.devices.test_window import RecordingHands\n"
        "window = Window(RecordingHands(), SampleWords(), unseen=True)\n"
        "os.kill(os.getpid(), signal.SIGTERM)\n"
        "window.pump()\n"
        "raise SystemExit('still here')\n"
    )
    env = {"SDL_VIDEODRIVER": "dummy", "PYTHONPATH": ".", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    ended = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=False)
    assert ended.returncode == -15, ended.stderr


def test_lights_that_change_are_brought_to_the_window_and_nothing_else(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes: list[pygame.Rect] = []
    monkeypatch.setattr(pygame.display, "update", boxes.extend)
    table.window.draw((SCREENS["game"],), {}, DARK)
    table.window.draw((SCREENS["game"],), {}, ((0, 0, 90), *DARK[1:]))
    (box,) = boxes
    assert PLACES.board.contains(box)
    assert box.w * box.h < PLACES.board.w * PLACES.board.h / 20
    table.window.draw((SCREENS["game"],), {Line(0): Player.BLACK}, ((0, 0, 90), *DARK[1:]))
    assert boxes[1:] == [PLACES.board]

    drawn = pixels(pygame.display.get_surface().copy())
    table.post(pygame.WINDOWEXPOSED)
    table.window.draw((SCREENS["game"],), {Line(0): Player.BLACK}, ((0, 0, 90), *DARK[1:]))
    assert pixels(pygame.display.get_surface().copy()) == drawn


def test_two_displays_are_drawn_each_with_its_own_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    hands = RecordingHands()
    options = (ScreenOptions(), ScreenOptions(window_size=(480, 320)))
    window = Window(hands, SampleWords(), options=options, size=SIZE, unseen=True)
    places = places_in(SIZE, ((800, 480), (480, 320)))
    window.draw((SCREENS["hand"], SCREENS["game"]), {}, DARK)
    drawn = pygame.display.get_surface()
    black, white = (pixels(drawn.subsurface(box).copy()) for box in places.panels)
    window.draw((SCREENS["game"], SCREENS["game"]), {}, DARK)
    assert pixels(drawn.subsurface(places.panels[0]).copy()) != black
    assert pixels(drawn.subsurface(places.panels[1]).copy()) == white

    for kind, key in ((pygame.KEYDOWN, pygame.K_2), (pygame.KEYUP, pygame.K_2)):
        pygame.event.post(pygame.event.Event(kind, key=key, unicode="2", mod=0, scancode=0))
    window.pump()
    assert hands.done == [(Player.WHITE, True), (Player.WHITE, False)]
    window.close()
