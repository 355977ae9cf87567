"""The service's unit says nothing that systemd does not understand, and stays shut in."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "systemd" / "kahuna-table.service"

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


@needs_systemd
def test_systemd_has_nothing_to_say_of_the_unit(tmp_path: Path) -> None:
    # an unknown key is only a warning with exit status 0: the output must be empty
    unit = tmp_path / UNIT.name
    unit.write_text(re.sub("(?m)^ExecStart=.*$", "ExecStart=/bin/true", UNIT.read_text()))
    result = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout + result.stderr) == (0, "")


@needs_systemd
def test_the_service_is_shut_in_as_far_as_its_devices_allow() -> None:
    result = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT)],
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", result.stdout)
    assert found is not None
    assert float(found[1]) <= 1.0


@pytest.mark.parametrize(
    "line",
    [
        "StartLimitIntervalSec=0",  # a table that is refused or crashes is tried again for ever
        "ReadWritePaths=-/var -/srv -/mnt -/media",  # [store] directory
        "RestartPreventExitStatus=64 78",  # what does not repair itself
        "DeviceAllow=char-*gpiomem* rw",  # rpi_ws281x on the SPI bus of a Pi 4 and before
        "RestrictAddressFamilies=AF_UNIX AF_NETLINK",  # udev's news of a touchscreen
    ],
)
def test_the_unit_says(line: str) -> None:
    assert line in UNIT.read_text().splitlines()


def test_udev_is_heard() -> None:
    """Its news stay within the network of the machine."""
    assert "PrivateNetwork=yes" not in UNIT.read_text()
