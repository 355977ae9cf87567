"""What was learned before is never lost: it is gone on with, or set aside first."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kahuna_table.app.exits import WRONG
from kahuna_table.app.wiring.file import format_wiring, parse_wiring
from kahuna_table.app.wiring.learned import Learned
from kahuna_table.devices.pins import REFERENCE, PinMap
from kahuna_table.table.inputs import Button
from kahuna_table.tools.cli import main
from kahuna_table.tools.wiring.store import WiringStore
from tests.tools.wiring.hands import ask_with_keys, session
from tests.tools.wiring.maker import Maker, as_board, at, line, permuted

THEN = datetime(2026, 11, 30, 4, 15, tzinfo=UTC)
ASIDE = "wiring-2026-11-30T041500.old.toml"
ONE = Learned(closes={line("ALOA-BARI"): frozenset({at("R1C3"), at("R1C4")})})
"""A single answer, which contradicts no other."""

Open = Callable[..., WiringStore]


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def opened(tmp_path: Path, said: list[str]) -> Open:
    def opened(*, start_over: bool = False, planned: PinMap = REFERENCE) -> WiringStore:
        file = tmp_path / "wiring.toml"
        return WiringStore(
            file,
            planned,
            start_over=start_over,
            say=said.append,
            complain=said.append,
            now=lambda: THEN,
        )

    return opened


@pytest.fixture
def old(tmp_path: Path) -> str:
    """A file with all 27 lines."""
    text = format_wiring(Maker(as_board(permuted(7))).learn(), REFERENCE)
    (tmp_path / "wiring.toml").write_text(text)
    return text


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_a_file_that_is_gone_on_with_is_not_set_aside(
    opened: Open, old: str, tmp_path: Path
) -> None:
    store = opened()
    store.keep(store.known)

    assert names(tmp_path) == ["wiring.toml"]
    assert (tmp_path / "wiring.toml").read_text() == old


def test_a_damaged_file_is_set_aside_with_its_date_before_the_first_write(
    opened: Open, old: str, tmp_path: Path, said: list[str]
) -> None:
    (tmp_path / "wiring.toml").write_text(old + "[")

    store = opened()
    assert names(tmp_path) == ["wiring.toml"], "nothing was asked yet"
    store.keep(ONE)
    store.keep(ONE)

    assert names(tmp_path) == [ASIDE, "wiring.toml"]
    assert (tmp_path / ASIDE).read_text() == old + "["
    assert said[0].startswith("KT-120")
    assert said[1:] == [f"the old wiring file is set aside: {tmp_path / ASIDE}"]


def test_a_file_of_other_pins_is_set_aside(opened: Open, old: str, tmp_path: Path) -> None:
    other = replace(REFERENCE, rows=tuple(reversed(REFERENCE.rows)))

    opened(planned=other).keep(ONE)

    assert (tmp_path / ASIDE).read_text() == old
    assert parse_wiring((tmp_path / "wiring.toml").read_text(), other, "") == ONE


def test_an_earlier_file_aside_keeps_its_name(opened: Open, old: str, tmp_path: Path) -> None:
    (tmp_path / ASIDE).write_text("earlier")

    opened(start_over=True).keep(ONE)

    assert (tmp_path / ASIDE).read_text() == "earlier"
    assert (tmp_path / "wiring-2026-11-30T041500-2.old.toml").read_text() == old


def test_a_directory_of_that_name_steps_aside(opened: Open, tmp_path: Path) -> None:
    (tmp_path / "wiring.toml").mkdir()

    opened().keep(ONE)

    assert (tmp_path / ASIDE).is_dir()
    assert parse_wiring((tmp_path / "wiring.toml").read_text(), REFERENCE, "") == ONE


def test_an_old_file_that_cannot_step_aside_is_not_written_over(
    opened: Open, old: str, tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_names: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.link", refuse)
    monkeypatch.setattr("os.rename", refuse)

    written = opened(start_over=True).keep(ONE)

    assert (names(tmp_path), (tmp_path / "wiring.toml").read_text()) == (["wiring.toml"], old)
    assert len(said) == 1
    assert "cannot be written (Permission denied)" in said[0]
    assert written == ()


def test_starting_over_begins_with_nothing_and_keeps_what_is_not_asked_again(
    opened: Open, old: str, tmp_path: Path
) -> None:
    before = parse_wiring(old, REFERENCE, "")

    store = opened(start_over=True)
    assert store.known == Learned()
    store.keep(ONE)

    now = parse_wiring((tmp_path / "wiring.toml").read_text(), REFERENCE, "")
    assert now == replace(before, closes={**before.closes, **ONE.closes})
    assert (tmp_path / ASIDE).read_text() == old


def test_new_answers_take_the_place_of_old_ones_and_of_no_others() -> None:
    aloa, coco = line("ALOA-BARI"), line("COCO-KAHU")
    everything = Maker(as_board(permuted(5))).learn()
    older = replace(
        everything,
        moved=frozenset({aloa, coco}),
        sticking=frozenset({aloa, coco}),
        reversed={aloa: at("R2C2"), coco: at("R4C4")},
        bridged=frozenset({at("R1C4"), at("R4C4")}),
    )
    newer = replace(ONE, heard={Button.MENU: frozenset()}, colours=(0,), shines={0: 1})

    both = newer.over(older)

    assert both == replace(
        older,
        closes={**older.closes, **newer.closes},
        moved=frozenset({coco}),
        sticking=frozenset({coco}),
        reversed={coco: at("R4C4")},
        bridged=frozenset({at("R4C4")}),
        heard={**older.heard, Button.MENU: frozenset()},
        shines={**older.shines, 0: 1},
    )
    assert everything.over(older) == everything, "all was asked again"


def test_a_script_without_a_place_to_write_writes_nowhere_and_says_so(
    old: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The real table's file is in the state directory of the configuration."""
    config, script = tmp_path / "c.toml", tmp_path / "hands.script"
    config.write_text(f'[store]\ndirectory = "{tmp_path}"\n')
    script.write_text(session(corners=()))
    before = names(tmp_path)

    assert main(["wiring", "--script", str(script), "--config", str(config)]) == WRONG

    said = capsys.readouterr().out
    assert "[1/79] press the button menu" in said, "the real table's answers count for nothing"
    assert "nothing is written: --out FILE keeps it" in said
    assert names(tmp_path) == before
    assert (tmp_path / "wiring.toml").read_text() == old


def test_a_script_writes_into_its_state_directory_whatever_file_the_table_reads(
    old: str, tmp_path: Path
) -> None:
    config, script = tmp_path / "c.toml", tmp_path / "hands.script"
    config.write_text(f'[pins]\nwiring = "{tmp_path / "wiring.toml"}"\n')
    script.write_text("press menu\n")
    state = tmp_path / "state"

    main(["wiring", "--script", str(script), "--config", str(config), "--state", str(state)])

    assert names(state) == ["wiring.md", "wiring.toml"]
    assert (tmp_path / "wiring.toml").read_text() == old


def test_an_older_answer_that_a_new_one_contradicts_is_asked_for_again() -> None:
    """Two wires were swapped since."""
    aloa, coco = line("ALOA-BARI"), line("COCO-KAHU")
    older = Learned(
        closes={aloa: frozenset({at("R2C2")}), coco: frozenset({at("R4C4")})},
        heard={Button.OK: frozenset({Button.OK}), Button.MENU: frozenset({Button.MENU})},
    )
    newer = Learned(
        closes={aloa: frozenset({at("R4C4")})}, heard={Button.OK: frozenset({Button.MENU})}
    )

    both = newer.over(older)

    assert (both.closes, both.heard) == (newer.closes, newer.heard)


def test_an_answer_that_was_taken_back_is_not_told_as_none(tmp_path: Path) -> None:
    status, said = ask_with_keys("\nb\nq\n", tmp_path)

    assert status == WRONG
    assert f"wrote {tmp_path / 'wiring.toml'} and {tmp_path / 'wiring.md'}" in said


@pytest.mark.usefixtures("old")
def test_an_old_file_that_somebody_removed_meanwhile_is_not_missed(
    opened: Open, tmp_path: Path
) -> None:
    store = opened(start_over=True)
    (tmp_path / "wiring.toml").unlink()

    assert store.keep(ONE) == (tmp_path / "wiring.toml",)
    assert names(tmp_path) == ["wiring.toml"]
