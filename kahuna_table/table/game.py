"""What exists only while a game does: its course, and what lies or is asked on its board.

What can be derived is derived. What also takes the contacts is derived in `state`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from kahuna_table.engine.board import NO_LINES, Island, Line, Lines, line_set
from kahuna_table.engine.moves import Deal, DrawCard, Move, PlaceBridge, TakeCard
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import DiscardRule
from kahuna_table.engine.state import GameState, Phase
from kahuna_table.table.inputs import Setup
from kahuna_table.table.questions import Open
from kahuna_table.table.referee import Laid
from kahuna_table.table.screen import Message
from kahuna_table.table.sight import NO_STICKS

NEVER_MS: Final = -(10**9)
"""A time before every other."""


class Played(NamedTuple):
    """A move of the game; `turn` counts from 1, the handicap bridges are turn 0."""

    turn: int
    player: Player
    move: Move


@dataclass(frozen=True, slots=True)
class Step:
    """What stood before an action that can be taken back (rule R28)."""

    state: GameState
    turn: int
    move: Move
    laid_ms: int
    """When the bridge of a placing touched its slot."""


@dataclass(frozen=True, slots=True)
class Extra:
    """A bridge the game does not know. `reason` says why it was refused; None: not judged yet."""

    line: Line
    at_ms: int
    """When its contact closed."""
    settled_ms: int
    """When that was certain; bridges of one scan share it."""
    reason: Message | None = None


@dataclass(frozen=True, slots=True)
class Lifted:
    """A refused or swept bridge that was taken out; `reason` None means swept.

    `owner` is whose it was, where that was seen.
    """

    line: Line
    at_ms: int
    reason: Message | None
    owner: Player | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """An enemy bridge was lifted: a two-card removal is proposed (referee's rule 4).

    `cursor` indexes the pairs of cards that fit; None while they are not named (secrets).
    """

    line: Line
    cursor: int | None = None
    dismissed: bool = False


@dataclass(frozen=True, slots=True)
class HandOpen:
    """A hand that somebody looks at."""

    player: Player
    cursor: int
    at_ms: int
    shown: bool = True
    """False until the waiting player agrees that his hand is shown."""
    held: bool = True
    """False where `ok` opened it to look at the card just drawn: the next input closes it."""


@dataclass(frozen=True, slots=True)
class PendingExtra:
    """A bridge that the game does not know, as a restart finds it again."""

    line: Line
    reason: Message | None


@dataclass(frozen=True, slots=True)
class Pending:
    """What a restart must find again beside the moves (referee's rule 16)."""

    steps_forgotten: int = 0
    """How many steps of the last turn can no longer be taken back."""
    sweep: Lines = NO_LINES
    swept: Lines = NO_LINES
    restoring: bool = False
    missing: Lines = NO_LINES
    extras: tuple[PendingExtra, ...] = ()
    strangers: tuple[Lines, Lines] = NO_STICKS
    """Black's and white's bridges that lie where the game has none of theirs."""
    distrusted: Lines = NO_LINES
    was_right: Lines = NO_LINES
    following: Lines = NO_LINES
    flapping: Lines = NO_LINES
    reminded: Lines = NO_LINES
    suspected: Lines = NO_LINES
    open: Open | None = None
    """Without times: they mean nothing after a restart."""
    proposal: Proposal | None = None
    selected: Island | None = None
    language: str = ""
    """As chosen in the menu."""


@dataclass(frozen=True, slots=True)
class Looking:
    """After a restart, until the first whole look at the board."""

    kept: Pending
    since_ms: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game at the table, from its deal until it is put away."""

    setup: Setup
    state: GameState
    turn: int
    played: tuple[Played, ...] = ()
    steps: tuple[Step, ...] = ()
    """What can be taken back, oldest first."""
    # the board
    sweep: Lines = NO_LINES
    """The list of swept bridges: one that was lifted and lies again is back on it (rule 1)."""
    swept: Lines = NO_LINES
    """R: the swept bridges that still lie, as far as the table knows."""
    extras: tuple[Extra, ...] = ()
    lifted: tuple[Lifted, ...] = ()
    restoring: bool = False
    """The game changed first and the board follows: nothing is read as a move (rule 11)."""
    reminded: Lines = NO_LINES
    """Swept lines that were asked for once more."""
    suspected: Lines = NO_LINES
    """Lines asked for so long that their sensors may be stuck."""
    looking: Looking | None = None
    over_ms: int = 0
    """When the game was over."""
    # the players
    proposal: Proposal | None = None
    selected: Island | None = None
    hand: HandOpen | None = None

    @property
    def over(self) -> bool:
        return self.state.phase is Phase.OVER

    @property
    def expected(self) -> Lines:
        """X: the lines with a bridge in the engine, those of blind lines included."""
        black, white = self.state.bridges
        return Lines(black | white)

    @property
    def enemy(self) -> Lines:
        """The opponent's bridges, seen from the player to move."""
        return self.state.bridges[self.state.to_move.opponent]

    @property
    def fresh(self) -> Lines:
        """The lines of the extras that were not judged yet."""
        return line_set(*(extra.line for extra in self.extras if extra.reason is None))

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The bridges that may still slide: the last two laid in this turn, the newest first.

        The last handicap bridge is of this turn too: nobody has acted since.
        """
        turns = (0, self.turn)
        return tuple(
            Laid(step.move.line, step.laid_ms)
            for step in reversed(self.steps)
            if step.turn in turns and isinstance(step.move, PlaceBridge)
        )[:2]

    @property
    def may_act(self) -> bool:
        """True while the player to move may still lay and remove bridges, whatever his cards."""
        state = self.state
        if state.phase is Phase.LAST_TURNS:
            return True
        free = not state.discarded or state.rules.discard is DiscardRule.ANY_TIME
        return state.phase is Phase.PLAY and free

    @property
    def steps_kept(self) -> int:
        """How many steps playing the moves again would leave to take back: those of the last turn,
        since its last draw."""
        count, turn = 0, 0
        for played in self.played:
            if isinstance(played.move, TakeCard | DrawCard | Deal):
                count = 0
            else:
                count, turn = (count + 1 if played.turn == turn else 1), played.turn
        return count


def with_swept(game: Game, swept: Lines, blind: Lines) -> Game:
    """The game where these swept bridges still lie. Nothing of a sweep outlives the last that can
    be seen: what is laid there afterwards is a bridge like any other."""
    return replace(game, swept=swept, sweep=game.sweep if swept & ~blind else swept)


def with_reasons(game: Game, reasons: Mapping[Line, Message]) -> Game:
    """The game where the extras on these lines are refused."""
    extras = (replace(each, reason=reasons.get(each.line, each.reason)) for each in game.extras)
    return replace(game, extras=tuple(extras))


def without_extra(game: Game, line: Line) -> Game:
    return replace(game, extras=tuple(extra for extra in game.extras if extra.line != line))


def without_proposal(game: Game, lines: Lines) -> Game:
    """The game without the removal proposed on one of these lines."""
    proposal = game.proposal
    if proposal is None or not lines >> proposal.line & 1:
        return game
    return replace(game, proposal=None)
