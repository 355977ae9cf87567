"""The statements of a table script as data. How they are written is in `parse`, what they do in
`run`."""

from dataclasses import dataclass
from enum import Enum

from kahuna_table.engine.board import Island, Line
from kahuna_table.engine.player import Player
from kahuna_table.table.inputs import Button, Setup
from kahuna_table.table.screen import Option
from kahuna_table.tools.script.conditions import Condition


@dataclass(frozen=True, slots=True)
class Deck:
    """The order of the next shuffle, top first."""

    cards: tuple[Island, ...]


@dataclass(frozen=True, slots=True)
class Seed:
    number: int


@dataclass(frozen=True, slots=True)
class StartGame:
    setup: Setup


@dataclass(frozen=True, slots=True)
class Place:
    line: Line
    colour: Player | None


@dataclass(frozen=True, slots=True)
class Lift:
    line: Line


@dataclass(frozen=True, slots=True)
class SlideStick:
    first: Line
    second: Line
    ms: int


@dataclass(frozen=True, slots=True)
class Obey:
    pass


@dataclass(frozen=True, slots=True)
class Bump:
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Chatter:
    line: Line
    ms: int
    hz: int


@dataclass(frozen=True, slots=True)
class Dropouts:
    percent: float
    ms: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Press:
    button: Button


@dataclass(frozen=True, slots=True)
class Hold:
    button: Button
    ms: int


@dataclass(frozen=True, slots=True)
class Down:
    button: Button


@dataclass(frozen=True, slots=True)
class Up:
    button: Button


@dataclass(frozen=True, slots=True)
class Select:
    card: Island


@dataclass(frozen=True, slots=True)
class Choose:
    option: Option


@dataclass(frozen=True, slots=True)
class Wait:
    ms: int


@dataclass(frozen=True, slots=True)
class Until:
    condition: Condition
    ms: int


@dataclass(frozen=True, slots=True)
class Stuck:
    line: Line
    closed: bool


@dataclass(frozen=True, slots=True)
class Free:
    line: Line


class SensorFailure(Enum):
    ERROR = "error"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class FaultSensors:
    ms: int
    failure: SensorFailure
    lines: tuple[Line, ...]  # none: all of them


class Device(Enum):
    LIGHTS = "lights"
    SCREEN = "screen"
    DISK = "disk"


@dataclass(frozen=True, slots=True)
class FaultDevice:
    device: Device


@dataclass(frozen=True, slots=True)
class RepairDevice:
    device: Device


@dataclass(frozen=True, slots=True)
class ClockJump:
    seconds: int


@dataclass(frozen=True, slots=True)
class Crash:
    pass


@dataclass(frozen=True, slots=True)
class Restart:
    pass


@dataclass(frozen=True, slots=True)
class Expect:
    condition: Condition


@dataclass(frozen=True, slots=True)
class Shot:
    name: str


Statement = (
    Deck
    | Seed
    | StartGame
    | Place
    | Lift
    | SlideStick
    | Obey
    | Bump
    | Chatter
    | Dropouts
    | Press
    | Hold
    | Down
    | Up
    | Select
    | Choose
    | Wait
    | Until
    | Stuck
    | Free
    | FaultSensors
    | FaultDevice
    | RepairDevice
    | ClockJump
    | Crash
    | Restart
    | Expect
    | Shot
)


@dataclass(frozen=True, slots=True)
class Numbered:
    """A statement and the line of the file on which it stands, from 1."""

    number: int
    statement: Statement
