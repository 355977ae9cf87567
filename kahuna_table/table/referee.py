"""Expected and settled bridges in, what the difference means out. Judges by state, never by the
order of events; knows nothing of cards or rules: whether a placing is legal is the engine's
business.

X are the lines with a bridge in the engine, R the swept bridges that still lie. *Missing* is in X
and not seen, *extra* is seen and in neither X nor R.
"""

from dataclasses import dataclass
from typing import Final

from kahuna_table.engine.board import NEIGHBOURS, NO_LINES, Line, Lines, line_set, lines_in

SLIDE_MS: Final = 1500
"""A bridge laid no longer ago may still slide into a neighbouring slot (referee's rule 6)."""

PUT_BACK_MS: Final = 300
"""A closing so soon after the same line's opening is "put back" (referee's rule 1)."""

WIPED_MS: Final = 5000
"""All bridges lifted within this time is a wiped board (referee's rule 9)."""

WIPED_LINES: Final = 3
"""Fewer bridges than these are lifted, not wiped."""


@dataclass(frozen=True, slots=True)
class Picture:
    """How the board differs from the game."""

    missing: Lines
    extra: Lines
    swapped: Lines = NO_LINES
    """Where one player's bridge lies in the place of the other's (rule 17)."""

    @property
    def right(self) -> bool:
        return not self.missing and not self.extra and not self.swapped


@dataclass(frozen=True, slots=True)
class Laid:
    """An own bridge of this turn, laid at `at_ms`."""

    line: Line
    at_ms: int


@dataclass(frozen=True, slots=True)
class Matches:
    """The board is as the game says."""


@dataclass(frozen=True, slots=True)
class Placings:
    """Nothing is missing and these lines are new, in the order of their settling (rules 2, 3)."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Removal:
    """One enemy bridge is missing and nothing else differs (rule 4)."""

    line: Line


@dataclass(frozen=True, slots=True)
class Slide:
    """A bridge just laid on `origin` came to rest on `target` (rule 6), if that is legal."""

    origin: Line
    target: Line


@dataclass(frozen=True, slots=True)
class Wiped:
    """Every bridge vanished within five seconds (rule 9)."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Anything else: correction, never a move (rules 5, 7)."""

    picture: Picture


Verdict = Matches | Placings | Removal | Slide | Wiped | Mismatch


def look(expected: Lines, swept: Lines, closed: Lines, unknown: Lines) -> Picture:
    """Compares X (`expected`) and R (`swept`) with the settled picture; unknown never differs."""
    return Picture(
        missing=Lines(expected & ~closed & ~unknown),
        extra=Lines(closed & ~expected & ~swept & ~unknown),
    )


def judge(
    picture: Picture,
    *,
    expected: Lines,
    enemy: Lines,
    fresh: tuple[tuple[Line, int], ...],
    laid: tuple[Laid, ...],
    opened_ms: tuple[int, ...],
) -> Verdict:
    """What a difference means.

    `expected` and `enemy` hold only lines that can be seen. `fresh` are the extras that were not
    judged before, each with the time of its closing; `laid` the bridges that may slide; `opened_ms`
    says for each line when it last opened, negative where that is not known.
    """
    if picture.right:
        return Matches()
    if picture.swapped:
        return Mismatch(picture)
    if not picture.missing:
        lines = tuple(line for line, _ in fresh)
        return Placings(lines) if line_set(*lines) == picture.extra else Mismatch(picture)
    missing = lines_in(picture.missing)
    if _wiped(picture, expected, missing, opened_ms):
        return Wiped()
    if len(missing) == 1 and not picture.extra and picture.missing & enemy:
        return Removal(missing[0])
    if len(missing) == 1 and len(fresh) == 1 and picture.extra == line_set(fresh[0][0]):
        return _slide(missing[0], fresh[0], laid) or Mismatch(picture)
    return Mismatch(picture)


def _slide(origin: Line, fresh: tuple[Line, int], laid: tuple[Laid, ...]) -> Slide | None:
    target, at_ms = fresh
    near = NEIGHBOURS[origin] >> target & 1
    recent = any(each.line == origin and at_ms - each.at_ms <= SLIDE_MS for each in laid)
    return Slide(origin, target) if near and recent else None


def _wiped(
    picture: Picture, expected: Lines, missing: tuple[Line, ...], opened_ms: tuple[int, ...]
) -> bool:
    if picture.missing != expected or len(missing) < WIPED_LINES:
        return False
    times = [opened_ms[line] for line in missing]
    return min(times) >= 0 and max(times) - min(times) <= WIPED_MS
