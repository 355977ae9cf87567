"""A recorded game, and playing it again by the rules."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from kahuna_table.engine.events import Event, Outcome, Termination
from kahuna_table.engine.moves import Deal, Decline, DrawCard, EndTurn, Move, TakeCard
from kahuna_table.engine.names import NAME_EXPECTED, is_name
from kahuna_table.engine.notation import (
    RecordedMove,
    format_move,
    format_outcome,
    format_player,
)
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import Illegality, IllegalMove, apply, new_game, resign
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.state import GameState, Phase
from kahuna_table.engine.unseen import complete, is_public, public_moves
from kahuna_table.errors import KahunaError

DEAL_HEADING: Final = "deal"
UNFINISHED: Final = "unfinished"


class Stated(NamedTuple):
    """Something that a text says about a game and that must be true, and where it says so."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Source:
    """What a parsed text says beyond the moves: `replay` checks it."""

    headings: tuple[Stated, ...]  # for each move what stands before it: see `heading`
    places: tuple[Stated, ...]  # for each move its own text
    result: Stated  # see `result_text`


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game from its first deal on, finished or not. Whether its moves are legal says `replay`.

    `names` are black's and white's (`names.is_name`); `date` is `YYYY-MM-DD`. `resigned` is the
    player who gave up after the last move.
    """

    rules: RuleSet
    date: str | None
    names: tuple[str, str]
    first: Player
    moves: tuple[RecordedMove, ...]
    resigned: Player | None = None
    source: Source | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name in self.names:
            if not is_name(name):
                raise ValueError(f"player: expected {NAME_EXPECTED}, got {name!r}")
        if self.date is not None and not is_date(self.date):
            raise ValueError(f"date of a game: expected YYYY-MM-DD, got {self.date!r}")

    @property
    def is_public(self) -> bool:
        """Whether cards are left out that only their owner saw."""
        return is_public(self.moves)


class Step(NamedTuple):
    """A move of a record and what it led to; the last step may be a resignation without a move.

    `turn` counts from 1; it is None for a deal and a handicap bridge. Where the record is public,
    unknown cards in `state` and `events` are a guess and must not be shown.
    """

    move: RecordedMove | None
    heading: str
    turn: int | None
    state: GameState
    events: tuple[Event, ...]


class ReplayError(KahunaError):
    """A record that is not true to the rules. `line` and `column` are None without a source.

    `reason` is None where a statement about the game is wrong, and not a move.
    """

    def __init__(
        self,
        text: str,
        place: Stated | None,
        move: RecordedMove | None = None,
        reason: Illegality | None = None,
    ) -> None:
        where = f" at line {place.line}, column {place.column}" if place else ""
        super().__init__(text + where)
        self.text = text
        self.line = place.line if place else None
        self.column = place.column if place else None
        self.move = move
        self.reason = reason
        self.rule = reason.rule if reason else None


def is_date(text: str) -> bool:
    """Whether this is a day of the calendar as `YYYY-MM-DD`, in a year from 1 to 9999."""
    year, month, day = text[:4], text[5:7], text[8:]
    digits = year + month + day
    if len(text) != 10 or text[4] + text[7] != "--" or not (digits.isascii() and digits.isdigit()):
        return False
    leap = int(year) % 4 == 0 and (int(year) % 100 != 0 or int(year) % 400 == 0)
    days = (31, 28 + leap, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return year != "0000" and 1 <= int(month) <= 12 and 1 <= int(day) <= days[int(month) - 1]


def heading(state: GameState, turn: int) -> str:
    """What stands before a move made in this state: `deal`, `handicap white` or `7 black`."""
    if state.phase is Phase.DEAL:
        return DEAL_HEADING
    number = "handicap" if state.phase is Phase.HANDICAP else str(turn)
    return f"{number} {format_player(state.to_move)}"


def result_text(state: GameState) -> str:
    """`white third-scoring 3-5` (black's points first), `white won, black resigned 0-1`, or
    `unfinished`.
    """
    if state.outcome is None:
        return UNFINISHED
    return f"{ending_text(state.outcome)} {state.points[0]}-{state.points[1]}"


def ending_text(outcome: Outcome) -> str:
    """Who won and how, without the points."""
    if outcome.termination is Termination.RESIGNED and outcome.winner is not None:
        winner, loser = format_player(outcome.winner), format_player(outcome.winner.opponent)
        return f"{winner} won, {loser} resigned"
    return format_outcome(outcome)


def replay(record: GameRecord) -> Iterator[Step]:
    """Every move of the record with the state after it.

    Raises: `ReplayError` at the first move that is not legal or statement that is not true, after
    the steps before it. Unknown cards of a public record are filled in by `unseen.complete`.
    """
    completion = complete(record.moves, record.first) if record.is_public else None
    moves = record.moves if completion is None else completion.moves
    state, turn = new_game(record.rules, record.first), 1
    for index, move in enumerate(moves):
        before = heading(state, turn)
        _check_heading(record, index, state, before)
        after, events = _applied(record, index, state, move)
        in_turn = state.phase in (Phase.PLAY, Phase.LAST_TURNS)
        yield Step(record.moves[index], before, turn if in_turn else None, after, events)
        turn += isinstance(move, TakeCard | DrawCard | Decline | EndTurn)
        state = after
    if len(moves) < len(record.moves) or (completion and not completion.is_complete):
        raise _unexplained(record, len(moves) - 1)
    yield from _ending(record, state, turn)


def public_record(record: GameRecord, *, final: bool = True) -> GameRecord:
    """The record as the public may see it: while the game goes on without the cards that nobody
    but their owner saw, afterwards the record itself. One that is over and can be reopened, since
    its end is not `final`, goes on.

    Raises: `ReplayError` like `replay`.
    """
    steps = list(replay(record))
    over = bool(steps) and steps[-1].state.phase is Phase.OVER
    if record.is_public or (over and final):
        return record
    moves = tuple(move for move in record.moves if isinstance(move, Move))
    return GameRecord(
        record.rules, record.date, record.names, record.first, public_moves(moves, record.first)
    )


def _ending(record: GameRecord, state: GameState, turn: int) -> Iterator[Step]:
    """The resignation, and whether the stated result is true."""
    place = record.source.result if record.source else None
    if record.resigned is not None:
        if state.phase is Phase.OVER:
            raise ReplayError("expected no resignation: the game is over", place)
        before = heading(state, turn)
        state, events = resign(state, record.resigned)
        yield Step(None, before, None, state, events)
    if place is not None and place.text != result_text(state):
        raise ReplayError(f"expected result {result_text(state)!r}, found {place.text!r}", place)


def _applied(
    record: GameRecord, index: int, state: GameState, move: RecordedMove
) -> tuple[GameState, tuple[Event, ...]]:
    assert isinstance(move, Move)  # `complete` has filled in what is unknown
    try:
        return apply(state, move)
    except IllegalMove as error:
        reason = error.reason
        recorded = record.moves[index]
        text = f"illegal move {_short(recorded)}: {reason.value.replace('_', ' ')}"
        place = record.source.places[index] if record.source else None
        raise ReplayError(f"{text} (rule {reason.rule})", place, recorded, reason) from error


def _check_heading(record: GameRecord, index: int, state: GameState, true: str) -> None:
    if record.source is None or state.phase is Phase.OVER:
        return
    stated = record.source.headings[index]
    if stated.text != true:
        raise ReplayError(f"expected {true!r}, found {stated.text!r}", stated, record.moves[index])


def _unexplained(record: GameRecord, index: int) -> ReplayError:
    text = f"no unknown cards found that make {_short(record.moves[index])} possible"
    place = record.source.places[index] if record.source else None
    return ReplayError(text, place, record.moves[index])


def _short(move: RecordedMove) -> str:
    return repr("deal" if isinstance(move, Deal) else format_move(move))
