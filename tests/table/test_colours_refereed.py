"""The referee on boards that see whose bridge it is, everywhere and on some lines only."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from kahuna_table.engine.board import ALL_LINES, LINES, NO_LINES, Line, Lines
from kahuna_table.engine.board import line_set as lines
from kahuna_table.engine.player import Player
from kahuna_table.table.effects import MoveMade
from kahuna_table.table.game import Game
from kahuna_table.table.inputs import Button
from kahuna_table.table.lights import Role
from kahuna_table.table.questions import Paying, Resume
from kahuna_table.table.resume import pending, resume
from kahuna_table.table.session import handle
from kahuna_table.table.state import Session
from kahuna_table.table.views import board_lights, screen
from tests.table.coloured import BLACK, WHITE, Coloured


def messages(session: Session) -> set[str]:
    shown = screen(session)
    return {shown.prompt.id, *(note.id for note in shown.notes)}


def a_payable(bench: Coloured) -> Line:
    """A line for which one card of the mover's hand fits."""
    hand = set(bench.state.hand(bench.state.to_move))
    return next(Line(n) for n, ends in enumerate(LINES) if len(hand & set(ends)) == 1)


def playing(seed: int = 3, seeing: Lines = ALL_LINES) -> tuple[Coloured, Line, Line]:
    """A game in which black has a bridge on the first line and white, to move, on the second."""
    bench = Coloured(seed, seeing)
    first = a_payable(bench)
    bench.put((first, BLACK))
    bench.press(Button.DRAW)
    bench.press(Button.OK)
    assert bench.state.to_move is WHITE
    hand = set(bench.state.hand(WHITE))
    second = next(
        Line(n) for n, ends in enumerate(LINES) if n != first and len(hand & set(ends)) == 1
    )
    bench.put((second, WHITE))
    assert bench.state.bridges == (lines(first), lines(second))
    bench.wait(10_000)
    return bench, first, second


def free_line(bench: Coloured) -> Line:
    hand = set(bench.state.hand(bench.state.to_move))
    return next(
        Line(n)
        for n, ends in enumerate(LINES)
        if Line(n) not in bench.colours and len(hand & set(ends)) == 1
    )


def wrong_colour(bench: Coloured, _first: Line, _second: Line) -> None:
    bench.put((free_line(bench), BLACK))


def places_changed(bench: Coloured, first: Line, second: Line) -> None:
    bench.put((first, WHITE), (second, BLACK))


def slipped_in(bench: Coloured, first: Line, _second: Line) -> None:
    bench.put((first, WHITE))


def put_back_in_the_other_colour(bench: Coloured, _first: Line, second: Line) -> None:
    bench.take(second)
    bench.wait(1000)
    bench.put((second, BLACK))


def instead_of_a_removal(bench: Coloured, first: Line, _second: Line) -> None:
    bench.take(first)
    assert bench.session.active_proposal is not None
    bench.wait(1000)
    bench.put((first, WHITE))
    assert bench.session.active_proposal is None


KINDS: dict[str, tuple[Callable[[Coloured, Line, Line], None], str]] = {
    "wrong colour": (wrong_colour, "wrong-colour"),
    "places changed": (places_changed, "swapped"),
    "slipped in": (slipped_in, "exchange"),
    "put back in the other colour": (put_back_in_the_other_colour, "exchange"),
    "instead of a removal": (instead_of_a_removal, "exchange"),
}


@pytest.mark.parametrize(("act", "named"), KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_colour_is_named_is_no_move_and_is_put_right_by_light(
    act: Callable[[Coloured, Line, Line], None], named: str, seed: int
) -> None:
    bench, first, second = playing(seed)
    before = bench.course

    act(bench, first, second)

    assert bench.session.correcting
    assert named in messages(bench.session)
    assert "still-there" not in messages(bench.session)
    assert Role.WRONG in {light.role for light in board_lights(bench.session).lines}
    bench.press(Button.DRAW)
    assert bench.session.question is None
    bench.follow(Random(seed))
    assert (bench.course, bench.session.correcting) == (before, False)
    assert bench.colours == {first: BLACK, second: WHITE}


@pytest.mark.parametrize(("act", "named"), KINDS.values(), ids=KINDS)
def test_a_restart_finds_it_again(act: Callable[[Coloured, Line, Line], None], named: str) -> None:
    bench, first, second = playing()
    act(bench, first, second)
    bench.wait(20_000)

    game = bench.session.game
    assert game is not None
    moves = [played.move for played in game.played]
    fresh = resume(Session(), game.setup, game.state.first, moves, pending(bench.session))
    again, effects = handle(fresh, bench.settled(300))

    assert effects == ()
    assert again.question is None
    assert named in messages(again)
    assert (again.state, again.correcting) == (bench.state, True)
    assert board_lights(again).lines == board_lights(bench.session).lines


@pytest.mark.parametrize("seen", [True, False], ids=["seen", "not seen"])
def test_bridges_exchanged_while_the_table_was_off_are_found_where_they_are_seen(
    seen: bool,
) -> None:
    bench, first, second = playing(seeing=ALL_LINES if seen else NO_LINES)
    game = bench.session.game
    assert game is not None
    moves = [played.move for played in game.played]
    fresh = resume(Session(), game.setup, game.state.first, moves, pending(bench.session))
    bench.colours = {first: WHITE, second: BLACK}

    again, _ = handle(fresh, bench.settled(300))

    assert isinstance(again.question, Resume) is seen
    assert again.differences.swapped == (lines(first, second) if seen else NO_LINES)


def test_the_early_bridge_is_valid_only_after_it_was_laid_again_in_its_own_turn() -> None:
    bench, _, _ = playing()
    early = a_payable_for(bench, BLACK)
    bench.put((early, BLACK))
    assert "not-your-turn" in messages(bench.session)
    bench.press(Button.DRAW)
    assert "lift-first" in messages(bench.session)
    bench.take(early)
    bench.press(Button.DRAW)
    bench.press(Button.OK)
    assert bench.state.to_move is BLACK

    bench.put((early, BLACK))

    assert bench.state.bridges[BLACK] >> early & 1


def a_payable_for(bench: Coloured, player: Player) -> Line:
    hand = set(bench.state.hand(player))
    return next(
        Line(n)
        for n, ends in enumerate(LINES)
        if Line(n) not in bench.colours and len(hand & set(ends)) == 1
    )


@pytest.mark.parametrize("turned", [False, True], ids=["mover first", "waiting player first"])
def test_of_two_hands_in_one_scan_the_movers_counts_whatever_the_lines(turned: bool) -> None:
    bench = Coloured(3)
    mine = a_payable(bench)
    others = [Line(n) for n in range(len(LINES)) if (n < mine) is turned and n != mine]
    assert others
    bench.put((mine, BLACK), (others[0], WHITE))

    assert bench.state.bridges == (lines(mine), NO_LINES)
    assert bench.session.picture.extra == lines(others[0])
    assert "not-your-turn" in messages(bench.session)


def test_the_early_bridge_of_another_waits_for_no_answer() -> None:
    bench = Coloured(5)
    hand = set(bench.state.hand(BLACK))
    both = next(Line(n) for n, ends in enumerate(LINES) if hand >= set(ends))
    bench.put((both, BLACK))
    assert isinstance(bench.session.question, Paying)
    other = Line(0) if both else Line(1)

    bench.put((other, WHITE))

    assert "not-your-turn" in messages(bench.session)
    bench.take(other)
    bench.press(Button.OK)
    assert bench.state.bridges == (lines(both), NO_LINES)


def test_another_bridge_in_the_place_of_a_refused_one_is_judged_by_itself() -> None:
    bench = Coloured(3)
    hand = set(bench.state.hand(BLACK))
    line = next(Line(n) for n, ends in enumerate(LINES) if not hand & set(ends))
    bench.put((line, BLACK))
    assert "no-card" in messages(bench.session)

    bench.put((line, WHITE))  # in one movement

    assert "no-card" not in messages(bench.session)
    assert "not-your-turn" in messages(bench.session)


def test_a_line_that_sees_no_colour_is_refereed_as_ever_beside_those_that_do() -> None:
    bench, first, second = playing(seeing=ALL_LINES)
    blank = free_line(bench)
    bench.seeing = Lines(ALL_LINES & ~lines(blank))

    bench.put((blank, BLACK))  # whose stick it is nobody sees: it is the mover's
    assert bench.state.bridges[WHITE] >> blank & 1
    bench.put((first, WHITE), (second, BLACK))
    assert "swapped" in messages(bench.session)


@pytest.mark.parametrize("seed", range(12))
def test_from_every_wrong_picture_the_lights_lead_back_also_where_some_lines_see_no_colour(
    seed: int,
) -> None:
    rng = Random(seed)
    seeing = Lines(rng.getrandbits(27)) if seed % 3 else ALL_LINES
    bench, first, second = playing(seed % 4, seeing)
    bench.session = replace(bench.session, game=restoring(bench))
    for line in rng.sample(range(len(LINES)), 6):
        if Line(line) in bench.colours:
            bench.take(Line(line))
        else:
            bench.put((Line(line), rng.choice(list(Player))))
        bench.session = replace(bench.session, game=restoring(bench))
    before = bench.state

    bench.follow(rng)

    assert bench.state == before
    assert set(bench.colours) == {first, second}
    assert all(
        bench.colours[line] is before.owner(line) for line in bench.colours if seeing >> line & 1
    )


def restoring(bench: Coloured) -> Game:
    game = bench.session.game
    assert game is not None
    return replace(game, restoring=True)


@pytest.mark.parametrize("seed", range(4))
def test_random_hands_of_the_right_colours_play_the_same_with_and_without_colours(
    seed: int,
) -> None:
    """What sensors see changes nothing where every stick is its player's."""
    rng = Random(seed)
    benches = [Coloured(seed, seeing) for seeing in (NO_LINES, ALL_LINES, Lines(0x2AAAAAA))]
    for _ in range(200):
        act = random_act(rng, benches[0])
        for bench in benches:
            act(bench)
        blind, *others = benches
        for bench in others:
            assert bench.course == blind.course
            assert bench.session.picture == blind.session.picture
            assert board_lights(bench.session) == board_lights(blind.session)
            assert screen(bench.session) == screen(blind.session)
    assert sum(isinstance(effect, MoveMade) for effect in benches[0].effects) >= 3


def random_act(rng: Random, bench: Coloured) -> Callable[[Coloured], None]:
    """Mostly what lights and hand allow, else anything, with the stick that belongs there."""
    kind = rng.random()
    lights = board_lights(bench.session).lines
    asked = [
        Line(n)
        for n, light in enumerate(lights)
        if light.role in (Role.REMOVE, Role.WRONG, Role.MISSING)
    ]
    if kind < 0.6 and asked:
        line = rng.choice(asked)
    elif kind < 0.7:
        line = rng.choice([*payable(bench), Line(rng.randrange(len(LINES)))])
    elif kind < 0.73:
        line = Line(rng.randrange(len(LINES)))
    elif kind < 0.8:
        ms = rng.choice((200, 2000, 12_000))
        return lambda each: each.wait(ms)
    else:
        button = rng.choices((Button.OK, Button.DRAW, Button.RIGHT, Button.BACK), (6, 6, 3, 1))[0]
        return lambda each: each.press(button)
    if line in bench.colours:
        return lambda each: each.take(line)
    colour = belongs(bench, line)
    return lambda each: each.put((line, colour))


def belongs(bench: Coloured, line: Line) -> Player:
    """Whose stick an honest hand lays there now."""
    game, owner = bench.session.game, bench.state.owner(line)
    if owner is not None:
        return owner
    mover = bench.state.to_move
    swept = game is not None and game.sweep >> line & 1 and bench.session.to_lift
    return mover.opponent if swept else mover


def payable(bench: Coloured) -> list[Line]:
    hand = set(bench.state.hand(bench.state.to_move))
    free = [Line(n) for n in range(len(LINES)) if Line(n) not in bench.colours]
    return [line for line in free if hand & set(LINES[line])]
