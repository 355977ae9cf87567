"""The ways to a screen, and the name of each failure."""

import pygame
import pytest

from kahuna_table.devices.screen.options import ScreenDriver, ScreenError, ScreenOptions
from kahuna_table.devices.screen.sdl import compiled_drivers, open_kmsdrm, open_window
from kahuna_table.devices.screen.select_output import drivers_to_try, select_output
from tests.devices.screen.trees import Machine

AUTO, KMSDRM = ScreenDriver.AUTO, ScreenDriver.KMSDRM
WAYLAND, X11 = ScreenDriver.WAYLAND, ScreenDriver.X11
FRAMEBUFFER = ScreenDriver.FRAMEBUFFER

needs_no_kmsdrm = pytest.mark.skipif(
    "kmsdrm" in compiled_drivers(), reason="this pygame has kmsdrm: the virtual Pi tests that"
)


@pytest.mark.parametrize(
    ("driver", "desktop", "expected"),
    [
        (AUTO, {}, [KMSDRM, FRAMEBUFFER]),
        (AUTO, {"DISPLAY": ":0"}, [KMSDRM, X11, FRAMEBUFFER]),
        (
            AUTO,
            {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"},
            [KMSDRM, WAYLAND, X11, FRAMEBUFFER],
        ),
        (KMSDRM, {"DISPLAY": ":0"}, [KMSDRM]),
        (X11, {}, [X11]),
        (FRAMEBUFFER, {}, [FRAMEBUFFER]),
        (ScreenDriver.NONE, {"DISPLAY": ":0"}, []),
    ],
)
def test_what_is_tried(
    driver: ScreenDriver,
    desktop: dict[str, str],
    expected: list[ScreenDriver],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in desktop.items():
        monkeypatch.setenv(name, value)

    assert list(drivers_to_try(driver)) == expected


def selected(machine: Machine, driver: ScreenDriver = AUTO) -> tuple[str, list[int | None]]:
    """How it is shown, and the codes of what did not work."""
    codes: list[int | None] = []
    options = ScreenOptions(driver)
    output = select_output(
        options, machine.places, "Kahuna", lambda error: codes.append(error.fault.code)
    )
    return "nothing" if output is None else output.how.split()[0], codes


def test_a_machine_without_any_screen(machine: Machine) -> None:
    assert selected(machine) == ("nothing", [411, 407])


def test_nothing_plugged_in(machine: Machine) -> None:
    machine.socket(1, "HDMI-A-1", "disconnected")
    machine.framebuffer(0, (320, 240), card=1)

    assert selected(machine) == ("nothing", [410, 410])


def test_a_small_screen_without_a_card(machine: Machine) -> None:
    machine.socket(1, "HDMI-A-1", "disconnected")
    machine.framebuffer(1, (320, 240), 16)

    assert selected(machine) == ("framebuffer", [410])


def test_a_window_on_the_desktop_is_no_trouble(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Window:
        how = "x11 800x480"

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(
        "kahuna_table.devices.screen.select_output.open_window", lambda *_arguments: Window()
    )

    assert selected(machine) == ("x11", [])


@needs_no_kmsdrm
def test_a_pygame_without_kmsdrm_falls_back_and_says_what_to_install(machine: Machine) -> None:
    machine.socket(1, "HDMI-A-1")
    machine.framebuffer(0, (320, 240), card=1)

    assert selected(machine) == ("framebuffer", [401])
    with pytest.raises(ScreenError, match=r"SDL 2\..*with .*dummy.*apt install python3-pygame"):
        open_kmsdrm(ScreenOptions(), machine.places)


def test_a_card_without_its_node_or_right(machine: Machine) -> None:
    machine.socket(1, "HDMI-A-1")
    (machine.places.dev / "dri/card1").unlink()

    with pytest.raises(ScreenError, match=r"KT-402.*dri/card1"):
        open_kmsdrm(ScreenOptions(), machine.places)


@pytest.mark.parametrize("driver", [X11, WAYLAND])
def test_a_window_needs_a_desktop(driver: ScreenDriver) -> None:
    with pytest.raises(ScreenError, match=r"KT-406.*DISPLAY is not set"):
        open_window(driver, ScreenOptions(), "Kahuna")


@pytest.mark.parametrize(
    ("driver", "name", "value"),
    [(X11, "DISPLAY", ":7777"), (WAYLAND, "WAYLAND_DISPLAY", "/nowhere/wayland-7")],
)
def test_a_desktop_that_does_not_answer(
    driver: ScreenDriver, name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(ScreenError, match=r"KT-406|KT-401"):
        open_window(driver, ScreenOptions(), "Kahuna")
    assert not pygame.display.get_init()


@pytest.mark.parametrize("unseen", ["offscreen", "dummy", "evdev"])
def test_a_driver_that_nobody_sees_is_no_screen(
    unseen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":7777")
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: unseen)

    with pytest.raises(ScreenError, match=f"KT-405.*{unseen}"):
        open_window(X11, ScreenOptions(), "Kahuna")
