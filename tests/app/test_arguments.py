"""Arguments of the command line that cannot be used: 64, with what was expected."""

from pathlib import Path

import pytest

from kahuna_table.app.cli import main

SEEDS = ["-1", "-5", "1000000000000", "1_0", "١", "one", ""]


def refused(*arguments: str) -> bool:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return ended.value.code == 64


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
