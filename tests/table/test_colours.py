"""Whose bridge lies there, where sensors see it: settled, and what of it is seen."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from kahuna_table.engine.board import ALL_LINES, NO_LINES, Line, Lines
from kahuna_table.engine.board import line_set as lines
from kahuna_table.engine.player import Player
from kahuna_table.table.debounce import Senses, feed
from kahuna_table.table.inputs import (
    NO_BUTTONS,
    NO_OWNERS,
    BoardSettled,
    Edge,
    Input,
    Owners,
    Sample,
)
from kahuna_table.table.sight import (
    Sight,
    compare,
    distrust,
    settle,
    strangers,
    swapped,
    with_stick,
)
from tests.table.coloured import BLACK, WHITE, Sticks, owners

A, B = Line(7), Line(20)
STEP_MS = 10


# contacts


def held(sticks: Sticks, start_ms: int, end_ms: int, seeing: Lines = ALL_LINES) -> list[Sample]:
    closed = lines(*sticks)
    return [
        Sample(at, closed, NO_LINES, NO_BUTTONS, owners(sticks, seeing))
        for at in range(start_ms, end_ms, STEP_MS)
    ]


def run(samples: Iterable[Sample], before: Sticks | None = None) -> tuple[Senses, list[Input]]:
    senses, inputs = Senses(), list[Input]()
    for sample in held(before or {}, -1000, 0):
        senses, _ = feed(senses, sample, NO_LINES)
    for sample in samples:
        senses, more = feed(senses, sample, NO_LINES)
        inputs += more
    return senses, inputs


def edges(inputs: Iterable[Input]) -> list[Edge]:
    return [edge for each in inputs if isinstance(each, BoardSettled) for edge in each.edges]


def test_a_bridge_settles_with_its_colour() -> None:
    senses, inputs = run(held({A: WHITE}, 0, 70))
    assert edges(inputs) == [Edge(A, closed=True, at_ms=0, owner=WHITE)]
    assert senses.contacts.owners == Owners(NO_LINES, lines(A))


def test_a_bridge_that_is_lifted_has_the_colour_it_had() -> None:
    _, inputs = run(held({}, 0, 160), {A: WHITE})
    assert edges(inputs) == [Edge(A, closed=False, at_ms=0, owner=WHITE)]


@pytest.mark.parametrize(("rest_ms", "settles"), [(140, False), (150, True)], ids=["140", "150"])
def test_the_other_colour_in_its_place_settles_as_an_opening_and_is_one_with_a_closing(
    rest_ms: int, settles: bool
) -> None:
    _, inputs = run(held({A: BLACK}, 0, rest_ms + STEP_MS), {A: WHITE})
    both = [
        Edge(A, closed=False, at_ms=0, owner=WHITE),
        Edge(A, closed=True, at_ms=0, owner=BLACK),
    ]
    assert edges(inputs) == (both if settles else [])


def test_a_colour_seen_for_a_scan_is_none() -> None:
    samples = [*held({A: BLACK}, 0, 10), *held({A: WHITE}, 10, 2000)]
    _, inputs = run(samples, {A: WHITE})
    assert edges(inputs) == []


def test_a_sensor_that_no_longer_sees_the_colour_leaves_it_known() -> None:
    senses, inputs = run(held({A: WHITE}, 0, 2000, NO_LINES), {A: WHITE})
    assert edges(inputs) == []
    assert senses.contacts.owners.of(A) is WHITE


def test_a_colour_that_is_seen_later_is_learned_without_an_edge() -> None:
    samples = [*held({A: WHITE}, 0, 500, NO_LINES), *held({A: WHITE}, 500, 1000)]
    senses, inputs = run(samples)
    assert edges(inputs) == [Edge(A, closed=True, at_ms=0)]
    assert senses.contacts.owners.of(A) is WHITE
    assert isinstance(inputs[-1], BoardSettled)
    assert inputs[-1].owners.of(A) is WHITE


@pytest.mark.parametrize("seed", range(40))
def test_after_any_train_of_colours_the_settled_board_is_the_true_one(seed: int) -> None:
    rng, samples, at_ms = Random(seed), list[Sample](), 0
    states: tuple[Sticks, ...] = ({}, {A: BLACK}, {A: WHITE})
    for _ in range(60):
        sticks, ms = rng.choice(states), rng.randrange(10, 400, 10)
        samples += held(sticks, at_ms, at_ms + ms)
        at_ms += ms
    last = rng.choice(states)
    senses, inputs = run([*samples, *held(last, at_ms, at_ms + 400)])
    assert senses.contacts.closed == lines(*last)
    assert senses.contacts.owners == owners(last)
    laid: Player | None = None
    for edge in edges(inputs):  # every lift is of what was laid
        assert edge.closed is (laid is None)
        assert edge.closed or edge.owner is laid
        laid = edge.owner if edge.closed else None


def test_a_line_that_cannot_be_read_has_no_colour() -> None:
    blind = [Sample(at, NO_LINES, lines(A), NO_BUTTONS) for at in range(0, 1200, STEP_MS)]
    senses, _ = run(blind, {A: WHITE})
    assert senses.contacts.owners == NO_OWNERS


# sight


def test_what_is_seen_counts_more_than_what_is_remembered() -> None:
    sight = with_stick(Sight(closed=lines(A, B), unknown=NO_LINES), lines(A, B), BLACK)
    sight = replace(sight, owners=Owners(NO_LINES, lines(A)))
    assert sight.lying == (lines(B), lines(A))
    assert swapped(sight, (lines(A, B), NO_LINES)) == lines(A)
    assert strangers(sight, (lines(A, B), NO_LINES)) == (NO_LINES, lines(A))


@pytest.mark.parametrize("why", ["unknown", "flapping", "distrusted"])
def test_a_blind_line_sees_no_colour(why: str) -> None:
    sight = Sight(closed=lines(A), unknown=NO_LINES, owners=Owners(NO_LINES, lines(A)))
    blind = replace(sight, **{why: lines(A)})  # type: ignore[arg-type]
    assert swapped(sight, (lines(A), NO_LINES)) == lines(A)
    assert swapped(blind, (lines(A), NO_LINES)) == NO_LINES


def test_a_sensor_that_sees_the_wrong_colour_is_not_trusted_again() -> None:
    board = BoardSettled(0, lines(A), NO_LINES, (), NO_LINES, Owners(NO_LINES, lines(A)))
    sight = settle(distrust(Sight(unknown=NO_LINES), lines(A)), board)
    assert compare(sight, (lines(A), NO_LINES)).was_right == NO_LINES
    assert compare(sight, (NO_LINES, lines(A))).was_right == lines(A)
