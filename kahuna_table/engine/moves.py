"""What a player, or chance, can do. Moves are imperative; who moves is said by the state."""

from dataclasses import dataclass

from kahuna_table.engine.board import Island, Line


@dataclass(frozen=True, slots=True)
class PlaceBridge:
    """Lay a bridge on a free line, paid by a card of one of its islands (rule R1).

    `card` is None where no card is due: a handicap bridge (R26), and with `long_term` the line of
    an enemy bridge removed in this turn (R8).
    """

    line: Line
    card: Island | None


@dataclass(frozen=True, slots=True)
class RemoveBridge:
    """Remove an enemy bridge with two cards, each naming one of its islands (rule R7).

    `cards` are in alphabetical order.
    """

    line: Line
    cards: tuple[Island, Island]

    def __post_init__(self) -> None:
        if self.cards[0] > self.cards[1]:
            raise ValueError(f"cards of a removal: expected alphabetical order, got {self.cards!r}")


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay one card face down (rule R10)."""

    card: Island


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Draw this face-up card; ends the turn (rule R12)."""

    card: Island


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Draw the top of the deck unseen; ends the turn (rule R12)."""


@dataclass(frozen=True, slots=True)
class Decline:
    """End the turn without drawing though something could be drawn (rules R13 to R15)."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End a turn in which nothing can be drawn: the last two turns (R19), and with `two_passes`
    every turn while deck and display are empty (R16).
    """


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the order of the shuffled cards, top first.

    At the start all 24: three for the player who begins, three for the other, three face up, the
    rest is the deck. Later exactly the discards: three face up, the rest is the deck (rule R17).
    """

    order: tuple[Island, ...]


Move = PlaceBridge | RemoveBridge | Discard | TakeCard | DrawCard | Decline | EndTurn | Deal
