"""What the 39 lights say, as roles; `pixels` turns roles into colours at a moment."""

from dataclasses import dataclass
from enum import Enum

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


@dataclass(frozen=True, slots=True)
class BoardLights:
    """The lights in the order of the strip: 12 islands, then 27 lines."""

    islands: tuple[Light, ...]
    lines: tuple[Light, ...]


Colour = tuple[int, int, int]
"""Red, green and blue, 0..255 each."""

Frame = tuple[Colour, ...]
"""A colour for each of the 39 lights in the order of the strip."""
