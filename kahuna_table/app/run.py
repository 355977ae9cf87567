"""`kahuna-table run`: the wired table, on the real clock, as a service or from a shell.

Start and stop order on one page: signals, devices, the saved game, ready; then the loop; then
lights off, the game kept, done.
"""

import logging
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from kahuna_table.app import standing
from kahuna_table.app.assembly import new_senses, new_session, open_ports
from kahuna_table.app.bounded_log import BoundedLog
from kahuna_table.app.chance import SystemChance
from kahuna_table.app.clock import wall_clock
from kahuna_table.app.config import Config
from kahuna_table.app.daemon import Daemon
from kahuna_table.app.exits import OK, TRY_AGAIN
from kahuna_table.app.flight import FaultsAsked, FlightRecorder, answer_signals
from kahuna_table.app.ledger import GameLedger
from kahuna_table.app.notify import Notifier
from kahuna_table.app.outlet import Outlet
from kahuna_table.app.stop import Stop
from kahuna_table.devices.ports import NO_SCREEN
from kahuna_table.engine.board import LINES
from kahuna_table.store.values import StateDirectoryBusy

STATUS_S: Final = 1.0
"""How often the line of status is made anew."""

_log = logging.getLogger(__name__)


def run(config: Config, state_dir: Path | None) -> int:
    """Runs the table until it is stopped or switched off; the exit status.

    Whatever device is missing or fails, the rest goes on.
    """
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    stop, notifier = Stop(with_terminal=False), Notifier()
    directory = state_dir or config.store.directory
    try:
        ledger = GameLedger(directory, wall_clock)
    except StateDirectoryBusy as error:
        print(error, file=sys.stderr)
        return TRY_AGAIN
    session = ledger.restore(new_session(config))
    bounded = BoundedLog(logging.getLogger())
    recorder = FlightRecorder(directory, wall_clock)
    ports, senses = open_ports(config, directory), new_senses(config)
    daemon = Daemon(ports, session, senses, SystemChance(), ledger, (recorder, bounded))
    daemon.deal_again()
    answer_signals(recorder)
    faults_asked = FaultsAsked(recorder)
    faults_asked.addFilter(bounded)
    logging.getLogger().addHandler(faults_asked)
    notifier.tell(READY=1, STATUS=status(daemon))
    try:
        with recorder.guard(lambda: daemon.session):
            _loop(daemon, stop, notifier, recorder, directory)
    finally:
        logging.getLogger().removeHandler(faults_asked)
        notifier.tell(STOPPING=1)
        daemon.close()
        bounded.close()
        notifier.close()
    session = daemon.session
    kept = "no game" if session.game is None else "the game is saved"
    kept = "the game could not be saved" if session.unsaved else kept
    _log.info("stopped (%s): %s", stop.name or "switched off", kept)
    return OK


def status(daemon: Daemon) -> str:
    """The table in one line, for `systemctl status`."""
    parts = [devices(daemon)]
    if daemon.session.unsaved:
        parts.append("not saved")
    state = daemon.session.state
    if state is not None:
        parts.append(f"round {state.round}, {state.phase.value}")
    return ", ".join(parts)


def devices(daemon: Daemon) -> str:
    """The devices of the table in one line."""
    blind = daemon.session.sight.blind.bit_count()
    parts = [f"{len(LINES) - blind}/{len(LINES)} lines"]
    parts.append(_device("lights", daemon.lights, daemon.ports.lights.how))
    parts.append(_device("screen", daemon.display, daemon.ports.display.how))
    return ", ".join([*parts, *daemon.session.troubles])


def _device(name: str, outlet: Outlet[Any], how: str) -> str:
    """For example `lights spi /dev/spidev0.0`, `no screen`, `lights fail`, `screen starts`."""
    if outlet.failure is not None:
        return f"{name} {'fail' if name.endswith('s') else 'fails'}"
    return how if how == NO_SCREEN else f"{name} {how or 'starting'}"


def _loop(
    daemon: Daemon, stop: Stop, notifier: Notifier, recorder: FlightRecorder, directory: Path
) -> None:
    """One thread owns the session. The watchdog is fed from here only: while samples are taken and
    the game advances."""
    started_s = time.monotonic()

    def now_ms() -> int:
        return int((time.monotonic() - started_s) * 1000)

    said, stood, due_ms = "", None, 0
    while stop.name is None and not daemon.switched_off:
        at_ms = now_ms()
        daemon.step(at_ms)
        recorder.attend(daemon.session, at_ms)
        if now_ms() >= due_ms:
            due_ms, said = now_ms() + int(STATUS_S * 1000), _tell(daemon, notifier, said)
            stands = standing.mine(devices(daemon), daemon.troubles)
            if stands != stood:
                stood = stands
                standing.write(directory, stands)
        _sleep_until(daemon.next_ms, now_ms)


def _tell(daemon: Daemon, notifier: Notifier, said: str) -> str:
    line = status(daemon)
    if notifier.watchdog_ms is not None:
        notifier.tell(WATCHDOG=1)
    if line != said:
        notifier.tell(STATUS=line)
    return line


def _sleep_until(at_ms: int, now_ms: Callable[[], int]) -> None:
    left_ms = at_ms - now_ms()
    if left_ms > 0:
        time.sleep(left_ms / 1000)
