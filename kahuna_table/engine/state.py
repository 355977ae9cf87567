"""The state of a game: an immutable value that holds what happened, not what follows from it.

Who controls an island, what may be done and who leads is derived (`rules`, `scoring`).
"""

from enum import Enum
from typing import Final, NamedTuple, NewType

from kahuna_table.engine.board import CARDS_EACH, ISLANDS, LINES_AT, MAJORITY, Island, Line, Lines
from kahuna_table.engine.events import Outcome
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RuleSet

Cards = NewType("Cards", int)
"""A multiset of cards: two bits for each island, island `n` at bit `2 * n`, counts 0..2."""

NO_CARDS: Final = Cards(0)


class Phase(Enum):
    """What the game waits for."""

    DEAL = "deal"  # chance: a `Deal`
    HANDICAP = "handicap"  # the weaker player's bridges before the first turn (R26)
    PLAY = "play"  # the turn of `to_move`
    LAST_TURNS = "last_turns"  # the two turns after the last round's last card (R19)
    OVER = "over"


class GameState(NamedTuple):
    """One moment of a game. Pairs hold black's value, then white's."""

    rules: RuleSet
    first: Player  # who began the game (R27)
    phase: Phase
    to_move: Player  # who acts; in DEAL who will, in OVER who acted last
    bridges: tuple[Lines, Lines]
    hands: tuple[Cards, Cards]
    face_up: tuple[Island, ...]  # at most three, in the order of their places
    deck: tuple[Island, ...]  # top first
    discards: Cards  # played openly since the last shuffle
    hidden: tuple[Cards, Cards]  # laid face down by each since the last shuffle
    taken: tuple[Cards, Cards]  # taken openly by each and not seen again since (public)
    round: int  # 1..rules.rounds
    points: tuple[int, int]
    played: bool  # a card was played, or a free bridge laid, in this turn
    discarded: bool  # a card went face down in this turn
    free_lines: Lines  # lines that may be built on without a card in this turn (R8)
    declined: bool  # the opponent declined in the turn just before (R13)
    passes: int  # 0 or 1 turn that passed just before with deck and display empty (R16)
    turns_left: int  # in HANDICAP the bridges still to lay, in LAST_TURNS the turns left, else 0
    early_end_sleeps: bool  # both stood without bridges when round 2 began (R23)
    outcome: Outcome | None  # set when the phase is OVER

    def controller(self, island: Island) -> Player | None:
        """Who has bridges on more than half of the island's lines (rule R3)."""
        lines, majority = LINES_AT[island], MAJORITY[island]
        black, white = self.bridges
        if (black & lines).bit_count() >= majority:
            return Player.BLACK
        if (white & lines).bit_count() >= majority:
            return Player.WHITE
        return None

    def owner(self, line: Line) -> Player | None:
        """Whose bridge lies on the line."""
        return next((player for player in Player if self.bridges[player] >> line & 1), None)

    def hand(self, player: Player) -> tuple[Island, ...]:
        """The player's cards in alphabetical order."""
        return cards_in(self.hands[player])


def cards_in(cards: Cards) -> tuple[Island, ...]:
    """The members of a multiset of cards in alphabetical order."""
    return tuple(island for island in ISLANDS for _ in range(cards >> 2 * island & 3))


def card_count(cards: Cards) -> int:
    """The number of cards in a multiset."""
    return (cards & _ONES).bit_count() + 2 * (cards & ~_ONES).bit_count()


def card_set(*cards: Island) -> Cards:
    """The multiset of these cards. At most two (the pack's number) of an island."""
    return Cards(sum(1 << 2 * card for card in cards))


_ONES: Final = sum(1 << 2 * island for island in ISLANDS)

PACK: Final = Cards(CARDS_EACH * _ONES)
"""All 24 cards."""
