"""Which scene the display shows, and what its map and its picture say."""

from collections.abc import Iterator

from kahuna_table.engine.board import (
    LINES,
    LINES_AT,
    MAJORITY,
    NO_LINES,
    Island,
    Line,
    Lines,
)
from kahuna_table.engine.events import BridgesSwept, ControlLost, Event
from kahuna_table.engine.moves import PlaceBridge
from kahuna_table.engine.rules import apply
from kahuna_table.engine.state import GameState
from kahuna_table.table import choices
from kahuna_table.table.course import story_of
from kahuna_table.table.game import Game
from kahuna_table.table.preview import preview
from kahuna_table.table.prompts import options_shown
from kahuna_table.table.questions import Drawing, NewGame, Pause, Paying, Question
from kahuna_table.table.screen import Chart, Kind, Message
from kahuna_table.table.state import Session


def scene(session: Session) -> Kind:
    """The first that applies of help, an open hand, a question, then what the game asks."""
    game = session.game
    if session.help_until_ms is not None:
        return Kind.HELP
    if game is not None and game.hand is not None:
        return Kind.HAND
    if options_shown(session):
        if session.question is None:
            return Kind.REMOVAL
        return _asking(session.question)
    return Kind.IDLE if game is None else _course(session, game)


def _asking(question: Question) -> Kind:
    match question:
        case Drawing():
            return Kind.DRAW
        case NewGame() | Pause():
            return Kind.NEW_GAME
        case _:
            return Kind.OPTIONS


def _course(session: Session, game: Game) -> Kind:
    if game.over:
        return Kind.OVER if session.counted is None else Kind.SCORING
    if session.active_proposal is not None:
        return Kind.REMOVAL
    if session.correcting:
        return Kind.CORRECTION
    if session.to_lift:
        return Kind.SWEEP
    if any(note.message.id == "scoring" for note in session.notes):
        return Kind.SCORING
    return Kind.GAME if _laid(game) is None else Kind.LAID


def chart_of(session: Session) -> Chart | None:
    """The map of the board as the game has it, and where the board differs."""
    game, picture = session.game, session.picture
    if game is None:
        return None
    refereed, would = session.refereeing and session.correcting, preview(session)
    return Chart(
        bridges=game.state.bridges,
        line=_line(session, game),
        swept=game.sweep if session.to_lift else game.swept,
        lying=game.swept,
        missing=Lines(picture.swapped | (picture.missing if refereed else NO_LINES)),
        extra=Lines(picture.swapped | (picture.extra if refereed else NO_LINES)),
        counted=session.counted,
        would=tuple(sorted(would.islands.items())),
        would_go=would.swept,
    )


def _line(session: Session, game: Game) -> Line | None:
    """The line that the scene is about."""
    if isinstance(session.question, Paying):
        return session.question.line
    if session.active_proposal is not None:
        return session.active_proposal.line
    at = choices.pointed_at(session)
    if at is not None and at.line is not None:
        return at.line
    return _laid(game) if session.question is None else None


def _laid(game: Game) -> Line | None:
    """The bridge that was the last action of this turn."""
    last = game.steps[-1] if game.steps else None
    if last is None or last.turn != game.turn or not isinstance(last.move, PlaceBridge):
        return None
    return last.move.line if last.state.to_move is game.state.to_move else None


def standings(game: Game) -> tuple[Message, ...]:
    """What the bridge just laid means for both its islands."""
    line = _laid(game)
    return () if line is None else tuple(_standing(game.state, end) for end in LINES[line])


def _standing(state: GameState, island: Island) -> Message:
    holder = state.controller(island)
    if holder is not None:
        return Message("standing-has", (("player", holder), ("card", island)))
    have = (state.bridges[state.to_move] & LINES_AT[island]).bit_count()
    counts = ("have", have), ("count", LINES_AT[island].bit_count()), ("needed", MAJORITY[island])
    return Message("standing", (("card", island), *counts))


def next_round(game: Game) -> tuple[Message, ...]:
    """The round that has begun after a scoring; nothing where none has."""
    scored = max((each.round for each in story_of(game).scorings), default=0)
    begun = game.state.round > scored
    return (Message("next-round", (("round", game.state.round),)),) if begun else ()


def lost(game: Game) -> tuple[Message, ...]:
    """Who lost which islands by the last sweep; the prompt says who took them."""
    for step in reversed(game.steps):
        events = apply(step.state, step.move)[1]
        if any(isinstance(event, BridgesSwept) for event in events):
            return tuple(_losses(events))
    return ()


def _losses(events: tuple[Event, ...]) -> Iterator[Message]:
    for event in events:
        if isinstance(event, ControlLost):
            yield Message("loses", (("player", event.player), ("card", event.island)))
