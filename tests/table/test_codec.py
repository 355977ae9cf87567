"""Every value of the table as JSON and back, and nothing else."""

import json
import types
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kahuna_table.app.flight_file import Entry
from kahuna_table.engine.board import ALL_LINES, LINES, Island, Line, Lines
from kahuna_table.engine.moves import Move, PlaceBridge, RemoveBridge
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import new_game
from kahuna_table.engine.ruleset import Handicap
from kahuna_table.engine.state import PACK, Cards, GameState
from kahuna_table.table.codec import CodecError, fingerprint, format_value, parse_value
from kahuna_table.table.debounce import Pad
from kahuna_table.table.effects import Effect
from kahuna_table.table.inputs import Button, Buttons, Code, Input
from kahuna_table.table.screen import Argument, Message, Screen
from kahuna_table.table.state import Session

LIMITS = {Line: len(LINES) - 1, Lines: ALL_LINES, Buttons: 255, Cards: PACK, Code: 999}
ISLANDS = st.sampled_from(Island)


def pair() -> st.SearchStrategy[tuple[Island, Island]]:
    return st.tuples(ISLANDS, ISLANDS).map(lambda two: (min(two), max(two)))


SPECIAL: dict[Any, st.SearchStrategy[Any]] = {
    Handicap: st.builds(Handicap, st.integers(1, 3), st.sampled_from(Player)),
    RemoveBridge: st.builds(RemoveBridge, st.integers(0, 26), pair()),
    int: st.integers(-(10**9), 10**9),
    bool: st.booleans(),
    str: st.text(max_size=5),
    type(None): st.none(),
}


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of the type, whether the table can come to it or not."""
    if hint in SPECIAL:
        return SPECIAL[hint]
    if isinstance(hint, NewType):
        return st.integers(0, LIMITS[hint])
    if get_origin(hint) in (Union, types.UnionType):
        return st.one_of([values(member) for member in get_args(hint)])
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        if inner[1:] == (...,):
            return st.lists(values(inner[0]), max_size=2).map(tuple)
        return st.tuples(*(values(each) for each in inner))
    if issubclass(hint, Enum):
        return st.sampled_from(hint)
    hints = get_type_hints(hint)
    if not is_dataclass(hint):
        names = list(hint._fields)
    else:
        # a list with a value for each line or button stays as it is at first
        names = [
            each.name
            for each in fields(hint)
            if get_args(hints[each.name])[1:] != (...,) or each.default in ((), MISSING)
        ]
    return st.builds(hint, **{name: values(hints[name]) for name in names})


@pytest.mark.parametrize(
    "hint",
    [Input, Effect, Entry, Session, GameState, Move, Screen],
    ids=str,
)
@settings(max_examples=10, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_value_comes_back_from_json_as_it_was(hint: Any, data: st.DataObject) -> None:
    value = data.draw(values(hint))

    text = format_value(value, hint)

    back = parse_value(text, hint)
    assert back == value
    assert type(back) is type(value)
    assert format_value(back, hint) == text


def test_a_member_of_a_union_keeps_its_type() -> None:
    arguments: tuple[tuple[str, Argument], ...] = (
        ("number", 3),
        ("island", Island.DUDA),
        ("player", Player.WHITE),
        ("pair", (Island.ALOA, Island.BARI)),
        ("none of many", ()),
        ("many", ((Island.ALOA, Island.BARI), (Island.COCO, Island.DUDA))),
    )

    back = parse_value(format_value(Message("x", arguments), Message), Message)

    assert [type(value) for _, value in back.arguments] == [type(v) for _, v in arguments]
    assert back == Message("x", arguments)


def altered(name: str, value: Any) -> dict[str, Any]:
    """A pad of buttons with another value."""
    return {**json.loads(format_value(Pad(), Pad)), name: value}


@pytest.mark.parametrize(
    ("data", "hint", "expected"),
    [
        ({"line": 27, "card": None}, PlaceBridge, r"\.line: expected Line of 0\.\.26, found 27"),
        ({"line": True, "card": None}, PlaceBridge, r"\.line: expected int, found True"),
        ({"line": 1.0, "card": None}, PlaceBridge, r"\.line: expected int, found 1\.0"),
        ({"line": 1}, PlaceBridge, r"expected PlaceBridge with line, card, found \['line'\]"),
        ({"line": 1, "card": None, "x": 1}, PlaceBridge, r"expected PlaceBridge with line, card"),
        ({"line": 1, "card": "ALOHA"}, PlaceBridge, r"\.card: expected ALOA or .*found 'ALOHA'"),
        ({"line": 1, "card": 0}, PlaceBridge, r"\.card: expected ALOA or .*found 0"),
        ({"line": 1, "cards": ["BARI", "ALOA"]}, RemoveBridge, r"alphabetical order"),
        ({"line": 1, "cards": ["BARI"]}, RemoveBridge, r"\.cards: expected 2 values, found 1"),
        (["Button", "OK"], Move, r"expected PlaceBridge or .*found 'Button'"),
        ({"line": 1, "card": None}, Move, r"expected a name and a value"),
        ([], PlaceBridge, r"expected PlaceBridge with line, card, found \[\]"),
        ("x", tuple[int, ...], r"expected list, found 'x'"),
        (
            altered("since_ms", []),
            Pad,
            r"\.since_ms: expected a list as long as at first, 8, found 0",
        ),
        (altered("since_ms", [0] * 9), Pad, r"\.since_ms: .* 8, found 9"),
        (altered("since_ms", [1 << 60] * 8), Pad, r"\.since_ms\[0\]: expected a number of at most"),
        ("MENU", Player, r"expected BLACK or WHITE, found 'MENU'"),
    ],
)
def test_what_is_not_exactly_understood_is_refused(data: Any, hint: Any, expected: str) -> None:
    with pytest.raises(CodecError, match=expected):
        parse_value(json.dumps(data), hint)


@pytest.mark.parametrize("text", ["", "{", "NaN", "-Infinity", "[" * 100_000, b"\xff", "1" * 9999])
def test_what_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(CodecError, match="expected JSON, found "):
        parse_value(text, int)


def test_a_value_of_another_type_is_not_written() -> None:
    with pytest.raises(CodecError, match="expected Player, found <Button"):
        format_value(Button.LEFT, Player)


def test_the_hash_of_a_state_is_that_of_its_value() -> None:
    one, other = new_game(first=Player.BLACK), new_game(first=Player.WHITE)

    assert fingerprint(one, GameState) == fingerprint(new_game(), GameState)
    assert fingerprint(one, GameState) != fingerprint(other, GameState)
