"""The course of the lesson is a game by the rules, and its texts tell the truth of it."""

import re
from dataclasses import replace

import pytest

from kahuna_table.app.texts import HELP, TEXTS
from kahuna_table.app.words import Words
from kahuna_table.engine.board import HAND_LIMIT, NO_LINES, Island, Line, Lines
from kahuna_table.engine.moves import Deal, DrawCard, PlaceBridge, RemoveBridge, TakeCard
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import apply, legal_moves, new_game
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.state import PACK, GameState, Phase, cards_in
from kahuna_table.table.choices import options
from kahuna_table.table.effects import ShuffleCards
from kahuna_table.table.game import Game, Pending, Played
from kahuna_table.table.inputs import (
    BoardSettled,
    Button,
    ButtonPressed,
    GameChosen,
    Setup,
    Shuffled,
)
from kahuna_table.table.lesson import (
    COURSE,
    END,
    MENU,
    MOVES,
    SETUP,
    Page,
    Task,
    due,
    refusal,
    step,
    text,
)
from kahuna_table.table.lights import Light, Role
from kahuna_table.table.resume import resume
from kahuna_table.table.screen import Message
from kahuna_table.table.session import handle
from kahuna_table.table.sight import Sight
from kahuna_table.table.sounds import sound_between
from kahuna_table.table.state import Session
from kahuna_table.table.views import board_lights, screen
from tests.table.bench import Bench

TASKS = [each for each in COURSE if isinstance(each, Task)]
DRAWS = [task for task in TASKS if isinstance(task.move, DrawCard | TakeCard)]
LONGEST = 12


def game_before(task: Task | Page) -> Game:
    """The lesson when this step is asked for."""
    state, played = new_game(SETUP.rules, Player.BLACK), list[Played]()
    for move in MOVES:
        game = Game(SETUP, state, turn=1, played=tuple(played))
        if played and step(game) is task and (task is not END or state.phase is Phase.PLAY):
            return game
        played.append(Played(1, state.to_move, move))
        state, _ = apply(state, move)
    return Game(SETUP, state, turn=1, played=tuple(played))


def state_after(id: str) -> GameState:
    (task,) = (each for each in TASKS if each.id == id)
    return apply(game_before(task).state, task.move)[0]


def restarted(game: Game) -> Session:
    """A program that starts again with the lesson; the board lies as it says."""
    moves = [each.move for each in game.played]
    session = resume(Session(), SETUP, Player.BLACK, moves, Pending())
    settled = BoardSettled(300, game.expected, NO_LINES, (), NO_LINES)
    return handle(session, settled)[0]


def begun(session: Session) -> Session:
    """A lesson on an empty board. The cards that chance shuffles are not those it deals."""
    session = replace(session, sight=Sight(unknown=NO_LINES))
    session, effects = handle(session, GameChosen(0, SETUP))
    assert effects == (ShuffleCards(cards_in(PACK), choose_first=False),)
    return handle(session, Shuffled(0, cards_in(PACK)))[0]


def pressed(session: Session, button: Button) -> Session:
    return handle(session, ButtonPressed(session.now_ms + 1000, button))[0]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_a_task_is_legal_and_asks_nothing_else(task: Task) -> None:
    same = [
        move
        for move in legal_moves(game_before(task).state)
        if type(move) is type(task.move)
        and (not isinstance(move, PlaceBridge | RemoveBridge) or move.line == task.line)
        and (not isinstance(move, TakeCard) or move == task.move)
    ]

    assert same == [task.move]


@pytest.mark.parametrize("number", range(1, len(MOVES)))
def test_after_every_move_exactly_the_next_is_due(number: int) -> None:
    state, played = new_game(SETUP.rules, Player.BLACK), list[Played]()
    for move in MOVES[:number]:
        played.append(Played(1, state.to_move, move))
        state, _ = apply(state, move)

    assert due(Game(SETUP, state, turn=1, played=tuple(played))) == MOVES[number]


def test_the_hands_of_a_lesson_are_never_full() -> None:
    state = new_game(SETUP.rules, Player.BLACK)
    for move in MOVES:
        state, _ = apply(state, move)
        assert all(len(state.hand(player)) < HAND_LIMIT for player in Player)


@pytest.mark.parametrize(
    ("id", "island", "controller"),
    [
        ("bridge", Island.ALOA, None),
        ("majority", Island.ALOA, Player.BLACK),
        ("second", Island.DUDA, None),
        ("half", Island.DUDA, Player.WHITE),
        ("half", Island.ALOA, None),
        ("removal", Island.DUDA, None),
        ("rebuild", Island.ALOA, Player.BLACK),
    ],
)
def test_islands_change_hands_as_the_texts_say(
    id: str, island: Island, controller: Player | None
) -> None:
    assert state_after(id).controller(island) is controller


def test_the_last_card_wins_black_a_point() -> None:
    state = game_before(END).state

    assert (state.round, state.points, state.to_move) == (2, (1, 0), Player.BLACK)


def test_the_first_own_move_comes_after_two_pages() -> None:
    assert [type(each) for each in COURSE[:3]] == [Page, Page, Task]


@pytest.mark.parametrize("now", COURSE, ids=lambda now: now.id)
def test_a_restart_shows_the_step_again_and_its_light(now: Task | Page) -> None:
    game = game_before(now)
    session = restarted(game)
    lit = [n for n, light in enumerate(board_lights(session).lines) if light.role is Role.HINT]

    assert screen(session).prompt == text(game)
    assert lit == ([now.line] if isinstance(now, Task) and now.line is not None else [])


@pytest.mark.parametrize("now", COURSE, ids=lambda now: now.id)
def test_a_restart_over_another_board_asks_to_put_it_right_and_nothing_else(
    now: Task | Page,
) -> None:
    game = game_before(now)
    moves = [each.move for each in game.played]
    session = resume(Session(), SETUP, Player.BLACK, moves, Pending())
    other = Lines(game.expected ^ 1 << Line(26))
    session, _ = handle(session, BoardSettled(300, other, NO_LINES, (), NO_LINES))

    assert session.question is None
    assert screen(session).prompt.id in ("lift-extra", "board-first")


def test_a_lesson_that_another_version_began_is_at_its_end() -> None:
    game = game_before(TASKS[0])
    others = replace(game, played=(*game.played, Played(1, Player.BLACK, DrawCard())))

    assert step(others) is END
    assert due(others) is None


def test_a_lesson_that_another_version_began_still_takes_its_cards() -> None:
    game = replace(game_before(END), played=())

    assert refusal(game, Deal(cards_in(PACK))) is None


def test_in_a_game_nothing_is_due() -> None:
    game = game_before(TASKS[0])

    assert due(replace(game, setup=Setup(RuleSet()))) is None


def test_the_menu_of_a_lesson_offers_neither_giving_up_nor_aborting() -> None:
    session = pressed(begun(Session()), Button.MENU)

    ids = {option.id for option in options(session)}
    assert ids == {"continue", "new", "switch-off", "sensors"}


def test_a_lesson_changes_neither_the_form_nor_who_began_last() -> None:
    usual = Setup(RuleSet(rounds=1), names=("Ann", "Bo"))
    session = begun(Session(usual=usual, last_first=Player.WHITE))

    assert session.game is not None
    assert session.game.setup == SETUP
    assert (session.usual, session.last_first) == (usual, Player.WHITE)


def test_help_explains_the_rule_of_the_step() -> None:
    assert screen(pressed(begun(Session()), Button.HELP)).prompt == Message("help-lesson-goal")


def test_after_the_lesson_it_is_asked_what_to_play() -> None:
    shown = screen(pressed(restarted(game_before(END)), Button.OK))

    assert (shown.prompt, shown.notes[0]) == (Message("new-game"), Message("lesson-over"))


def test_the_end_of_the_lesson_sounds_like_no_refusal() -> None:
    last = restarted(game_before(END))

    assert sound_between(last, pressed(last, Button.OK)) is None


def test_while_nobody_has_an_island_none_is_lit() -> None:
    islands = board_lights(restarted(game_before(TASKS[0]))).islands

    assert set(islands) == {Light(Role.OFF)}


def test_leaving_a_lesson_is_asked_in_its_own_words() -> None:
    game, lesson = Bench(RuleSet(), 1), begun(Session())
    for button in (Button.MENU, Button.RIGHT, Button.OK):
        game.press(button)
        lesson = pressed(lesson, button)

    assert screen(game.session).prompt.variant == ""
    assert screen(lesson).prompt.id == screen(game.session).prompt.id == "confirm-new-game"
    assert screen(lesson).prompt.variant == "lesson"


def test_nothing_is_told_of_how_a_lesson_comes_to_its_short_deck() -> None:
    score = screen(restarted(game_before(TASKS[0]))).score

    assert score is not None
    assert (score.last_turn, score.deck) == ((), 1)


@pytest.mark.parametrize("now", COURSE, ids=lambda now: now.id)
def test_every_step_has_words_and_help(now: Task | Page) -> None:
    assert f"lesson-{now.id}" in TEXTS
    assert f"help-lesson-{now.rule}" in HELP
    assert (f"lesson-{now.id}-{MENU}" in TEXTS) is (now in DRAWS)


@pytest.mark.parametrize("now", COURSE, ids=lambda now: now.id)
@pytest.mark.parametrize("variant", ["", MENU])
def test_every_sentence_of_a_step_is_whole_and_short(now: Task | Page, variant: str) -> None:
    if variant and now not in DRAWS:
        variant = ""
    message = text(game_before(now), variant)
    said = Words().message(message)

    assert "{" not in said
    assert all(len(each.split()) <= LONGEST for each in re.split(r"[.:]", said))


@pytest.mark.parametrize("id", sorted(id for id in HELP if id.startswith("help-lesson")))
def test_every_sentence_of_its_help_is_short(id: str) -> None:
    assert all(len(each.split()) <= LONGEST for each in re.split(r"[.:]", HELP[id]))
