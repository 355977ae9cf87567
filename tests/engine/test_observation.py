"""What a player may know, and nothing else."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.engine.observation import determinise, observe
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RULE_SETS
from kahuna_table.engine.state import GameState, card_count, card_set, cards_in
from tests.engine.games import position, random_state

STATES = st.builds(
    random_state,
    st.sampled_from(tuple(RULE_SETS.values())),
    st.integers(0, 10_000),
    st.integers(1, 150),
)


def with_secrets_shuffled(state: GameState, player: Player, rng: Random) -> GameState:
    """The state with other cards wherever the player cannot see them, in the same numbers."""
    opponent = player.opponent
    cards = [*cards_in(state.hands[opponent]), *cards_in(state.hidden[opponent]), *state.deck]
    rng.shuffle(cards)
    in_hand = card_count(state.hands[opponent])
    face_down = in_hand + card_count(state.hidden[opponent])
    return determinise(
        observe(state, player),
        card_set(*cards[:in_hand]),
        card_set(*cards[in_hand:face_down]),
        tuple(cards[face_down:]),
    )


@given(STATES, st.sampled_from(tuple(Player)), st.integers(0, 10_000))
def test_states_that_differ_in_secrets_look_the_same(
    state: GameState, player: Player, seed: int
) -> None:
    other = with_secrets_shuffled(state, player, Random(seed))
    assert observe(other, player) == observe(state, player)


@given(STATES, st.sampled_from(tuple(Player)))
def test_an_observation_and_the_secrets_make_the_state(state: GameState, player: Player) -> None:
    opponent = player.opponent
    observation = observe(state, player)
    hand, hidden = state.hands[opponent], state.hidden[opponent]
    assert determinise(observation, hand, hidden, state.deck) == state


@given(STATES, st.sampled_from(tuple(Player)))
def test_unseen_is_what_opponent_and_deck_hold(state: GameState, player: Player) -> None:
    opponent = player.opponent
    away = state.hands[opponent] + state.hidden[opponent] + card_set(*state.deck)
    assert observe(state, player).unseen == away


def test_the_own_discards_are_known_and_the_opponents_are_counted() -> None:
    state = position("play black; black_hidden ALOA; white_hidden BARI COCO; white_hand DUDA")
    black = observe(state, Player.BLACK)
    assert (black.hidden, black.opponent_hidden_count) == (state.hidden[0], 2)
    assert black.opponent_hand_size == 1


def test_guesses_in_wrong_numbers_are_refused() -> None:
    state = position("play black; white_hand DUDA")
    with pytest.raises(ValueError, match="expected \\(1, 0, 0\\)"):
        determinise(observe(state, Player.BLACK), card_set(), card_set(), ())


def test_guesses_of_seen_cards_are_refused() -> None:
    state = position("play black; black_hand ALOA ALOA; white_hand DUDA")
    guess = position("play black; white_hand ALOA").hands[1]
    with pytest.raises(ValueError, match="unseen"):
        determinise(observe(state, Player.BLACK), guess, card_set(), ())
