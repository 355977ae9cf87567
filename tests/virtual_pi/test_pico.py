"""The real firmware as the service's serial device, on the kernel of a Pi.

    pytest -m virtual_pi -s tests/virtual_pi/test_pico.py        # some 3 minutes

Its interpreter runs in there and talks over a pseudo-terminal that lies where udev puts a Pico, of
the group that udev gives it to. That is no ttyACM: this kernel knows no USB, so the unit may use
pseudo-terminals too. What is done inside is `pico_guest`.
"""

import shutil
import subprocess
import sys
import zipfile
from typing import Any

import pytest

from tests.firmware.bench import FIRMWARE
from tests.firmware.interpreter import PACKAGE
from tests.virtual_pi.machine import JOB_S, PYTHON, Machine, booted

pytestmark = pytest.mark.timeout(JOB_S + 60)


@pytest.fixture(scope="module")
def seen(machine: Machine) -> dict[str, Any]:
    site = machine.share / "site"
    shutil.copytree(FIRMWARE, site / FIRMWARE.name)
    subprocess.run(
        [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "download", "--no-deps",
         "--only-binary", ":all:", "--python-version", PYTHON, "--platform",
         "manylinux_2_28_x86_64", "--dest", machine.share / "firmware", PACKAGE],
        check=True,
    )  # fmt: skip
    (wheel,) = (machine.share / "firmware").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    return booted(machine, "pico_guest", "game")


def test_the_service_finds_the_pico_and_reads_every_line(seen: dict[str, Any]) -> None:
    assert seen["lines_s"] >= 0
    assert "27/27 lines" in seen["status"]
    assert "lights pico" in seen["status"]


def test_a_bridge_reaches_the_game_and_its_light(seen: dict[str, Any]) -> None:
    assert seen["laid"] in seen["moves"]
    assert seen["lit"]


def test_a_pulled_cable_is_told_and_a_plugged_one_heals(seen: dict[str, Any]) -> None:
    assert seen["pulled_s"] >= 0
    assert "0/27 lines" in seen["pulled"]
    assert "KT-340" in seen["pulled"]
    assert seen["plugged_s"] >= 0
    assert seen["same"]
    assert seen["lit again"]


def test_the_game_goes_on_after_it(seen: dict[str, Any]) -> None:
    assert seen["laid next"] in seen["moves"]
    assert seen["restarts"] == "0"
    assert seen["wrong"] == []
