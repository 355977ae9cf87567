"""The flight recorder: the last ten minutes of samples and of what came from outside, after a
snapshot. The rest is computed again by `trace replay`, which compares it with what was said.

Memory is bounded: a sample takes two bytes, a change of the contacts 32 more, and there are at
most `MAX_EVENTS` inputs and effects; whatever is older goes, a chunk at a time.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from typing import Final

from kahuna_table.app.control import Answer, Answers
from kahuna_table.app.flight_chunk import Chunk, Happened, hand_open
from kahuna_table.app.flight_file import VERSION, BoardView, End, HandOpened, Header, write_trace
from kahuna_table.devices.child import NOTES
from kahuna_table.engine.board import ALL_LINES, NO_LINES, Lines
from kahuna_table.files import is_planted
from kahuna_table.table.codec import fingerprint
from kahuna_table.table.debounce import Senses
from kahuna_table.table.effects import Effect
from kahuna_table.table.inputs import NO_BUTTONS, BoardSettled, Button, Buttons, Input, Sample
from kahuna_table.table.play import can_take_back
from kahuna_table.table.state import Session

KEEP_MS: Final = 600_000
CHUNKS: Final = 10
"""In so many parts, so that a tenth too much is kept at most."""

MAX_EVENTS: Final = 12_000
CHUNK_EVENTS: Final = MAX_EVENTS // 6

STAFF: Final = Buttons(1 << Button.MENU | 1 << Button.HELP)
"""Exactly these two buttons, held, write a trace."""

HOLD_MS: Final = 3000
REST_MS: Final = 60_000
"""At most one trace a minute is written that nobody asked for on the command line."""

HOUR_MS: Final = 3_600_000
MAX_FAULTS: Final = 3
"""A loose wire fails a thousand times an hour, and its traces show nothing new."""

MAX_FILES: Final = 10
DIRECTORY: Final = "traces"
NAME: Final = "trace-*.gz"

ASKED, HELD, FAULT = "asked", "held", "fault"

_log = logging.getLogger(__name__)


class FlightRecorder:
    """A witness of the daemon that remembers.

    The loop calls `attend` after every step, which writes what was requested, and
    `close` at the end.
    """

    def __init__(
        self, state_dir: Path, now: Callable[[], datetime], *, keep_ms: int = KEEP_MS
    ) -> None:
        """`now` is the wall clock."""
        self.directory, self._now, self._keep_ms = state_dir / DIRECTORY, now, keep_ms
        self._chunks: deque[Chunk] = deque()
        self._session: Session | None = None
        self._view: BoardView | None = None
        """The newest in the newest chunk, that of `_session`."""
        self._hidden = False
        self._at_ms = 0
        self._unknown: Lines = ALL_LINES
        self._held_since_ms: int | None = None
        self._asked: tuple[str, bool] | None = None
        self._rest_until_ms = 0
        self._faults_ms: deque[int] = deque(maxlen=MAX_FAULTS)
        self._writer: Thread | None = None

    # What the daemon tells.

    def sampled(self, sample: Sample, session: Session, senses: Senses) -> None:
        was_hidden = self._hidden
        self._hidden = hand_open(sample, session, senses, was_open=was_hidden)
        if senses.pad.armed == NO_BUTTONS:  # the program has just started
            self._chunks.clear()
        if not self._chunks or self._full(sample.at_ms):
            self._chunks.append(Chunk(sample.at_ms, session, senses, hidden=self._hidden))
            self._view = None
            self._forget(sample.at_ms)
        elif was_hidden is not self._hidden:
            self._chunks[-1].add(HandOpened() if self._hidden else senses)
            self._view = None
        if self._view is None or session is not self._session:
            seen = view(session)
            if seen != self._view:
                self._chunks[-1].add(seen)
            self._session, self._view = session, seen
        self._chunks[-1].sample(sample, session.slidable, hidden=self._hidden)
        self._watch_hold(sample)

    def noticed(self, what: Input) -> None:
        self._at_ms = what.at_ms
        self._happened(what)
        if isinstance(what, BoardSettled):
            if what.unknown & ~self._unknown:
                self.request(FAULT)
            self._unknown = what.unknown

    def caused(self, what: Effect) -> None:
        self._happened(what)

    # What asks for a file.

    def request(self, why: str = ASKED, *, with_hands: bool = False) -> None:
        """The next `attend` writes a trace; may be called between two samples."""
        if why == ASKED or self._asked is None:
            self._asked = (why, with_hands)

    def attend(self, session: Session, at_ms: int) -> None:
        """Writes what was requested since, in a thread, since it takes a second.

        Files of faults and held buttons come at most once a minute, those of faults at most
        `MAX_FAULTS` times an hour.
        """
        if self._asked is None or (self._writer is not None and self._writer.is_alive()):
            return
        (why, with_hands), self._asked = self._asked, None
        if why != ASKED and not self._due(why, at_ms):
            return
        chunks = self._copied()
        self._writer = Thread(
            target=lambda: self._write(chunks, session, at_ms, why, with_hands=with_hands),
            name="trace",
        )
        self._writer.start()

    def close(self) -> None:
        """Waits for a trace that is being written."""
        if self._writer is not None:
            self._writer.join()

    @property
    def answers(self) -> Answers:
        """For the table's socket: `trace`."""
        return {"trace": self._answer}

    @contextmanager
    def guard(self, session: Callable[[], Session]) -> Iterator[None]:
        """Around the loop: an exception that leaves it also leaves a trace."""
        try:
            yield
        except Exception:
            self.close()
            self._write(self._copied(), session(), session().now_ms, FAULT, with_hands=False)
            raise

    @property
    def memory(self) -> int:
        """Bytes held for samples, without inputs, effects and snapshots."""
        return sum(chunk.memory for chunk in self._chunks)

    @property
    def events(self) -> int:
        """How many inputs, effects and views are held: at most `MAX_EVENTS`."""
        return sum(len(chunk.events) for chunk in self._chunks)

    def _answer(self, question: Answer) -> Answer:
        self.request(with_hands=question.get("with_hands") is True)
        return {"asked": True}

    def _due(self, why: str, at_ms: int) -> bool:
        faults = self._faults_ms
        many = len(faults) == MAX_FAULTS and at_ms - faults[0] < HOUR_MS
        if at_ms < self._rest_until_ms or (why == FAULT and many):
            return False
        self._rest_until_ms = at_ms + REST_MS
        if why == FAULT:
            faults.append(at_ms)
        return True

    def _happened(self, what: Input | Effect) -> None:
        if self._chunks:
            self._chunks[-1].add(Happened(self._at_ms, what, self._hidden))

    def _full(self, at_ms: int) -> bool:
        chunk = self._chunks[-1]
        late = at_ms - chunk.start_ms >= self._keep_ms // CHUNKS
        return late or len(chunk.events) >= CHUNK_EVENTS

    def _forget(self, now_ms: int) -> None:
        """Drops whole chunks, so that what is left still begins with a snapshot."""
        oldest_ms = now_ms - self._keep_ms
        while len(self._chunks) > 1 and (
            self._chunks[1].start_ms <= oldest_ms or self.events > MAX_EVENTS - CHUNK_EVENTS
        ):
            self._chunks.popleft()

    def _watch_hold(self, sample: Sample) -> None:
        if sample.pressed != STAFF:
            self._held_since_ms = None
        elif self._held_since_ms is None:
            self._held_since_ms = sample.at_ms
        elif 0 <= self._held_since_ms <= sample.at_ms - HOLD_MS:
            self._held_since_ms = -1  # once a hold
            self.request(HELD)

    def _copied(self) -> tuple[Chunk, ...]:
        """What is remembered now; only the last chunk still grows."""
        *whole, last = self._chunks or [Chunk(0, Session(), Senses(), hidden=False)]
        return (*whole, last.copy())

    def _write(
        self, chunks: tuple[Chunk, ...], session: Session, at_ms: int, why: str, *, with_hands: bool
    ) -> None:
        """Writes a trace, or a line in the log where that fails.

        Hands are in it where they were asked for, and where no game is in progress.
        """
        hands = with_hands or not in_progress(session)
        header = Header(VERSION, version("kahuna-table"), hands, why, f"{self._now():%FT%T%z}")
        entries = [entry for chunk in chunks for entry in chunk.entries(hands=hands)]
        hashed = fingerprint(session, Session) if hands else None
        try:
            if is_planted(self.directory):
                raise OSError(f"{self.directory} is a link of another user")
            self.directory.mkdir(parents=True, exist_ok=True)
            path = self.directory / _next_name(self.directory, why)
            write_trace(path, header, [*entries, End(at_ms, len(entries), hashed)])
            for old in _numbered(self.directory)[:-MAX_FILES]:
                old.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("no trace could be written: %s", error)
        else:
            _log.info("a trace was written: %s", path)


class FaultsAsked(logging.Handler):
    """Asks for a trace at every warning: a device failed, or the game could not be saved.

    A table without a screen notes that at every start: its traces would drive out the others.
    """

    def __init__(self, recorder: FlightRecorder) -> None:
        super().__init__(logging.WARNING)
        self._recorder = recorder

    def emit(self, record: logging.LogRecord) -> None:
        if record.name not in (__name__, NOTES):
            self._recorder.request(FAULT)


def in_progress(session: Session) -> bool:
    """Whether hands are secret: a game goes on, or its end can still be taken back."""
    game = session.game
    return game is not None and (not game.over or can_take_back(game) is None)


def view(session: Session) -> BoardView:
    picture, game = session.picture, session.game
    return BoardView(
        refereeing=session.refereeing,
        bridges=game.state.bridges if game is not None else (NO_LINES, NO_LINES),
        swept=game.swept if game is not None else NO_LINES,
        blind=Lines(session.sight.flapping | session.sight.distrusted),
        said_off=session.said_off,
        missing=picture.missing,
        extra=picture.extra,
    )


def _numbered(directory: Path) -> list[Path]:
    """The traces from the oldest to the newest: numbers, since a clock may be wrong."""
    return sorted(directory.glob(NAME), key=_number)


def _number(path: Path) -> int:
    digits = path.name.split("-")[1]
    return int(digits) if digits.isascii() and digits.isdigit() else 0


def _next_name(directory: Path, why: str) -> str:
    last = max(map(_number, directory.glob(NAME)), default=0)
    return f"trace-{last + 1:06d}-{why}.gz"
