"""The scorings, the early end and the winner (rules R18 to R23). No moves here."""

from kahuna_table.engine.board import ISLANDS, LINES_AT, MAJORITY, Island, Lines
from kahuna_table.engine.events import Outcome, Scored, Termination
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import EarlyEnd
from kahuna_table.engine.state import GameState


def controlled(bridges: Lines) -> tuple[Island, ...]:
    """The islands that a player with these bridges controls (rule R3)."""
    return tuple(
        island for island in ISLANDS if (bridges & LINES_AT[island]).bit_count() >= MAJORITY[island]
    )


def score(state: GameState) -> Scored:
    """What a scoring of the round in progress gives now (rules R18, R20 and R30)."""
    black, white = (len(controlled(bridges)) for bridges in state.bridges)
    if state.round < state.rules.rounds:
        black_points, white_points = state.round * (black > white), state.round * (white > black)
    else:
        black_points, white_points = max(0, black - white), max(0, white - black)
    return Scored(state.round, (black, white), (black_points, white_points))


def final_outcome(state: GameState, last: Scored) -> Outcome:
    """Who won after the last scoring, whose points `state` already holds (rule R21)."""
    bridges = (state.bridges[0].bit_count(), state.bridges[1].bit_count())
    for black, white in (state.points, last.points, bridges):
        if black != white:
            winner = Player.BLACK if black > white else Player.WHITE
            return Outcome(Termination.SCORED, winner)
    return Outcome(Termination.SCORED, None)


def early_outcome(state: GameState) -> Outcome | None:
    """How the game ends now for want of bridges, or None when it goes on (rules R22 and R23)."""
    black, white = state.bridges
    if state.round == 1 or bool(black) == bool(white):
        return None
    winner = Player.BLACK if black else Player.WHITE
    match state.rules.early_end:
        case EarlyEnd.NO_BRIDGES:
            return None if state.early_end_sleeps else Outcome(Termination.NO_BRIDGES, winner)
        case EarlyEnd.DOMINATED:
            if len(controlled(state.bridges[winner])) == len(ISLANDS):
                return Outcome(Termination.DOMINATED, winner)
            return None
        case EarlyEnd.OFF:
            return None


def sleeps(state: GameState) -> bool:
    """Whether the early end still sleeps: until both have a bridge at the same time (rule R23)."""
    return state.early_end_sleeps and not (state.bridges[0] and state.bridges[1])


def falls_asleep(state: GameState) -> bool:
    """Whether round 2 begins with both players without bridges (rule R23)."""
    return (
        state.round == 2
        and state.rules.early_end is EarlyEnd.NO_BRIDGES
        and not state.bridges[0]
        and not state.bridges[1]
    )
