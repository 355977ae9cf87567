"""Whole random games under every rule set and every single option, checked at every state."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.engine.board import BRIDGES_EACH, HAND_LIMIT, ISLANDS, LINES, Line
from kahuna_table.engine.events import (
    BridgesSwept,
    CardDrawn,
    CardTaken,
    ControlGained,
    Event,
    Scored,
)
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
from kahuna_table.engine.notation import OPTIONS, format_rules
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import IllegalMove, apply, legal_moves, why_illegal
from kahuna_table.engine.ruleset import RULE_SETS, RoundEnd, RuleSet
from kahuna_table.engine.state import PACK, GameState, Phase, card_count, card_set
from tests.engine.games import random_game, random_state

MIN_BRIDGES = (0, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 18)
"""For each number of islands the bridges it takes at least to control them."""

SINGLE_OPTIONS = [
    replace(RuleSet(), **{key: value})
    for key, values in OPTIONS.items()
    for value in list(values.values())[1:]
    if key not in ("starter", "take_back", "memory_aid")
]
EVERY_RULE_SET = list(dict.fromkeys([*RULE_SETS.values(), *SINGLE_OPTIONS]))

GAMES = [pytest.param(10, id="some"), pytest.param(200, id="many", marks=pytest.mark.soak)]

UNIVERSE: list[Move] = [
    *(PlaceBridge(Line(n), card) for n in range(len(LINES)) for card in (*ISLANDS, None)),
    *(RemoveBridge(Line(n), (a, b)) for n in range(len(LINES)) for a in ISLANDS
      for b in ISLANDS if a <= b),
    *map(Discard, ISLANDS),
    *map(TakeCard, ISLANDS),
    DrawCard(),
    Decline(),
    EndTurn(),
]  # fmt: skip
"""Every move but the deals."""


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("rules", EVERY_RULE_SET, ids=format_rules)
def test_the_laws_hold_in_every_state_of_random_games(rules: RuleSet, games: int) -> None:
    for seed in range(games):
        turns, draws = 0, 0
        state = None
        for before, move, state, events in random_game(rules, seed):
            check_state(state)
            check_step(before, move, state, events)
            turns += isinstance(move, TakeCard | DrawCard | Decline | EndTurn)
            if before.round == 1:
                draws += sum(isinstance(event, CardTaken | CardDrawn) for event in events)
        assert state is not None
        assert state.phase is Phase.OVER
        assert draws == 18
        assert rules.round_end is RoundEnd.TWO_PASSES or turns <= 130


def check_state(state: GameState) -> None:
    black, white = state.bridges
    assert not black & white, "no line carries two bridges"
    assert max(black.bit_count(), white.bit_count()) <= BRIDGES_EACH
    assert max(map(card_count, state.hands)) <= HAND_LIMIT
    assert len(state.face_up) <= 3
    piles = (*state.hands, *state.hidden, state.discards, card_set(*state.face_up, *state.deck))
    assert sum(piles) == PACK, "cards are conserved"
    for player in Player:
        islands = sum(state.controller(island) is player for island in ISLANDS)
        assert state.bridges[player].bit_count() >= MIN_BRIDGES[islands]
    assert bool(legal_moves(state)) == (state.phase not in (Phase.DEAL, Phase.OVER))


def check_step(before: GameState, move: Move, after: GameState, events: tuple[Event, ...]) -> None:
    mover, opponent = before.to_move, before.to_move.opponent
    assert before.bridges[mover] & ~after.bridges[mover] == 0, "nobody loses an own bridge"
    assert after.bridges[opponent] & ~before.bridges[opponent] == 0
    gained = [event for event in events if isinstance(event, ControlGained)]
    assert len(gained) <= 2
    assert all(event.player is mover for event in gained), "a sweep gives nobody control (R6)"
    for event in events:
        if isinstance(event, BridgesSwept):
            assert 1 <= event.lines.bit_count() <= 4
        if isinstance(event, Scored):
            assert event.points[0] == 0 or event.points[1] == 0
    if isinstance(move, Deal) and before.round > 1:
        most = 24 if before.rules.round_end is RoundEnd.TWO_PASSES else 23
        assert 14 <= len(move.order) <= most


STATES = st.builds(
    random_state, st.sampled_from(EVERY_RULE_SET), st.integers(0, 10_000), st.integers(0, 160)
)


@given(STATES)
def test_exactly_the_legal_moves_are_not_illegal(state: GameState) -> None:
    legal = legal_moves(state)
    assert len(set(legal)) == len(legal)
    assert {move for move in UNIVERSE if why_illegal(state, move) is None} == set(legal)


@given(STATES, st.sampled_from(UNIVERSE))
def test_an_illegal_move_raises_and_a_legal_one_does_not(state: GameState, move: Move) -> None:
    kept = tuple(state)
    if move in legal_moves(state):
        assert apply(state, move)[0] != state
    else:
        with pytest.raises(IllegalMove):
            apply(state, move)
    assert tuple(state) == kept


@given(STATES)
def test_the_order_of_two_own_plays_changes_nothing_but_legality(state: GameState) -> None:
    plays = [move for move in legal_moves(state) if isinstance(move, PlaceBridge | RemoveBridge)]
    for one, other in pairwise(plays):
        results = {played(state, one, other), played(state, other, one)} - {None}
        assert len(results) <= 1


def played(state: GameState, *moves: Move) -> GameState | None:
    """Where the moves lead, None where they cannot all be made or the game is over."""
    for move in moves:
        if why_illegal(state, move) is not None:
            return None
        state, _ = apply(state, move)
    return None if state.phase is Phase.OVER else state
