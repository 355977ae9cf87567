"""What real contacts do to a reading even when nothing is broken, at three levels.

Chance comes in as a `random.Random`; times are milliseconds.
"""

from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Noise:
    """How restless the contacts are."""

    closing_bounce_ms: int = 0
    """After closing a contact flickers for at most this time."""
    opening_bounce_ms: int = 0
    dead_percent: float = 0.0
    """How often a stick lies where its contact does not close, until it is laid again."""
    dropout_percent: float = 0.0
    """For each closed line, how many looks miss it."""
    ghost_percent: float = 0.0
    """How many looks begin a contact that closes without a stick."""
    ghost_ms: int = 0
    """The longest that such a contact stays closed."""
    late_percent: float = 0.0
    """How many scans come late, and below by how much at most."""
    late_ms: int = 0

    @property
    def every_look(self) -> bool:
        """Whether looks differ though nothing was touched."""
        return bool(self.dropout_percent or self.ghost_percent)

    def bounces(self, *, closing: bool, rng: Random) -> tuple[int, ...]:
        """When a contact that has just changed goes back and comes again.

        An even number of times after the change, rising.
        """
        longest = self.closing_bounce_ms if closing else self.opening_bounce_ms
        pairs = rng.randint(0, min(3, longest // 2)) if longest else 0
        return tuple(sorted(rng.sample(range(1, longest + 1), 2 * pairs)))

    def dead(self, rng: Random) -> bool:
        """Whether a stick laid now is not seen."""
        return _happens(self.dead_percent, rng)

    def lateness_ms(self, rng: Random) -> int:
        """How much later than planned the next scan comes."""
        return rng.randint(1, self.late_ms) if _happens(self.late_percent, rng) else 0


QUIET: Final = Noise()

LOW: Final = Noise(
    closing_bounce_ms=20,
    opening_bounce_ms=40,
    dropout_percent=0.2,
    ghost_percent=0.1,
    ghost_ms=20,
    late_percent=1.0,
    late_ms=20,
)
"""Everything shorter than the settle times of 60 ms closing and 150 ms opening: play must not
notice it."""

HIGH: Final = Noise(
    closing_bounce_ms=120,
    opening_bounce_ms=300,
    dead_percent=5.0,
    dropout_percent=2.0,
    ghost_percent=0.5,
    ghost_ms=200,
    late_percent=5.0,
    late_ms=250,
)
"""Beyond what the settle times hide: wrong pictures come up and must be recovered from."""

LEVELS: Final = MappingProxyType({"quiet": QUIET, "low": LOW, "high": HIGH})


def _happens(percent: float, rng: Random) -> bool:
    return percent > 0 and rng.random() * 100 < percent
