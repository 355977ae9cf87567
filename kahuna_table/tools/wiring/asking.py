"""What to say and which lights to light, from where the interview stands. Pure."""

from typing import Final

from kahuna_table.app.wiring.learned import LIGHT_NAMES
from kahuna_table.devices.strip import PIXELS
from kahuna_table.engine.board import ISLANDS, Line, line_name
from kahuna_table.table.lights import DARK, HINT_COLOUR, Colour, Frame
from kahuna_table.tools.wiring.interview import options
from kahuna_table.tools.wiring.state import Interview, Part
from kahuna_table.tools.wiring.steps import (
    Corners,
    EmptyBoard,
    LayBridge,
    PressButton,
    ShowColour,
    ShowLight,
    ThreeCorners,
)

COLOUR_NAMES: Final = ("red", "green", "blue")
PURE: Final[tuple[Colour, ...]] = ((255, 0, 0), (0, 255, 0), (0, 0, 255))
PLAIN: Final[Colour] = (160, 160, 160)

_CHOOSE: Final = "ok: yes, left/right: another"


def question(now: Interview) -> str:
    """The present question in one line; empty when all is asked."""
    match now.step:
        case PressButton(button=button):
            return f"press the button {button.name.lower()} (Enter here: it does nothing)"
        case ShowColour():
            return f"the first light: is it {_colour(options(now)[now.guess])}? ({_CHOOSE})"
        case ShowLight(place=place):
            light = options(now)[now.guess]
            name = "none" if light is None else LIGHT_NAMES[light]
            return f"light {place + 1} of the strip: is it at {name}? ({_CHOOSE})"
        case EmptyBoard():
            return "take every bridge off the board, then ok"
        case LayBridge(line=line):
            return _bridge(now, line_name(line))
        case Corners(lines=lines):
            return _three(now, lines)
        case ThreeCorners() | None:
            return ""


def _bridge(now: Interview, name: str) -> str:
    late = now.late and now.part is not Part.TESTING
    if not now.cleared:
        names = " ".join(at.name for at in sorted(now.closed))
        left = "a contact closes it all the time (ok: go on without it)" if late else "and lift it"
        return f"{name}: {names} is still closed, {left}" if names else f"{name}: one moment"
    if now.part is not Part.LYING:
        if late:
            return f"lay a bridge into {name}: no contact yet; move it about, or ok: it is dead"
        return f"lay a bridge into {name}"
    crossings = " ".join(at.name for at in sorted(now.found))
    if late:
        return f"{name} is {crossings}: lift the bridge; ok: it is lifted, the contact sticks"
    return f"{name} is {crossings}: move the bridge to and fro, then lift it"


def _three(now: Interview, lines: tuple[Line, ...]) -> str:
    if now.part is Part.LYING:
        return "take the three bridges off"
    names = " ".join(map(line_name, lines))
    end = "; ok: go on without" if now.late else ""
    return f"lay three bridges at once, into {names}{end}"


def _colour(shown: int | None) -> str:
    return "dark" if shown is None else COLOUR_NAMES[shown]


def frame(now: Interview) -> Frame:
    """What the strip is to show, in the order of its places."""
    match now.step:
        case ShowColour(sent=sent):
            return _lit((0,), PURE[sent])
        case ShowLight(place=place):
            return _lit((place,), PLAIN)
        case LayBridge(line=line) if now.cleared:
            return _lit(_places(now, line), HINT_COLOUR)
        case Corners(lines=lines) if now.part is not Part.LYING:
            return _lit(_places(now, *lines), HINT_COLOUR)
        case _:
            return _lit((), DARK)


def _places(now: Interview, *lines: Line) -> tuple[int, ...]:
    order = now.learned.light_order()
    return tuple(order[len(ISLANDS) + line] for line in lines)


def _lit(places: tuple[int, ...], colour: Colour) -> Frame:
    return tuple(colour if place in places else DARK for place in range(PIXELS))
