"""How large the four kinds of text are, from what a display measures and how far away people sit.

ISO 9241-303 asks for capitals of 20 to 22 arc minutes for comfort, and of 16 at least.
"""

from dataclasses import dataclass
from enum import Enum
from math import hypot
from typing import Final

FACE: Final = "DejaVuSans.ttf"
CHINESE_FACES: Final = ("wqy-microhei.ttc", "NotoSansCJK-Regular.ttc")
"""The best first; the first is in Debian's fonts-wqy-microhei, FACE in fonts-dejavu-core."""

ARC_MINUTES_MM: Final = 3438
"""A millimetre at a distance of 3438 mm is one arc minute high."""

CAPITAL: Final = 0.729
"""The height of a capital of DejaVu Sans, of its size (OS/2 table: 1493 of 2048)."""

LEAST_PX: Final = 14
"""Smaller letters have too few pixels to be told apart."""


class Role(Enum):
    """What a text is for."""

    HEADLINE = "headline"  # the one thing to do
    FIGURE = "figure"  # scores
    BODY = "body"
    LABEL = "label"  # says nothing that the picture does not say too


ARC_MINUTES: Final[dict[Role, float]] = {
    Role.HEADLINE: 20.5,
    Role.FIGURE: 20.5,
    Role.BODY: 16.4,
    Role.LABEL: 13,
}
"""What is drawn; a little more than asked, since sizes are whole pixels."""

LEAST_ARC_MINUTES: Final[dict[Role, float]] = {
    Role.HEADLINE: 20,
    Role.FIGURE: 20,
    Role.BODY: 16,
    Role.LABEL: 0,
}
"""What is asked of the texts of every scene."""

_TOUCH_MM: Final = 9
_MOST: Final = 10
"""No more than this part of the shorter side for a headline, however far away people sit."""


@dataclass(frozen=True, slots=True)
class Viewing:
    """How large the display is, and from where people look at it."""

    diagonal_inch: float = 7.0
    distance_m: float = 1.0

    def mm_per_px(self, size: tuple[int, int]) -> float:
        """The side of a pixel."""
        return self.diagonal_inch * 25.4 / hypot(*size)

    def part(self, whole: tuple[int, int], part: tuple[int, int]) -> "Viewing":
        """Of a part of the display, which has the same pixels."""
        return Viewing(self.diagonal_inch * hypot(*part) / hypot(*whole), self.distance_m)

    def arc_minutes(self, px: int, size: tuple[int, int]) -> float:
        """How high a capital of a text of this size appears."""
        mm = px * CAPITAL * self.mm_per_px(size)
        return ARC_MINUTES_MM * mm / (self.distance_m * 1000)

    def px(self, arc_minutes: float, size: tuple[int, int]) -> float:
        """The size of text whose capitals appear that high."""
        mm = arc_minutes * self.distance_m * 1000 / ARC_MINUTES_MM
        return mm / CAPITAL / self.mm_per_px(size)


USUAL: Final = Viewing()
"""Seven inches, a metre away."""


@dataclass(frozen=True, slots=True)
class Type:
    """A kind of text: what it is for, its size and its weight."""

    role: Role
    px: int
    bold: bool = False

    def sized(self, px: int) -> "Type":
        """The same in another size."""
        return Type(self.role, px, self.bold)


@dataclass(frozen=True, slots=True)
class TypeScale:
    """The four kinds of text on one display, and what a finger needs."""

    headline: Type
    figure: Type
    body: Type
    label: Type
    finger: int
    """The least side of what is touched, in pixels: 9 mm."""


def type_scale(size: tuple[int, int], viewing: Viewing) -> TypeScale:
    """The scale of a display; one too small for its distance gets as much as it holds."""
    wanted = viewing.px(ARC_MINUTES[Role.HEADLINE], size)
    share = min(1.0, min(size) / _MOST / wanted)

    def px(role: Role) -> int:
        return max(LEAST_PX, round(share * viewing.px(ARC_MINUTES[role], size)))

    return TypeScale(
        Type(Role.HEADLINE, px(Role.HEADLINE), bold=True),
        Type(Role.FIGURE, px(Role.FIGURE), bold=True),
        Type(Role.BODY, px(Role.BODY)),
        Type(Role.LABEL, px(Role.LABEL)),
        round(_TOUCH_MM / viewing.mm_per_px(size)),
    )
