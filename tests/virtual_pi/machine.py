"""The virtual Pi: a machine whose plug can be pulled.

It is found by the environment variable `VIRTUAL_PI`, else beside the repository.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PULLED = 86
"""The exit status of a machine whose plug was pulled."""

HUNG = "8254 timer not connected"
"""A busy host's emulator now and then stops here, 9 ms after power-on, long before the disk."""

GONE = 70
"""The exit status of a machine that stopped by itself."""

MAX_STARTS = 3
NO_CACHE = shutil.ignore_patterns("__py*")

PYTHON = "3.11"
"""The machine's."""

PROGRAM = "/opt/kahuna-table/bin/kahuna-table"
INSTALL = """set -e
python3 -m venv --system-site-packages /opt/kahuna-table
/opt/kahuna-table/bin/pip install -q --root-user-action=ignore \
  --no-index --find-links /host/wheels kahuna-table lgpio smbus2
ln -sf /opt/kahuna-table/bin/kahuna-table /usr/local/bin/
install -m 644 /host/systemd/kahuna-table.service /etc/systemd/system/
install -m 644 /host/systemd/60-kahuna-table.rules /etc/udev/rules.d/
install -m 644 /host/systemd/kahuna-table.sysusers /usr/lib/sysusers.d/kahuna-table.conf
systemd-sysusers
mkdir /etc/systemd/system/kahuna-table.service.d
printf '[Service]\\nBindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo\\n' \\
  >/etc/systemd/system/kahuna-table.service.d/virtual-pi.conf
sync
"""
"""The README's lines, "As a service", with wheels from outside: there is no network in there. The
machine's revision is a mount on /proc, which a unit that may not touch the kernel does not see.
"""


def found() -> Path | None:
    """The directory of the machine's `run`, None where there is none."""
    place = Path(os.environ.get("VIRTUAL_PI", ROOT.parent / "shared" / "virtual-pi"))
    return place if (place / "run").is_file() else None


@dataclass(frozen=True)
class Ended:
    status: int
    printed: str
    complained: str


@dataclass(frozen=True)
class Machine:
    """A machine with a disk of its own and a directory of this one at `/host`."""

    place: Path
    share: Path
    pi: str = "4"
    screen: bool = False

    @property
    def disk(self) -> Path:
        return self.share.with_suffix(".disk")

    def run(self, command: str, *, cut: str | None = None, seconds: int = 240) -> Ended:
        """Boots, runs the command as root, and pulls the plug when it prints `cut`."""
        options = [
            "--share",
            self.share,
            "--disk",
            self.disk,
            "--seconds",
            str(seconds),
            "--pi",
            self.pi,
        ]
        options += [] if self.screen else ["--no-screen"]
        options += [] if cut is None else ["--cut", cut]
        for _ in range(MAX_STARTS):
            done = subprocess.run(
                [self.place / "run", *options, "--", command],
                capture_output=True,
                text=True,
                check=False,
            )
            silent = done.returncode == GONE and done.stderr.rstrip().endswith("console:")
            if done.stdout or not (silent or HUNG in done.stderr):
                break
        return Ended(done.returncode, done.stdout, done.stderr)


def installed(place: Path, directory: Path) -> Machine:
    """A machine with the table as its service, from wheels that were made out here. At `/host/site`
    lie these tests.
    """
    share = directory / "host"
    wheels = share / "wheels"
    wheels.mkdir(parents=True)
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "wheel", "--no-deps", str(ROOT), "--wheel-dir", wheels], check=True, cwd=directory
    )
    fetch_wheels(wheels)
    shutil.copytree(ROOT / "systemd", share / "systemd")
    shutil.copytree(ROOT / "tests", share / "site" / "tests", ignore=NO_CACHE)
    machine = Machine(place, share)
    ended = machine.run(INSTALL, seconds=600)
    assert ended.status == 0, ended
    return machine


def fetch_wheels(directory: Path) -> None:
    """What the machine lacks of the libraries that a Pi has from apt."""
    platform = ["--python-version", PYTHON, "--platform", "manylinux_2_34_x86_64"]
    subprocess.run(
        [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "download", "--no-deps",
         "--only-binary", ":all:", *platform, "--dest", directory,
         "gpiozero", "colorzero", "lgpio", "smbus2"],
        check=True,
    )  # fmt: skip
