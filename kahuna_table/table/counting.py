"""A scoring is counted before its result is told: the islands come on one by one, on the display
and on the board."""

from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Final

from kahuna_table.engine.board import Island, Lines
from kahuna_table.engine.player import Player
from kahuna_table.engine.scoring import controlled

COUNT_MS: Final = 350
"""From one island to the next."""

NEXT_ROUND_MS: Final = 1_200
"""From the result to the next round's number: the points roll first."""


@dataclass(frozen=True, slots=True)
class Count:
    """A scoring that began at `since_ms`; it counts these islands in this order."""

    since_ms: int
    islands: tuple[Island, ...]

    @property
    def result_ms(self) -> int:
        """When all are counted."""
        return self.since_ms + COUNT_MS * (len(self.islands) + 1)

    @property
    def ends_ms(self) -> int:
        """When the next round is announced."""
        return self.result_ms + NEXT_ROUND_MS

    def counted(self, at_ms: int) -> tuple[Island, ...] | None:
        """Those counted by then, the newest last; None once the result is told."""
        if at_ms >= self.result_ms:
            return None
        return self.islands[: (at_ms - self.since_ms) // COUNT_MS]

    def next_ms(self, at_ms: int) -> int:
        """When the next thing happens."""
        if at_ms >= self.result_ms:
            return self.ends_ms
        return at_ms + COUNT_MS - (at_ms - self.since_ms) % COUNT_MS


def count_of(bridges: tuple[Lines, Lines], at_ms: int) -> Count:
    """Black's and white's islands in turn: what one has more than the other comes last."""
    black, white = (controlled(bridges[player]) for player in Player)
    pairs = chain.from_iterable(zip_longest(black, white))
    return Count(at_ms, tuple(island for island in pairs if island is not None))
