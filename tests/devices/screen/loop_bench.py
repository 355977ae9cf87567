"""The child's work on outputs that come and go, are touched and fail on request."""

from collections.abc import Callable
from dataclasses import replace

import pygame

from kahuna_table.devices.faults import Fault
from kahuna_table.devices.screen.connectors import Connector
from kahuna_table.devices.screen.options import (
    Places,
    ScreenError,
    ScreenOptions,
)
from kahuna_table.devices.screen.outputs import Output
from kahuna_table.devices.screen.rendered import TOUCHED, render
from kahuna_table.devices.screen.screen_loop import ScreenLoop
from kahuna_table.table.screen import Backlight
from tests.devices.screen.trees import Machine
from tests.pictures.samples import SCREENS, SampleWords

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
        self.switched: list[bool] = []

    def present(self, picture: pygame.Surface) -> None:
        if self.broken is not None:
            raise self.broken
        self.pictures.append(picture)
        self.overwritten = False

    def switch(self, *, on: bool) -> None:
        self.switched.append(on)

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
        self.touches = 0
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
        if message == TOUCHED:
            self.touches += 1
        else:
            self.sent += message

    def show(self, name: str, backlight: Backlight = Backlight.BRIGHT) -> None:
        self.loop.show(replace(SCREENS[name], backlight=backlight), RENDERED[name])

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
