"""Inputs and effects as everybody may know them: no hand, no deck, no card laid face down."""

from dataclasses import dataclass
from typing import assert_never

from kahuna_table.engine.board import Lines
from kahuna_table.engine.events import CardDiscarded, CardDrawn, Event
from kahuna_table.engine.moves import Deal, Discard, Move
from kahuna_table.engine.notation import format_move
from kahuna_table.engine.player import Player
from kahuna_table.table.effects import (
    Effect,
    GameAbandoned,
    GameClosed,
    GameEnded,
    GameStarted,
    GaveUp,
    MoveMade,
    MovesTakenBack,
    ShuffleCards,
    SwitchOff,
)
from kahuna_table.table.inputs import (
    BoardSettled,
    ButtonPressed,
    ButtonReleased,
    DevicesFailed,
    GameChosen,
    HealthChanged,
    Input,
    JournalRepaired,
    SavingFailed,
    Shuffled,
    Ticked,
)
from kahuna_table.table.situation import Session


@dataclass(frozen=True, slots=True)
class CardsShuffled:
    """A `Shuffled` whose order is nobody's business."""

    at_ms: int
    count: int
    first: Player | None


@dataclass(frozen=True, slots=True)
class ShuffleAsked:
    """A `ShuffleCards` whose cards are nobody's business."""

    count: int
    choose_first: bool


@dataclass(frozen=True, slots=True)
class MoveSeen:
    """A `MoveMade` as both players saw it."""

    turn: int
    player: Player
    move: str
    events: tuple[Event, ...]


PublicInput = (
    BoardSettled
    | ButtonPressed
    | ButtonReleased
    | Ticked
    | GameChosen
    | CardsShuffled
    | HealthChanged
    | SavingFailed
    | JournalRepaired
    | DevicesFailed
)
PublicEffect = (
    ShuffleAsked
    | GameStarted
    | MoveSeen
    | MovesTakenBack
    | GaveUp
    | GameEnded
    | GameClosed
    | GameAbandoned
    | SwitchOff
)


@dataclass(frozen=True, slots=True)
class BoardView:
    """What the referee makes of the board; a position lies open to everybody."""

    refereeing: bool
    bridges: tuple[Lines, Lines]
    swept: Lines
    blind: Lines
    """Lines that flap or that people called wrong."""
    said_off: Lines
    """The bridge that people said they lifted from a blind line."""
    missing: Lines
    extra: Lines


def view(session: Session) -> BoardView:
    picture, state = session.picture, session.state
    bridges = state.bridges if state is not None else (Lines(0), Lines(0))
    blind = Lines(session.sight.flapping | session.sight.distrusted)
    return BoardView(
        refereeing=session.refereeing,
        bridges=bridges,
        swept=session.swept,
        blind=blind,
        said_off=session.said_off,
        missing=picture.missing,
        extra=picture.extra,
    )


def public_input(noticed: Input) -> PublicInput:
    if isinstance(noticed, Shuffled):
        return CardsShuffled(noticed.at_ms, len(noticed.order), noticed.first)
    return noticed


def public_effect(effect: Effect) -> PublicEffect:
    match effect:
        case ShuffleCards(cards=cards, choose_first=choose_first):
            return ShuffleAsked(len(cards), choose_first)
        case MoveMade(turn=turn, player=player, move=move, events=events):
            seen = tuple(each for each in events if not isinstance(each, CardDiscarded | CardDrawn))
            return MoveSeen(turn, player, _public_move(move), seen)
        case (
            GameStarted()
            | MovesTakenBack()
            | GaveUp()
            | GameEnded()
            | GameClosed()
            | GameAbandoned()
            | SwitchOff()
        ):
            return effect
        case _:
            assert_never(effect)


def _public_move(move: Move) -> str:
    if isinstance(move, Deal):
        return f"deal {len(move.order)} cards"
    return "discard ?" if isinstance(move, Discard) else format_move(move)
