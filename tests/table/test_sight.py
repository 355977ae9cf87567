"""What the table can see of the lines, and what people told it (referee's rules 13 and 17)."""

from dataclasses import replace

import pytest

from kahuna_table.engine.board import ALL_LINES, NO_LINES, Line, Lines
from kahuna_table.engine.board import line_set as lines
from kahuna_table.engine.player import Player
from kahuna_table.table.inputs import BoardSettled
from kahuna_table.table.sight import (
    NOTHING_SEEN,
    Sight,
    changed,
    compare,
    distrust,
    settle,
    strangers,
    swapped,
    with_stick,
    without_stick,
)

A, B = Line(3), Line(9)
BOTH = lines(A, B)
SEEN = Sight(closed=BOTH, unknown=NO_LINES)


def seen(closed: Lines, unknown: Lines = NO_LINES) -> BoardSettled:
    return BoardSettled(0, closed, unknown, (), NO_LINES)


def test_at_first_nothing_is_known() -> None:
    assert NOTHING_SEEN.blind == ALL_LINES


@pytest.mark.parametrize("why", ["unknown", "flapping", "distrusted"])
def test_a_line_is_blind_that_cannot_be_read_that_flaps_or_that_people_called_wrong(
    why: str,
) -> None:
    assert replace(SEEN, **{why: lines(A)}).blind == lines(A)  # type: ignore[arg-type]


def test_a_line_that_only_chatters_is_not_blind_and_no_hand() -> None:
    sight = replace(SEEN, jittery=lines(A), moving=BOTH)
    assert sight.blind == NO_LINES
    assert sight.hands_at == lines(B)


# what people said holds until the sensor has followed the game once


def test_a_sensor_is_trusted_again_when_it_was_right_before_and_after_a_change_of_the_game() -> (
    None
):
    sight = compare(distrust(SEEN, lines(A)), bridges=(lines(A), lines(B)))
    assert sight.blind == lines(A)
    sight = changed(sight, lines(A))
    sight = compare(settle(sight, seen(lines(B))), bridges=(NO_LINES, lines(B)))
    assert sight.blind == NO_LINES


def test_a_sensor_that_was_wrong_before_the_change_is_not_trusted_for_being_right_after() -> None:
    sight = compare(distrust(SEEN, lines(A)), bridges=(NO_LINES, lines(B)))
    sight = compare(changed(sight, lines(A)), bridges=(lines(A), lines(B)))
    assert sight.blind == lines(A)


def test_being_right_without_a_change_of_the_game_is_not_enough() -> None:
    sight = distrust(SEEN, lines(A))
    for _ in range(3):
        sight = compare(settle(sight, seen(BOTH)), bridges=(lines(A), lines(B)))
    assert sight.blind == lines(A)


@pytest.mark.parametrize("why", ["unknown", "jittery", "moving"])
def test_a_sensor_that_says_nothing_does_not_agree(why: str) -> None:
    silent = replace(distrust(SEEN, lines(A)), **{why: lines(A)})  # type: ignore[arg-type]
    sight = compare(silent, bridges=(lines(A), lines(B)))
    assert sight.was_right == NO_LINES


def test_a_line_called_wrong_once_more_keeps_what_was_seen_of_it() -> None:
    sight = compare(distrust(SEEN, lines(A)), bridges=(lines(A), lines(B)))
    assert distrust(sight, lines(A)).was_right == lines(A)


# whose bridge lies there


def test_rule_17_a_bridge_of_the_other_player_is_in_the_wrong_place() -> None:
    sight = with_stick(SEEN, lines(A), Player.BLACK)
    assert swapped(sight, (NO_LINES, BOTH)) == lines(A)
    assert swapped(sight, (BOTH, NO_LINES)) == NO_LINES
    assert strangers(sight, (NO_LINES, BOTH)) == (lines(A), NO_LINES)


@pytest.mark.parametrize(
    "sight",
    [
        pytest.param(settle(with_stick(SEEN, lines(A), Player.BLACK), seen(lines(B))), id="lifted"),
        pytest.param(
            with_stick(with_stick(SEEN, BOTH, Player.BLACK), BOTH, Player.WHITE), id="laid"
        ),
        pytest.param(without_stick(with_stick(SEEN, lines(A), Player.BLACK), lines(A)), id="taken"),
        pytest.param(distrust(with_stick(SEEN, lines(A), Player.BLACK), lines(A)), id="blind"),
    ],
)
def test_rule_17_an_exchange_is_one_opening_and_one_closing_and_asked_of_no_blind_line(
    sight: Sight,
) -> None:
    assert swapped(sight, (NO_LINES, BOTH)) == NO_LINES


def test_a_line_that_cannot_be_read_for_a_while_keeps_its_bridge() -> None:
    sight = settle(with_stick(SEEN, lines(A), Player.BLACK), seen(lines(B), unknown=lines(A)))
    sight = settle(sight, seen(BOTH))
    assert swapped(sight, (NO_LINES, BOTH)) == lines(A)
