"""What people see: the session as roles of the lights and as a screen. Derived, never stored.

The display sees cards through `Observation` and the hand that somebody holds open, nothing else.
"""

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Final

from kahuna_table.engine.board import (
    ISLANDS,
    LINES,
    NEIGHBOURS,
    NO_LINES,
    Line,
    Lines,
    line_set,
    lines_in,
)
from kahuna_table.engine.observation import observe
from kahuna_table.engine.player import Player
from kahuna_table.engine.state import GameState, cards_in
from kahuna_table.table import choices, lesson
from kahuna_table.table.course import drawn_last, story_of
from kahuna_table.table.game import Game, HandOpen
from kahuna_table.table.lights import BoardLights, Light, Motion, Role
from kahuna_table.table.preview import preview
from kahuna_table.table.prompts import (
    hand_text,
    help_text,
    last_turn,
    notes_shown,
    options_shown,
    prompt_text,
)
from kahuna_table.table.scenes import chart_of, lost, scene, standings
from kahuna_table.table.screen import Hand, Kind, Option, Score, Screen
from kahuna_table.table.state import Session


def board_lights(session: Session) -> BoardLights:
    """The role of each of the 39 lights."""
    game = session.game
    if game is None:
        waiting, dark = Light(Role.OFF, motion=Motion.BREATHE), Light(Role.OFF)
        return BoardLights((waiting,) * len(ISLANDS), (dark,) * len(LINES))
    state, prompts = game.state, _prompts(session, game)
    islands = _islands(session, state)
    for line in lines_in(_near_hands(session.sight.hands_at)):
        if line in prompts:
            prompts[line] = replace(prompts[line], calm=True)
    lines = (prompts.get(Line(n)) or _OWNED[state.owner(Line(n))] for n in range(len(LINES)))
    return BoardLights(islands, tuple(lines))


def asked_of_hands(session: Session, sticks: Container[Line]) -> tuple[tuple[Line, Role], ...]:
    """What the lights ask of hands that see which slots hold `sticks`: to lift, then to lay."""
    lights = [(Line(n), light.role) for n, light in enumerate(board_lights(session).lines)]
    lift = [(n, r) for n, r in lights if r in (Role.REMOVE, Role.WRONG) and n in sticks]
    return (*lift, *((n, r) for n, r in lights if r is Role.MISSING and n not in sticks))


def screen(session: Session) -> Screen:
    """The whole display."""
    return replace(_screen(session), language=session.language)


def _screen(session: Session) -> Screen:
    game, notes, kind = session.game, notes_shown(session), scene(session)
    if game is None:
        return _without_game(session, kind)
    base = Screen(kind, prompt_text(session), notes, score=_score(game), chart=chart_of(session))
    match kind:
        case Kind.HELP:
            return replace(base, prompt=help_text(session))
        case Kind.HAND:
            assert game.hand is not None
            hand, prompt = _hand(game, game.hand), hand_text(session, game, game.hand)
            return replace(base, prompt=prompt, hand=hand)
        case Kind.SCORING | Kind.OVER:
            return replace(base, story=story_of(game))
        case Kind.LAID:
            return replace(base, told=standings(game))
        case Kind.SWEEP:
            return replace(base, told=lost(game))
        case Kind.GAME if game.state.rules.memory_aid:
            open_discards = observe(game.state, game.state.to_move).discards
            return replace(base, discards=cards_in(open_discards))
        case _:
            return replace(base, options=_options(session), cursor=_cursor(session))


def _without_game(session: Session, kind: Kind) -> Screen:
    prompt = help_text(session) if kind is Kind.HELP else prompt_text(session)
    options = () if kind is Kind.HELP else _options(session)
    cursor = _cursor(session) if options else None
    return Screen(kind, prompt, notes_shown(session), options, cursor)


def _options(session: Session) -> tuple[Option, ...]:
    return choices.options(session) if options_shown(session) else ()


def _cursor(session: Session) -> int | None:
    return choices.cursor(session) if options_shown(session) else None


# --- lights


_OWNED: Final[Mapping[Player | None, Light]] = {
    None: Light(Role.OFF),
    Player.BLACK: Light(Role.BLACK, Player.BLACK),
    Player.WHITE: Light(Role.WHITE, Player.WHITE),
}


def _islands(session: Session, state: GameState) -> tuple[Light, ...]:
    """Who has them, what would change, and by their breath whose turn it is."""
    lights = [_OWNED[state.controller(island)] for island in ISLANDS]
    if session.correcting:
        return tuple(lights)
    over = state.outcome is not None
    mover = state.outcome.winner if state.outcome is not None else state.to_move
    motion = Motion.RUN if over else Motion.BREATHE
    lights = [replace(each, motion=motion) if each.owner is mover else each for each in lights]
    if not over and not session.learning and not any(each.owner is mover for each in lights):
        # nobody's islands glow for a mover who has none; a lesson says what lights mean
        glow = Light(Role.OFF, mover, motion=Motion.BREATHE)
        lights = [glow if each.owner is None else each for each in lights]
    for island, player in preview(session).islands.items():
        now = lights[island]
        owner = now.owner if now.role is not Role.OFF else player
        lights[island] = Light(now.role, owner, motion=Motion.SHIMMER)
    return tuple(lights)


def _near_hands(lines: Lines) -> Lines:
    near = int(lines)
    for line in lines_in(lines):
        near |= NEIGHBOURS[line]
    return Lines(near)


def _prompts(session: Session, game: Game) -> dict[Line, Light]:
    """What the lights of lines ask for, over their owners' colours."""
    state, picture, proposal = game.state, session.picture, session.active_proposal
    proposed = line_set(proposal.line) if proposal is not None else NO_LINES
    hinted = NO_LINES if game.restoring else Lines(picture.extra & game.fresh)
    lights = dict.fromkeys(lines_in(Lines(picture.extra | picture.swapped)), Light(Role.WRONG))
    lights |= dict.fromkeys(lines_in(hinted), Light(Role.HINT, state.to_move))
    for line in lines_in(Lines(picture.missing & ~proposed)):
        lights[line] = Light(Role.MISSING, state.owner(line))
    for line in lines_in(preview(session).swept):
        lights.setdefault(line, replace(_OWNED[state.owner(line)], motion=Motion.SHIMMER))
    lights |= dict.fromkeys(lines_in(lesson.led(session)), Light(Role.HINT, state.to_move))
    swept = Light(Role.REMOVE, state.to_move.opponent)
    return lights | dict.fromkeys(lines_in(game.swept), swept)


def _hand(game: Game, held: HandOpen) -> Hand:
    state, mover = game.state, held.player is game.state.to_move
    cards = cards_in(observe(state, held.player).hand)
    distinct = tuple(dict.fromkeys(cards))
    cursor = None
    if mover and distinct and not game.over:
        cursor = cards.index(distinct[min(held.cursor, len(distinct) - 1)])
    selected = game.selected if mover else None
    new = drawn_last(game, held.player)
    return Hand(held.player, cards, cursor, selected, new if new in cards else None)


def _score(game: Game) -> Score:
    state = game.state
    return Score(
        names=game.setup.names,
        to_move=state.to_move if not game.over else None,
        round=state.round,
        rounds=state.rules.rounds,
        points=state.points,
        hand_sizes=(len(state.hand(Player.BLACK)), len(state.hand(Player.WHITE))),
        face_up=state.face_up,
        deck=len(state.deck),
        last_turn=last_turn(lesson.told(game), game.turn),
    )
