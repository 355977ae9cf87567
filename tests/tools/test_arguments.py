"""Arguments of the command line that cannot be used: 64, with what was expected."""

from pathlib import Path

import pytest

from kahuna_table.app.config import Config
from kahuna_table.tools.cli import COMMANDS, command_line, main

KEEPING_GAMES = [
    ["games", "--state"],
    ["games", "show", "1", "--state"],
    ["simulate", "--state"],
    ["simulate", "--script", "wait.table", "--state"],
    ["run", "--state"],
    ["doctor", "--state"],
    ["wiring", "--print", "--state"],
    ["trace", "dump", "--state"],
    ["prove", "power-cut", "--turns", "1", "--board", "board", "--play"],
]
"""Every command that takes the directory of a table's games, the directory last."""

SEEDS = ["-1", "-5", "1000000000000", "1_0", "١", "one", ""]


def refused(*arguments: str) -> bool:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return ended.value.code == 64


def help_of(arguments: list[str], capsys: pytest.CaptureFixture[str], *only: str) -> str:
    with pytest.raises(SystemExit):
        command_line(*only).parse_args([*arguments, "--help"])
    return capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_the_same_with_and_without_the_others(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert help_of([name], capsys, name) == help_of([name], capsys)


def test_a_word_that_is_no_command_is_answered_with_all_of_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert refused("pla")
    told = capsys.readouterr().err
    assert all(repr(name) in told for name in COMMANDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_command_line_and_a_script_refuse_the_same_seeds(
    seed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "some.table"
    script.write_text(f"seed {seed}\n", "utf-8")
    assert main(["simulate", "--script", str(script)]) == 64
    assert "a whole number 0..999999999999" in capsys.readouterr().err

    script.write_text("wait 1\n", "utf-8")
    for command in (["simulate", "--script", str(script)], ["prove", "power-cut", "--turns", "1"]):
        assert refused(*command, "--seed", seed)
        told = capsys.readouterr().err
        assert f"expected a whole number 0..999999999999, got {seed!r}" in told


@pytest.mark.parametrize("seed", ["0", "7", "999999999999"])
def test_the_command_line_and_a_script_take_the_same_seeds(seed: str, tmp_path: Path) -> None:
    script = tmp_path / "some.table"
    script.write_text(f"seed {seed}\n", "utf-8")

    assert main(["simulate", "--script", str(script), "--seed", seed]) == 0


@pytest.mark.parametrize("arguments", KEEPING_GAMES, ids=lambda words: " ".join(words[:2]))
def test_a_file_in_the_place_of_a_directory_of_games_is_refused(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("mine")

    for path in (file, file / "state"):
        assert refused(*arguments, str(path))
        told = capsys.readouterr().err
        assert (
            f"{arguments[-1]}: expected a directory to keep games in, found a file: {file}; "
            in told
        )
        assert "name another one, which need not be there yet" in told
    assert file.read_text() == "mine"


def test_a_directory_of_games_need_not_be_there_yet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "--state", str(tmp_path / "a" / "b")]) == 0
    assert capsys.readouterr().out.startswith("no games yet in ")


def test_lights_go_out_whatever_is_in_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Config] = []

    def out(config: Config) -> bool:
        asked.append(config)
        return len(asked) == 1

    monkeypatch.setattr("kahuna_table.app.assembly.lights_off", out)
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[light]\n", "utf-8")

    assert main(["dark", "--config", str(wrong)]) == 0
    assert asked == [Config()]
    assert main(["dark"]) == 1
