"""Contacts that flap: they come and go as no hand does it."""

import pytest

from kahuna_table.engine.board import NO_LINES, Line, Lines
from kahuna_table.engine.board import line_set as lines
from kahuna_table.table.health import (
    CALM_MS,
    FLAP_CHANGES,
    FLAP_MS,
    JITTER_CHANGES,
    Health,
    known,
    watch,
)

A = Line(3)
FLAPS = FLAP_CHANGES + 1
"""That a rest was one is known when it ends."""


def changing(times_ms: list[int], *, health: Health | None = None, press_ms: int = -1) -> Health:
    """A contact that changes at these times, first of all closing; a button is pressed once."""
    health = health if health is not None else Health()
    for n, at_ms in enumerate(times_ms):
        pressed = n > 0 and times_ms[n - 1] <= press_ms < at_ms
        if pressed:
            health = watch(health, press_ms, 0, 0, 0, hands=True)
        closed = lines(A) if n % 2 == 0 else NO_LINES
        health = watch(health, at_ms, closed, lines(A), 0, hands=False)
    return health


def every(ms: int, count: int) -> list[int]:
    return [1000 + n * ms for n in range(count)]


@pytest.mark.parametrize("hz", [0.5, 1, 2, 4, 8])
def test_a_contact_that_comes_and_goes_by_itself_flaps(hz: float) -> None:
    half_ms = round(500 / hz)
    assert changing(every(half_ms, FLAPS)).flapping == lines(A)
    assert changing(every(half_ms, FLAPS)).jittery == lines(A)
    assert changing(every(half_ms, FLAPS - 1)).flapping == NO_LINES


def test_a_hand_that_lays_and_lifts_slowly_does_not_flap() -> None:
    slow_ms = FLAP_MS // (FLAP_CHANGES - 1) + 1
    assert changing(every(slow_ms, 50)).flapping == NO_LINES


def test_a_button_in_between_shows_that_hands_are_there() -> None:
    times_ms = every(500, FLAPS)
    assert changing(times_ms, press_ms=times_ms[4] + 100).flapping == NO_LINES


def test_missed_scans_are_no_flapping() -> None:
    """A contact that rests closed and is missed for single scans."""
    times_ms = [1000, *(2000 + 900 * (n // 2) + 10 * (n % 2) for n in range(30))]
    assert changing(times_ms).flapping == NO_LINES


def test_fast_chatter_is_jittery_and_moves_nothing_in_the_game() -> None:
    health = changing(every(20, JITTER_CHANGES))
    assert (health.jittery, health.flapping) == (lines(A), NO_LINES)


@pytest.mark.parametrize(("calm_ms", "flaps"), [(CALM_MS - 10, True), (CALM_MS, False)])
def test_a_contact_flaps_until_it_was_calm(calm_ms: int, flaps: bool) -> None:
    health = changing(every(500, FLAPS))
    last_ms = health.recent_ms[A][-1]
    health = watch(health, last_ms + calm_ms, NO_LINES, 0, 0, hands=False)
    assert bool(health.flapping) is flaps
    assert bool(health.jittery) is flaps


@pytest.mark.parametrize(("calm_ms", "flaps"), [(CALM_MS - 10, True), (CALM_MS, False)])
def test_a_contact_that_flapped_before_a_restart_flaps_until_it_was_calm(
    calm_ms: int, flaps: bool
) -> None:
    health = known(Lines(lines(A)), 700)
    assert health.jittery == health.flapping == lines(A)
    health = watch(health, 700 + calm_ms, NO_LINES, 0, 0, hands=False)
    assert bool(health.flapping) is flaps


def test_a_contact_is_restless_until_it_rested_for_five_seconds() -> None:
    times_ms = every(500, FLAPS)
    for rest_ms, flapping in ((4999, lines(A)), (5000, NO_LINES)):
        health = watch(changing(times_ms), times_ms[-1] + rest_ms, 0, 0, 0, hands=False)
        assert (health.jittery, health.flapping) == (flapping, flapping)
