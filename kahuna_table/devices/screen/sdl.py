"""The screen by SDL: without a desktop (kmsdrm), or a window on one (x11, wayland).

SDL goes on in silence with a driver that shows nothing, and says the same of a driver that it
lacks and of a screen that is missing: what can be known beforehand is looked up here.
"""

import ctypes
import errno
import fcntl
import os
from pathlib import Path
from typing import Final

import pygame

from kahuna_table.devices.access import own_name
from kahuna_table.devices.faults import fault
from kahuna_table.devices.screen.connectors import Connector, chosen, connectors, described
from kahuna_table.devices.screen.dpms import set_dpms
from kahuna_table.devices.screen.options import Places, ScreenDriver, ScreenError, ScreenOptions
from kahuna_table.devices.screen.outputs import taken_events
from kahuna_table.devices.troubles import Trouble

_SETTINGS: Final = {
    # SDL would turn SIGTERM into an event.
    "SDL_NO_SIGNAL_HANDLERS": "1",
    "SDL_AUDIODRIVER": "dummy",
    # Without libgl1 SDL takes a renderer that draws black; every card of a Pi has this one.
    "SDL_FRAMEBUFFER_ACCELERATION": "opengles2",
    # It would lie beside the games, on the card.
    "MESA_SHADER_CACHE_DISABLE": "true",
    # A touch is a touch, and not a mouse as well.
    "SDL_TOUCH_MOUSE_EVENTS": "0",
    "SDL_MOUSE_TOUCH_EVENTS": "0",
}
_DESKTOPS: Final = {ScreenDriver.X11: "DISPLAY", ScreenDriver.WAYLAND: "WAYLAND_DISPLAY"}
_SET_MASTER: Final = 0x641E
"""DRM_IOCTL_SET_MASTER of drm.h."""


class SdlOutput:
    """The port `Output` over SDL's display."""

    def __init__(self, how: str, connector: Connector | None) -> None:
        surface = pygame.display.get_surface()
        self._how, self._connector = how, connector
        self._first_size = surface.get_size()

    @property
    def how(self) -> str:
        width, height = self._first_size
        where = "" if self._connector is None else f" on {self._connector.full_name}"
        return f"{self._how} {width}x{height}{where}"

    @property
    def size(self) -> tuple[int, int]:
        return pygame.display.get_surface().get_size()

    def present(self, picture: pygame.Surface) -> None:
        pygame.display.get_surface().blit(picture, (0, 0))
        pygame.display.flip()

    def switch(self, *, on: bool) -> None:
        if self._connector is not None:
            set_dpms(self._connector.card, on=on)

    def intact(self) -> bool:
        return True  # nobody else draws on a card that has a master, and a window is told

    def events(self) -> list[pygame.event.Event]:
        return taken_events()

    def stays(self, found: tuple[Connector, ...]) -> bool:
        return self._connector is None or self._connector in found

    def close(self) -> None:
        pygame.display.quit()


def usable_connector(options: ScreenOptions, places: Places) -> tuple[Connector, int]:
    """The screen that kmsdrm would show on and its number, as far as the kernel tells.

    Raises:
        ScreenError: none is plugged in, or it may not be used, or somebody else does.
    """
    found = connectors(places.sys)
    if not found:
        raise ScreenError(fault(Trouble.NO_CONNECTOR))
    choice = chosen(found, options.connector)
    if choice is None:
        raise ScreenError(fault(Trouble.NO_SCREEN, connectors=described(found)))
    node = places.dev / "dri" / f"card{choice[0].card}"
    if not os.access(node, os.R_OK | os.W_OK):
        raise ScreenError(fault(Trouble.CARD_SHUT, node=str(node), user=own_name()))
    if _held(node):
        raise ScreenError(fault(Trouble.CARD_TAKEN, node=str(node)))
    return choice


def open_kmsdrm(options: ScreenOptions, places: Places) -> SdlOutput:
    """The whole screen, without a desktop. Raises: ScreenError."""
    connector, number = usable_connector(options, places)
    os.environ["SDL_KMSDRM_DEVICE_INDEX"] = str(connector.card)
    _start(ScreenDriver.KMSDRM, Trouble.CARD_FAILS)
    try:
        pygame.display.set_mode((0, 0), pygame.FULLSCREEN, display=number)
        pygame.mouse.set_visible(False)
    except pygame.error as error:
        pygame.display.quit()
        detail = f"{connector.full_name}: {error}"
        raise ScreenError(fault(Trouble.CARD_FAILS, detail=detail)) from error
    return SdlOutput("kmsdrm", connector)


def has_desktop(driver: ScreenDriver) -> bool:
    """Whether the environment names a desktop of that kind."""
    return bool(os.environ.get(_DESKTOPS[driver]))


def open_window(driver: ScreenDriver, options: ScreenOptions, title: str) -> SdlOutput:
    """A window on the desktop. Raises: ScreenError."""
    if not has_desktop(driver):
        raise ScreenError(fault(Trouble.NO_WINDOW, detail=f"{_DESKTOPS[driver]} is not set"))
    _start(driver, Trouble.NO_WINDOW)
    try:
        pygame.display.set_mode(options.window_size, pygame.RESIZABLE)
        pygame.display.set_caption(title)
    except pygame.error as error:
        pygame.display.quit()
        raise ScreenError(fault(Trouble.NO_WINDOW, detail=str(error))) from error
    return SdlOutput(driver.value, None)


def start_sdl(driver: str) -> None:
    """Starts SDL with this driver and no other. Raises: pygame.error."""
    pygame.display.quit()  # while it runs, another driver is not even tried
    os.environ.update(_SETTINGS)
    os.environ["SDL_VIDEODRIVER"] = driver
    pygame.display.init()


def compiled_drivers() -> tuple[str, ...]:
    """The drivers that this SDL was built with; empty where it cannot be asked."""
    try:
        maps = Path("/proc/self/maps").read_text()
        path = next(line.split()[-1] for line in maps.splitlines() if "libSDL2-2" in line)
        library = ctypes.CDLL(path)
    except (OSError, StopIteration):
        return ()
    library.SDL_GetVideoDriver.restype = ctypes.c_char_p
    names = (library.SDL_GetVideoDriver(n) for n in range(library.SDL_GetNumVideoDrivers()))
    return tuple(name.decode().lower() for name in names if name)


def _start(driver: ScreenDriver, trouble: Trouble) -> None:
    """Starts SDL; `trouble` is that of a reason of its own."""
    sdl = f"SDL {'.'.join(map(str, pygame.get_sdl_version()))}"
    try:
        start_sdl(driver.value)
    except pygame.error as error:
        known = compiled_drivers()
        if known and driver.value not in known:
            sdl = f"{sdl} with {', '.join(known)}"
            raise ScreenError(fault(Trouble.SDL_WITHOUT_DRIVER, sdl=sdl)) from error
        raise ScreenError(fault(trouble, detail=str(error))) from error
    got = pygame.display.get_driver().lower()
    if got != driver.value:
        pygame.display.quit()
        raise ScreenError(fault(Trouble.SDL_UNSEEN, sdl=f"{sdl}, {got}"))


def _held(node: Path) -> bool:
    """Whether somebody else is master of the card: the process that opens a free one becomes it."""
    try:
        card = os.open(node, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.ioctl(card, _SET_MASTER, 0)
    except OSError as error:
        return error.errno in (errno.EACCES, errno.EBUSY)
    finally:
        os.close(card)
    return False
