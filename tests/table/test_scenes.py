"""Which scene the display shows, and what it says of the board: derived, and public."""

from dataclasses import replace

import pytest

from kahuna_table.engine.board import LINES, Island, Line, line_between, line_set
from kahuna_table.engine.moves import DrawCard
from kahuna_table.engine.notation import parse_rules
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.table import choices, menu
from kahuna_table.table.course import drawn_last, story_of
from kahuna_table.table.game import Game
from kahuna_table.table.inputs import Button
from kahuna_table.table.questions import Sensors
from kahuna_table.table.screen import Kind, Message
from kahuna_table.table.views import screen
from tests.pictures.scenes import scenes
from tests.table.bench import Bench

SCENES = {
    "idle": Kind.IDLE,
    "menu-idle": Kind.OPTIONS,
    "turn": Kind.GAME,
    "help": Kind.HELP,
    "laid": Kind.LAID,
    "draw": Kind.DRAW,
    "turn-drawn": Kind.GAME,
    "which-card": Kind.OPTIONS,
    "removal": Kind.REMOVAL,
    "pairs": Kind.REMOVAL,
    "correction": Kind.CORRECTION,
    "hand": Kind.HAND,
    "sweep": Kind.SWEEP,
    "scoring": Kind.SCORING,
    "over": Kind.OVER,
}


def line(a: str, b: str) -> Line:
    found = line_between(Island[a], Island[b])
    assert found is not None
    return found


@pytest.mark.parametrize("name", SCENES)
def test_each_situation_has_its_scene(name: str) -> None:
    assert scenes()[name].kind is SCENES[name]


def test_a_bridge_just_laid_says_what_both_its_islands_lack() -> None:
    shown = scenes()["laid-both"]

    assert shown.chart is not None
    assert shown.chart.line == line("BARI", "DUDA")
    bari, duda = shown.told
    assert bari == Message(
        "standing", (("card", Island.BARI), ("have", 2), ("count", 5), ("needed", 3))
    )
    assert dict(duda.arguments)["have"] == 1


def test_a_sweep_says_who_took_what_and_ticks_off_what_is_lifted() -> None:
    before, after = scenes()["sweep"], scenes()["sweep-half"]

    assert (before.prompt.id, before.prompt.variant) == ("remove-swept", "taken")
    assert dict(before.prompt.arguments)["island"] is Island.BARI
    assert before.told == ()
    both = line_set(line("BARI", "COCO"), line("BARI", "FAAA"))
    assert before.chart is not None
    assert after.chart is not None
    assert (before.chart.swept, before.chart.lying) == (both, both)
    assert (after.chart.swept, after.chart.lying) == (both, line_set(line("BARI", "COCO")))


def test_the_map_rings_what_is_missing_and_crosses_what_is_too_much() -> None:
    chart = scenes()["correction"].chart

    assert chart is not None
    assert chart.missing == line_set(line("BARI", "DUDA"), line("ALOA", "BARI"))
    assert chart.extra == line_set(line("COCO", "FAAA"))


def test_the_end_tells_every_scoring_and_who_led_when() -> None:
    story = scenes()["over"].story

    assert story is not None
    assert [each.round for each in story.scorings] == [1, 2, 3]
    assert tuple(map(sum, zip(*(each.points for each in story.scorings), strict=True))) == (1, 5)
    assert len(story.control) == 64
    assert story.control[-1] == (3, 6)
    for n in story.turning_points:
        black, white = story.control[n]
        before = [b > w for b, w in story.control[:n] if b != w]
        assert before[-1] is not (black > white)


def test_the_card_drawn_is_marked_for_its_holder_until_he_acts() -> None:
    bench = Bench(RuleSet(), seed=3)
    bench.follow_the_lights()
    bench.press(Button.DRAW)
    while choices.pointed_at(bench.session) != choices.DECK:
        bench.press(Button.RIGHT)
    before = bench.state.hand(Player.BLACK)
    bench.press(Button.OK)

    game = bench.session.game
    assert game is not None
    assert isinstance(game.played[-1].move, DrawCard)
    drawn = drawn_last(game, Player.BLACK)
    after = list(bench.state.hand(Player.BLACK))
    assert drawn is not None
    after.remove(drawn)
    assert tuple(after) == before
    assert drawn_last(game, Player.WHITE) is None
    bench.press(Button.HAND)
    shown = screen(bench.session).hand
    assert shown is not None
    assert (shown.player, shown.new) == (Player.WHITE, None)


def test_a_game_that_just_began_has_no_story() -> None:
    bench = Bench(parse_rules("kosmos1998"), seed=1)
    game = bench.session.game

    assert isinstance(game, Game)
    assert story_of(game).scorings == ()
    assert story_of(game).turning_points == ()


def test_the_menu_has_six_rows_and_the_lines_a_list_of_their_own() -> None:
    bench = Bench(RuleSet(), seed=1)
    bench.session = replace(bench.session, languages=("en", "de"))
    bench.follow_the_lights()
    bench.press(Button.MENU)
    assert len(screen(bench.session).options) == 6
    bench.press(Button.LEFT)
    bench.press(Button.OK)

    assert bench.session.question == Sensors()
    assert [option.line for option in screen(bench.session).options] == list(range(len(LINES)))
    bench.press(Button.BACK)
    assert menu.SENSORS in screen(bench.session).options
