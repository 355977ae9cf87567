"""The service inside the virtual Pi, and what systemd knows of it."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.virtual_pi.board import seconds_until
from tests.virtual_pi.machine import PROGRAM

UNIT = "kahuna-table"
STATE_DIR = Path("/var/lib/kahuna-table")
DROP_IN = Path("/etc/systemd/system/kahuna-table.service.d/test.conf")
CONFIG = Path("/etc/kahuna-table.toml")
ALL_LINES = "27/27 lines"


def run(*command: str | Path) -> str:
    """What a command prints; its complaints too."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def systemctl(*words: str) -> str:
    """For example `systemctl("is-active")`, of the unit."""
    return run("systemctl", *words, UNIT).strip()


def shown(name: str) -> str:
    """A property of the unit, as `systemctl show` has it."""
    return systemctl("show", "--value", "-p", name)


def pid() -> int:
    return int(shown("MainPID"))


def override(*lines: str) -> None:
    """The unit with other lines in its section [Service]; without any, as it is shipped."""
    DROP_IN.unlink(missing_ok=True)
    if lines:
        DROP_IN.parent.mkdir(exist_ok=True)
        DROP_IN.write_text("\n".join(["[Service]", *lines, ""]))
    run("systemctl", "daemon-reload")


def tell(job: Callable[[], Any]) -> None:
    """Does a job and prints what it saw as a line of JSON; in any case the log after it."""
    try:
        print(json.dumps(job()))
    finally:
        print(systemctl("status"), log(), sep="\n", file=sys.stderr)


def as_installed() -> None:
    """No game, no configuration, the unit as it is shipped: the disk keeps what was done before."""
    shutil.rmtree(STATE_DIR, ignore_errors=True)
    CONFIG.unlink(missing_ok=True)
    override()


def start() -> float:
    """How long the service took until it was ready, in s."""
    began_s = time.monotonic()
    systemctl("start")
    return round(time.monotonic() - began_s, 2)


def up(limit_s: float = 60) -> float:
    """How long it takes until every line is read, in s; -1 where that does not happen."""
    return seconds_until(lambda: ALL_LINES in shown("StatusText"), limit_s)


def stopped() -> float:
    """How long the service took to end, in s."""
    began_s = time.monotonic()
    systemctl("stop")
    return round(time.monotonic() - began_s, 2)


def doctor() -> list[dict[str, str]]:
    """What root is told."""
    done = subprocess.run(
        [PROGRAM, "doctor", "--json"], capture_output=True, text=True, check=False
    )
    found: list[dict[str, str]] = json.loads(done.stdout)
    return found


def log() -> str:
    return run("journalctl", "-u", UNIT, "--no-pager", "-o", "cat")


def forget_log() -> None:
    run("journalctl", "--rotate")
    run("journalctl", "--vacuum-time=1s")


def cpu_s() -> float:
    """What the service and its children have used of the processor since its start, in s."""
    return int(shown("CPUUsageNSec")) / 1e9
