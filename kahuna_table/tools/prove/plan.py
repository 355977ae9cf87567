"""A whole game of chance from a seed, planned by the rules, and the hands that play it.

The hands do what a person would: they put the board right where the lights ask for it, and then
make the next move of the plan, from wherever a power cut left it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from kahuna_table.engine.board import Island
from kahuna_table.engine.events import BridgesSwept
from kahuna_table.engine.moves import (
    Deal,
    Decline,
    Discard,
    DrawCard,
    EndTurn,
    Move,
    PlaceBridge,
    RemoveBridge,
    TakeCard,
)
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import apply, cards_to_deal, legal_moves, new_game
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.state import GameState, Phase, cards_in
from kahuna_table.table import choices
from kahuna_table.table.inputs import Button, GameChosen, Setup
from kahuna_table.table.questions import Drawing, Paying, Resume
from kahuna_table.table.screen import Option
from kahuna_table.tools.hands import HandsStopped, TableHands

HAND_MS: Final = 400
"""Time between two things a hand does: a bridge laid sooner after lifting one is put back."""

PATIENCE_MS: Final = 5000
BUILDING: Final = 0.7
"""How often a planned player builds or removes where he can: games with many sweeps."""

RULES: Final = RuleSet()


class PlannedChance:
    """Shuffles that depend on the seed and the cards alone: the same after every restart."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def shuffle(self, cards: Sequence[Island]) -> tuple[Island, ...]:
        names = " ".join(card.name for card in sorted(cards))
        return tuple(Random(f"{self._seed} {names}").sample(sorted(cards), len(cards)))

    def first(self) -> Player:
        return Player.BLACK


@dataclass(frozen=True, slots=True)
class Plan:
    """A game: `moves[i]` leads from `states[i]` to `states[i + 1]`, with the deal that follows."""

    seed: int
    rules: RuleSet
    moves: tuple[Move, ...]
    states: tuple[GameState, ...]
    turns: int
    sweeps: int


def plan_game(seed: int, most_turns: int | None = None, rules: RuleSet = RULES) -> Plan:
    """A random game to its end, or to the end of a turn."""
    rng, chance = Random(f"{seed} moves"), PlannedChance(seed)
    state, sweeps = _dealt(new_game(rules, Player.BLACK), chance), 0
    moves: list[Move] = []
    states, turns = [state], 0
    while state.phase is not Phase.OVER and turns != most_turns:
        move = some_move(legal_moves(state), rng)
        state, events = apply(state, move)
        state = _dealt(state, chance)
        sweeps += any(isinstance(event, BridgesSwept) for event in events)
        turns += isinstance(move, TakeCard | DrawCard | Decline | EndTurn)
        moves.append(move)
        states.append(state)
    return Plan(seed, rules, tuple(moves), tuple(states), turns, sweeps)


def some_move(moves: Sequence[Move], rng: Random) -> Move:
    """One of these by chance, in the way of a planned player; a free bridge is laid without a card,
    as the table has it."""
    places = [move for move in moves if isinstance(move, PlaceBridge)]
    free = {move.line for move in places if move.card is None}
    paid = [move for move in places if move.line in free and move.card is not None]
    moves = [move for move in moves if move not in paid]
    building = [move for move in moves if isinstance(move, PlaceBridge | RemoveBridge)]
    return rng.choice(building if building and rng.random() < BUILDING else moves)


def _dealt(state: GameState, chance: PlannedChance) -> GameState:
    if state.phase is not Phase.DEAL:
        return state
    return apply(state, Deal(chance.shuffle(cards_in(cards_to_deal(state)))))[0]


class PlanHands(TableHands):
    """Two players who make the moves of a plan."""

    def begin(self, rules: RuleSet = RULES) -> None:
        """Starts a planned game."""
        chosen = GameChosen(self._table.now_ms, Setup(rules, Player.BLACK))
        self._table.daemon.notice(chosen)

    def put_right(self) -> None:
        """Does what the lights ask for, first of all going on with a saved game."""
        self.wait(HAND_MS)
        if isinstance(self._session.question, Resume):
            self.choose(Option("continue"))
        self.obey(HAND_MS)

    def make(self, move: Move) -> None:
        """Makes a move that may be half made already."""
        match move:
            case PlaceBridge():
                self._place(move)
            case RemoveBridge(line, cards):
                if line in self._table.kit.board.sticks:
                    self.lift(line)
                self._until(lambda: self._session.active_proposal is not None)
                self.choose(Option("pair", cards))
            case Discard(card):
                self._open_drawing()
                self.discard(card)
            case TakeCard(card):
                self._end_turn(Option("take", (card,)))
            case DrawCard():
                self._end_turn(choices.DECK)
            case Decline():
                self._end_turn(choices.DECLINE)
            case EndTurn():
                self._end_turn(choices.END)
            case Deal():
                raise HandsStopped("a player's move", "a deal")

    def _place(self, move: PlaceBridge) -> None:
        before = self._session.state
        if move.line not in self._table.kit.board.sticks:
            self.lay(move.line, self.colour_for(move.line))
        self._until(
            lambda: self._session.state != before or isinstance(self._session.question, Paying)
        )
        if isinstance(self._session.question, Paying):
            self.choose(Option("card", (move.card,) if move.card is not None else ()))

    def _end_turn(self, option: Option) -> None:
        self._open_drawing()
        self.choose(option)

    def _open_drawing(self) -> None:
        if not isinstance(self._session.question, Drawing):
            self.press(Button.DRAW)

    def _until(self, holds: Callable[[], bool]) -> None:
        deadline_ms = self._table.now_ms + PATIENCE_MS
        while not holds():
            if self._table.now_ms >= deadline_ms:
                raise HandsStopped("the table to follow", f"no change within {PATIENCE_MS} ms")
            self._table.advance_to_sample(deadline_ms)
