"""What choosing a line in the menu means follows from what the table asks of it (rule 13)."""

import pytest

from kahuna_table.engine.board import NO_LINES, Line, Lines, lines_in
from kahuna_table.engine.board import line_set as lines
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import Handicap, RuleSet
from kahuna_table.table.inputs import Button
from kahuna_table.table.manual_entry import enter, lines_offered
from kahuna_table.table.questions import Paying
from kahuna_table.table.views import screen
from tests.table.sampled import SLOWLY_MS, Sampled, line

DECK = (
    "ALOA BARI HUNA ELAI DUDA HUNA JOJO KAHU LALE "
    "ALOA BARI COCO COCO DUDA ELAI FAAA FAAA GOLA GOLA IFFI IFFI JOJO KAHU LALE"
)


def table() -> Sampled:
    """White's HUNA-LALE lies, Black is to move with ALOA, BARI and HUNA."""
    found = Sampled(DECK, RuleSet(handicap=Handicap(1, Player.WHITE)))
    found.lay("HUNA-LALE")
    return found


def say(at: Sampled, name: str) -> None:
    at.session, _ = enter(at.session, line(name))


def notes(at: Sampled) -> list[str]:
    return [note.id for note in screen(at.session).notes]


def bridges(at: Sampled, player: Player) -> set[Line]:
    return set(lines_in(at.state.bridges[player]))


def cards(at: Sampled) -> int:
    return len(at.state.hand(Player.BLACK))


def test_a_free_line_is_a_placing() -> None:
    at = table()
    say(at, "ALOA-DUDA")
    assert bridges(at, Player.BLACK) == {line("ALOA-DUDA")}
    assert cards(at) == 2
    assert at.session.sight.blind == lines(line("ALOA-DUDA"))
    assert "sensor-stuck" in notes(at)


def test_a_free_line_that_two_cards_fit_asks_which_pays() -> None:
    at = table()
    say(at, "ALOA-BARI")
    assert at.session.question == Paying(line("ALOA-BARI"))


@pytest.mark.parametrize(
    ("name", "why"), [("GOLA-KAHU", "no-card"), ("ALOA-DUDA", "line-taken")], ids=["card", "own"]
)
def test_a_line_where_nothing_can_be_laid_says_why_and_stays_trusted(name: str, why: str) -> None:
    at = table()
    at.lay("ALOA-DUDA")
    say(at, name)
    assert why in notes(at)
    assert at.session.sight.blind == NO_LINES
    assert cards(at) == 2


def test_an_enemys_line_is_a_proposal_that_back_ends() -> None:
    at = table()
    say(at, "HUNA-LALE")
    assert at.session.active_proposal is not None
    at.press(Button.BACK)
    assert at.session.active_proposal is None
    assert not at.session.correcting
    assert cards(at) == 3


def test_a_missing_line_lies_as_the_game_says() -> None:
    at = table()
    at.lay("ALOA-DUDA")
    at.wait(2000)
    at.lift("ALOA-DUDA")
    assert at.session.correcting
    say(at, "ALOA-DUDA")
    assert not at.session.correcting
    assert bridges(at, Player.BLACK) == {line("ALOA-DUDA")}
    assert cards(at) == 2


def test_an_extra_line_is_empty_as_the_game_says() -> None:
    at = table()
    at.lay("GOLA-KAHU")
    assert at.session.correcting
    say(at, "GOLA-KAHU")
    assert not at.session.correcting
    assert cards(at) == 3


@pytest.mark.parametrize("name", ["ALOA-DUDA", "HUNA-LALE", "GOLA-KAHU"])
def test_nothing_is_laid_or_lifted_by_hand_while_anything_else_is_asked_for(name: str) -> None:
    at = table()
    at.lay("COCO-KAHU")
    before = at.moves
    say(at, name)
    assert at.moves == before
    assert at.session.active_proposal is None
    assert "board-first" in notes(at)


def test_an_extra_line_is_no_placing_while_a_board_is_put_right() -> None:
    at = table()
    at.lay("ALOA-DUDA")
    at.press(Button.BACK)
    at.lay("BARI-COCO")
    say(at, "BARI-COCO")
    assert cards(at) == 3
    at.lift("ALOA-DUDA")
    assert not at.session.correcting


def test_a_swept_line_is_off() -> None:
    at = Sampled(
        "LALE LALE BARI ELAI DUDA ALOA JOJO KAHU HUNA "
        "ALOA BARI COCO COCO DUDA ELAI FAAA FAAA GOLA GOLA IFFI IFFI JOJO KAHU HUNA",
        RuleSet(handicap=Handicap(1, Player.WHITE)),
    )
    at.lay("HUNA-LALE", "IFFI-LALE", "KAHU-LALE")
    assert at.session.to_lift == lines(line("HUNA-LALE"))
    assert lines_offered(at.session)[0] == line("HUNA-LALE")
    say(at, "HUNA-LALE")
    assert at.session.game.swept == NO_LINES
    assert at.session.sight.blind == lines(line("HUNA-LALE"))
    assert bridges(at, Player.BLACK) == {line("IFFI-LALE"), line("KAHU-LALE")}


def test_the_lines_asked_for_and_the_blind_ones_are_offered_first() -> None:
    at = table()
    say(at, "ALOA-DUDA")
    at.wait(SLOWLY_MS)
    at.closed = Lines(at.closed | lines(line("GOLA-KAHU")))
    at.wait(SLOWLY_MS)
    assert lines_offered(at.session)[:2] == (line("ALOA-DUDA"), line("GOLA-KAHU"))


def test_an_ok_just_after_the_list_changed_enters_no_other_line() -> None:
    at = table()
    at.press(Button.MENU, *(Button.RIGHT,) * 4)
    at.turn(line("HUNA-LALE"))
    at.turn(line("GOLA-KAHU"))
    at.wait(200)
    at.press(Button.OK)
    assert at.session.sight.blind == NO_LINES
    at.press(Button.OK)
    assert at.session.sight.blind != NO_LINES
