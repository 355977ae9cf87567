"""`kahuna-table trace replay FILE`: the samples of a trace through the program once more."""

from dataclasses import replace
from pathlib import Path
from typing import TextIO

from kahuna_table.app.exits import OK, UNUSABLE, WRONG
from kahuna_table.app.flight_chunk import public_senses
from kahuna_table.app.flight_file import (
    BoardView,
    End,
    Entry,
    HandOpened,
    Outside,
    Said,
    Samples,
    Start,
    Trace,
    mark_of,
    read_trace,
)
from kahuna_table.app.flight_text import line_of
from kahuna_table.engine.board import NO_LINES, Lines
from kahuna_table.errors import KahunaError
from kahuna_table.files import FileError
from kahuna_table.table.codec import fingerprint
from kahuna_table.table.debounce import Senses, feed
from kahuna_table.table.effects import Effect, ShuffleCards
from kahuna_table.table.inputs import Input, Sample, Shuffled, Ticked
from kahuna_table.table.referee import Picture, look
from kahuna_table.table.session import handle
from kahuna_table.table.state import Session


class Difference(KahunaError):  # noqa: N818 - a finding, not a fault of this program
    """The program does something else than the recorded one did."""


def replay_trace(path: Path, *, with_hands: bool, out: TextIO, err: TextIO) -> int:
    """Prints every input and effect and whether all was the same.

    The exit status: 0 for identical, 1 after the first difference, 64 for a file that cannot be
    used. `with_hands` insists on a trace that can be replayed exactly.
    """
    try:
        trace = read_trace(path, with_hands=with_hands)
    except FileError as error:
        print(error, file=err)
        return UNUSABLE
    replay = Replay(trace, out)
    try:
        replay.run()
    except Difference as difference:
        print(f"{path}:{replay.number}: {difference}", file=out)
        return WRONG
    print("identical", file=out)
    return OK


class Replay:
    """With hands the whole game is computed again; without hands what was sensed, and the
    referee's picture of the recorded game."""

    def __init__(self, trace: Trace, out: TextIO) -> None:
        self._entries, self._out = iter(trace.entries), out
        self._hands = trace.header.hands
        self._session, self._senses = Session(), Senses()
        self._seen: BoardView | None = None
        self._known = False
        """False at first and while a hand is open: the next start cannot be compared."""
        self.number: int = 1
        """The line of the file that was read last."""

    def run(self) -> None:
        """Raises: `Difference`."""
        while not isinstance(entry := self._next(), End):
            self._play(entry)
        self._look()
        found = fingerprint(self._session, Session)
        if self._hands and entry.session != found:
            raise Difference(f"expected the session {found}, recorded {entry.session}")

    def _play(self, entry: Entry) -> None:
        match entry:
            case Start():
                self._start(entry)
            case Samples(closed=closed, unknown=unknown, pressed=pressed, owners=owners):
                for at_ms in entry.times_ms():
                    sample = Sample(at_ms, closed, unknown, pressed, owners)
                    self._sample(sample, entry.slidable)
            case Outside(what=what):
                self._outside(what)
            case Said(text=text, mark=None):
                print(text, file=self._out)
            case HandOpened():
                self._known, self._seen = False, None
            case BoardView():
                self._seen = entry
            case Said() | End():
                raise Difference(f"expected nothing, recorded {_shown(entry)}")

    def _next(self) -> Entry:
        """The next that was recorded; nobody asks after the end."""
        self.number += 1
        return next(self._entries)

    def _start(self, start: Start) -> None:
        senses = self._senses if self._hands else public_senses(self._senses, hidden=False)
        if self._known and start.senses != senses:
            raise Difference("what was sensed is not what the snapshot says")
        if self._known and self._hands and start.session != self._session:
            raise Difference("the session is not what the snapshot says")
        self._known, self._senses = True, start.senses
        if start.session is not None:
            self._session = start.session

    def _sample(self, sample: Sample, slidable: Lines) -> None:
        self._look()
        if self._hands and self._session.slidable != slidable:
            raise Difference(f"expected the slidable {self._session.slidable}, recorded {slidable}")
        try:
            self._senses, inputs = feed(self._senses, sample, slidable)
        except Exception as error:
            raise Difference(f"the program stops here with {error!r}") from error
        for noticed in inputs:
            self._notice(noticed)
        wake_ms = self._session.wake_ms if self._hands else None
        if wake_ms is not None and sample.at_ms >= wake_ms:
            self._notice(Ticked(sample.at_ms))

    def _notice(self, noticed: Input) -> None:
        self._compare(noticed, noticed.at_ms)
        if self._hands:
            self._handle(noticed)

    def _handle(self, noticed: Input) -> None:
        """What the session does with an input, and with the shuffles that it asks for."""
        try:
            self._session, effects = handle(self._session, noticed)
        except Exception as error:
            raise Difference(f"the program stops here with {error!r}") from error
        for effect in effects:
            self._compare(effect, noticed.at_ms)
        for _ in range(sum(isinstance(effect, ShuffleCards) for effect in effects)):
            self._outside(self._shuffled())

    def _outside(self, noticed: Input) -> None:
        print(line_of(noticed.at_ms, noticed), file=self._out)
        self._handle(noticed)

    def _shuffled(self) -> Shuffled:
        match self._next():
            case Outside(what=Shuffled() as shuffled):
                return shuffled
            case other:
                raise Difference(f"expected shuffled cards, recorded {_shown(other)}")

    def _compare(self, what: Input | Effect, at_ms: int) -> None:
        """The next that was recorded, but for what cannot be compared, must be this."""
        expected, recorded = Said(line_of(at_ms, what), mark_of(what)), self._next()
        while isinstance(recorded, Said) and recorded.mark is None:
            print(recorded.text, file=self._out)
            recorded = self._next()
        if recorded != expected:
            same = isinstance(recorded, Said) and recorded.text == expected.text
            found = "the same in other circumstances" if same else _shown(recorded)
            raise Difference(f"expected {what}, recorded {found}")
        print(expected.text, file=self._out)

    def _look(self) -> None:
        """Without hands: the referee looks again at what was sensed."""
        if (seen := self._seen) is None:
            return
        picture, contacts = Picture(NO_LINES, NO_LINES), self._senses.contacts
        if seen.refereeing:
            expected = Lines(seen.bridges[0] | seen.bridges[1])
            blind = Lines(contacts.unknown | seen.blind)
            picture = look(expected, seen.swept, contacts.closed, blind)
            picture = replace(picture, missing=Lines(picture.missing | seen.said_off))
        if (seen.missing, seen.extra) != (picture.missing, picture.extra):
            raise Difference(f"expected {picture}, recorded {seen}")


def _shown(recorded: Entry) -> str:
    return repr(recorded.text) if isinstance(recorded, Said) else type(recorded).__name__
