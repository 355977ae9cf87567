"""What the 39 lights say, as roles; `pixels` turns roles into colours at a moment."""

from dataclasses import dataclass, replace
from enum import Enum
from math import cos, pi
from typing import Final, assert_never

from kahuna_table.engine.board import ISLANDS, LINES_AT, lines_in
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


class Motion(Enum):
    """How an owner's light moves; prompts have motions of their own."""

    STEADY = "steady"
    BREATHE = "breathe"  # who must act; without a game the islands that wait for guests
    SHIMMER = "shimmer"  # would change hands by what is being decided
    RUN = "run"  # the winner's lights, one after the other
    UNCOUNTED = "uncounted"  # dark until the scoring has counted it


@dataclass(frozen=True, slots=True)
class Light:
    """One light: its role, and whose bridge or island it is about."""

    role: Role
    owner: Player | None = None
    calm: bool = False
    """A hand is busy near it: nothing alarms there."""
    motion: Motion = Motion.STEADY


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
"""Blue and amber: at least 40 CIEDE2000 apart for normal, protan, deutan and tritan viewers."""

PROMPT_COLOUR: Final[Colour] = (255, 255, 255)
"""Nobody's: a bridge that must go."""
HINT_COLOUR: Final[Colour] = (0, 220, 90)
WAITING_COLOUR: Final[Colour] = (0, 150, 140)
"""The islands of a table that waits for guests: the sea's."""
DARK: Final[Colour] = (0, 0, 0)

LINE_SHARE: Final = 0.35
"""A line's light beside its bridge needs less than an island's."""

FRAME_MS: Final = 50
"""How often moving lights change: 20 frames a second."""

_FAINTEST: Final = 0.04
_URGENT: Final = (Role.WRONG, Role.REMOVE, Role.MISSING, Role.HINT)
"""Prompts, the one that an island shows first."""
_IDLE: Final = (Motion.BREATHE, Motion.RUN)


def pixels(lights: BoardLights, at_ms: int) -> Frame:
    """The colours at a moment. Prompts differ by motion, not by colour alone: bridges to be lifted
    and missing ones swell, wrong ones flash; where a hand is busy nothing alarms."""
    islands = tuple(_colour(light, at_ms, 1.0, n) for n, light in enumerate(lights.islands))
    return islands + tuple(_colour(light, at_ms, LINE_SHARE) for light in lights.lines)


def moves(lights: BoardLights) -> bool:
    """True when the colours change with time."""
    return any(
        light.role in _URGENT or light.motion is not Motion.STEADY
        for light in lights.islands + lights.lines
    )


def at_rest(lights: BoardLights) -> BoardLights:
    """The same while nobody plays: nothing breathes, and a table without a game is dark."""

    def still(each: tuple[Light, ...]) -> tuple[Light, ...]:
        return tuple(
            replace(light, motion=Motion.STEADY) if light.motion in _IDLE else light
            for light in each
        )

    return BoardLights(still(lights.islands), still(lights.lines))


def on_islands(lights: BoardLights) -> BoardLights:
    """The same told by the islands alone, for a strip of 12: an island shows the most urgent prompt
    of its lines."""
    islands = list(lights.islands)
    for island in ISLANDS:
        around = [lights.lines[line] for line in lines_in(LINES_AT[island])]
        asking = [light for role in _URGENT for light in around if light.role is role]
        islands[island] = asking[0] if asking else islands[island]
    return replace(lights, islands=tuple(islands))


def _colour(light: Light, at_ms: int, owner_share: float, place: int = 0) -> Colour:
    """`place` numbers the islands: they do not all move at once."""
    match light.role:
        case Role.OFF if light.motion is Motion.STEADY:
            return DARK
        case Role.OFF:
            colour = WAITING_COLOUR if light.owner is None else OWNER_COLOURS[light.owner]
            if light.motion is Motion.SHIMMER:
                return scaled(colour, 0.3 * _wave(light.motion, at_ms, place))
            # a few at a time, round the board: all at once would look like somebody's islands
            share = 0.2 * _swell(at_ms - 4000 * place // len(ISLANDS), 4000) ** 4
            # fainter, a colour of three small numbers would no longer be this one
            return scaled(colour, share) if share >= _FAINTEST else DARK
        case Role.BLACK | Role.WHITE if light.motion is Motion.UNCOUNTED:
            return DARK
        case Role.BLACK | Role.WHITE:
            owner = Player.BLACK if light.role is Role.BLACK else Player.WHITE
            share = _share(light.motion, at_ms, place)
            return scaled(OWNER_COLOURS[owner], owner_share * share)
        case Role.REMOVE:
            return scaled(PROMPT_COLOUR, 0.3 if light.calm else 0.1 + 0.9 * _swell(at_ms, 1000))
        case Role.MISSING:
            colour = OWNER_COLOURS[light.owner] if light.owner is not None else PROMPT_COLOUR
            return scaled(colour, 0.3 if light.calm else 0.15 + 0.85 * _swell(at_ms, 1200))
        case Role.WRONG:
            lit = at_ms % 200 < 100
            return scaled(PROMPT_COLOUR, 0.3) if light.calm else PROMPT_COLOUR if lit else DARK
        case Role.HINT:
            beat = at_ms % 1200
            return HINT_COLOUR if beat < 150 or 300 <= beat < 450 else scaled(HINT_COLOUR, 0.1)
        case _:
            assert_never(light.role)


def _share(motion: Motion, at_ms: int, place: int) -> float:
    """How bright an owner's light is; never so dark that it could be taken for nobody's."""
    least = 0.6 if motion is Motion.BREATHE else 0.25
    return least + (1 - least) * _wave(motion, at_ms, place)


def _wave(motion: Motion, at_ms: int, place: int) -> float:
    """Where the motion is, 0..1."""
    match motion:
        case Motion.STEADY:
            return 1.0
        case Motion.UNCOUNTED:
            return 0.0
        case Motion.BREATHE:
            return _swell(at_ms, 4000)
        case Motion.SHIMMER:
            return _swell(at_ms + 170 * place, 500)
        case Motion.RUN:
            return 1.0 if (at_ms // 150 - place) % len(ISLANDS) < 3 else 0.0
        case _:
            assert_never(motion)


def _swell(at_ms: int, period_ms: int) -> float:
    """From 0 to 1 and back, softly."""
    return (1 - cos(at_ms % period_ms / period_ms * 2 * pi)) / 2


def scaled(colour: Colour, share: float) -> Colour:
    """The same colour, less bright. `share` is 0..1."""
    red, green, blue = colour
    return round(red * share), round(green * share), round(blue * share)
