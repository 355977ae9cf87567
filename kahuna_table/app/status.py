"""How the table is: one line for systemd, and the answer to `kahuna-table status` (SOCKET.md)."""

import os
import re
import time
from collections import deque
from collections.abc import Sequence
from datetime import datetime, timedelta
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from kahuna_table.app.daemon import Daemon, screen_name
from kahuna_table.app.retrying_output import RetryingOutput
from kahuna_table.devices.ports import NO_SCREEN
from kahuna_table.engine.board import LINES
from kahuna_table.table.debounce import Senses
from kahuna_table.table.effects import Effect, MoveMade
from kahuna_table.table.inputs import Input, Sample, code_name
from kahuna_table.table.screen import Backlight
from kahuna_table.table.state import Session

EARLIEST_YEAR: Final = 2026
"""A clock before this year was never set: most Pis have none that runs without power."""

KEPT_LATENCIES: Final = 1000
TOLD_WARNINGS: Final = 20

_IO: Final = Path("/proc/self/io")


class Counters:
    """A witness of the daemon that counts since the start."""

    def __init__(self) -> None:
        self.samples = self.inputs = self.moves = self.saves = 0
        self._began_s = time.monotonic()
        self._late_s: deque[float] = deque(maxlen=KEPT_LATENCIES)

    def sampled(self, _sample: Sample, _session: Session, _senses: Senses) -> None:
        self.samples += 1

    def noticed(self, _what: Input) -> None:
        self.inputs += 1

    def caused(self, what: Effect) -> None:
        self.moves += isinstance(what, MoveMade)

    def saved(self, moment: str) -> None:
        """For the ledger's `between`."""
        self.saves += moment == "after"

    def took(self, seconds: float) -> None:
        """From a sample that had an input in it to the lights handed over."""
        self._late_s.append(seconds)

    @property
    def up_s(self) -> float:
        return time.monotonic() - self._began_s

    @property
    def latency_ms(self) -> dict[str, float] | None:
        if not self._late_s:
            return None
        late = sorted(self._late_s)
        p50, p99 = (round(late[(len(late) - 1) * n // 100] * 1000, 2) for n in (50, 99))
        return {"p50": p50, "p99": p99, "of": len(late)}


def status_line(daemon: Daemon, *, lost_at_power_off: bool = False) -> str:
    """The table in one line, for `systemctl status`."""
    parts = [devices(daemon)]
    if daemon.session.unsaved:
        parts.append("not saved")
    if lost_at_power_off:
        parts.append("games are lost at power-off")
    state = daemon.session.state
    if state is not None:
        parts.append(f"round {state.round}, {state.phase.value}")
    return ", ".join(parts)


def devices(daemon: Daemon) -> str:
    """The devices of the table in one line."""
    parts = [f"{_lines(daemon)}/{len(LINES)} lines"]
    parts.append(_device("lights", "lights fail", daemon.lights, daemon.ports.lights.how))
    backlight = daemon.session.backlight
    rests = "" if backlight is Backlight.BRIGHT else f" ({backlight.value})"
    for seat, port, display in zip(
        daemon.ports.seats, daemon.ports.displays, daemon.displays, strict=True
    ):
        name = screen_name(seat)
        parts.append(_device(name, f"{name} fails", display, port.how) + rests)
    return ", ".join([*parts, *map(code_name, daemon.session.troubles)])


def full_status(
    daemon: Daemon, counters: Counters, warnings: Sequence[str], warned: int, now: datetime
) -> dict[str, Any]:
    """The answer to `status`; `now` is the wall clock."""
    started = now - timedelta(seconds=counters.up_s)
    return {
        "version": version("kahuna-table"),
        "process": os.getpid(),
        "since": None if now.year < EARLIEST_YEAR else f"{started:%FT%T%z}",
        "up_s": round(counters.up_s),
        "game": _game(daemon.session),
        "lines": _lines(daemon),
        "devices": devices(daemon),
        "troubles": [{"code": each.code, "text": each.text} for each in daemon.faults],
        "warnings": list(warnings)[-TOLD_WARNINGS:],
        "counters": {
            "samples": counters.samples,
            "inputs": counters.inputs,
            "moves": counters.moves,
            "saves": counters.saves,
            "warnings": warned,
        },
        "latency_ms": counters.latency_ms,
        "written_bytes": written_bytes(),
    }


def written_bytes(io: Path = _IO) -> int | None:
    """What this process has had written to disks, proc_pid_io(5); None where nobody counts."""
    try:
        found = re.search(r"^write_bytes: (\d+)$", io.read_text("ascii"), re.M)
    except OSError:
        return None
    return int(found[1]) if found else None


def _game(session: Session) -> dict[str, Any] | None:
    state = session.state
    if state is None:
        return None
    return {
        "round": state.round,
        "phase": state.phase.value,
        "turn": state.to_move.name.lower(),
        "saved": not session.unsaved,
    }


def _lines(daemon: Daemon) -> int:
    return len(LINES) - daemon.session.sight.blind.bit_count()


def _device(name: str, failing: str, output: RetryingOutput[Any], how: str) -> str:
    """For example `lights spi /dev/spidev0.0`, `no screen`, `lights fail`, `screen starting`."""
    if output.failure is not None:
        return failing
    if how == NO_SCREEN:
        return how if name == screen_name(None) else f"{name} missing"
    return f"{name} {how or 'starting'}"
