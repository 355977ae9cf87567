"""Raw samples settle into edges; what cannot be read stays unknown."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.engine.board import ALL_LINES, NEIGHBOURS, NO_LINES, Line, Lines, lines_in
from kahuna_table.engine.board import line_set as lines
from kahuna_table.table.debounce import Senses, feed
from kahuna_table.table.inputs import (
    NO_BUTTONS,
    BoardSettled,
    Button,
    ButtonPressed,
    ButtonReleased,
    Buttons,
    Edge,
    HealthChanged,
    Input,
    Sample,
)

A = Line(7)
B = lines_in(NEIGHBOURS[A])[0]
STEP_MS = 10


def run(
    samples: Iterable[Sample], senses: Senses | None = None, slidable: Lines = NO_LINES
) -> tuple[Senses, list[Input]]:
    senses = senses if senses is not None else rested()
    inputs: list[Input] = []
    for sample in samples:
        senses, more = feed(senses, sample, slidable)
        inputs += more
    return senses, inputs


def rested(closed: Lines = NO_LINES) -> Senses:
    senses = Senses()
    for at_ms in range(-1000, 0, STEP_MS):
        senses, _ = feed(senses, Sample(at_ms, closed, NO_LINES, NO_BUTTONS), NO_LINES)
    return senses


def look(at_ms: int, closed: Lines = NO_LINES, unknown: Lines = NO_LINES) -> Sample:
    return Sample(at_ms, closed, unknown, NO_BUTTONS)


def held(closed: Lines, start_ms: int, end_ms: int, unknown: Lines = NO_LINES) -> list[Sample]:
    return [look(at, closed, unknown) for at in range(start_ms, end_ms, STEP_MS)]


def edges(inputs: Iterable[Input]) -> list[Edge]:
    return [edge for each in inputs if isinstance(each, BoardSettled) for edge in each.edges]


@pytest.mark.parametrize(
    ("rest_ms", "settles"), [(50, False), (60, True), (70, True)], ids=["50", "60", "70"]
)
def test_a_closing_settles_after_60_ms_with_the_time_of_its_change(
    rest_ms: int, settles: bool
) -> None:
    _, inputs = run(held(lines(A), 0, rest_ms + STEP_MS))
    assert edges(inputs) == ([Edge(A, closed=True, at_ms=0)] if settles else [])


@pytest.mark.parametrize(("rest_ms", "settles"), [(140, False), (150, True)], ids=["140", "150"])
def test_an_opening_settles_after_150_ms(rest_ms: int, settles: bool) -> None:
    _, inputs = run(held(NO_LINES, 0, rest_ms + STEP_MS), rested(lines(A)))
    assert edges(inputs) == ([Edge(A, closed=False, at_ms=0)] if settles else [])


def test_a_change_starts_the_time_again() -> None:
    samples = [*held(lines(A), 0, 50), look(50), *held(lines(A), 60, 130)]
    _, inputs = run(samples)
    assert edges(inputs) == [Edge(A, closed=True, at_ms=60)]


def test_a_missed_scan_lifts_nothing() -> None:
    samples = [look(at, NO_LINES if at % 70 == 0 else lines(A)) for at in range(0, 3000, STEP_MS)]
    _, inputs = run(samples, rested(lines(A)))
    assert edges(inputs) == []


def test_a_closing_beside_a_bridge_that_is_just_leaving_waits_for_it() -> None:
    both = [*held(NO_LINES, 0, 40), *held(lines(B), 40, 300)]
    _, inputs = run(both, rested(lines(A)), slidable=lines(A))
    assert edges(inputs) == [Edge(A, closed=False, at_ms=0), Edge(B, closed=True, at_ms=40)]
    assert (
        len({each.at_ms for each in inputs if isinstance(each, BoardSettled) and each.edges}) == 1
    )


FAR = next(Line(n) for n in range(27) if n != A and not NEIGHBOURS[A] >> n & 1)


def test_a_closing_waits_while_a_bridge_anywhere_is_out_of_its_slot() -> None:
    """Case 5: a bridge that jumps to another line is no placing, wherever it lands."""
    _, inputs = run([*held(NO_LINES, 0, 30), *held(lines(FAR), 30, 300)], rested(lines(A)))
    assert edges(inputs) == [Edge(A, closed=False, at_ms=0), Edge(FAR, closed=True, at_ms=30)]
    assert (
        len({each.at_ms for each in inputs if isinstance(each, BoardSettled) and each.edges}) == 1
    )


def test_a_lying_bridge_that_chatters_holds_up_no_placing() -> None:
    chatter = [
        look(at, Lines(lines(FAR) | (lines(A) if at // STEP_MS % 2 else 0)))
        for at in range(0, 110, STEP_MS)
    ]
    _, inputs = run(chatter, rested(lines(A)))
    assert edges(inputs) == [Edge(FAR, closed=True, at_ms=0)]


def test_a_closing_beside_a_bridge_just_laid_waits_while_that_one_bounces() -> None:
    """A slide with both closed for a while and a bounce when the first one opens (rule 6)."""
    bounce = [look(at, Lines(lines(A) | lines(B))) for at in (0, 10, 20)]
    bounce += [look(at, lines(B)) for at in (30, 40)]
    bounce += [look(at, Lines(lines(A) | lines(B))) for at in (50, 60)]
    _, inputs = run([*bounce, *held(lines(B), 70, 300)], rested(lines(A)), slidable=lines(A))
    assert edges(inputs) == [Edge(B, closed=True, at_ms=0), Edge(A, closed=False, at_ms=70)]
    assert (
        len({each.at_ms for each in inputs if isinstance(each, BoardSettled) and each.edges}) == 1
    )


def test_a_line_that_cannot_be_read_keeps_its_state_for_a_second() -> None:
    senses, _ = run(held(NO_LINES, 0, 1000, unknown=ALL_LINES), rested(lines(A)))
    assert (senses.contacts.closed, senses.contacts.unknown) == (lines(A), NO_LINES)
    senses, _ = run(held(NO_LINES, 1000, 1010, unknown=ALL_LINES), senses)
    assert (senses.contacts.closed, senses.contacts.unknown) == (NO_LINES, ALL_LINES)


def test_at_first_every_line_is_unknown() -> None:
    assert Senses().contacts.unknown == ALL_LINES


def test_six_missed_scans_within_a_second_are_no_jitter() -> None:
    missed = (100, 210, 320, 430, 540, 650)
    samples = [look(at, NO_LINES if at in missed else lines(A)) for at in range(0, 2000, STEP_MS)]
    _, inputs = run(samples, rested(lines(A)))
    assert not any(isinstance(each, HealthChanged) for each in inputs)


def test_a_chattering_contact_is_jittery_until_it_was_calm_for_five_seconds() -> None:
    noisy = [look(at, lines(A) if at // 10 % 2 else NO_LINES) for at in range(0, 500, STEP_MS)]
    senses, inputs = run([*noisy, *held(lines(A), 500, 6000)])
    changes = [each for each in inputs if isinstance(each, HealthChanged)]
    assert [each.jittery for each in changes] == [lines(A), NO_LINES]
    assert sum(senses.health.bounces[A]) == 1


@given(st.lists(st.tuples(st.integers(0, 400), st.booleans()), max_size=30))
def test_after_the_last_change_the_settled_state_is_the_true_one(
    train: list[tuple[int, bool]],
) -> None:
    at_ms, samples, closed = 0, [], NO_LINES
    for length_ms, level in train:
        closed = lines(A) if level else NO_LINES
        samples += held(closed, at_ms, at_ms + length_ms)
        at_ms = samples[-1].at_ms + STEP_MS if samples else 0
    samples += held(closed, at_ms, at_ms + 300)
    senses, inputs = run(samples)
    assert senses.contacts.closed == closed
    seen = [edge.closed for edge in edges(inputs)]
    assert seen == [n % 2 == 0 for n in range(len(seen))]


def pad(at_ms: int, *buttons: Button) -> Sample:
    return Sample(at_ms, NO_LINES, NO_LINES, Buttons(sum(1 << each for each in buttons)))


def test_a_button_counts_after_20_ms_both_ways() -> None:
    samples = [pad(0, Button.OK), pad(10, Button.OK), pad(20, Button.OK), pad(30), pad(50)]
    _, inputs = run(samples)
    assert inputs == [ButtonPressed(20, Button.OK), ButtonReleased(50, Button.OK)]


def test_a_button_that_is_closed_at_start_counts_only_after_it_was_released() -> None:
    senses = Senses()
    held_down = [pad(at, Button.OK) for at in range(0, 5000, STEP_MS)]
    senses, inputs = run(held_down, senses)
    assert not any(isinstance(each, ButtonPressed) for each in inputs)
    samples = [pad(5000), *(pad(at, Button.OK) for at in range(5010, 5060, STEP_MS))]
    _, inputs = run(samples, senses)
    assert [type(each) for each in inputs] == [ButtonPressed]


def test_a_button_that_sticks_is_named_and_no_longer_makes_a_chord() -> None:
    held_down = [pad(at, Button.HELP) for at in range(0, 31_000, 100)]
    senses, inputs = run(held_down, Senses())
    named = [each.stuck_buttons for each in inputs if isinstance(each, HealthChanged)]
    assert named == [Buttons(1 << Button.HELP)]
    three = [Button.HELP, Button.HAND, Button.OK]
    _, inputs = run((pad(at, *three) for at in range(31_000, 31_100, STEP_MS)), senses)
    pressed = [each.button for each in inputs if isinstance(each, ButtonPressed)]
    assert pressed == [Button.OK, Button.HAND]


def test_a_flat_hand_that_rests_on_the_buttons_presses_none_of_them_ever() -> None:
    senses = rested()
    _, inputs = run((pad(at, *Button) for at in range(0, 60_000, 100)), senses)
    assert not any(isinstance(each, ButtonPressed) for each in inputs)


# rule 15: a button acts on the board as it lay when the button went down


def hand(at_ms: int, closed: Lines, *buttons: Button) -> Sample:
    return Sample(at_ms, closed, NO_LINES, Buttons(sum(1 << each for each in buttons)))


def kinds(inputs: Iterable[Input]) -> list[object]:
    """Edges and presses in the order in which the session meets them."""
    found: list[object] = []
    for each in inputs:
        if isinstance(each, BoardSettled):
            found += [(edge.line, edge.closed) for edge in each.edges]
        elif isinstance(each, ButtonPressed | ButtonReleased):
            found.append(each.button)
    return found


def test_a_button_waits_for_the_contact_that_closed_before_it() -> None:
    samples = [look(0, lines(A)), *(hand(at, lines(A), Button.OK) for at in range(10, 90, STEP_MS))]
    _, inputs = run(samples)
    assert kinds(inputs) == [(A, True), Button.OK]


def test_a_button_waits_for_the_contact_that_opened_before_it() -> None:
    samples = [look(0), *(hand(at, NO_LINES, Button.OK) for at in range(10, 300, STEP_MS))]
    _, inputs = run(samples, rested(lines(A)))
    assert kinds(inputs) == [(A, False), Button.OK]


def test_a_button_does_not_wait_for_a_contact_that_closed_after_it() -> None:
    samples = [hand(0, NO_LINES, Button.OK)]
    samples += [hand(at, lines(A), Button.OK) for at in range(10, 100, STEP_MS)]
    _, inputs = run(samples)
    assert kinds(inputs) == [Button.OK, (A, True)]


def test_a_contact_that_bounces_on_holds_a_button_up_for_a_settle_time_at_most() -> None:
    def bouncing(at_ms: int) -> Lines:
        return lines(A) if at_ms // STEP_MS % 2 else NO_LINES

    samples = [look(0), look(10, lines(A))]
    samples += [hand(at, bouncing(at), Button.OK) for at in range(20, 130, STEP_MS)]
    samples += [hand(at, NO_LINES, Button.OK) for at in range(130, 300, STEP_MS)]
    _, inputs = run(samples)
    pressed = [each.at_ms for each in inputs if isinstance(each, ButtonPressed)]
    assert pressed == [20 + Senses().times.opening_ms]


def test_a_button_waits_also_where_the_contact_bounces_in_its_moment() -> None:
    """The contact closed before the button, and is open for the one scan that would let it act."""
    samples = [look(0, lines(A)), hand(10, lines(A), Button.OK), hand(20, lines(A), Button.OK)]
    samples += [hand(30, NO_LINES, Button.OK)]
    samples += [hand(at, lines(A), Button.OK) for at in range(40, 130, STEP_MS)]
    _, inputs = run(samples)
    assert kinds(inputs) == [(A, True), Button.OK]


def test_a_jittery_contact_holds_no_button_up() -> None:
    noisy = [look(at, lines(A) if at // 10 % 2 else NO_LINES) for at in range(0, 500, STEP_MS)]
    senses, _ = run(noisy)
    samples = [
        hand(at, lines(A) if at // 10 % 2 else NO_LINES, Button.OK)
        for at in range(500, 560, STEP_MS)
    ]
    _, inputs = run(samples, senses)
    assert [each.at_ms for each in inputs if isinstance(each, ButtonPressed)] == [520]


def test_edges_that_settle_in_one_scan_are_parted_by_the_button_between_them() -> None:
    """A closes at 0 and waits for the bridge out of its slot; then `ok`; then that one is back."""
    samples = [hand(0, NO_LINES), hand(10, lines(A)), hand(20, lines(A), Button.OK)]
    samples += [hand(30, Lines(lines(A) | lines(FAR)), Button.OK)]
    samples += [hand(at, Lines(lines(A) | lines(FAR)), Button.OK) for at in range(40, 300, STEP_MS)]
    _, inputs = run(samples, rested(NO_LINES))
    assert kinds(inputs) == [(A, True), Button.OK, (FAR, True)]
    boards = [each.closed for each in inputs if isinstance(each, BoardSettled) and each.edges]
    assert boards == [lines(A), Lines(lines(A) | lines(FAR))]


def test_a_press_and_its_release_stay_in_order_behind_a_contact() -> None:
    samples = [look(0), *(hand(at, NO_LINES, Button.OK) for at in range(10, 90, STEP_MS))]
    samples += held(NO_LINES, 90, 400)
    _, inputs = run(samples, rested(lines(A)))
    assert kinds(inputs) == [(A, False), Button.OK, Button.OK]
    assert [type(each) for each in inputs if isinstance(each, ButtonPressed | ButtonReleased)] == [
        ButtonPressed,
        ButtonReleased,
    ]


@pytest.mark.parametrize(("closes_ms", "moving"), [(150, True), (170, False)])
def test_a_line_moves_until_it_was_quiet_for_200_ms(closes_ms: int, *, moving: bool) -> None:
    """Another line flickers until 20 ms; this one settles 60 ms after it closed."""
    other = next(n for n in map(Line, range(27)) if n != A and n not in lines_in(NEIGHBOURS[A]))
    samples = [
        look(
            at_ms,
            Lines((lines(A) if at_ms >= closes_ms else 0) | (lines(other) if at_ms < 20 else 0)),
        )
        for at_ms in range(0, 400, STEP_MS)
    ]
    _, inputs = run(samples)
    settled = next(each for each in inputs if isinstance(each, BoardSettled) and each.edges)
    assert bool(settled.moving & lines(other)) is moving
