"""`kahuna-table wiring`: asks its questions at the board or plays a script of them; writes the
wiring file and the page beside it."""

import os
import select
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TextIO

from kahuna_table.app.claim import STOP_IT, claim_alone, refusal
from kahuna_table.app.clock import wall_clock
from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import SensorDriver
from kahuna_table.app.exits import OK, TRY_AGAIN, UNAVAILABLE, UNUSABLE, WRONG
from kahuna_table.app.given_away import given_away
from kahuna_table.app.owner import give_to_owner
from kahuna_table.app.stop import Stop
from kahuna_table.app.wiring.active import active_wiring, wiring_file
from kahuna_table.app.wiring.file import NAME
from kahuna_table.app.wiring.learned import COLOURS
from kahuna_table.devices.matrix import MatrixSensors
from kahuna_table.devices.pins import PinMap, pin_map_csv
from kahuna_table.devices.ports import ButtonPad, DeviceError, LightStrip
from kahuna_table.devices.simulated import SimulatedKit, build
from kahuna_table.devices.troubles import Trouble
from kahuna_table.errors import KahunaError
from kahuna_table.files import FileError, read_text
from kahuna_table.store.hold import HeldError
from kahuna_table.tools.hands import Hands
from kahuna_table.tools.script.parse import MAX_BYTES
from kahuna_table.tools.script.words import ScriptError
from kahuna_table.tools.wiring.findings import findings
from kahuna_table.tools.wiring.interview import begin
from kahuna_table.tools.wiring.page import finding_lines
from kahuna_table.tools.wiring.runner import WiringRunner
from kahuna_table.tools.wiring.script import WiringBench, parse_wiring_script
from kahuna_table.tools.wiring.state import Answer
from kahuna_table.tools.wiring.store import WiringStore

LOOK_S: Final = 0.02

HELP: Final = """\
Answer with the buttons of the table, or here: Enter is ok, l and r are left and right, b is the
question before, q stops; what was learned so far is kept."""

_KEYS: Final = {
    "": Answer.OK, "ok": Answer.OK, "l": Answer.LEFT, "left": Answer.LEFT, "r": Answer.RIGHT,
    "right": Answer.RIGHT, "b": Answer.BACK, "back": Answer.BACK, "q": Answer.STOP,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for."""

    out: Path | None = None
    state: Path | None = None
    start_over: bool = False


def print_map(config: Config, state: Path | None, out: TextIO, err: TextIO) -> int:
    """The active map as CSV."""
    wiring = active_wiring(config, state)
    for fault in wiring.faults:
        print(fault, file=err)
    print(pin_map_csv(wiring.pin_map, wiring.light_order), end="", file=out)
    return OK


def play_script(
    script: Path,
    config: Config,
    options: Options,
    out: TextIO,
    err: TextIO,
    *,
    kit: SimulatedKit | None = None,
) -> int:
    """The whole command with a script's hands on the simulated kit, which is wired as the map in
    force unless a `kit` is given.

    What the real table reads is not written, only what the options name.
    """
    try:
        statements = parse_wiring_script(read_text(script, "a script", MAX_BYTES))
    except FileError as error:
        print(error, file=err)
        return UNUSABLE
    except ScriptError as error:
        print(f"{script}:{error.number}: {error}", file=err)
        return UNUSABLE
    if not _has_matrix(config, err):
        return UNAVAILABLE
    kit = kit or build(active_wiring(config, options.state).pin_map)
    file = options.out or (options.state / NAME if options.state is not None else None)
    run = _Run(config, file, out, err, start_over=options.start_over)
    runner = run.sit(kit.sensors, kit.buttons, kit.strip)
    status = OK
    try:
        hands = Hands(WiringBench(kit, runner))
        for each in statements:
            try:
                each.act(hands)
            except KahunaError as error:
                print(f"{script}:{each.number}: {error}", file=err)
                status = WRONG
                break
    finally:
        runner.close()
    return run.finish(runner) or status


def learn(
    config: Config,
    options: Options,
    out: TextIO,
    err: TextIO,
    keys: TextIO,
    *,
    stop: Stop | None = None,
    open_inputs: Callable[[PinMap], tuple[MatrixSensors, ButtonPad]] | None = None,
) -> int:
    """Asks at the wired board, with answers from its buttons or the lines of `keys`.

    A signal that `stop` notes ends it as q does. `open_inputs` raises `DeviceError`; the default
    opens the pins of the Pi.
    """
    if config.sensors.driver is SensorDriver.SIMULATED:
        print("simulated sensors have no wires: --script FILE plays the hands", file=err)
        return UNAVAILABLE
    if config.sensors.driver is SensorDriver.PICO:
        return _check_pico(config, options, out, err, keys)
    if not _has_matrix(config, err):
        return UNAVAILABLE
    directory = options.state or config.store.directory
    try:
        claim = claim_alone(config, directory)
    except HeldError as error:
        print(refusal(error), file=err)
        return TRY_AGAIN
    for fault in given_away(config):
        print(fault, file=err)
    from kahuna_table.app.assembly import open_strip
    from kahuna_table.devices.gpiochip import open_matrix

    try:
        sensors, buttons = (open_inputs or open_matrix)(config.pin_map())
    except DeviceError as error:
        claim.release()
        print(error, file=err)
        if error.fault.code != Trouble.PIN_HELD.code:
            return UNAVAILABLE
        print(f"if that is the table: {STOP_IT}", file=err)
        return TRY_AGAIN
    file = options.out or wiring_file(config, options.state)
    run = _Run(config, file, out, err, start_over=options.start_over)
    print(HELP, file=out, flush=True)
    # as it is wired: its places in their own order
    runner = run.sit(sensors, buttons, open_strip(config, config.lights.colour_order))
    try:
        _ask(runner, _Lines(keys), stop)
    finally:
        runner.close()
        claim.release()
    if stop is not None and stop.name is not None:
        run.say(f"stopped ({stop.name})")
    status = run.finish(runner)
    give_to_owner(directory)
    return status


def _check_pico(config: Config, options: Options, out: TextIO, err: TextIO, keys: TextIO) -> int:
    from kahuna_table.tools.wiring.pico import check

    try:
        claim = claim_alone(config, options.state or config.store.directory)
    except HeldError as error:
        print(refusal(error), file=err)
        return TRY_AGAIN
    try:
        return check(config, out, err, keys)
    finally:
        claim.release()


def _has_matrix(config: Config, err: TextIO) -> bool:
    driver = config.sensors.driver
    if driver not in (SensorDriver.MCP23017, SensorDriver.PICO):
        return True
    text = f'sensors with driver = "{driver.value}" have no matrix to learn: expected "matrix"'
    print(text, file=err)
    return False


class _Run:
    """Where a run begins and what comes of it."""

    def __init__(
        self, config: Config, file: Path | None, out: TextIO, err: TextIO, *, start_over: bool
    ) -> None:
        self._config, self._out = config, out
        self._planned = config.pin_map()
        self._store = WiringStore(
            file,
            self._planned,
            start_over=start_over,
            say=self.say,
            complain=lambda line: _print(line, err),
            now=wall_clock,
        )

    def sit(self, sensors: MatrixSensors, buttons: ButtonPad, strip: LightStrip) -> WiringRunner:
        known = self._store.known
        if len(known.colours) < len(COLOURS):
            known = replace(known, colours=(), sent_order=self._config.lights.colour_order)
        interview = begin(self._planned, known)
        keep = self._store.keep
        return WiringRunner(interview, sensors, buttons, strip, say=self.say, keep=keep)

    def finish(self, runner: WiringRunner) -> int:
        """The result in the files and on the terminal; the exit status."""
        learned, asked = runner.interview.learned, self._store.begun
        written = self._store.keep(learned, page_too=True) if asked else ()
        found = findings(self._store.whole(learned), self._planned)
        over = runner.over and not runner.interview.stopped and learned.complete
        self.say("")
        for line in finding_lines(found):
            self.say(line)
        if not asked:
            self.say("nothing was asked, nothing is written")
            return WRONG
        if not found:
            self.say("no defects" if over else "no defects in what was asked for so far")
        if not over:
            self.say(self._store.of_the_rest)
        if written:
            self.say(f"wrote {' and '.join(map(str, written))}")
        elif not self._store.writes:
            self.say("nothing is written: --out FILE keeps it")
        unkept = self._store.writes and not written
        return WRONG if unkept or not over or any(each.defect for each in found) else OK

    def say(self, line: str) -> None:
        """On the terminal."""
        _print(line, self._out)


def _print(line: str, out: TextIO) -> None:
    """A terminal that is gone costs neither the answers nor the files."""
    with suppress(OSError):
        print(line, file=out, flush=True)


def _ask(runner: WiringRunner, lines: "_Lines", stop: Stop | None) -> None:
    """Until the last question is answered or a signal comes, on the real clock."""
    started_s = time.monotonic()
    while not runner.over and (stop is None or stop.name is None):
        runner.look(int((time.monotonic() - started_s) * 1000))
        line = lines.wait(LOOK_S)
        answer = _KEYS.get(line.strip().lower()) if line is not None else None
        if answer is not None:
            runner.answer(int((time.monotonic() - started_s) * 1000), answer)


class _Lines:
    """Whole lines of the terminal, waited for no longer than the board can be left alone.

    Read past the file's own buffer, in which lines typed ahead would wait unseen.
    """

    def __init__(self, file: TextIO) -> None:
        self._handle = file.fileno()
        self._open = True
        self._read = b""

    def wait(self, at_most_s: float) -> str | None:
        """The next line, or None; after the end of the file there is none any more."""
        if b"\n" not in self._read:
            if not self._open:
                time.sleep(at_most_s)
                return None
            if not select.select([self._handle], [], [], at_most_s)[0]:
                return None
            try:
                data = os.read(self._handle, 4096)
            except OSError:
                data = b""  # the terminal is gone
            self._open = bool(data)
            self._read += data
        line, newline, rest = self._read.partition(b"\n")
        if not newline:
            return None
        self._read = rest
        return line.decode(errors="replace")
