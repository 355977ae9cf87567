"""A game played again from its moves: what was scored, who held what when, what was drawn."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from kahuna_table.engine.board import Island
from kahuna_table.engine.events import CardDrawn, CardTaken, Event, Scored
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import apply, new_game
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.scoring import controlled
from kahuna_table.engine.state import GameState
from kahuna_table.table.game import Game, Played
from kahuna_table.table.screen import RoundScore, Story


class Past(NamedTuple):
    """A move of the game and what it led to."""

    played: Played
    events: tuple[Event, ...]
    state: GameState


def story_of(game: Game) -> Story:
    """The scorings and the islands held after each turn."""
    past = _course(game)
    control = tuple(_control(past))
    return Story(tuple(_scorings(past)), control, tuple(_turning_points(control)))


def drawn_last(game: Game, player: Player) -> Island | None:
    """The card that ended the player's last turn, until he acts again. Only he may see it."""
    for past in reversed(_course(game)):
        if past.played.player is player:
            drawn = (each for each in past.events if isinstance(each, CardDrawn | CardTaken))
            return next((event.card for event in drawn), None)
    return None


def _course(game: Game) -> tuple[Past, ...]:
    return _played_again(game.state.rules, game.state.first, game.played)


@lru_cache(maxsize=1)
def _played_again(rules: RuleSet, first: Player, played: tuple[Played, ...]) -> tuple[Past, ...]:
    state, past = new_game(rules, first), []
    for each in played:
        state, events = apply(state, each.move)
        past.append(Past(each, events, state))
    return tuple(past)


def _scorings(past: Iterable[Past]) -> Iterator[RoundScore]:
    for each in past:
        for event in each.events:
            if isinstance(event, Scored):
                yield RoundScore(event.round, event.islands, event.points)


def _control(past: tuple[Past, ...]) -> Iterator[tuple[int, int]]:
    """The islands of both at the end of each turn, the last one unfinished or not."""
    for n, each in enumerate(past):
        if n + 1 == len(past) or past[n + 1].played.turn != each.played.turn:
            black, white = each.state.bridges
            yield len(controlled(black)), len(controlled(white))


def _turning_points(control: tuple[tuple[int, int], ...]) -> Iterator[int]:
    """Where the lead passes from one player to the other; a tie passes nothing."""
    leader: bool | None = None
    for n, (black, white) in enumerate(control):
        if black == white:
            continue
        if leader is not None and leader is not (black > white):
            yield n
        leader = black > white
