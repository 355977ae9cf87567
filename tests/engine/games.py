"""Positions and games for the tests of the engine, all through its public API."""

from collections.abc import Iterator
from random import Random

from kahuna_table.engine.board import line_name, lines_in
from kahuna_table.engine.events import Event
from kahuna_table.engine.moves import Deal, Move
from kahuna_table.engine.notation import format_event, parse_move
from kahuna_table.engine.player import Player
from kahuna_table.engine.position import parse_position
from kahuna_table.engine.rules import apply, cards_to_deal, legal_moves, new_game
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.state import GameState, Phase, cards_in

DECK_C = (
    "deal FAAA GOLA KAHU DUDA HUNA COCO LALE JOJO GOLA HUNA BARI ELAI "
    "IFFI ALOA JOJO LALE DUDA FAAA COCO BARI IFFI ALOA ELAI KAHU"
)

position = parse_position


def after(text: str, *moves: str) -> GameState:
    """The state that the moves lead to from the position."""
    state = position(text)
    for move in moves:
        state, _ = apply(state, parse_move(move))
    return state


def events(text: str, *moves: str) -> list[str]:
    """What the last of the moves caused, as text."""
    state, caused = position(text), tuple[Event, ...]()
    for move in moves:
        state, caused = apply(state, parse_move(move))
    return [format_event(event) for event in caused]


def bridges(state: GameState, player: Player) -> str:
    """The lines of the player's bridges as text."""
    return " ".join(line_name(line) for line in lines_in(state.bridges[player]))


def shuffled(state: GameState, rng: Random) -> Deal:
    """The deal that is due, in random order."""
    order = list(cards_in(cards_to_deal(state)))
    rng.shuffle(order)
    return Deal(tuple(order))


def random_move(state: GameState, rng: Random) -> Move:
    """A deal, or any legal move."""
    return shuffled(state, rng) if state.phase is Phase.DEAL else rng.choice(legal_moves(state))


def random_game(
    rules: RuleSet, seed: int, most_moves: int = 10_000
) -> Iterator[tuple[GameState, Move, GameState, tuple[Event, ...]]]:
    """Each move of a random game with the state before and after it, and its events."""
    rng = Random(seed)
    state = new_game(rules, rng.choice(tuple(Player)))
    for _ in range(most_moves):
        if state.phase is Phase.OVER:
            return
        move = random_move(state, rng)
        following, caused = apply(state, move)
        yield state, move, following, caused
        state = following


def random_state(rules: RuleSet, seed: int, most_moves: int) -> GameState:
    """Where a random game stands after some moves, or where it ended."""
    states = [after for _, _, after, _ in random_game(rules, seed, most_moves)]
    return states[-1] if states else new_game(rules)
