"""The physical board: hands, buttons, time and what goes wrong."""

from itertools import pairwise
from random import Random

import pytest

from kahuna_table.devices.simulated.board import (
    NothingThere,
    PlaceTaken,
    SensorFault,
    SimulatedBoard,
)
from kahuna_table.devices.simulated.noise import HIGH, LEVELS, LOW, QUIET, Noise
from kahuna_table.engine.board import ALL_LINES, NO_LINES, Line, line_set
from kahuna_table.engine.player import Player
from kahuna_table.errors import KahunaError
from kahuna_table.table.inputs import NO_BUTTONS, NO_OWNERS, Button, Owners

ALOA_BARI, ALOA_DUDA, ALOA_HUNA = Line(0), Line(1), Line(2)
BLACK, WHITE = Player.BLACK, Player.WHITE


@pytest.fixture
def board() -> SimulatedBoard:
    return SimulatedBoard()


def seen(board: SimulatedBoard, until_ms: int, line: Line = ALOA_BARI) -> list[bool]:
    """Whether the contact is closed, a look each millisecond after now."""
    levels = []
    for ms in range(board.now_ms + 1, until_ms + 1):
        board.advance(ms)
        levels.append(bool(board.closed >> line & 1))
    return levels


def changes(levels: list[bool]) -> int:
    return sum(a != b for a, b in pairwise(levels))


# Hands


def test_a_stick_that_is_placed_lies_closes_its_contact_and_can_be_lifted(
    board: SimulatedBoard,
) -> None:
    board.place(ALOA_BARI, WHITE)
    assert (dict(board.sticks), board.closed) == ({ALOA_BARI: WHITE}, line_set(ALOA_BARI))
    assert board.sees(board.closed) == NO_OWNERS
    board.coloured = ALL_LINES
    assert board.sees(board.closed) == Owners(NO_LINES, line_set(ALOA_BARI))

    assert board.lift(ALOA_BARI) is WHITE
    assert (dict(board.sticks), board.closed) == ({}, NO_LINES)
    assert board.sees(board.closed) == NO_OWNERS


def test_a_taken_slot_and_an_empty_one_are_refused_and_nothing_changes(
    board: SimulatedBoard,
) -> None:
    board.place(ALOA_BARI, BLACK)

    with pytest.raises(
        PlaceTaken,
        match=r"^ALOA-BARI: expected an empty slot, found a black bridge: lift it first$",
    ):
        board.place(ALOA_BARI, WHITE)
    with pytest.raises(NothingThere, match=r"^ALOA-DUDA: expected a bridge, found the slot empty$"):
        board.lift(ALOA_DUDA)
    with pytest.raises(NothingThere):
        board.bump([ALOA_BARI, ALOA_DUDA], Random(1))
    with pytest.raises(PlaceTaken):
        board.slide(ALOA_DUDA, ALOA_BARI, 10, WHITE)

    board.advance(100)
    assert dict(board.sticks) == {ALOA_BARI: BLACK}


def test_a_slide_touches_the_first_slot_and_rests_in_the_second(board: SimulatedBoard) -> None:
    board.advance(1000)
    board.slide(ALOA_BARI, ALOA_DUDA, 180, WHITE)
    assert (board.closed, board.next_change_ms()) == (line_set(ALOA_BARI), 1180)

    board.advance(1179)
    assert dict(board.sticks) == {ALOA_BARI: WHITE}
    board.advance(1180)
    assert (dict(board.sticks), board.closed) == ({ALOA_DUDA: WHITE}, line_set(ALOA_DUDA))
    assert board.next_change_ms() is None


def test_a_stick_lifted_while_it_slides_stays_in_the_hand(board: SimulatedBoard) -> None:
    board.slide(ALOA_BARI, ALOA_DUDA, 100, WHITE)
    board.advance(50)
    board.lift(ALOA_BARI)
    board.advance(200)

    assert dict(board.sticks) == {}


def test_bumped_sticks_jump_one_by_one_within_30_ms_in_an_order_of_chance() -> None:
    orders = set()
    for seed in range(20):
        board = SimulatedBoard()
        lines = [Line(n) for n in range(27)]
        for line in lines:
            board.place(line, BLACK)
        board.bump(lines, Random(seed))
        assert len(board.sticks) == 27
        order: list[Line] = []
        for ms in range(1, 31):
            before = set(board.sticks)
            board.advance(ms)
            gone = before - set(board.sticks)
            assert len(gone) <= 1
            order += gone
        assert not board.sticks
        orders.add(tuple(order))

    assert len(orders) == 20


def test_the_same_seed_bumps_the_same(board: SimulatedBoard) -> None:
    other = SimulatedBoard()
    for each in (board, other):
        for line in (ALOA_BARI, ALOA_DUDA, ALOA_HUNA):
            each.place(line, BLACK)
        each.bump([ALOA_HUNA, ALOA_BARI, ALOA_DUDA], Random(5))

    for ms in range(1, 31):
        board.advance(ms)
        other.advance(ms)
        assert board.sticks == other.sticks


def test_buttons_go_down_and_up(board: SimulatedBoard) -> None:
    board.press(Button.OK)
    board.press(Button.HAND)
    assert board.pressed == 1 << Button.OK | 1 << Button.HAND

    board.release(Button.OK)
    assert board.pressed == 1 << Button.HAND

    board.release(Button.HAND)
    assert board.pressed == NO_BUTTONS


# Faults


@pytest.mark.parametrize("hz", [1, 40, 50, 100, 333, 500])
def test_a_chatter_changes_twice_a_cycle_and_ends_as_it_began(
    board: SimulatedBoard, hz: int
) -> None:
    board.place(ALOA_BARI, BLACK)
    board.advance(100)
    board.chatter(ALOA_BARI, 3000, hz)

    levels = [True, bool(board.closed >> ALOA_BARI & 1), *seen(board, 3200)]

    assert changes(levels) == 6 * hz - 2 * (6 * hz % 2)
    assert levels[-101:] == [True] * 101
    assert board.next_change_ms() is None


@pytest.mark.parametrize("scan_ms", [2, 5, 10, 20])
@pytest.mark.parametrize("hz", [25, 50, 100, 200])
def test_a_chatter_does_not_hide_from_scans_of_the_same_beat(
    board: SimulatedBoard, hz: int, scan_ms: int
) -> None:
    board.place(ALOA_BARI, BLACK)
    board.chatter(ALOA_BARI, 3000, hz)

    levels = []
    for ms in range(scan_ms, 3000, scan_ms):
        board.advance(ms)
        levels.append(board.closed != NO_LINES)

    assert 0.2 < sum(levels) / len(levels) < 0.8
    assert changes(levels) > min(hz, 500 // scan_ms)


def test_next_change_names_every_change_of_a_chatter(board: SimulatedBoard) -> None:
    other = SimulatedBoard()
    for each in (board, other):
        each.place(ALOA_BARI, BLACK)
        each.chatter(ALOA_BARI, 500, 40)
    stepped = {0: other.closed}
    for ms in range(1, 501):
        other.advance(ms)
        stepped[ms] = other.closed

    jumped = {0: board.closed}
    while (ms := board.next_change_ms()) is not None:
        board.advance(ms)
        jumped[ms] = board.closed

    assert jumped == {
        ms: closed for ms, closed in stepped.items() if ms == 0 or closed != stepped[ms - 1]
    }


@pytest.mark.parametrize(
    ("ms", "hz", "text"),
    [
        (100, 0, "chatter of ALOA-BARI: expected 0.1..500 Hz, got 0"),
        (100, 501, "chatter of ALOA-BARI: expected 0.1..500 Hz, got 501"),
        (1, 40, "chatter of ALOA-BARI: expected 2 ms or more, got 1"),
    ],
)
def test_a_chatter_that_the_clock_cannot_carry_out_is_refused(
    board: SimulatedBoard, ms: int, hz: int, text: str
) -> None:
    with pytest.raises(KahunaError, match=f"^{text}$"):
        board.chatter(ALOA_BARI, ms, hz)


def test_dropouts_miss_single_looks_at_their_rate_and_then_end(board: SimulatedBoard) -> None:
    board.place(ALOA_BARI, BLACK)
    board.place(ALOA_DUDA, BLACK)
    board.dropouts(10, 20_000, [ALOA_BARI], Random(3))
    missed = 0
    for ms in range(10, 20_000, 10):
        assert board.next_change_ms() == board.now_ms + 1
        board.advance(ms)
        missed += not board.closed >> ALOA_BARI & 1
        assert board.closed >> ALOA_DUDA & 1

    board.advance(20_000)

    assert 150 < missed < 250
    assert board.closed == line_set(ALOA_BARI, ALOA_DUDA)
    assert board.next_change_ms() is None


@pytest.mark.parametrize("closed", [True, False])
def test_a_stuck_contact_does_not_follow_its_stick_until_it_is_freed(
    board: SimulatedBoard, closed: bool
) -> None:
    board.stuck(ALOA_BARI, closed=closed)
    empty = board.closed
    board.place(ALOA_BARI, BLACK)
    board.place(ALOA_DUDA, BLACK)
    lying = board.closed
    board.free(ALOA_BARI)

    assert bool(empty) == closed
    assert lying == line_set(ALOA_DUDA, *([ALOA_BARI] if closed else []))
    assert board.closed == line_set(ALOA_BARI, ALOA_DUDA)


@pytest.mark.parametrize(
    ("fault", "lines", "during"),
    [
        (SensorFault.OPEN, None, NO_LINES),
        (SensorFault.CLOSED, None, ALL_LINES),
        (SensorFault.OPEN, [ALOA_BARI], line_set(ALOA_DUDA)),
        (SensorFault.CLOSED, [ALOA_HUNA], line_set(ALOA_BARI, ALOA_DUDA, ALOA_HUNA)),
        (SensorFault.ERROR, None, line_set(ALOA_BARI, ALOA_DUDA)),
    ],
)
def test_a_fault_of_the_sensors_holds_for_its_time(
    board: SimulatedBoard, fault: SensorFault, lines: list[Line] | None, during: int
) -> None:
    board.place(ALOA_BARI, BLACK)
    board.place(ALOA_DUDA, WHITE)
    board.advance(500)
    board.fault_sensors(200, fault, lines)
    assert board.next_change_ms() == 700

    for ms in (500, 699):
        board.advance(ms)
        assert board.closed == during
        assert board.failing == (fault is SensorFault.ERROR)
    board.advance(700)
    assert (board.closed, board.failing) == (line_set(ALOA_BARI, ALOA_DUDA), False)
    assert board.next_change_ms() is None


# Noise


def test_without_noise_a_contact_changes_once(board: SimulatedBoard) -> None:
    board.place(ALOA_BARI, BLACK)
    assert board.next_change_ms() is None
    assert seen(board, 500) == [True] * 500


@pytest.mark.parametrize("seed", range(30))
def test_low_noise_stays_below_the_settle_times(seed: int) -> None:
    """Never open for 150 ms while a stick lies, never closed for 60 ms while none does."""
    board = SimulatedBoard(noise=LOW, rng=Random(seed))
    board.place(ALOA_BARI, BLACK)
    longest_open = max(map(len, runs(seen(board, 2000), level=False)), default=0)
    settled = seen(board, 2010)[-1]
    board.lift(ALOA_BARI)
    longest_closed = max(map(len, runs(seen(board, 4000), level=True)), default=0)

    assert longest_open < 150
    assert longest_closed < 60
    assert settled or longest_open


def runs(levels: list[bool], *, level: bool) -> list[str]:
    return "".join("x" if each is level else " " for each in levels).split()


def test_noise_bounces_on_both_changes_and_comes_to_rest() -> None:
    noise = Noise(closing_bounce_ms=20, opening_bounce_ms=40)
    closing, opening = set(), set()
    for seed in range(40):
        board = SimulatedBoard(noise=noise, rng=Random(seed))
        board.place(ALOA_BARI, BLACK)
        levels = seen(board, 100)
        closing.add(changes(levels))
        assert all(levels[20:])
        board.lift(ALOA_BARI)
        levels = seen(board, 200)
        opening.add(changes(levels))
        assert not any(levels[40:])

    assert {0, 2, 4, 6} <= closing
    assert {0, 2, 4, 6} <= opening


def test_what_happens_on_the_way_happens_at_its_time_however_far_the_clock_jumps() -> None:
    noise = Noise(closing_bounce_ms=40, opening_bounce_ms=40)
    unrest_ms = set()
    for seed in range(20):
        pictures = []
        for step_ms in (1, 120):
            board = SimulatedBoard(noise=noise, rng=Random(seed))
            board.slide(ALOA_BARI, ALOA_DUDA, 100, BLACK)
            for ms in range(step_ms, 121, step_ms):
                board.advance(ms)
            pictures.append((board.closed, board.next_change_ms()))
        assert pictures[0] == pictures[1]
        unrest_ms.add(board.next_change_ms())

    assert len(unrest_ms) > 5


def test_a_stick_in_the_dead_zone_is_seen_only_after_it_is_laid_again() -> None:
    noise = Noise(dead_percent=50)
    board = SimulatedBoard(noise=noise, rng=Random(1))
    outcomes = []
    for _ in range(40):
        board.place(ALOA_BARI, BLACK)
        outcomes.append(board.closed != NO_LINES)
        board.advance(board.now_ms + 1000)
        assert (board.closed != NO_LINES) == outcomes[-1]
        board.lift(ALOA_BARI)
        assert board.closed == NO_LINES

    assert 8 < sum(outcomes) < 32


def test_high_noise_makes_ghosts_that_pass() -> None:
    board = SimulatedBoard(noise=Noise(ghost_percent=5, ghost_ms=50), rng=Random(1))
    closed = []
    for ms in range(1, 3000):
        board.advance(ms)
        closed.append(board.closed)

    assert 0 < sum(map(bool, closed)) < 3000
    assert len(set(closed)) > 10


def test_late_scans_come_at_their_rate() -> None:
    late = [HIGH.lateness_ms(rng) for rng in [Random(2)] for _ in range(2000)]

    assert 60 < sum(map(bool, late)) < 140
    assert 0 < max(late) <= HIGH.late_ms
    assert QUIET.lateness_ms(Random(2)) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_noise_is_the_same_for_the_same_seed(level: str) -> None:
    stories = []
    for _ in range(2):
        board = SimulatedBoard(noise=LEVELS[level], rng=Random(9))
        story = []
        for n in range(27):
            board.place(Line(n), BLACK)
            board.advance(board.now_ms + 37)
            story.append(board.closed)
        stories.append(story)

    assert stories[0] == stories[1]
