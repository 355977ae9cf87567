"""A scoring counts the islands one by one, on the display and on the board, then tells its result
(rules R16 to R18)."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from kahuna_table.engine.board import ISLANDS, LINES, NO_LINES, Island, Line, line_set, lines_in
from kahuna_table.engine.moves import Deal, Decline, RemoveBridge
from kahuna_table.engine.notation import parse_rules
from kahuna_table.engine.player import Player
from kahuna_table.engine.position import parse_position
from kahuna_table.engine.rules import cards_to_deal, legal_moves, new_game
from kahuna_table.engine.state import Phase, cards_in
from kahuna_table.table.counting import COUNT_MS, NEXT_ROUND_MS, count_of
from kahuna_table.table.game import Game
from kahuna_table.table.inputs import Button, Setup
from kahuna_table.table.lights import DARK, pixels
from kahuna_table.table.play import make
from kahuna_table.table.screen import Kind
from kahuna_table.table.sight import Sight
from kahuna_table.table.state import Session
from kahuna_table.table.views import board_lights, screen
from tests.table.bench import Bench


@cache
def at_scoring(rules: str) -> Session:
    """A random game at its first scoring, 3 islands to 1, the board as the game has it."""
    random, setup = Random(1), Setup(parse_rules(rules), Player.BLACK)
    game = Game(setup, new_game(setup.rules, Player.BLACK), turn=1)
    session = Session(sight=Sight())  # no sensor says anything: the game needs no hands
    while session.count is None or game.state.phase is Phase.DEAL:
        if game.state.phase is Phase.DEAL:
            cards = cards_in(cards_to_deal(game.state))
            move = Deal(tuple(random.sample(cards, len(cards))))
        else:
            legal = legal_moves(game.state)
            moves = [each for each in legal if not isinstance(each, Decline | RemoveBridge)]
            move = random.choice(moves or legal)
        session, game, _ = make(session, game, move)
    game = replace(game, restoring=False, sweep=NO_LINES, swept=NO_LINES)
    return replace(session, game=game, sight=Sight(closed=game.expected, unknown=NO_LINES))


def bench_at_scoring(rules: str = "kosmos1998") -> Bench:
    bench = Bench(parse_rules(rules), seed=1)
    bench.session = at_scoring(rules)
    bench.sticks = {Line(n) for n in lines_in(bench.session.sight.closed)}
    return bench


@pytest.fixture
def bench() -> Bench:
    return bench_at_scoring()


def lit(bench: Bench) -> list[Island]:
    colours = pixels(board_lights(bench.session), bench.session.now_ms)
    return [island for island in ISLANDS if colours[island] != DARK]


def test_what_one_has_more_than_the_other_is_counted_last() -> None:
    state = parse_position(
        "play black; black_bridges ALOA-BARI ALOA-DUDA; white_bridges HUNA-LALE KAHU-LALE "
        "COCO-GOLA COCO-KAHU COCO-FAAA GOLA-KAHU FAAA-GOLA"
    )
    count = count_of(state.bridges, 0)
    assert count.islands == (Island.ALOA, Island.COCO, Island.GOLA, Island.KAHU, Island.LALE)


def test_the_islands_are_counted_then_the_result_then_the_next_round_is_told(bench: Bench) -> None:
    shown = screen(bench.session)
    assert shown.kind is Kind.SCORING
    assert shown.chart is not None
    assert shown.score is not None
    assert shown.story is not None
    assert (shown.chart.counted, lit(bench)) == ((), [])
    assert (shown.score.points, shown.story.scorings) == ((0, 0), ())
    assert [message.id for message in shown.told] == ["counting"]

    assert bench.session.count is not None
    order = bench.session.count.islands
    for n in range(1, len(order) + 1):
        bench.wait(COUNT_MS)
        counted = screen(bench.session).chart
        assert counted is not None
        assert (counted.counted, lit(bench)) == (order[:n], sorted(order[:n]))

    bench.wait(COUNT_MS)
    shown = screen(bench.session)
    assert shown.chart is not None
    assert shown.score is not None
    assert shown.story is not None
    assert (shown.kind, shown.chart.counted) == (Kind.SCORING, None)
    assert (shown.score.points, shown.story.scorings[0].points, shown.told) == ((1, 0), (1, 0), ())

    bench.wait(NEXT_ROUND_MS)
    assert [message.id for message in screen(bench.session).told] == ["next-round"]
    bench.wait(bench.session.timing.note_ms)
    assert screen(bench.session).kind is Kind.GAME


def test_a_button_leads_to_the_result_at_once_and_the_next_one_to_the_turn(bench: Bench) -> None:
    bench.press(Button.LEFT)
    shown = screen(bench.session)
    assert shown.kind is Kind.SCORING
    assert shown.chart is not None
    assert shown.chart.counted is None
    bench.press(Button.LEFT)
    assert screen(bench.session).kind is Kind.GAME


def test_a_button_pressed_while_islands_are_counted_does_what_it_always_does(bench: Bench) -> None:
    bench.press(Button.HELP)
    assert screen(bench.session).kind is Kind.HELP


def test_a_bridge_laid_while_islands_are_counted_is_the_next_move(bench: Bench) -> None:
    state = bench.state
    held = state.hand(state.to_move)
    line = next(
        Line(n)
        for n, ends in enumerate(LINES)
        if state.owner(Line(n)) is None and sum(end in held for end in ends) == 1
    )
    bench.lay(line)
    assert bench.state.bridges[state.to_move] & line_set(line)
    assert screen(bench.session).kind in (Kind.LAID, Kind.SWEEP)
    assert lit(bench)


def test_the_last_scoring_is_counted_before_the_winner_is_told() -> None:
    bench = bench_at_scoring("kosmos1998 rounds=1")
    assert bench.session.over
    assert screen(bench.session).kind is Kind.SCORING
    bench.wait(14 * COUNT_MS)
    shown = screen(bench.session)
    assert shown.kind is Kind.OVER
    assert dict(shown.prompt.arguments)["winner"] is Player.BLACK
