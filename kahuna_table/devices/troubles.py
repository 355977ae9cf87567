"""Everything that can go wrong with the table, by stable codes: what it means, what mends it.

The display, the log, `doctor` and the README's table of troubles all read from here. Codes are
never reused: KT-1xx pins and GPIO, KT-2xx lights, KT-3xx sensors and buttons, KT-4xx screen and
sound, KT-5xx power, disk and clock.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Trouble:
    """`cause` says what is wrong in words a maker understands, `mend` the command or the movement
    of a hand that helps. Both may hold `{placeholders}`, filled in where it happens."""

    code: str
    cause: str
    mend: str


_ALL: Final = (
    Trouble(
        "KT-301",
        "some lines of the board cannot be read: {detail}",
        "check the wire or the board that is named; those bridges can be entered in the menu",
    ),
)

TROUBLES: Final[dict[str, Trouble]] = {trouble.code: trouble for trouble in _ALL}
