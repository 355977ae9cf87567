"""Runs inside the virtual Pi: the service crashes, hangs, is refused, cannot write, and comes back.

    python -m tests.virtual_pi.upkeep_guest restarts|store|touch|repairs|words

Prints one line of JSON with what was seen; `test_upkeep` judges it.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kahuna_table.engine.moves import PlaceBridge
from kahuna_table.engine.rules import legal_moves
from kahuna_table.table.inputs import Button
from tests.virtual_pi import service, strip
from tests.virtual_pi.board import Board, seconds_until
from tests.virtual_pi.players import Players
from tests.virtual_pi.screen_guest import SOCKET, scanned_out

SEED = 5
ALL_LINES = "27/27 lines"
PROGRAM = "kahuna-table"
"""As root finds it."""

CRASHES = 6
SCREEN_S = 120
"""In which a screen is there, on a busy host too."""

RESTARTED_S = 10
"""Some seconds more than the unit's pause before a new start."""

ELSEWHERE = Path("/srv/kahuna-table")
NO_ROOM = "size=400k"


def main() -> None:
    service.as_installed()
    try:
        print(json.dumps(JOBS[sys.argv[1]]()))
    finally:
        print(service.systemctl("status"), service.log(), sep="\n", file=sys.stderr)


def up(limit_s: float = 60) -> float:
    return seconds_until(lambda: ALL_LINES in service.shown("StatusText"), limit_s)


def pid() -> int:
    return int(service.shown("MainPID"))


def doctor() -> list[dict[str, str]]:
    done = subprocess.run(
        [PROGRAM, "doctor", "--json"], capture_output=True, text=True, check=False
    )
    found: list[dict[str, str]] = json.loads(done.stdout)
    return found


def stopped() -> float:
    began_s = time.monotonic()
    service.systemctl("stop")
    return round(time.monotonic() - began_s, 2)


def playing(board: Board) -> Players:
    players = Players(board, service.STATE_DIR, SEED)
    players.begin()
    players.turn()
    return players


def restarts() -> Any:
    """Crashes in a row, a table started by hand, a hang, a card that stalls."""
    seen: dict[str, Any] = {}
    SOCKET.write_text("detect")
    board = Board()
    service.start()
    up()
    players = playing(board)
    seen["stops_s"] = []
    for _ in range(3):
        seen["stops_s"].append(stopped())
        seen["dark"] = strip.dark()
        service.start()
        up()
    seen["second"] = second_table()
    seen["stalled"] = stalled(players)
    seen["hung"] = hung()
    seen["hung stop_s"] = hung_stop()
    service.start()
    up()
    began_s = time.monotonic()
    for _ in range(CRASHES):
        os.kill(pid(), signal.SIGKILL)
        seconds_until(lambda: service.shown("MainPID") != "0")
    seen["crashes_s"] = round(time.monotonic() - began_s)
    seen["back_s"] = up()
    seen["hung screen"] = hung_screen(players)
    seen["by hand"] = by_hand()
    seen["refused"] = refused()
    return seen


def second_table() -> Any:
    """A table on another directory beside the one that runs; a doctor, and the dark, too."""
    elsewhere = subprocess.run(
        [PROGRAM, "run", "--state", "/tmp/other"], capture_output=True, text=True, check=False
    )
    lit_before = not strip.dark()
    told = doctor()
    dark = subprocess.run([PROGRAM, "dark"], capture_output=True, text=True, check=False)
    time.sleep(2)
    return {
        "status": elsewhere.returncode,
        "said": elsewhere.stderr,
        "pid": pid(),
        "doctor": next(each["text"] for each in told if each["check"] == "table"),
        "dark": dark.returncode,
        "lit": [lit_before, not strip.dark()],
        "active": service.systemctl("is-active"),
    }


def stalled(players: Players) -> Any:
    """The card takes nothing for 20 s while a bridge is laid."""
    before, restarted = pid(), service.shown("NRestarts")
    moves = len(players.moves())
    free = subprocess.Popen(["sh", "-c", "fsfreeze -f / && sleep 20; fsfreeze -u /"])
    time.sleep(1)
    began_s = time.monotonic()
    players.turn()
    free.wait()
    return {
        "s": round(time.monotonic() - began_s, 1),
        "same": before == pid() and restarted == service.shown("NRestarts"),
        "moves": len(players.moves()) - moves,
    }


def hung() -> float:
    """How long a table that does nothing stays unnoticed."""
    os.kill(pid(), signal.SIGSTOP)
    noticed_s = seconds_until(lambda: "Watchdog timeout" in service.log())
    seconds_until(lambda: ALL_LINES not in service.shown("StatusText"))
    up()
    return noticed_s


def hung_stop() -> float:
    os.kill(pid(), signal.SIGSTOP)
    return stopped()


def hung_screen(players: Players) -> Any:
    """A turn while the process that draws does nothing; it is replaced."""
    seconds_until(shows, SCREEN_S)  # one that hangs before it is there has more patience
    (before,) = drawing()
    moves = len(players.moves())
    os.kill(before, signal.SIGSTOP)
    players.turn()
    return {
        "moves": len(players.moves()) - moves,
        "replaced_s": seconds_until(lambda: drawing() not in ([], [before])),
        "shown_s": seconds_until(shows, SCREEN_S),
        "active": service.systemctl("is-active"),
    }


def shows() -> bool:
    return "screen kmsdrm" in service.shown("StatusText")


def drawing() -> list[int]:
    """The processes of the screen."""
    return [int(pid) for pid in service.run("pgrep", "-f", "devices.screen.worker").split()]


def refused() -> Any:
    """What does not repair itself is said once: no start after the other."""
    stopped()
    service.forget_log()
    service.CONFIG.write_text("[lights]\nbrightness_percent = 400\n")
    seen = {"configuration": ended_for_good()}
    service.CONFIG.unlink()
    service.override("ExecStart=", "ExecStart=/usr/bin/kahuna-table run --nonsense")
    seen["arguments"] = ended_for_good()
    seen["log"] = service.log()
    service.override()
    service.start()
    seen["up_s"] = up()
    return seen


def ended_for_good() -> list[str]:
    """How a start ended, and whether another was tried."""
    service.systemctl("start")
    time.sleep(RESTARTED_S)
    return [service.shown(name) for name in ("ActiveState", "ExecMainStatus", "NRestarts")]


def by_hand() -> Any:
    """A table that root starts is in the service's way, as long as it runs, and no longer."""
    stopped()
    owner = service.STATE_DIR.stat().st_uid
    with subprocess.Popen([PROGRAM, "run"], stderr=subprocess.DEVNULL) as table:
        lit = seconds_until(lambda: not strip.dark())
        service.run("systemctl", "start", "--no-block", service.UNIT)
        refused_s = seconds_until(lambda: "the table is running" in service.log())
        time.sleep(8)
        still_lit = not strip.dark()
        table.terminate()
        table.wait()
    back_s = up()
    strangers = [str(path) for path in service.STATE_DIR.rglob("*") if path.stat().st_uid != owner]
    return {
        "lit_s": lit,
        "refused_s": refused_s,
        "still lit": still_lit,
        "back_s": back_s,
        "strangers": strangers,
        "status": service.shown("StatusText"),
    }


def store() -> Any:
    """The directory cannot be written when the table starts; the saved game is played all the same,
    and saved once that is possible.
    """
    service.start()
    up()
    board = Board()
    playing(board)
    stopped()
    return {
        "read-only": unwritable(board, read_only),
        "foreign": unwritable(board, foreign),
        "full": unwritable(board, full),
        "closed": closed(),
        "elsewhere": elsewhere(),
    }


def unwritable(board: Board, how: Callable[[], Any]) -> Any:
    """What becomes of the table, and after the repair."""
    players = Players(board, service.STATE_DIR, SEED)
    before = len(players.moves())
    service.forget_log()
    with how():
        service.start()
        up()
        time.sleep(3)
        status = service.shown("StatusText")
        laid = some_bridge(players)
        board.lay(laid.line)
        time.sleep(3)
        unsaved = service.shown("StatusText")
        told = doctor()
        lit = not strip.dark()
    saved_s = seconds_until(lambda: "not saved" not in service.shown("StatusText"))
    if "round" in status:
        players.turn()
    seen = {
        "status": status,
        "unsaved": unsaved,
        "kept": laid in players.moves(),
        "lit": lit,
        "doctor": [each["code"] for each in told],
        "table": next(each["text"] for each in told if each["check"] == "table"),
        "saved_s": saved_s,
        "moves": len(players.moves()) - before,
        "log": service.log(),
    }
    stopped()
    return seen


def some_bridge(players: Players) -> PlaceBridge:
    """One that can be laid now and asks for no choice."""
    moves = [move for move in legal_moves(players.state()) if isinstance(move, PlaceBridge)]
    lines = [move.line for move in moves]
    return next(move for move in moves if lines.count(move.line) == 1)


@contextmanager
def read_only() -> Iterator[None]:
    service.run("mount", "--bind", str(service.STATE_DIR), str(service.STATE_DIR))
    service.run("mount", "-o", "remount,ro,bind", str(service.STATE_DIR))
    yield
    remounted = str(service.STATE_DIR)
    # the service sees the mounts as they were when it started: those that come are told to it
    service.run("nsenter", "-t", str(pid()), "-m", "mount", "-o", "remount,rw,bind", remounted)
    service.run("mount", "-o", "remount,rw,bind", remounted)


@contextmanager
def foreign() -> Iterator[None]:
    """Files that root has made there."""
    files = list(service.STATE_DIR.glob("journal*"))
    for path in files:
        shutil.chown(path, "root", "root")
        path.chmod(0o644)
    yield
    service.run(
        "sh", "-c", f"chown -R kahuna: {service.STATE_DIR} && chmod -R u+rwX {service.STATE_DIR}"
    )


@contextmanager
def full() -> Iterator[None]:
    """A card without room."""
    kept = Path("/root/kept")
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(service.STATE_DIR, kept)
    service.run(
        "mount", "-t", "tmpfs", "-o", f"{NO_ROOM},mode=755", "tmpfs", str(service.STATE_DIR)
    )
    for path in kept.glob("journal*"):
        shutil.copy(path, service.STATE_DIR)
    service.run("chown", "-R", "kahuna:", str(service.STATE_DIR))
    ballast = service.STATE_DIR / "ballast"
    service.run("sh", "-c", f"cat /dev/zero > {ballast}")
    yield
    ballast.unlink()


def closed() -> str:
    """Nobody may do anything there: what the table says."""
    service.run("umount", str(service.STATE_DIR))
    service.STATE_DIR.chmod(0)
    service.start()
    up()
    status = service.shown("StatusText")
    stopped()
    return status


def elsewhere() -> Any:
    """The directory that KT-506 recommends."""
    service.CONFIG.write_text(f'[store]\ndirectory = "{ELSEWHERE}"\n')
    service.start()
    up()
    time.sleep(2)
    first = service.shown("StatusText")
    told = [each["code"] for each in doctor()]
    service.run("install", "-d", "-o", "kahuna", "-g", "kahuna", str(ELSEWHERE))
    service.systemctl("restart")
    up()
    Players(Board(), ELSEWHERE, SEED).begin()
    return {"first": first, "doctor": told, "status": service.shown("StatusText")}


def touch() -> Any:
    """A touchscreen that is plugged in when the table runs starts a game; its costs at rest."""
    SOCKET.write_text("detect")
    service.CONFIG.write_text("[screen]\ntouch = true\n")
    Board()
    service.start()
    up()
    seen: dict[str, Any] = {"bright_s": seconds_until(lambda: any(scanned_out()), 120)}
    time.sleep(10)
    with subprocess.Popen(["touch-screen"], stdin=subprocess.PIPE, text=True) as fingers:
        assert fingers.stdin is not None
        time.sleep(5)
        for button in (Button.MENU, Button.OK, Button.OK):
            fingers.stdin.write(f"{(button + 0.5) / 8} 0.95\n")
            fingers.stdin.flush()
            time.sleep(2)
        seen["game_s"] = seconds_until(lambda: "round 1, play" in service.shown("StatusText"), 15)
        began = service.cpu_s()
        time.sleep(60)
        seen["idle_cpu_s_a_minute"] = round(service.cpu_s() - began, 1)
        fingers.stdin.close()
    return seen


def repairs() -> Any:
    """Each time something is broken, then repaired by the words of the trouble."""
    SOCKET.write_text("detect")
    service.CONFIG.write_text("[screen]\ntouch = true\n")
    Board()
    fingers = subprocess.Popen(["touch-screen"], stdin=subprocess.PIPE)
    time.sleep(3)
    nodes = {
        "KT-114 pins": ("/dev/gpiochip0", "sensors: KT-114", ALL_LINES),
        "KT-114 lights": ("/dev/spidev0.0", "lights: KT-114", "lights spi"),
        "KT-402": ("/dev/dri/card0", "KT-402", "screen kmsdrm"),
        "KT-414": ("/dev/input/event0", "KT-414", "screen kmsdrm"),
    }
    seen: dict[str, Any] = {}
    for name, (node, said, well) in nodes.items():
        service.forget_log()
        inputs = Path("/dev/input").glob("event*") if "input" in node else [Path(node)]
        for each in inputs:
            os.chown(each, 0, 0)
            each.chmod(0o600)
        service.start()
        seconds_until(lambda said=said: said in service.log(), 60)
        told = [line for line in service.log().splitlines() if said in line]
        service.run("udevadm", "trigger", "--action=add")
        healed_s = seconds_until(lambda well=well: well in service.shown("StatusText"), 60)
        service.systemctl("restart")
        up()
        time.sleep(8)
        seen[name] = {
            "told": told,
            "healed_s": healed_s,
            "again": service.log().count(said) - len(told),
        }
        stopped()
    fingers.terminate()
    return seen


def words() -> Any:
    """Other troubles whose words can be followed without a network: is each gone afterwards?"""
    Board()
    seen: dict[str, Any] = {}
    for code, (broken, told, repair) in WORDS.items():
        service.run("sh", "-c", broken)
        before = service.run("sh", "-c", told)
        service.run("sh", "-c", repair)
        time.sleep(3)
        up()
        seen[code] = {"before": code in before, "after": code in service.run("sh", "-c", told)}
        service.systemctl("stop")
        service.forget_log()
    return seen


_STARTED = "systemctl restart kahuna-table; sleep 15; journalctl -u kahuna-table -o cat; "
OWN_UNIT = "/etc/systemd/system/kahuna-table.service"
_LIGHTS = "/opt/virtual-pi/pi_lights.ko pio=0"
WORDS = {
    "KT-112": (
        "useradd --create-home maker",
        "systemctl stop kahuna-table; runuser -u maker -- kahuna-table doctor",
        "usermod -aG gpio,i2c,spi,video,render,input maker",
    ),
    "KT-211": (
        "systemctl stop kahuna-table; rmmod pi_lights",
        f"{_STARTED} kahuna-table doctor",
        # what raspi-config and a new start of the Pi come to
        f"insmod {_LIGHTS}; udevadm settle; journalctl --rotate; journalctl --vacuum-time=1s",
    ),
    "KT-509": (
        f"printf '[Service]\\nExecStart=/bin/sleep 999\\n' >{OWN_UNIT}; systemctl daemon-reload",
        "systemctl restart kahuna-table; kahuna-table doctor",
        f"rm {OWN_UNIT} && systemctl daemon-reload; systemctl restart kahuna-table",
    ),
    "KT-508": (
        f"echo > {service.CONFIG}; chmod 600 {service.CONFIG}",
        "kahuna-table doctor",
        f"chmod 644 {service.CONFIG}; systemctl restart kahuna-table",
    ),
}
"""What is broken, what tells, and the repair."""


JOBS: dict[str, Callable[[], Any]] = {
    "restarts": restarts,
    "store": store,
    "touch": touch,
    "repairs": repairs,
    "words": words,
}

if __name__ == "__main__":
    main()
