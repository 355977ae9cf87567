"""What a move caused, in the order in which it happened. Past tense; public unless it says so."""

from dataclasses import dataclass
from enum import Enum

from kahuna_table.engine.board import Island, Line, Lines
from kahuna_table.engine.player import Player


class Termination(Enum):
    """How a game ended."""

    SCORED = "scored"  # the last scoring (rules R19 to R21)
    NO_BRIDGES = "no_bridges"  # rule R22
    DOMINATED = "dominated"  # rule R22, `early_end=dominated`
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended and who won it; `winner` is None for a draw."""

    termination: Termination
    winner: Player | None

    @property
    def is_early(self) -> bool:
        """Whether want of bridges ended the game before its last scoring (rule R22)."""
        return self.termination in (Termination.NO_BRIDGES, Termination.DOMINATED)


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A round began with these cards face up."""

    round: int
    face_up: tuple[Island, ...]


@dataclass(frozen=True, slots=True)
class BridgePlaced:
    player: Player
    line: Line
    card: Island | None


@dataclass(frozen=True, slots=True)
class BridgeRemoved:
    """`player` removed the opponent's bridge on `line` with two cards."""

    player: Player
    line: Line
    cards: tuple[Island, Island]


@dataclass(frozen=True, slots=True)
class ControlGained:
    player: Player
    island: Island


@dataclass(frozen=True, slots=True)
class BridgesSwept:
    """The bridges of `owner` on these lines go back to him (rule R4)."""

    owner: Player
    lines: Lines


@dataclass(frozen=True, slots=True)
class ControlLost:
    player: Player
    island: Island


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card went face down. The card is known to `player` alone."""

    player: Player
    card: Island


@dataclass(frozen=True, slots=True)
class CardTaken:
    """`player` took a face-up card; `replacement` lies there now, None when the deck is empty."""

    player: Player
    card: Island
    replacement: Island | None


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """`player` drew from the deck unseen. The card is known to `player` alone."""

    player: Player
    card: Island


@dataclass(frozen=True, slots=True)
class Declined:
    player: Player


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """`player` ended his turn with `EndTurn`."""

    player: Player


@dataclass(frozen=True, slots=True)
class Scored:
    """A scoring: islands controlled by black and by white, and the points for it (R18, R20)."""

    round: int
    islands: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameOver:
    outcome: Outcome


Event = (
    CardsDealt
    | BridgePlaced
    | BridgeRemoved
    | ControlGained
    | BridgesSwept
    | ControlLost
    | CardDiscarded
    | CardTaken
    | CardDrawn
    | Declined
    | TurnEnded
    | Scored
    | GameOver
)
