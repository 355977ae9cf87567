"""A kit.toml that cannot be used: file, key, value and what was expected."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kahuna_table.app.exits import CONFIG
from kahuna_table.tools.cli import main
from kahuna_table.tools.kit.reading import HARDWARE, KitError, parse_kit
from kahuna_table.tools.kit.steps import load_manual

SOURCE = (HARDWARE / "kit.toml").read_text("utf-8")


def changed(pattern: str, to: str) -> str:
    text, count = re.subn(pattern, to, SOURCE, count=1, flags=re.M)
    assert count == 1, pattern
    return text


@pytest.mark.parametrize(
    ("source", "told"),
    [
        pytest.param(
            changed(r"^thickness_mm = 3.0", "thickness_mm = '3'"),
            "kit.toml: deck.thickness_mm: expected a number 1..20, got '3'",
            id="wrong kind",
        ),
        pytest.param(
            changed(r"^kerf_mm = 0.15", "kerf_mm = -1"),
            "kit.toml: machine.kerf_mm: expected a number 0..3, got -1",
            id="out of range",
        ),
        pytest.param(
            changed(r"^kerf_mm = 0.15", "kerf_mm = nan"),
            "kit.toml: machine.kerf_mm: expected a number 0..3, got nan",
            id="not a number",
        ),
        pytest.param(
            changed(r"^tabs = 4", "tabs = true"),
            "kit.toml: deck.tabs: expected a whole number 1..20, got true",
            id="a truth is no number",
        ),
        pytest.param(
            changed(r"^kerf_mm = 0.15.*$", ""),
            "kit.toml: machine.kerf_mm: it is missing, expected a number 0..3",
            id="missing key",
        ),
        pytest.param(
            changed(r"^\[slot\]$", "[slots]"),
            'kit.toml: slots: there is no such key; did you mean "slot"?',
            id="unknown section",
        ),
        pytest.param(
            changed(r"^\[slot\]$", "[slots]"),
            "kit.toml: slot: it is missing, expected a section",
            id="missing section",
        ),
        pytest.param(
            changed(r"^kerf_mm = 0.15", "kerf_mm = 0.15\nkerf_mm = 0.2"),
            "kit.toml: expected TOML with each key once, got:",
            id="key twice",
        ),
        pytest.param(
            changed(r'^id = "hall"', 'id = "reed"'),
            'kit.toml: item "reed": expected each id once, got it twice',
            id="item twice",
        ),
        pytest.param(
            changed(r"^rows = \[4, 5, 6, 12, 13, 16\]", "rows = [4, 5]"),
            "kit.toml: pins.rows: expected six whole numbers 0..40, got [4, 5]",
            id="too few rows",
        ),
        pytest.param(
            changed(r'"R1C1", "R1C2"', '"R1C1", "R9C2"'),
            "kit.toml: pins.canaries: expected eight crossings R1C1..R6C6, got",
            id="no such crossing",
        ),
        pytest.param(
            changed(r'^row = "orange"', 'row = "organge"'),
            'kit.toml: wires.colours.row: expected one of "black", "brown"',
            id="no such colour",
        ),
        pytest.param(
            changed(r", help = 26 \}", " }"),
            "help is missing",
            id="button missing",
        ),
        pytest.param(
            changed(r'^count = "lines"', 'count = "slots"'),
            'kit.toml: item "reed".count: expected a whole number 1..1000 or one of lines',
            id="count of nothing",
        ),
        pytest.param(
            changed(r'^builds = \["matrix", "mcp23017"\]', 'builds = ["matrix", "matrix"]'),
            "one stands there twice",
            id="build twice",
        ),
        pytest.param(
            changed(r"^pull_in_at = \[20.0, 25.0\]", "pull_in_at = [25.0, 20.0]"),
            "kit.toml: reed.pull_in_at: expected the lower number first, got 25 and 20",
            id="range turned round",
        ),
        pytest.param(
            changed(r"^glass_length_mm = 10.16", "glass_length_mm = 14.0"),
            "kit.toml: reed.glass_length_mm: expected less than 12.7, got 14",
            id="glass longer than its holder",
        ),
        pytest.param(
            changed(r"^signals = \[26, 27\]", "signals = [26, 26]"),
            "kit.toml: pico: expected each pin once, got 26 twice",
            id="pin of the Pico twice",
        ),
        pytest.param("deck = 3", "kit.toml: deck: expected a section, got 3", id="no section"),
        pytest.param("item = [[]]", "kit.toml: item 1: expected a section, got []", id="no item"),
        pytest.param("[deck", "kit.toml: expected TOML with each key once, got:", id="no TOML"),
    ],
)
def test_a_wrong_file_is_told_with_key_value_and_what_was_expected(source: str, told: str) -> None:
    with pytest.raises(KitError) as raised:
        parse_kit(source, "kit.toml")

    assert [each for each in raised.value.problems if told in each], raised.value.problems


def test_every_fault_of_a_file_is_told_at_once() -> None:
    source = changed(r"^kerf_mm = 0.15", "kerf_mm = -1").replace("tabs = 4", "tabs = 0")

    with pytest.raises(KitError) as raised:
        parse_kit(source, "kit.toml")

    assert len(raised.value.problems) == 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.unlink(),
        lambda path: path.write_bytes(b"\xff\xfe"),
        lambda path: path.write_text("[[step]]\nid = 3"),
    ],
    ids=["missing", "not UTF-8", "wrong step"],
)
@pytest.mark.parametrize("name", ["kit.toml", "steps.toml"])
def test_the_command_ends_with_78_and_names_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, spoil: Callable[[Path], object]
) -> None:
    for each in ("kit.toml", "steps.toml"):
        (tmp_path / each).write_bytes((HARDWARE / each).read_bytes())
    spoil(tmp_path / name)

    assert main(["kit", "check", "--hardware", str(tmp_path)]) == CONFIG
    assert name in capsys.readouterr().err


def test_steps_in_a_wrong_order_or_twice_are_told(tmp_path: Path) -> None:
    source = (HARDWARE / "steps.toml").read_text("utf-8")
    path = tmp_path / "steps.toml"

    path.write_text(source.replace('id = "scale"', 'id = "choose"'))
    with pytest.raises(KitError, match='step "choose": expected each id once'):
        load_manual(path)

    path.write_text(source.replace('chapter = "before"', 'chapter = "play"', 1))
    with pytest.raises(KitError, match="expected the chapters in the order"):
        load_manual(path)


def test_every_number_of_the_kit_has_its_reason() -> None:
    numbers = SOURCE.partition("[labels]")[0].splitlines()

    assert [line for line in numbers if " = " in line and "#" not in line
            and line.partition(" = ")[2][0] in "0123456789["] == []  # fmt: skip
