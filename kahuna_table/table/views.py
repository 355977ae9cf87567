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
from kahuna_table.engine.state import GameState, Phase, cards_in
from kahuna_table.table import choices, lesson
from kahuna_table.table.course import drawn_last, story_of
from kahuna_table.table.game import Game, HandOpen
from kahuna_table.table.lights import BoardLights, Light, Motion, Role
from kahuna_table.table.preview import Preview, preview
from kahuna_table.table.prompts import (
    hand_text,
    help_text,
    last_turn,
    notes_shown,
    options_shown,
    prompt_text,
)
from kahuna_table.table.questions import Paying
from kahuna_table.table.scenes import chart_of, lost, next_round, scene, standings
from kahuna_table.table.screen import Hand, Kind, Message, Option, Score, Screen, Story
from kahuna_table.table.state import Session


def board_lights(session: Session) -> BoardLights:
    """The role of each of the 39 lights."""
    game = session.game
    if game is None:
        waiting, dark = Light(Role.OFF, motion=Motion.BREATHE), Light(Role.OFF)
        return BoardLights((waiting,) * len(ISLANDS), (dark,) * len(LINES))
    state, would = game.state, preview(session)
    islands, prompts = _islands(session, state, would), _prompts(session, game, would)
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


def screen(session: Session, seat: Player | None = None) -> Screen:
    """The whole display: the one for both players, or that of a seat, which shows its own hand
    alone."""
    session = session if seat is None else _seen_from(session, seat)
    return replace(_screen(session), language=session.spoken, backlight=session.backlight)


def _seen_from(session: Session, seat: Player) -> Session:
    """The session as this player may see it: without the other's open hand, and without the
    questions whose options tell cards of it."""
    game = session.game
    if game is None:
        return session
    hand = game.hand if game.hand is not None and game.hand.player is seat else None
    if hand is None and session.asking[seat] and game.state.phase is not Phase.DEAL:
        hand = HandOpen(seat, 0, session.now_ms)
    game = replace(game, hand=hand)
    if seat is game.state.to_move:
        return replace(session, game=game)
    if game.proposal is not None:
        game = replace(game, proposal=replace(game.proposal, cursor=None))
    asked = None if isinstance(session.question, Paying) else session.open
    return replace(session, game=game, open=asked)


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
            hand = _hand(game, game.hand) if game.hand.shown else None
            return replace(base, prompt=hand_text(session, game, game.hand), hand=hand)
        case Kind.SCORING if session.counted is not None:
            return _counting(base, story_of(game))
        case Kind.SCORING:
            begins = () if session.count is not None else next_round(game)
            return replace(base, story=story_of(game), told=begins)
        case Kind.OVER:
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


def _counting(base: Screen, story: Story) -> Screen:
    """The scene before its result is told."""
    assert base.score is not None
    *scorings, now = story.scorings
    black, white = (p - won for p, won in zip(base.score.points, now.points, strict=True))
    return replace(
        base,
        told=(Message("counting", (("round", now.round),)),),
        story=replace(story, scorings=tuple(scorings)),
        score=replace(base.score, points=(black, white)),
    )


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


def _islands(session: Session, state: GameState, would: Preview) -> tuple[Light, ...]:
    """Who has them, what would change, and by their breath whose turn it is."""
    lights = [_OWNED[state.controller(island)] for island in ISLANDS]
    if session.counted is not None:
        for i in set(ISLANDS) - set(session.counted):
            if lights[i].owner is not None:
                lights[i] = replace(lights[i], motion=Motion.UNCOUNTED)
        return tuple(lights)
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
    for island, player in would.islands.items():
        now = lights[island]
        owner = now.owner if now.role is not Role.OFF else player
        lights[island] = Light(now.role, owner, motion=Motion.SHIMMER)
    return tuple(lights)


def _near_hands(lines: Lines) -> Lines:
    near = int(lines)
    for line in lines_in(lines):
        near |= NEIGHBOURS[line]
    return Lines(near)


def _prompts(session: Session, game: Game, would: Preview) -> dict[Line, Light]:
    """What the lights of lines ask for, over their owners' colours."""
    state, picture, proposal = game.state, session.picture, session.active_proposal
    proposed = line_set(proposal.line) if proposal is not None else NO_LINES
    hinted = NO_LINES if game.restoring else Lines(picture.extra & game.fresh)
    lights = dict.fromkeys(lines_in(Lines(picture.extra | picture.swapped)), Light(Role.WRONG))
    lights |= dict.fromkeys(lines_in(hinted), Light(Role.HINT, state.to_move))
    for line in lines_in(Lines(picture.missing & ~proposed)):
        lights[line] = Light(Role.MISSING, state.owner(line))
    for line in lines_in(would.swept):
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
