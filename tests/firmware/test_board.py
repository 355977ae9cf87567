"""The real firmware reads simulated Hall sensors; the table's own link hears it."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kahuna_table.engine.board import LINES
from tests.firmware.bench import Bench
from tests.firmware.field import UNDRIVEN, Field, channel

STEPS = int(os.environ.get("KAHUNA_SOAK_STEPS", "10000"))


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with Bench(tmp_path) as bench:
        bench.pico.do("noise 5 1")
        yield bench


def test_every_line_tells_both_colours_and_nothing_else(bench: Bench) -> None:
    bench.start()

    for line in range(len(LINES)):
        for sign in "+-":
            for change in (lambda n=line, s=sign: bench.lay(n, s), lambda n=line: bench.lift(n)):
                before = bench.field.signs
                bench.told.clear()
                change()
                bench.turn(4)
                assert bench.link.heard.states == bench.field.signs
                assert set(bench.told) <= {before, bench.field.signs}


def randomly(bench: Bench, rng: Random, steps: int) -> None:
    """Hands at work while the room warms and cools; every state that is told is true."""
    for step in range(steps):
        before = bench.field.signs
        bench.told.clear()
        line = rng.randrange(len(LINES))
        if line in bench.field.magnets:
            bench.lift(line)
        else:
            bench.lay(line, rng.choice("+-"))
        bench.field.warmth = min(1.0, max(-1.0, bench.field.warmth + rng.uniform(-0.05, 0.05)))
        bench.turn(4)
        assert bench.link.heard.states == bench.field.signs, f"step {step}"
        assert set(bench.told) <= {before, bench.field.signs}, f"step {step}"


def test_random_hands_at_the_worst_spread_are_never_misread(bench: Bench) -> None:
    bench.start()

    randomly(bench, Random(7), 60)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_ten_thousand_random_hands_at_the_worst_spread(tmp_path: Path) -> None:
    boards = 10
    for n in range(boards):
        folder = tmp_path / str(n)
        folder.mkdir()
        with Bench(folder, Field(Random(100 + n))) as bench:
            bench.pico.do(f"noise 5 {n}")
            bench.start()
            randomly(bench, Random(n), STEPS // boards)


def test_a_restart_with_bridges_on_the_board_learns_none_of_them(bench: Bench) -> None:
    bench.start()
    for line in range(0, len(LINES), 2):
        bench.lay(line, "+-"[line % 4 // 2])
    bench.settle(0.1)

    bench.reset()
    bench.settle(1.5)
    assert bench.link.heard.states == bench.field.signs
    for line in range(0, len(LINES), 2):
        bench.lift(line)
    bench.settle(0.1)

    assert bench.link.heard.states == "." * len(LINES)
    assert bench.link.heard.faults == ()


def test_a_first_start_with_bridges_on_the_board_calls_none_of_them_empty(tmp_path: Path) -> None:
    field = Field(Random(3))
    for line in range(len(LINES)):
        field.lay(line, "+-"[line % 2])
    with Bench(tmp_path, field) as bench:
        bench.settle(0.2)
        bench.pico.do("pass 4000")
        bench.settle(0.2)

        assert set(bench.link.heard.states) == {"?"}
        assert all(word.startswith("untold:") for word in bench.link.heard.faults)


def test_calibrating_refuses_a_line_that_cannot_be_empty(bench: Bench) -> None:
    bench.field.nulls[4], bench.field.gains[4] = 1650, 10
    bench.lay(4, "+")
    bench.settle(0.2)

    bench.link.ask("calibrate")
    bench.settle(0.1)

    assert bench.link.heard.answers["calibrated"] == "4"
    assert bench.link.heard.states == "." * 4 + "?" + "." * 22


def test_offsets_drift_along_but_not_under_a_bridge(bench: Bench) -> None:
    bench.start()
    bench.lay(9, "+")
    bench.field.warmth = 1.0
    bench.pico.levels(bench.field)

    bench.settle(0.1)
    for _ in range(60):  # a minute for each millivolt and more
        bench.pico.do("pass 2000")
        bench.turn(1)
    bench.lift(9)
    bench.settle(0.1)

    bench.pico.do("pass 5000")
    bench.pico.write(b"read\r")
    bench.pico.scans(3)
    rows = [row.split() for row in bench.pico.read().decode().splitlines()[-27:]]
    far = [abs(int(row[3])) for row in rows]
    assert max(far[:9] + far[10:]) <= 8
    assert far[9] == pytest.approx(abs(bench.field.drifts[9]), abs=8)
    assert [row[1] for row in rows] == ["."] * 27


FAULTS = {
    "output at ground": ({3: 0}, {3: "low"}),
    "output at the supply": ({16: 3300}, {16: "high"}),
    "wire off, or a dead channel": ({20: UNDRIVEN}, {20: "open"}),
    "several": ({0: UNDRIVEN, 13: 0, 26: 3300}, {0: "open", 13: "low", 26: "high"}),
}


@pytest.mark.parametrize("name", FAULTS)
def test_an_input_that_cannot_be_read_is_named_and_never_empty(bench: Bench, name: str) -> None:
    levels, expected = FAULTS[name]
    bench.start()

    for line, level in levels.items():
        bench.pico.do(f"level {channel(line)} {level}")
    bench.settle(0.5)

    words = {f"{kind}:{line}" for line, kind in expected.items()}
    assert set(bench.link.heard.faults) == words
    assert [n for n, sign in enumerate(bench.link.heard.states) if sign == "?"] == sorted(levels)
    bench.pico.levels(bench.field)
    bench.settle(0.5)
    assert bench.link.heard.faults == ()
    assert bench.link.heard.states == bench.field.signs


def test_a_field_beyond_the_range_is_told_and_still_read(bench: Bench) -> None:
    bench.start()

    bench.pico.do(f"level {channel(5)} 2900")
    bench.settle(0.3)

    assert bench.link.heard.faults == ("end:5",)
    assert bench.link.heard.states[5] == "+"


@pytest.mark.parametrize("chip", [0, 1])
def test_a_dead_multiplexer_is_told_from_its_channels(bench: Bench, chip: int) -> None:
    bench.start()
    lines = range(14) if chip == 0 else range(14, 27)

    for line in lines:
        bench.pico.do(f"level {channel(line)} {UNDRIVEN}")
    bench.settle(0.5)

    assert bench.link.heard.faults == (f"chip:{chip}",)
    assert {bench.link.heard.states[n] for n in lines} == {"?"}


def test_sensors_without_supply_are_one_fault(bench: Bench) -> None:
    bench.start()

    for line in range(27):
        bench.pico.do(f"level {channel(line)} 0")
    bench.settle(0.3)

    assert bench.link.heard.faults == ("supply",)


STUCK = [((0,), 1), ((0, 1), 0)]
"""Multiplexers, and the level at which their address line stays."""


@pytest.mark.parametrize("bit", range(4))
@pytest.mark.parametrize(("chips", "level"), STUCK)
def test_a_stuck_address_line_is_named_and_blinds_its_multiplexer(
    bench: Bench, chips: tuple[int, ...], bit: int, level: int
) -> None:
    bench.pico.do("noise 3 1")
    bench.start()

    bench.pico.do("stuck " + " ".join(f"{chip} {bit} {level}" for chip in chips))
    bench.settle(0.1)
    for line in (2, 3, 16, 17):  # of the first line's two channels one is still read
        bench.lay(line, "+")
    bench.settle(0.5)

    word = f"select:{bit}" if len(chips) == 2 else f"select:{chips[0]}:{bit}"
    assert bench.link.heard.faults == (word,)
    blind = [n for chip in chips for n in (range(14) if chip == 0 else range(14, 27))]
    assert {bench.link.heard.states[n] for n in blind} == {"?"}
