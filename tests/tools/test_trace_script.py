"""`kahuna-table trace script`: what happened as a table script that plays it again."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from kahuna_table.app.flight_file import Start, read_trace
from kahuna_table.tools.trace.script import NoQuietMomentError, script
from tests.app.flown import flown, recorded, script_text

DECK = (
    "deck FAAA GOLA KAHU DUDA HUNA COCO LALE JOJO GOLA HUNA BARI ELAI "
    "IFFI ALOA JOJO LALE DUDA FAAA COCO BARI IFFI ALOA ELAI KAHU\n"
)
SHORT = f"{DECK}game first=black\nwait 500\nplace FAAA-GOLA\nwait 400\nchoose card FAAA\nwait 200\n"


def rewritten(directory: Path, lines: Iterable[str]) -> Path:
    changed = directory / "changed"
    changed.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return changed


SCRIPTED = (
    "alternate",
    "bump",
    "bus_hiccup",
    "card_choice",
    "colour_exchange_fast",
    "colour_not_yet",
    "colour_swept_last",
    "early_end",
    "full_hand",
    "handicap",
    "lesson",
    "long_term",
    "menu_new_game",
    "secrets_proposal",
    "slide",
    "stuck",
    "undo_sweep",
    "wiped_hold",
)
LONGER = ("early_end", "round_end", "whole_game_scored")
"""For the soak."""


@pytest.mark.parametrize(
    "name", [*SCRIPTED, *(pytest.param(name, marks=pytest.mark.soak) for name in LONGER)]
)
def test_a_trace_becomes_a_script_that_plays_the_same(name: str, tmp_path: Path) -> None:
    first = recorded(script_text(name))
    text = script_of(rewritten(tmp_path, first.with_hands))

    with flown(tmp_path / "again", text) as again:
        assert again.log.effects == list(first.effects)
        assert again.state == first.state


def test_who_began_by_chance_begins_again(tmp_path: Path) -> None:
    menu = "press menu\nchoose new\npress ok\nwait 500\n"
    firsts = set()
    for seed in range(1, 7):
        with flown(tmp_path / f"{seed}", f"seed {seed}\n{menu}") as flight:
            text, state = script_of(flight.written(with_hands=True)), flight.state
        with flown(tmp_path / f"{seed} again", text) as again:
            assert again.state == state
        assert state is not None
        firsts.add(state.first)

    assert len(firsts) == 2


def script_of(path: Path) -> str:
    return "".join(f"{line}\n" for line in script(read_trace(path)))


@pytest.mark.parametrize("name", ["sweep_play_on", "secrets"])
def test_a_trace_from_the_middle_of_a_game_starts_with_the_moves_before(
    name: str, tmp_path: Path
) -> None:
    with flown(tmp_path / "first", script_text(name), keep_ms=2000) as flight:
        path = flight.written(with_hands=True)
        effects, state = flight.log.effects, flight.state
    first = read_trace(path).entries[0]
    assert isinstance(first, Start)
    assert first.session is not None
    assert first.session.game is not None

    with flown(tmp_path / "again", script_of(path)) as again:
        assert again.log.effects == effects
        assert again.state == state


def test_a_trace_in_which_something_is_always_open_gives_no_script(tmp_path: Path) -> None:
    game = SHORT + "place ALOA-BARI\nwait 200000\n"
    with flown(tmp_path, game, keep_ms=10_000) as flight:
        trace = read_trace(flight.written(with_hands=True))

    with pytest.raises(NoQuietMomentError):
        list(script(trace))


def test_a_trace_that_begins_inside_a_lesson_gives_no_script(tmp_path: Path) -> None:
    """Scripts begin games; a lesson is begun at the table."""
    lesson = "press menu\nchoose new\nchoose learn\nwait 200000\n"
    with flown(tmp_path, lesson, keep_ms=10_000) as flight:
        trace = read_trace(flight.written(with_hands=True))

    with pytest.raises(NoQuietMomentError):
        list(script(trace))
