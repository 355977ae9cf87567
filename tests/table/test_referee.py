"""The referee's rules: what a difference between game and board means."""

import pytest

from kahuna_table.engine.board import (
    LINES,
    NEIGHBOURS,
    NO_LINES,
    Island,
    Line,
    line_between,
    lines_in,
)
from kahuna_table.engine.board import line_set as lines
from kahuna_table.table.game import NEVER_MS
from kahuna_table.table.referee import (
    SLIDE_MS,
    WIPED_MS,
    Laid,
    Matches,
    Mismatch,
    Picture,
    Placings,
    Removal,
    Slide,
    Verdict,
    Wiped,
    judge,
    look,
)


def line(name: str) -> Line:
    found = line_between(Island[name[:4]], Island[name[5:]])
    assert found is not None
    return found


OWN, OTHER, ENEMY, FOE = (
    line("DUDA-ELAI"),
    line("BARI-COCO"),
    line("GOLA-KAHU"),
    line("JOJO-KAHU"),
)
NEAR = lines_in(NEIGHBOURS[OWN])[0]
FAR = line("KAHU-LALE")
EXPECTED = lines(OWN, OTHER, ENEMY, FOE)


def verdict(
    seen: tuple[Line, ...],
    *,
    fresh: tuple[tuple[Line, int], ...] = (),
    laid: tuple[Laid, ...] = (),
    opened: dict[Line, int] | None = None,
) -> Verdict:
    times = tuple((opened or {}).get(Line(n), -100_000 * n) for n in range(len(LINES)))
    picture = look(EXPECTED, NO_LINES, lines(*seen), NO_LINES)
    return judge(
        picture,
        expected=EXPECTED,
        enemy=lines(ENEMY, FOE),
        fresh=fresh,
        laid=laid,
        opened_ms=times,
    )


ALL = (OWN, OTHER, ENEMY, FOE)


def without(*gone: Line) -> tuple[Line, ...]:
    return tuple(each for each in ALL if each not in gone)


@pytest.mark.parametrize(
    ("seen", "fresh", "expected"),
    [
        pytest.param(ALL, (), Matches(), id="all as the game says"),
        pytest.param((*ALL, FAR), ((FAR, 5),), Placings((FAR,)), id="rule 2: one extra"),
        pytest.param(
            (*ALL, FAR, NEAR), ((NEAR, 3), (FAR, 5)), Placings((NEAR, FAR)), id="rule 3: several"
        ),
        pytest.param(
            (*ALL, FAR, NEAR),
            ((FAR, 5),),
            Mismatch(look(EXPECTED, NO_LINES, lines(*ALL, FAR, NEAR), NO_LINES)),
            id="rule 2: beside a refused one nothing is a move",
        ),
        pytest.param(without(ENEMY), (), Removal(ENEMY), id="rule 4: one enemy bridge missing"),
        pytest.param(
            without(OWN),
            (),
            Mismatch(look(EXPECTED, NO_LINES, lines(*without(OWN)), NO_LINES)),
            id="rule 5: an own bridge missing",
        ),
        pytest.param(
            (*without(ENEMY), FAR),
            ((FAR, 5),),
            Mismatch(look(EXPECTED, NO_LINES, lines(*without(ENEMY), FAR), NO_LINES)),
            id="rule 7: an enemy bridge missing and another extra",
        ),
        pytest.param(
            without(ENEMY, FOE),
            (),
            Mismatch(look(EXPECTED, NO_LINES, lines(*without(ENEMY, FOE)), NO_LINES)),
            id="rule 7: two enemy bridges missing",
        ),
    ],
)
def test_a_picture_means_what_the_rules_say(
    seen: tuple[Line, ...], fresh: tuple[tuple[Line, int], ...], expected: Verdict
) -> None:
    assert verdict(seen, fresh=fresh) == expected


@pytest.mark.parametrize(
    ("target", "after_ms", "slides"),
    [
        pytest.param(NEAR, SLIDE_MS, True, id="a neighbour in time"),
        pytest.param(NEAR, SLIDE_MS + 1, False, id="too late"),
        pytest.param(FAR, 100, False, id="too far"),
    ],
)
def test_rule_6_a_bridge_slides_only_to_a_neighbour_and_soon(
    target: Line, after_ms: int, slides: bool
) -> None:
    found = verdict(
        (*without(OWN), target), fresh=((target, 1000 + after_ms),), laid=(Laid(OWN, 1000),)
    )
    assert isinstance(found, Slide) is slides
    assert not slides or found == Slide(OWN, target)


def test_rule_6_the_bridge_before_the_last_slides_too() -> None:
    laid = (Laid(OTHER, 1050), Laid(OWN, 1000))
    assert verdict((*without(OWN), NEAR), fresh=((NEAR, 1100),), laid=laid) == Slide(OWN, NEAR)


def test_rule_6_only_a_bridge_just_laid_slides() -> None:
    found = verdict((*without(OTHER), NEAR), fresh=((NEAR, 1100),), laid=(Laid(OWN, 1000),))
    assert isinstance(found, Mismatch)


@pytest.mark.parametrize(
    ("spread_ms", "wiped"), [(0, True), (WIPED_MS, True), (WIPED_MS + 1, False)]
)
def test_rule_9_a_wiped_board_loses_all_within_five_seconds(spread_ms: int, wiped: bool) -> None:
    opened = {OWN: 0, OTHER: 10, ENEMY: 20 % (spread_ms + 1), FOE: spread_ms}
    opened[OTHER] = min(10, spread_ms)
    assert isinstance(verdict((), opened=opened), Wiped) is wiped


def test_rule_9_lines_that_were_never_seen_to_open_are_not_wiped() -> None:
    opened = dict.fromkeys(ALL, NEVER_MS)
    assert isinstance(verdict((), opened=opened), Mismatch)


def test_rule_17_a_bridge_in_the_place_of_the_others_is_no_move() -> None:
    picture = Picture(NO_LINES, lines(FAR), swapped=lines(ENEMY))
    found = judge(
        picture,
        expected=EXPECTED,
        enemy=lines(ENEMY, FOE),
        fresh=((FAR, 5),),
        laid=(),
        opened_ms=(0,) * len(LINES),
    )
    assert found == Mismatch(picture)


def test_swept_and_unknown_lines_are_neither_missing_nor_extra() -> None:
    picture = look(lines(OWN), lines(FAR), lines(FAR, NEAR), lines(OWN, NEAR))
    assert picture.right
