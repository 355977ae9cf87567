"""The strip behind its child process: what a driver's end costs, and what it never costs."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kahuna_table.devices.child import Limits
from kahuna_table.devices.faults import Fault
from kahuna_table.devices.lights.opening import ChildStrip, open_lights, switch_off
from kahuna_table.devices.lights.worker import Power
from kahuna_table.devices.simulated.strip import RecordingStrip
from kahuna_table.devices.strip import PIXELS, LightsError, StripCalibration
from kahuna_table.errors import KahunaError
from kahuna_table.table.lights import Frame

QUICK = Limits(
    start_s=10, silent_s=5, close_s=1, first_pause_s=0.05, longest_pause_s=0.1, settled_s=60
)
PLAIN = StripCalibration(gamma=1.0, limit_ma=3000)
PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
RED: Frame = ((200, 0, 0),) * PIXELS
DARK = bytes(4 * PIXELS)

LIBRARY = """
import atexit, os, time
mode = open({mode!r}).read()
class PixelStrip:
    def __init__(self, num, pin, freq_hz=800000, dma=10, invert=False, brightness=255, channel=0,
                 strip_type=None, gamma=None):
        self.begun, self.pixels = False, [0] * num
        assert (num, pin, dma, strip_type) == (39, 10, 10, 0x81000)
        atexit.register(self._cleanup)
    def _cleanup(self):
        if not self.begun: os.kill(os.getpid(), 11)
    def begin(self):
        if mode == "crash": os.kill(os.getpid(), 11)
        if mode == "hang": time.sleep(60)
        if mode.startswith("-"):
            raise RuntimeError(f"ws2811_init failed with code {{mode}} (some text)")
        self.begun = True
    def setPixelColor(self, n, color):
        if not self.begun: os.kill(os.getpid(), 11)
        self.pixels[n] = color
    def show(self):
        if mode == "crash on show" and any(self.pixels): os.kill(os.getpid(), 11)
        if mode == "fail on show" and any(self.pixels):
            raise RuntimeError("ws2811_render failed with code -14 (SPI transfer error)")
        open({out!r}, "wb").write(b"".join(value.to_bytes(4, "little") for value in self.pixels))
"""


def until(what: Callable[[], object], timeout_s: float = 8.0) -> None:
    """Waits for something that another process does."""
    end_s = time.monotonic() + timeout_s
    while not what():
        assert time.monotonic() < end_s, "it did not happen in time"
        time.sleep(0.01)


class Room:
    """A place for the nodes, the fake library and the strips of one test."""

    def __init__(self, path: Path) -> None:
        self.leds, self.mode, self.out = path / "leds0", path / "mode", path / "out"
        self.hwmon = path / "hwmon"
        self.leds.touch()
        self.path = path
        self.strips: list[ChildStrip] = []

    def library(self, mode: str) -> None:
        self.mode.write_text(mode)
        source = LIBRARY.format(mode=str(self.mode), out=str(self.out))
        (self.path / "rpi_ws281x.py").write_text(source)

    def options(self) -> list[str]:
        nodes = ("--spi", str(self.path / "spidev0.0"), "--leds", str(self.leds))
        return [*nodes, "--hwmon", str(self.hwmon)]

    def open(self, driver: str, *more: str, model: str = PI_4) -> ChildStrip:
        strip = open_lights(
            driver, model=model, calibration=PLAIN, limits=QUICK, extra=(*self.options(), *more)
        )
        assert isinstance(strip, ChildStrip)
        self.strips.append(strip)
        return strip


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.syspath_prepend(str(tmp_path))
    made = Room(tmp_path)
    yield made
    for strip in made.strips:
        strip.close()


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]


def test_a_frame_reaches_the_strip_and_closing_turns_it_dark(room: Room) -> None:
    strip = room.open("leds0")

    strip.show(RED)
    until(lambda: room.leds.read_bytes().count(0) == 3 * PIXELS)
    assert strip.how == f"leds0 {room.leds}"
    strip.close()

    assert room.leds.read_bytes() == DARK


def test_the_strip_is_dark_within_a_second_of_the_daemon_s_death(room: Room) -> None:
    daemon = (
        "import time\n"
        "from kahuna_table.devices.lights.opening import open_lights\n"
        "from kahuna_table.devices.strip import StripCalibration\n"
        "calibration = StripCalibration()\n"
        "strip = open_lights(\n"
        f"    'leds0', model='', calibration=calibration, extra={room.options()!r})\n"
        f"strip.show({RED!r})\n"
        "time.sleep(60)\n"
    )
    path = {**os.environ, "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)}
    with subprocess.Popen([sys.executable, "-c", daemon], env=path) as process:
        until(lambda: room.leds.read_bytes().count(0) == 3 * PIXELS)
        process.kill()

        until(lambda: room.leds.read_bytes() == DARK, 1.0)


def test_lights_that_nobody_owns_any_more_are_switched_off(room: Room) -> None:
    room.leds.write_bytes(bytes([9]) * len(DARK))

    assert switch_off("leds0", model="", extra=room.options())

    assert room.leds.read_bytes() == DARK
    room.leds.unlink()
    assert not switch_off("leds0", model="", extra=room.options())


def test_the_library_shows_the_frame_where_it_works(room: Room) -> None:
    room.library("well")
    strip = room.open("auto")

    strip.show(RED)

    until(lambda: room.out.exists() and room.out.read_bytes() == b"\x00\x00\xc8\x00" * PIXELS)
    assert strip.how == "rpi_ws281x on GPIO 10"


@pytest.mark.parametrize("mode", ["-3", "-5", "-9", "-10", "-11", "-13"])
def test_a_refusal_of_the_library_leads_to_the_next_way_without_a_crash(
    room: Room, caplog: pytest.LogCaptureFixture, mode: str
) -> None:
    caplog.set_level(logging.INFO)
    room.library(mode)
    room.open("auto")

    until(lambda: warnings(caplog))  # said just after the failure is there

    (warning,) = warnings(caplog)
    assert warning.startswith("lights: KT-211 /")  # there is no SPI bus here either
    assert f"ws2811_init failed with code {mode}" in warning
    assert not any("Segmentation fault" in each.getMessage() for each in caplog.records)


@pytest.mark.parametrize(
    ("mode", "cause"),
    [
        ("crash", "SIGSEGV"),
        ("hang", "hangs"),
        ("crash on show", "SIGSEGV"),
        ("fail on show", "208"),
    ],
)
def test_a_library_that_ends_badly_is_left_alone_after_two_failures(
    room: Room, caplog: pytest.LogCaptureFixture, mode: str, cause: str
) -> None:
    room.library(mode)
    strip = room.open("auto", "--hang-s", "0.3")
    strip.child.offer(b"\x01" * 3 * PIXELS)

    until(lambda: len(warnings(caplog)) == 2)

    first, second = warnings(caplog)
    assert cause in first
    assert second.startswith("lights: KT-211")  # the next way, which is not there in this room
    with pytest.raises(LightsError, match=r"spidev0\.0 is missing"):
        strip.show(RED)


def test_a_strip_without_any_way_costs_lights_and_one_line(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.leds.unlink()
    strip = room.open("leds0")
    until(lambda: strip.child.failure)

    with pytest.raises(LightsError, match="KT-210"):
        strip.show(RED)
    room.leds.touch()
    until(lambda: room.leds.read_bytes().count(0) == 3 * PIXELS)

    assert len(warnings(caplog)) == 1
    until(lambda: strip.how)
    strip.show(RED)  # it works again, and kept the frame meanwhile


def test_a_killed_child_comes_back_with_the_frame(room: Room) -> None:
    strip = room.open("leds0")
    strip.show(RED)
    until(lambda: strip.how)
    first = strip.child.pid
    assert first is not None
    os.kill(first, 9)
    room.leds.write_bytes(b"")

    until(lambda: room.leds.read_bytes().count(0) == 3 * PIXELS)

    assert strip.child.pid != first


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
def test_a_strip_whose_process_cannot_switch_it_off_is_dark_all_the_same(
    room: Room, number: signal.Signals
) -> None:
    strip = room.open("leds0")
    strip.show(RED)
    until(lambda: room.leds.read_bytes().count(0) == 3 * PIXELS)
    pid = strip.child.pid
    assert pid is not None
    os.kill(pid, number)
    until(lambda: number is signal.SIGSTOP or strip.failure is not None)

    strip.close()

    assert room.leds.read_bytes() == DARK


def test_a_weak_supply_dims_the_lights_and_says_so(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    (room.hwmon / "hwmon0").mkdir(parents=True)
    (room.hwmon / "hwmon0" / "name").write_text("rpi_volt\n")
    alarm = room.hwmon / "hwmon0" / "in0_lcrit_alarm"
    alarm.write_text("0\n")
    strip = room.open("leds0")
    strip.show(RED)
    until(lambda: room.leds.read_bytes().count(0) == 3 * PIXELS)
    bright = room.leds.read_bytes()

    alarm.write_text("1\n")  # the frame stays the same: the child looks by itself
    until(lambda: max(room.leds.read_bytes()) < max(bright))

    until(lambda: warnings(caplog))
    assert "KT-501" in warnings(caplog)[0]
    assert strip.noted == (501,)
    alarm.write_text("0\n")
    until(lambda: room.leds.read_bytes() == bright)


def test_a_supply_that_dips_again_and_again_is_told_once_until_it_was_strong_for_a_while() -> None:
    told: list[str] = []

    class Line:
        def note(self, fault: Fault) -> None:
            told.append(f"weak {fault.code}")

        def well(self, fault: Fault) -> None:
            told.append(f"well {fault.code}")

    times_s, weak = iter(range(100)), {10, 11, 15, 30, 70}
    now_s = [0]
    power = Power(lambda: now_s[0] in weak, Line(), lambda: float(now_s[0]))  # type: ignore[arg-type]
    for now_s[0] in times_s:
        assert power.weak() == (now_s[0] in weak)

    assert told == ["weak 501", "well 501", "weak 501"]


def test_showing_never_waits(room: Room) -> None:
    strip = room.open("leds0")
    until(lambda: strip.how)
    pid = strip.child.pid
    assert pid is not None
    os.kill(pid, 19)  # SIGSTOP: nobody reads the pipe
    slowest_s = 0.0

    for n in range(2000):
        began_s = time.perf_counter()
        strip.show(((n % 256, 0, 0),) * PIXELS)
        slowest_s = max(slowest_s, time.perf_counter() - began_s)
    os.kill(pid, 18)

    assert slowest_s < 0.05


def test_simulated_lights_need_no_process() -> None:
    assert isinstance(open_lights("simulated", model="", calibration=PLAIN), RecordingStrip)


def test_an_unknown_driver_or_order_is_refused() -> None:
    with pytest.raises(KahunaError, match="expected one of auto"):
        open_lights("magic", model="", calibration=PLAIN)
    with pytest.raises(KahunaError, match="colour order"):
        open_lights("spi", model="", calibration=PLAIN, order="RGBW")
