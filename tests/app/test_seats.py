"""Two displays, black's and white's: each shows its own hand alone, and all that both may see."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kahuna_table.app.assembly import open_displays_of
from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import ScreenConfig, SeatScreenConfig
from kahuna_table.app.status import status_line
from kahuna_table.devices.ports import NO_SCREEN
from kahuna_table.devices.screen.options import ScreenDriver
from kahuna_table.engine.player import Player
from kahuna_table.engine.state import card_set
from kahuna_table.table.game import HandOpen
from kahuna_table.table.screen import Kind, Screen
from kahuna_table.table.state import Session
from kahuna_table.table.views import screen
from kahuna_table.tools.script.parse import parse_script
from kahuna_table.tools.script.run import Runner, ScriptFailure
from tests.pictures.scenes import COURSE, DECKS, REMOVAL, SWEEP

SCRIPTS = Path(__file__).parents[1] / "scripts"
SEATS = Config(
    screens=tuple(
        SeatScreenConfig(driver=ScreenDriver.NONE, seat=seat) for seat in ("black", "white")
    )
)
BLACK, WHITE = Player.BLACK, Player.WHITE
GAME = "deck ALOA BARI DUDA ELAI HUNA IFFI JOJO KAHU LALE ALOA COCO DUDA FAAA GOLA HUNA JOJO LALE "
GAME += "BARI COCO ELAI FAAA GOLA IFFI KAHU\ngame first=black handicap=2:white\n"
GAME += "place KAHU-LALE\nwait 400\nplace GOLA-KAHU\nwait 400\n"


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[Runner]:
    made = Runner(SEATS, shots=None, state_dir=tmp_path)
    yield made
    made.table.close()


def play(runner: Runner, text: str) -> tuple[Screen, Screen]:
    runner.run(parse_script(text))
    black, white = runner.table.screens
    return black, white


def test_without_a_hand_both_show_the_same(runner: Runner) -> None:
    for text in (GAME, "place ALOA-BARI\nwait 400\nchoose card ALOA", "press menu", "press back"):
        black, white = play(runner, text)
        assert black == white


def test_the_button_shows_the_hand_of_the_mover_on_his_own_display(runner: Runner) -> None:
    black, white = play(runner, f"{GAME}down hand\nwait 100")
    assert black.hand is not None
    assert black.hand.player is BLACK
    assert white.hand is None
    assert white.kind is Kind.GAME
    assert (black.prompt.id, black.prompt.variant) == ("hand-select", "own")
    assert play(runner, "press back\nup hand\nwait 100")[0].hand is None


def test_each_may_look_at_his_own_hand_at_any_time_and_for_as_long_as_he_likes(
    runner: Runner,
) -> None:
    black, white = play(runner, f"{GAME}reveal white\nwait 60000")
    assert black.hand is None
    assert white.hand is not None
    assert white.hand.cards == runner.table.session.state.hand(WHITE)  # type: ignore[union-attr]
    assert white.hand.cursor is None, "it is not his turn"
    black, white = play(runner, "reveal black\nwait 60000\npress right")
    assert black.hand is not None
    assert white.hand is not None
    assert black.hand.cursor == 1
    black, white = play(runner, "conceal black\nconceal white\nwait 100")
    assert (black.hand, white.hand) == (None, None)


def test_a_hand_that_stays_open_can_be_played_from_when_its_turn_comes(runner: Runner) -> None:
    _, white = play(runner, f"{GAME}reveal white\nwait 100\npress draw\nchoose decline")
    assert white.hand is not None
    assert white.hand.cursor == 0


def test_back_closes_an_open_hand_then_takes_back(runner: Runner) -> None:
    black, _ = play(
        runner, f"{GAME}place ALOA-BARI\nwait 400\nchoose card ALOA\nreveal black\nwait 99"
    )
    assert black.kind is Kind.HAND
    assert play(runner, "press back\nexpect control ALOA none")[0].kind is Kind.LAID
    play(runner, "expect bridges black ALOA-BARI\npress back\nexpect bridges black")


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        ("press menu", Kind.OPTIONS),
        ("press draw", Kind.DRAW),
        ("place ALOA-BARI\nwait 400", Kind.OPTIONS),
        ("lift KAHU-LALE\nwait 400", Kind.REMOVAL),
    ],
)
def test_a_question_closes_the_hand_of_who_is_asked(runner: Runner, act: str, kind: Kind) -> None:
    black, white = play(runner, f"{GAME}reveal white\nreveal black\nwait 100\n{act}")
    assert (black.kind, white.kind) == (kind, Kind.HAND)
    black, _ = play(runner, "conceal black\nwait 100\nreveal black\nwait 100")
    assert black.kind is Kind.HAND, "it is there again when he asks again"


def test_questions_that_tell_cards_are_asked_on_the_movers_display(runner: Runner) -> None:
    black, white = play(runner, f"{GAME}place ALOA-BARI\nwait 400")
    assert black.prompt.id == "which-card"
    assert "which-card" not in white.prompt.id
    assert white.options == ()
    black, white = play(runner, "choose card ALOA\nlift KAHU-LALE\nwait 400")
    assert black == white
    assert black.kind is Kind.REMOVAL


def texts() -> Iterator[str]:
    yield from (COURSE.format(deck=deck) for deck in DECKS)
    yield from (SWEEP, REMOVAL)
    for name in ("secrets_pairs", "secrets_proposal", "removal", "both_ends", "help", "jijbent"):
        yield (SCRIPTS / f"{name}.table").read_text("utf-8")


@pytest.mark.parametrize("text", list(texts()))
def test_no_display_ever_depends_on_the_cards_of_the_other_hand(text: str, tmp_path: Path) -> None:
    lines = text.replace("\\\n", "").splitlines()
    # what it expects is expected of one display for both
    plain = "\n".join(line for line in lines if not line.startswith(("= ", "expect ")))
    runner = Runner(SEATS, shots=None, state_dir=tmp_path)
    compared = 0
    try:
        for each in parse_script(plain):
            each.act(runner)
            for seat in Player:
                for session in with_hands_open(runner.table.session):
                    for other in with_other_cards(session, seat):
                        assert screen(other, seat) == screen(session, seat)
                        compared += 1
    finally:
        runner.table.close()
    assert compared > 10


def with_hands_open(session: Session) -> Iterator[Session]:
    """As it is, with both hands kept open, and with the hand of each held open by the button."""
    yield session
    yield replace(session, asking=(True, True))
    for player in Player if session.game is not None else ():
        held = HandOpen(player, 0, session.now_ms)
        yield replace(session, game=replace(session.game, hand=held))  # type: ignore[type-var]


def with_other_cards(session: Session, seat: Player) -> Iterator[Session]:
    """The session where the seat's opponent holds other cards, which this player cannot know."""
    game = session.game
    if game is None:
        return
    state, theirs = game.state, game.state.hand(seat.opponent)
    for first in range(0, len(state.deck) - len(theirs) + 1, 3):
        drawn = state.deck[first : first + len(theirs)]
        deck = (*state.deck[:first], *theirs, *state.deck[first + len(theirs) :])
        hands = list(state.hands)
        hands[seat.opponent] = card_set(*drawn)
        other = state._replace(hands=(hands[0], hands[1]), deck=deck)
        yield replace(session, game=replace(game, state=other))


def test_a_display_that_fails_leaves_the_other_working(runner: Runner) -> None:
    play(runner, GAME)
    runner.table.displays[BLACK].fail()
    _, white = play(runner, "press menu\nwait 1500")
    assert white.kind is Kind.OPTIONS
    line = status_line(runner.table.daemon)
    assert "black's screen fails, white's screen simulated" in line
    runner.table.displays[BLACK].repair()
    black, white = play(runner, "wait 1500")
    assert black == white


def test_status_and_doctor_name_both(runner: Runner) -> None:
    runner.table.displays[WHITE].how = NO_SCREEN
    line = status_line(runner.table.daemon)
    assert line.endswith("black's screen simulated, white's screen missing")
    displays = open_displays_of(SEATS)
    assert [each.child.name for each in displays] == ["black's screen", "white's screen"]
    for each in displays:
        each.close()


def test_a_touch_of_either_wakes_both(tmp_path: Path) -> None:
    config = replace(SEATS, table=replace(SEATS.table, dim_after_min=1, dark_after_min=0))
    runner = Runner(config, shots=None, state_dir=tmp_path)
    assert {each.backlight.value for each in play(runner, "wait 70000")} == {"dim"}
    runner.table.displays[WHITE].touch()
    assert {each.backlight.value for each in play(runner, "wait 100")} == {"bright"}
    runner.table.close()


def test_with_one_display_nobody_has_his_own(tmp_path: Path) -> None:
    runner = Runner(Config(screen=ScreenConfig()), shots=None, state_dir=tmp_path)
    with pytest.raises(ScriptFailure, match=r"\[\[screens\]\], found one for both"):
        play(runner, f"{GAME}reveal black")
    runner.table.close()


def test_a_picture_is_taken_of_each(tmp_path: Path) -> None:
    shots = tmp_path / "shots"
    config = replace(SEATS, screens=(replace(SEATS.screens[0], size=(480, 320)), SEATS.screens[1]))
    other = Runner(config, shots=shots, state_dir=tmp_path / "other")
    play(other, f"{GAME}down hand\nwait 100\nshot look")
    other.table.close()
    names = ["look-black.png", "look-board.png", "look-white.png"]
    assert sorted(path.name for path in shots.iterdir()) == names
