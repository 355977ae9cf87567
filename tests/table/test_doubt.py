"""When a sensor is doubted: what is asked for stays undone while nobody moves (rules 13 and 14)."""

from dataclasses import replace

import pytest

from kahuna_table.engine.board import NO_LINES, Island, Line, Lines, line_set, lines_in
from kahuna_table.engine.notation import parse_line
from kahuna_table.engine.position import parse_position
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.table.game import Lifted
from kahuna_table.table.inputs import Button
from kahuna_table.table.questions import Menu
from kahuna_table.table.views import screen
from tests.table.bench import ALL_LINE_NUMBERS, Bench


def with_a_bridge() -> tuple[Bench, Line]:
    """A game with one bridge, which was lifted by mistake."""
    bench = Bench(RuleSet(), seed=1)
    for line in ALL_LINE_NUMBERS:
        bench.lay(line)
        if bench.state.owner(line) is not None:
            break
        bench.lift(line)
    bench.wait(2000)
    bench.lift(line)
    return bench, line


def doubted(bench: Bench) -> bool:
    return any(note.id == "sensor-stuck" for note in screen(bench.session).notes)


def test_a_missing_bridge_is_doubted_after_ten_quiet_seconds() -> None:
    bench, _ = with_a_bridge()
    bench.wait(9_800)
    assert not doubted(bench)
    bench.wait(300)
    assert doubted(bench)


def test_a_hand_that_moves_takes_the_doubt_away_until_it_rested_again() -> None:
    bench, line = with_a_bridge()
    bench.wait(10_100)
    other = next(n for n in ALL_LINE_NUMBERS if n != line)
    bench.lay(other)
    bench.lift(other)
    assert not doubted(bench)
    bench.wait(9_700)
    assert not doubted(bench)
    bench.wait(400)
    assert doubted(bench)


def test_what_is_asked_for_besides_is_doubted_too() -> None:
    bench, line = with_a_bridge()
    game = bench.session.game
    assert game is not None
    other = line_set(next(n for n in ALL_LINE_NUMBERS if n != line))
    assert replace(bench.session, game=replace(game, suspected=other)).suspect_ms is not None
    assert replace(bench.session, game=replace(game, suspected=line_set(line))).suspect_ms is None


def test_a_reminder_is_forgotten_when_hands_move() -> None:
    bench, line = with_a_bridge()
    game = bench.session.game
    assert game is not None
    bench.session = replace(bench.session, game=replace(game, reminded=line_set(line)))
    bench.lay(line)
    assert bench.session.game is not None
    assert bench.session.game.reminded == NO_LINES


@pytest.mark.parametrize("presses", [0, 1])
def test_every_press_gives_an_open_menu_another_minute(presses: int) -> None:
    bench = Bench(RuleSet(), seed=1)
    bench.press(Button.MENU)
    bench.wait(59_000)
    for _ in range(presses):
        bench.press(Button.RIGHT)
    bench.wait(2_000)
    assert isinstance(bench.session.question, Menu) is bool(presses)


# --- what was lifted a moment ago is forgotten where it means nothing any more


def refused_and_lifted() -> Bench:
    """A bridge that no card of the mover pays for was laid and lifted."""
    bench = Bench(RuleSet(), seed=1)
    for line in ALL_LINE_NUMBERS:
        bench.lay(line)
        if bench.state.owner(line) is None:
            bench.lift(line)
            assert bench.session.game is not None
            assert bench.session.game.lifted
            return bench
        bench.press(Button.BACK)
        bench.lift(line)
    raise AssertionError("every line can be paid for")


def test_the_next_turn_knows_nothing_of_bridges_lifted_before() -> None:
    bench = refused_and_lifted()
    bench.press(Button.DRAW)
    bench.press(Button.OK)
    assert bench.session.game is not None
    assert bench.session.game.lifted == ()


def with_lifted(bench: Bench, line: Line) -> None:
    game = bench.session.game
    assert game is not None
    lifted = (Lifted(line, bench.now_ms, None),)
    bench.session = replace(bench.session, game=replace(game, lifted=lifted))


def test_taking_back_knows_nothing_of_bridges_lifted_before() -> None:
    bench, line = with_a_bridge()
    bench.lay(line)
    with_lifted(bench, Line(26))
    bench.press(Button.BACK)
    assert bench.session.game is not None
    assert bench.state.owner(line) is None
    assert bench.session.game.lifted == ()


def playing(text: str) -> Bench:
    """A game that stands so, its bridges on the board."""
    bench = Bench(RuleSet(), seed=1)
    game, state = bench.session.game, parse_position(text)
    assert game is not None
    bench.sticks = set(lines_in(Lines(state.bridges[0] | state.bridges[1])))
    sight = replace(bench.session.sight, closed=line_set(*bench.sticks))
    bench.session = replace(bench.session, game=replace(game, state=state), sight=sight)
    return bench


def test_a_sweep_knows_nothing_of_bridges_lifted_before() -> None:
    bench = playing(
        "play black; black_hand ALOA; black_bridges ALOA-DUDA; white_bridges ALOA-HUNA KAHU-LALE"
    )
    with_lifted(bench, Line(26))
    bench.lay(parse_line("ALOA-BARI"))
    assert bench.session.game is not None
    assert bench.session.game.swept == line_set(parse_line("ALOA-HUNA"))
    assert bench.session.game.lifted == ()


def test_nothing_is_selected_once_the_game_is_over() -> None:
    bench = playing(
        "play black; round 2; black_hand ALOA KAHU; black_bridges ALOA-DUDA; "
        "white_bridges ALOA-HUNA"
    )
    game = bench.session.game
    assert game is not None
    bench.session = replace(bench.session, game=replace(game, selected=Island.KAHU))
    bench.lay(parse_line("ALOA-BARI"))
    assert bench.session.game is not None
    assert bench.session.over
    assert bench.session.game.selected is None
