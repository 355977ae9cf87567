"""After a restart: on at once where the board lies right, half-done actions included."""

from collections import Counter
from dataclasses import replace

import pytest

from kahuna_table.engine.board import NO_LINES, Line, Lines
from kahuna_table.engine.moves import PlaceBridge
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import legal_moves
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.state import PACK, cards_in
from kahuna_table.table.game import Pending
from kahuna_table.table.inputs import (
    BoardSettled,
    Button,
    GameChosen,
    HealthChanged,
    Shuffled,
    Ticked,
)
from kahuna_table.table.questions import Drawing, Paying, Resume
from kahuna_table.table.resume import pending, resume
from kahuna_table.table.session import handle
from kahuna_table.table.state import Session
from kahuna_table.table.views import screen
from tests.table.bench import Bench


def restarted(bench: Bench, *, without: tuple[Line, ...] = ()) -> Session:
    """The session of a program that starts again over this board."""
    game = bench.session.game
    assert game is not None
    moves = [played.move for played in game.played]
    first = game.state.first
    fresh = resume(Session(), game.setup, first, moves, pending(bench.session))
    lying = Lines(sum(1 << line for line in bench.sticks if line not in without))
    session, effects = handle(fresh, BoardSettled(300, lying, NO_LINES, (), NO_LINES))
    assert effects == ()
    return session


def a_game(seed: int = 0) -> Bench:
    """A game in which the first player can pay for some line with either card."""
    return Bench(RuleSet(), seed)


def payable(bench: Bench) -> Line:
    return next(line for line, count in sorted(_cards_that_fit(bench).items()) if count == 1)


@pytest.mark.parametrize("seed", range(5))
def test_a_right_board_goes_on_at_once(seed: int) -> None:
    bench = a_game(seed)
    bench.lay(payable(bench))
    session = restarted(bench)
    assert session.question is None
    assert session.state == bench.state
    assert not session.correcting


def test_a_missing_bridge_asks_before_it_goes_on() -> None:
    bench = a_game()
    line = payable(bench)
    bench.lay(line)
    session = restarted(bench, without=(line,))
    assert isinstance(session.question, Resume)
    assert session.picture.missing == 1 << line


def test_the_board_put_right_answers_the_question() -> None:
    bench = a_game()
    line = payable(bench)
    bench.lay(line)
    asked = restarted(bench, without=(line,))
    session, _ = handle(asked, BoardSettled(900, Lines(1 << line), NO_LINES, (), NO_LINES))
    assert session.question is None
    assert not session.game.restoring


def test_an_open_draw_menu_is_open_again() -> None:
    bench = a_game()
    bench.press(Button.DRAW)
    assert isinstance(bench.session.question, Drawing)
    assert isinstance(restarted(bench).question, Drawing)


def test_a_bridge_that_waits_to_be_paid_for_waits_on() -> None:
    bench = next(
        bench for bench in (a_game(seed) for seed in range(50)) if _two_cards_fit(bench) is not None
    )
    line = _two_cards_fit(bench)
    assert line is not None
    bench.lay(line)
    assert bench.session.question == Paying(line)
    assert restarted(bench).question == Paying(line)
    assert restarted(bench, without=(line,)).question is None


def test_taking_back_reaches_behind_the_restart() -> None:
    bench = a_game()
    before = bench.state
    bench.lay(payable(bench))
    revived = a_game()
    revived.session, revived.sticks = restarted(bench), set(bench.sticks)
    revived.press(Button.BACK)
    assert revived.state == before


@pytest.mark.parametrize("gave_up", [None, Player.BLACK])
def test_no_sensor_is_blamed_before_the_board_was_looked_at(gave_up: Player | None) -> None:
    game = a_game().session.game
    assert game is not None
    moves, first = [played.move for played in game.played], game.state.first
    session = resume(Session(), game.setup, first, moves, Pending(), gave_up=gave_up)
    assert session.over is (gave_up is not None)

    assert "sensors-unknown" not in told(session)
    session, _ = handle(session, Ticked(session.timing.look_ms))
    assert "sensors-unknown" in told(session)


def test_a_game_begun_before_the_board_was_looked_at_knows_nothing_of_the_one_before() -> None:
    game = a_game().session.game
    assert game is not None
    moves, first = [played.move for played in game.played], game.state.first
    session = resume(Session(), game.setup, first, moves, Pending(), gave_up=first)

    session, _ = handle(session, GameChosen(10, game.setup))
    session, _ = handle(session, Shuffled(10, cards_in(PACK), Player.WHITE))
    old_bridge = Lines(1 << 3)
    session, _ = handle(session, BoardSettled(300, old_bridge, NO_LINES, (), NO_LINES))

    assert session.question is None
    assert session.correcting
    assert session.picture.extra == old_bridge


def told(session: Session) -> list[str]:
    return [note.id for note in screen(session).notes]


def test_what_was_selected_stays_selected() -> None:
    bench = a_game()
    card = bench.state.hand(bench.state.to_move)[0]
    game = replace(bench.session.game, selected=card)
    bench.session = replace(bench.session, game=game)
    assert restarted(bench).game.selected == card


def _two_cards_fit(bench: Bench) -> Line | None:
    fitting = sorted(_cards_that_fit(bench).items())
    return next((line for line, count in fitting if count == 2), None)


def _cards_that_fit(bench: Bench) -> Counter[Line]:
    moves = legal_moves(bench.state)
    return Counter(move.line for move in moves if isinstance(move, PlaceBridge))


def test_what_was_doubted_is_doubted_after_the_first_look() -> None:
    bench = a_game()
    bench.lay(payable(bench))
    bench.wait(2000)
    bench.lift(*bench.sticks)
    bench.wait(bench.session.timing.suspect_ms + 1000)
    assert bench.session.game.suspected
    session = restarted(bench)
    assert session.game.suspected == bench.session.game.suspected
    assert "sensor-stuck" in told(session)


def test_a_contact_that_flapped_is_blind_after_the_restart() -> None:
    bench = a_game()
    line = payable(bench)
    bench.lay(line)
    flapping = Lines(1 << line)
    bench.session, _ = handle(bench.session, HealthChanged(bench.now_ms, flapping, flapping))
    session = restarted(bench, without=(line,))
    assert session.sight.blind == flapping
    assert session.question is None
    assert not session.correcting


def test_a_chattering_line_is_not_waited_for_at_the_first_look() -> None:
    """It is not known yet; the others decide."""
    bench = a_game()
    line = payable(bench)
    bench.lay(line)
    game = bench.session.game
    assert game is not None
    moves = [played.move for played in game.played]
    fresh = resume(Session(), game.setup, game.state.first, moves, pending(bench.session))
    chatters = Lines(1 << next(n for n in range(27) if n != line))
    fresh, _ = handle(fresh, HealthChanged(200, chatters, NO_LINES))
    looked = BoardSettled(300, Lines(1 << line), chatters, (), NO_LINES)
    session, _ = handle(fresh, looked)
    assert session.game is not None
    assert session.game.looking is None
