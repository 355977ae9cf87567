"""Runs inside the virtual Pi: the service crashes, hangs, is refused, and comes back.

    python -m tests.virtual_pi.upkeep_guest restarts|touch|repairs|words

Prints one line of JSON with what was seen; `test_upkeep` judges it.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kahuna_table.table.inputs import Button
from tests.virtual_pi import service, strip
from tests.virtual_pi.board import Board, seconds_until
from tests.virtual_pi.players import Players, playing
from tests.virtual_pi.screen_guest import SOCKET, scanned_out

SEED = 5
PROGRAM = "kahuna-table"
"""As root finds it."""

CRASHES = 6
SCREEN_S = 120
"""In which a screen is there, on a busy host too."""

RESTARTED_S = 10
"""Some seconds more than the unit's pause before a new start."""


def main() -> None:
    service.as_installed()
    service.tell(JOBS[sys.argv[1]])


def restarts() -> Any:
    """Crashes in a row, a table started by hand, a hang, a card that stalls."""
    seen: dict[str, Any] = {}
    SOCKET.write_text("detect")
    board = Board()
    service.start()
    service.up()
    players = playing(board, service.STATE_DIR, SEED)
    seen["stops_s"] = []
    for _ in range(3):
        seen["stops_s"].append(service.stopped())
        seen["dark"] = strip.dark()
        service.start()
        service.up()
    seen["second"] = second_table()
    seen["stalled"] = stalled(players)
    seen["hung"] = hung()
    seen["hung stop_s"] = hung_stop()
    service.start()
    service.up()
    began_s = time.monotonic()
    for _ in range(CRASHES):
        os.kill(service.pid(), signal.SIGKILL)
        seconds_until(lambda: service.shown("MainPID") != "0")
    seen["crashes_s"] = round(time.monotonic() - began_s)
    seen["back_s"] = service.up()
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
    told = service.doctor()
    dark = subprocess.run([PROGRAM, "dark"], capture_output=True, text=True, check=False)
    time.sleep(2)
    return {
        "status": elsewhere.returncode,
        "said": elsewhere.stderr,
        "pid": service.pid(),
        "doctor": next(each["text"] for each in told if each["check"] == "table"),
        "dark": dark.returncode,
        "lit": [lit_before, not strip.dark()],
        "active": service.systemctl("is-active"),
    }


def stalled(players: Players) -> Any:
    """The card takes nothing for 20 s while a bridge is laid."""
    before, restarted = service.pid(), service.shown("NRestarts")
    moves = len(players.moves())
    free = subprocess.Popen(["sh", "-c", "fsfreeze -f / && sleep 20; fsfreeze -u /"])
    time.sleep(1)
    began_s = time.monotonic()
    players.turn()
    free.wait()
    return {
        "s": round(time.monotonic() - began_s, 1),
        "same": before == service.pid() and restarted == service.shown("NRestarts"),
        "moves": len(players.moves()) - moves,
    }


def hung() -> float:
    """How long a table that does nothing stays unnoticed."""
    os.kill(service.pid(), signal.SIGSTOP)
    noticed_s = seconds_until(lambda: "Watchdog timeout" in service.log())
    seconds_until(lambda: service.ALL_LINES not in service.shown("StatusText"))
    service.up()
    return noticed_s


def hung_stop() -> float:
    os.kill(service.pid(), signal.SIGSTOP)
    return service.stopped()


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
    service.stopped()
    service.forget_log()
    service.CONFIG.write_text("[lights]\nbrightness_percent = 400\n")
    seen = {"configuration": ended_for_good()}
    service.CONFIG.unlink()
    service.override("ExecStart=", "ExecStart=/usr/bin/kahuna-table run --nonsense")
    seen["arguments"] = ended_for_good()
    seen["log"] = service.log()
    service.override()
    service.start()
    seen["up_s"] = service.up()
    return seen


def ended_for_good() -> list[str]:
    """How a start ended, and whether another was tried."""
    service.systemctl("start")
    time.sleep(RESTARTED_S)
    return [service.shown(name) for name in ("ActiveState", "ExecMainStatus", "NRestarts")]


def by_hand() -> Any:
    """A table that root starts is in the service's way, as long as it runs, and no longer."""
    service.stopped()
    owner = service.STATE_DIR.stat().st_uid
    with subprocess.Popen([PROGRAM, "run"], stderr=subprocess.DEVNULL) as table:
        lit = seconds_until(lambda: not strip.dark())
        service.run("systemctl", "start", "--no-block", service.UNIT)
        refused_s = seconds_until(lambda: "the table is running" in service.log())
        time.sleep(8)
        still_lit = not strip.dark()
        table.terminate()
        table.wait()
    back_s = service.up()
    strangers = [str(path) for path in service.STATE_DIR.rglob("*") if path.stat().st_uid != owner]
    return {
        "lit_s": lit,
        "refused_s": refused_s,
        "still lit": still_lit,
        "back_s": back_s,
        "strangers": strangers,
        "status": service.shown("StatusText"),
    }


def touch() -> Any:
    """A touchscreen that is plugged in when the table runs starts a game; its costs at rest."""
    SOCKET.write_text("detect")
    service.CONFIG.write_text("[screen]\ntouch = true\n")
    Board()
    service.start()
    service.up()
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
        "KT-114 pins": ("/dev/gpiochip0", "sensors: KT-114", service.ALL_LINES),
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
        service.up()
        time.sleep(8)
        seen[name] = {
            "told": told,
            "healed_s": healed_s,
            "again": service.log().count(said) - len(told),
        }
        service.stopped()
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
        service.up()
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
    "touch": touch,
    "repairs": repairs,
    "words": words,
}

if __name__ == "__main__":
    main()
