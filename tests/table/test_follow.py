"""What the board does, sampled as it happens: slides, several bridges at once, contacts that flap,
and boards that are put right."""

from collections.abc import Sequence

import pytest

from kahuna_table.devices.simulated.contacts import chattering
from kahuna_table.engine.board import NO_LINES, Line, Lines, lines_in
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import Handicap, RuleSet
from kahuna_table.table.inputs import Button
from kahuna_table.table.questions import Confirm, Doubt, WipedBoard
from kahuna_table.table.referee import SLIDE_MS
from kahuna_table.table.views import screen
from tests.table.sampled import SCAN_MS, SLOWLY_MS, Sampled, line

CARDS = "ALOA BARI COCO COCO DUDA ELAI FAAA FAAA GOLA GOLA IFFI IFFI JOJO KAHU LALE"
MIXED = f"ALOA BARI DUDA ELAI HUNA HUNA JOJO KAHU LALE {CARDS}"
SWEEPING = (
    "COCO DUDA FAAA ELAI HUNA HUNA JOJO KAHU LALE "
    "ALOA ALOA BARI BARI COCO DUDA ELAI FAAA GOLA GOLA IFFI IFFI JOJO KAHU LALE"
)
PAIRED = f"DUDA DUDA BARI ELAI HUNA HUNA JOJO KAHU LALE {CARDS.replace('DUDA', 'ALOA')}"


def shown(table: Sampled) -> list[str]:
    seen = screen(table.session)
    return [seen.prompt.id, *(note.id for note in seen.notes)]


def bridges(table: Sampled, player: Player = Player.BLACK) -> set[Line]:
    return set(lines_in(table.state.bridges[player]))


def lines(*names: str) -> set[Line]:
    return {line(name) for name in names}


# rule 6


def test_rule_6_the_bridge_before_the_last_slides_on() -> None:
    table = Sampled(MIXED, RuleSet())
    for name in ("ALOA-HUNA", "BARI-COCO"):
        table.turn(line(name))
        table.wait(300)
    table.turn(line("ALOA-HUNA"))
    table.wait(100)
    # DUDA pays for DUDA-HUNA in the place of ALOA
    table.turn(line("DUDA-HUNA"))
    table.wait(SLOWLY_MS)

    assert bridges(table) == lines("BARI-COCO", "DUDA-HUNA")
    assert len(table.state.hand(Player.BLACK)) == 1
    assert not table.session.correcting


def sweeping() -> Sampled:
    """Black's third bridge at BARI sweeps White's ALOA-BARI, which still lies."""
    table = Sampled(SWEEPING, RuleSet(handicap=Handicap(1, Player.WHITE)))
    table.lay("ALOA-BARI", "BARI-COCO", "BARI-DUDA")
    table.turn(line("BARI-FAAA"))
    table.wait(300)
    assert set(lines_in(table.session.to_lift)) == lines("ALOA-BARI")
    return table


def test_rule_6_a_slide_after_a_swept_lift_gives_the_swept_bridge_back() -> None:
    table = sweeping()
    table.turn(line("ALOA-BARI"))
    table.wait(300)
    table.turn(line("BARI-FAAA"))
    table.wait(60)
    table.turn(line("ELAI-FAAA"))
    table.wait(SLOWLY_MS)

    assert bridges(table) == lines("BARI-COCO", "BARI-DUDA", "ELAI-FAAA")
    assert bridges(table, Player.WHITE) == lines("ALOA-BARI")
    assert set(lines_in(table.session.picture.missing)) == lines("ALOA-BARI")
    table.lay("ALOA-BARI")
    assert not table.session.correcting
    assert not table.state.hand(Player.BLACK)


# rule 3


def test_rule_3_too_many_at_once_are_no_move_and_the_rest_counts_when_the_surplus_is_off() -> None:
    table = Sampled(MIXED, RuleSet())
    for name in ("BARI-COCO", "BARI-FAAA"):
        table.turn(line(name))
    table.wait(SLOWLY_MS)
    assert not bridges(table)
    assert "too-many" in shown(table)
    assert len(table.state.hand(Player.BLACK)) == 3

    table.turn(line("BARI-FAAA"))
    table.wait(SLOWLY_MS)
    assert bridges(table) == lines("BARI-COCO")
    assert len(table.state.hand(Player.BLACK)) == 2


def test_rule_3_of_several_at_once_what_no_card_fits_is_refused_and_the_rest_counts() -> None:
    table = Sampled(MIXED, RuleSet())
    for name in ("BARI-COCO", "GOLA-KAHU"):
        table.turn(line(name))
    table.wait(SLOWLY_MS)
    assert bridges(table) == lines("BARI-COCO")
    assert set(lines_in(table.session.picture.extra)) == lines("GOLA-KAHU")
    assert "no-card" in shown(table)


# rule 11


@pytest.mark.parametrize("gap_ms", [0, 10, 100, 400])
def test_rule_11_what_is_laid_while_a_board_is_put_right_is_never_a_move(gap_ms: int) -> None:
    table = Sampled(MIXED, RuleSet())
    table.lay("BARI-COCO")
    table.press(Button.BACK)
    assert table.session.game.restoring
    table.turn(line("ALOA-HUNA"))
    table.wait(gap_ms)
    table.turn(line("BARI-COCO"))
    table.wait(2 * SLOWLY_MS)

    assert not bridges(table)
    assert set(lines_in(table.session.picture.extra)) == lines("ALOA-HUNA")
    table.lift("ALOA-HUNA")
    assert not table.session.correcting
    assert len(table.state.hand(Player.BLACK)) == 3


# rule 18


def wiped() -> Sampled:
    table = Sampled(MIXED, RuleSet(handicap=Handicap(3, Player.WHITE)))
    table.lay("ALOA-HUNA", "KAHU-LALE", "BARI-COCO")
    table.closed = NO_LINES
    table.wait(SLOWLY_MS)
    assert isinstance(table.session.question, WipedBoard)
    return table


def test_rule_18_a_hold_begun_before_the_question_is_none() -> None:
    table = Sampled(MIXED, RuleSet(handicap=Handicap(3, Player.WHITE)))
    table.lay("ALOA-HUNA", "KAHU-LALE", "BARI-COCO")
    table.down(Button.MENU)
    table.wait(1500)
    table.press(Button.BACK)
    table.closed = NO_LINES
    table.wait(10_000)
    assert isinstance(table.session.question, WipedBoard)
    assert table.session.game is not None


@pytest.mark.parametrize("presses", [(Button.RIGHT, Button.OK), (Button.LEFT, Button.OK)])
def test_rule_18_new_at_a_wiped_board_asks_once_more_and_stands_on_no(
    presses: Sequence[Button],
) -> None:
    table = wiped()
    table.press(*presses)
    assert isinstance(table.session.question, Confirm)
    assert table.session.question.doubt is Doubt.NEW_GAME
    table.press(Button.OK)
    assert table.session.game is not None


def test_a_bridge_laid_on_a_wiped_board_is_shown_as_wrong() -> None:
    table = wiped()
    table.lay("GOLA-KAHU")
    assert [extra.reason is not None for extra in table.session.game.extras] == [True]
    assert isinstance(table.session.question, WipedBoard)


# people think


def test_a_swept_bridge_is_asked_for_once_more_before_its_sensor_is_doubted() -> None:
    table = sweeping()
    table.wait(10_500)
    assert "remove-again" in shown(table)
    assert "sensor-stuck" not in shown(table)
    table.wait(10_500)
    assert "sensor-stuck" in shown(table)


# contacts that come and go


@pytest.mark.parametrize("hz", [2, 4, 8])
@pytest.mark.parametrize(
    "names", [("DUDA-HUNA",), ("DUDA-HUNA", "DUDA-ELAI")], ids=["one line", "two neighbours"]
)
@pytest.mark.parametrize("lies", [False, True], ids=["empty", "a bridge lies"])
def test_a_contact_that_comes_and_goes_is_named_and_one_back_returns_every_card(
    names: Sequence[str], hz: int, lies: bool
) -> None:
    table = Sampled(PAIRED, RuleSet())
    if lies:
        table.lay("DUDA-HUNA")
        table.wait(SLIDE_MS)
    before, lying, hand = len(table.moves), table.closed, table.state.hand(Player.BLACK)
    flickers = [chattering(line(name), table.now_ms, 6000, hz) for name in names]
    at_naming = None
    for _ in range(6000 // SCAN_MS):
        flipped = sum(1 << each.line for each in flickers if each.inverted(table.now_ms))
        table.closed = Lines(lying ^ flipped)
        table.wait(SCAN_MS)
        named = all(table.session.sight.jittery >> each.line & 1 for each in flickers)
        if named and at_naming is None:
            at_naming = len(table.moves)
            assert "sensor-jittery" in shown(table)
        assert at_naming is None or len(table.moves) == at_naming, "it plays no more"
    assert at_naming is not None, "it is named"

    table.closed = lying
    if at_naming > before:
        table.press(Button.BACK)
    table.wait(6000)
    assert table.state.hand(Player.BLACK) == hand
    assert not table.session.correcting
    assert lies or at_naming - before == len(names), "the case is one: contacts have played"
