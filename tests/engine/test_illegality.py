"""Every reason why a move is refused, each reached from a position."""

import pytest

from kahuna_table.engine.board import ALL_LINES, Lines, line_name, lines_in
from kahuna_table.engine.notation import parse_line, parse_move
from kahuna_table.engine.position import format_position
from kahuna_table.engine.rules import Illegality, IllegalMove, apply, resign, why_illegal
from kahuna_table.errors import KahunaError
from tests.engine.games import position

_TWO_LINES = 1 << parse_line("ALOA-BARI") | 1 << parse_line("ALOA-DUDA")
_TWENTY_FIVE = " ".join(line_name(n) for n in lines_in(Lines(ALL_LINES & ~_TWO_LINES)))

REFUSED = [
    (Illegality.GAME_OVER, "over black; outcome draw third-scoring", "end"),
    (Illegality.GAME_OVER, "over black; outcome white no-bridges; black_hand ALOA", "deal ALOA"),
    (Illegality.DEAL_DUE, "deal black", "decline"),
    (Illegality.NO_DEAL_DUE, "play black; deck KAHU", "deal ALOA"),
    (Illegality.NO_DEAL_DUE, "handicap black; turns_left 1", "deal ALOA"),
    (Illegality.WRONG_CARDS, "deal black", "deal ALOA ALOA BARI"),
    (Illegality.WRONG_CARDS, "deal black; round 2; discards ALOA BARI", "deal ALOA ALOA"),
    (Illegality.HANDICAP_FIRST, "handicap white; turns_left 1; deck KAHU", "deck"),
    (
        Illegality.NO_CARD_DUE,
        "handicap white; turns_left 1; white_hand ALOA",
        "ALOA-BARI by ALOA",
    ),
    (Illegality.CARD_DUE, "play black; black_hand ALOA; deck KAHU", "ALOA-BARI free"),
    (
        Illegality.CARD_DUE,
        "play black; rules long_term; free_lines ALOA-DUDA; deck KAHU",
        "ALOA-BARI free",
    ),
    (Illegality.CARD_NOT_AT_LINE, "play black; black_hand KAHU; deck KAHU", "ALOA-BARI by KAHU"),
    (Illegality.CARD_NOT_HELD, "play black; white_hand ALOA; deck KAHU", "ALOA-BARI by ALOA"),
    (Illegality.CARD_NOT_HELD, "play black; black_hand ALOA; deck KAHU", "discard BARI"),
    (
        Illegality.CARD_NOT_HELD,
        "play black; black_hand ALOA; white_bridges ALOA-BARI; deck KAHU",
        "remove ALOA-BARI by ALOA ALOA",
    ),
    (
        Illegality.LINE_TAKEN,
        "play black; black_hand ALOA; black_bridges ALOA-BARI; deck KAHU",
        "ALOA-BARI by ALOA",
    ),
    (
        Illegality.LINE_TAKEN,
        "play black; black_hand ALOA; white_bridges ALOA-BARI; deck KAHU",
        "ALOA-BARI by ALOA",
    ),
    (
        Illegality.NO_BRIDGE_LEFT,
        f"play black; black_hand ALOA; black_bridges {_TWENTY_FIVE}; deck KAHU",
        "ALOA-BARI by ALOA",
    ),
    (
        Illegality.ENEMY_ISLAND,
        (
            "play black; rules long_term; black_hand BARI; white_bridges ALOA-DUDA ALOA-HUNA; "
            "deck KAHU"
        ),
        "ALOA-BARI by BARI",
    ),
    (
        Illegality.AFTER_DISCARD,
        "play black; discarded; black_hand ALOA; deck KAHU",
        "ALOA-BARI by ALOA",
    ),
    (
        Illegality.AFTER_DISCARD,
        "play black; discarded; black_hand ALOA BARI; white_bridges ALOA-BARI; deck KAHU",
        "remove ALOA-BARI by ALOA BARI",
    ),
    (
        Illegality.NO_ENEMY_BRIDGE,
        "play black; black_hand ALOA BARI; deck KAHU",
        "remove ALOA-BARI by ALOA BARI",
    ),
    (
        Illegality.NO_ENEMY_BRIDGE,
        "play black; black_hand ALOA BARI; black_bridges ALOA-BARI; deck KAHU",
        "remove ALOA-BARI by ALOA BARI",
    ),
    (
        Illegality.CARDS_DO_NOT_FIT,
        "play black; black_hand ALOA KAHU; white_bridges ALOA-BARI; deck KAHU",
        "remove ALOA-BARI by ALOA KAHU",
    ),
    (
        Illegality.DISCARD_AFTER_PLAY,
        "play black; played; black_hand ALOA; deck KAHU",
        "discard ALOA",
    ),
    (
        Illegality.HAND_NOT_FULL,
        "play black; rules tk2015; black_hand ALOA BARI COCO DUDA; deck KAHU",
        "discard ALOA",
    ),
    (Illegality.NOTHING_TO_DRAW, "play black; rules page_fr", "deck"),
    (Illegality.NOTHING_TO_DRAW, "play black; rules page_fr", "take ALOA"),
    (Illegality.NOTHING_TO_DRAW, "play black; rules page_fr", "decline"),
    (Illegality.NOTHING_TO_DRAW, "play black; rules page_fr; black_hand ALOA", "discard ALOA"),
    (
        Illegality.NO_DISCARD_IN_LAST_TURNS,
        "last_turns black; turns_left 2; black_hand ALOA",
        "discard ALOA",
    ),
    (Illegality.NO_DRAW_IN_LAST_TURNS, "last_turns black; turns_left 2", "deck"),
    (Illegality.NO_DRAW_IN_LAST_TURNS, "last_turns black; turns_left 2", "take ALOA"),
    (Illegality.NO_DRAW_IN_LAST_TURNS, "last_turns black; turns_left 2", "decline"),
    (
        Illegality.FULL_HAND,
        "play black; black_hand ALOA BARI COCO DUDA ELAI; deck KAHU",
        "deck",
    ),
    (
        Illegality.FULL_HAND,
        "play black; black_hand ALOA BARI COCO DUDA ELAI; face_up KAHU",
        "take KAHU",
    ),
    (Illegality.NOT_FACE_UP, "play black; face_up KAHU; deck LALE", "take LALE"),
    (Illegality.DECK_EMPTY, "play black; face_up KAHU", "deck"),
    (Illegality.DECLINED_BEFORE, "play black; declined; deck KAHU", "decline"),
    (
        Illegality.DECLINED_BEFORE,
        "play black; declined; black_hand ALOA BARI COCO DUDA ELAI; deck KAHU",
        "decline",
    ),
    (Illegality.MUST_DRAW, "play black; rules page_fr; deck KAHU", "decline"),
    (Illegality.DISCARD_COMMITS, "play black; rules tk2015; discarded; deck KAHU", "decline"),
    (Illegality.TURN_NOT_OVER, "play black; deck KAHU", "end"),
    (Illegality.TURN_NOT_OVER, "play black; rules page_fr; face_up KAHU", "end"),
]


@pytest.mark.parametrize(
    ("reason", "text", "move"), REFUSED, ids=[f"{r.value}: {m}" for r, _, m in REFUSED]
)
def test_the_move_is_refused_with_its_reason(reason: Illegality, text: str, move: str) -> None:
    state = position(text)
    assert why_illegal(state, parse_move(move)) is reason


@pytest.mark.parametrize(
    ("reason", "text", "move"), REFUSED, ids=[f"{r.value}: {m}" for r, _, m in REFUSED]
)
def test_applying_a_refused_move_raises_and_changes_nothing(
    reason: Illegality, text: str, move: str
) -> None:
    state = position(text)
    with pytest.raises(IllegalMove, match=rf"{reason.value} \(rule {reason.rule}\)") as raised:
        apply(state, parse_move(move))
    assert (raised.value.reason, raised.value.move) == (reason, parse_move(move))
    assert format_position(state) == format_position(position(text))


def test_every_reason_is_reached() -> None:
    assert {reason for reason, _, _ in REFUSED} == set(Illegality)


@pytest.mark.parametrize("reason", Illegality)
def test_every_reason_names_its_rule(reason: Illegality) -> None:
    assert reason.rule.removeprefix("R").isdigit()
    assert 1 <= int(reason.rule[1:]) <= 29


def test_nobody_gives_up_a_game_that_is_over() -> None:
    state = position("over black; outcome draw third-scoring")
    with pytest.raises(KahunaError, match="expected an unfinished game"):
        resign(state, state.to_move)
