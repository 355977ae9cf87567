"""Rules R10 to R15: discarding, drawing and declining, as tables."""

import pytest

from kahuna_table.engine.notation import format_move
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import legal_moves
from tests.engine.games import after, events, position

FIVE = "black_hand ALOA BARI COCO DUDA ELAI"
FOUR = "black_hand ALOA BARI COCO DUDA"

# Whether the turn may be continued or ended in these ways: play, discard, draw, decline, end.
TURNS = {
    "R13: a turn begins": (f"{FOUR}; deck KAHU", "play discard draw decline"),
    "R10: after a play": (f"{FOUR}; played; deck KAHU", "play draw decline"),
    "R10: after a discard": (f"{FOUR}; discarded; deck KAHU", "discard draw decline"),
    "R10, any_time: after a play": (
        f"{FOUR}; played; rules jijbent; deck KAHU",
        "play discard draw decline",
    ),
    "R10, any_time: after a discard": (
        f"{FOUR}; discarded; rules jijbent; deck KAHU",
        "play discard draw decline",
    ),
    "R10, full_hand_only: four cards": (
        f"{FOUR}; deck KAHU; rules kosmos1998 discard=full_hand_only",
        "play draw decline",
    ),
    "R10, full_hand_only: five cards": (
        f"{FIVE}; deck KAHU; rules kosmos1998 discard=full_hand_only",
        "play discard decline",
    ),
    "R10, full_hand_only: more may follow": (
        f"{FOUR}; discarded; deck KAHU; rules kosmos1998 discard=full_hand_only",
        "discard draw decline",
    ),
    "R11: a discard commits to nothing": (f"{FOUR}; discarded; deck KAHU", "discard draw decline"),
    "R11, discard_commits_draw": (
        f"{FOUR}; discarded; deck KAHU; rules kosmos1998 discard_commits_draw=true",
        "discard draw",
    ),
    "R13: the opponent declined": (f"{FOUR}; declined; deck KAHU", "play discard draw"),
    "R13, draw_optional=false": (
        f"{FOUR}; deck KAHU; rules kosmos1998 draw_optional=false",
        "play discard draw",
    ),
    "R14: five cards": (f"{FIVE}; deck KAHU", "play discard decline"),
    "R14, draw_optional=false: five cards": (
        f"{FIVE}; deck KAHU; rules kosmos1998 draw_optional=false",
        "play discard decline",
    ),
    "R15: five cards, the opponent declined": (f"{FIVE}; declined; deck KAHU", "play discard"),
    "R16, two_passes: nothing to draw": (f"{FOUR}; rules page_fr", "play end"),
    "R19: the last two turns": (f"{FOUR}; turns_left 2", "play end"),
}

KINDS = {"discard": "discard", "take": "draw", "deck": "draw", "decline": "decline", "end": "end"}


@pytest.mark.parametrize(("fields", "expected"), TURNS.values(), ids=TURNS)
def test_what_a_turn_allows(fields: str, expected: str) -> None:
    phase = "last_turns" if "turns_left" in fields else "play"
    state = position(f"{phase} black; {fields}")
    words = (format_move(move).split()[0] for move in legal_moves(state))
    kinds = dict.fromkeys(KINDS.get(word, "play") for word in words)
    assert list(kinds) == expected.split()


def test_several_cards_are_discarded_one_after_another_r10() -> None:
    state = after(f"play black; {FIVE}; deck KAHU", *(f"discard {c}" for c in ["ALOA", "BARI"]))
    assert (len(state.hand(Player.BLACK)), state.discards) == (3, 0)


def test_a_face_up_card_is_replaced_in_its_place_r12() -> None:
    start = "play black; face_up ALOA BARI COCO; deck DUDA ELAI"
    assert events(start, "take BARI") == ["black took BARI, now DUDA"]
    assert [card.name for card in after(start, "take BARI").face_up] == ["ALOA", "DUDA", "COCO"]


def test_without_a_deck_the_display_shrinks_r12() -> None:
    start = "play black; face_up ALOA BARI COCO"
    assert events(start, "take BARI") == ["black took BARI, nothing in its place"]
    assert [card.name for card in after(start, "take BARI").face_up] == ["ALOA", "COCO"]


def test_equal_face_up_cards_are_one_move_r12() -> None:
    moves = legal_moves(position("play black; face_up ALOA BARI ALOA; deck KAHU"))
    assert [format_move(move) for move in moves] == ["take ALOA", "take BARI", "deck", "decline"]


def test_a_card_drawn_from_the_deck_is_its_top_r12() -> None:
    assert events("play black; deck KAHU LALE", "deck") == ["black drew KAHU unseen"]


@pytest.mark.parametrize("draw", ["deck", "take ALOA"])
def test_after_a_draw_the_opponent_may_decline_r13(draw: str) -> None:
    state = after("play black; declined; face_up ALOA; deck KAHU LALE", draw)
    assert (state.to_move, state.declined) == (Player.WHITE, False)


def test_after_a_decline_the_opponent_may_not_decline_r13() -> None:
    state = after("play black; deck KAHU", "decline")
    assert (state.to_move, state.declined) == (Player.WHITE, True)


def test_cards_taken_openly_are_remembered_until_they_are_played() -> None:
    start = "play black; white_hand HUNA; face_up HUNA ALOA; deck KAHU LALE IFFI JOJO"
    taken = after(start, "take HUNA", "take ALOA")
    assert taken.taken == position("play black; black_taken HUNA; white_taken ALOA").taken
    played = after(start, "take HUNA", "take ALOA", "HUNA-LALE by HUNA")
    assert played.taken == position("play black; white_taken ALOA").taken
    discarded = after(start, "take HUNA", "take ALOA", "discard HUNA")
    assert discarded.taken == taken.taken
