"""What is done inside the virtual Pi: screens come, go, turn, hang and are touched.

    python3 -m tests.virtual_pi.screen_guest with-screen|without-screen|signals|dark|hold

Prints one line of JSON with what was seen; `test_screen` judges it.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import IO

from kahuna_table.devices.screen.opening import ChildDisplay, open_display
from kahuna_table.devices.screen.options import ScreenDriver, ScreenOptions
from kahuna_table.table.inputs import Button
from kahuna_table.table.screen import Backlight
from tests.pictures.samples import SCREENS, SampleWords
from tests.virtual_pi import board

SOCKET = Path("/sys/class/drm/card0-Virtual-1/status")
POWER = Path("/sys/class/drm/card0-Virtual-1/dpms")
SHOT = Path("/root/shot.ppm")
WAIT_S = 150
GAME = SCREENS["game-notes"]


def seconds_until(fact: Callable[[], object], limit_s: float = WAIT_S) -> float:
    """As everywhere, with the patience that a slow screen needs."""
    return board.seconds_until(fact, limit_s)


def seen(size: tuple[int, int], degrees: int = 0, *, touch: bool = False) -> float:
    """Seconds until the screen shows exactly the game; -1 where it never does."""
    import pygame

    from kahuna_table.devices.screen.bar import divided, draw_bar
    from kahuna_table.devices.screen.rendered import render
    from kahuna_table.devices.screen.turning import turned, turned_size
    from kahuna_table.pictures import palette
    from kahuna_table.pictures.panel import draw_panel
    from kahuna_table.pictures.type_scale import USUAL, type_scale
    from kahuna_table.table.inputs import NO_BUTTONS

    rendered, turned_to = render(GAME, SampleWords()), turned_size(size, degrees)
    expected = draw_panel(turned_to, GAME, rendered)
    if touch:
        box, boxes = divided(turned_to, type_scale(turned_to, USUAL).finger)
        expected.fill(palette.GROUND)
        viewing = USUAL.part(turned_to, box.size)
        expected.blit(draw_panel(box.size, GAME, rendered, viewing), box)
        draw_bar(expected, boxes, rendered, NO_BUTTONS)
    pixels = pygame.image.tostring(turned(expected, degrees), "RGB")
    return seconds_until(lambda: scanned_out() == pixels)


def scanned_out() -> bytes:
    """The picture that the card sends to the screen; empty while it sends none."""
    SHOT.unlink(missing_ok=True)
    subprocess.run(["screenshot", SHOT], check=False, capture_output=True)
    if not SHOT.exists():
        return b""
    return SHOT.read_bytes().split(b"\n", 1)[1]


class Fingers:
    """A touchscreen that stays plugged in."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(["touch-screen"], stdin=subprocess.PIPE, text=True)
        assert self._process.stdin is not None
        self._points: IO[str] = self._process.stdin
        time.sleep(5)

    def tap(self, display: ChildDisplay, x: float, y: float) -> list[int]:
        """Taps a place; the states of the buttons that the table reads from then on."""
        states = [int(display.buttons.read())]
        self._points.write(f"{x} {y}\n")
        self._points.flush()
        end_s = time.monotonic() + 8
        while time.monotonic() < end_s:
            down = int(display.buttons.read())
            if down != states[-1]:
                states.append(down)
            time.sleep(0.02)
        return states

    def unplug(self) -> None:
        self._points.close()
        self._process.wait()


def shown(options: ScreenOptions) -> ChildDisplay:
    display = open_display(options, SampleWords())
    display.show(GAME)
    seconds_until(lambda: display.how)
    return display


def closed(display: ChildDisplay) -> float:
    began_s = time.monotonic()
    display.close()
    return round(time.monotonic() - began_s, 2)


def kmsdrm_pulled_and_hanging() -> dict[str, object]:
    facts: dict[str, object] = {}
    display = shown(ScreenOptions())
    facts["kmsdrm how"] = display.how
    facts["kmsdrm exact after"] = seen((1024, 768))
    SOCKET.write_text("off")
    facts["pulled noticed after"] = seconds_until(lambda: display.how == "no screen")
    display.show(SCREENS["idle"])
    display.show(GAME)
    time.sleep(10)
    facts["pulled failure"] = str(display.child.failure)
    SOCKET.write_text("detect")
    facts["plugged found after"] = seconds_until(lambda: display.how.startswith("kmsdrm"))
    facts["plugged exact after"] = seen((1024, 768))
    first = display.child.pid
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    facts["hang replaced after"] = seconds_until(lambda: display.child.pid not in (first, None))
    facts["hang how"] = "" if seconds_until(lambda: display.child.failure is None) < 0 else "healed"
    facts["hang exact after"] = seen((1024, 768))
    facts["close took"] = closed(display)
    return facts


def darkened(driver: ScreenDriver) -> dict[str, object]:
    """A screen that is switched off when it goes dark, and shows all again when it is bright."""
    display = shown(ScreenOptions(driver))
    exact = {"before": seen((1024, 768))}
    display.show(replace(GAME, backlight=Backlight.DARK))
    off_s = seconds_until(lambda: POWER.read_text().strip() == "Off")
    display.show(GAME)
    on_s = seconds_until(lambda: POWER.read_text().strip() == "On")
    exact["after"] = seen((1024, 768))
    closed(display)
    return {"off after": off_s, "on after": on_s, "exact": exact}


def touched(
    driver: ScreenDriver, degrees: int, points: dict[Button, tuple[float, float]]
) -> object:
    display = shown(ScreenOptions(driver, degrees, touch=True))
    exact = seen((1024, 768), degrees, touch=True) if driver is ScreenDriver.KMSDRM else None
    fingers = Fingers()
    taps = {button.name: fingers.tap(display, x, y) for button, (x, y) in points.items()}
    if Button.HAND in points:  # a tap shows the cards, the next one hides them
        taps[Button.HAND.name] += fingers.tap(display, *points[Button.HAND])[1:]
    nothing = fingers.tap(display, 0.5, 0.5)
    fingers.unplug()
    how = display.how
    closed(display)
    return {"how": how, "exact after": exact, "taps": taps, "nothing": nothing}


def framebuffer_exact() -> object:
    import pygame

    from kahuna_table.pictures.panel import draw_panel

    expected = pygame.image.tostring(draw_panel((1024, 768), GAME, SampleWords()), "RGB")

    def same() -> bool:
        raw = Path("/dev/fb0").read_bytes()
        got = bytearray(len(expected))
        got[0::3], got[1::3], got[2::3] = raw[2::4], raw[1::4], raw[0::4]
        return got == expected

    display = shown(ScreenOptions(ScreenDriver.FRAMEBUFFER))
    facts = {"how": display.how, "exact after": seconds_until(same)}
    closed(display)
    return facts


def held(signal_sent: signal.Signals) -> dict[str, object]:
    """A daemon that shows by kmsdrm gets a signal; how long it and its child live on."""
    daemon = subprocess.Popen(
        [sys.executable, "-m", "tests.virtual_pi.screen_guest", "hold"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
    )
    assert daemon.stdout is not None
    pid = int(daemon.stdout.readline())
    child = Path("/proc") / str(pid)
    lived = child.exists()
    began_s = time.monotonic()
    daemon.send_signal(signal_sent)
    status = daemon.wait()
    took_s = round(time.monotonic() - began_s, 2)
    return {
        "child lived": lived,
        "status": status,
        "took": took_s,
        "child gone after": seconds_until(lambda: not child.exists()),
    }


def hold() -> None:
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stopped.append(number))
    display = shown(ScreenOptions())
    seconds_until(lambda: display.how.startswith("kmsdrm"))
    print(display.child.pid, flush=True)
    seconds_until(lambda: stopped, 600)
    display.close()


def with_screen() -> dict[str, object]:
    facts = kmsdrm_pulled_and_hanging() | dark()
    ok = (3.5 / 8, 0.95)
    # turned by 90 degrees the bar is at the left, its first button at the top
    facts["touch 0"] = touched(ScreenDriver.KMSDRM, 0, {Button.OK: ok})
    facts["touch 90"] = touched(
        ScreenDriver.KMSDRM, 90, {Button.MENU: (0.13, 0.1), Button.HELP: (0.04, 0.9)}
    )
    facts["touch framebuffer"] = touched(ScreenDriver.FRAMEBUFFER, 0, {Button.OK: ok})
    facts["framebuffer"] = framebuffer_exact()
    return facts


def signals() -> dict[str, object]:
    return {"SIGTERM": held(signal.SIGTERM), "SIGKILL": held(signal.SIGKILL)}


def without_screen() -> dict[str, object]:
    display = shown(ScreenOptions())
    how = display.how
    time.sleep(5)
    failure = str(display.child.failure)
    return {"how": how, "failure": failure, "close took": closed(display)}


def dark() -> dict[str, object]:
    drivers = (ScreenDriver.KMSDRM, ScreenDriver.FRAMEBUFFER)
    return {f"dark {driver.value}": darkened(driver) for driver in drivers}


WORK = {
    "with-screen": with_screen,
    "dark": dark,
    "without-screen": without_screen,
    "signals": signals,
}

if __name__ == "__main__":
    import logging

    logging.basicConfig(stream=sys.stderr, format="%(message)s", level=logging.INFO)
    if sys.argv[1] == "hold":
        hold()
    else:
        print(json.dumps(WORK[sys.argv[1]]()))
