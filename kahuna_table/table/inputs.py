"""What the table notices. Every input carries the time at which it happened, in milliseconds of a
clock that never jumps.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple, NewType

from kahuna_table.engine.board import NO_LINES, Island, Line, Lines
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RuleSet


class Button(IntEnum):
    """The eight buttons in the order of the reference pin map."""

    MENU = 0
    LEFT = 1
    RIGHT = 2
    OK = 3
    BACK = 4
    HAND = 5
    DRAW = 6
    HELP = 7


Buttons = NewType("Buttons", int)
"""A set of buttons: bit `n` stands for `Button(n)`."""

NO_BUTTONS: Final = Buttons(0)


class Owners(NamedTuple):
    """Closed lines whose sensors tell whose bridge lies there. Disjoint; sensors that know no
    colour tell it of no line.
    """

    black: Lines
    white: Lines

    def of(self, line: Line) -> Player | None:
        """Whose bridge is seen on the line; None where none is, or its colour is not seen."""
        if self.black >> line & 1:
            return Player.BLACK
        return Player.WHITE if self.white >> line & 1 else None

    def within(self, lines: int) -> "Owners":
        """What is seen on these lines."""
        return Owners(Lines(self.black & lines), Lines(self.white & lines))


NO_OWNERS: Final = Owners(NO_LINES, NO_LINES)


@dataclass(frozen=True, slots=True)
class Sample:
    """One raw look at all contacts, before any debouncing.

    `closed` and `unknown` are disjoint; a line in neither is open. Unknown is a third state (broken
    wire, silent chip) and never counts as open or closed. Both of `owners` are part of `closed`.
    """

    at_ms: int
    closed: Lines
    unknown: Lines
    pressed: Buttons
    owners: Owners = NO_OWNERS


@dataclass(frozen=True, slots=True)
class Edge:
    """A line settled; `at_ms` is when its contact changed, not when that became certain.

    `owner` is whose bridge was laid, or lifted, where the sensor sees it.
    """

    line: Line
    closed: bool
    at_ms: int
    owner: Player | None = None


@dataclass(frozen=True, slots=True)
class BoardSettled:
    """The settled picture changed, or hands started or stopped moving.

    `edges` are in the order of their times, within one scan in the board's order. A bridge of one
    colour in the place of the other's is an opening and a closing. `moving` are the lines whose
    contacts are still changing.
    """

    at_ms: int
    closed: Lines
    unknown: Lines
    edges: tuple[Edge, ...]
    moving: Lines
    owners: Owners = NO_OWNERS


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    at_ms: int
    button: Button


@dataclass(frozen=True, slots=True)
class ButtonReleased:
    at_ms: int
    button: Button


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time passed and nothing else happened."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Setup:
    """What a new game starts with; `first` None lets the starter rule decide (R27)."""

    rules: RuleSet
    first: Player | None = None
    names: tuple[str, str] = ("", "")
    lesson: bool = False
    """Not a game of the evening, but the lesson (`table.lesson`)."""


@dataclass(frozen=True, slots=True)
class GameChosen:
    """A new game was asked for from outside the menu (a script, the command line)."""

    at_ms: int
    setup: Setup


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The answer to the effect `ShuffleCards`."""

    at_ms: int
    order: tuple[Island, ...]
    first: Player | None = None
    """With the first shuffle of a game: who begins, when the setup left it to chance."""


@dataclass(frozen=True, slots=True)
class HealthChanged:
    """The lines whose contacts chatter, those of them that flap (they come and go as no hand does
    it), and the buttons that stick, are these now."""

    at_ms: int
    jittery: Lines
    flapping: Lines = NO_LINES
    stuck_buttons: Buttons = NO_BUTTONS


@dataclass(frozen=True, slots=True)
class SavingFailed:
    """The game can no longer be saved, or (`failed` False) it can again."""

    at_ms: int
    failed: bool


@dataclass(frozen=True, slots=True)
class JournalRepaired:
    """The file of saved games was damaged and is set aside. So many games are lost with it, and so
    many of the newest entries of the game in progress, as far as anybody knows.
    """

    at_ms: int
    games: int
    entries: int


Code = NewType("Code", int)
"""A trouble by its number in the README's table, 301 for KT-301; hundreds are kinds of devices."""


def code_name(code: Code) -> str:
    """As people read it: `KT-301`."""
    return f"KT-{code}"


@dataclass(frozen=True, slots=True)
class DevicesFailed:
    """The troubles of the devices are these now."""

    at_ms: int
    codes: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class DisplayTouched:
    """A finger came down on a display, on a button there or beside them."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class HandAsked:
    """A player begins to hold his hand open on his own display, or (`held` False) lets go."""

    at_ms: int
    player: Player
    held: bool


Input = (
    BoardSettled
    | ButtonPressed
    | ButtonReleased
    | Ticked
    | GameChosen
    | Shuffled
    | HealthChanged
    | SavingFailed
    | JournalRepaired
    | DevicesFailed
    | DisplayTouched
    | HandAsked
)
