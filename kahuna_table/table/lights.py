"""What the 39 lights say, as roles; `pixels` turns roles into colours at a moment."""

from dataclasses import dataclass
from enum import Enum
from math import cos, pi
from typing import Final, assert_never

from kahuna_table.engine.player import Player


class Role(Enum):
    """What a light says. Roles of the prompt lie over the owner's colour."""

    OFF = "off"
    BLACK = "black"
    WHITE = "white"
    REMOVE = "remove"  # a swept bridge that still lies
    MISSING = "missing"  # a bridge of the game that is not seen
    WRONG = "wrong"  # a bridge that the game does not know
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Light:
    """One light: its role, and whose bridge or island it is about."""

    role: Role
    owner: Player | None = None
    calm: bool = False
    """A hand is busy near it: nothing alarms there."""


@dataclass(frozen=True, slots=True)
class BoardLights:
    """The lights in the order of the strip: 12 islands, then 27 lines."""

    islands: tuple[Light, ...]
    lines: tuple[Light, ...]


Colour = tuple[int, int, int]
"""Red, green and blue, 0..255 each."""

Frame = tuple[Colour, ...]
"""A colour for each of the 39 lights in the order of the strip."""


OWNER_COLOURS: Final[dict[Player, Colour]] = {
    Player.BLACK: (0, 80, 255),
    Player.WHITE: (255, 140, 10),
}
"""Blue and amber: kept apart by the common kinds of colour blindness, and of unlike brightness."""

REMOVE_COLOUR: Final[Colour] = (255, 0, 70)
WRONG_COLOUR: Final[Colour] = (255, 255, 255)
HINT_COLOUR: Final[Colour] = (0, 220, 90)
DARK: Final[Colour] = (0, 0, 0)

LINE_SHARE: Final = 0.35
"""A line's light beside its bridge needs less than an island's."""

FRAME_MS: Final = 50
"""How often moving lights change: 20 frames a second."""


def pixels(lights: BoardLights, at_ms: int) -> Frame:
    """The colours at a moment. Roles differ by motion too: removals blink slowly, missing bridges
    swell, wrong ones flash; where a hand is busy nothing alarms."""
    islands = tuple(_colour(light, at_ms, 1.0) for light in lights.islands)
    return islands + tuple(_colour(light, at_ms, LINE_SHARE) for light in lights.lines)


def moves(lights: BoardLights) -> bool:
    """True when the colours change with time."""
    still = (Role.OFF, Role.BLACK, Role.WHITE)
    return any(light.role not in still for light in lights.islands + lights.lines)


def _colour(light: Light, at_ms: int, owner_share: float) -> Colour:
    match light.role:
        case Role.OFF:
            return DARK
        case Role.BLACK:
            return _scaled(OWNER_COLOURS[Player.BLACK], owner_share)
        case Role.WHITE:
            return _scaled(OWNER_COLOURS[Player.WHITE], owner_share)
        case Role.REMOVE:
            return REMOVE_COLOUR if at_ms % 1000 < 600 else DARK
        case Role.MISSING:
            colour = OWNER_COLOURS[light.owner] if light.owner is not None else WRONG_COLOUR
            share = 0.3 if light.calm else 0.15 + 0.85 * (1 - cos(at_ms % 1200 / 1200 * 2 * pi)) / 2
            return _scaled(colour, share)
        case Role.WRONG:
            lit = at_ms % 200 < 100
            return _scaled(WRONG_COLOUR, 0.3) if light.calm else WRONG_COLOUR if lit else DARK
        case Role.HINT:
            beat = at_ms % 1200
            return HINT_COLOUR if beat < 150 or 300 <= beat < 450 else _scaled(HINT_COLOUR, 0.1)
        case _:
            assert_never(light.role)


def _scaled(colour: Colour, share: float) -> Colour:
    red, green, blue = colour
    return round(red * share), round(green * share), round(blue * share)
