"""Kits as chance makes them: how many read all 27 lines right without any adjusting. Computed."""

from collections import Counter
from dataclasses import dataclass, replace
from math import exp, log
from random import Random

from kahuna_table.engine.board import LINES, Line, line_name
from kahuna_table.tools.kit import field, places
from kahuna_table.tools.kit.design import Kit

BEST_DROP_OUT = 0.8
"""Of the pull-in: reeds of a class lie between the kit's least share and this one."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What 1,000 kits came to. `missed` and `stuck` count kits by the line that failed first."""

    kits: int
    right: int
    missed: Counter[Line]
    stuck: Counter[Line]

    def told(self) -> str:
        text = f"{self.right} of {self.kits} random kits read all {len(LINES)} lines right"
        for word, found in (("does not close", self.missed), ("sticks", self.stuck)):
            if found:
                line, count = found.most_common(1)[0]
                text += f"; {line_name(line)} {word} in {count}"
        return text


def try_kits(kit: Kit, count: int, seed: int = 1) -> Verdict:
    """Builds `count` kits from parts within their tolerances; all doubt of the rule of thumb
    between field and ampere turns is the same for one kit."""
    rng = Random(seed)
    felt = _couplings(kit)
    missed: Counter[Line] = Counter()
    stuck: Counter[Line] = Counter()
    right = 0
    for _ in range(count):
        miss, stick = _first_fault(kit, felt, rng)
        if miss is not None:
            missed[miss] += 1
        if stick is not None:
            stuck[stick] += 1
        right += miss is None and stick is None
    return Verdict(count, right, missed, stuck)


def _couplings(kit: Kit) -> list[list[float]]:
    """What the reed of each line feels of the magnet of each other one, in millitesla."""
    all_slots = places.slots(kit)
    return [
        [0.0 if magnet is reed else field.other(kit, reed, magnet).mean for magnet in all_slots]
        for reed in all_slots
    ]


def _first_fault(kit: Kit, felt: list[list[float]], rng: Random) -> tuple[Line | None, Line | None]:
    """The first line that does not close, and the first that sticks, of one random kit."""
    reed, magnet = kit.reed, kit.magnet
    doubt = exp(rng.uniform(-1, 1) * log(reed.mt_per_at_factor))
    wood = rng.uniform(-1, 1) * kit.sensor_plate.thickness_tolerance_mm
    strengths = [
        rng.choice((-1, 1))
        * (1 + rng.uniform(-1, 1) * magnet.remanence_tolerance)
        * (1 + rng.uniform(-1, 1) * magnet.tolerance_mm / magnet.width_mm)
        * (1 + rng.uniform(-1, 1) * magnet.tolerance_mm / magnet.height_mm)
        for _ in LINES
    ]
    miss = stick = None
    for line in map(Line, range(len(LINES))):
        pull_in = rng.uniform(*reed.pull_in_at) * reed.mt_per_at * doubt
        drop_out = pull_in * rng.uniform(reed.drop_out_share, BEST_DROP_OUT)
        mine = field.own(kit, _placing(kit, rng, wood)).mean * strengths[line]
        others = sum(mt * strength for mt, strength in zip(felt[line], strengths, strict=True))
        if miss is None and min(abs(mine), abs(mine + others)) < pull_in:
            miss = line
        if stick is None and abs(others) >= drop_out:
            stick = line
    return miss, stick


def _placing(kit: Kit, rng: Random, wood: float) -> field.Placing:
    """Somewhere within the worst placing."""
    worst = field.worst_placing(kit)
    return replace(
        worst,
        along=rng.uniform(-1, 1) * worst.along,
        aside=rng.uniform(-1, 1) * worst.aside,
        turned=rng.uniform(-1, 1) * worst.turned,
        above=field.above_mm(kit) + wood + rng.uniform(-1, 1) * kit.reed.scatter_mm,
    )
