"""The field cases as table scripts, and the whole kind of each over many seeds.

The scripts of `tests/scripts/cases` are for reading and run always. The seeds vary times, lines and
orders; a few belong to every test run, `pytest -m soak` tries many.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Final

import pytest

from kahuna_table.app.config import Config
from kahuna_table.engine.board import LINES, Line, line_between, line_name, lines_in
from kahuna_table.engine.moves import PlaceBridge
from kahuna_table.engine.notation import parse_island
from kahuna_table.engine.player import Player
from kahuna_table.engine.state import GameState
from kahuna_table.table.effects import Effect, MoveMade
from kahuna_table.table.inputs import Input, Sample
from kahuna_table.table.lights import FRAME_MS
from kahuna_table.tools.cli import main
from kahuna_table.tools.script.parse import parse_script
from kahuna_table.tools.script.run import Runner
from kahuna_table.tools.simulation import SimulatedTable

CASES: Final = sorted((Path(__file__).parents[1] / "scripts" / "cases").glob("*.table"))
SEEDS: Final = [pytest.param(1, id="some"), pytest.param(100, id="many", marks=pytest.mark.soak)]
LONG: Final = pytest.mark.timeout(1800)

SLIDING: Final = """
deck ELAI BARI COCO IFFI JOJO KAHU LALE ALOA DUDA
ALOA COCO ELAI FAAA GOLA HUNA JOJO LALE BARI DUDA FAAA GOLA HUNA IFFI KAHU
game first=black
"""
SWEEPING: Final = """
deck ALOA BARI DUDA ELAI HUNA IFFI JOJO KAHU LALE
ALOA COCO DUDA FAAA GOLA HUNA JOJO LALE BARI COCO ELAI FAAA GOLA IFFI KAHU
game first=black handicap=3:white
place BARI-COCO
wait 400
place BARI-FAAA
wait 400
place KAHU-LALE
wait 400
place ALOA-BARI
wait 400
choose card ALOA
place BARI-DUDA
wait 400
choose card DUDA
"""


def script(text: str) -> str:
    """A script whose `deck` stands on two lines for reading."""
    return text.strip().replace("LALE\nALOA", "LALE ALOA").replace("DUDA\nALOA", "DUDA ALOA")


class Placed:
    """Remembers which lines were ever placed, and when."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def sampled(self, sample: Sample, session: object, senses: object) -> None:
        pass

    def noticed(self, what: Input) -> None:
        pass

    def caused(self, what: Effect) -> None:
        if isinstance(what, MoveMade) and isinstance(what.move, PlaceBridge):
            self.lines.append(what.move.line)


class Play:
    """A script that is written while it is played."""

    def __init__(self, state_dir: Path, seed: int) -> None:
        self.placed = Placed()
        self.runner = Runner(
            Config(), shots=None, state_dir=state_dir, seed=seed, witnesses=(self.placed,)
        )

    def do(self, *statements: str) -> None:
        self.runner.run(parse_script("\n".join(statements)))

    @property
    def table(self) -> SimulatedTable:
        return self.runner.table

    @property
    def state(self) -> GameState:
        state = self.table.session.state
        assert state is not None
        return state

    @property
    def sticks(self) -> Mapping[Line, Player]:
        return self.table.kit.board.sticks

    def until_right(self, most_ms: int) -> None:
        self.do(f"until phase play {most_ms}", "expect missing", "expect extra")


Begin = Callable[..., Play]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., Play]]:
    """Opens a table and plays the opening; the one before is closed."""
    opened: list[Play] = []

    def open_one(opening: str, seed: int = 1) -> Play:
        for before in opened[-1:]:
            before.table.close()
        opened.append(Play(tmp_path / str(len(opened)), seed))
        opened[-1].do(script(opening))
        return opened[-1]

    yield open_one
    for last in opened[-1:]:
        last.table.close()


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_every_case_holds(case: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["simulate", "--script", str(case)])

    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    assert out.endswith(" expectations held\n")


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
@pytest.mark.soak
def test_every_case_is_the_same_twice(case: Path, capsys: pytest.CaptureFixture[str]) -> None:
    traces = []
    for _ in range(2):
        assert main(["simulate", "--trace", "--script", str(case)]) == 0
        traces.append(capsys.readouterr().out)
    assert traces[0] == traces[1]


@LONG
@pytest.mark.parametrize("seeds", SEEDS)
def test_case_1_a_slide_is_one_bridge_whatever_the_dwell(seeds: int, begin: Begin) -> None:
    play, first = begin(SLIDING), line("DUDA-ELAI")
    for seed in range(seeds):
        rng = Random(f"{seed} slide")
        dwell_ms, way = rng.randint(20, 600), rng.choice(("at once", "in the air", "both"))
        play.placed.lines.clear()
        match way:
            case "at once":
                play.do(f"slide DUDA-ELAI ELAI-HUNA {dwell_ms}")
            case "in the air":
                play.do("place DUDA-ELAI", f"wait {dwell_ms}", "lift DUDA-ELAI")
                play.do(f"wait {rng.randint(1, 120)}", "place ELAI-HUNA")
            case _:
                play.do("place DUDA-ELAI", f"wait {dwell_ms}", "place ELAI-HUNA")
                play.do("wait 40", "lift DUDA-ELAI")
        play.do("wait 600", "expect phase play", "expect missing", "expect extra")
        play.do("expect bridges black ELAI-HUNA", "expect hand black BARI COCO")
        play.do("expect light DUDA-ELAI off", "expect light ELAI-HUNA black")
        lying_ms = dwell_ms + 40 * (way == "both")
        assert lying_ms >= 60 or first not in play.placed.lines, (seed, dwell_ms, way)
        play.do("press back", "obey", "expect hand black BARI COCO ELAI", "expect phase play")


@LONG
@pytest.mark.parametrize("seeds", [pytest.param(1, id="one"), SEEDS[-1]])
def test_case_2_a_weak_magnet_places_once_and_storms_no_lights(seeds: int, begin: Begin) -> None:
    for seed in range(seeds):
        rng = Random(f"{seed} magnet")
        play = begin(SWEEPING, seed)
        hz = rng.choice((20, 25, 30, 40, 50, 60))
        before, frames = play.state, play.table.kit.strip.frames
        # the stick lies, and its contact opens and closes until 3 s are over
        play.do("place BARI-ELAI", f"chatter BARI-ELAI 3000 {hz}")
        for _ in range(295):
            play.do("wait 10")
            assert play.state == before, (seed, hz)
        play.do("expect message sensor-jittery")
        assert play.table.kit.strip.frames - frames <= 3000 // FRAME_MS + 10
        play.do("wait 250")
        assert len(play.placed.lines) == 6, (seed, hz)
        play.do("obey")
        lying = rng.sample(sorted(play.sticks), min(5, len(play.sticks)))
        play.do(f"dropouts 1 30000 {' '.join(line_name(each) for each in lying)}")
        after = play.state
        for _ in range(300):
            play.do("wait 100", "expect phase play", "expect missing")
        assert play.state == after


ORDERS: Final = list(permutations(("COCO", "FAAA")))


def test_case_4_every_order_of_lifts_gives_the_same_game(begin: Begin) -> None:
    ends = []
    for a, b in ORDERS:
        for gap_ms in (0, 5, 90, 400):
            play = begin(SWEEPING)
            play.do("place BARI-ELAI", "wait 400", "expect phase remove")
            play.do(f"lift BARI-{a}", f"wait {gap_ms}", f"lift BARI-{b}", "wait 200")
            play.do("expect light BARI-COCO off", "expect light BARI-FAAA off", "wait 200")
            play.do("expect phase play", "press draw", "choose take JOJO")
            ends.append(play.state)
    assert ends == [ends[0]] * len(ends)


@LONG
@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("sweeping", [False, True], ids=["in play", "in a sweep"])
def test_case_5_no_bump_is_a_move(sweeping: bool, seeds: int, begin: Begin) -> None:
    for seed in range(seeds):
        rng = Random(f"{seed} bump")
        play = begin(SWEEPING, seed)
        if sweeping:
            play.do("place BARI-ELAI", "wait 400", "lift BARI-FAAA")
        play.do("wait 2500")
        before, lay = play.state, dict(play.sticks)
        bumped = rng.sample(sorted(lay), rng.randint(2, len(lay)))
        play.do(f"bump {names(bumped)}")
        taken = {*lay, *lines_in(play.table.session.game.sweep)}
        free = [Line(n) for n in range(len(LINES)) if Line(n) not in taken]
        strays = rng.sample(free, min(2, len(bumped)))
        play.do(*(f"place {line_name(each)} white" for each in strays), "wait 600")
        wrong = play.table.session.picture
        owned = before.bridges[0] | before.bridges[1]
        assert set(lines_in(wrong.missing)) == {each for each in bumped if owned >> each & 1}
        assert set(lines_in(wrong.extra)) == set(strays)
        play.do("press draw", "press ok")
        for statement in put_right(play, bumped, strays, lay, owned, rng):
            play.do(statement, f"wait {rng.choice((0, 20, 80, 200, 500))}")
        play.do("wait 300")
        assert play.state == before, seed
        play.do("expect missing", "expect extra", "expect phase play")


def put_right(
    play: Play, bumped: list[Line], strays: list[Line], lay: Mapping[Line, Player], owned: int,
    rng: Random,
) -> Iterator[str]:  # fmt: skip
    """Random order, a bridge of the game last: a stray one left alone after all others were put
    right is to be lifted too, and stays refused."""
    todo = [f"place {line_name(each)} {lay[each].name.lower()}" for each in bumped
            if owned >> each & 1]  # fmt: skip
    todo += [f"lift {line_name(each)}" for each in strays]
    rng.shuffle(todo)
    yield from todo
    for each in lines_in(play.table.session.game.swept):
        yield f"lift {line_name(each)}"


def names(lines: list[Line]) -> str:
    return " ".join(line_name(each) for each in lines)


def line(text: str) -> Line:
    found = line_between(*(parse_island(name) for name in text.split("-")))
    assert found is not None
    return found
