"""What cards can do on the board: every play of a hand as a shared move object in a table.

The tables are computed from `pays_for` and `can_remove`, the only statements of rules R1 and R7
about which cards fit which line. What the state allows is in `rules`.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from kahuna_table.engine.board import ISLANDS, LINES, LINES_AT, Island, Line, Lines, lines_in
from kahuna_table.engine.moves import Discard, PlaceBridge, RemoveBridge, TakeCard
from kahuna_table.engine.state import Cards, card_count, card_set, cards_in

CardPair = tuple[Island, Island]


def pays_for(card: Island, line: Line) -> bool:
    """Whether the card may pay for a bridge on the line (rule R1)."""
    return card in LINES[line]


def can_remove(cards: CardPair, line: Line) -> bool:
    """Whether the two cards may remove a bridge from the line (rule R7)."""
    return pays_for(cards[0], line) and pays_for(cards[1], line)


def holds(hand: Cards, cards: Cards) -> bool:
    """Whether the hand contains all these cards."""
    return all(hand >> 2 * island & 3 >= cards >> 2 * island & 3 for island in set(cards_in(cards)))


class Placements(NamedTuple):
    """What one card can build: for each set of open lines within `lines` the moves."""

    lines: Lines
    on: Mapping[int, tuple[PlaceBridge, ...]]


class Removals(NamedTuple):
    """What one pair of cards can remove: for each set of enemy bridges within `lines` the moves."""

    lines: Lines
    of: Mapping[int, tuple[RemoveBridge, ...]]


class Hand(NamedTuple):
    """All that the cards of one hand could do, in alphabetical order."""

    size: int
    placements: tuple[Placements, ...]
    removals: tuple[Removals, ...]
    removable: Lines
    discards: tuple[Discard, ...]


def _subsets(lines: Lines) -> Iterator[Lines]:
    subset = lines
    while subset:
        yield subset
        subset = Lines(subset - 1 & lines)
    yield subset


def _placements(card: Island) -> Placements:
    moves = {line: PlaceBridge(line, card) for line in lines_in(LINES_AT[card])}
    table: dict[int, tuple[PlaceBridge, ...]] = {
        open_lines: tuple(moves[line] for line in lines_in(open_lines))
        for open_lines in _subsets(LINES_AT[card])
    }
    return Placements(LINES_AT[card], table)


def _removals(cards: CardPair) -> Removals:
    lines = Lines(sum(1 << n for n in range(len(LINES)) if can_remove(cards, Line(n))))
    moves = {line: RemoveBridge(line, cards) for line in lines_in(lines)}
    table: dict[int, tuple[RemoveBridge, ...]] = {
        bridges: tuple(moves[line] for line in lines_in(bridges)) for bridges in _subsets(lines)
    }
    return Removals(lines, table)


_PLACEMENTS: Final = {card: _placements(card) for card in ISLANDS}
_REMOVALS: Final = {cards: _removals(cards) for cards in combinations_with_replacement(ISLANDS, 2)}
_DISCARDS: Final = {card: Discard(card) for card in ISLANDS}
_TAKES: Final = {card: TakeCard(card) for card in ISLANDS}

FREE_PLACEMENTS: Final = tuple(PlaceBridge(Line(n), None) for n in range(len(LINES)))
"""For each line the bridge that no card pays for (rules R8 and R26)."""


@cache
def hand_choices(cards: Cards) -> Hand:
    """What a hand could do on its own. There are 5,096 hands of at most five cards."""
    distinct = sorted(set(cards_in(cards)))
    pairs = [
        pair
        for pair in combinations_with_replacement(distinct, 2)
        if holds(cards, card_set(*pair)) and _REMOVALS[pair].lines
    ]
    removals = tuple(_REMOVALS[pair] for pair in pairs)
    removable = 0
    for removal in removals:
        removable |= removal.lines
    return Hand(
        card_count(cards),
        tuple(_PLACEMENTS[card] for card in distinct),
        removals,
        Lines(removable),
        tuple(_DISCARDS[card] for card in distinct),
    )


@cache
def take_choices(face_up: tuple[Island, ...]) -> tuple[TakeCard, ...]:
    """The face-up cards to take in the order of their places, equal cards once."""
    return tuple(_TAKES[card] for card in dict.fromkeys(face_up))
