"""The flight recorder: the last ten minutes of samples, inputs and effects, ready to be written.

Memory is bounded: a sample takes two bytes, a change of the contacts seventeen more, and there are
at most `MOST_EVENTS` inputs and effects; whatever is older goes, a chunk at a time.
"""

import logging
import signal
from array import array
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Final

from kahuna_table.app.codec import fingerprint
from kahuna_table.app.flight_file import (
    VERSION,
    Caused,
    End,
    Entry,
    Header,
    Noticed,
    Samples,
    Start,
    Viewed,
    write_trace,
)
from kahuna_table.app.flight_public import BoardView, public_effect, public_input, view
from kahuna_table.devices.child import NOTES
from kahuna_table.engine.board import ALL_LINES, Lines
from kahuna_table.engine.state import GameState, Phase
from kahuna_table.table.debounce import Senses, SettleTimes
from kahuna_table.table.effects import Effect, ShuffleCards
from kahuna_table.table.inputs import (
    NO_BUTTONS,
    BoardSettled,
    Button,
    Buttons,
    Input,
    Sample,
    Shuffled,
)
from kahuna_table.table.situation import Session

KEEP_MS: Final = 600_000
CHUNKS: Final = 10
"""In so many parts, so that a tenth too much is kept at most."""

MOST_EVENTS: Final = 12_000
CHUNK_EVENTS: Final = MOST_EVENTS // 6
MOST_CHUNKS: Final = 60
GREATEST_STEP_MS: Final = 0xFFFF

STAFF: Final = Buttons(1 << Button.MENU | 1 << Button.HELP)
"""Exactly these two buttons, held, write a trace."""

HOLD_MS: Final = 3000
REST_MS: Final = 60_000
"""At most one trace a minute is written that nobody asked for on the command line."""

HOUR_MS: Final = 3_600_000
MOST_FAULTS: Final = 3
"""A loose wire fails a thousand times an hour, and its traces show nothing new."""

MOST_FILES: Final = 10
DIRECTORY: Final = "traces"
NAME: Final = "trace-*.gz"

ASKED, HELD, FAULT = "asked", "held", "fault"

_log = logging.getLogger(__name__)

_Event = Input | Effect | BoardView


class FlightRecorder:
    """A witness of the daemon that remembers.

    Whoever runs the loop calls `attend` after every step, which writes what was requested.
    """

    def __init__(
        self,
        state_dir: Path,
        now: Callable[[], datetime],
        *,
        keep_ms: int = KEEP_MS,
        beside: bool = False,
    ) -> None:
        """`now` is the wall clock. `beside`: what `attend` writes is written in a thread, since it
        takes a second.
        """
        self._beside = beside
        self._writer: Thread | None = None
        self._directory, self._now, self._keep_ms = state_dir / DIRECTORY, now, keep_ms
        self._chunks: deque[_Chunk] = deque()
        self._recording = False
        self._pending = 0
        self._times = SettleTimes()
        self._viewed: Session | None = None
        self._unknown: Lines = ALL_LINES
        self._held_since_ms: int | None = None
        self._asked: tuple[str, bool] | None = None
        self._rest_until_ms = 0
        self._faults_ms: deque[int] = deque()

    # What the daemon tells.

    def sampled(self, sample: Sample, session: Session, senses: Senses) -> None:
        fresh = senses.pad.armed == NO_BUTTONS and senses == Senses(senses.times)
        self._times = senses.times
        if (
            fresh
            or not self._recording
            or self._chunks[-1].full(sample.at_ms, self._keep_ms // CHUNKS)
        ):
            self._chunks.append(
                _Chunk(sample.at_ms, session, senses, fresh=fresh or not self._recording)
            )
            self._recording, self._viewed = True, None
            self._forget(sample.at_ms)
        if session is not self._viewed:
            self._viewed = session
            self._chunks[-1].view(view(session))
        self._chunks[-1].sample(sample, session.slidable)
        self._watch_hold(sample)

    def noticed(self, what: Input) -> None:
        if isinstance(what, Shuffled):
            # the answer to a question of before the start: what led to it is not known here
            self._recording = self._recording and self._pending > 0
            self._pending = max(0, self._pending - 1)
        self._event(what)
        if isinstance(what, BoardSettled):
            if what.unknown & ~self._unknown:
                self._request_alone(FAULT, what.at_ms)
            self._unknown = what.unknown

    def caused(self, what: Effect) -> None:
        if isinstance(what, ShuffleCards):
            self._pending += 1
        self._event(what)

    # What asks for a file.

    def request(self, why: str = ASKED, *, with_hands: bool = False) -> None:
        """The next `attend` writes a trace; may be called from a handler of signals."""
        self._asked = (why, with_hands)

    def attend(self, session: Session, at_ms: int) -> Path | None:
        """Writes what was requested since, and says where it is; None too while a thread does that.

        Files of faults and held buttons come at most once a minute, those of faults at most
        `MOST_FAULTS` times an hour.
        """
        if self._asked is None or (self._writer is not None and self._writer.is_alive()):
            return None
        (why, with_hands), self._asked = self._asked, None
        if why != ASKED:
            if at_ms < self._rest_until_ms or (why == FAULT and not self._fault_due(at_ms)):
                return None
            self._rest_until_ms = at_ms + REST_MS
        if not self._beside:
            return self.write(session, at_ms, why, with_hands=with_hands)
        chunks = self._copied()
        self._writer = Thread(
            target=lambda: self._write(chunks, session, at_ms, why, with_hands=with_hands),
            name="trace",
        )
        self._writer.start()
        return None

    def close(self) -> None:
        """Waits for a trace that is being written."""
        if self._writer is not None:
            self._writer.join()

    def _fault_due(self, at_ms: int) -> bool:
        while self._faults_ms and at_ms - self._faults_ms[0] >= HOUR_MS:
            self._faults_ms.popleft()
        if len(self._faults_ms) == MOST_FAULTS:
            return False
        self._faults_ms.append(at_ms)
        return True

    @contextmanager
    def guard(self, session: Callable[[], Session]) -> Iterator[None]:
        """Around the loop: an exception that leaves it also leaves a trace."""
        try:
            yield
        except Exception:
            self.write(session(), session().now_ms, FAULT)
            raise

    def write(
        self, session: Session, at_ms: int, why: str, *, with_hands: bool = False
    ) -> Path | None:
        """Writes a trace; None, and a line in the log, where that fails.

        Hands are in it where they were asked for, and where no game is in progress.
        """
        return self._write(self._copied(), session, at_ms, why, with_hands=with_hands)

    def _copied(self) -> "tuple[_Chunk, ...]":
        """What is remembered now; only the last chunk changes still."""
        chunks = tuple(self._chunks)
        return (*chunks[:-1], *(chunk.copy() for chunk in chunks[-1:]))

    def _write(
        self,
        chunks: "Sequence[_Chunk]",
        session: Session,
        at_ms: int,
        why: str,
        *,
        with_hands: bool,
    ) -> Path | None:
        state = session.state
        hands = with_hands or state is None or state.phase is Phase.OVER
        header = Header(
            VERSION, version("kahuna-table"), self._times, hands, why, f"{self._now():%FT%T%z}"
        )
        entries = [entry for chunk in chunks for entry in chunk.entries(hands=hands)]
        hashed = fingerprint(state, GameState | None) if hands else None
        try:
            self._directory.mkdir(parents=True, exist_ok=True)
            path = self._directory / _next_name(self._directory, why)
            write_trace(path, header, entries, End(at_ms, len(entries), hashed))
            for old in _numbered(self._directory)[:-MOST_FILES]:
                old.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("no trace could be written: %s", error)
            return None
        _log.info("a trace was written: %s", path)
        return path

    @property
    def memory(self) -> int:
        """Bytes held for samples, without inputs, effects and snapshots."""
        return sum(chunk.memory for chunk in self._chunks)

    @property
    def events(self) -> int:
        """How many inputs, effects and views are held: at most `MOST_EVENTS`."""
        return sum(len(chunk.events) for chunk in self._chunks)

    def _event(self, what: _Event) -> None:
        if self._recording:
            self._chunks[-1].event(what)

    def _forget(self, now_ms: int) -> None:
        """Drops whole chunks, so that what is left still begins with a snapshot."""
        oldest_ms = now_ms - self._keep_ms
        most = MOST_EVENTS - CHUNK_EVENTS
        while len(self._chunks) > 1 and (
            self._chunks[1].start_ms <= oldest_ms
            or self.events > most
            or len(self._chunks) > MOST_CHUNKS
        ):
            self._chunks.popleft()

    def _watch_hold(self, sample: Sample) -> None:
        if sample.pressed != STAFF:
            self._held_since_ms = None
        elif self._held_since_ms is None:
            self._held_since_ms = sample.at_ms
        elif 0 <= self._held_since_ms <= sample.at_ms - HOLD_MS:
            self._held_since_ms = -1  # once a hold
            self._request_alone(HELD, sample.at_ms)

    def _request_alone(self, why: str, at_ms: int) -> None:
        if self._asked is None and at_ms >= self._rest_until_ms:
            self.request(why)


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


class _Chunk:
    """A snapshot and what followed it. Samples are kept in columns, equal ones as a run."""

    def __init__(self, start_ms: int, session: Session, senses: Senses, *, fresh: bool) -> None:
        self.start_ms = start_ms
        self._session, self._senses, self._fresh = session, senses, fresh
        self._last_ms = start_ms
        self._steps = array("H")
        self._firsts, self._contacts = array("I"), array("I")
        self._pressed = array("B")
        self.events: list[tuple[int, _Event]] = []

    def full(self, at_ms: int, chunk_ms: int) -> bool:
        late = at_ms - self.start_ms >= min(chunk_ms, GREATEST_STEP_MS)
        return late or len(self.events) >= CHUNK_EVENTS

    def sample(self, sample: Sample, slidable: Lines) -> None:
        look = (sample.closed, sample.unknown, slidable)
        last = tuple(self._contacts[-3:])
        if look != last or sample.pressed != self._pressed[-1]:
            self._firsts.append(len(self._steps))
            self._contacts.extend(look)
            self._pressed.append(sample.pressed)
        self._steps.append(sample.at_ms - self._last_ms)
        self._last_ms = sample.at_ms

    def event(self, what: _Event) -> None:
        self.events.append((len(self._steps), what))

    view = event

    def copy(self) -> "_Chunk":
        """One that stays as this is now."""
        twin = _Chunk(self.start_ms, self._session, self._senses, fresh=self._fresh)
        twin._steps, twin._pressed = self._steps[:], self._pressed[:]
        twin._firsts, twin._contacts = self._firsts[:], self._contacts[:]
        twin.events = self.events[:]
        return twin

    @property
    def memory(self) -> int:
        columns = (self._steps, self._firsts, self._contacts, self._pressed)
        return sum(column.buffer_info()[1] * column.itemsize for column in columns)

    def entries(self, *, hands: bool) -> Iterator[Entry]:
        game = self._session.game
        earlier = tuple(step.state.bridges for step in game.steps) if game is not None else ()
        session = self._session if hands else None
        yield Start(self._fresh, self._senses, session, () if hands else earlier)
        done, times = 0, self._times_ms()
        for at, what in self.events:
            yield from self._samples(times, done, at)
            done = at
            yield _entry(what, hands=hands)
        yield from self._samples(times, done, len(times))

    def _times_ms(self) -> list[int]:
        now_ms, times = self.start_ms, []
        for step in self._steps:
            now_ms += step
            times.append(now_ms)
        return times

    def _samples(self, times: list[int], first: int, last: int) -> Iterator[Samples]:
        if first == last:
            return
        run = bisect_right(self._firsts, first) - 1
        cuts = [first, *(at for at in self._firsts[run + 1 :] if at < last), last]
        for offset, (begin, end) in enumerate(pairwise(cuts), start=run):
            closed, unknown, slidable = map(Lines, self._contacts[3 * offset : 3 * offset + 3])
            pressed = Buttons(self._pressed[offset])
            yield Samples(closed, unknown, pressed, slidable, tuple(times[begin:end]))


def _entry(what: _Event, *, hands: bool) -> Entry:
    if isinstance(what, BoardView):
        return Viewed(what)
    if isinstance(what, Input):
        return Noticed(what if hands else public_input(what))
    return Caused(what if hands else public_effect(what))


def _numbered(directory: Path) -> list[Path]:
    """The traces from the oldest to the newest: numbers, since a clock may be wrong."""
    return sorted(directory.glob(NAME), key=_number)


def _number(path: Path) -> int:
    digits = path.name.split("-")[1]
    return int(digits) if digits.isascii() and digits.isdigit() else 0


def _next_name(directory: Path, why: str) -> str:
    last = max(map(_number, directory.glob(NAME)), default=0)
    return f"trace-{last + 1:06d}-{why}.gz"


def answer_signals(recorder: FlightRecorder) -> None:
    """From now on this process answers `trace dump`; for whoever runs the loop, once."""
    signal.signal(signal.SIGUSR1, lambda *_: recorder.request())
    signal.signal(signal.SIGUSR2, lambda *_: recorder.request(with_hands=True))
