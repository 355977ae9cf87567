"""What a picture can be shown on, whichever it is."""

from typing import Protocol

import pygame

from kahuna_table.devices.screen.connectors import Connector


class Output(Protocol):
    """A screen that is open. Its methods raise `pygame.error` or `OSError` when it is lost."""

    @property
    def how(self) -> str:
        """What it is, for the status line: `kmsdrm 1024x768 on card0 HDMI-A-1`."""

    @property
    def size(self) -> tuple[int, int]:
        """In pixels, just now: a window changes."""

    def present(self, picture: pygame.Surface) -> None:
        """Shows a picture of that size."""

    def intact(self) -> bool:
        """Whether the picture is still there: others, a console for one, write on framebuffers."""

    def events(self) -> list[pygame.event.Event]:
        """What was touched and typed since the last call."""

    def switch(self, *, on: bool) -> None:
        """Switches the screen itself off, which is black by now, or on; where its driver cannot, it
        stays as it is."""

    def stays(self, found: tuple[Connector, ...]) -> bool:
        """Whether it still leads to a screen, with these sockets as they are now."""

    def close(self) -> None: ...


def taken_events() -> list[pygame.event.Event]:
    """The waiting events; none where SDL has no input."""
    return pygame.event.get() if pygame.display.get_init() else []
