"""The child's work, on outputs that come and go on request."""

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.screen.bar import divided
from kahuna_table.devices.screen.connectors import Connector
from kahuna_table.devices.screen.options import (
    Facing,
    Motion,
    Places,
    ScreenDriver,
    ScreenError,
    ScreenOptions,
)
from kahuna_table.devices.screen.outputs import Output
from kahuna_table.devices.screen.rendered import render
from kahuna_table.devices.screen.screen_loop import INTACT_MS, LOOK_MS, WATCH_MS, ScreenLoop
from kahuna_table.devices.screen.turning import turned, turned_size
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.player import Player
from kahuna_table.pictures.panel import draw_panel, paint_panel
from kahuna_table.pictures.type_scale import USUAL, type_scale
from kahuna_table.table.inputs import Button
from tests.devices.screen.trees import Machine
from tests.pictures.samples import SCORE, SCREENS, SampleWords, pixels

SIZE = (320, 240)
RENDERED = {name: render(screen, SampleWords()) for name, screen in SCREENS.items()}


class FakeOutput:
    """A screen that shows, is touched, fails and is pulled out on request."""

    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        self.size = size
        self.how = f"fake {size[0]}x{size[1]}"
        self.pictures: list[pygame.Surface] = []
        self.waiting: list[pygame.event.Event] = []
        self.there = True
        self.overwritten = False
        self.broken: Exception | None = None
        self.closed = False

    def present(self, picture: pygame.Surface) -> None:
        if self.broken is not None:
            raise self.broken
        self.pictures.append(picture)
        self.overwritten = False

    def intact(self) -> bool:
        return not self.overwritten

    def events(self) -> list[pygame.event.Event]:
        waiting, self.waiting = self.waiting, []
        return waiting

    def stays(self, found: tuple[Connector, ...]) -> bool:  # noqa: ARG002 - told by the test
        return self.there

    def close(self) -> None:
        self.closed = True


class Bench:
    """A screen loop, the outputs it finds, and what it tells."""

    def __init__(self, machine: Machine, options: ScreenOptions) -> None:
        self.output = FakeOutput()
        self.plugged = True
        self.failures: list[ScreenError] = []
        self.hows: list[str] = []
        self.notes: list[Fault] = []
        self.sent: list[int] = []
        self.looks = 0
        self.now_ms = 0
        self.loop = ScreenLoop(options, machine.places, self, select=self.select_output)

    def select_output(
        self,
        _options: ScreenOptions,
        _places: Places,
        _title: str,
        tell: Callable[[ScreenError], None],
    ) -> Output | None:
        self.looks += 1
        for failure in self.failures:
            tell(failure)
        return self.output if self.plugged else None

    def ready(self, how: str) -> None:
        self.hows.append(how)

    def note(self, fault: Fault) -> None:
        self.notes.append(fault)

    def send(self, message: bytes) -> None:
        self.sent += message

    def show(self, name: str) -> None:
        self.loop.show(SCREENS[name], RENDERED[name])

    def run(self, duration_ms: int) -> None:
        for _ in range(duration_ms // 20):
            self.loop.step(self.now_ms)
            self.now_ms += 20

    def event(self, kind: int, **values: object) -> None:
        self.output.waiting.append(pygame.event.Event(kind, values))

    def touch(self, kind: int, x: float, y: float, finger: int = 0) -> None:
        self.event(kind, touch_id=1, finger_id=finger, x=x, y=y)

    def tap(self, x: float, y: float) -> list[int]:
        """Touches a place for 100 ms; what the table hears of it."""
        before = len(self.sent)
        self.touch(pygame.FINGERDOWN, x, y)
        self.run(100)
        self.touch(pygame.FINGERUP, x, y)
        self.run(400)
        return self.sent[before:]


@pytest.fixture
def bench(machine: Machine) -> Bench:
    return Bench(machine, ScreenOptions())


@pytest.fixture
def touched(machine: Machine) -> Bench:
    made = Bench(machine, ScreenOptions(touch=True))
    made.show("game")
    made.run(100)
    return made


def test_the_newest_screen_is_shown_once_and_again_only_when_something_overwrote_it(
    bench: Bench,
) -> None:
    bench.show("idle")
    bench.show("game")
    bench.run(200)

    (shown,) = bench.output.pictures
    assert pixels(shown) == pixels(draw_panel(SIZE, SCREENS["game"], SampleWords()))
    bench.run(3 * INTACT_MS)
    assert len(bench.output.pictures) == 1
    bench.output.overwritten = True
    bench.run(2 * INTACT_MS)
    assert len(bench.output.pictures) == 2
    assert bench.hows == ["fake 320x240"]


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


def test_nothing_is_drawn_before_there_is_something_to_show(bench: Bench) -> None:
    bench.run(1000)

    assert bench.output.pictures == []


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_turned_screen_has_a_layout_of_its_own_size(machine: Machine, degrees: int) -> None:
    bench = Bench(machine, ScreenOptions(rotation_degrees=degrees))
    bench.show("draw")
    bench.run(100)

    drawn = draw_panel(turned_size(SIZE, degrees), SCREENS["draw"], SampleWords())
    assert pixels(bench.output.pictures[0]) == pixels(turned(drawn, degrees))


def test_without_a_screen_it_says_so_once_and_looks_again_within_ten_seconds(
    bench: Bench,
) -> None:
    bench.plugged = False
    bench.show("game")
    bench.run(20_000)
    assert bench.hows == ["no screen"]
    assert 20_000 // LOOK_MS - 1 <= bench.looks <= 20_000 // LOOK_MS + 1

    bench.plugged = True
    bench.run(LOOK_MS + 100)
    assert bench.hows == ["no screen", "fake 320x240"]
    assert bench.output.pictures


def test_a_change_of_the_sockets_is_noticed_within_two_seconds(
    bench: Bench, machine: Machine
) -> None:
    bench.plugged = False
    bench.run(LOOK_MS + 100)
    looks = bench.looks
    bench.plugged = True
    machine.socket(1, "HDMI-A-1")
    bench.run(WATCH_MS + 100)

    assert bench.looks == looks + 1
    assert bench.loop.output is bench.output


def test_a_screen_that_is_pulled_out_is_given_up(bench: Bench) -> None:
    bench.show("game")
    bench.run(100)
    bench.output.there = bench.plugged = False
    bench.run(WATCH_MS + 100)

    assert bench.output.closed
    assert bench.hows[-1] == "no screen"


@pytest.mark.parametrize("broken", [pygame.error("no"), OSError("gone"), ValueError("closed")])
def test_a_screen_that_fails_is_given_up_and_tried_again_later(
    bench: Bench, broken: Exception
) -> None:
    bench.show("game")
    bench.output.broken = broken
    bench.run(200)
    assert bench.output.closed
    assert bench.looks == 1
    assert bench.notes == [fault(Trouble.SCREEN_LOST, error=str(broken))]

    bench.output = FakeOutput()
    bench.run(LOOK_MS + 100)
    assert bench.output.pictures


def test_a_poorer_output_gives_way_when_a_screen_is_plugged_in(
    bench: Bench, machine: Machine
) -> None:
    bench.failures = [ScreenError(fault(Trouble.NO_CONNECTOR))]
    bench.run(100)
    poorer, bench.output, bench.failures = bench.output, FakeOutput(), []
    machine.socket(1, "HDMI-A-1")
    bench.run(WATCH_MS + 100)

    assert poorer.closed
    assert bench.loop.output is bench.output


def test_a_poorer_output_gives_way_when_the_card_may_be_opened(
    bench: Bench, machine: Machine
) -> None:
    machine.socket(1, "HDMI-A-1")
    node = machine.places.dev / "dri/card1"
    node.unlink()
    bench.failures = [ScreenError(fault(Trouble.CARD_SHUT, node="card1", user="kahuna"))]
    bench.run(3 * LOOK_MS)
    assert not bench.output.closed

    bench.failures = []
    node.touch()
    bench.run(LOOK_MS + WATCH_MS + 100)
    assert bench.output.closed
    assert bench.looks == 2


def test_an_output_that_was_asked_for_is_kept(machine: Machine) -> None:
    bench = Bench(machine, ScreenOptions(ScreenDriver.FRAMEBUFFER))
    bench.failures = [ScreenError(fault(Trouble.NO_CONNECTOR))]
    bench.run(100)
    machine.socket(1, "HDMI-A-1")
    bench.run(3 * LOOK_MS)

    assert not bench.output.closed


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


@pytest.mark.parametrize(
    ("key", "unicode", "button"),
    [
        (pygame.K_LEFT, "", Button.LEFT),
        (pygame.K_RETURN, "\r", Button.OK),
        (pygame.K_ESCAPE, "", Button.BACK),
        (pygame.K_MINUS, "?", Button.HELP),
    ],
)
def test_keys_are_buttons_on_every_screen(
    bench: Bench, key: int, unicode: str, button: Button
) -> None:
    bench.run(100)
    bench.event(pygame.KEYDOWN, key=key, unicode=unicode)
    bench.run(200)
    bench.event(pygame.KEYUP, key=key)
    bench.run(200)

    assert bench.sent == [1 << button, 0]


def test_a_button_that_is_held_when_the_screen_goes_is_let_go(touched: Bench) -> None:
    touched.touch(pygame.FINGERDOWN, 0.05, 0.95)
    touched.run(200)
    touched.output.there = touched.plugged = False
    touched.run(WATCH_MS + 400)

    assert touched.sent == [1 << Button.MENU, 0]


def test_a_window_that_is_closed_stays_closed(bench: Bench) -> None:
    bench.run(100)
    bench.event(pygame.QUIT)
    bench.run(3 * LOOK_MS)

    assert bench.output.closed
    assert bench.hows == ["fake 320x240", "no screen"]
