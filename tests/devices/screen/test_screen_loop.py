"""The child's work, on outputs that come and go on request."""

import pygame
import pytest

from kahuna_table.devices.faults import fault
from kahuna_table.devices.screen.options import (
    ScreenDriver,
    ScreenError,
    ScreenOptions,
)
from kahuna_table.devices.screen.screen_loop import INTACT_MS, LOOK_MS, WATCH_MS
from kahuna_table.devices.screen.turning import turned, turned_size
from kahuna_table.devices.troubles import Trouble
from kahuna_table.pictures.panel import draw_panel
from kahuna_table.table.inputs import Button
from tests.devices.screen.loop_bench import SIZE, Bench, FakeOutput
from tests.devices.screen.trees import Machine
from tests.pictures.samples import SCREENS, SampleWords, pixels


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


def test_a_window_that_is_closed_stays_closed(bench: Bench) -> None:
    bench.run(100)
    bench.event(pygame.QUIT)
    bench.run(3 * LOOK_MS)

    assert bench.output.closed
    assert bench.hows == ["fake 320x240", "no screen"]
