"""Every table script of `tests/scripts`, played as `kahuna-table simulate --script` plays it.

What a script expects stands in the script. Here: it holds, its record is one that `kahuna-table
replay` accepts, and the same script gives the same bytes, whatever the time zone. Each is played
once for all tests.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from kahuna_table.tools.cli import main

SCRIPTS = Path(__file__).parents[1] / "scripts"

PLAYED = sorted(SCRIPTS.glob("*.table"))

PLAYED_TWICE = (
    "bump",  # sticks jump by chance
    "chatter",  # scans are missed by chance
    "early_end",
    "give_up",
    "menu_new_game",  # the cards come from the seed
    "secrets_proposal",
    "undo_sweep",
    "worked_example",
)
"""The scripts with chance, with pictures, and a long one."""


@dataclass(frozen=True)
class Run:
    """Everything one run of a script gave."""

    status: int
    printed: str
    complained: str
    record: str
    shots: dict[str, bytes]


@pytest.fixture
def time_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sets the time zone of the process for the test."""

    def set_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


def play(script: Path, *options: str) -> Run:
    """What `simulate` gives with everything it can write."""
    printed, complained = StringIO(), StringIO()
    with TemporaryDirectory() as directory:
        record, shots = Path(directory, "game.txt"), Path(directory, "shots")
        written = ["--trace", "--record", str(record), "--shots", str(shots)]
        with redirect_stdout(printed), redirect_stderr(complained):
            status = main(["simulate", "--script", str(script), *written, *options])
        text = record.read_text("utf-8") if record.exists() else ""
        pictures = {path.name: path.read_bytes() for path in sorted(shots.glob("*"))}
    return Run(status, printed.getvalue(), complained.getvalue(), text, pictures)


@cache
def played(name: str) -> Run:
    return play(SCRIPTS / f"{name}.table")


def test_there_are_scripts_to_play() -> None:
    assert {f"{name}.table" for name in PLAYED_TWICE} <= {path.name for path in PLAYED}


@pytest.mark.parametrize("name", [path.stem for path in PLAYED])
def test_everything_a_script_expects_holds(name: str, tmp_path: Path) -> None:
    run = played(name)

    assert (run.status, run.complained) == (0, "")
    if run.record:
        (tmp_path / "game.txt").write_text(run.record, "utf-8")
        assert main(["replay", str(tmp_path / "game.txt")]) == 0


def test_the_record_of_a_whole_game_says_how_it_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = str(tmp_path / "game.txt")
    Path(record).write_text(played("whole_game_scored").record, "utf-8")
    capsys.readouterr()

    assert main(["replay", record]) == 0
    page = capsys.readouterr().out
    assert "position   after turn 64" in page
    assert "scoring 3" in page
    assert "date       2000-01-01" in page
    for turn in ("1", "30", "64"):
        assert main(["replay", record, "--turn", turn]) == 0
        assert f"position   after turn {turn}" in capsys.readouterr().out


@pytest.mark.parametrize("name", PLAYED_TWICE)
def test_the_same_script_gives_the_same_trace_record_and_pictures_everywhere(
    name: str, time_zone: Callable[[str], None]
) -> None:
    time_zone("UTC")
    here = played(name)

    time_zone("Pacific/Kiritimati")  # fourteen hours ahead: another date for most of the day
    there = play(SCRIPTS / f"{name}.table")

    assert here == there
    assert here.status == 0
    assert here.printed
    assert bool(here.shots) is ("\nshot " in (SCRIPTS / f"{name}.table").read_text("utf-8"))


def test_a_picture_is_written_of_screen_and_board() -> None:
    shots = played("early_end").shots

    assert list(shots) == ["early-end-board.png", "early-end.png"]
    assert all(data.startswith(b"\x89PNG") for data in shots.values())


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("whole_game_scored", 1),
        pytest.param("whole_game_early_end", 2, marks=pytest.mark.soak),
    ],
)
def test_a_game_on_a_bumped_table_is_the_same_game(name: str, seed: int, tmp_path: Path) -> None:
    quiet = (SCRIPTS / f"{name}.table").read_text("utf-8")
    bumped = tmp_path / f"{name}.table"
    bumped.write_text("\n".join(with_bumps(quiet, seed)), "utf-8")

    run = play(bumped)

    assert (run.status, run.complained) == (0, "")
    assert run.record == played(name).record


def with_bumps(script: str, seed: int) -> Iterator[str]:
    """The script, and wherever it names all bridges and the game goes on some of them jump out,
    one more may be laid by mistake, and all is put right in random order."""
    rng = Random(seed)
    yield f"seed {seed}"
    lines, bridges = script.splitlines(), dict[str, str]()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        yield line
        words = line.split()
        if words[:2] == ["expect", "bridges"]:
            bridges = {k: v for k, v in bridges.items() if v != words[2]}
            bridges |= dict.fromkeys(words[3:], words[2])
            if words[2] == "white" and following and bridges:
                yield from bump(bridges, rng)


def bump(bridges: dict[str, str], rng: Random) -> Iterator[str]:
    out = rng.sample(sorted(bridges), rng.randint(1, len(bridges)))
    free = rng.choice(("ALOA-DUDA", "GOLA-KAHU", "HUNA-IFFI", "COCO-KAHU"))
    todo = [f"place {line} {bridges[line]}" for line in out]
    yield from (f"bump {' '.join(out)}", "wait 400")
    if free not in bridges and len(out) > 1:
        yield from (f"place {free}", f"wait {rng.choice((10, 100, 400))}")
        todo.append(f"lift {free}")
        # no bridge laid in a wrong picture is a move: the last thing put right is a missing one
        todo = [todo.pop(), *todo]
        todo[: len(out)] = rng.sample(todo[: len(out)], len(out))
    else:
        rng.shuffle(todo)
    for step in todo:
        yield from (step, f"wait {rng.choice((0, 20, 80, 200, 500))}")
    yield from ("wait 600", "expect phase play", "expect missing", "expect extra")


WHITE_IN_BLACKS_TURN = """
game first=black{kit}
wait 500
place ALOA-BARI white
wait 400
expect message {message}
"""


@pytest.mark.parametrize(
    ("driver", "kit", "message"),
    [
        ("pico", "", "wrong-colour"),
        ("matrix", " kit=pico", "wrong-colour"),
        ("mcp23017", " kit=pico", "wrong-colour"),
        ("matrix", "", "no-card"),
        ("mcp23017", "", "no-card"),
    ],
)
def test_colours_are_seen_by_the_sensors_that_are_configured_or_by_those_of_the_game(
    driver: str, kit: str, message: str, tmp_path: Path
) -> None:
    config, script = tmp_path / "table.toml", tmp_path / "some.table"
    config.write_text(f'[sensors]\ndriver = "{driver}"\n')
    deck = "COCO COCO FAAA ELAI DUDA IFFI JOJO KAHU LALE ALOA ALOA BARI BARI DUDA ELAI FAAA GOLA "
    deck += "GOLA HUNA HUNA IFFI JOJO KAHU LALE"
    script.write_text(f"deck {deck}\n" + WHITE_IN_BLACKS_TURN.format(kit=kit, message=message))

    run = play(script, "--config", str(config))

    assert (run.status, run.complained) == (0, "")
