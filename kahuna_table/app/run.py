"""`kahuna-table run`: the wired table, on the real clock, as a service or from a shell.

Start and stop order on one page: signals, the claim on the devices, the saved game, the devices, a
first look at the board, ready; then the loop; then lights off, the game kept, done. A new
configuration begins it all again in the same process.
"""

import logging
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kahuna_table.app.assembly import new_senses, new_session, open_ports, open_sounding
from kahuna_table.app.bounded_log import BoundedLog
from kahuna_table.app.chance import SystemChance
from kahuna_table.app.claim import Claim, refusal
from kahuna_table.app.clock import wall_clock
from kahuna_table.app.config import Config, ConfigError
from kahuna_table.app.control import Answer, Answers, Control, place
from kahuna_table.app.daemon import Daemon, Witness
from kahuna_table.app.exits import OK, TRY_AGAIN
from kahuna_table.app.flight import FaultsAsked, FlightRecorder
from kahuna_table.app.kept_warnings import KeptWarnings
from kahuna_table.app.ledger import GameLedger
from kahuna_table.app.notify import Notifier
from kahuna_table.app.owner import give_to_owner
from kahuna_table.app.power_off import is_lost_at_power_off
from kahuna_table.app.status import Counters, full_status, status_line
from kahuna_table.app.stop import Stop
from kahuna_table.devices.faults import fault
from kahuna_table.devices.troubles import Trouble
from kahuna_table.store.hold import HeldError
from kahuna_table.store.values import StateDirectoryBusy

STATUS_S: Final = 1.0
"""How often the line of status is made again, and whatever is due now and then is done."""

SAVE_MS: Final = 60_000
"""How long a card may stall in a write; the watchdog waits."""

SWITCH_S: Final = 0.001
"""How long the loop waits for the thread that writes a trace each time it wants to go on: with the
usual 5 ms a sample takes 120 ms at worst meanwhile, with this 30.
"""

_log = logging.getLogger(__name__)


def run(read_config: Callable[[], Config], state_dir: Path | None) -> int:
    """Runs the table until it is stopped or switched off; the exit status.

    Whatever device is missing or fails, the rest goes on. SIGHUP has `read_config` called again.

    Raises: `ConfigError` from the first call of `read_config`.
    """
    sys.setswitchinterval(SWITCH_S)
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    config, stop, notifier = read_config(), Stop(with_terminal=False), Notifier()
    counters = Counters()
    try:
        while True:
            reload = _Reload(stop, read_config, config)
            status = _run(config, state_dir, reload, notifier, counters)
            if reload.config is None:
                return status
            config = reload.config
    finally:
        notifier.close()


class _Reload:
    """Whether the table is to start again with another configuration."""

    def __init__(self, stop: Stop, read_config: Callable[[], Config], config: Config) -> None:
        self.stop, self._read, self._now = stop, read_config, config
        self.config: Config | None = None
        """The new one."""

    def attend(self) -> None:
        """Reads the file where that was asked for; a wrong one is told, and nothing changes."""
        if not self.stop.reload:
            return
        self.stop.reload = False
        try:
            found = self._read()
        except ConfigError as error:
            _log.warning("the configuration stays as it was: %s", "; ".join(error.problems))
            return
        if found == self._now:
            _log.info("the configuration is as it was")
            return
        _log.info("the configuration has changed: the table starts again with it")
        self.config = found


def _run(
    config: Config,
    state_dir: Path | None,
    reload: _Reload,
    notifier: Notifier,
    counters: Counters,
) -> int:
    """From the claim on the devices to their release."""
    directory = state_dir or config.store.directory
    try:
        claim = Claim(config)
        ledger = GameLedger(directory, wall_clock, between=_between(notifier, counters))
    except (HeldError, StateDirectoryBusy) as error:
        print(refusal(error), file=sys.stderr)
        return TRY_AGAIN
    warnings = KeptWarnings(directory, wall_clock)
    logging.getLogger().addHandler(warnings)
    session = ledger.restore(new_session(config))
    bounded = BoundedLog(logging.getLogger())
    recorder = FlightRecorder(directory, wall_clock)
    ports, senses = open_ports(config, directory), new_senses(config)
    sounding = open_sounding(config, wall_clock)
    witnesses: tuple[Witness, ...] = (recorder, bounded, counters, *sounding)
    daemon = Daemon(ports, session, senses, SystemChance(), ledger, witnesses)
    daemon.deal_again()
    control = Control(place(directory), _answers(daemon, recorder, counters, warnings))
    faults_asked = FaultsAsked(recorder)
    faults_asked.addFilter(bounded)
    logging.getLogger().addHandler(faults_asked)
    upkeep = _Upkeep(daemon, notifier, claim, directory)
    try:
        with recorder.guard(lambda: daemon.session):
            _loop(daemon, reload, upkeep, recorder, control, counters)
    finally:
        logging.getLogger().removeHandler(faults_asked)
        if reload.config is None:
            notifier.tell(STOPPING=1)
        else:
            notifier.reloading()
        control.close()
        daemon.close()
        recorder.close()
        bounded.close()
        for witness in sounding:
            witness.close()
        logging.getLogger().removeHandler(warnings)
        warnings.close()
        give_to_owner(directory)
        claim.release()
    session = daemon.session
    kept = "no game" if session.game is None else "the game is saved"
    kept = "the game could not be saved" if session.unsaved else kept
    if upkeep.refused is not None:
        print(refusal(upkeep.refused), file=sys.stderr)
        return TRY_AGAIN
    why = "a new configuration" if reload.config is not None else reload.stop.name
    _log.info("stopped (%s): %s", why or "switched off", kept)
    return OK


def _answers(
    daemon: Daemon, recorder: FlightRecorder, counters: Counters, warnings: KeptWarnings
) -> Answers:
    def status(_: Answer) -> Answer:
        kept = tuple(warnings.lines)
        return full_status(daemon, counters, kept, warnings.count, wall_clock())

    return {**recorder.answers, "status": status}


def _loop(
    daemon: Daemon,
    reload: _Reload,
    upkeep: "_Upkeep",
    recorder: FlightRecorder,
    control: Control,
    counters: Counters,
) -> None:
    """One thread owns the session. The watchdog is fed from here only: while samples are taken and
    the game advances.
    """
    started_s = time.monotonic()

    def now_ms() -> int:
        return int((time.monotonic() - started_s) * 1000)

    due_ms = 0
    while _goes_on(daemon, reload, upkeep):
        at_ms, before, began_s = now_ms(), counters.inputs, time.monotonic()
        daemon.step(at_ms)
        if counters.inputs != before:
            counters.took(time.monotonic() - began_s)
        recorder.attend(daemon.session, at_ms)
        control.attend()
        if now_ms() >= due_ms:
            due_ms = now_ms() + int(STATUS_S * 1000)
            upkeep.attend()
            reload.attend()
        _sleep_until(daemon.next_ms, now_ms)


def _goes_on(daemon: Daemon, reload: _Reload, upkeep: "_Upkeep") -> bool:
    ended = reload.stop.name is not None or reload.config is not None
    return not ended and not daemon.switched_off and upkeep.refused is None


class _Upkeep:
    """What is done once a second beside the game."""

    def __init__(self, daemon: Daemon, notifier: Notifier, claim: Claim, directory: Path) -> None:
        self._daemon, self._notifier, self._claim = daemon, notifier, claim
        self._directory = directory
        self.refused: HeldError | None = None
        """Another table drives devices that have come late: this one ends."""
        self._said: str | None = None
        self._lost = is_lost_at_power_off(directory.resolve(), _mounts())
        if self._lost:
            _log.warning("%s", fault(Trouble.IN_MEMORY, directory=str(directory)))

    def attend(self) -> None:
        """Ready at the first call, when the board was looked at."""
        line = status_line(self._daemon, lost_at_power_off=self._lost)
        if self._said is None:
            self._notifier.tell(READY=1)
            give_to_owner(self._directory)
        self._notifier.alive()
        if line != self._said:
            self._said = line
            self._notifier.tell(STATUS=line)
        try:
            self._claim.complete()
        except HeldError as error:
            self.refused = error


def _mounts() -> str:
    try:
        return Path("/proc/mounts").read_text(errors="replace")
    except OSError:
        return ""


def _between(notifier: Notifier, counters: Counters) -> Callable[[str], None]:
    """For the ledger: a card that stalls while it writes is no hang, and each save counts."""

    def between(moment: str) -> None:
        counters.saved(moment)
        if moment == "before":
            notifier.patience(SAVE_MS)

    return between


def _sleep_until(at_ms: int, now_ms: Callable[[], int]) -> None:
    left_ms = at_ms - now_ms()
    if left_ms > 0:
        time.sleep(left_ms / 1000)
