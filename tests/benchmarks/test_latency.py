"""How fast the table answers: from a settled contact to the light frame handed over, one scan, and
what idling costs.

`python -m pytest tests/benchmarks/test_latency.py --benchmark-columns=median,max -s`; by hand, on a
machine that does nothing else. The goal is 5 ms for 99 of 100 answers; the time of the journal's
writes (fsync) is reported beside it, since it is the disk's. The simulated pins stand for the
wires, so a scan on a Raspberry Pi is another figure.
"""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from kahuna_table.app.chance import SystemChance
from kahuna_table.app.config import Config
from kahuna_table.app.daemon import IDLE_MS
from kahuna_table.devices.matrix import MatrixSensors
from kahuna_table.engine.board import Line
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import Handicap, RuleSet
from kahuna_table.table.inputs import Button, GameChosen, Setup
from kahuna_table.tools.simulation import SimulatedTable

GOAL_MS: Final = 5.0
ANSWERS: Final = 400
MINUTE_MS: Final = 60_000


class Writes:
    """The time that the journal's writes take."""

    def __init__(self) -> None:
        self.spent_s = 0.0
        self.each_s: list[float] = []
        self._started_s = 0.0

    def between(self, moment: str) -> None:
        if moment == "before":
            self._started_s = time.perf_counter()
        elif moment == "after":
            self.each_s.append(time.perf_counter() - self._started_s)
            self.spent_s += self.each_s[-1]


@pytest.fixture
def writes() -> Writes:
    return Writes()


@pytest.fixture
def table(tmp_path: Path, writes: Writes) -> Iterator[SimulatedTable]:
    made = SimulatedTable(
        Config(),
        SystemChance(),
        state_dir=tmp_path,
        now=lambda: datetime.now(UTC),
        between=writes.between,
    )
    rules = RuleSet(handicap=Handicap(3, Player.WHITE))
    made.daemon.notice(GameChosen(made.now_ms, Setup(rules, Player.BLACK)))
    yield made
    made.close()


def lay(table: SimulatedTable, line: Line) -> float:
    """Lays the bridge; the seconds from the sample that settles it to the frame handed over."""
    table.kit.board.place(line, Player.WHITE)
    return _answered_s(table, line, closed=True)


def lift(table: SimulatedTable, line: Line) -> float:
    table.kit.board.lift(line)
    return _answered_s(table, line, closed=False)


def _answered_s(table: SimulatedTable, line: Line, *, closed: bool) -> float:
    while True:
        frames, started_s = table.kit.strip.frames, time.perf_counter()
        table.advance(table.next_ms)
        took_s = time.perf_counter() - started_s
        if bool(table.session.sight.closed >> line & 1) is closed:
            assert table.kit.strip.frames > frames, "settled without an answer in lights"
            return took_s


def test_a_settled_bridge_is_answered_in_lights(
    table: SimulatedTable, writes: Writes, benchmark: BenchmarkFixture
) -> None:
    """A handicap bridge is laid (a move, journal and all), taken back and lifted, in turns."""
    answers_ms, alone_ms, cpu_ms = list[float](), list[float](), list[float]()

    def one_answer() -> None:
        before_s, cpu_s = writes.spent_s, time.process_time()
        took_s = lay(table, Line(3))
        answers_ms.append(took_s * 1000)
        cpu_ms.append((time.process_time() - cpu_s) * 1000)
        alone_ms.append((took_s - (writes.spent_s - before_s)) * 1000)

    def take_back() -> None:
        table.kit.board.press(Button.BACK)
        table.advance(table.now_ms + 100)
        table.kit.board.release(Button.BACK)
        table.advance(table.now_ms + 100)
        lift(table, Line(3))
        table.advance(table.now_ms + 500)

    for _ in range(ANSWERS):
        one_answer()
        take_back()
    benchmark.pedantic(one_answer, teardown=take_back, rounds=50, iterations=1)

    figures = {
        "p50_ms": median(alone_ms),
        "p99_ms": p99(alone_ms),
        "goal_ms": GOAL_MS,
        "cpu_of_laying_and_answer_p99_ms": p99(cpu_ms),
        "with_journal_p50_ms": median(answers_ms),
        "with_journal_p99_ms": p99(answers_ms),
        "journal_write_p50_ms": median(writes.each_s) * 1000,
        "journal_write_p99_ms": p99(writes.each_s) * 1000,
    }
    tell(benchmark, figures)


@pytest.mark.benchmark(timer=time.process_time, warmup=True)
def test_one_scan(table: SimulatedTable, benchmark: BenchmarkFixture) -> None:
    benchmark(MatrixSensors.scan, table.kit.sensors)


@pytest.mark.benchmark(timer=time.process_time, min_rounds=3)
def test_a_minute_of_idling(table: SimulatedTable, benchmark: BenchmarkFixture) -> None:
    table.advance(table.now_ms + MINUTE_MS)

    benchmark(lambda: table.advance(table.now_ms + MINUTE_MS))

    assert benchmark.stats is not None
    seconds = benchmark.stats.stats.median
    tell(benchmark, {"percent_of_a_core": seconds / 60 * 100, "scans": MINUTE_MS / IDLE_MS})


def p99(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.99)]


def tell(benchmark: BenchmarkFixture, figures: dict[str, float]) -> None:
    benchmark.extra_info.update({name: round(value, 3) for name, value in figures.items()})
    print("\n" + "  ".join(f"{name} {value:.3f}" for name, value in figures.items()))
