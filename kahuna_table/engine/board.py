"""The board: 12 islands, 27 lines, majorities and where both lie. Data with its source, no rules.

The graph was found identical in four independent digital versions and measured on a photograph of
the board; positions are measured on that photograph (width:height 800:637) in a box of 0..1, x to
the right and y down, the board turned so that the names read ALOA..LALE row by row.
"""

from enum import IntEnum
from math import dist
from typing import Final, NewType

Line = NewType("Line", int)
"""The index of a line in `LINES`, 0..26: the board's order."""

Lines = NewType("Lines", int)
"""A set of lines: bit `n` stands for line `n`."""


class Island(IntEnum):
    """The islands in alphabetical order; the name is what the card says."""

    ALOA = 0
    BARI = 1
    COCO = 2
    DUDA = 3
    ELAI = 4
    FAAA = 5
    GOLA = 6
    HUNA = 7
    IFFI = 8
    JOJO = 9
    KAHU = 10
    LALE = 11


Point = tuple[float, float]

_SLOTS: Final[dict[str, tuple[Point, Point]]] = {
    "ALOA-BARI": ((0.326, 0.226), (0.384, 0.240)),
    "ALOA-DUDA": ((0.223, 0.355), (0.255, 0.416)),
    "ALOA-HUNA": ((0.154, 0.552), (0.200, 0.597)),
    "BARI-COCO": ((0.719, 0.298), (0.778, 0.291)),
    "BARI-DUDA": ((0.336, 0.365), (0.299, 0.422)),
    "BARI-ELAI": ((0.479, 0.369), (0.453, 0.434)),
    "BARI-FAAA": ((0.671, 0.349), (0.692, 0.418)),
    "COCO-FAAA": ((0.815, 0.385), (0.760, 0.412)),
    "COCO-GOLA": ((0.883, 0.445), (0.836, 0.489)),
    "COCO-KAHU": ((0.924, 0.492), (0.917, 0.565)),
    "DUDA-ELAI": ((0.299, 0.451), (0.357, 0.465)),
    "DUDA-HUNA": ((0.271, 0.508), (0.271, 0.582)),
    "ELAI-FAAA": ((0.617, 0.474), (0.675, 0.463)),
    "ELAI-HUNA": ((0.347, 0.531), (0.302, 0.578)),
    "ELAI-IFFI": ((0.438, 0.569), (0.471, 0.630)),
    "ELAI-JOJO": ((0.586, 0.536), (0.636, 0.576)),
    "FAAA-GOLA": ((0.752, 0.510), (0.806, 0.539)),
    "FAAA-JOJO": ((0.726, 0.514), (0.696, 0.579)),
    "GOLA-JOJO": ((0.769, 0.603), (0.711, 0.614)),
    "GOLA-KAHU": ((0.808, 0.614), (0.849, 0.667)),
    "HUNA-IFFI": ((0.289, 0.654), (0.331, 0.705)),
    "HUNA-LALE": ((0.245, 0.786), (0.274, 0.850)),
    "IFFI-JOJO": ((0.573, 0.651), (0.628, 0.623)),
    "IFFI-KAHU": ((0.640, 0.745), (0.696, 0.769)),
    "IFFI-LALE": ((0.439, 0.764), (0.434, 0.838)),
    "JOJO-KAHU": ((0.699, 0.675), (0.743, 0.725)),
    "KAHU-LALE": ((0.708, 0.817), (0.652, 0.838)),
}

ISLANDS: Final = tuple(Island)
LINES: Final[tuple[tuple[Island, Island], ...]] = tuple(
    (Island[name[:4]], Island[name[5:]]) for name in _SLOTS
)
"""The two islands of each line, alphabetical; the index is the `Line`."""

ALL_LINES: Final = Lines((1 << len(LINES)) - 1)
NO_LINES: Final = Lines(0)

LINES_AT: Final[tuple[Lines, ...]] = tuple(
    Lines(sum(1 << n for n, ends in enumerate(LINES) if island in ends)) for island in ISLANDS
)
"""For each island the set of its lines."""

MAJORITY: Final[tuple[int, ...]] = tuple(lines.bit_count() // 2 + 1 for lines in LINES_AT)
"""For each island the bridges that control it: strictly more than half of its lines (rule R3)."""

BRIDGES_EACH: Final = 25
"""Bridges of a colour in the box (rule R25)."""

HAND_LIMIT: Final = 5
CARDS_EACH: Final = 2
"""Cards of each island in the pack: 24 in all."""

ASPECT: Final = 637 / 800
"""Height of the board for a width of 1."""

SLOTS: Final[tuple[tuple[Point, Point], ...]] = tuple(_SLOTS.values())
"""The two ends of each line's slot on the measured board."""

ISLAND_LIGHTS: Final[tuple[Point, ...]] = (
    (0.182, 0.254),
    (0.399, 0.311),
    (0.909, 0.413),
    (0.268, 0.460),
    (0.409, 0.527),
    (0.723, 0.463),
    (0.816, 0.571),
    (0.241, 0.631),
    (0.527, 0.681),
    (0.675, 0.620),
    (0.734, 0.769),
    (0.578, 0.865),
)
"""Where each island's light shines on the measured board."""

ISLAND_BOXES: Final[tuple[tuple[float, float, float, float], ...]] = (
    (0.10, 0.10, 0.35, 0.56),
    (0.33, 0.18, 0.71, 0.37),
    (0.71, 0.21, 0.96, 0.49),
    (0.23, 0.38, 0.30, 0.50),
    (0.35, 0.43, 0.61, 0.61),
    (0.68, 0.41, 0.76, 0.54),
    (0.78, 0.45, 0.84, 0.63),
    (0.20, 0.58, 0.30, 0.78),
    (0.28, 0.62, 0.63, 0.80),
    (0.63, 0.58, 0.71, 0.68),
    (0.69, 0.57, 0.93, 0.87),
    (0.24, 0.82, 0.64, 0.94),
)
"""Left, top, right and bottom of each island on the measured board."""

SCHEMATIC: Final[tuple[Point, ...]] = (
    (0.080, 0.080),
    (0.364, 0.112),
    (0.920, 0.245),
    (0.200, 0.327),
    (0.383, 0.425),
    (0.616, 0.344),
    (0.770, 0.444),
    (0.142, 0.585),
    (0.424, 0.676),
    (0.629, 0.597),
    (0.768, 0.757),
    (0.457, 0.920),
)
"""The islands in a straight-line drawing without crossings, made for screens of 4:3."""

BOARD_WIDTH_MM: Final = 600
NEIGHBOUR_MM: Final = 60


def line_name(line: Line) -> str:
    """For example `ALOA-BARI`."""
    a, b = LINES[line]
    return f"{a.name}-{b.name}"


def line_as_seen(line: tuple[Island, Island]) -> str:
    """For example `LALE–KAHU`: the islands as the hand sees them at the slot, the left one first,
    on a steep slot the upper."""
    a, b = line
    (ax, ay), (bx, by) = SLOTS[LINES.index(line)]
    across, down = bx - ax, (by - ay) * ASPECT
    if (down if abs(down) > abs(across) else across) < 0:
        a, b = b, a
    return f"{a.name}–{b.name}"


def line_between(a: Island, b: Island) -> Line | None:
    """The line of two islands in either order, or None where the board has none."""
    return _LINE_BETWEEN.get((a, b))


def lines_in(lines: Lines) -> tuple[Line, ...]:
    """The members of a set, in the board's order."""
    return tuple(Line(n) for n in range(len(LINES)) if lines >> n & 1)


def line_set(*lines: Line) -> Lines:
    """The set with these members."""
    return Lines(sum(1 << line for line in set(lines)))


def slot_middle_mm(line: Line) -> Point:
    """The middle of a slot on a board 600 mm wide, where its sensor sits."""
    (ax, ay), (bx, by) = SLOTS[line]
    return (ax + bx) / 2 * BOARD_WIDTH_MM, (ay + by) / 2 * BOARD_WIDTH_MM * ASPECT


_LINE_BETWEEN: Final = {
    pair: Line(n) for n, (a, b) in enumerate(LINES) for pair in ((a, b), (b, a))
}

NEIGHBOURS: Final[tuple[Lines, ...]] = tuple(
    Lines(
        sum(
            1 << other
            for other in range(len(LINES))
            if other != line
            and dist(slot_middle_mm(Line(line)), slot_middle_mm(Line(other))) < NEIGHBOUR_MM
        )
    )
    for line in range(len(LINES))
)
"""For each line those whose slot middles lie less than 60 mm away: 22 pairs, each sharing an
island. A stick that slides or a magnet that strays reaches no further."""
