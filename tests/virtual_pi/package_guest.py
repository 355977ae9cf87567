"""Runs inside the virtual Pi: the package is looked at, updated, undone, removed, purged.

    python -m tests.virtual_pi.package_guest JOB

Prints one line of JSON with what was seen; `test_package` judges it.
"""

import os
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

from kahuna_table.app.control import ControlError, ask
from tests.virtual_pi import service, strip
from tests.virtual_pi.board import Board, seconds_until
from tests.virtual_pi.machine import PROGRAM
from tests.virtual_pi.players import Players

SEED = 7
BOOT_S = 120
UPDATES = Path("/var/lib/kahuna-table-updates")


def main() -> None:
    service.tell(lambda: JOBS[sys.argv[1]](*sys.argv[2:]))


def version() -> str:
    return service.run("dpkg-query", "-W", "-f", "${db:Status-Abbrev}${Version}", "kahuna-table")


def status() -> dict[str, Any]:
    try:
        return ask(service.STATE_DIR, None, {"ask": "status"})
    except ControlError as error:
        return {"error": str(error)}


def first() -> Any:
    """After the install and a boot: it plays, and nobody logged in. A game begins; hung, killed,
    stopped, restarted, the configuration read again.
    """
    board = Board()
    seen: dict[str, Any] = {"up_s": service.up(BOOT_S), "up_since_boot_s": time.monotonic()}
    seen["blame"] = service.run("systemd-analyze", "blame", "--no-pager")[:300]
    for name in ("ActiveEnterTimestampMonotonic", "ExecMainStartTimestampMonotonic"):
        seen[name] = int(service.shown(name)) / 1e6
    program = Path("/usr/lib/kahuna-table/kahuna_table").rglob("*.py")
    seen["to compile"] = [str(py) for py in program if not Path(cache_from_source(py)).exists()]
    seen["verify"] = service.run("systemd-analyze", "verify", "kahuna-table.service")
    seen["security"] = service.run(
        "systemd-analyze", "security", "--no-pager", "kahuna-table"
    ).splitlines()[-1]
    seen["socket"] = oct(Path("/run/kahuna-table/control.sock").stat().st_mode & 0o777)
    players = Players(board, service.STATE_DIR, SEED)
    players.begin()
    players.turn()
    seen["status"] = status()
    seen["stranger"] = service.run("runuser", "-u", "nobody", "--", PROGRAM, "status")
    before = players.state()
    began_s = time.monotonic()
    service.systemctl("stop")
    seen["stop_s"], seen["dark"] = round(time.monotonic() - began_s, 2), strip.dark()
    service.systemctl("start")
    service.up(BOOT_S)
    os.kill(service.pid(), signal.SIGKILL)
    seconds_until(lambda: service.shown("NRestarts") == "1")
    seen["back_s"] = service.up(BOOT_S)
    os.kill(service.pid(), signal.SIGSTOP)
    seen["hung_s"] = seconds_until(lambda: "Watchdog timeout" in service.log())
    seconds_until(lambda: service.shown("NRestarts") == "2")
    service.up(BOOT_S)
    service.CONFIG.write_text("[lights]\nbrightness_percent = 400\n")
    service.systemctl("reload")
    time.sleep(5)
    seen["told"] = "expected a whole number 1..100, got 400" in service.log()
    seen["kept"] = service.systemctl("is-active")
    service.CONFIG.unlink()
    service.run("date", "-s", "1970-01-02")
    time.sleep(5)
    seen["1970"] = [service.systemctl("is-active"), status().get("since")]
    service.run("date", "-s", "2026-12-01 12:00")
    players.turn()
    seen["same"] = len(players.moves()) > 0 and players.state() != before
    seen["moves"] = len(players.moves())
    return seen


def updated(file: str) -> Any:
    """An update by its file, with a game in progress."""
    Board()
    service.up(BOOT_S)
    before = Players(Board(), service.STATE_DIR, SEED).state()
    done = subprocess.run([PROGRAM, "update", file], capture_output=True, text=True, check=False)
    seen: dict[str, Any] = {"status": done.returncode, "said": done.stdout + done.stderr}
    seen["up_s"] = service.up(BOOT_S)
    seen["version"] = version()
    seen["running"] = status().get("version")
    seen["same"] = Players(Board(), service.STATE_DIR, SEED).state() == before
    seen["unfinished"] = (UPDATES / "unfinished").exists()
    return seen


def cut(*words: str) -> None:
    """An update or a rollback; the plug is pulled at a line of dpkg's log."""
    Board()
    service.up(BOOT_S)
    subprocess.Popen(["sh", "-c", "tail -n 0 -F /var/log/dpkg.log"])
    subprocess.run([PROGRAM, *words], check=False)


def whole() -> Any:
    """After a boot: a table that works, with its game."""
    board = Board()
    seen: dict[str, Any] = {
        "up_s": service.up(BOOT_S),
        "version": version(),
        "running": status().get("version"),
    }
    players = Players(board, service.STATE_DIR, SEED)
    seen["moves"] = len(players.moves()) if players.contents().current is not None else None
    seen["unfinished"] = (UPDATES / "unfinished").exists()
    seen["repair"] = service.run(
        "journalctl", "-u", "kahuna-table-repair", "-o", "cat", "--no-pager"
    )
    return seen


def rolled_back() -> Any:
    done = subprocess.run([PROGRAM, "rollback"], capture_output=True, text=True, check=False)
    return {"status": done.returncode, "said": done.stdout} | whole()


def removed() -> Any:
    """Removed, installed again, purged: what is left each time."""
    Board()
    service.up(BOOT_S)
    seen: dict[str, Any] = {"games": service.run(PROGRAM, "games")}
    service.run("apt-get", "remove", "-y", "-qq", "kahuna-table")
    seen["removed"] = [
        service.STATE_DIR.exists(),
        Path(PROGRAM).exists(),
        service.systemctl("is-active"),
    ]
    (again,) = Path("/host").glob("kahuna-table_0.1.0_*.deb")
    seen["dpkg"] = service.run("dpkg", "-i", again)
    seen["up_s"] = service.up(BOOT_S)
    seen["games again"] = service.run(PROGRAM, "games")
    service.run("apt-get", "purge", "-y", "-qq", "kahuna-table")
    roots = ("/etc", "/usr", "/var", "/run")
    found = service.run("find", *roots, "-xdev", "-iname", "*kahuna*").split()
    # the drop-in is these tests', the logs are dpkg's
    seen["left"] = [name for name in found if "kahuna-table.service.d" not in name]
    try:
        seen["user"] = pwd.getpwnam("kahuna").pw_name
    except KeyError:
        seen["user"] = None
    return seen


JOBS: dict[str, Callable[..., Any]] = {
    "first": first,
    "updated": updated,
    "cut": cut,
    "whole": whole,
    "rolled_back": rolled_back,
    "removed": removed,
}

if __name__ == "__main__":
    main()
