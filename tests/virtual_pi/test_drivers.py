"""The drivers on the kernel interfaces of a Pi: lgpio, I2C, SPI and the Pi 5's light driver.

pytest -m virtual_pi tests/virtual_pi/test_drivers.py        # three boots, some five minutes
"""

import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from kahuna_table.devices.lights.encoder import SPEED_HZ
from kahuna_table.devices.strip import wire_bytes
from kahuna_table.engine.board import ALL_LINES, line_set
from kahuna_table.table.inputs import Button
from tests.devices.lights.ws2812 import decoded
from tests.virtual_pi.drivers_guest import FRAME, LAID
from tests.virtual_pi.machine import NO_CACHE, ROOT, Machine, fetch_wheels

JOBS = {
    "4": "stranger matrix expanders lights",
    "5": "matrix lights",
    "zero2w": "matrix lights",
}
LINES = line_set(*LAID)
FIRST_BOARD = (1 << 14) - 1

pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the program and the libraries that the machine lacks."""
    host = tmp_path_factory.mktemp("virtual-pi") / "host"
    wheels = host / "wheels"
    fetch_wheels(wheels)
    for wheel in wheels.iterdir():
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(host / "site")
    for part in ("kahuna_table", "tests"):
        shutil.copytree(ROOT / part, host / "site" / part, ignore=NO_CACHE)
    return host


@pytest.fixture(scope="module", params=JOBS)
def pi(request: pytest.FixtureRequest) -> str:
    model: str = request.param
    return model


@pytest.fixture(scope="module")
def seen(pi: str, place: Path, share: Path) -> dict[str, Any]:
    """What the machine saw in one boot."""
    ended = Machine(place, share, pi).run(
        f"cd / && PYTHONPATH=/host/site python3 -m tests.virtual_pi.drivers_guest {JOBS[pi]}"
    )
    assert ended.status == 0, ended
    told: dict[str, Any] = json.loads(ended.printed.splitlines()[-1])
    print(f"one scan on a Pi {pi}: {told['matrix']['scan_ms']:.1f} ms")
    return told


def test_the_matrix_is_read_through_the_kernel(seen: dict[str, Any]) -> None:
    matrix = seen["matrix"]

    assert (matrix["empty"], matrix["faults"]) == ([0, 0], [])
    assert matrix["laid"] == [LINES, 0]
    assert (matrix["pressed"], matrix["released"]) == (1 << Button.OK, 0)
    assert matrix["outputs"] == 0  # every row is released between scans


def test_a_matrix_that_is_unplugged_is_unknown_and_says_so(seen: dict[str, Any]) -> None:
    assert seen["matrix"]["cut"] == [0, ALL_LINES]
    assert seen["matrix"]["cut_faults"] > 0


def test_wires_that_touch_close_no_line(seen: dict[str, Any]) -> None:
    shorts = seen["matrix"]["shorts"]

    assert len(shorts) == 30
    # C1 and C2 have canaries in the same row: what touches there shows with the next bridge
    unseen = {"C1-C2", "C3-C4"}
    for pair, (closed, codes, healed) in shorts.items():
        assert not closed & ~LINES, pair
        assert codes == ["KT-313"] or (pair in unseen and not codes), pair
        assert healed == [LINES, 0], pair


def test_a_second_program_is_told_who_holds_the_pins(seen: dict[str, Any]) -> None:
    assert seen["matrix"]["second"] == 3


def test_the_lights_show_the_frame(pi: str, seen: dict[str, Any]) -> None:
    lights = seen["lights"]
    lit = bytes.fromhex(lights["lit"])

    if pi == "5":
        assert lights["how"] == "leds0 /dev/leds0"
        pixels = [lit[n : n + 4] for n in range(0, len(lit), 4)]
        shown = [tuple(int(255 * (v / 255) ** (1 / 0.45)) for v in pixel[:3]) for pixel in pixels]
        assert all(
            0 <= meant - got <= 2
            for one, other in zip(FRAME, shown, strict=True)
            for meant, got in zip(one, other, strict=True)
        )
    else:
        assert lights["how"] == "spi /dev/spidev0.0"
        assert decoded(lit, lights["speed_hz"]) == wire_bytes(FRAME)
        assert lights["speed_hz"] == SPEED_HZ


def test_the_lights_are_dark_within_a_second_of_sigkill(pi: str, seen: dict[str, Any]) -> None:
    lights = seen["lights"]
    dark = bytes.fromhex(lights["dark"])

    assert 0 <= lights["dark_s"] < 1
    assert not any(dark if pi == "5" else decoded(dark, lights["speed_hz"]))


def _expanders(pi: str, seen: dict[str, Any]) -> dict[str, Any]:
    if pi != "4":
        pytest.skip("the boards are tried on one model: the bus is the same on all")
    expanders: dict[str, Any] = seen["expanders"]
    return expanders


def test_expanders_are_read_through_the_kernel(pi: str, seen: dict[str, Any]) -> None:
    expanders = _expanders(pi, seen)

    assert (expanders["laid"], expanders["faults"]) == ([LINES, 0], [])
    assert expanders["hiccup"] == [LINES, 0]


def test_expanders_that_fail_are_unknown_and_named(pi: str, seen: dict[str, Any]) -> None:
    expanders = _expanders(pi, seen)

    assert expanders["silent"] == [LINES & FIRST_BOARD, ALL_LINES & ~FIRST_BOARD]
    assert [fault[:6] for fault in expanders["silent_faults"]] == ["KT-301"]
    assert expanders["stuck"] == [0, ALL_LINES]
    assert [fault[:6] for fault in expanders["stuck_faults"]] == ["KT-303"]
    assert (expanders["healed"], expanders["healed_faults"]) == ([LINES, 0], [])


def test_a_dip_of_an_expander_closes_no_line(pi: str, seen: dict[str, Any]) -> None:
    expanders = _expanders(pi, seen)

    assert expanders["dip"] in ([LINES & ~FIRST_BOARD, FIRST_BOARD], [LINES, 0])
    assert expanders["after_dip"] == [LINES, 0]
    assert [fault[:6] for fault in expanders["dip_faults"]] == ["KT-302"]


def test_a_user_without_groups_is_told_which(pi: str, seen: dict[str, Any]) -> None:
    if pi != "4":
        pytest.skip("rights are tried on one model")
    assert seen["stranger"] == 3
