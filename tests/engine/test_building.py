"""Rules R1 to R9, R24 and R25: bridges, control, sweeps and removals, as tables."""

import pytest

from kahuna_table.engine.board import ISLANDS, LINES, LINES_AT, MAJORITY, Island
from kahuna_table.engine.notation import format_move, parse_move
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import legal_moves, why_illegal
from tests.engine.games import after, bridges, events, position

CONTROL = [
    ("ALOA", "ALOA-BARI", None),
    ("ALOA", "ALOA-BARI ALOA-DUDA", "BLACK"),
    ("COCO", "BARI-COCO COCO-FAAA", None),
    ("COCO", "BARI-COCO COCO-FAAA COCO-GOLA", "BLACK"),
    ("DUDA", "ALOA-DUDA BARI-DUDA", None),
    ("GOLA", "COCO-GOLA FAAA-GOLA GOLA-JOJO", "BLACK"),
    ("ELAI", "BARI-ELAI DUDA-ELAI ELAI-FAAA", None),
    ("ELAI", "BARI-ELAI DUDA-ELAI ELAI-FAAA ELAI-HUNA", "BLACK"),
    ("KAHU", "COCO-KAHU GOLA-KAHU IFFI-KAHU", "BLACK"),
]

# The position, the move, and all that happens but the placing itself.
PLACED = {
    "R3: a bridge without a majority": ("", "ALOA-BARI by ALOA", []),
    "R4: a new majority sweeps": (
        "black_bridges ALOA-DUDA; white_bridges ALOA-HUNA",
        "ALOA-BARI by ALOA",
        ["black gained ALOA", "swept from white: ALOA-HUNA"],
    ),
    "R4: a further bridge sweeps nothing": (
        "black_bridges BARI-COCO BARI-DUDA BARI-ELAI; white_bridges BARI-FAAA",
        "ALOA-BARI by ALOA",
        [],
    ),
    "R4, resweep: a further bridge sweeps again": (
        (
            "rules kosmos1998 resweep=true; white_bridges BARI-FAAA; "
            "black_bridges BARI-COCO BARI-DUDA BARI-ELAI"
        ),
        "ALOA-BARI by ALOA",
        ["swept from white: BARI-FAAA"],
    ),
    "R4, resweep: no majority, no sweep": (
        "rules kosmos1998 resweep=true; white_bridges BARI-FAAA; black_bridges BARI-COCO",
        "ALOA-BARI by ALOA",
        [],
    ),
    "R5: both ends are gained and swept at once": (
        "black_bridges ALOA-DUDA BARI-COCO BARI-ELAI; white_bridges ALOA-HUNA BARI-FAAA",
        "ALOA-BARI by ALOA",
        [
            "black gained ALOA",
            "black gained BARI",
            "swept from white: ALOA-HUNA BARI-FAAA",
        ],
    ),
    "R6: a sweep costs the enemy an island and gives nobody one": (
        "black_bridges ALOA-DUDA HUNA-IFFI HUNA-LALE; white_bridges ALOA-HUNA DUDA-HUNA ELAI-HUNA",
        "ALOA-BARI by ALOA",
        ["black gained ALOA", "swept from white: ALOA-HUNA", "white lost HUNA"],
    ),
    "R9: building at an enemy island": (
        "white_bridges BARI-COCO BARI-DUDA BARI-ELAI",
        "ALOA-BARI by ALOA",
        [],
    ),
}

REMOVED = {
    "R7: cards of both islands": ("", "ALOA BARI", []),
    "R7: two cards of the first": ("", "ALOA ALOA", []),
    "R7: two cards of the second": ("", "BARI BARI", []),
    "R7: it costs one island": (" ALOA-DUDA", "ALOA BARI", ["white lost ALOA"]),
    "R7: it costs two islands": (
        " ALOA-DUDA BARI-COCO BARI-ELAI",
        "ALOA BARI",
        ["white lost ALOA", "white lost BARI"],
    ),
}


@pytest.mark.parametrize(("island", "lines", "controller"), CONTROL)
def test_control_takes_more_than_half_of_the_lines_r3(
    island: str, lines: str, controller: str | None
) -> None:
    expected = None if controller is None else Player[controller]
    assert position(f"play black; black_bridges {lines}").controller(Island[island]) is expected


def test_the_majorities_are_those_of_the_board_r3() -> None:
    assert [lines.bit_count() for lines in LINES_AT] == [3, 5, 4, 4, 6, 5, 4, 5, 5, 5, 5, 3]
    assert list(MAJORITY) == [2, 3, 3, 3, 4, 3, 3, 3, 3, 3, 3, 2]
    assert len(LINES) == 27


@pytest.mark.parametrize(("fields", "move", "caused"), PLACED.values(), ids=PLACED)
def test_what_a_bridge_causes(fields: str, move: str, caused: list[str]) -> None:
    start = f"play black; black_hand ALOA; deck KAHU; {fields}".rstrip("; ")
    assert events(start, move) == [f"black placed {move}", *caused]


@pytest.mark.parametrize(("lines", "cards", "caused"), REMOVED.values(), ids=REMOVED)
def test_what_a_removal_causes(lines: str, cards: str, caused: list[str]) -> None:
    start = f"play black; black_hand {cards}; deck KAHU; white_bridges ALOA-BARI{lines}"
    move = f"remove ALOA-BARI by {cards}"
    assert events(start, move) == [f"black removed ALOA-BARI by {cards}", *caused]
    assert bridges(after(start, move), Player.WHITE) == lines.strip()
    assert after(start, move).hand(Player.BLACK) == ()


def test_either_end_pays_for_a_bridge_r1() -> None:
    state = position("play black; black_hand ALOA BARI; deck KAHU")
    assert why_illegal(state, parse_move("ALOA-BARI by ALOA")) is None
    assert why_illegal(state, parse_move("ALOA-BARI by BARI")) is None


def test_the_card_that_pays_leaves_the_hand_r1() -> None:
    state = after("play black; black_hand ALOA BARI; deck KAHU", "ALOA-BARI by BARI")
    assert state.hand(Player.BLACK) == (Island.ALOA,)


def test_any_number_of_cards_is_played_in_a_turn_r2() -> None:
    start = "play black; black_hand ALOA BARI COCO DUDA ELAI; deck KAHU"
    moves = ("ALOA-BARI by ALOA", "BARI-COCO by BARI", "COCO-GOLA by COCO", "DUDA-HUNA by DUDA")
    state = after(start, *moves, "ELAI-JOJO by ELAI")
    assert (state.hand(Player.BLACK), state.to_move) == ((), Player.BLACK)


def test_the_freed_line_takes_a_further_card_r8() -> None:
    start = "play black; black_hand ALOA BARI BARI; deck KAHU; white_bridges ALOA-BARI"
    state = after(start, "remove ALOA-BARI by ALOA BARI")
    assert [move for move in map(format_move, legal_moves(state)) if "ALOA-BARI" in move] == [
        "ALOA-BARI by BARI"
    ]


LONG_TERM = (
    "play black; rules long_term; black_hand ALOA BARI BARI; deck KAHU; white_bridges ALOA-BARI"
)


def test_long_term_builds_on_the_freed_line_free_or_by_a_card_r8() -> None:
    state = after(LONG_TERM, "remove ALOA-BARI by ALOA BARI")
    assert [move for move in map(format_move, legal_moves(state)) if "ALOA-BARI" in move] == [
        "ALOA-BARI by BARI",
        "ALOA-BARI free",
    ]


@pytest.mark.parametrize("way", ["free", "by BARI"])
def test_long_term_gives_one_bridge_for_a_removal_r8(way: str) -> None:
    state = after(LONG_TERM, "remove ALOA-BARI by ALOA BARI", f"ALOA-BARI {way}")
    assert (state.free_lines, bridges(state, Player.BLACK)) == (0, "ALOA-BARI")


def test_long_term_gives_two_bridges_for_two_removals_r8() -> None:
    start = (
        "play black; rules long_term; black_hand ALOA ALOA KAHU LALE; deck KAHU; "
        "white_bridges ALOA-BARI KAHU-LALE"
    )
    removals = ("remove ALOA-BARI by ALOA ALOA", "remove KAHU-LALE by KAHU LALE")
    state = after(start, *removals, "KAHU-LALE free", "ALOA-BARI free")
    assert bridges(state, Player.BLACK) == "ALOA-BARI KAHU-LALE"


def test_long_term_forgets_the_freed_line_when_the_turn_ends_r8() -> None:
    assert after(LONG_TERM, "remove ALOA-BARI by ALOA BARI", "deck").free_lines == 0


def test_long_term_does_not_build_free_at_an_enemy_island_r8() -> None:
    state = after(f"{LONG_TERM} ALOA-DUDA ALOA-HUNA", "remove ALOA-BARI by ALOA BARI")
    assert not [move for move in map(format_move, legal_moves(state)) if "ALOA-BARI" in move]


def test_long_term_does_not_build_at_an_enemy_island_r9() -> None:
    state = position(
        "play black; rules long_term; black_hand BARI; deck KAHU; white_bridges ALOA-DUDA ALOA-HUNA"
    )
    assert list(map(format_move, legal_moves(state)))[:4] == [
        "BARI-COCO by BARI",
        "BARI-DUDA by BARI",
        "BARI-ELAI by BARI",
        "BARI-FAAA by BARI",
    ]


def test_more_than_ten_islands_may_be_controlled_r24() -> None:
    lines = (
        "ALOA-BARI ALOA-HUNA BARI-DUDA BARI-FAAA COCO-FAAA COCO-GOLA COCO-KAHU DUDA-ELAI "
        "DUDA-HUNA ELAI-FAAA ELAI-IFFI ELAI-JOJO GOLA-JOJO GOLA-KAHU HUNA-LALE IFFI-JOJO "
        "IFFI-LALE KAHU-LALE"
    )
    state = position(f"play black; black_bridges {lines}")
    assert [state.controller(island) for island in ISLANDS] == [Player.BLACK] * 12


def test_a_line_just_swept_may_be_built_on_r4() -> None:
    start = (
        "play black; black_hand ALOA HUNA; deck KAHU; "
        "black_bridges ALOA-DUDA; white_bridges ALOA-HUNA"
    )
    caused = events(start, "ALOA-BARI by ALOA", "ALOA-HUNA by HUNA")
    assert caused == ["black placed ALOA-HUNA by HUNA"]
