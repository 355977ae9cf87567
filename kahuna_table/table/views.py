"""What people see: the session as roles of the lights and as a screen. Derived, never stored.

The display sees cards through `Observation` and the hand that somebody holds open, nothing else.
"""

from collections.abc import Container
from dataclasses import replace

from kahuna_table.engine.board import (
    BRIDGES_EACH,
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
from kahuna_table.engine.scoring import controlled
from kahuna_table.engine.state import GameState, Phase, cards_in
from kahuna_table.table import choices
from kahuna_table.table.lights import BoardLights, Light, Role
from kahuna_table.table.prompts import (
    hand_text,
    help_text,
    last_turn,
    notes_shown,
    options_shown,
    prompt_text,
)
from kahuna_table.table.screen import Hand, Kind, Score, Screen
from kahuna_table.table.state import Session


def board_lights(session: Session) -> BoardLights:
    """The role of each of the 39 lights."""
    state = session.state
    if state is None:
        dark = Light(Role.OFF)
        return BoardLights((dark,) * len(ISLANDS), (dark,) * len(LINES))
    islands = tuple(_owned(state.controller(island)) for island in ISLANDS)
    prompts = _prompts(session, state)
    near = _near_hands(session.sight.hands_at)
    lines = [prompts.get(Line(n)) or _owned(state.owner(Line(n))) for n in range(len(LINES))]
    for line in lines_in(near):
        lines[line] = replace(lines[line], calm=True)
    return BoardLights(islands, tuple(lines))


def asked_of_hands(session: Session, sticks: Container[Line]) -> tuple[tuple[Line, Role], ...]:
    """What the lights ask of hands that see which slots hold `sticks`: to lift, then to lay."""
    lights = [(Line(n), light.role) for n, light in enumerate(board_lights(session).lines)]
    lift = [(n, r) for n, r in lights if r in (Role.REMOVE, Role.WRONG) and n in sticks]
    return (*lift, *((n, r) for n, r in lights if r is Role.MISSING and n not in sticks))


def screen(session: Session) -> Screen:
    """The whole display."""
    state = session.state
    prompt, notes = prompt_text(session), notes_shown(session)
    score = _score(session, state) if state is not None else None
    if session.help_until_ms is not None:
        return Screen(Kind.HELP, help_text(session), notes, score=score)
    if session.hand is not None and state is not None:
        hand = _hand(session, state)
        return Screen(Kind.HAND, hand_text(session), notes, hand=hand, score=score)
    if options_shown(session):
        return Screen(
            Kind.OPTIONS,
            prompt,
            notes,
            choices.options(session),
            choices.cursor(session),
            score=score,
        )
    discards = None
    if state is not None and state.rules.memory_aid:
        discards = cards_in(observe(state, state.to_move).discards)
    kind = Kind.GAME if state is not None else Kind.IDLE
    return Screen(kind, prompt, notes, score=score, discards=discards)


# --- lights


def _owned(owner: Player | None) -> Light:
    if owner is None:
        return Light(Role.OFF)
    return Light(Role.BLACK if owner is Player.BLACK else Role.WHITE, owner)


def _near_hands(lines: Lines) -> Lines:
    near = int(lines)
    for line in lines_in(lines):
        near |= NEIGHBOURS[line]
    return Lines(near)


def _prompts(session: Session, state: GameState) -> dict[Line, Light]:
    """What the lights of lines ask for, over their owners' colours."""
    picture, proposal = session.picture, session.active_proposal
    proposed = line_set(proposal.line) if proposal is not None else NO_LINES
    fresh = line_set(*(extra.line for extra in session.extras if extra.fresh))
    hinted = NO_LINES if session.restoring else Lines(picture.extra & fresh)
    lights = dict.fromkeys(lines_in(Lines(picture.extra | picture.swapped)), Light(Role.WRONG))
    lights |= dict.fromkeys(lines_in(hinted), Light(Role.HINT, state.to_move))
    for line in lines_in(Lines(picture.missing & ~proposed)):
        lights[line] = Light(Role.MISSING, state.owner(line))
    swept = Light(Role.REMOVE, state.to_move.opponent)
    return lights | dict.fromkeys(lines_in(session.swept), swept)


def _hand(session: Session, state: GameState) -> Hand:
    assert session.hand is not None
    player, mover = session.hand.player, session.hand.player is state.to_move
    cards = cards_in(observe(state, player).hand)
    distinct = tuple(dict.fromkeys(cards))
    cursor = None
    if mover and distinct and state.phase is not Phase.OVER:
        cursor = cards.index(distinct[min(session.hand.cursor, len(distinct) - 1)])
    return Hand(player, cards, cursor, session.selected if mover else None)


def _score(session: Session, state: GameState) -> Score:
    game = session.game
    assert game is not None
    return Score(
        names=game.setup.names,
        to_move=state.to_move if state.phase is not Phase.OVER else None,
        round=state.round,
        rounds=state.rules.rounds,
        points=state.points,
        islands=(len(controlled(state.bridges[0])), len(controlled(state.bridges[1]))),
        hand_sizes=(len(state.hand(Player.BLACK)), len(state.hand(Player.WHITE))),
        bridges_left=(
            BRIDGES_EACH - state.bridges[0].bit_count(),
            BRIDGES_EACH - state.bridges[1].bit_count(),
        ),
        face_up=state.face_up,
        deck=len(state.deck),
        last_turn=last_turn(game.played, game.turn),
    )
