"""Perft: the number of move sequences from a fixed deal, to find any slip of the move generator.

The counts of tk2015 come from two engines written independently, the others from one.
"""

import pytest

from kahuna_table.engine.notation import format_move, parse_move
from kahuna_table.engine.rules import apply, legal_moves, new_game
from kahuna_table.engine.ruleset import RULE_SETS
from kahuna_table.engine.state import GameState
from tests.engine.games import DECK_C

COUNTS = {
    "kosmos1998": (22, 321, 4_527, 65_104),
    "tk2015": (19, 285, 3_780, 51_705),
    "jijbent": (22, 377, 5_529, 83_020),
    "page_fr": (21, 280, 3_542, 46_340),
    "long_term": (22, 321, 4_527, 65_104),
}


def perft(state: GameState, depth: int) -> int:
    moves = legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(apply(state, move)[0], depth - 1) for move in moves)


def split(state: GameState, depth: int) -> str:
    """The count behind each first move, to compare with another engine."""
    if depth == 1:
        return "\n".join(format_move(move) for move in legal_moves(state))
    return "\n".join(
        f"{format_move(move)}: {perft(apply(state, move)[0], depth - 1)}"
        for move in legal_moves(state)
    )


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_move_sequences_from_deck_c_are_as_many_as_published(name: str) -> None:
    state, _ = apply(new_game(RULE_SETS[name]), parse_move(DECK_C))
    for depth, count in enumerate(COUNTS[name], 1):
        found = perft(state, depth)
        assert found == count, f"depth {depth}\n{split(state, depth)}"


def test_there_is_a_count_for_every_rule_set() -> None:
    assert list(COUNTS) == list(RULE_SETS)
