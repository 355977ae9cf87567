"""A game in the journal comes back as it went in, and nothing else is taken for a game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.app.saved import (
    SavedGame,
    SavedGameError,
    back_entry,
    gave_up_entry,
    move_entry,
    pending_entry,
    read_game,
    start_entry,
)
from kahuna_table.engine.board import LINES, Island, Line, Lines
from kahuna_table.engine.moves import Decline, PlaceBridge, TakeCard
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RULE_SETS
from kahuna_table.store.values import Entry
from kahuna_table.table.game import Pending, PendingExtra, Proposal
from kahuna_table.table.inputs import Setup
from kahuna_table.table.questions import Drawing, Open, Paying
from kahuna_table.table.screen import Message

line_sets = st.integers(0, (1 << len(LINES)) - 1).map(Lines)
a_line = st.integers(0, len(LINES) - 1).map(Line)
numbers = st.integers(0, 26)
reasons = st.none() | st.sampled_from([Message("no-card"), Message("put-back", (("count", 2),))])
pendings = st.builds(
    Pending,
    steps_forgotten=numbers,
    sweep=line_sets,
    swept=line_sets,
    restoring=st.booleans(),
    missing=line_sets,
    extras=st.lists(st.builds(PendingExtra, a_line, reasons), max_size=3).map(tuple),
    strangers=st.tuples(line_sets, line_sets),
    distrusted=line_sets,
    open=st.none() | st.builds(Open, st.builds(Drawing) | st.builds(Paying, a_line), numbers),
    proposal=st.none() | st.builds(Proposal, a_line, st.none() | numbers, st.booleans()),
    selected=st.none() | st.sampled_from(list(Island)),
)
SETUP = Setup(RULE_SETS["tk2015"], None, ("Ann", "Bo=b #1"))
START = start_entry(SETUP, Player.WHITE)


@given(pendings)
def test_what_is_pending_comes_back(left: Pending) -> None:
    assert read_game([START, pending_entry(left)]) == SavedGame(SETUP, Player.WHITE, (), left, None)


@pytest.mark.parametrize("data", ["{}", '{"open":["Menu",{}]}', "[[[[", "null"])
def test_what_another_version_left_pending_costs_no_game(data: str) -> None:
    saved = read_game([START, Entry("pending", data)])
    assert saved == SavedGame(SETUP, Player.WHITE, (), Pending(), None)


def test_an_older_version_knew_less_of_what_was_pending() -> None:
    older = Entry("halfway", '{"sweep": []}')
    assert read_game([START, older]) == read_game([START])


def test_moves_come_back_without_those_taken_back() -> None:
    place, take = PlaceBridge(Line(0), Island.ALOA), TakeCard(Island.BARI)
    entries = [START, move_entry(place), move_entry(Decline()), back_entry(2), move_entry(take)]
    saved = read_game([*entries, gave_up_entry(Player.BLACK)])
    assert (saved.moves, saved.resigned) == ((take,), Player.BLACK)


@pytest.mark.parametrize(
    "entries",
    [
        pytest.param([], id="nothing"),
        pytest.param([move_entry(Decline())], id="no start"),
        pytest.param([START, Entry("future", "{}")], id="a kind of a later version"),
        pytest.param([START, Entry("move", "sink ALOA-BARI")], id="no move"),
        pytest.param([Entry("start", "[]")], id="a start of another form"),
        pytest.param([START, Entry("back", "many")], id="no number"),
    ],
)
def test_entries_that_are_no_game_are_refused(entries: list[Entry]) -> None:
    with pytest.raises(SavedGameError, match="expected"):
        read_game(entries)
