"""How quick the colour kit is, and what it costs its flash.

The firmware runs in MicroPython on this machine, not on a Pico, on the real clock with its own 5 ms
between two scans; the wire is a pseudo terminal.
"""

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median, quantiles

from kahuna_table.devices.pico.link import PicoLink
from tests.firmware.bench import FIRMWARE, Bench
from tests.firmware.field import Field
from tests.firmware.interpreter import interpreter
from tests.firmware.test_table import Running

TIMES = 300
DAYS = 30

A_MONTH = """
import sys, random
sys.path[:] = [sys.argv[1]]
import settings
from calibrating import Calibration
random.seed(1)
nulls = [random.randint(1485, 1815) for _ in range(27)]
drifts = [random.uniform(-50, 50) for _ in range(27)]
kept, writes = list(nulls), 0
for day in range(int(sys.argv[2])):
    room = random.uniform(-0.5, 0.5)
    table = Calibration(kept)
    for now_ms in range(0, 4 * 3600 * 1000, settings.LEARN_MS):
        warm = room + 0.5 * (1 - 2 ** (-now_ms / 1200000))
        values = [int(n + d * warm + random.uniform(-5, 5)) for n, d in zip(nulls, drifts)]
        table.follow(now_ms, values, bytearray(27))
        if table.due(now_ms):
            table.kept(now_ms)
            kept, writes = list(table.offsets), writes + 1
print(writes)
"""


def told(what: str, took_ms: list[float]) -> None:
    p99 = quantiles(took_ms, n=100)[98]
    print(f"\n{what}: half within {median(took_ms):.1f} ms, 99 of 100 within {p99:.1f} ms")


def until(done: Callable[[], bool]) -> float:
    """Milliseconds until something holds, looked at all the time."""
    began_s = time.perf_counter()
    while not done():
        assert time.perf_counter() - began_s < 20
        time.sleep(0.0002)
    return (time.perf_counter() - began_s) * 1000


def test_from_a_magnet_to_the_host_in_the_firmwares_own_time(tmp_path: Path) -> None:
    """What a busy machine cannot lengthen: the scans until the host knows, 5 ms each, and the one
    during which the magnet came."""
    rng, took = Random(2), []
    with Bench(tmp_path, Field(rng)) as bench:
        bench.start()
        for _ in range(TIMES):
            line = rng.randrange(27)
            if line in bench.field.magnets:
                bench.lift(line)
            else:
                bench.lay(line, rng.choice("+-"))
            scans = 0
            while bench.link.heard.states != bench.field.signs:
                bench.turn(1)
                scans += 1
            took.append(scans * 5.0)
            bench.turn(rng.randint(1, 9))
    told("from the magnet to what the host knows, in scans", took)


def test_from_a_magnet_to_the_host_and_from_a_frame_to_the_lights(tmp_path: Path) -> None:
    running = Running(tmp_path)
    link = PicoLink(running.place).join()
    rng = Random(1)
    try:
        until(lambda: link.heard.states == "." * 27)
        contacts, frames = [], []
        for n in range(TIMES):
            time.sleep(rng.uniform(0.02, 0.05))
            level = (2300, 1640)[n % 2]
            expected = ("+" if n % 2 == 0 else ".") + "." * 26
            running.pico.do(f"level 0 {level}")
            contacts.append(until(lambda to=expected: link.heard.states == to))
        for n in range(TIMES):
            frame = bytes([n % 256, 1, 2] * 39)
            began_s = time.perf_counter()
            link.show(frame)
            while running.pico.frame() != frame:
                pass
            frames.append((time.perf_counter() - began_s) * 1000)
    finally:
        link.leave()
        running.close()
    told("from the magnet to what the host knows", contacts)
    told("from a frame handed over to the strip", frames)


def test_from_a_cable_plugged_in_to_the_whole_board(tmp_path: Path) -> None:
    took = []
    for n in range(20):
        folder = tmp_path / str(n)
        folder.mkdir()
        running = Running(folder)
        link = PicoLink("/dev/nowhere", find=lambda _named, place=running.place: Path(place))
        link.join()
        took.append(until(lambda link=link: link.heard.states == "." * 27))
        link.leave()
        running.close()
    told("from the port there to the whole board known", took)


def test_how_often_the_flash_is_written(tmp_path: Path) -> None:
    script = tmp_path / "month.py"
    script.write_text(A_MONTH)
    command = [*interpreter(), str(script), str(FIRMWARE), str(DAYS)]

    writes = int(subprocess.run(command, capture_output=True, check=True, env=os.environ).stdout)

    print(f"\nflash writes in a year of four hours a day: {writes * 365 / DAYS:.0f}")
