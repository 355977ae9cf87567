"""The virtual Pi: a machine whose plug can be pulled.

It is found by the environment variable `VIRTUAL_PI`, else beside the repository.
"""

import os
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

MOST_STARTS = 3

INSTALL = (
    "python3 -m venv --system-site-packages /opt/kahuna"
    " && /opt/kahuna/bin/pip install -q --no-index --find-links /host/wheels kahuna-table && sync"
)


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
        options += ["--no-screen"] if cut is None else ["--no-screen", "--cut", cut]
        for _ in range(MOST_STARTS):
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
    """A machine with the program installed from wheels that were made out here."""
    share = directory / "host"
    wheels = share / "wheels"
    wheels.mkdir(parents=True)
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
    for what in (["wheel", "--no-deps", str(ROOT)], ["wheel", "gpiozero"]):
        subprocess.run([*pip, *what, "--wheel-dir", wheels], check=True, cwd=directory)
    machine = Machine(place, share)
    ended = machine.run(INSTALL, seconds=600)
    assert ended.status == 0, ended
    return machine
