"""What one player may know; the only view that an opponent or a player's screen gets."""

from dataclasses import dataclass

from kahuna_table.engine.board import Island, Lines
from kahuna_table.engine.events import Outcome
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.state import (
    PACK,
    Cards,
    GameState,
    Phase,
    card_count,
    card_set,
)


@dataclass(frozen=True, slots=True)
class Observation:
    """One moment of a game as `player` knows it. Pairs hold black's value, then white's.

    The fields that `GameState` has too mean the same here; all of them are public.
    """

    player: Player
    hand: Cards  # the player's own
    hidden: Cards  # what the player himself laid face down since the last shuffle
    opponent_hand_size: int
    opponent_hidden_count: int  # cards laid face down by the opponent since the last shuffle
    deck_size: int
    rules: RuleSet
    first: Player
    phase: Phase
    to_move: Player
    bridges: tuple[Lines, Lines]
    face_up: tuple[Island, ...]
    discards: Cards
    taken: tuple[Cards, Cards]
    round: int
    points: tuple[int, int]
    played: bool
    discarded: bool
    free_lines: Lines
    declined: bool
    passes: int
    turns_left: int
    early_end_sleeps: bool
    outcome: Outcome | None

    @property
    def unseen(self) -> Cards:
        """The cards whose place the player does not know: the opponent's hand, what the opponent
        laid face down, and the deck. (Before the first deal: the whole pack.)
        """
        seen = self.hand + self.hidden + self.discards + card_set(*self.face_up)
        return Cards(PACK - seen)


def observe(state: GameState, player: Player) -> Observation:
    """What the player knows."""
    opponent = player.opponent
    return Observation(
        player=player,
        hand=state.hands[player],
        hidden=state.hidden[player],
        opponent_hand_size=card_count(state.hands[opponent]),
        opponent_hidden_count=card_count(state.hidden[opponent]),
        deck_size=len(state.deck),
        rules=state.rules,
        first=state.first,
        phase=state.phase,
        to_move=state.to_move,
        bridges=state.bridges,
        face_up=state.face_up,
        discards=state.discards,
        taken=state.taken,
        round=state.round,
        points=state.points,
        played=state.played,
        discarded=state.discarded,
        free_lines=state.free_lines,
        declined=state.declined,
        passes=state.passes,
        turns_left=state.turns_left,
        early_end_sleeps=state.early_end_sleeps,
        outcome=state.outcome,
    )


def determinise(
    observation: Observation,
    opponent_hand: Cards,
    opponent_hidden: Cards,
    deck: tuple[Island, ...],
) -> GameState:
    """A state that looks like the observation, with a guess at what the player cannot know.

    The three guesses together must be the cards of `observation.unseen`, in the observed numbers.
    Raises: `ValueError` when they are not.
    """
    sizes = (card_count(opponent_hand), card_count(opponent_hidden), len(deck))
    expected = (
        observation.opponent_hand_size,
        observation.opponent_hidden_count,
        observation.deck_size,
    )
    if sizes != expected:
        raise ValueError(f"numbers of guessed cards: expected {expected!r}, got {sizes!r}")
    guessed = opponent_hand + opponent_hidden + card_set(*deck)
    if sum(expected) and guessed != observation.unseen:
        raise ValueError("guessed cards: expected exactly the unseen ones")
    black = observation.player is Player.BLACK
    hands = (observation.hand, opponent_hand)
    hidden = (observation.hidden, opponent_hidden)
    return GameState(
        rules=observation.rules,
        first=observation.first,
        phase=observation.phase,
        to_move=observation.to_move,
        bridges=observation.bridges,
        hands=hands if black else hands[::-1],
        face_up=observation.face_up,
        deck=deck,
        discards=observation.discards,
        hidden=hidden if black else hidden[::-1],
        taken=observation.taken,
        round=observation.round,
        points=observation.points,
        played=observation.played,
        discarded=observation.discarded,
        free_lines=observation.free_lines,
        declined=observation.declined,
        passes=observation.passes,
        turns_left=observation.turns_left,
        early_end_sleeps=observation.early_end_sleeps,
        outcome=observation.outcome,
    )
