"""The worked example of the rule book as an acceptance test."""

from kahuna_table.engine.board import Island
from kahuna_table.engine.player import Player
from tests.engine.games import after, bridges, events

START = (
    "play white; white_hand ALOA BARI; black_hand ELAI HUNA HUNA; deck KAHU KAHU; "
    "white_bridges ALOA-DUDA BARI-ELAI BARI-FAAA DUDA-ELAI DUDA-HUNA ELAI-HUNA; "
    "black_bridges ALOA-BARI ALOA-HUNA ELAI-FAAA ELAI-IFFI ELAI-JOJO HUNA-IFFI HUNA-LALE"
)
FIRST = "BARI-DUDA by BARI"
SECOND = "ALOA-BARI by ALOA"
THIRD = "remove ELAI-HUNA by HUNA HUNA"
FOURTH = "ELAI-HUNA by ELAI"


def controls(*moves: str) -> dict[str, list[str]]:
    state = after(START, *moves)
    return {
        player.name: [island.name for island in Island if state.controller(island) is player]
        for player in Player
    }


def test_at_the_start_white_controls_duda_and_black_aloa_and_huna() -> None:
    assert controls() == {"WHITE": ["DUDA"], "BLACK": ["ALOA", "HUNA"]}


def test_white_gains_bari_and_black_loses_aloa() -> None:
    assert events(START, FIRST) == [
        "white placed BARI-DUDA by BARI",
        "white gained BARI",
        "swept from black: ALOA-BARI",
        "black lost ALOA",
    ]


def test_white_gains_aloa_on_the_line_just_swept_and_black_loses_huna() -> None:
    assert events(START, FIRST, SECOND) == [
        "white placed ALOA-BARI by ALOA",
        "white gained ALOA",
        "swept from black: ALOA-HUNA",
        "black lost HUNA",
    ]


def test_black_removes_a_bridge_and_nothing_else_changes() -> None:
    assert events(START, FIRST, SECOND, "deck", THIRD) == ["black removed ELAI-HUNA by HUNA HUNA"]


def test_black_gains_both_ends_and_white_loses_duda() -> None:
    assert events(START, FIRST, SECOND, "deck", THIRD, FOURTH) == [
        "black placed ELAI-HUNA by ELAI",
        "black gained ELAI",
        "black gained HUNA",
        "swept from white: BARI-ELAI DUDA-ELAI DUDA-HUNA",
        "white lost DUDA",
    ]


def test_at_the_end_each_controls_two_islands() -> None:
    moves = (FIRST, SECOND, "deck", THIRD, FOURTH)
    assert controls(*moves) == {"WHITE": ["ALOA", "BARI"], "BLACK": ["ELAI", "HUNA"]}
    assert bridges(after(START, *moves), Player.WHITE) == (
        "ALOA-BARI ALOA-DUDA BARI-DUDA BARI-FAAA"
    )
