"""What the display says: by name and cause, and in the language that was chosen."""

from dataclasses import replace

import pytest

from kahuna_table.engine.board import Island, Line, Lines, line_between, lines_in
from kahuna_table.engine.player import Player
from kahuna_table.engine.position import parse_position
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.table import choices
from kahuna_table.table.inputs import Button, Code, DevicesFailed, Setup
from kahuna_table.table.menu import open_question
from kahuna_table.table.prompts import prompt_text
from kahuna_table.table.questions import GameOptions, Menu, NewGame
from kahuna_table.table.resume import pending, resume
from kahuna_table.table.screen import Message
from kahuna_table.table.session import handle
from kahuna_table.table.state import Session
from kahuna_table.table.views import screen
from tests.table.bench import Bench

LANGUAGES = ("en", "de", "fr")


def at(text: str) -> Bench:
    """A table in this position, its board as it says."""
    bench = Bench(RuleSet(), 0)
    game = bench.session.game
    assert game is not None
    state = parse_position(text)
    bench.session = replace(bench.session, game=replace(game, state=state, restoring=False))
    black, white = state.bridges
    bench.lay(*lines_in(Lines(black | white)))
    return bench


def line(a: Island, b: Island) -> Line:
    found = line_between(a, b)
    assert found is not None
    return found


def said(bench: Bench, id: str) -> Message:
    shown = screen(bench.session)
    return next(message for message in (shown.prompt, *shown.notes) if message.id == id)


def note_ids(bench: Bench) -> list[str]:
    return [note.id for note in screen(bench.session).notes]


def test_a_sweep_names_who_took_the_island_and_whose_bridges_go() -> None:
    bench = at("play white; black_bridges ALOA-BARI; white_bridges BARI-ELAI BARI-FAAA; "
               "white_hand BARI")  # fmt: skip
    bench.lay(line(Island.BARI, Island.DUDA))
    message = said(bench, "remove-swept")
    assert message.variant == "taken"
    assert dict(message.arguments) == {
        "player": Player.WHITE,
        "owner": Player.BLACK,
        "count": 1,
        "lines": ((Island.ALOA, Island.BARI),),
        "island": Island.BARI,
    }


def test_one_bridge_that_takes_two_islands_names_both() -> None:
    bench = at("play white; white_bridges ALOA-DUDA BARI-ELAI BARI-FAAA; white_hand BARI; "
               "black_bridges ALOA-HUNA BARI-COCO")  # fmt: skip
    bench.lay(line(Island.ALOA, Island.BARI))
    message = said(bench, "remove-swept")
    assert message.variant == "taken-two"
    assert dict(message.arguments)["island"] is Island.ALOA
    assert dict(message.arguments)["island2"] is Island.BARI


def test_an_island_taken_beside_one_that_is_swept_is_named_too() -> None:
    bench = at("play white; white_bridges ALOA-DUDA BARI-ELAI BARI-FAAA; white_hand BARI; "
               "black_bridges BARI-COCO")  # fmt: skip
    bench.lay(line(Island.ALOA, Island.BARI))
    message = said(bench, "remove-swept")
    assert message.variant == "taken-two"
    assert dict(message.arguments)["island"] is Island.ALOA


def test_a_bridge_lifted_again_is_put_back_or_undone() -> None:
    bench = at("play black; black_hand COCO FAAA; white_bridges ALOA-BARI")
    for laid in (line(Island.COCO, Island.KAHU), line(Island.ELAI, Island.FAAA)):
        bench.lay(laid)
    bench.lift(line(Island.COCO, Island.KAHU))  # `back` would undo the other
    assert "undo-lifted" not in note_ids(bench)
    bench.lay(line(Island.COCO, Island.KAHU))
    bench.lift(line(Island.ELAI, Island.FAAA))
    assert "undo-lifted" in note_ids(bench)
    bench.press(Button.BACK)
    assert bench.state.hand(Player.BLACK) == (Island.FAAA,)


def test_a_paid_removal_is_told_with_its_cards() -> None:
    bench = at("play black; black_hand ALOA BARI; white_bridges ALOA-BARI")
    bench.lift(line(Island.ALOA, Island.BARI))
    bench.press(Button.OK)
    removed = dict(said(bench, "removed").arguments)
    assert (removed["owner"], removed["card"], removed["card2"]) == (
        Player.WHITE, Island.ALOA, Island.BARI,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("points", "bridges", "variant"),
    [
        ("black_points 3; white_points 1", "black_bridges ALOA-BARI", ""),
        ("black_points 0; white_points 1", "black_bridges ALOA-BARI ALOA-DUDA", "last-round"),
        ("black_points 0", "black_bridges ALOA-BARI COCO-KAHU; white_bridges BARI-COCO", "bridges"),
    ],
)
def test_who_wins_at_equal_points_is_explained(points: str, bridges: str, variant: str) -> None:
    bench = at(f"last_turns black; round 3; {points}; {bridges}; turns_left 1")
    bench.press(Button.DRAW)
    bench.press(Button.OK)
    prompt = prompt_text(bench.session)
    assert (prompt.id, prompt.variant) == ("game-won", variant)


@pytest.mark.parametrize(
    ("bridges", "half"), [("COCO-FAAA", True), ("", False), ("COCO-FAAA COCO-GOLA", False)]
)
def test_exactly_half_of_an_island_is_explained_when_it_happens(bridges: str, half: bool) -> None:
    bench = at(f"play black; black_bridges {bridges}; black_hand COCO")
    bench.lay(line(Island.COCO, Island.KAHU))
    ids = [note.id for note in screen(bench.session).notes]
    assert ("exactly-half" in ids) is half


def test_with_a_full_hand_help_says_why_nothing_is_drawn() -> None:
    bench = at("play black; black_hand ALOA BARI COCO DUDA ELAI; face_up FAAA; deck GOLA")
    bench.press(Button.DRAW)
    bench.press(Button.HELP)
    assert screen(bench.session).prompt.id == "help-draw-full"


def test_staff_find_the_codes_behind_help() -> None:
    bench = at("play black; black_hand ALOA")
    bench.session, _ = handle(bench.session, DevicesFailed(bench.now_ms, (Code(301), Code(310))))
    assert said(bench, "trouble-kt-3").variant == ""
    bench.press(Button.HELP)
    told = said(bench, "trouble-kt-3")
    assert told.variant == "staff"
    assert dict(told.arguments)["codes"] == "KT-301, KT-310"


@pytest.mark.parametrize("question", [NewGame, GameOptions])
def test_each_choice_of_a_new_game_says_what_it_does(question: type[NewGame | GameOptions]) -> None:
    bench = Bench(RuleSet(), 0)
    usual = Setup(RuleSet(), names=("Ann", "Bo"))  # who can swap their sides
    bench.session = open_question(replace(Session(), sight=bench.session.sight), question(usual))
    for option in choices.options(bench.session):
        assert screen(bench.session).notes[-1].id == f"about-{option.id}"
        bench.press(Button.RIGHT)


def choose_language(bench: Bench) -> None:
    """In the open menu."""
    while (chosen := choices.pointed_at(bench.session)) is None or chosen.id != "language":
        bench.press(Button.RIGHT)
    bench.press(Button.OK)


def test_the_menu_changes_the_language_and_comes_back_to_the_first() -> None:
    bench = Bench(RuleSet(), 0)
    bench.session = replace(bench.session, languages=LANGUAGES)
    bench.press(Button.MENU)
    spoken = [screen(bench.session).language]
    for _ in LANGUAGES:
        choose_language(bench)
        assert isinstance(bench.session.question, Menu)
        spoken.append(screen(bench.session).language)
    assert spoken == ["", "de", "fr", ""]


def test_a_table_of_one_language_offers_no_other() -> None:
    bench = Bench(RuleSet(), 0)
    bench.press(Button.MENU)
    assert "language" not in [option.id for option in choices.options(bench.session)]


@pytest.mark.parametrize(
    ("known", "spoken"), [(LANGUAGES, "de"), (("de", "en"), ""), (("en", "fr"), "")]
)
def test_a_restart_speaks_what_was_chosen_while_it_is_known(
    known: tuple[str, ...], spoken: str
) -> None:
    bench = Bench(RuleSet(), 0)
    bench.session = replace(bench.session, languages=LANGUAGES)
    bench.press(Button.MENU)
    choose_language(bench)
    game = bench.session.game
    assert game is not None
    moves = [played.move for played in game.played]
    kept = pending(bench.session)
    again = resume(Session(languages=known), game.setup, game.state.first, moves, kept)
    assert again.language == spoken


@pytest.mark.parametrize(
    ("round_", "left", "variant"),
    [(1, "face_up COCO", ""), (3, "deck COCO", "final"), (1, "face_up COCO; deck ELAI", None)],
)
def test_the_last_card_is_announced(round_: int, left: str, variant: str | None) -> None:
    bench = at(
        f"play black; round {round_}; {left}; white_bridges ALOA-BARI; black_bridges GOLA-KAHU"
    )
    bench.press(Button.DRAW)
    told = [note.variant for note in screen(bench.session).notes if note.id == "last-card"]
    assert told == ([] if variant is None else [variant])


def test_a_wiped_board_that_fills_again_is_no_longer_empty() -> None:
    bench = at("play black; white_bridges ALOA-BARI BARI-COCO; black_bridges GOLA-KAHU")
    bench.lift(*lines_in(bench.session.sight.closed))
    assert screen(bench.session).prompt == Message("board-wiped")
    bench.lay(line(Island.ALOA, Island.BARI))
    assert screen(bench.session).prompt == Message("board-wiped", (), "some")


def test_the_map_shows_what_a_bridge_would_change_before_it_is_paid() -> None:
    bench = at("play black; black_hand ALOA BARI; black_bridges ALOA-DUDA; white_bridges ALOA-HUNA")
    bench.lay(line(Island.ALOA, Island.BARI))
    shown = screen(bench.session)
    assert shown.chart is not None
    assert shown.prompt.id == "which-card"
    assert shown.chart.would == ((Island.ALOA, Player.BLACK),)
    assert list(lines_in(shown.chart.would_go)) == [line(Island.ALOA, Island.HUNA)]
    bench.press(Button.OK)
    after = screen(bench.session).chart
    assert after is not None
    assert (after.would, after.would_go) == ((), 0)
