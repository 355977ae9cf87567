"""What the table wants done. The daemon carries effects out in their order, the journal first."""

from dataclasses import dataclass

from kahuna_table.engine.board import Island
from kahuna_table.engine.events import Event
from kahuna_table.engine.moves import Move
from kahuna_table.engine.player import Player
from kahuna_table.table.inputs import Setup


@dataclass(frozen=True, slots=True)
class ShuffleCards:
    """Answer with `Shuffled`: these cards in random order, and who begins if `choose_first`."""

    cards: tuple[Island, ...]
    choose_first: bool


@dataclass(frozen=True, slots=True)
class GameStarted:
    setup: Setup
    first: Player


@dataclass(frozen=True, slots=True)
class MoveMade:
    """`turn` counts from 1; the handicap bridges are turn 0."""

    turn: int
    player: Player
    move: Move
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class MovesTakenBack:
    """The last `count` moves never happened (rule R28)."""

    count: int


@dataclass(frozen=True, slots=True)
class GaveUp:
    player: Player


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over and its outcome stands in the state."""

    final: bool
    """False while the action that ended it can still be taken back; `GameClosed` says when not."""


@dataclass(frozen=True, slots=True)
class GameClosed:
    """The game that ended early can no longer be taken back."""


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """An unfinished game was aborted."""


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """Somebody asked to switch the table off and said yes."""


Effect = (
    ShuffleCards
    | GameStarted
    | MoveMade
    | MovesTakenBack
    | GaveUp
    | GameEnded
    | GameClosed
    | GameAbandoned
    | SwitchOff
)
