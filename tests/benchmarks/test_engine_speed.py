"""How many whole random games the engine plays in a second of processor time.

`python -m pytest tests/benchmarks/test_engine_speed.py`; the reported figure is the time of
`GAMES` games, in processor time, so that a busy machine changes little.
"""

import time
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from kahuna_table.engine.moves import Deal
from kahuna_table.engine.rules import apply, cards_to_deal, legal_moves, new_game
from kahuna_table.engine.ruleset import RULE_SETS, RuleSet
from kahuna_table.engine.state import Phase, cards_in

GAMES = 200


def play_games(rules: RuleSet, games: int, seed: int) -> int:
    """Play uniformly random games through the public API; the number of moves made."""
    rng, moves = Random(seed), 0
    for _ in range(games):
        state = new_game(rules)
        while state.phase is not Phase.OVER:
            if state.phase is Phase.DEAL:
                order = list(cards_in(cards_to_deal(state)))
                rng.shuffle(order)
                state, _ = apply(state, Deal(tuple(order)))
            else:
                state, _ = apply(state, rng.choice(legal_moves(state)))
            moves += 1
    return moves


@pytest.mark.benchmark(timer=time.process_time, min_rounds=5, warmup=True)
@pytest.mark.parametrize("name", RULE_SETS)
def test_whole_random_games(benchmark: BenchmarkFixture, name: str) -> None:
    moves = benchmark(play_games, RULE_SETS[name], GAMES, 1)
    assert moves > 50 * GAMES
    assert benchmark.stats is not None
    benchmark.extra_info["games_per_second"] = round(GAMES / benchmark.stats.stats.min)
