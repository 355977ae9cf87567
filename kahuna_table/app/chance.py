"""Shuffles that nobody can foresee: the operating system's own randomness."""

from collections.abc import Sequence
from random import SystemRandom

from kahuna_table.engine.board import Island
from kahuna_table.engine.player import Player


class SystemChance:
    """The chance of every game outside scripts."""

    def __init__(self) -> None:
        self._random = SystemRandom()

    def shuffle(self, cards: Sequence[Island]) -> tuple[Island, ...]:
        return tuple(self._random.sample(list(cards), len(cards)))

    def first(self) -> Player:
        return self._random.choice(tuple(Player))
