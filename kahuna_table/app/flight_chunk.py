"""A minute of the flight recorder, and the two forms of it: with hands everything, without hands
what everybody may know.

Presses of left, right, ok and back while a hand is open tell which card. Without hands no sample is
written from the moment `hand` goes down until it is up, the hand is closed and these buttons rest:
the times of the samples alone would tell when they were pressed.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby, islice, pairwise
from operator import itemgetter
from typing import Final

from kahuna_table.app.flight_file import (
    BoardView,
    Entry,
    HandOpened,
    Outside,
    Said,
    Start,
    mark_of,
    run_of,
)
from kahuna_table.app.flight_text import line_of
from kahuna_table.engine.board import Lines
from kahuna_table.table.debounce import Senses
from kahuna_table.table.effects import Effect
from kahuna_table.table.inputs import (
    BoardSettled,
    Button,
    ButtonPressed,
    ButtonReleased,
    Buttons,
    DisplayTouched,
    HealthChanged,
    Input,
    Sample,
    Ticked,
)
from kahuna_table.table.state import Session

SENSED: Final = (BoardSettled, ButtonPressed, ButtonReleased, HealthChanged)
"""Inputs that follow from the samples alone."""

TELLING: Final = Buttons(1 << Button.LEFT | 1 << Button.RIGHT | 1 << Button.OK | 1 << Button.BACK)
"""While a hand is open these buttons tell which card."""

_HAND: Final = 1 << Button.HAND
_ROW: Final = 8


@dataclass(frozen=True, slots=True)
class Happened:
    """An input or an effect; `hidden` while a hand is open."""

    at_ms: int
    what: Input | Effect
    hidden: bool


Event = Happened | BoardView | HandOpened | Senses
"""Senses are a snapshot after a hand was open."""


class Chunk:
    """A snapshot and what followed it. Samples are kept in columns, equal ones as a run."""

    def __init__(self, start_ms: int, session: Session, senses: Senses, *, hidden: bool) -> None:
        """The session and the senses before the first sample, at `start_ms`; a step between two
        samples takes 65 s at most.
        """
        self.start_ms = start_ms
        self.events: list[tuple[int, Event]] = []
        """Each after so many samples."""
        self._session, self._senses, self._hidden = session, senses, hidden
        self._last_ms = start_ms
        self._steps = array("H")
        self._looks = array("I")
        """For each run its first sample, closed, unknown, pressed, those seen to be black's and
        white's, slidable, and 1 while hidden."""
        if hidden:
            self.add(HandOpened())

    def sample(self, sample: Sample, slidable: Lines, *, hidden: bool) -> None:
        seen = (sample.closed, sample.unknown, sample.pressed, *sample.owners)
        look = array("I", (*seen, slidable, hidden))
        if look != self._looks[1 - _ROW :]:
            self._looks.append(len(self._steps))
            self._looks.extend(look)
        self._steps.append(sample.at_ms - self._last_ms)
        self._last_ms = sample.at_ms

    def add(self, event: Event) -> None:
        self.events.append((len(self._steps), event))

    def copy(self) -> "Chunk":
        """One that stays as this is now."""
        twin = Chunk(self.start_ms, self._session, self._senses, hidden=self._hidden)
        twin.events, twin._steps, twin._looks = self.events[:], self._steps[:], self._looks[:]
        return twin

    @property
    def memory(self) -> int:
        """Bytes held for samples."""
        columns = (self._steps, self._looks)
        return sum(column.buffer_info()[1] * column.itemsize for column in columns)

    def entries(self, *, hands: bool) -> Iterator[Entry]:
        senses = self._senses if hands else public_senses(self._senses, hidden=self._hidden)
        yield Start(senses, self._session if hands else None)
        samples, done = self._samples(), 0
        for at, event in [*self.events, (len(self._steps), None)]:
            for look, same in groupby(islice(samples, at - done), itemgetter(0)):
                if hands or not look[-1]:
                    yield run_of(look, [at_ms for _, at_ms in same])
            done = at
            entry = _entry(event, hands=hands) if event is not None else None
            if entry is not None:
                yield entry

    def _samples(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Each sample's look and time."""
        at_ms, firsts = self.start_ms, [*self._looks[::_ROW], len(self._steps)]
        for row, (first, end) in enumerate(pairwise(firsts)):
            look = tuple(self._looks[row * _ROW + 1 : (row + 1) * _ROW])
            for step_ms in self._steps[first:end]:
                at_ms += step_ms
                yield look, at_ms


def hand_open(sample: Sample, session: Session, senses: Senses, *, was_open: bool) -> bool:
    """Whether this sample may tell a card; session and senses are those before it."""
    pad = senses.pad
    down = (sample.pressed | pad.raw | pad.down | _waiting(senses)) & ~pad.stuck
    held = any(session.asking) or (session.game is not None and session.game.hand is not None)
    return bool(held or down & _HAND or (was_open and down & TELLING))


def public_senses(senses: Senses, *, hidden: bool) -> Senses:
    """Senses without what the buttons of an open hand left there: when they were pressed last, and
    while it is open (`hidden`) that they are.
    """
    pad = senses.pad
    busy = 0 if hidden else pad.raw | pad.down | _waiting(senses)
    told = TELLING & ~busy
    clean = replace(
        pad,
        raw=Buttons(pad.raw & ~told),
        down=Buttons(pad.down & ~told),
        stuck=Buttons(pad.stuck & ~told),
        since_ms=tuple(0 if told >> n & 1 else since for n, since in enumerate(pad.since_ms)),
    )
    waiting = tuple(each for each in senses.waiting if not told >> each.button & 1)
    return replace(senses, pad=clean, waiting=waiting)


def _waiting(senses: Senses) -> int:
    return sum(1 << button for button in {each.button for each in senses.waiting})


def _entry(event: Event, *, hands: bool) -> Entry | None:
    """What a trace with or without hands says of it; None for nothing."""
    match event:
        case Happened(at_ms=at_ms, what=what, hidden=hidden):
            if hands and isinstance(what, Input) and not isinstance(what, (*SENSED, Ticked)):
                return Outside(what)
            if not hands and hidden and _tells(what):
                return None
            compared = hands or (isinstance(what, SENSED) and not hidden)
            return Said(line_of(at_ms, what), mark_of(what) if compared else None)
        case Senses():
            return None if hands else Start(public_senses(event, hidden=False), None)
        case BoardView() | HandOpened():
            return None if hands else event


def _tells(what: Input | Effect) -> bool:
    """Whether it tells that a button was pressed; a touch does, and time that passes, since the
    hand closes by itself.
    """
    pressed = isinstance(what, ButtonPressed | ButtonReleased) and TELLING >> what.button & 1
    return bool(pressed) or isinstance(what, Ticked | DisplayTouched)
