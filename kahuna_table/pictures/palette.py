"""The colours of the display and of the picture of the board.

The two players' lights differ in blue against amber, which the common kinds of colour blindness
keep apart, and differ in brightness; the sticks are black and white.
"""

from typing import Final

from kahuna_table.engine.player import Player
from kahuna_table.table.lights import Colour

LIGHT: Final[dict[Player, Colour]] = {Player.BLACK: (0, 90, 255), Player.WHITE: (255, 150, 20)}
"""The players' lights on the board."""

ON_DARK: Final[dict[Player, Colour]] = {Player.BLACK: (86, 148, 255), Player.WHITE: (255, 176, 74)}
"""The same, light enough for lines and letters on the dark ground."""

TINT: Final[dict[Player, Colour]] = {Player.BLACK: (18, 40, 88), Player.WHITE: (82, 50, 12)}
"""The same, dark enough to lie under white letters."""

STICK: Final[dict[Player, Colour]] = {Player.BLACK: (24, 24, 27), Player.WHITE: (243, 239, 229)}
STICK_EDGE: Final[dict[Player, Colour]] = {
    Player.BLACK: (176, 178, 184),
    Player.WHITE: (120, 112, 98),
}

GROUND: Final[Colour] = (13, 17, 22)
PLATE: Final[Colour] = (27, 33, 41)
RIDGE: Final[Colour] = (52, 62, 74)
TEXT: Final[Colour] = (244, 240, 230)
QUIET: Final[Colour] = (164, 172, 180)
CHOSEN: Final[Colour] = (255, 255, 255)
NOTE: Final[Colour] = (255, 214, 128)

CARD: Final[Colour] = (242, 232, 210)
CARD_INK: Final[Colour] = (38, 30, 22)
CARD_BACK: Final[Colour] = (32, 104, 108)
CARD_BACK_EDGE: Final[Colour] = (168, 214, 208)

MAP_SEA: Final[Colour] = (133, 172, 184)
MAP_LAND: Final[Colour] = (232, 221, 190)
MAP_MARK: Final[Colour] = (184, 38, 22)
MAP_SEA_DARK: Final[Colour] = (24, 40, 50)
MAP_LAND_DARK: Final[Colour] = (74, 88, 92)
MAP_MARK_DARK: Final[Colour] = (255, 236, 170)
