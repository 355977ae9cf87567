"""What the display can ask. What is offered is derived (`choices`)."""

from dataclasses import dataclass
from enum import Enum

from kahuna_table.engine.board import Line
from kahuna_table.engine.player import Player
from kahuna_table.table.inputs import Setup


@dataclass(frozen=True, slots=True)
class Paying:
    """Which of two cards pays for the bridge just laid."""

    line: Line


@dataclass(frozen=True, slots=True)
class Drawing:
    """The draw menu: how the turn ends."""


@dataclass(frozen=True, slots=True)
class WipedBoard:
    """Every bridge vanished: keep the game, or begin a new one? Nobody answering keeps it."""

    menu_down_ms: int | None = None
    """When `menu` went down: held from this question on, it begins a new game (rule 18)."""


@dataclass(frozen=True, slots=True)
class Resume:
    """After a restart the board does not lie as the saved game says: go on with it, or not?"""


class Doubt(Enum):
    """What is done only after a yes."""

    ABORT = "abort"
    NEW_GAME = "new-game"
    GIVE_UP = "give-up"
    SWITCH_OFF = "switch-off"
    TAKE_BACK = "take-back"


@dataclass(frozen=True, slots=True)
class Confirm:
    """A yes or no; the cursor starts at no."""

    doubt: Doubt


@dataclass(frozen=True, slots=True)
class Menu:
    """The main menu, or (`more`) what only staff needs."""

    more: bool = False


@dataclass(frozen=True, slots=True)
class Sensors:
    """The lines, to say of one that its sensor is wrong: those asked for first."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Nobody touched the table for long: does the game go on? A bridge or a button says yes too."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """What is played: a game as `setup` says, the same with sides swapped, the lesson, or a game
    with other options."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options of a new game: `setup` as chosen so far."""

    setup: Setup


@dataclass(frozen=True, slots=True)
class NameEntry:
    """A player's name, letter by letter, inside the form of a new game."""

    setup: Setup
    player: Player


Question = (
    Paying
    | Drawing
    | WipedBoard
    | Resume
    | Confirm
    | Menu
    | Sensors
    | Pause
    | NewGame
    | GameOptions
    | NameEntry
)

CLOSING = (Confirm, Menu, Sensors, NewGame, GameOptions, NameEntry)
"""Questions that nobody has to answer: they close by themselves."""


@dataclass(frozen=True, slots=True)
class Open:
    """A question that waits for its answer. `cursor` counts from 0, also where the options have
    become fewer since."""

    question: Question
    cursor: int = 0
    closes_ms: int | None = None
    """When it closes by itself; None: it waits."""
