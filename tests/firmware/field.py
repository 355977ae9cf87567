"""What 27 Hall sensors give under bridges with magnets, parts and placing at their worst. Computed.

A disc 6 x 3 mm is a dipole upright over its sensor: 84 mT right under it, half of that times
(3 z2/r2 - 1) (z/r)3 elsewhere, so 0.3 mT of the other sign at 23 mm.
"""

from dataclasses import dataclass, field
from math import dist
from random import Random
from typing import Final

from kahuna_table.engine.board import BOARD_WIDTH_MM, LINES, SLOTS

INPUTS: Final = 14
CHANNELS: Final = 16
UNDRIVEN: Final = -1

UNDER_MT: Final = (55.0, 84.0)
"""Of a weak or tilted disc under thick wood, and of a good one under thin."""
MV_PER_MT: Final = (6.6, 11.6)
NULL_MV: Final = (1485, 1815)
RANGE_MV: Final = (650, 2650)
"""An SS49E at 3.3 V gives no less and no more."""
DRIFT_MV: Final = 50.0
OTHERS: Final = 2.0
"""The field of neighbours is taken for stronger than computed by this factor."""

_Z_MM: Final = 4.5
_SPOTS: Final = tuple(
    (
        (a[0] + b[0]) / 2 * BOARD_WIDTH_MM,
        (a[1] + b[1]) / 2 * BOARD_WIDTH_MM,
    )
    for a, b in SLOTS
)


def aside(mt: float, mm: float) -> float:
    """The field of a magnet at a sensor so far beside it."""
    r = (mm * mm + _Z_MM * _Z_MM) ** 0.5
    return mt / 2 * (_Z_MM / r) ** 3 * (3 * (_Z_MM / r) ** 2 - 1)


_ASIDE: Final = [
    [OTHERS * aside(1.0, dist(a, b)) if a != b else 1.0 for b in _SPOTS] for a in _SPOTS
]


@dataclass
class Field:
    """A board of parts drawn by chance. `signs` says what lies on each line."""

    rng: Random
    worst: bool = True
    magnets: dict[int, float] = field(default_factory=dict)
    warmth: float = 0.0
    """-1 to 1: how far the offsets have drifted, each its own way."""

    def __post_init__(self) -> None:
        def drawn(low: float, high: float) -> float:
            if self.worst and self.rng.random() < 0.5:
                return self.rng.choice((low, high))
            return self.rng.uniform(low, high)

        self.nulls = [drawn(*NULL_MV) for _ in LINES]
        self.gains = [drawn(*MV_PER_MT) for _ in LINES]
        self.drifts = [drawn(-DRIFT_MV, DRIFT_MV) for _ in LINES]

    @property
    def signs(self) -> str:
        lying = self.magnets
        return "".join(
            "." if n not in lying else "+" if lying[n] > 0 else "-" for n in range(len(LINES))
        )

    def lay(self, line: int, sign: str) -> None:
        """A bridge with this pole, its magnet and the way it lies drawn by chance."""
        mt = self.rng.choice(UNDER_MT) if self.worst else self.rng.uniform(*UNDER_MT)
        self.magnets[line] = mt if sign == "+" else -mt

    def lift(self, line: int) -> None:
        del self.magnets[line]

    def millivolts(self, line: int) -> int:
        field_mt = sum(mt * _ASIDE[line][at] for at, mt in self.magnets.items())
        value = self.nulls[line] + self.drifts[line] * self.warmth + self.gains[line] * field_mt
        return round(min(max(value, RANGE_MV[0]), RANGE_MV[1]))

    def levels(self) -> list[int]:
        """Of all 32 channels."""
        found = [UNDRIVEN] * (2 * CHANNELS)
        for line in range(len(LINES)):
            found[channel(line)] = self.millivolts(line)
        return found


def channel(line: int) -> int:
    """Where a line is among the 32 channels."""
    return line // INPUTS * CHANNELS + line % INPUTS
