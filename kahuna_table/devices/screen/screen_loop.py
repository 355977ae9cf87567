"""What the child does: finds a screen, draws on it, watches it, and reads touches and keys.

Time is handed in, in milliseconds of a clock that never jumps.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

import pygame

from kahuna_table.devices.access import own_name
from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.ports import NO_SCREEN
from kahuna_table.devices.screen.bar import button_at, divided, draw_bar
from kahuna_table.devices.screen.connectors import Connector, connectors
from kahuna_table.devices.screen.options import (
    Motion,
    Places,
    ScreenDriver,
    ScreenError,
    ScreenOptions,
)
from kahuna_table.devices.screen.outputs import Output
from kahuna_table.devices.screen.presses import KEYS, Presses
from kahuna_table.devices.screen.rendered import TOUCHED, Rendered
from kahuna_table.devices.screen.sdl import usable_connector
from kahuna_table.devices.screen.select_output import select_output
from kahuna_table.devices.screen.taps import Taps, target_at
from kahuna_table.devices.screen.turning import degrees_for, drawn_at, turned, turned_size
from kahuna_table.devices.troubles import Trouble
from kahuna_table.pictures import palette
from kahuna_table.pictures.ink import Ink
from kahuna_table.pictures.motion import MOVE_MS, between, moves_to
from kahuna_table.pictures.panel import lit, paint_panel
from kahuna_table.pictures.type_scale import type_scale
from kahuna_table.table.inputs import NO_BUTTONS, Button
from kahuna_table.table.screen import Backlight, Kind, Screen

WATCH_MS: Final = 1000
"""How often the sockets are looked at."""

LOOK_MS: Final = 4000
"""How often a screen is looked for while there is none."""

INTACT_MS: Final = 2000
"""How often it is looked whether the picture is still there."""

_SKIPS: Final = (pygame.KEYDOWN, pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN)
_TAPPED: Final = "tapped"
_KEPT: Final = "kept"
_MAY_COME: Final = frozenset(
    {Trouble.CARD_SHUT, Trouble.CARD_TAKEN, Trouble.NO_SCREEN, Trouble.NO_CONNECTOR}
)
"""Reasons against kmsdrm that go away without a new picture of the sockets."""


class Teller(Protocol):
    """Where the child's news go: `lifeline.Lifeline`."""

    def ready(self, how: str) -> None: ...

    def note(self, fault: Fault) -> None: ...

    def send(self, message: bytes) -> None: ...


SelectOutput = Callable[
    [ScreenOptions, Places, str, Callable[[ScreenError], None]],
    Output | None,
]


@dataclass(slots=True)
class _Leaving:
    picture: pygame.Surface
    since_ms: int | None = None


class ScreenLoop:
    """Draws the newest screen on whatever is there."""

    def __init__(
        self,
        options: ScreenOptions,
        places: Places,
        teller: Teller,
        *,
        select: SelectOutput = select_output,
    ) -> None:
        self._options, self._places, self._teller, self._select = options, places, teller, select
        self._output: Output | None = None
        self._shown: tuple[Screen, Rendered] | None = None
        self._panel: tuple[Screen, Rendered, tuple[int, int], Ink] | None = None
        self._presses = Presses()
        self._taps = Taps(self._tap_button)
        self._leaving: _Leaving | None = None
        """The picture that is being replaced."""
        self._drawn: pygame.Surface | None = None
        self._hand_kept = False
        """Whether a tap holds the hand open."""
        self._down = NO_BUTTONS
        self._how: str | None = None
        self._sockets: tuple[Connector, ...] | None = None
        self._refusals: set[Trouble] = set()
        self._watch_ms = self._look_ms = self._intact_ms = 0
        self._stale = True
        self._off = False
        """Whether the screen itself is switched off."""
        self._fingers = False
        self._closed = False

    @property
    def output(self) -> Output | None:
        return self._output

    def show(self, screen: Screen, rendered: Rendered) -> None:
        """The picture from the next `step` on."""
        before, self._shown, self._stale = self._shown, (screen, rendered), True
        self._leaving = self._left(before[0], screen) if before is not None else None
        if self._leaving is None:
            self._drawn = None  # a hand that was open must not come back
        opened = before is not None and before[0].kind is Kind.HAND
        if self._hand_kept and opened and screen.kind is not Kind.HAND:
            self._keep_hand(kept=False)

    def step(self, at_ms: int) -> None:
        """Does what is due. A screen that fails in here is given up and looked for again."""
        try:
            there = self._output
            self._watch(at_ms)
            # A new one is drawn on in the next step: starting it may have taken long enough.
            if self._output is not None and self._output is there:
                for event in self._output.events():
                    self._handle(event)
                if self._shown is not None:
                    self._taps.step(self._shown[0], at_ms)
                self._send_buttons(at_ms)
                self._paint(at_ms)
        except (pygame.error, OSError, ValueError) as error:
            self._teller.note(fault(Trouble.SCREEN_LOST, error=str(error)))
            self._give_up()
            self._look_ms = at_ms + LOOK_MS
        if self._output is None:
            self._send_buttons(at_ms)
        how = NO_SCREEN if self._output is None else self._output.how
        if how != self._how:
            self._how = how
            self._teller.ready(how)

    def close(self) -> None:
        self._give_up()

    def _watch(self, at_ms: int) -> None:
        """Looks at the sockets once a second, and for a screen where that may help."""
        if at_ms >= self._watch_ms:
            self._watch_ms = at_ms + WATCH_MS
            before, self._sockets = self._sockets, connectors(self._places.sys)
            if before is not None and before != self._sockets:
                self._look_ms = at_ms
            # a screen that is switched off may look as if it were pulled out
            output = None if self._off else self._output
            if output is not None and self._better(output, at_ms, before):
                self._give_up()
        if self._output is None and at_ms >= self._look_ms and not self._closed:
            self._look_ms = at_ms + LOOK_MS
            self._refusals = set()
            title = "" if self._shown is None else self._shown[1].label("title")
            self._output = self._select(self._options, self._places, title, self._tell)
            self._stale = True
            if self._output is not None:
                self._check_inputs()

    def _check_inputs(self) -> None:
        """Says so when touches are wanted and none could be read."""
        nodes = sorted((self._places.dev / "input").glob("event*"))
        if self._options.touch and nodes and not any(os.access(n, os.R_OK) for n in nodes):
            shut = fault(Trouble.INPUT_SHUT, node=str(nodes[0]), user=own_name())
            self._tell(ScreenError(shut))

    def _better(self, output: Output, at_ms: int, before: tuple[Connector, ...] | None) -> bool:
        """Whether this output has lost its screen, or a better one than it may work now."""
        if not output.stays(self._sockets or ()):
            return True
        if self._options.driver is not ScreenDriver.AUTO or not self._refusals:
            return False
        if before != self._sockets:
            return True
        if at_ms < self._look_ms or not self._refusals & _MAY_COME:
            return False
        self._look_ms = at_ms + LOOK_MS
        try:
            usable_connector(self._options, self._places)
        except ScreenError:
            return False
        return True

    def _tell(self, error: ScreenError) -> None:
        self._refusals.add(error.fault.trouble)
        self._teller.note(error.fault)

    def _give_up(self) -> None:
        output, self._output = self._output, None
        off, self._off = self._off, False
        self._let_all_go()
        if output is not None:
            if off:
                output.switch(on=True)
            output.close()

    def _send_buttons(self, at_ms: int) -> None:
        down = self._presses.down(at_ms)
        if down != self._down:
            self._down, self._stale = down, True
            self._teller.send(bytes([down]))

    def _paint(self, at_ms: int) -> None:
        output = self._output
        if output is None or self._shown is None:
            return
        if at_ms >= self._intact_ms:
            self._intact_ms = at_ms + INTACT_MS
            self._stale = self._stale or not output.intact()
        if not self._stale:
            return
        self._stale = False
        if self._off and not self._dark:
            output.switch(on=True)
        size = turned_size(output.size, self._degrees)
        picture = self._moving(self._picture(*self._shown, size), at_ms)
        output.present(turned(lit(picture, self._shown[0].backlight), self._degrees))
        if self._dark and not self._off:
            output.switch(on=False)
        self._off = self._dark

    def _left(self, before: Screen, after: Screen) -> "_Leaving | None":
        """The picture of before where the next one comes gradually. One that was still moving is
        done with: nothing piles up."""
        at_once = self._options.motion is Motion.CALM or self._leaving is not None
        turns = degrees_for(self._options, before) != degrees_for(self._options, after)
        if at_once or turns or self._drawn is None or not moves_to(before, after):
            return None
        return _Leaving(self._drawn)

    def _moving(self, picture: pygame.Surface, at_ms: int) -> pygame.Surface:
        """The picture on its way; asks for the next step while it is."""
        leaving, self._drawn = self._leaving, picture
        if leaving is None or self._panel is None:
            return picture
        if leaving.picture.get_size() != picture.get_size():
            return picture
        if leaving.since_ms is None:
            leaving.since_ms = at_ms
        share = (at_ms - leaving.since_ms) / MOVE_MS
        if share >= 1:
            self._leaving = None
            return picture
        self._stale = True
        return between(leaving.picture, picture, share, self._panel[3].focus)

    def _picture(self, screen: Screen, rendered: Rendered, size: tuple[int, int]) -> pygame.Surface:
        screen = replace(screen, backlight=Backlight.BRIGHT)
        box, boxes = self._divided(size)
        if self._panel is None or self._panel[:3] != (screen, rendered, box.size):
            viewing = self._options.viewing.part(size, box.size)
            painted = paint_panel(box.size, screen, rendered, viewing)
            self._panel = (screen, rendered, box.size, painted)
        if not boxes:
            return self._panel[3].surface
        whole = pygame.Surface(size, 0, 32)
        whole.fill(palette.GROUND)
        whole.blit(self._panel[3].surface, box)
        draw_bar(whole, boxes, rendered, self._down)
        return whole

    @property
    def _degrees(self) -> int:
        return degrees_for(self._options, None if self._shown is None else self._shown[0])

    def _divided(self, size: tuple[int, int]) -> tuple[pygame.Rect, tuple[pygame.Rect, ...]]:
        if not self._options.touch:
            return pygame.Rect((0, 0), size), ()
        return divided(size, type_scale(size, self._options.viewing).finger)

    def _handle(self, event: pygame.event.Event) -> None:
        if event.type in _SKIPS and self._leaving is not None:
            self._leaving, self._stale = None, True
        if event.type == pygame.QUIT:
            self._closed = True
            self._give_up()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.VIDEORESIZE):
            self._stale = True
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._let_all_go()
        elif event.type == pygame.KEYDOWN:
            button = Button.HELP if event.unicode == "?" else KEYS.get(event.key)
            self._hold(f"key {event.key}", button)
        elif event.type == pygame.KEYUP:
            self._presses.let_go(f"key {event.key}")
        else:
            self._feel(event)

    def _feel(self, event: pygame.event.Event) -> None:
        """A touch of a dark display wakes it and is nothing else: nobody can aim there."""
        down = event.type in (pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN)
        if down:
            self._teller.send(TOUCHED)
        if self._options.touch and not (down and self._dark):
            self._handle_touch(event)

    @property
    def _dark(self) -> bool:
        return self._shown is not None and self._shown[0].backlight is Backlight.DARK

    def _handle_touch(self, event: pygame.event.Event) -> None:
        if event.type == pygame.FINGERDOWN:
            self._fingers = True
            self._touch(_finger(event), event.x, event.y)
        elif event.type == pygame.FINGERUP:
            self._presses.let_go(_finger(event))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            # The touch of a screen that also plays the mouse would count twice.
            if self._output is not None and not (self._fingers or getattr(event, "touch", False)):
                width, height = self._output.size
                x, y = event.pos
                self._touch("mouse", (x + 0.5) / width, (y + 0.5) / height)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._presses.let_go("mouse")

    def _hold(self, holder: str, button: Button | None) -> None:
        if button is not None:
            self._presses.hold(holder, button)

    def _touch(self, holder: str, x: float, y: float) -> None:
        """Something touches a place on the screen, in 0..1: a button, a row or a card."""
        if self._output is None:
            return
        width, height = turned_size(self._output.size, self._degrees)
        u, v = drawn_at(x, y, self._degrees)
        button = button_at(self._divided((width, height))[1], u * width, v * height)
        if button is Button.HAND:
            self._keep_hand(kept=not self._hand_kept)
        elif button is not None:
            self._hold(holder, button)
        elif self._panel is not None:
            target = target_at(self._panel[3].targets, u * width, v * height)
            if target is not None:
                self._taps.tap(self._panel[0], target)

    def _keep_hand(self, *, kept: bool) -> None:
        """A tap on `hand` holds it until the next one, or until the table hides the cards."""
        self._hand_kept = kept
        if kept:
            self._presses.hold(_KEPT, Button.HAND)
        else:
            self._presses.let_go(_KEPT)

    def _tap_button(self, button: Button) -> None:
        self._presses.hold(_TAPPED, button)
        self._presses.let_go(_TAPPED)

    def _let_all_go(self) -> None:
        self._presses.let_all_go()
        self._hand_kept = False


def _finger(event: pygame.event.Event) -> str:
    return f"finger {event.touch_id} {event.finger_id}"
