"""`kahuna-table trace replay FILE`: the samples of a trace through the program once more."""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, TextIO

from kahuna_table.app.codec import fingerprint
from kahuna_table.app.exits import OK, UNUSABLE, WRONG
from kahuna_table.app.flight_file import (
    Caused,
    Noticed,
    Samples,
    Start,
    Trace,
    TraceFileError,
    Viewed,
    read_trace,
)
from kahuna_table.app.flight_public import (
    BoardView,
    CardsShuffled,
    MoveSeen,
    PublicEffect,
    PublicInput,
    ShuffleAsked,
)
from kahuna_table.engine.board import Lines
from kahuna_table.engine.events import BridgePlaced, BridgeRemoved, BridgesSwept
from kahuna_table.engine.player import Player
from kahuna_table.engine.state import GameState
from kahuna_table.errors import KahunaError
from kahuna_table.files import FileError
from kahuna_table.table.debounce import Senses, feed
from kahuna_table.table.effects import (
    Effect,
    GameAbandoned,
    GameStarted,
    MovesTakenBack,
    ShuffleCards,
)
from kahuna_table.table.inputs import (
    DevicesFailed,
    GameChosen,
    Input,
    JournalRepaired,
    Sample,
    SavingFailed,
    Shuffled,
    Ticked,
)
from kahuna_table.table.referee import Picture, look
from kahuna_table.table.session import handle
from kahuna_table.table.situation import Session
from kahuna_table.tools.trace.tracer import Tracer

OUTSIDE: Final = (GameChosen, Shuffled, CardsShuffled, SavingFailed, JournalRepaired, DevicesFailed)
"""Inputs that no sample explains."""


class Difference(KahunaError):  # noqa: N818 - a finding, not a fault of this program
    """The program does something else than the recorded one did."""


def replay_trace(path: Path, *, with_hands: bool, out: TextIO, err: TextIO) -> int:
    """Prints every input and effect and whether all was the same.

    The exit status: 0 for identical, 1 after the first difference, 64 for a file that cannot be
    used. `with_hands` insists on a trace that can be replayed exactly.
    """
    try:
        trace = read_trace(path)
        if with_hands and not trace.header.hands:
            raise TraceFileError(1, "a trace with hands", "one without")
    except FileError as error:
        print(error, file=err)
        return UNUSABLE
    except TraceFileError as error:
        where = f"{path}:{error.number}" if error.number else path
        print(f"{where}: {error}", file=err)
        return UNUSABLE
    printer = Printer(out)
    player = _Exactly(printer) if trace.header.hands else _Publicly(printer)
    try:
        _replay(trace, player)
    except Difference as difference:
        print(f"{path}:{difference}", file=out)
        return WRONG
    print("identical", file=out)
    return OK


def _replay(trace: Trace, player: "_Exactly | _Publicly") -> None:
    for each in trace.entries:
        try:
            match each.entry:
                case Start() as start:
                    player.start(start)
                case Samples() as samples:
                    for sample in one_by_one(samples):
                        player.sample(sample, samples.slidable)
                case Noticed(what=noticed):
                    player.notice(noticed)
                case Caused(what=effect):
                    player.cause(effect)
                case Viewed(what=seen):
                    player.view(seen)
        except Difference as difference:
            raise Difference(f"{each.number}: {difference}") from difference
    try:
        player.end(trace.end.state)
    except Difference as difference:
        raise Difference(f"{len(trace.entries) + 2}: {difference}") from difference


def one_by_one(samples: Samples) -> Iterator[Sample]:
    for at_ms in samples.times_ms:
        yield Sample(at_ms, samples.closed, samples.unknown, samples.pressed)


def _fed(senses: Senses, sample: Sample, slidable: Lines) -> tuple[Senses, tuple[Input, ...]]:
    try:
        return feed(senses, sample, slidable)
    except Exception as error:
        raise Difference(f"the program stops here with {error!r}") from error


class _Exactly:
    """With hands: sensing, refereeing and the game, all computed anew."""

    def __init__(self, printer: "Printer") -> None:
        self._printer = printer
        self._session, self._senses = Session(), Senses()
        self._sensed: deque[Input] = deque()
        self._effects: deque[Effect] = deque()
        self._shuffles = 0
        self._sample_ms: int | None = None
        self._started = False

    def start(self, start: Start) -> None:
        assert start.session is not None, "checked when the file was read"
        self._expect_nothing()
        if self._started and not start.fresh:
            if start.senses != self._senses:
                raise Difference("what was sensed is not what the snapshot says")
            if start.session != self._session:
                raise Difference("the session is not what the snapshot says")
        self._started = True
        self._session, self._senses = start.session, start.senses
        self._sample_ms, self._shuffles = None, 0

    def sample(self, sample: Sample, slidable: Lines) -> None:
        self._expect_nothing()
        if self._session.slidable != slidable:
            raise Difference(f"expected the slidable {slidable}, found {self._session.slidable}")
        self._senses, inputs = _fed(self._senses, sample, slidable)
        self._sensed.extend(inputs)
        self._sample_ms = sample.at_ms

    def notice(self, noticed: Input | PublicInput) -> None:
        assert isinstance(noticed, Input)
        due = self._due()
        if isinstance(noticed, OUTSIDE):
            if isinstance(noticed, Shuffled):
                self._shuffles = max(0, self._shuffles - 1)
            elif due is not None:
                raise Difference(f"expected {due}, recorded {noticed}")
        elif noticed != due:
            raise Difference(f"expected {due or 'no input'}, recorded {noticed}")
        elif self._sensed:
            self._sensed.popleft()
        else:
            self._sample_ms = None
        if self._effects:
            raise Difference(f"expected {self._effects[0]}, recorded {noticed}")
        self._printer.noticed(noticed)
        try:
            self._session, effects = handle(self._session, noticed)
        except Exception as error:
            raise Difference(f"the program stops here with {error!r}") from error
        self._shuffles += sum(isinstance(effect, ShuffleCards) for effect in effects)
        self._effects.extend(effects)

    def cause(self, effect: Effect | PublicEffect) -> None:
        expected = self._effects.popleft() if self._effects else None
        if effect != expected:
            raise Difference(f"expected {expected or 'no effect'}, recorded {effect}")
        self._printer.caused(effect)

    def view(self, seen: BoardView) -> None:
        """What the session's equality says already."""

    def end(self, state: str | None) -> None:
        self._expect_nothing()
        found = fingerprint(self._session.state, GameState | None)
        if state != found:
            raise Difference(f"expected the state {found} at the end, recorded {state}")

    def _due(self) -> Input | None:
        """What must be noticed before the next sample."""
        if self._sensed:
            return self._sensed[0]
        wake_ms, now_ms = self._session.wake_ms, self._sample_ms
        if now_ms is not None and wake_ms is not None and now_ms >= wake_ms:
            return Ticked(now_ms)
        return None

    def _expect_nothing(self) -> None:
        due = self._effects[0] if self._effects else self._due()
        if due is not None or self._shuffles:
            raise Difference(f"expected {due or 'a shuffle'}, recorded nothing")


class _Publicly:
    """Without hands: sensing anew, and the referee's picture of the recorded moves."""

    def __init__(self, printer: "Printer") -> None:
        self._printer = printer
        self._senses = Senses()
        self._sensed: deque[Input] = deque()
        self._bridges = (Lines(0), Lines(0))
        self._earlier: list[tuple[Lines, Lines]] = []
        self._snapshot = False

    def start(self, start: Start) -> None:
        self._expect_nothing()
        self._senses, self._earlier = start.senses, list(start.earlier)
        self._snapshot = True

    def sample(self, sample: Sample, slidable: Lines) -> None:
        self._expect_nothing()
        self._senses, inputs = _fed(self._senses, sample, slidable)
        self._sensed.extend(inputs)

    def notice(self, noticed: Input | PublicInput) -> None:
        if not isinstance(noticed, (*OUTSIDE, Ticked)):
            expected = self._sensed.popleft() if self._sensed else None
            if noticed != expected:
                raise Difference(f"expected {expected or 'no input'}, recorded {noticed}")
        self._printer.noticed(noticed)

    def cause(self, effect: Effect | PublicEffect) -> None:
        self._printer.caused(effect)
        match effect:
            case GameStarted() | GameAbandoned():
                self._bridges, self._earlier = (Lines(0), Lines(0)), []
            case MoveSeen():
                self._earlier.append(self._bridges)
                for event in effect.events:
                    self._follow(event)
            case MovesTakenBack(count=count):
                if not 0 < count <= len(self._earlier):
                    raise Difference(f"expected moves to take back, recorded {count}")
                self._bridges = self._earlier[-count]
                del self._earlier[-count:]

    def _follow(self, event: object) -> None:
        pair = list(self._bridges)
        match event:
            case BridgePlaced(player=player, line=line):
                pair[player] = Lines(pair[player] | 1 << line)
            case BridgeRemoved(player=player, line=line):
                owner = player.opponent
                pair[owner] = Lines(pair[owner] & ~(1 << line))
            case BridgesSwept(owner=owner, lines=lines):
                pair[owner] = Lines(pair[owner] & ~lines)
        self._bridges = (pair[Player.BLACK], pair[Player.WHITE])

    def view(self, seen: BoardView) -> None:
        """The referee looks again at what was sensed."""
        if self._snapshot:
            self._bridges, self._snapshot = seen.bridges, False
        elif seen.bridges != self._bridges:
            raise Difference(f"expected the bridges {self._bridges}, recorded {seen.bridges}")
        contacts = self._senses.contacts
        expected, blind = Lines(seen.bridges[0] | seen.bridges[1]), contacts.unknown | seen.blind
        picture = look(expected, seen.swept, contacts.closed, Lines(blind))
        picture = replace(picture, missing=Lines(picture.missing | seen.said_off))
        recorded = Picture(seen.missing, seen.extra)
        if recorded != (picture if seen.refereeing else Picture(Lines(0), Lines(0))):
            raise Difference(f"expected {picture}, recorded {recorded}")

    def end(self, state: str | None) -> None:
        self._expect_nothing()
        if state is not None:
            raise Difference(f"expected no hash of hidden cards, recorded {state}")

    def _expect_nothing(self) -> None:
        if self._sensed:
            raise Difference(f"expected {self._sensed[0]}, recorded nothing")


class Printer:
    """A line for each input and effect, those of public knowledge too."""

    def __init__(self, out: TextIO) -> None:
        self._tracer, self._out = Tracer(out.write), out
        self._at_ms = 0

    def noticed(self, what: Input | PublicInput) -> None:
        self._at_ms = what.at_ms
        if isinstance(what, CardsShuffled):
            self._line("<", f"shuffled {what.count} cards")
        else:
            self._tracer.noticed(what)

    def caused(self, what: Effect | PublicEffect) -> None:
        if isinstance(what, ShuffleAsked):
            self._line(">", f"shuffle {what.count} cards")
        elif isinstance(what, MoveSeen):
            self._line(">", f"move: {what.turn} {what.player.name.lower()}: {what.move}")
        else:
            self._tracer.caused(what)

    def _line(self, mark: str, text: str) -> None:
        self._out.write(f"{self._at_ms // 1000:6d}.{self._at_ms % 1000:03d} {mark} {text}\n")
