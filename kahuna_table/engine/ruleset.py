"""The rule sets and every option by name (RULES.md, "Options"). How they act is in `rules`."""

from dataclasses import dataclass
from enum import Enum

from kahuna_table.engine.player import Player


class DiscardRule(Enum):
    """When cards may be laid face down (rule R10)."""

    INSTEAD_OF_PLAY = "instead_of_play"
    FULL_HAND_ONLY = "full_hand_only"
    ANY_TIME = "any_time"


class RoundEnd(Enum):
    """What ends a round (rules R16 and R19)."""

    LAST_CARD = "last_card"
    TWO_PASSES = "two_passes"


class EarlyEnd(Enum):
    """Who loses before the last scoring (rule R22)."""

    NO_BRIDGES = "no_bridges"
    OFF = "off"
    DOMINATED = "dominated"


class Starter(Enum):
    """Who begins (rule R27); decided by the table before the game, not by the engine."""

    RANDOM = "random"
    BLACK = "black"
    WHITE = "white"
    ALTERNATE = "alternate"


class TakeBack(Enum):
    """Whether an action may be taken back (rule R28); carried out by the table."""

    TURN = "turn"
    OFF = "off"
    CONSENT = "consent"


@dataclass(frozen=True, slots=True)
class Handicap:
    """Bridges that the weaker player lays before the first turn (rule R26). `bridges` is 1..3."""

    bridges: int
    player: Player

    def __post_init__(self) -> None:
        if not 1 <= self.bridges <= 3:
            raise ValueError(f"handicap bridges: expected 1..3, got {self.bridges!r}")


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Every option; the defaults are the rule set `kosmos1998`."""

    discard: DiscardRule = DiscardRule.INSTEAD_OF_PLAY
    discard_commits_draw: bool = False
    draw_optional: bool = True
    round_end: RoundEnd = RoundEnd.LAST_CARD
    early_end: EarlyEnd = EarlyEnd.NO_BRIDGES
    resweep: bool = False
    long_term: bool = False
    handicap: Handicap | None = None
    starter: Starter = Starter.RANDOM
    take_back: TakeBack = TakeBack.TURN
    memory_aid: bool = False
    rounds: int = 3
    """1..3; the last of them is played and scored as the third is (rule R30)."""


RULE_SETS: dict[str, RuleSet] = {
    "kosmos1998": RuleSet(),
    "tk2015": RuleSet(discard=DiscardRule.FULL_HAND_ONLY, discard_commits_draw=True),
    "jijbent": RuleSet(discard=DiscardRule.ANY_TIME),
    "page_fr": RuleSet(
        round_end=RoundEnd.TWO_PASSES, early_end=EarlyEnd.DOMINATED, draw_optional=False
    ),
    "long_term": RuleSet(long_term=True),
}
"""The named rule sets, the default first."""
