"""A maker answers the questions; what is wrong with the board comes out by name."""

from dataclasses import replace
from random import Random

import pytest

from kahuna_table.app.wiring.learned import ALL, LIGHT_NAMES, Learned
from kahuna_table.devices.pins import REFERENCE
from kahuna_table.engine.board import line_set
from kahuna_table.table.inputs import Button
from kahuna_table.tools.wiring.findings import findings
from kahuna_table.tools.wiring.state import PATIENCE_MS, Answer, Part
from kahuna_table.tools.wiring.steps import Corners, EmptyBoard, LayBridge, ShowLight
from tests.tools.wiring.maker import Board, Maker, at, line, with_contacts


def wired_at_random(seed: int) -> Board:
    """Lines, buttons and lights in any order; the spare crossing may be anybody's."""
    chance = Random(seed)
    board = Board()
    free = [*REFERENCE.sensors, REFERENCE.spare]
    board.contacts = {
        each: {crossing} for each, crossing in zip(ALL, chance.sample(free, 27), strict=True)
    }
    board.buttons = {
        button: {other}
        for button, other in zip(Button, chance.sample(tuple(Button), 8), strict=True)
    }
    board.strip = chance.sample(board.strip, len(board.strip))
    board.pixel_order = chance.choice(("RGB", "RBG", "GRB", "GBR", "BRG", "BGR"))
    return board


@pytest.mark.parametrize("seed", range(5))
def test_a_board_wired_at_random_is_learned_exactly(seed: int) -> None:
    board = wired_at_random(seed)

    learned = Maker(board).learn()

    pin_map = learned.pin_map(REFERENCE)
    assert [{crossing} for crossing in pin_map.sensors] == [board.contacts[each] for each in ALL]
    for button in Button:
        (place,) = board.buttons[button]
        assert pin_map.buttons[button] == REFERENCE.buttons[place]
    assert [board.strip[place] for place in learned.light_order()] == list(range(39))
    assert learned.colour_order() == board.pixel_order
    assert [each for each in findings(learned, REFERENCE) if each.defect] == []
    assert learned.complete


def test_a_board_wired_as_planned_has_no_findings_and_keeps_the_plan() -> None:
    learned = Maker(Board()).learn()

    assert findings(learned, REFERENCE) == ()
    assert learned.pin_map(REFERENCE) == REFERENCE


DEFECTS = {
    "dead sensor": (
        with_contacts(BARI_DUDA=""),
        "BARI-DUDA closes nothing: its sensor is dead",
    ),
    "doubled at the spare": (
        with_contacts(ALOA_BARI="R1C3 R6C5"),
        "a bridge in ALOA-BARI closes two crossings, R1C3 and R6C5: its sensor is doubled",
    ),
    "doubled at a dead one": (
        with_contacts(ALOA_BARI="R1C3 R2C1", BARI_DUDA=""),
        "a bridge in ALOA-BARI closes two crossings, R1C3 and R2C1: its sensor is doubled",
    ),
    "neighbour": (
        with_contacts(ALOA_BARI="R1C3 R2C1"),
        "a bridge in ALOA-BARI also triggers its neighbour BARI-DUDA (R2C1)",
    ),
    "shared": (
        with_contacts(BARI_DUDA="R1C3"),
        "BARI-DUDA has no contact of its own: its bridge closes R1C3 (ALOA-BARI)",
    ),
    "shared, the earlier one dead": (
        with_contacts(ALOA_BARI="R2C1"),
        "ALOA-BARI has no contact of its own: its bridge closes R2C1 (BARI-DUDA)",
    ),
    "bridged diode": (
        Board(backward={at("R2C1")}),
        "the diode at R2C1 (BARI-DUDA) conducts both ways: it is bridged",
    ),
    "bridged canary": (
        Board(backward={at("R2C3")}),
        "the diode at R2C3 (a canary) conducts both ways: it is bridged",
    ),
    "broken row wire": (
        Board(broken_canaries={at("R1C1"), at("R1C2")}),
        "KT-311 expected canaries R1C1 R1C2 closed, read open",
    ),
    "closed on the empty board": (
        Board(stuck={at("R6C5")}),
        "R6C5 is closed on the empty board",
    ),
    "dark light": (
        Board(strip=[*range(5), None, *range(6, 39)]),
        "light 6 of the strip stays dark",
    ),
    "dead button": (
        Board(buttons={button: {button} - {Button.HAND} for button in Button}),
        "button hand is dead, GPIO 20",
    ),
    "doubled button": (
        Board(buttons={b: {b, Button.HELP} if b is Button.MENU else {b} for b in Button}),
        "button menu closes several pins, GPIO 3 (menu) and GPIO 26 (help): it is doubled",
    ),
}


@pytest.mark.parametrize(("board", "text"), DEFECTS.values(), ids=DEFECTS.keys())
def test_each_defect_is_named_and_nothing_else(board: Board, text: str) -> None:
    maker = Maker(board)
    maker.learn()

    others = {"BARI-DUDA closes nothing: its sensor is dead"} if "R2C1: its" in text else set()
    assert set(maker.texts()) == {text} | others


def test_two_neighbours_that_trigger_each_other_keep_their_crossings() -> None:
    maker = Maker(with_contacts(ALOA_BARI="R1C3 R2C1", BARI_DUDA="R1C3 R2C1"))

    blind = line_set(line("ALOA-BARI"), line("BARI-DUDA"))
    assert maker.learn().pin_map(REFERENCE) == replace(REFERENCE, blind=blind)
    assert maker.texts() == [
        "a bridge in ALOA-BARI also triggers its neighbour BARI-DUDA (R2C1)",
        "a bridge in BARI-DUDA also triggers its neighbour ALOA-BARI (R1C3)",
    ]


def test_a_reversed_diode_is_named_and_its_crossing_is_learned() -> None:
    board = with_contacts(BARI_DUDA="")
    board.turned = {line("BARI-DUDA"): at("R2C1")}
    maker = Maker(board)

    learned = maker.learn()

    assert maker.texts() == ["BARI-DUDA never closes: the diode at R2C1 is reversed"]
    blind = line_set(line("BARI-DUDA"))
    assert learned.pin_map(REFERENCE) == replace(REFERENCE, blind=blind)


def test_a_contact_that_opens_while_the_bridge_is_moved_is_a_dead_zone() -> None:
    maker = Maker(Board(), moved=frozenset({line("ELAI-HUNA")}))
    maker.learn()

    assert maker.texts() == ["ELAI-HUNA opens while its bridge is moved: a dead zone"]


def test_a_contact_that_stays_closed_after_the_bridge_is_lifted_sticks() -> None:
    board = Board()
    maker = Maker(board)
    while maker.interview.step != LayBridge(line("BARI-ELAI")):
        maker.next()
    board.sticks.add(line("BARI-ELAI"))
    maker.wait(200)
    board.stuck.add(at("R2C2"))
    board.sticks.clear()
    maker.wait(PATIENCE_MS)
    maker.answer(Answer.OK)
    maker.learn()

    assert maker.texts() == [
        "BARI-ELAI stays closed after its bridge is lifted: the contact sticks"
    ]


def test_three_bridges_that_close_a_fourth_crossing_are_a_ghost() -> None:
    board = Board()
    maker = Maker(board)
    while not isinstance(maker.interview.step, Corners):
        maker.next()
    rectangle = maker.interview.step
    assert isinstance(rectangle, Corners)
    board.contacts[rectangle.lines[2]] = {rectangle.crossings[2], rectangle.fourth}
    maker.learn()

    names = " ".join(each.name for each in rectangle.crossings)
    assert maker.texts() == [
        f"with bridges at {names} only, {rectangle.fourth.name} reads closed too"
    ]


def test_the_rectangle_has_a_suspected_diode_in_its_middle() -> None:
    maker = Maker(Board(backward={at("R4C2")}))
    while not isinstance(rectangle := maker.interview.step, Corners):
        maker.next()

    assert rectangle.crossings[0] == at("R4C2")


def test_swapped_lights_and_another_colour_order_are_said_and_put_right() -> None:
    board = Board(strip=[1, 0, *range(2, 39)], pixel_order="RGB")

    learned = Maker(board).learn()

    assert [(each.text, each.defect) for each in findings(learned, REFERENCE)] == [
        ("the lights take their colours as RGB, expected GRB", False),
        ("the lights ALOA and BARI are swapped", False),
    ]


def test_swapped_buttons_are_said_and_answer_by_their_own_names() -> None:
    board = Board()
    board.buttons[Button.OK], board.buttons[Button.LEFT] = {Button.LEFT}, {Button.OK}
    maker = Maker(board)
    for _ in Button:
        maker.next()
    before = maker.interview.step
    maker.press(Button.OK)

    assert maker.interview.step != before
    assert [each.text for each in findings(maker.learn(), REFERENCE)] == [
        "the buttons left and ok are swapped"
    ]


def test_a_strip_for_the_islands_only_ends_there_without_a_defect() -> None:
    maker = Maker(Board(strip=[*range(12), *[None] * 27]))
    learned = maker.learn()

    asked = [each for each in maker.interview.asked if isinstance(each, ShowLight)]
    assert len(asked) == 12 + 3, "the rest is taken for dark"
    assert learned.lights_asked
    assert [(each.text, each.defect) for each in findings(learned, REFERENCE)] == [
        ("the strip ends after 12 lights", False)
    ]


def test_without_any_light_none_is_asked_for() -> None:
    maker = Maker(Board(strip=[None] * 39))
    while maker.interview.learned.colours == ():
        maker.next()

    assert not any(isinstance(each, ShowLight) for each in maker.interview.to_ask)
    maker.learn()
    assert maker.texts() == ["no light shines"]


@pytest.mark.parametrize("dark_from", [0, 20])
def test_back_from_the_end_of_the_strip_asks_for_the_rest_of_it_too(dark_from: int) -> None:
    board = Board(strip=[*range(dark_from), *[None] * (39 - dark_from)])
    maker = Maker(board)
    while not isinstance(maker.interview.step, EmptyBoard):
        maker.next()
    board.strip = list(range(39))

    for _ in range(3 if dark_from else 1):
        maker.answer(Answer.BACK)

    assert findings(maker.learn(), REFERENCE) == ()
    assert maker.interview.learned.complete


def test_ok_before_its_time_marks_nothing_dead() -> None:
    maker = Maker(Board())
    while not isinstance(maker.interview.step, LayBridge):
        maker.next()
    maker.wait(500)
    maker.answer(Answer.OK)

    assert isinstance(maker.interview.step, LayBridge)
    assert maker.interview.part is Part.WAITING


def test_a_bridge_that_still_lies_is_not_taken_for_the_next_slot() -> None:
    maker = Maker(Board())
    while maker.interview.step != LayBridge(line("ALOA-DUDA")):
        maker.next()
    maker.board.sticks.add(line("ALOA-DUDA"))
    maker.wait(200)
    maker.answer(Answer.BACK)
    maker.wait(1000)

    assert maker.interview.step == LayBridge(line("ALOA-BARI"))
    assert maker.interview.learned.closes[line("ALOA-BARI")] == {at("R1C3")}
    assert maker.interview.part is Part.WAITING
    maker.board.sticks.clear()
    assert maker.learn().pin_map(REFERENCE) == REFERENCE


def test_stopping_keeps_what_was_learned_and_the_rest_is_asked_later() -> None:
    maker = Maker(Board())
    while maker.interview.step != LayBridge(line("BARI-COCO")):
        maker.next()
    maker.answer(Answer.STOP)
    learned = maker.interview.learned
    assert maker.interview.step is None
    assert sorted(learned.closes) == [0, 1, 2]
    assert not learned.complete

    later = Maker(Board(), known=learned)

    lines = [each.line for each in later.interview.to_ask if isinstance(each, LayBridge)]
    assert lines == list(ALL[3:])
    assert later.learn() == Maker(Board()).learn()


def test_lines_that_are_not_known_yet_keep_their_crossing_of_the_plan_where_it_is_free() -> None:
    learned = Learned(closes={line("ALOA-BARI"): frozenset({at("R1C4")})})

    sensors = learned.pin_map(REFERENCE).sensors

    assert sensors[:3] == (at("R1C4"), at("R1C3"), at("R1C5"))
    assert len({*sensors}) == 27


def test_every_light_has_a_name_of_its_own() -> None:
    assert len({*LIGHT_NAMES}) == 39
