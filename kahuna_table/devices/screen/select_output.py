"""Which way to the screen is taken: one after the other until one works."""

from collections.abc import Callable, Iterator
from typing import Final, assert_never

from kahuna_table.devices.screen.framebuffer import open_framebuffer
from kahuna_table.devices.screen.options import Places, ScreenDriver, ScreenError, ScreenOptions
from kahuna_table.devices.screen.outputs import Output
from kahuna_table.devices.screen.sdl import has_desktop, open_kmsdrm, open_window

WINDOWS: Final = (ScreenDriver.WAYLAND, ScreenDriver.X11)


def drivers_to_try(driver: ScreenDriver) -> Iterator[ScreenDriver]:
    """The drivers to try, the best first."""
    if driver is ScreenDriver.AUTO:
        yield ScreenDriver.KMSDRM
        yield from filter(has_desktop, WINDOWS)
        yield ScreenDriver.FRAMEBUFFER
    elif driver is not ScreenDriver.NONE:
        yield driver


def select_output(
    options: ScreenOptions, places: Places, title: str, tell: Callable[[ScreenError], None]
) -> Output | None:
    """Opens the first output that works; `tell` hears why each one above it does not.

    A window on the desktop is no second choice: there the desktop owns the screen.
    """
    refusals: list[ScreenError] = []
    output = None
    for driver in drivers_to_try(options.driver):
        try:
            output = _open(driver, options, places, title)
        except ScreenError as error:
            refusals.append(error)
            continue
        if driver in WINDOWS:
            return output
        break
    for refusal in refusals:
        tell(refusal)
    return output


def _open(driver: ScreenDriver, options: ScreenOptions, places: Places, title: str) -> Output:
    match driver:
        case ScreenDriver.KMSDRM:
            return open_kmsdrm(options, places)
        case ScreenDriver.X11 | ScreenDriver.WAYLAND:
            return open_window(driver, options, title)
        case ScreenDriver.FRAMEBUFFER:
            return open_framebuffer(options, places)
        case ScreenDriver.AUTO | ScreenDriver.NONE:
            raise AssertionError(f"no way of its own: {driver}")
        case _:
            assert_never(driver)
