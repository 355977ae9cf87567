"""The simulated table plays with every configuration of pins that is taken."""

from pathlib import Path

import pytest

from kahuna_table.tools.cli import main

CONFIGS = {
    "sensor boards": '[sensors]\ndriver = "mcp23017"\n',
    "sensor boards, buttons where a matrix has rows": (
        '[sensors]\ndriver = "mcp23017"\n[pins]\n'
        "buttons = { menu = 4, left = 5, right = 6, ok = 12,"
        " back = 13, hand = 16, draw = 17, help = 22 }\n"
    ),
    "lights on GPIO 18": '[lights]\ndriver = "pwm"\n',
    "simulated": '[sensors]\ndriver = "simulated"\n',
}


@pytest.mark.parametrize("text", CONFIGS.values(), ids=CONFIGS)
def test_a_turn_is_played(text: str, tmp_path: Path) -> None:
    script, config = tmp_path / "some.table", tmp_path / "table.toml"
    script.write_text("game first=black\nwait 500\npress draw\nchoose deck\nexpect turn white\n")
    config.write_text(text)

    assert main(["simulate", "--script", str(script), "--config", str(config)]) == 0


def test_a_name_that_no_record_can_hold_ends_before_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script, config = tmp_path / "some.table", tmp_path / "table.toml"
    script.write_text("press menu\npress ok\npress ok\nwait 400\nexpect phase play\n")
    config.write_text('[table]\nplayers = ["Ann ", "Bob"]\n')

    assert main(["simulate", "--script", str(script), "--config", str(config)]) == 78
    assert "without blanks at its ends" in capsys.readouterr().err


def test_a_name_with_a_blank_at_its_end_in_the_form_starts_a_game_without_it(
    tmp_path: Path,
) -> None:
    to_name = "press right\n" * 4
    to_blank = "press left\n"
    script, record = tmp_path / "some.table", tmp_path / "game.record"
    script.write_text(
        f"press menu\npress ok\nchoose options\n{to_name}press ok\npress right\npress right\n"
        f"press ok\n{to_blank * 3}press ok\npress back\n" + "press left\n" * 4
        + "press ok\nwait 400\nexpect phase play\n"
    )  # fmt: skip

    assert main(["simulate", "--script", str(script), "--record", str(record)]) == 0
    assert "\nblack: A\n" in record.read_text()
