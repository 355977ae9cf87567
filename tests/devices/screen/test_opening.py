"""The screen's process, from the daemon's end: real processes on a machine of plain files."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from kahuna_table.devices.child import Limits
from kahuna_table.devices.screen.opening import (
    ChildDisplay,
    EitherButtons,
    ScreenButtons,
    open_display,
)
from kahuna_table.devices.screen.options import ScreenDriver, ScreenOptions
from kahuna_table.devices.screen.rendered import TOUCHED
from kahuna_table.pictures.panel import draw_panel
from kahuna_table.table.inputs import NO_BUTTONS, Button, Buttons
from tests.devices.screen.trees import Machine
from tests.pictures.samples import SCREENS, SampleWords, pixels

SIZE = (320, 240)
WAIT_S = 20
LIMITS = Limits(first_pause_s=0.05)


def until(fact: Callable[[], object]) -> None:
    """Waits until the fact holds; a process of its own has no clock of ours."""
    end_s = time.monotonic() + WAIT_S
    while not fact():
        assert time.monotonic() < end_s, "it does not come true"
        time.sleep(0.01)


@contextmanager
def opened(machine: Machine, options: ScreenOptions) -> Iterator[ChildDisplay]:
    places = (f"--sys={machine.places.sys}", f"--dev={machine.places.dev}")
    display = open_display(options, SampleWords(), limits=LIMITS, extra=places)
    try:
        yield display
    finally:
        display.close()


def picture(name: str) -> bytes:
    """What the memory of a framebuffer of 32 bits holds when that screen is shown."""
    return pixels(draw_panel(SIZE, SCREENS[name], SampleWords()))


def test_pictures_arrive_also_in_a_process_that_was_killed_and_started_again(
    machine: Machine,
) -> None:
    memory = machine.framebuffer(0, SIZE)
    with opened(machine, ScreenOptions()) as display:
        began_s = time.monotonic()
        for name in SCREENS:
            display.show(SCREENS[name])
        assert time.monotonic() - began_s < 1
        last = picture(list(SCREENS)[-1])
        until(lambda: memory.read_bytes()[::4] == last[::4])
        assert display.how == f"framebuffer 320x240 on {machine.places.dev}/fb0"

        memory.write_bytes(bytes(len(last)))
        assert display.child.pid is not None
        os.kill(display.child.pid, signal.SIGKILL)
        until(lambda: memory.read_bytes()[::4] == last[::4])
        until(lambda: display.child.failure is None)
        display.show(SCREENS["idle"])
        idle = picture("idle")
        until(lambda: memory.read_bytes()[::4] == idle[::4])


def test_without_a_screen_the_table_goes_on_and_one_plugged_in_is_found(
    machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    with opened(machine, ScreenOptions()) as display:
        until(lambda: display.how == "no screen")
        display.show(SCREENS["game"])
        assert display.buttons.read() == NO_BUTTONS
        memory = machine.framebuffer(1, SIZE)
        until(lambda: "fb1" in display.how)
        until(lambda: memory.read_bytes()[::4] == picture("game")[::4])
    said = [record.getMessage() for record in caplog.records]
    assert [text.split()[1] for text in said if "KT-" in text] == ["KT-411", "KT-407"]


def test_no_screen_at_all_may_be_asked_for(machine: Machine) -> None:
    machine.framebuffer(0, SIZE)
    with opened(machine, ScreenOptions(ScreenDriver.NONE)) as display:
        display.show(SCREENS["game"])
        until(lambda: display.how == "no screen")


def test_it_ends_within_two_seconds(machine: Machine) -> None:
    machine.framebuffer(0, SIZE)
    with opened(machine, ScreenOptions()) as display:
        until(lambda: display.how)
        began_s = time.monotonic()
        display.close()
        assert time.monotonic() - began_s < 2
        assert display.child.pid is None


class FixedPad:
    """Buttons that are down for ever."""

    def __init__(self, down: int) -> None:
        self.down, self.closed = down, False

    def read(self) -> Buttons:
        return Buttons(self.down)

    def faults(self) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        self.closed = True


def test_a_button_is_down_when_it_is_down_on_either_pad() -> None:
    wired, drawn = FixedPad(1 << Button.HAND), FixedPad(1 << Button.LEFT)
    either = EitherButtons(wired, drawn)

    assert either.read() == 1 << Button.HAND | 1 << Button.LEFT
    either.close()
    assert (wired.closed, drawn.closed) == (True, True)


class Pipe:
    """The child's end of a screen, as far as its buttons need it."""

    failure = None

    def __init__(self) -> None:
        self.waiting: list[bytes] = []

    def received(self) -> list[bytes]:
        waiting, self.waiting = self.waiting, []
        return waiting


def test_a_touch_is_told_once_and_presses_nothing() -> None:
    pipe = Pipe()
    buttons = ScreenButtons(pipe)  # type: ignore[arg-type]
    assert not buttons.touched()
    pipe.waiting = [bytes([1 << Button.OK]), TOUCHED]
    assert buttons.touched()
    assert not buttons.touched()
    assert buttons.read() == 1 << Button.OK
