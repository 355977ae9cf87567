"""`kahuna-table wiring`: asks its questions at the board or plays a script of them; writes the
wiring file and the page beside it."""

import os
import select
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TextIO

from kahuna_table.app.config import Config, SensorDriver
from kahuna_table.app.exits import OK, UNAVAILABLE, UNUSABLE, WRONG
from kahuna_table.app.script.parse import ScriptError
from kahuna_table.app.wiring.file import WiringFileError, format_wiring, read_wiring, write_whole
from kahuna_table.app.wiring.findings import findings
from kahuna_table.app.wiring.force import wiring_file, wiring_in_force
from kahuna_table.app.wiring.interview import begin
from kahuna_table.app.wiring.learned import COLOURS, Learned
from kahuna_table.app.wiring.page import finding_lines, page
from kahuna_table.app.wiring.script import ScriptedHands, parse_wiring_script
from kahuna_table.app.wiring.sitting import Sitting
from kahuna_table.app.wiring.situation import Answer
from kahuna_table.devices.matrix import MatrixSensors
from kahuna_table.devices.pins import PinMap, pin_map_csv, uses
from kahuna_table.devices.ports import ButtonPad, DeviceError, LightStrip
from kahuna_table.devices.simulated import SimulatedKit, build
from kahuna_table.devices.troubles import TROUBLES
from kahuna_table.errors import KahunaError

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
    anew: bool = False


def print_map(config: Config, state: Path | None, out: TextIO, err: TextIO) -> int:
    """The map in force as CSV."""
    wiring = wiring_in_force(config, state)
    if wiring.trouble:
        print(wiring.trouble, file=err)
    print(pin_map_csv(wiring.pin_map, wiring.light_order), end="", file=out)
    return OK


def play_script(
    script: str,
    config: Config,
    options: Options,
    out: TextIO,
    err: TextIO,
    *,
    kit: SimulatedKit | None = None,
) -> int:
    """The whole command with a script's hands on the simulated kit, which is wired as the map in
    force unless a `kit` is given."""
    try:
        text = Path(script).read_text("utf-8")
        statements = parse_wiring_script(text)
    except (OSError, ValueError) as error:
        print(f"{script}: expected a script, got: {error}", file=err)
        return UNUSABLE
    except ScriptError as error:
        print(f"{script}:{error.number}: {error}", file=err)
        return UNUSABLE
    kit = kit or build(wiring_in_force(config, options.state).pin_map)
    run = _Run(config, options, out, err)
    sitting = run.sit(kit.sensors, kit.buttons, kit.strip)
    status = OK
    try:
        hands = ScriptedHands(kit, sitting)
        for number, statement in statements:
            try:
                hands.do(statement)
            except KahunaError as error:
                print(f"{script}:{number}: {error}", file=err)
                status = WRONG
                break
    finally:
        sitting.close()
    return run.finish(sitting) or status


def learn(
    config: Config,
    options: Options,
    out: TextIO,
    err: TextIO,
    keys: TextIO,
    *,
    open_inputs: Callable[[PinMap], tuple[MatrixSensors, ButtonPad]] | None = None,
) -> int:
    """Asks at the wired board, with answers from its buttons or the lines of `keys`.

    `open_inputs` raises `DeviceError`; the default opens the pins of the Pi.
    """
    if config.sensors.driver is not SensorDriver.MATRIX:
        print(
            f'the wiring of sensors with driver = "{config.sensors.driver.value}" is not learned, '
            "expected the matrix; on a PC use --script FILE",
            file=err,
        )
        return UNAVAILABLE
    planned = config.pin_map()
    try:
        sensors, buttons = (open_inputs or _open_inputs)(planned)
    except DeviceError as error:
        print(error, file=err)
        return UNAVAILABLE
    run = _Run(config, options, out, err)
    print(HELP, file=out, flush=True)
    sitting = run.sit(sensors, buttons, _open_strip(config))
    try:
        _ask(sitting, _Lines(keys))
    except KeyboardInterrupt:
        print("stopped", file=out)
    finally:
        sitting.close()
    return run.finish(sitting)


class _Run:
    """Where a run reads what is known already and keeps what it learns."""

    def __init__(self, config: Config, options: Options, out: TextIO, err: TextIO) -> None:
        self._config, self._out, self._err = config, out, err
        self._planned = config.pin_map()
        self._file = options.out or wiring_file(config, options.state)
        self._unkept = ""
        self._known = Learned() if options.anew else self._read()
        if len(self._known.colours) < len(COLOURS):
            order = config.lights.colour_order
            self._known = replace(self._known, colours=(), sent_order=order)

    def sit(self, sensors: MatrixSensors, buttons: ButtonPad, strip: LightStrip) -> Sitting:
        interview = begin(self._planned, self._known)
        return Sitting(interview, sensors, buttons, strip, say=self._say, keep=self._keep)

    def finish(self, sitting: Sitting) -> int:
        """The result on the terminal and in the files; the exit status."""
        learned = sitting.interview.learned
        self._keep(learned, page_too=True)
        found = findings(learned, self._planned)
        self._say("")
        for line in finding_lines(found) or ["no defects"]:
            self._say(line)
        over = sitting.over and not sitting.interview.stopped and learned.complete
        if not over:
            self._say("not everything was asked for: the next run goes on from here")
        if self._unkept:
            return WRONG
        self._say(f"wrote {self._file} and {self._page}")
        return WRONG if not over or any(each.defect for each in found) else OK

    @property
    def _page(self) -> Path:
        return self._file.with_suffix(".md")

    def _read(self) -> Learned:
        try:
            return read_wiring(self._file, self._planned) or Learned()
        except WiringFileError as error:
            cause = TROUBLES["KT-120"].cause.format(file=self._file, detail=error)
            print(f"KT-120 {cause}: everything is asked anew", file=self._err)
            return Learned()

    def _keep(self, learned: Learned, *, page_too: bool = False) -> None:
        try:
            write_whole(self._file, format_wiring(learned, self._planned))
            if page_too:
                write_whole(self._page, page(learned, self._planned))
            self._unkept = ""
        except OSError as error:
            text = f"{self._file}: cannot be written ({error.strerror}): choose another with --out"
            if text != self._unkept:
                print(text, file=self._err)
            self._unkept = text

    def _say(self, line: str) -> None:
        print(line, file=self._out, flush=True)


def _open_inputs(planned: PinMap) -> tuple[MatrixSensors, ButtonPad]:
    """Raises: DeviceError."""
    from kahuna_table.devices.buttons import GpioButtons
    from kahuna_table.devices.gpiochip import open_factory, pause_us

    factory = open_factory((name, pin) for name, pin in uses(planned) if name != "lights")
    return MatrixSensors(factory, planned, pause_us=pause_us), GpioButtons(factory, planned)


def _open_strip(config: Config) -> LightStrip:
    """The strip as it is wired: places in their own order."""
    from kahuna_table.devices.lights.opening import open_lights
    from kahuna_table.devices.pi_model import read_model
    from kahuna_table.devices.strip import Look

    lights = config.lights
    look = Look(lights.brightness_percent / 100, lights.gamma_percent / 100, lights.max_milliamps)
    return open_lights(
        lights.driver.value, model=read_model(), look=look, order=lights.colour_order
    )


def _ask(sitting: Sitting, lines: "_Lines") -> None:
    """Until the last question is answered, on the real clock."""
    started_s = time.monotonic()
    while not sitting.over:
        sitting.look(int((time.monotonic() - started_s) * 1000))
        line = lines.wait(LOOK_S)
        answer = _KEYS.get(line.strip().lower()) if line is not None else None
        if answer is not None:
            sitting.answer(int((time.monotonic() - started_s) * 1000), answer)


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
            data = os.read(self._handle, 4096)
            self._open = bool(data)
            self._read += data
        line, newline, rest = self._read.partition(b"\n")
        if not newline:
            return None
        self._read = rest
        return line.decode(errors="replace")
