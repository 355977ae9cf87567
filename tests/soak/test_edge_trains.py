"""No edge is swallowed (case 3): whatever a contact did, in the end what is reported is true.

The short runs belong to every test run; `pytest -m soak` tries ten thousand trains.
"""

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

import pytest

from kahuna_table.engine.board import LINES, NO_LINES, Line, Lines, line_set
from kahuna_table.table.debounce import Senses, SettleTimes, feed
from kahuna_table.table.inputs import (
    NO_BUTTONS,
    BoardSettled,
    Button,
    ButtonPressed,
    ButtonReleased,
    Buttons,
    Edge,
    Input,
    Sample,
)

LAST_EDGE_MS: Final = 5000
BUSY_MS: Final = 10
IDLE_MS: Final = 40
TIMES: Final = SettleTimes()
COUNTS = [pytest.param(30, id="some"), pytest.param(10_000, id="many", marks=pytest.mark.soak)]
LONG = pytest.mark.timeout(1800)


@dataclass(frozen=True)
class Train:
    """The times at which a contact changes, closed after the first; it ends closed at 5 s."""

    times_ms: tuple[int, ...]

    def closed(self, at_ms: int) -> bool:
        return sum(time <= at_ms for time in self.times_ms) % 2 == 1

    def rests(self) -> int:
        """How many changes were followed by a rest long enough to count."""
        level, changes = False, 0
        for number, (start, end) in enumerate(pairwise((*self.times_ms, LAST_EDGE_MS * 2))):
            closed = number % 2 == 0
            needed = TIMES.closing_ms if closed else TIMES.opening_ms
            if end - start >= needed and closed is not level:
                level, changes = closed, changes + 1
        return changes


def train(rng: Random, shortest_ms: int) -> Train:
    """Pulses of at most 300 ms and gaps of up to 5 s before the last edge."""
    times = [LAST_EDGE_MS]
    while True:
        gap = rng.randint(shortest_ms, rng.choice((20, 60, 160, 400, 5000)))
        pulse = rng.randint(shortest_ms, rng.choice((20, 60, 160, 300)))
        times = [times[0] - gap - pulse, times[0] - gap, *times]
        if times[0] < 100:
            return Train(tuple(times[2:]))


def look(at_ms: int, closed: Lines, pressed: Buttons = NO_BUTTONS) -> Sample:
    return Sample(at_ms, closed, NO_LINES, pressed)


def rested() -> Senses:
    senses = Senses()
    for at_ms in range(-1000, 0, BUSY_MS):
        senses, _ = feed(senses, look(at_ms, NO_LINES), NO_LINES)
    return senses


@LONG
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("shortest_ms", [1, BUSY_MS], ids=["any", "seen by every scan"])
def test_what_is_reported_of_a_line_is_true_in_the_end(count: int, shortest_ms: int) -> None:
    start = rested()
    for seed in range(count):
        rng = Random(f"{seed} {shortest_ms} trains")
        line, signal = Line(rng.randrange(len(LINES))), train(rng, shortest_ms)

        senses, inputs, at_ms = start, list[Input](), rng.randrange(BUSY_MS)
        while at_ms <= LAST_EDGE_MS + IDLE_MS + settle_ms(senses) + BUSY_MS:
            closed = line_set(line) if signal.closed(at_ms) else NO_LINES
            senses, more = feed(senses, look(at_ms, closed), NO_LINES)
            inputs += more
            fast = senses.busy or shortest_ms == BUSY_MS
            at_ms += BUSY_MS if fast else rng.choice((BUSY_MS, IDLE_MS))

        edges = [e for each in inputs if isinstance(each, BoardSettled) for e in each.edges]
        assert senses.contacts.closed == line_set(line), (seed, signal)
        assert {edge.line for edge in edges} == {line}, (seed, signal)
        assert [edge.closed for edge in edges] == [n % 2 == 0 for n in range(len(edges))], seed
        assert len(edges) <= len(signal.times_ms), (seed, signal)
        if shortest_ms == BUSY_MS:
            assert len(edges) <= signal.rests(), (seed, signal, edges)
        assert is_true(edges, signal), (seed, signal, edges)


def settle_ms(senses: Senses) -> int:
    """A contact that was named as chattering takes as long to close as to open."""
    return TIMES.opening_ms if senses.health.jittery else TIMES.closing_ms


def is_true(edges: list[Edge], signal: Train) -> bool:
    """What an edge says was so at its time."""
    return all(signal.closed(edge.at_ms) is edge.closed for edge in edges)


@LONG
@pytest.mark.parametrize("count", COUNTS)
def test_every_press_has_its_release(count: int) -> None:
    start = rested()
    for seed in range(count):
        rng = Random(f"{seed} presses")
        signals = {b: train(rng, 1) for b in rng.sample(list(Button), 2)}

        senses, inputs, at_ms = start, list[Input](), rng.randrange(BUSY_MS)
        while at_ms <= LAST_EDGE_MS + 400:
            # at 5 s the last press begins; 200 ms later everything is let go
            down = at_ms < LAST_EDGE_MS + 200
            pressed = sum(1 << b for b, signal in signals.items() if down and signal.closed(at_ms))
            senses, more = feed(senses, look(at_ms, NO_LINES, Buttons(pressed)), NO_LINES)
            inputs += more
            at_ms += BUSY_MS

        for button in Button:
            of_one = [
                type(each)
                for each in inputs
                if isinstance(each, ButtonPressed | ButtonReleased) and each.button is button
            ]
            pairs = len(of_one) // 2
            assert of_one == [ButtonPressed, ButtonReleased] * pairs, (seed, button, signals)
            assert (pairs > 0) is (button in signals), (seed, button, signals)
            assert pairs <= len(signals[button].times_ms) if button in signals else True
