"""Where a game is kept that is played on the simulated table."""

from pathlib import Path

import pytest

from kahuna_table.tools.cli import main
from kahuna_table.tools.simulate.play import data_directory


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"XDG_DATA_HOME": "/data"}, "/data/kahuna-table"),
        ({"XDG_DATA_HOME": "data"}, "/home/ann/.local/share/kahuna-table"),
        ({"XDG_DATA_HOME": ""}, "/home/ann/.local/share/kahuna-table"),
        ({}, "/home/ann/.local/share/kahuna-table"),
    ],
    ids=["absolute", "relative", "empty", "not set"],
)
def test_data_of_the_user_lie_where_the_desktop_says(
    environ: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ann")

    assert data_directory(environ) == Path(expected)


def test_the_window_keeps_its_game_there_and_a_script_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "none such")
    script = tmp_path / "some.table"
    script.write_text("wait 1\n")

    assert main(["simulate", "--script", str(script)]) == 0
    assert not (tmp_path / "kahuna-table").exists()

    assert main(["simulate"]) == 69
    assert (tmp_path / "kahuna-table" / "journal.sqlite3").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wait 1\n", "played to its end; it expects nothing"),
        ("game first=black\nwait 500\nexpect phase play\n", "its 1 expectation held"),
        (
            "game first=black\nuntil phase play\nexpect turn black\n",
            "all 2 expectations held",
        ),
    ],
    ids=["none", "one", "two"],
)
def test_a_script_that_passes_says_what_held(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "some.table"
    script.write_text(text)

    assert main(["simulate", "--script", str(script)]) == 0
    assert capsys.readouterr().out == f"{script}: {said}\n"


@pytest.mark.parametrize(
    ("jumps", "line"), [(["10000000000"] * 30, 26), (["-10000000000"] * 8, 7)], ids=["on", "back"]
)
def test_a_clock_stays_in_the_calendar(
    jumps: list[str], line: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "some.table"
    script.write_text("".join(f"clock {jump}\n" for jump in jumps) + "game\n")

    assert main(["simulate", "--script", str(script)]) == 1
    told = capsys.readouterr().err
    assert (
        told
        == f"{script}:{line}: expected a clock in the years 1 to 9999, found one that leaves them\n"
    )


def test_a_game_may_be_played_in_the_first_century(tmp_path: Path) -> None:
    script, record = tmp_path / "some.table", tmp_path / "game.record"
    script.write_text(f"{'clock -10000000000' + chr(10)}" * 6 + "game first=black\nwait 500\n")

    assert main(["simulate", "--script", str(script), "--record", str(record)]) == 0
    assert main(["replay", str(record)]) == 0
    assert "date: 0098-" in record.read_text()
