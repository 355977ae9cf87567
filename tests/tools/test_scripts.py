"""Every table script of `tests/scripts`, played as `kahuna-table simulate --script` plays it.

What a script expects stands in the script. Here: it holds, its record is one that `kahuna-table
replay` accepts, and the same script gives the same bytes, whatever the time zone.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from kahuna_table.tools.cli import main

SCRIPTS = Path(__file__).parents[1] / "scripts"

PLAYED = sorted(SCRIPTS.glob("*.table"))
WHOLE_GAMES = ("whole_game_early_end", "whole_game_scored")
SHORTER = [path for path in PLAYED if path.stem not in WHOLE_GAMES]

PLAYED_TWICE = (
    "bump",  # sticks jump by chance
    "give_up",
    "menu_new_game",  # the cards come from the seed
    "secrets_proposal",
    "undo_sweep",
    "whole_game_scored",
)
"""The scripts with chance, with pictures, and a long one."""

PLAYED_TWICE_AT_LEISURE = (
    "chatter",  # scans are missed by chance
    "early_end",
)
"""More of them, for the soak."""


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


def play(script: Path, directory: Path, capsys: pytest.CaptureFixture[str], *options: str) -> Run:
    directory.mkdir(parents=True)
    record, shots = directory / "game.txt", directory / "shots"
    status = main(["simulate", "--script", str(script), "--record", str(record), *options])
    printed, complained = capsys.readouterr()
    text = record.read_text("utf-8") if record.exists() else ""
    pictures = {path.name: path.read_bytes() for path in sorted(shots.glob("*"))}
    return Run(status, printed, complained, text, pictures)


@pytest.fixture(scope="session")
def quiet_record(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The record of a script of `tests/scripts`, played once by the command."""

    @cache
    def record(name: str) -> Path:
        path = tmp_path_factory.mktemp(name) / "game.txt"
        script, complained = str(SCRIPTS / f"{name}.table"), StringIO()
        with redirect_stderr(complained):
            status = main(["simulate", "--script", script, "--record", str(path)])
        assert (status, complained.getvalue()) == (0, "")
        return path

    return record


def test_there_are_scripts_to_play() -> None:
    assert {f"{name}.table" for name in PLAYED_TWICE + PLAYED_TWICE_AT_LEISURE} <= {
        path.name for path in PLAYED
    }


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_a_whole_game_ends_as_its_record(name: str, quiet_record: Callable[[str], Path]) -> None:
    assert main(["replay", str(quiet_record(name))]) == 0


@pytest.mark.parametrize("script", SHORTER, ids=lambda path: path.stem)
def test_everything_a_script_expects_holds(
    script: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = play(script, tmp_path / "run", capsys)

    assert (run.status, run.complained) == (0, "")
    if run.record:
        assert main(["replay", str(tmp_path / "run" / "game.txt")]) == 0


def test_the_record_of_a_whole_game_says_how_it_went(
    quiet_record: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    record = str(quiet_record("whole_game_scored"))
    capsys.readouterr()

    assert main(["replay", record]) == 0
    page = capsys.readouterr().out
    assert "position   after turn 64" in page
    assert "scoring 3" in page
    assert "date       2000-01-01" in page
    for turn in ("1", "30", "64"):
        assert main(["replay", record, "--turn", turn]) == 0
        assert f"position   after turn {turn}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name",
    [
        *PLAYED_TWICE,
        *(pytest.param(name, marks=pytest.mark.soak) for name in PLAYED_TWICE_AT_LEISURE),
    ],
)
def test_the_same_script_gives_the_same_trace_record_and_pictures_everywhere(
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    time_zone: Callable[[str], None],
) -> None:
    script, runs = SCRIPTS / f"{name}.table", []

    # Kiritimati is fourteen hours ahead: another date for most of the day
    for home, zone in ((tmp_path / "here", "UTC"), (tmp_path / "there", "Pacific/Kiritimati")):
        time_zone(zone)
        runs.append(play(script, home, capsys, "--trace", "--shots", str(home / "shots")))

    assert runs[0] == runs[1]
    assert runs[0].status == 0
    assert runs[0].printed
    assert bool(runs[0].shots) is ("\nshot " in script.read_text("utf-8"))


def test_a_picture_is_written_of_screen_and_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = play(
        SCRIPTS / "early_end.table", tmp_path / "run", capsys, "--shots", f"{tmp_path}/run/shots"
    )

    assert list(run.shots) == ["early-end-board.png", "early-end.png"]
    assert all(data.startswith(b"\x89PNG") for data in run.shots.values())


@pytest.mark.parametrize(("name", "seed"), [("whole_game_scored", 1), ("whole_game_early_end", 2)])
def test_a_game_on_a_bumped_table_is_the_same_game(
    name: str,
    seed: int,
    quiet_record: Callable[[str], Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    quiet = quiet_record(name)
    capsys.readouterr()
    script = (SCRIPTS / f"{name}.table").read_text("utf-8")
    bumped = tmp_path / f"{name}.table"
    bumped.write_text("\n".join(with_bumps(script, seed)), "utf-8")

    run = play(bumped, tmp_path / "bumped", capsys)

    assert (run.status, run.complained) == (0, "")
    assert run.record == quiet.read_text("utf-8")


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
    driver: str, kit: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, script = tmp_path / "table.toml", tmp_path / "some.table"
    config.write_text(f'[sensors]\ndriver = "{driver}"\n')
    deck = "COCO COCO FAAA ELAI DUDA IFFI JOJO KAHU LALE ALOA ALOA BARI BARI DUDA ELAI FAAA GOLA "
    deck += "GOLA HUNA HUNA IFFI JOJO KAHU LALE"
    script.write_text(f"deck {deck}\n" + WHITE_IN_BLACKS_TURN.format(kit=kit, message=message))

    run = play(script, tmp_path / "run", capsys, "--config", str(config))

    assert (run.status, run.complained) == (0, "")
