"""The small screen on real kernel interfaces: kmsdrm, framebuffer, cable, touches, signals.

    pytest -m virtual_pi tests/virtual_pi/test_screen.py        # some 6 minutes

What is done there is `screen_guest`; three boots serve all tests.
"""

import compileall
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from kahuna_table.table.inputs import Button
from tests.virtual_pi.machine import ROOT

SECONDS = 1200

pytestmark = pytest.mark.timeout(SECONDS + 60)


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program and these tests, compiled: the machine is slow."""
    host = tmp_path_factory.mktemp("host")
    for package in ("kahuna_table", "tests/pictures", "tests/virtual_pi"):
        shutil.copytree(ROOT / package, host / package)
    compileall.compile_dir(host, quiet=1)
    return host


def booted(place: Path, share: Path, work: str, *options: str) -> tuple[dict[str, Any], str]:
    """Boots, does the work; what was seen, and what the log said."""
    command = f"cd /host && python3 -m tests.virtual_pi.screen_guest {work} 2>/host/{work}.log"
    machine = [place / "run", "--share", share, "--seconds", str(SECONDS), *options]
    done = subprocess.run([*machine, "--", command], capture_output=True, text=True, check=False)
    told = share / f"{work}.log"
    log = told.read_text() if told.exists() else ""
    assert done.returncode == 0, f"{done.returncode} {done.stdout} {done.stderr} {log}"
    seen: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    print(json.dumps(seen, indent=1), log, sep="\n")
    return seen, log


@pytest.fixture(scope="module")
def boot(place: Path, share: Path) -> tuple[dict[str, Any], str]:
    return booted(place, share, "with-screen")


@pytest.fixture(scope="module")
def seen(boot: tuple[dict[str, Any], str]) -> dict[str, Any]:
    return boot[0]


@pytest.fixture(scope="module")
def signals(place: Path, share: Path) -> dict[str, Any]:
    return booted(place, share, "signals")[0]


def test_kmsdrm_shows_every_pixel(seen: dict[str, Any]) -> None:
    assert seen["kmsdrm how"] == "kmsdrm 1024x768 on card0 Virtual-1"
    assert seen["kmsdrm exact after"] >= 0


def test_a_pulled_cable_costs_nothing_and_a_plugged_one_is_found_in_ten_seconds(
    boot: tuple[dict[str, Any], str],
) -> None:
    seen, log = boot
    assert 0 <= seen["pulled noticed after"] < 10
    assert seen["pulled failure"] == "None"
    assert 0 <= seen["plugged found after"] < 10
    assert seen["plugged exact after"] >= 0
    assert log.count("KT-410") == 1


def test_a_process_that_hangs_is_replaced(seen: dict[str, Any]) -> None:
    assert 0 <= seen["hang replaced after"] < 60
    assert seen["hang how"] == "healed"
    assert seen["hang exact after"] >= 0


def test_it_closes_within_two_seconds(seen: dict[str, Any]) -> None:
    assert seen["close took"] < 2


@pytest.mark.parametrize("touch", ["touch 0", "touch 90", "touch framebuffer"])
def test_taps_press_the_drawn_buttons(seen: dict[str, Any], touch: str) -> None:
    taps = seen[touch]["taps"]

    assert taps == {name: [0, 1 << Button[name], 0] for name in taps}
    assert taps
    assert seen[touch]["nothing"] == [0]


@pytest.mark.parametrize("touch", ["touch 0", "touch 90"])
def test_the_bar_is_shown_turned_too(seen: dict[str, Any], touch: str) -> None:
    assert seen[touch]["exact after"] >= 0


def test_the_framebuffer_shows_every_pixel(seen: dict[str, Any]) -> None:
    assert seen["framebuffer"]["how"] == "framebuffer 1024x768 on /dev/fb0"
    assert seen["framebuffer"]["exact after"] >= 0


@pytest.mark.parametrize("dark", ["dark kmsdrm", "dark framebuffer"])
def test_a_dark_screen_is_switched_off_and_shows_every_pixel_again(
    seen: dict[str, Any], dark: str
) -> None:
    assert seen[dark]["off after"] >= 0
    assert seen[dark]["on after"] >= 0
    assert min(seen[dark]["exact"].values()) >= 0


def test_sigterm_ends_daemon_and_screen_within_two_seconds(signals: dict[str, Any]) -> None:
    assert signals["SIGTERM"]["child lived"]
    assert signals["SIGTERM"]["status"] == 0
    assert signals["SIGTERM"]["took"] + signals["SIGTERM"]["child gone after"] < 2


def test_a_killed_daemon_leaves_no_process_behind(signals: dict[str, Any]) -> None:
    assert signals["SIGKILL"]["child lived"]
    assert 0 <= signals["SIGKILL"]["child gone after"] < 5


def test_without_a_screen_the_table_works_and_the_log_says_why(place: Path, share: Path) -> None:
    seen, log = booted(place, share, "without-screen", "--no-screen")

    assert (seen["how"], seen["failure"]) == ("no screen", "None")
    assert seen["close took"] < 2
    assert [log.count(code) for code in ("KT-411", "KT-407")] == [1, 1]
