"""A script played with the flight recorder on board."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from kahuna_table.app.config import Config
from kahuna_table.app.flight import KEEP_MS, FlightRecorder
from kahuna_table.engine.state import GameState
from kahuna_table.table.debounce import Senses
from kahuna_table.table.effects import Effect, ShuffleCards
from kahuna_table.table.inputs import Input, Sample
from kahuna_table.table.state import Session
from kahuna_table.tools.script.parse import parse_script
from kahuna_table.tools.script.run import EPOCH, Runner
from kahuna_table.tools.simulation import SimulatedTable

SCRIPTS = Path(__file__).parents[1] / "scripts"


@dataclass
class Log:
    """A witness of what happened, without shuffles."""

    effects: list[Effect] = field(default_factory=list)

    def sampled(self, sample: Sample, session: Session, senses: Senses) -> None:
        """Of no interest."""

    def noticed(self, what: Input) -> None:
        """Of no interest."""

    def caused(self, what: Effect) -> None:
        if not isinstance(what, ShuffleCards):
            self.effects.append(what)


@dataclass
class Flight:
    recorder: FlightRecorder
    runner: Runner
    log: Log

    @property
    def table(self) -> SimulatedTable:
        return self.runner.table

    @property
    def state(self) -> GameState | None:
        return self.table.session.state

    def play(self, text: str) -> None:
        self.runner.run(parse_script(text))

    def attend(self) -> Path | None:
        """The newest trace after what was requested was written."""
        self.recorder.attend(self.table.session, self.table.now_ms)
        self.recorder.close()
        return max((self.recorder.directory).glob("trace-*.gz"), default=None)

    def written(self, *, with_hands: bool) -> Path:
        self.recorder.request(with_hands=with_hands)
        path = self.attend()
        assert path is not None
        return path


@contextmanager
def flown(state_dir: Path, text: str = "", *, keep_ms: int = KEEP_MS) -> Iterator[Flight]:
    state_dir.mkdir(parents=True, exist_ok=True)
    recorder, log = FlightRecorder(state_dir, lambda: EPOCH, keep_ms=keep_ms), Log()
    runner = Runner(Config(), shots=None, state_dir=state_dir, witnesses=(recorder, log))
    try:
        flight = Flight(recorder, runner, log)
        flight.play(text)
        yield flight
    finally:
        runner.table.close()


@dataclass(frozen=True)
class Recorded:
    """What a script leaves: the lines of its two traces, what it did, and where that led."""

    with_hands: tuple[str, ...]
    public: tuple[str, ...]
    effects: tuple[Effect, ...]
    state: GameState | None


@cache
def recorded(text: str) -> Recorded:
    with TemporaryDirectory() as directory, flown(Path(directory), text) as flight:
        whole, public = (lines_of(flight.written(with_hands=hands)) for hands in (True, False))
        return Recorded(whole, public, tuple(flight.log.effects), flight.state)


def lines_of(path: Path) -> tuple[str, ...]:
    return tuple(gzip.decompress(path.read_bytes()).decode().splitlines())


def script_text(name: str) -> str:
    return (SCRIPTS / f"{name}.table").read_text("utf-8")
