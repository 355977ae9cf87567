"""Rules R16 to R23 and R26: rounds, scorings, the end of the game, the handicap."""

import pytest

from kahuna_table.engine.moves import PlaceBridge
from kahuna_table.engine.notation import format_cards, format_outcome, parse_move
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import apply, cards_to_deal, legal_moves, new_game, resign
from kahuna_table.engine.state import Phase, cards_in
from tests.engine.games import DECK_C, after, events, position

BOTH = "black_bridges ALOA-BARI ALOA-DUDA; white_bridges KAHU-LALE"
"""Black controls one island, white none."""


def test_the_first_deal_gives_three_cards_each_and_three_face_up() -> None:
    state, _ = apply(new_game(first=Player.WHITE), parse_move(DECK_C))
    assert format_cards(state.hand(Player.WHITE)) == "FAAA GOLA KAHU"
    assert format_cards(state.hand(Player.BLACK)) == "COCO DUDA HUNA"
    assert format_cards(state.face_up) == "LALE JOJO GOLA"
    assert (len(state.deck), state.to_move, state.phase) == (15, Player.WHITE, Phase.PLAY)


def test_the_last_card_ends_the_round_at_once_r16() -> None:
    start = f"play black; {BOTH}; face_up HUNA"
    assert events(start, "take HUNA") == [
        "black took HUNA, nothing in its place",
        "round 1 scored: islands 1-0, points 1-0",
    ]
    state = after(start, "take HUNA")
    assert (state.phase, state.round, state.to_move) == (Phase.DEAL, 2, Player.WHITE)


def test_no_decline_carries_over_a_round_end_r13() -> None:
    start = f"play white; {BOTH}; face_up HUNA; discards ALOA BARI COCO DUDA"
    state = after(start, "decline", "take HUNA", "deal ALOA BARI COCO DUDA")
    assert (state.to_move, state.declined) == (Player.WHITE, False)


def test_a_new_round_shuffles_open_and_hidden_discards_and_keeps_the_rest_r17() -> None:
    start = (
        f"play white; {BOTH}; face_up HUNA; black_hand LALE; "
        "discards ALOA BARI; black_hidden COCO; white_hidden COCO DUDA"
    )
    state = after(start, "take HUNA")
    assert format_cards(cards_in(cards_to_deal(state))) == "ALOA BARI COCO COCO DUDA"
    state, _ = apply(state, parse_move("deal DUDA COCO BARI ALOA COCO"))
    assert state == position(
        f"play black; {BOTH}; round 2; black_hand LALE; white_hand HUNA; white_taken HUNA; "
        "face_up DUDA COCO BARI; deck ALOA COCO; black_points 1"
    )


SCORINGS = {
    "R18: one point after round 1": ("round 1", "islands 1-0, points 1-0"),
    "R18: two points after round 2": ("round 2", "islands 1-0, points 2-0"),
}


@pytest.mark.parametrize(("fields", "expected"), SCORINGS.values(), ids=SCORINGS)
def test_what_a_scoring_gives(fields: str, expected: str) -> None:
    caused = events(f"play black; {BOTH}; {fields}; face_up HUNA", "take HUNA")
    assert caused[-1] == f"{fields} scored: {expected}"


def test_a_tie_gives_no_points_r18() -> None:
    start = "play black; black_bridges ALOA-BARI; white_bridges KAHU-LALE; face_up HUNA"
    assert events(start, "take HUNA")[-1] == "round 1 scored: islands 0-0, points 0-0"


def test_after_round_three_each_has_one_more_turn_the_opponent_first_r19() -> None:
    start = f"play black; {BOTH}; round 3; face_up HUNA; white_hand KAHU"
    state = after(start, "take HUNA")
    assert (state.phase, state.to_move, state.turns_left) == (Phase.LAST_TURNS, Player.WHITE, 2)
    state = after(start, "take HUNA", "KAHU-GOLA by KAHU", "end")
    assert (state.phase, state.to_move, state.turns_left) == (Phase.LAST_TURNS, Player.BLACK, 1)
    assert events(start, "take HUNA", "end", "HUNA-LALE by HUNA", "end") == [
        "black ended the turn",
        "round 3 scored: islands 1-0, points 1-0",
        "game over: black third-scoring",
    ]


WHITE_TWO = "white_bridges COCO-KAHU GOLA-KAHU KAHU-LALE HUNA-LALE"
"""White controls KAHU and LALE."""

WINNERS = {
    "R20: the difference in islands": (
        "black_bridges ALOA-BARI; " + WHITE_TWO,
        "round 3 scored: islands 0-2, points 0-2",
        "white third-scoring",
    ),
    "R21: the total": (
        "black_points 3; black_bridges ALOA-BARI; " + WHITE_TWO,
        "round 3 scored: islands 0-2, points 0-2",
        "black third-scoring",
    ),
    "R21: then the third scoring": (
        "black_points 2; black_bridges ALOA-BARI DUDA-ELAI ELAI-FAAA GOLA-JOJO IFFI-JOJO; "
        + WHITE_TWO,
        "round 3 scored: islands 0-2, points 0-2",
        "white third-scoring",
    ),
    "R21: then the bridges": (
        "black_bridges ALOA-BARI COCO-FAAA; white_bridges KAHU-LALE",
        "round 3 scored: islands 0-0, points 0-0",
        "black third-scoring",
    ),
    "R21: then a draw": (
        "black_bridges ALOA-BARI; white_bridges KAHU-LALE",
        "round 3 scored: islands 0-0, points 0-0",
        "draw third-scoring",
    ),
}


@pytest.mark.parametrize(("fields", "scored", "outcome"), WINNERS.values(), ids=WINNERS)
def test_who_wins_after_the_third_scoring(fields: str, scored: str, outcome: str) -> None:
    start = f"last_turns black; turns_left 1; round 3; {fields}"
    assert events(start, "end") == ["black ended the turn", scored, f"game over: {outcome}"]


SHORT = {
    "of one round": (
        "rules kosmos1998 rounds=1; round 1",
        "round 1 scored: islands 0-2, points 0-2",
    ),
    "of two rounds": (
        "rules kosmos1998 rounds=2; round 2",
        "round 2 scored: islands 0-2, points 0-2",
    ),
}


@pytest.mark.parametrize(("fields", "scored"), SHORT.values(), ids=SHORT)
def test_the_last_round_of_a_short_game_is_played_as_the_third_is_r30(
    fields: str, scored: str
) -> None:
    start = f"play black; {fields}; black_bridges ALOA-BARI; {WHITE_TWO}; face_up HUNA"
    assert after(start, "take HUNA").phase is Phase.LAST_TURNS
    assert events(start, "take HUNA", "end", "end")[-2:] == [
        scored,
        "game over: white third-scoring",
    ]


def test_before_the_last_round_a_short_game_scores_as_usual_r30() -> None:
    start = f"play black; rules kosmos1998 rounds=2; {WHITE_TWO}; face_up HUNA"
    assert events(start, "take HUNA")[1] == "round 1 scored: islands 0-2, points 0-1"


def test_a_game_of_one_round_has_no_early_end_r30() -> None:
    start = f"last_turns black; rules kosmos1998 rounds=1; turns_left 2; {SWEEP}"
    assert after(start, "ALOA-BARI by ALOA").phase is Phase.LAST_TURNS


SWEEP = "black_hand ALOA; black_bridges ALOA-DUDA; white_bridges ALOA-HUNA; deck KAHU"
"""Black can sweep the last white bridge."""
OFF = "rules kosmos1998 early_end=off"
ALL_TWELVE = (
    "ALOA-HUNA BARI-DUDA BARI-FAAA COCO-FAAA COCO-GOLA COCO-KAHU DUDA-ELAI DUDA-HUNA ELAI-FAAA "
    "ELAI-IFFI ELAI-JOJO GOLA-JOJO GOLA-KAHU HUNA-LALE IFFI-JOJO IFFI-LALE KAHU-LALE"
)
"""With ALOA-BARI all islands."""

EARLY_ENDS = {
    "R22: not in round 1": (f"play black; {SWEEP}", None),
    "R22: in round 2": (f"play black; round 2; {SWEEP}", "black no-bridges"),
    "R22: in round 3": (f"play black; round 3; {SWEEP}", "black no-bridges"),
    "R22: in the last turns": (
        f"last_turns black; turns_left 2; round 3; {SWEEP}",
        "black no-bridges",
    ),
    "R22, early_end=off": (f"play black; round 2; {SWEEP}; {OFF}", None),
    "R22, dominated: not all islands": (f"play black; round 2; {SWEEP}; rules page_fr", None),
    "R22, dominated: all islands": (
        f"play black; round 2; black_hand ALOA; black_bridges {ALL_TWELVE}; rules page_fr",
        "black dominated",
    ),
    "R23: asleep": (f"play black; round 2; early_end_sleeps; {SWEEP}", None),
}


@pytest.mark.parametrize(("start", "outcome"), EARLY_ENDS.values(), ids=EARLY_ENDS)
def test_when_a_player_without_bridges_loses(start: str, outcome: str | None) -> None:
    ended = after(start, "ALOA-BARI by ALOA").outcome
    assert (None if ended is None else format_outcome(ended)) == outcome


def test_a_removal_can_end_the_game_r22() -> None:
    start = (
        "play black; round 2; black_hand ALOA BARI; black_bridges KAHU-LALE; "
        "white_bridges ALOA-BARI; deck KAHU; white_points 1"
    )
    assert events(start, "remove ALOA-BARI by ALOA BARI")[-1] == "game over: black no-bridges"
    assert after(start, "remove ALOA-BARI by ALOA BARI").points == (0, 1)


BEGINNINGS = {
    "R22: one without bridges": ("black_bridges ALOA-BARI", "over", "False"),
    "R22: both with bridges": (BOTH, "deal", "False"),
    "R23: both without bridges": ("", "deal", "True"),
    "R22, off: one without": (f"black_bridges ALOA-BARI; {OFF}", "deal", "False"),
    "R23, off: both without": (OFF, "deal", "False"),
}


@pytest.mark.parametrize(("fields", "phase", "sleeps"), BEGINNINGS.values(), ids=BEGINNINGS)
def test_the_early_end_when_round_two_begins(fields: str, phase: str, sleeps: str) -> None:
    state = after(f"play black; face_up HUNA; {fields}".rstrip("; "), "take HUNA")
    assert (state.phase.value, str(state.early_end_sleeps)) == (phase, sleeps)


def test_the_game_ends_after_the_scoring_when_round_two_begins_r22() -> None:
    start = "play white; face_up HUNA; black_bridges ALOA-BARI ALOA-DUDA"
    assert events(start, "take HUNA") == [
        "white took HUNA, nothing in its place",
        "round 1 scored: islands 1-0, points 1-0",
        "game over: black no-bridges",
    ]


def test_the_early_end_wakes_when_both_have_a_bridge_r23() -> None:
    start = "play black; round 2; early_end_sleeps; black_hand ALOA; white_hand KAHU; deck HUNA"
    assert after(start, "ALOA-BARI by ALOA").early_end_sleeps
    assert not after(
        start + " LALE", "ALOA-BARI by ALOA", "deck", "KAHU-LALE by KAHU"
    ).early_end_sleeps


TWO = f"play black; rules page_fr; {BOTH}; black_hand KAHU"


def test_two_passes_score_the_round_and_the_player_after_the_second_begins_r16() -> None:
    assert events(TWO, "end") == ["black ended the turn"]
    assert events(TWO, "end", "end") == [
        "white ended the turn",
        "round 1 scored: islands 1-0, points 1-0",
    ]
    state = after(TWO, "end", "end")
    assert (state.phase, state.to_move, state.round) == (Phase.DEAL, Player.BLACK, 2)


def test_a_played_card_breaks_the_passes_r16() -> None:
    assert after(TWO, "GOLA-KAHU by KAHU", "end").passes == 0
    assert after(TWO, "GOLA-KAHU by KAHU", "end", "end").phase is Phase.PLAY
    assert after(TWO, "GOLA-KAHU by KAHU", "end", "end", "end").phase is Phase.DEAL


def test_with_two_passes_the_last_card_does_not_end_the_round_r16() -> None:
    state = after(f"play black; rules page_fr; {BOTH}; face_up HUNA", "take HUNA")
    assert (state.phase, state.passes, state.to_move) == (Phase.PLAY, 0, Player.WHITE)


def test_with_two_passes_the_third_scoring_ends_the_game_without_extra_turns_r19() -> None:
    start = f"{TWO}; round 3; passes 1"
    assert events(start, "end")[-1] == "game over: black third-scoring"


def handicap_start(rules: str = "kosmos1998 handicap=2:white") -> str:
    return f"deal black; rules {rules}"


def test_the_handicap_is_laid_before_the_first_turn_r26() -> None:
    state = after(handicap_start(), DECK_C)
    assert (state.phase, state.to_move, state.turns_left) == (Phase.HANDICAP, Player.WHITE, 2)
    assert all(isinstance(move, PlaceBridge) and move.card is None for move in legal_moves(state))
    assert len(legal_moves(state)) == 27
    state = after(handicap_start(), DECK_C, "ALOA-BARI free")
    assert (state.phase, state.to_move, state.turns_left) == (Phase.HANDICAP, Player.WHITE, 1)
    state = after(handicap_start(), DECK_C, "ALOA-BARI free", "ALOA-DUDA free")
    assert (state.phase, state.to_move, state.turns_left) == (Phase.PLAY, Player.BLACK, 0)
    assert not state.played


def test_handicap_bridges_give_control_as_usual_r26() -> None:
    caused = events(handicap_start(), DECK_C, "ALOA-BARI free", "ALOA-DUDA free")
    assert caused == ["white placed ALOA-DUDA free", "white gained ALOA"]


@pytest.mark.parametrize(
    "start",
    [
        "deal black",
        "handicap white; turns_left 1",
        "play black; deck KAHU",
        "last_turns black; turns_left 2; round 3",
    ],
)
@pytest.mark.parametrize("player", Player)
def test_either_player_gives_up_in_any_unfinished_phase(start: str, player: Player) -> None:
    state, caused = resign(position(start), player)
    assert state.outcome is not None
    assert (state.phase, state.outcome.winner) == (Phase.OVER, player.opponent)
    assert state.to_move is player
    assert len(caused) == 1
