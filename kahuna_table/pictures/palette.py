"""The colours of the display and of the picture of the board: a warm dark table, the sea and the
coasts of the cards, the two players.

The two players' lights differ in blue against amber, which the common kinds of colour blindness
keep apart, and differ in brightness; the sticks are black and white.
"""

from typing import Final

from kahuna_table.engine.player import Player
from kahuna_table.table.lights import Colour

ON_DARK: Final[dict[Player, Colour]] = {Player.BLACK: (104, 160, 255), Player.WHITE: (255, 176, 74)}
"""The players' lights on the board, light enough for lines and letters on the dark ground."""

TINT: Final[dict[Player, Colour]] = {Player.BLACK: (26, 44, 84), Player.WHITE: (86, 54, 18)}
"""The same, dark enough to lie under white letters."""

STICK: Final[dict[Player, Colour]] = {Player.BLACK: (24, 24, 27), Player.WHITE: (243, 239, 229)}
STICK_EDGE: Final[dict[Player, Colour]] = {
    Player.BLACK: (176, 178, 184),
    Player.WHITE: (120, 112, 98),
}

GROUND: Final[Colour] = (46, 33, 24)
SEAM: Final[Colour] = (36, 25, 18)
PLATE: Final[Colour] = (62, 46, 35)
RIDGE: Final[Colour] = (104, 82, 62)
TEXT: Final[Colour] = (252, 246, 232)
QUIET: Final[Colour] = (206, 188, 164)
NOTE: Final[Colour] = (255, 222, 150)
ALERT: Final[Colour] = (255, 128, 104)
CHOSEN: Final[Colour] = (252, 246, 232)
CHOSEN_INK: Final[Colour] = (40, 29, 20)

CARD: Final[Colour] = (246, 237, 216)
CARD_INK: Final[Colour] = (52, 38, 26)
CARD_SEA: Final[Colour] = (116, 176, 182)
CARD_LAND: Final[Colour] = (214, 176, 118)
CARD_SHORE: Final[Colour] = (120, 82, 46)
CARD_BACK: Final[Colour] = (28, 96, 102)
CARD_BACK_EDGE: Final[Colour] = (160, 212, 206)

SEA: Final[Colour] = (24, 74, 84)
LAND: Final[Colour] = (204, 172, 122)
SHORE: Final[Colour] = (16, 34, 38)
MARK: Final[Colour] = (255, 246, 214)
LINE: Final[Colour] = (78, 128, 136)
"""A line without a bridge."""
