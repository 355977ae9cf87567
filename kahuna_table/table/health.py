"""How well each line's contact behaves, with the evidence.

A contact that changes fourteen times within a second sits badly: a weak magnet chatters, a hand
does not. Single missed scans do not count: where 0.2 % are missed by chance, seven within a second
come once in a month of play, five once in a night.

A contact *flaps* when it comes and goes slowly enough to be read as a bridge that is laid and
lifted, eight times within eight seconds and no button pressed meanwhile: no hand does that.
"""

from dataclasses import dataclass, replace
from typing import Final

from kahuna_table.engine.board import LINES, NO_LINES, Lines

JITTER_CHANGES: Final = 14
JITTER_MS: Final = 1000

FLAP_CHANGES: Final = 8
FLAP_MS: Final = 8000
FLAP_REST_MS: Final = 55
"""A contact that rests for less than a closing takes to settle (60 ms, less half a scan) moves
nothing in the game."""

CALM_MS: Final = 5000
"""A jittery contact is good again after this time without a change."""

BUCKETS: Final = (1, 3, 7, 15)
"""Upper bounds of the histogram: a clean change, then ever more bounces; the last has no bound."""

Histogram = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Health:
    """What was seen of the 27 contacts."""

    recent_ms: tuple[tuple[int, ...], ...] = ((),) * len(LINES)
    """The times of each line's last changes, at most `JITTER_CHANGES`."""
    flaps_ms: tuple[tuple[int, ...], ...] = ((),) * len(LINES)
    """When the last rests of each line ended that alternate, at most `FLAP_CHANGES`."""
    rested_closed: Lines = NO_LINES
    """Lines whose last rest was closed; what is shorter is a bounce or a missed scan."""
    unrest: tuple[int, ...] = (0,) * len(LINES)
    """Changes since each line last rested."""
    bounces: tuple[Histogram, ...] = ((0,) * (len(BUCKETS) + 1),) * len(LINES)
    """For each line how often it took how many changes to come to rest."""
    jittery: Lines = NO_LINES
    """Contacts that chatter, those that flap included."""
    flapping: Lines = NO_LINES


def known(flapping: Lines, at_ms: int) -> Health:
    """After a restart at `at_ms`: contacts that flapped before still do until they were calm."""
    recent = tuple((at_ms,) if flapping >> n & 1 else () for n in range(len(LINES)))
    return Health(recent_ms=recent, jittery=flapping, flapping=flapping)


def watch(
    health: Health, at_ms: int, closed: int, changed: int, rested: int, *, hands: bool
) -> Health:
    """Takes in which lines are `closed` and `changed` in a sample, and which have come to rest
    since; `hands` are at the buttons."""
    if hands:
        health = replace(health, flaps_ms=((),) * len(LINES))
    if not changed and not rested and not health.jittery:
        return health
    recent, flaps = list(health.recent_ms), list(health.flaps_ms)
    unrest, bounces = list(health.unrest), list(health.bounces)
    jittery, flapping = int(health.jittery), int(health.flapping)
    rested_closed = int(health.rested_closed)
    for n in range(len(LINES)):
        bit = 1 << n
        if changed & bit:
            long = not recent[n] or at_ms - recent[n][-1] >= FLAP_REST_MS
            if long and (closed ^ rested_closed) & bit == 0:
                flaps[n] = (*flaps[n][1 - FLAP_CHANGES :], at_ms)
                rested_closed ^= bit
            recent[n] = (*recent[n][1 - JITTER_CHANGES :], at_ms)
            unrest[n] += 1
            if _often(flaps[n], FLAP_CHANGES, FLAP_MS):
                flapping |= bit
            if flapping & bit or _often(recent[n], JITTER_CHANGES, JITTER_MS):
                jittery |= bit
        elif jittery & bit and at_ms - recent[n][-1] >= CALM_MS:
            jittery, flapping = jittery & ~bit, flapping & ~bit
        if rested & bit and unrest[n]:
            bounces[n] = _counted(bounces[n], unrest[n])
            unrest[n] = 0
    return replace(
        health,
        recent_ms=tuple(recent),
        flaps_ms=tuple(flaps),
        rested_closed=Lines(rested_closed),
        unrest=tuple(unrest),
        bounces=tuple(bounces),
        jittery=Lines(jittery),
        flapping=Lines(flapping),
    )


def _often(times_ms: tuple[int, ...], count: int, within_ms: int) -> bool:
    """Whether the last `count` changes came within this time."""
    return len(times_ms) == count and times_ms[-1] - times_ms[0] <= within_ms


def _counted(histogram: Histogram, changes: int) -> Histogram:
    bucket = next((n for n, most in enumerate(BUCKETS) if changes <= most), len(BUCKETS))
    return tuple(count + (n == bucket) for n, count in enumerate(histogram))
