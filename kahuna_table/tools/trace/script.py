"""`kahuna-table trace script FILE`: a trace with hands as a table script that plays the same.

Contacts become hands, buttons fingers, shuffles decks. A trace that begins in the middle of a game
is preceded by the moves that led there; it starts at the first snapshot at which nothing is open.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Final, TextIO, assert_never

from kahuna_table.app.exits import OK, UNUSABLE, WRONG
from kahuna_table.app.flight_file import Entry, Outside, Samples, Start, Trace, read_trace
from kahuna_table.engine.board import (
    ALL_LINES,
    NO_LINES,
    Island,
    Line,
    Lines,
    line_name,
    line_set,
    lines_in,
)
from kahuna_table.engine.events import BridgesSwept, Event, Termination
from kahuna_table.engine.moves import (
    Deal,
    Decline,
    Discard,
    DrawCard,
    EndTurn,
    Move,
    PlaceBridge,
    RemoveBridge,
    TakeCard,
)
from kahuna_table.engine.notation import format_rules
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import apply, legal_moves, new_game
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.state import GameState, Phase
from kahuna_table.errors import KahunaError
from kahuna_table.files import FileError
from kahuna_table.table.debounce import SettleTimes
from kahuna_table.table.game import Game
from kahuna_table.table.inputs import (
    NO_OWNERS,
    Button,
    Buttons,
    GameChosen,
    Owners,
    SavingFailed,
    Shuffled,
)
from kahuna_table.table.state import Session, Timing
from kahuna_table.tools.simulation import BOOT_MS

STEP_MS: Final = 400
"""Time between two things a hand does in the moves that lead to the trace."""

SETTLED_MS: Final = 2000
"""After this time no bridge laid before may slide any more."""


class NoQuietMomentError(KahunaError):
    """A trace in which something is open at every snapshot."""


def script_of_trace(path: Path, out: TextIO, err: TextIO) -> int:
    """Prints the script; 64 for a file that cannot be used, 1 where no script can begin."""
    try:
        lines = list(script(read_trace(path, with_hands=True)))
    except FileError as error:
        print(error, file=err)
        return UNUSABLE
    except KahunaError as error:  # no quiet moment, or moves that are none
        print(f"{path}: {error}", file=err)
        return WRONG
    for line in lines:
        print(line, file=out)
    return OK


def script(trace: Trace) -> Iterator[str]:
    """The lines of the script.

    Raises:
        NoQuietMomentError: at no snapshot a script can begin.
    """
    at, start, session = _quiet_start(trace.entries)
    entries, game = trace.entries[at + 1 :], session.game
    yield f"# from a trace of {trace.header.written} by kahuna-table {trace.header.program}"
    if start.senses.times != SettleTimes() or session.timing != Timing():
        yield "# the table was configured otherwise than by default: give --config too"
    played = [each.move for each in game.played] if game is not None else []
    for order in (*(move.order for move in played if isinstance(move, Deal)), *_orders(entries)):
        yield f"deck {' '.join(card.name for card in order)}"
    firsts = [what.first for what in _shuffles(entries) if what.first is not None]
    if firsts:
        yield f"seed {_seed(firsts)}"
    kit = " kit=pico" if any(_sees_colours(entry) for entry in entries) else ""
    if game is not None:
        yield from _moves(game, kit)
        yield f"wait {SETTLED_MS}"
    yield from _Body(session, entries, trace.end.at_ms, fresh=start.fresh, kit=kit).lines()


def _quiet_start(entries: Sequence[Entry]) -> tuple[int, Start, Session]:
    """The first snapshot at which nothing is open, and where it stands."""
    for at, entry in enumerate(entries):
        if isinstance(entry, Start) and entry.session is not None and _quiet(entry, entry.session):
            return at, entry, entry.session
    raise NoQuietMomentError("expected a snapshot with nothing open, found none")


def _quiet(start: Start, session: Session) -> bool:
    """Whether a script can lead to this moment."""
    game = session.game
    if session.open or session.starting or session.sight.distrusted or start.senses.pad.down:
        return False
    if game is None:
        return True
    waits = (game.proposal, game.hand, game.selected, game.looking)
    if game.setup.lesson:
        return False  # scripts begin games; a lesson is begun at the table
    outcome = game.state.outcome
    resigned = outcome is not None and outcome.termination is Termination.RESIGNED
    lies_right = session.picture.right and not game.swept and not game.restoring
    still = all(each is None for each in waits) and not start.senses.contacts.moving
    return lies_right and still and not resigned and game.state.phase is not Phase.DEAL


def _shuffles(entries: Sequence[Entry]) -> Iterator[Shuffled]:
    for entry in entries:
        if isinstance(entry, Outside) and isinstance(entry.what, Shuffled):
            yield entry.what


def _orders(entries: Sequence[Entry]) -> Iterator[tuple[Island, ...]]:
    for shuffled in _shuffles(entries):
        yield shuffled.order


def _seed(firsts: Sequence[Player]) -> int:
    """A seed of scripts with which chance says who begins as it did."""
    for number in count(1):
        chance = Random(f"{number} shuffles")
        if all(chance.choice(tuple(Player)) is first for first in firsts):
            return number
    raise AssertionError("some seed fits: they are all different")


def _sees_colours(entry: Entry) -> bool:
    return isinstance(entry, Samples) and entry.owners != NO_OWNERS


def _moves(game: Game, kit: str) -> Iterator[str]:
    """The moves of a game so far, as hands make them."""
    first = game.state.first
    state, drawing = new_game(game.setup.rules, first), False
    yield _game(game.setup.rules, first, kit)
    for played in game.played:
        move, before = played.move, state
        state, events = apply(state, move)
        yield from _hands(before, move, drawing=drawing)
        yield from _lifts(events)
        drawing = isinstance(move, Discard)


def _game(rules: RuleSet, first: Player | None, kit: str) -> str:
    begins = f" first={first.name.lower()}" if first is not None else ""
    return f"game ruleset={format_rules(rules)}{begins}{kit}"


def _hands(  # noqa: C901 - one case for each kind of move
    state: GameState, move: Move, *, drawing: bool
) -> Iterator[str]:
    if not isinstance(move, Deal | PlaceBridge | RemoveBridge) and not drawing:
        yield "press draw"
    match move:
        case PlaceBridge(line, card):
            yield from (f"place {line_name(line)}", f"wait {STEP_MS}")
            if card is not None and _asks(state, move):
                yield f"choose card {card.name}"
        case RemoveBridge(line, (one, other)):
            yield from (f"lift {line_name(line)}", f"wait {STEP_MS}")
            yield f"choose pair {one.name} {other.name}"
        case Discard(card):
            yield f"choose discard {card.name}"
        case TakeCard(card):
            yield f"choose take {card.name}"
        case DrawCard():
            yield "choose deck"
        case Decline():
            yield "choose decline"
        case EndTurn():
            yield "choose end"
        case Deal():
            pass
        case _:
            assert_never(move)


def _asks(state: GameState, move: PlaceBridge) -> bool:
    """Whether the table asks which card pays."""
    same = [m for m in legal_moves(state) if isinstance(m, PlaceBridge) and m.line == move.line]
    return len(same) > 1


def _lifts(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        if isinstance(event, BridgesSwept):
            for line in lines_in(event.lines):
                yield from (f"lift {line_name(line)}", f"wait {STEP_MS}")


class _Body:
    """What hands and fingers did while the trace was taken."""

    def __init__(
        self,
        session: Session,
        entries: Sequence[Entry],
        end_ms: int,
        *,
        fresh: bool,
        kit: str,
    ) -> None:
        self._entries, self._end_ms, self._kit, game = entries, end_ms, kit, session.game
        self._owners = Owners(*game.state.bridges) if game is not None else NO_OWNERS
        self._lying = game.expected if game is not None else NO_LINES
        self._pressed = Buttons(0)
        start_ms = next((each.first_ms for each in entries if isinstance(each, Samples)), 0)
        # a script begins when the table has looked at the board
        self._now_ms = start_ms + (BOOT_MS if fresh and game is None else 0)
        self._blind_until_ms = 0

    def lines(self) -> Iterator[str]:
        for at, entry in enumerate(self._entries):
            match entry:
                case Samples():
                    yield from self._samples(at, entry)
                case Outside(what=GameChosen(at_ms=at_ms, setup=setup)):
                    yield from self._wait(at_ms)
                    following = next(_shuffles(self._entries[at:]), None)
                    chance = following.first if following is not None else None
                    first = chance if setup.first is None else setup.first
                    yield _game(setup.rules, first, self._kit)
                case Outside(what=SavingFailed(at_ms=at_ms, failed=failed)):
                    yield from self._wait(at_ms - 1)
                    yield "fault disk" if failed else "repair disk"
        yield from self._wait(self._end_ms + STEP_MS)

    def _samples(self, at: int, samples: Samples) -> Iterator[str]:
        """What changed since the samples before, a moment before it was seen."""
        seen_ms = samples.first_ms
        changed = (samples.closed ^ self._lying) & ~samples.unknown
        exchanged = [n for n in lines_in(samples.closed) if self._is_exchanged(n, samples)]
        touched = samples.pressed ^ self._pressed
        blind = samples.unknown == ALL_LINES and seen_ms >= self._blind_until_ms
        if changed or exchanged or touched or blind:
            yield from self._wait(seen_ms - 1)
        if blind:
            self._blind_until_ms = self._sees_again_ms(at)
            yield f"fault sensors {self._blind_until_ms - self._now_ms} error"
        for line in lines_in(Lines(changed | line_set(*exchanged))):
            owner = samples.owners.of(line)
            if self._lying >> line & 1:
                yield f"lift {line_name(line)}"
            if samples.closed >> line & 1:
                colour = f" {owner.name.lower()}" if owner is not None else ""
                yield f"place {line_name(line)}{colour}"
        self._lying = Lines(self._lying ^ changed)
        self._owners = samples.owners
        for button in Button:
            if touched >> button & 1:
                down = samples.pressed >> button & 1
                yield f"{'down' if down else 'up'} {button.name.lower()}"
        self._pressed = samples.pressed

    def _is_exchanged(self, line: Line, samples: Samples) -> bool:
        """Whether the other colour lies where one lay in the samples before."""
        before, now = self._owners.of(line), samples.owners.of(line)
        return bool(self._lying >> line & 1) and None not in (before, now) and before is not now

    def _sees_again_ms(self, at: int) -> int:
        for entry in self._entries[at:]:
            if isinstance(entry, Samples) and entry.unknown != ALL_LINES:
                return entry.first_ms
        return self._end_ms

    def _wait(self, until_ms: int) -> Iterator[str]:
        if until_ms > self._now_ms:
            yield f"wait {until_ms - self._now_ms}"
            self._now_ms = until_ms
