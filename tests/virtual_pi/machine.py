"""The virtual Pi: a machine whose plug can be pulled.

It is found by the environment variable `VIRTUAL_PI`, else beside the repository.
"""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PULLED = 86
"""The exit status of a machine whose plug was pulled."""

HUNG = "8254 timer not connected"
"""A busy host's emulator now and then stops here, 9 ms after power-on, long before the disk."""

PANIC = "Kernel panic - not syncing"
"""Or the kernel meets its own code half patched, with more than one processor."""

GONE = 70
"""The exit status of a machine that stopped by itself."""

MAX_STARTS = 3
NO_CACHE = shutil.ignore_patterns("__py*")

PYTHON = os.environ.get("VIRTUAL_PI_PYTHON", "3.11")
"""The machine's: Debian 12's, where nothing else is said."""

PROGRAM = "/usr/bin/kahuna-table"
GUEST = "cd /run && PYTHONPATH=/usr/lib/kahuna-table:/host/site python3 -m"
"""Begins a command that runs one of these modules in there."""

JOB_S = 3000
"""What the longest job of a module may take, its boot with it."""

DEBIAN_NAMES = {"pyserial": "serial"}
APT = "-o Dir::Etc::sourcelist=/host/apt/sources.list -o Dir::Etc::sourceparts=-"
LATER = "systemctl disable --now kahuna-table\n"
"""Most tests start it themselves."""

INSTALL = f"""set -e
apt-get {APT} update -qq
DEBIAN_FRONTEND=noninteractive apt-get {APT} install -y -qq /host/kahuna-table_*.deb
mkdir /etc/systemd/system/kahuna-table.service.d
printf '[Service]\\nBindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo\\n' \
  >/etc/systemd/system/kahuna-table.service.d/virtual-pi.conf
systemctl daemon-reload
"""
"""The README's line, "As a service", with packages from a folder: there is no network in there. The
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
            if done.stdout or not (silent or HUNG in done.stderr or PANIC in done.stderr):
                break
        return Ended(done.returncode, done.stdout, done.stderr)


def booted(machine: Machine, guest: str, job: str) -> dict[str, Any]:
    """Boots, has the module `tests.virtual_pi.GUEST` do a job, words after it are its arguments;
    what it saw. What it logged is left in the share.
    """
    log = machine.share / f"{job.split()[0]}.log"
    ended = machine.run(f"{GUEST} tests.virtual_pi.{guest} {job} 2>/host/{log.name}", seconds=JOB_S)
    told = log.read_text("utf-8") if log.exists() else ""
    assert ended.status == 0, f"{ended} {told}"
    seen: dict[str, Any] = json.loads(ended.printed.splitlines()[-1])
    print(job, json.dumps(seen, indent=1), flush=True)
    return seen


def installed(place: Path, directory: Path, *, started: bool = False) -> Machine:
    """A machine with the table as its service, from a package that was made out here. At
    `/host/site` lie these tests. `started`: it starts at every boot, as people have it.
    """
    share = directory / "host"
    fill(share / "apt")
    build_deb(share)
    shutil.copytree(ROOT / "tests", share / "site" / "tests", ignore=NO_CACHE)
    machine = Machine(place, share)
    ended = machine.run(f"{INSTALL}{'' if started else LATER}sync", seconds=900)
    assert ended.status == 0, ended
    return machine


def build_deb(directory: Path) -> Path:
    """The package of this checkout."""
    built = subprocess.run(
        [ROOT / "systemd" / "build-deb", "--without-wheel", directory],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return Path(built.stdout.strip())


def fill(folder: Path) -> None:
    """An apt source with what Raspberry Pi OS has and Debian lacks, made from wheels."""
    fetch_wheels(folder)
    for wheel in list(folder.glob("*.whl")):
        wheels_name, version = wheel.name.split("-")[:2]
        name = DEBIAN_NAMES.get(wheels_name, wheels_name)
        root = folder / name
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(root / "usr" / "lib" / "python3" / "dist-packages")
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN" / "control").write_text(
            f"Package: python3-{name}\nVersion: {version}\nArchitecture: amd64\n"
            f"Maintainer: nobody <nobody@localhost>\nDescription: {name}, from its wheel\n"
            + ("Depends: python3-colorzero\n" if name == "gpiozero" else "")
        )
        # as Debian's own do: the user of the table may not write there
        compiled = root / "DEBIAN" / "postinst"
        compiled.write_text(f"#!/bin/sh\npy3compile -p python3-{name}\n")
        compiled.chmod(0o755)
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", root, folder],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        shutil.rmtree(root)
        wheel.unlink()
    listed = subprocess.run(
        ["dpkg-scanpackages", "."], cwd=folder, check=True, capture_output=True, text=True
    )
    (folder / "Packages").write_text(listed.stdout)
    (folder / "sources.list").write_text("deb [trusted=yes] file:/host/apt ./\n")


def fetch_wheels(directory: Path) -> None:
    """What the machine lacks of the libraries that a Pi has from apt."""
    platform = ["--python-version", PYTHON, "--platform", "manylinux_2_34_x86_64"]
    subprocess.run(
        [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "download", "--no-deps",
         "--only-binary", ":all:", *platform, "--dest", directory,
         "gpiozero", "colorzero", "lgpio", "smbus2", "pyserial"],
        check=True,
    )  # fmt: skip
