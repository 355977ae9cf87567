"""`kahuna-table run`: the wired table, on the real clock, as a service or from a shell.

Start and stop order on one page: signals, the claim on the devices, the saved game, the devices, a
first look at the board, ready; then the loop; then lights off, the game kept, done.
"""

import logging
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kahuna_table.app import device_status
from kahuna_table.app.assembly import new_senses, new_session, open_ports, open_sounding
from kahuna_table.app.bounded_log import BoundedLog
from kahuna_table.app.chance import SystemChance
from kahuna_table.app.claim import Claim, refusal
from kahuna_table.app.clock import wall_clock
from kahuna_table.app.config import Config
from kahuna_table.app.daemon import Daemon
from kahuna_table.app.device_status import DeviceStatus
from kahuna_table.app.exits import OK, TRY_AGAIN
from kahuna_table.app.flight import FaultsAsked, FlightRecorder, answer_signals
from kahuna_table.app.ledger import GameLedger
from kahuna_table.app.notify import Notifier
from kahuna_table.app.owner import give_to_owner
from kahuna_table.app.stop import Stop
from kahuna_table.devices.ports import NO_SCREEN
from kahuna_table.engine.board import LINES
from kahuna_table.store.hold import HeldError
from kahuna_table.store.values import StateDirectoryBusy
from kahuna_table.table.inputs import code_name

STATUS_S: Final = 1.0
"""How often the line of status is made again, and whatever is due now and then is done."""

SAVE_MS: Final = 60_000
"""How long a card may stall in a write; the watchdog waits."""

SWITCH_S: Final = 0.001
"""How long the loop waits for the thread that writes a trace each time it wants to go on: with the
usual 5 ms a sample takes 120 ms at worst meanwhile, with this 30.
"""

_log = logging.getLogger(__name__)


def run(config: Config, state_dir: Path | None) -> int:
    """Runs the table until it is stopped or switched off; the exit status.

    Whatever device is missing or fails, the rest goes on.
    """
    sys.setswitchinterval(SWITCH_S)
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    stop, notifier = Stop(with_terminal=False), Notifier()
    directory = state_dir or config.store.directory
    try:
        claim = Claim(config)
        ledger = GameLedger(directory, wall_clock, between=_patient(notifier))
    except (HeldError, StateDirectoryBusy) as error:
        print(refusal(error), file=sys.stderr)
        return TRY_AGAIN
    session = ledger.restore(new_session(config))
    bounded = BoundedLog(logging.getLogger())
    recorder = FlightRecorder(directory, wall_clock)
    ports, senses = open_ports(config, directory), new_senses(config)
    sounding = open_sounding(config, wall_clock)
    daemon = Daemon(ports, session, senses, SystemChance(), ledger, (recorder, bounded, *sounding))
    daemon.deal_again()
    answer_signals(recorder)
    faults_asked = FaultsAsked(recorder)
    faults_asked.addFilter(bounded)
    logging.getLogger().addHandler(faults_asked)
    upkeep = _Upkeep(daemon, notifier, claim, directory)
    try:
        with recorder.guard(lambda: daemon.session):
            _loop(daemon, stop, upkeep, recorder)
    finally:
        logging.getLogger().removeHandler(faults_asked)
        notifier.tell(STOPPING=1)
        daemon.close()
        recorder.close()
        bounded.close()
        for witness in sounding:
            witness.close()
        give_to_owner(directory)
        notifier.close()
    session = daemon.session
    kept = "no game" if session.game is None else "the game is saved"
    kept = "the game could not be saved" if session.unsaved else kept
    if upkeep.refused is not None:
        print(refusal(upkeep.refused), file=sys.stderr)
        return TRY_AGAIN
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
    lights, screen = daemon.ports.lights.how, daemon.ports.display.how
    parts.append("lights fail" if daemon.lights.failure else f"lights {lights or 'starting'}")
    seen = screen if screen == NO_SCREEN else f"screen {screen or 'starting'}"
    parts.append("screen fails" if daemon.display.failure else seen)
    return ", ".join([*parts, *map(code_name, daemon.session.troubles)])


def _loop(daemon: Daemon, stop: Stop, upkeep: "_Upkeep", recorder: FlightRecorder) -> None:
    """One thread owns the session. The watchdog is fed from here only: while samples are taken and
    the game advances.
    """
    started_s = time.monotonic()

    def now_ms() -> int:
        return int((time.monotonic() - started_s) * 1000)

    due_ms = 0
    while stop.name is None and not daemon.switched_off and upkeep.refused is None:
        at_ms = now_ms()
        daemon.step(at_ms)
        recorder.attend(daemon.session, at_ms)
        if now_ms() >= due_ms:
            due_ms = now_ms() + int(STATUS_S * 1000)
            upkeep.attend()
        _sleep_until(daemon.next_ms, now_ms)


class _Upkeep:
    """What is done once a second beside the game."""

    def __init__(self, daemon: Daemon, notifier: Notifier, claim: Claim, directory: Path) -> None:
        self._daemon, self._notifier, self._claim = daemon, notifier, claim
        self._directory, self._place = directory, device_status.place(directory)
        self.refused: HeldError | None = None
        """Another table drives devices that have come late: this one ends."""
        self._said: str | None = None
        self._written: DeviceStatus | None = None

    def attend(self) -> None:
        """Ready at the first call, when the board was looked at."""
        line = status(self._daemon)
        if self._said is None:
            self._notifier.tell(READY=1)
            give_to_owner(self._directory)
        self._notifier.alive()
        if line != self._said:
            self._said = line
            self._notifier.tell(STATUS=line)
        own = device_status.own_status(devices(self._daemon), self._daemon.faults)
        if own != self._written and device_status.write(self._place, own):
            self._written = own
        try:
            self._claim.complete()
        except HeldError as error:
            self.refused = error


def _patient(notifier: Notifier) -> Callable[[str], None]:
    """For the ledger: a card that stalls while it writes is no hang."""

    def between(moment: str) -> None:
        if moment == "before":
            notifier.patience(SAVE_MS)

    return between


def _sleep_until(at_ms: int, now_ms: Callable[[], int]) -> None:
    left_ms = at_ms - now_ms()
    if left_ms > 0:
        time.sleep(left_ms / 1000)
