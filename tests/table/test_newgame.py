"""What to play: a game as before, with sides swapped, the lesson, or other options."""

from dataclasses import replace

import pytest

from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import Handicap, RuleSet
from kahuna_table.table import choices
from kahuna_table.table.inputs import Button, ButtonPressed, Setup
from kahuna_table.table.questions import GameOptions, NewGame
from kahuna_table.table.session import handle
from kahuna_table.table.sight import Sight
from kahuna_table.table.state import Session

HEAD_START = Handicap(2, Player.BLACK)
NAMED = Setup(RuleSet(handicap=HEAD_START), names=("Ann", "Bo"))


def asked(usual: Setup) -> Session:
    """A table at rest where somebody pressed a button."""
    session = Session(usual=usual, sight=Sight())
    return handle(session, ButtonPressed(10, Button.OK))[0]


def chosen(session: Session, id: str) -> Session:
    """After the choice with this id."""
    at = [each.id for each in choices.options(session)].index(id)
    for _ in range(at):
        session = handle(session, ButtonPressed(session.now_ms + 10, Button.RIGHT))[0]
    return handle(session, ButtonPressed(session.now_ms + 300, Button.OK))[0]


@pytest.mark.parametrize(
    ("usual", "ids"),
    [
        (Setup(RuleSet()), ["start", "learn", "options"]),
        (NAMED, ["start", "swap", "learn", "options"]),
    ],
)
def test_sides_are_swapped_only_where_somebody_has_a_name(usual: Setup, ids: list[str]) -> None:
    session = asked(usual)
    assert isinstance(session.question, NewGame)
    assert [each.id for each in choices.options(session)] == ids


def test_play_begins_the_game_as_before() -> None:
    assert chosen(asked(NAMED), "start").starting == NAMED


def test_with_sides_swapped_each_takes_the_other_colour_and_keeps_the_head_start() -> None:
    swapped = chosen(asked(NAMED), "swap").starting
    assert swapped is not None
    assert swapped.names == ("Bo", "Ann")
    assert swapped.rules.handicap == replace(HEAD_START, player=Player.WHITE)


def test_back_leads_from_the_options_to_what_to_play_with_what_was_filled_in() -> None:
    session = chosen(asked(NAMED), "options")
    assert isinstance(session.question, GameOptions)
    session = chosen(session, "ruleset")
    session = handle(session, ButtonPressed(session.now_ms + 10, Button.BACK))[0]
    assert isinstance(session.question, NewGame)
    assert session.question.setup.rules != NAMED.rules
