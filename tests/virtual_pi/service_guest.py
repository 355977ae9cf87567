"""Runs inside the virtual Pi: the service plays, loses its rights, its devices and its life there.

    python -m tests.virtual_pi.service_guest 'game TURNS'|rights|expanders|screen|wiring

Prints one line of JSON with what was seen; `test_service` judges it.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kahuna_table.devices.pins import pin_map_csv
from kahuna_table.table.inputs import Button
from tests.tools.wiring.maker import permuted
from tests.virtual_pi import service, strip
from tests.virtual_pi.board import Board, ExpanderBoard, seconds_until
from tests.virtual_pi.machine import PROGRAM
from tests.virtual_pi.maker import wire
from tests.virtual_pi.players import Players
from tests.virtual_pi.screen_guest import SOCKET, scanned_out

SEED = 3
SITE = Path("/usr/lib/python3/dist-packages")
LGPIO = "*lgpio*"
HOLD_A_PIN = """
import lgpio, time
lgpio.gpio_claim_input(lgpio.gpiochip_open(0), 17)
print("held", flush=True)
time.sleep(1000)
"""
NO_REVISION = Path("/run/no-revision")
BROKEN = {
    "read-only": ["ReadOnlyPaths=/var/lib/kahuna-table"],
    "directory": ["WorkingDirectory=/", "Environment=LG_WD=/"],
    "revision": ["BindReadOnlyPaths=", f"BindReadOnlyPaths={NO_REVISION}:/proc/cpuinfo"],
}
"""Lines in the unit that somebody might have meant well."""


def main() -> None:
    service.as_installed()
    service.tell(lambda: JOBS[sys.argv[1]](*sys.argv[2:]))


def game(most: str) -> Any:
    """A game, the first turns of it at least, with the table killed in its middle; no screen."""
    seen: dict[str, Any] = {}
    board = Board()
    seen["ready_s"] = service.start()
    pid = service.pid()
    for number in (signal.SIGHUP, signal.SIGCONT):
        os.kill(pid, number)
    seen["lines_s"] = service.up()
    seen["user"] = service.run("ps", "-o", "user=,group=", "-p", str(pid)).split()
    players = Players(board, service.STATE_DIR, SEED)
    players.begin()
    turns = int(most)
    with strip.Watch() as lights:
        for turn in range(turns):
            if turn == min(5, turns - 1):
                seen["killed"] = killed(players)
            players.turn()
            print(f"turn {turn + 1}, {len(players.made)} moves", file=sys.stderr, flush=True)
            if not players.playing():
                break
    seen["turns"] = turn + 1
    seen["lit_ms"] = [lights.lit_ms(line, at_s) for line, at_s in board.laid_s]
    seen["wanted"] = [str(move) for move in players.made]
    seen["made"] = [str(move) for move in players.moves()]
    contents = players.contents()
    seen["over"] = contents.current is None
    seen["result"] = contents.ended[-1].result if contents.ended else None
    seen["restarts"], seen["active"] = service.shown("NRestarts"), service.systemctl("is-active")
    seen["asked"] = doctor("kahuna")
    began = service.cpu_s()
    time.sleep(60)
    seen["idle_cpu_s_a_minute"] = service.cpu_s() - began
    service.systemctl("stop")
    seen["dark"], seen["result_of_unit"] = strip.dark(), service.shown("Result")
    seen["log"] = service.log()
    seen["looked"] = doctor("root")
    seen["verify"] = service.run("systemd-analyze", "verify", f"{service.UNIT}.service")
    return seen


def killed(players: Players) -> Any:
    """The table dies; its lights go out; it comes back and knows the game."""
    before = players.state()
    lit = not strip.dark()
    os.kill(service.pid(), signal.SIGKILL)
    dark_s = seconds_until(strip.dark)
    seconds_until(lambda: service.shown("NRestarts") == "1")
    back_s = service.up()
    return {"lit": lit, "dark_s": dark_s, "back_s": back_s, "same": players.state() == before}


def rights() -> Any:
    """One thing after the other that a helpful stranger breaks; each time the table starts."""
    Board()
    NO_REVISION.write_text("processor : 0\n")
    seen = {name: started(*lines) for name, lines in BROKEN.items()}
    with out_of_groups("gpio", "spi"):
        seen["groups"] = started()
    held = subprocess.Popen([sys.executable, "-c", HOLD_A_PIN], stdout=subprocess.PIPE)
    assert held.stdout is not None
    held.stdout.readline()
    seen["pin"] = started(keep=True)
    held.kill()
    held.wait()
    seen["pin"]["healed_s"] = service.up()
    service.systemctl("stop")
    with hidden(LGPIO):
        seen["no lgpio"] = started()
    with out_of_groups("gpio", "spi"):
        seen["doctor"] = doctor("kahuna")
    return seen


def started(*lines: str, keep: bool = False) -> dict[str, Any]:
    """What becomes of the service with these lines in its unit."""
    service.forget_log()
    service.override(*lines)
    ready_s = service.start()
    seconds_until(judged, 40)
    if service.ALL_LINES in service.shown("StatusText"):
        Board().press(Button.MENU, Button.OK, Button.OK)
    time.sleep(5)
    seen = {
        "ready_s": ready_s,
        "active": service.systemctl("is-active"),
        "restarts": service.shown("NRestarts"),
        "status": service.shown("StatusText"),
        "log": service.log(),
    }
    if not keep:
        service.systemctl("stop")
    return seen


def judged() -> bool:
    """Whether the table knows if it can read its lines."""
    told = service.shown("StatusText")
    return service.ALL_LINES in told or "KT-1" in told


def doctor(user: str) -> Any:
    """What a user without any group is told, or root."""
    command = ["runuser", "-u", user, "--", PROGRAM, "doctor", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return {"status": done.returncode, "said": done.stdout}


@contextmanager
def out_of_groups(*groups: str) -> Iterator[None]:
    """The table's user, meanwhile."""
    for group in groups:
        service.run("gpasswd", "-d", "kahuna", group)
    yield
    for group in groups:
        service.run("gpasswd", "-a", "kahuna", group)


@contextmanager
def hidden(pattern: str) -> Iterator[None]:
    """The files are somewhere else meanwhile."""
    files = list(SITE.glob(pattern))
    assert files
    for file in files:
        file.rename(file.with_name(f"hidden-{file.name}"))
    yield
    for file in files:
        file.with_name(f"hidden-{file.name}").rename(file)


def expanders() -> Any:
    """A game on two sensor boards that hiccup, fall silent and lose their settings."""
    service.CONFIG.write_text('[sensors]\ndriver = "mcp23017"\n')
    board = ExpanderBoard()
    seen: dict[str, Any] = {"ready_s": service.start()}
    seen["lines_s"] = service.up()
    players = Players(board, service.STATE_DIR, SEED)
    players.begin()
    for _ in range(3):
        players.turn()
    before, (on_first, *_) = players.state(), sorted(board.lying)
    board.fault(0, "nak 5")
    time.sleep(3)
    seen["hiccup"] = service.shown("StatusText")
    board.fault(0, "nak -1")
    seen["silent_s"] = seconds_until(lambda: service.ALL_LINES not in service.shown("StatusText"))
    board.lift(on_first)
    time.sleep(2)
    seen["silent"] = service.shown("StatusText")
    board.fault(0, "0")
    seen["healed_s"] = service.up()
    time.sleep(1)
    board.lay(on_first)
    time.sleep(1)
    board.reset(0)
    time.sleep(3)
    seen["same"] = players.state() == before
    for _ in range(2):
        players.turn()
    seen["moves"], seen["log"] = len(players.made), service.log()
    return seen


def wiring() -> Any:
    """A board that is wired in its own way is learned, and then played on."""
    board = Board(permuted(SEED))
    status, said = wire(board, service.STATE_DIR)
    seen: dict[str, Any] = {"status": status, "said": said, "left": sorted(board.lying)}
    seen["map"] = service.run(PROGRAM, "wiring", "--print", "--state", service.STATE_DIR)
    seen["expected"] = pin_map_csv(permuted(SEED))
    seen["ready_s"] = service.start()
    service.up()
    players = Players(board, service.STATE_DIR, SEED)
    players.begin()
    for _ in range(2):
        players.turn()
    seen["moves"], seen["log"] = len(players.made), service.log()
    return seen


def screen() -> Any:
    """A screen plugged in late, pulled and plugged in again; at the end SIGTERM under kmsdrm."""
    Board()
    SOCKET.write_text("off")
    seen: dict[str, Any] = {"ready_s": service.start()}
    seconds_until(lambda: "KT-410" in service.log())
    SOCKET.write_text("detect")
    seen["plugged_s"] = seconds_until(bright)
    SOCKET.write_text("off")
    time.sleep(15)
    seen["pulled"] = service.systemctl("is-active")
    SOCKET.write_text("detect")
    seen["again_s"] = seconds_until(bright)
    seen["restarts"] = service.shown("NRestarts")
    began_s = time.monotonic()
    service.systemctl("stop")
    seen["stop_s"] = round(time.monotonic() - began_s, 2)
    seen["result"], seen["dark"], seen["log"] = service.shown("Result"), strip.dark(), service.log()
    return seen


def bright() -> bool:
    """Whether the screen shows anything but black."""
    return any(scanned_out())


JOBS: dict[str, Callable[..., Any]] = {
    "game": game,
    "rights": rights,
    "expanders": expanders,
    "screen": screen,
    "wiring": wiring,
}

if __name__ == "__main__":
    main()
