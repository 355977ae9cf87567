"""`kahuna-table simulate`: a script on a virtual clock, or the window on the real one."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from kahuna_table.app.assembly import open_sounding, screen_options
from kahuna_table.app.chance import SystemChance
from kahuna_table.app.clock import wall_clock
from kahuna_table.app.config import Config
from kahuna_table.app.control import Control
from kahuna_table.app.daemon import Witness
from kahuna_table.app.exits import OK, TRY_AGAIN, UNAVAILABLE, UNUSABLE, WRONG
from kahuna_table.app.flight import FlightRecorder
from kahuna_table.app.flight_text import Tracer
from kahuna_table.app.stop import Stop
from kahuna_table.devices.simulated.noise import LEVELS
from kahuna_table.engine.board import Line
from kahuna_table.engine.player import Player
from kahuna_table.files import FileError, read_text, write_whole
from kahuna_table.store.values import StateDirectoryBusy
from kahuna_table.table.inputs import Button
from kahuna_table.tools.script.parse import MAX_BYTES, parse_script
from kahuna_table.tools.script.run import Runner, ScriptChance, ScriptFailure
from kahuna_table.tools.script.statements import Action
from kahuna_table.tools.script.words import Numbered, ScriptError
from kahuna_table.tools.simulation import SimulatedTable

MEMORY: Final = "/dev/shm"

FRAME_S: Final = 1 / 60

SHORTEST_PRESS_MS: Final = 80
"""A press that the slowest sampling is sure to see (`daemon.IDLE_MS` and the debouncing)."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where a session's traces go: pictures, the record, the state directory, standard output."""

    shots: Path | None = None
    record: Path | None = None
    state: Path | None = None
    trace: bool = False
    noise: str = "quiet"
    """One of `noise.LEVELS`."""
    seed: int | None = None
    """Of all chance; None: 1 in a script, the operating system's elsewhere."""


def play_script(path: Path, config: Config, outputs: Outputs) -> int:
    """Plays a script; the exit status as table scripts define it."""
    try:
        script = parse_script(read_text(path, "a table script", MAX_BYTES))
    except FileError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    except ScriptError as error:
        print(f"{path}:{error.number}: {error}", file=sys.stderr)
        return UNUSABLE
    _hush_pygame()
    with _state_directory(outputs.state) as state_dir:
        try:
            witnesses = _witnesses(outputs.trace)
            runner = Runner(
                config,
                shots=outputs.shots,
                state_dir=state_dir,
                noise=LEVELS[outputs.noise],
                seed=outputs.seed if outputs.seed is not None else 1,
                witnesses=witnesses,
            )
        except StateDirectoryBusy as error:
            print(error, file=sys.stderr)
            return TRY_AGAIN
        status = OK
        try:
            runner.run(script)
        except ScriptFailure as failure:
            print(f"{path}:{failure.number}: {failure}", file=sys.stderr)
            status = WRONG
        finally:
            runner.table.close()
            written = _write_record(outputs.record, runner.table)
        status = status or written
        if status == OK:
            print(f"{path}: {_held(script)}")
        return status


def open_window(config: Config, outputs: Outputs) -> int:
    """Plays in a window until it is closed, the table is switched off or a signal ends it."""
    stop = Stop(with_terminal=True)
    kept_in = outputs.state or data_directory()
    if kept_in is None:
        print("no home directory is known: use --state DIR to keep the game", file=sys.stderr)
    with _state_directory(kept_in) as state_dir:
        recorder = FlightRecorder(state_dir, wall_clock)
        sounding = open_sounding(config, wall_clock)
        try:
            table = SimulatedTable(
                config,
                SystemChance() if outputs.seed is None else ScriptChance(outputs.seed),
                state_dir=state_dir,
                now=wall_clock,
                witnesses=(*_witnesses(outputs.trace), recorder, *sounding),
                noise=LEVELS[outputs.noise],
                noise_chance=Random(outputs.seed),
            )
        except StateDirectoryBusy as error:
            print(error, file=sys.stderr)
            return TRY_AGAIN
        control = Control(state_dir, recorder.answers)

        def attend() -> None:
            recorder.attend(table.session, table.now_ms)
            control.attend()

        try:
            with recorder.guard(lambda: table.session):
                status = _show(table, config, attend, stop)
        finally:
            control.close()
            recorder.close()
            for witness in sounding:
                witness.close()
            written = _write_record(outputs.record, table)
        return status or written


def data_directory(environ: Mapping[str, str] = os.environ) -> Path | None:
    """Where the user's programs keep data, by the XDG Base Directory Specification; None where no
    home directory is known."""
    named = Path(environ.get("XDG_DATA_HOME", ""))
    try:
        data = named if named.is_absolute() else Path("~/.local/share").expanduser()
    except RuntimeError:
        return None
    return data / "kahuna-table"


def _held(script: Sequence[Numbered[Action]]) -> str:
    """For example `all 12 expectations held`."""
    count = sum(each.keyword in ("expect", "until") for each in script)
    if count == 0:
        return "played to its end; it expects nothing"
    return f"all {count} expectations held" if count > 1 else "its 1 expectation held"


def _show(table: SimulatedTable, config: Config, attend: Callable[[], None], stop: Stop) -> int:
    _hush_pygame()
    from kahuna_table.app.words import Words
    from kahuna_table.devices.window import NoDisplayError, Window

    hands = _Hands(table)
    try:
        words = Words(config.table.language, keycaps=True)
        window = Window(hands, words, options=screen_options(config))
    except NoDisplayError as error:
        table.close()
        print(error, file=sys.stderr)
        return UNAVAILABLE
    started_s = time.monotonic() - table.now_ms / 1000
    try:
        while hands.open and stop.name is None and not table.daemon.switched_off:
            state = table.session.state
            window.to_move = state.to_move if state is not None else Player.BLACK
            window.language = table.session.language
            window.pump(table.next_ms - _since_ms(started_s))
            hands.let_go()
            table.advance(_since_ms(started_s))
            attend()
            window.draw(table.screens, table.kit.board.sticks, table.kit.strip.frame)
            time.sleep(FRAME_S)
    finally:
        window.close()
        table.close()
    return OK


def _since_ms(started_s: float) -> int:
    return int((time.monotonic() - started_s) * 1000)


class _Hands:
    """What the window does to the simulated board."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._down_ms: dict[Button, int] = {}
        self._releases: dict[Button, int] = {}
        self.open = True

    def toggle_stick(self, line: Line, colour: Player) -> None:
        board, state = self._table.kit.board, self._table.session.state
        if line in board.sticks:
            board.lift(line)
            return
        if state is not None and (owner := state.owner(line)) is not None:
            board.place(line, owner if colour is state.to_move else owner.opponent)
        else:
            board.place(line, colour)

    def clear_board(self) -> None:
        board = self._table.kit.board
        for line in tuple(board.sticks):
            board.lift(line)

    def button_down(self, button: Button) -> None:
        self._releases.pop(button, None)
        self._down_ms[button] = self._table.now_ms
        self._table.kit.board.press(button)

    def button_up(self, button: Button) -> None:
        self._releases[button] = self._down_ms.get(button, 0) + SHORTEST_PRESS_MS

    def touch_display(self) -> None:
        self._table.displays[0].touch()

    def ask_hand(self, player: Player, *, held: bool) -> None:
        self._table.displays[player].ask_hand(held=held)

    def let_go(self) -> None:
        """Lifts the fingers whose time has come: a tap of a key is shorter than any finger's."""
        for button, due_ms in tuple(self._releases.items()):
            if self._table.now_ms >= due_ms:
                del self._releases[button]
                self._table.kit.board.release(button)

    def closed(self) -> None:
        self.open = False


def _hush_pygame() -> None:
    """Keeps the greeting of pygame out of the standard output, where a trace goes."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def _witnesses(trace: bool) -> tuple[Witness, ...]:
    return (Tracer(sys.stdout.write),) if trace else ()


@contextmanager
def _state_directory(chosen: Path | None) -> Iterator[Path]:
    """The state directory; without one a fresh one that goes with the session."""
    if chosen is not None:
        yield chosen
        return
    # nothing outlives the session, so nothing need reach a disk
    memory = MEMORY if os.access(MEMORY, os.W_OK) else None
    with TemporaryDirectory(prefix="kahuna-table-", dir=memory) as directory:
        yield Path(directory)


def _write_record(path: Path | None, table: SimulatedTable) -> int:
    text = table.ledger.text()
    if path is None or text is None:
        return OK
    try:
        write_whole(path, text)
    except OSError as error:
        print(f"{path}: expected a file that can be written, got {error.strerror}", file=sys.stderr)
        return WRONG
    return OK
