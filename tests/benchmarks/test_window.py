"""What the window of `simulate` costs while nobody plays, and how soon it shows its first picture.

`python -m pytest tests/benchmarks/test_window.py -s`; takes eight minutes, with `-k "not rest"` one
and a half. Needs a desktop or Xvfb. The goals are 2 % of a core and one second.
"""

import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from kahuna_table.app.daemon import REST_MS
from tests.benchmarks.test_idle import MINUTE_S, RUN, cpu_s

STARTS: Final = 5
STARTING_S: Final = 10.0
RESTING_S: Final = REST_MS / 1000 + STARTING_S

FIRST_PICTURE: Final = """
import time
import pygame
flip = pygame.display.flip
def flipped():
    flip()
    print(time.monotonic(), time.process_time(), flush=True)
    pygame.display.flip = flip
pygame.display.flip = flipped
"""
"""Runs in the program's process before it: when the first picture came, and after how much CPU."""


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of a desktop: this one's, else that of Xvfb."""
    if os.environ.get("DISPLAY"):
        yield dict(os.environ)
        return
    xvfb = shutil.which("Xvfb")
    assert xvfb is not None, "no desktop here: sudo apt install xvfb"
    told = tmp_path_factory.mktemp("xvfb") / "number"
    with told.open("w") as number:
        screen = ["-screen", "0", "1280x800x24", "-nolisten", "tcp"]
        server = subprocess.Popen([xvfb, "-displayfd", "1", *screen], stdout=number)
    while not told.read_text().endswith("\n"):
        time.sleep(0.1)
    yield {**os.environ, "DISPLAY": f":{told.read_text().strip()}", "SDL_VIDEODRIVER": "x11"}
    server.terminate()
    server.wait()


@contextmanager
def window(
    desktop: dict[str, str], state: Path, before: str = ""
) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-c", before + RUN, "simulate", "--state", str(state)]
    opened = subprocess.Popen(
        command, env=desktop, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        yield opened
    finally:
        opened.terminate()
        opened.communicate()


@pytest.mark.timeout(9 * MINUTE_S)
@pytest.mark.parametrize(
    "after_s", [STARTING_S, RESTING_S], ids=["while its lights breathe", "at rest"]
)
def test_an_idle_window(desktop: dict[str, str], tmp_path: Path, after_s: float) -> None:
    with window(desktop, tmp_path) as opened:
        time.sleep(after_s)
        before_s = cpu_s(opened.pid)
        time.sleep(MINUTE_S)
        assert opened.poll() is None, "the window closed by itself"
        spent_s = cpu_s(opened.pid) - before_s
    share = 100 * spent_s / MINUTE_S
    print(f"\nidle window after {after_s:.0f} s: {spent_s:.2f} s of CPU a minute, {share:.1f} %")


@pytest.mark.timeout(3 * MINUTE_S)
def test_the_first_picture(desktop: dict[str, str], tmp_path: Path) -> None:
    took_s, spent_s = [], []
    for n in range(STARTS):
        began_s = time.monotonic()
        with window(desktop, tmp_path / str(n), FIRST_PICTURE) as opened:
            assert opened.stdout is not None
            words = next(line.split() for line in opened.stdout if line[0].isdigit())
        took_s.append(float(words[0]) - began_s)
        spent_s.append(float(words[1]))
    took, spent = statistics.median(took_s), statistics.median(spent_s)
    print(f"\nfirst picture: half within {took:.2f} s and {spent:.2f} s of CPU, of {STARTS}")
    print(f"the slowest {max(took_s):.2f} s")
