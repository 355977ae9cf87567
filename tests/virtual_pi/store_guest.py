"""Runs inside the virtual Pi: the directory of the games cannot be written, or not everywhere.

    python -m tests.virtual_pi.store_guest unwritten

Prints one line of JSON with what was seen; `test_upkeep` judges it.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kahuna_table.engine.moves import PlaceBridge
from kahuna_table.engine.rules import legal_moves
from tests.virtual_pi import service, strip
from tests.virtual_pi.board import Board, seconds_until
from tests.virtual_pi.players import Players, playing

SEED = 5
ELSEWHERE = Path("/srv/kahuna-table")
NO_ROOM = "size=400k"


def main() -> None:
    service.as_installed()
    service.tell(unwritten)


def unwritten() -> Any:
    """The directory cannot be written when the table starts; the saved game is played all the same,
    and saved once that is possible.
    """
    service.start()
    service.up()
    board = Board()
    playing(board, service.STATE_DIR, SEED)
    service.stopped()
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
        service.up()
        time.sleep(3)
        status = service.shown("StatusText")
        laid = some_bridge(players)
        board.lay(laid.line)
        time.sleep(3)
        unsaved = service.shown("StatusText")
        told = service.doctor()
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
    service.stopped()
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
    service.run(
        "nsenter", "-t", str(service.pid()), "-m", "mount", "-o", "remount,rw,bind", remounted
    )
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
    service.up()
    status = service.shown("StatusText")
    service.stopped()
    return status


def elsewhere() -> Any:
    """The directory that KT-506 recommends."""
    service.CONFIG.write_text(f'[store]\ndirectory = "{ELSEWHERE}"\n')
    service.start()
    service.up()
    time.sleep(2)
    first = service.shown("StatusText")
    told = [each["code"] for each in service.doctor()]
    service.run("install", "-d", "-o", "kahuna", "-g", "kahuna", str(ELSEWHERE))
    service.systemctl("restart")
    service.up()
    Players(Board(), ELSEWHERE, SEED).begin()
    seconds_until(lambda: "round" in service.shown("StatusText"))  # told once a second
    return {"first": first, "doctor": told, "status": service.shown("StatusText")}


if __name__ == "__main__":
    main()
