"""A display of the simulated table, drawn somewhere in the window and touched with the mouse."""

import time
from collections.abc import Callable
from dataclasses import replace

import pygame

from kahuna_table.devices.screen.options import ScreenOptions
from kahuna_table.devices.screen.taps import Taps, neighbour, target_at, typed
from kahuna_table.devices.screen.turning import degrees_for, drawn_at, turned, turned_size
from kahuna_table.pictures.ink import Ink, Target
from kahuna_table.pictures.panel import lit, paint_panel
from kahuna_table.pictures.words import Wording
from kahuna_table.table.inputs import Button
from kahuna_table.table.lights import Colour
from kahuna_table.table.screen import Backlight, Screen


class DrawnDisplay:
    """The display as it hangs at the table, as the options say."""

    def __init__(
        self, options: ScreenOptions, words: Wording, press: Callable[[Button], None]
    ) -> None:
        """`press` presses a button for a moment."""
        self._options, self._words = options, words
        self._panel: tuple[Screen, Ink] | None = None
        """The screen while it is bright, and its picture."""
        self._backlight = Backlight.BRIGHT
        self._taps = Taps(press)

    @property
    def size(self) -> tuple[int, int]:
        return self._options.window_size

    def draw(self, surface: pygame.Surface, screen: Screen, box: pygame.Rect, edge: Colour) -> None:
        bright = replace(screen, backlight=Backlight.BRIGHT)
        if self._panel is None or self._panel[0] != bright:
            size = turned_size(self.size, self._options.rotation_degrees)
            painted = paint_panel(size, bright, self._words, self._options.viewing)
            self._panel = (bright, painted)
        self._backlight = screen.backlight
        picture = turned(lit(self._panel[1].surface, screen.backlight), self._degrees)
        if picture.get_size() != box.size:
            picture = pygame.transform.smoothscale(picture, box.size)
        surface.blit(picture, box)
        pygame.draw.rect(surface, edge, box.inflate(4, 4), 2, border_radius=4)

    def touch(self, box: pygame.Rect, point: tuple[int, int]) -> None:
        """The mouse is a finger on it; nobody can aim at a dark one."""
        if self._panel is None or self._backlight is Backlight.DARK:
            return
        x, y = (point[0] - box.x + 0.5) / box.w, (point[1] - box.y + 0.5) / box.h
        u, v = drawn_at(x, y, self._degrees)
        screen, ink = self._panel
        target = target_at(ink.targets, u * ink.surface.get_width(), v * ink.surface.get_height())
        if target is not None:
            self._taps.tap(screen, target)

    def type(self, event: pygame.event.Event) -> bool:
        """Whether a key chooses something on it: the row above or below, a letter of a name."""
        if self._panel is None or (target := _typed(*self._panel, event)) is None:
            return False
        self._taps.tap(self._panel[0], target)
        return True

    def step(self) -> None:
        """Presses what a tap needs next; call it often."""
        if self._panel is not None:
            self._taps.step(self._panel[0], time.monotonic_ns() // 1_000_000)

    @property
    def _degrees(self) -> int:
        return degrees_for(self._options, None if self._panel is None else self._panel[0])


def _typed(screen: Screen, ink: Ink, event: pygame.event.Event) -> Target | None:
    if event.key in (pygame.K_UP, pygame.K_DOWN):
        return neighbour(ink.targets, screen, up=event.key == pygame.K_UP)
    return typed(screen, event.unicode)
