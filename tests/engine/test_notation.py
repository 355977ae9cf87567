"""Text for islands, lines, moves, rule sets and positions: round trips and refusals."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.engine.board import ISLANDS, LINES, Island, Line
from kahuna_table.engine.moves import Deal, Move, RemoveBridge
from kahuna_table.engine.notation import (
    OPTIONS,
    NotationError,
    format_island,
    format_line,
    format_move,
    format_player,
    format_rules,
    parse_island,
    parse_line,
    parse_move,
    parse_player,
    parse_rules,
)
from kahuna_table.engine.player import Player
from kahuna_table.engine.position import format_position, parse_position
from kahuna_table.engine.ruleset import RULE_SETS, Handicap, RoundEnd, RuleSet
from kahuna_table.engine.state import GameState
from tests.engine.games import random_state
from tests.engine.test_games import EVERY_RULE_SET, UNIVERSE

RULES = st.builds(RuleSet, **{k: st.sampled_from(list(v.values())) for k, v in OPTIONS.items()})
STATES = st.builds(
    random_state, st.sampled_from(EVERY_RULE_SET), st.integers(0, 10_000), st.integers(0, 160)
)
DEALS = st.lists(st.sampled_from(ISLANDS)).map(lambda cards: Deal(tuple(cards)))


@pytest.mark.parametrize("island", ISLANDS)
def test_an_island_is_its_name(island: Island) -> None:
    assert parse_island(format_island(island)) is island


@pytest.mark.parametrize("player", Player)
def test_a_player_is_his_colour(player: Player) -> None:
    assert parse_player(format_player(player)) is player


@pytest.mark.parametrize("number", range(len(LINES)))
def test_a_line_is_understood_in_either_order(number: int) -> None:
    text = format_line(Line(number))
    assert parse_line(text) == number
    assert parse_line("-".join(reversed(text.split("-")))) == number


@given(st.sampled_from(UNIVERSE) | DEALS)
def test_every_move_round_trips(move: Move) -> None:
    assert parse_move(format_move(move)) == move


@given(RULES)
def test_every_rule_set_round_trips(rules: RuleSet) -> None:
    assert parse_rules(format_rules(rules)) == rules


@given(STATES)
def test_every_state_round_trips(state: GameState) -> None:
    text = format_position(state)
    assert "\n" not in text
    assert parse_position(text) == state


MOVES = [
    "ALOA-BARI by ALOA",
    "ALOA-BARI free",
    "remove ELAI-HUNA by HUNA HUNA",
    "discard KAHU",
    "take HUNA",
    "deck",
    "decline",
    "end",
    "deal ALOA BARI",
]


@pytest.mark.parametrize("text", MOVES)
def test_a_move_is_printed_as_it_is_typed(text: str) -> None:
    assert format_move(parse_move(text)) == text


def test_the_cards_of_a_removal_may_be_typed_in_either_order() -> None:
    move = parse_move("remove BARI-ALOA by BARI ALOA")
    assert isinstance(move, RemoveBridge)
    assert format_move(move) == "remove ALOA-BARI by ALOA BARI"


RULE_TEXTS = {
    "kosmos1998": RuleSet(),
    "tk2015": RULE_SETS["tk2015"],
    "kosmos1998 resweep=true": RuleSet(resweep=True),
    "kosmos1998 round_end=two_passes handicap=2:white": RuleSet(
        round_end=RoundEnd.TWO_PASSES, handicap=Handicap(2, Player.WHITE)
    ),
}


@pytest.mark.parametrize(("text", "rules"), RULE_TEXTS.items())
def test_rules_are_the_nearest_named_set_and_what_differs(text: str, rules: RuleSet) -> None:
    assert parse_rules(text) == rules
    assert format_rules(rules) == text


def test_a_named_set_is_preferred_to_overrides() -> None:
    assert format_rules(parse_rules("kosmos1998 discard=any_time")) == "jijbent"


@pytest.mark.parametrize("key", OPTIONS)
def test_every_value_of_every_option_is_understood(key: str) -> None:
    for text, value in OPTIONS[key].items():
        assert getattr(parse_rules(f"kosmos1998 {key}={text}"), key) == value


REFUSED: list[tuple[Callable[[str], object], str, int, str]] = [
    (parse_island, "aloa", 1, "an island"),
    (parse_island, "ALOA BARI", 6, "nothing more"),
    (parse_line, "ALOA-KAHU", 1, "a line of the board"),
    (parse_line, "ALOA-ALOA", 1, "a line of the board"),
    (parse_line, "ALOA", 1, "a line such as"),
    (parse_line, "ALOA-BARI-COCO", 1, "a line such as"),
    (parse_move, "", 1, "a move"),
    (parse_move, "jump", 1, "a move"),
    (parse_move, "ALOA-BARI", 10, "'by' and a card"),
    (parse_move, "ALOA-BARI by", 13, "an island"),
    (parse_move, "ALOA-BARI by ALOA ALOA", 19, "nothing more"),
    (parse_move, "remove ALOA-BARI by ALOA", 25, "an island"),
    (parse_move, "take", 5, "an island"),
    (parse_move, "discard ?", 9, "cards that are known"),
    (parse_move, "deal ALOA ?", 11, "cards that are known"),
    (parse_rules, "", 1, "a rule set"),
    (parse_rules, "mine", 1, "a rule set"),
    (parse_rules, "kosmos1998 luck=true", 12, "an option"),
    (parse_rules, "kosmos1998 resweep", 12, "an option"),
    (parse_rules, "kosmos1998 resweep=maybe", 12, "resweep= and one of"),
    (parse_rules, "kosmos1998 handicap=4:white", 12, "handicap= and one of"),
    (parse_rules, "tk2015 resweep=true resweep=true", 21, "each option once"),
    (parse_position, "", 1, "a phase"),
    (parse_position, "play", 5, "black or white"),
    (parse_position, "play black; luck 3", 13, "a field"),
    (parse_position, "play black; round x", 19, "a number"),
    (parse_position, "play black; played; played", 21, "each field once"),
    (parse_position, "play black; deck ALOA ALOA ALOA", 28, "each card at most twice"),
    (parse_position, "play black; black_bridges ALOA-BARI BARI-ALOA", 37, "each line once"),
    (parse_position, "play black; deck ALOA ALOA; face_up ALOA", 1, "each card at most twice"),
    (
        parse_position,
        "play black; black_bridges ALOA-BARI; white_bridges ALOA-BARI",
        1,
        "at most one bridge",
    ),
    (parse_position, "play black; rules kosmos1998 resweep=2", 30, "resweep= and one of"),
    (parse_position, "over black; outcome black luck", 27, "one of third-scoring"),
]


@pytest.mark.parametrize(("parse", "text", "column", "expected"), REFUSED)
def test_what_is_not_understood_is_refused_with_its_place(
    parse: Callable[[str], object], text: str, column: int, expected: str
) -> None:
    with pytest.raises(NotationError, match=f"^expected {expected}") as raised:
        parse(text)
    assert (raised.value.line, raised.value.column) == (1, column)


@given(st.text())
@pytest.mark.parametrize("parse", [parse_move, parse_rules, parse_position, parse_line])
def test_no_text_is_understood_by_accident_or_breaks_the_parser(
    parse: Callable[[str], object], text: str
) -> None:
    refused = refusal(parse, text)
    if refused is not None:
        assert refused.line == 1
        assert 1 <= refused.column <= len(text) + 1


def refusal(parse: Callable[[str], object], text: str) -> NotationError | None:
    try:
        parse(text)
    except NotationError as error:
        return error
    return None
