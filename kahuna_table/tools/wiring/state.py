"""Where an interview stands, and what can be noticed in it, as data. Pure."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from kahuna_table.app.wiring.learned import Learned
from kahuna_table.devices.diagnosis import Reading, WireTests
from kahuna_table.devices.pins import Crossing, PinMap
from kahuna_table.table.inputs import NO_BUTTONS, Buttons
from kahuna_table.tools.wiring.steps import Step

PATIENCE_MS: Final = 4000
"""After this time without what was asked for, `ok` means that it does not come."""


class Answer(Enum):
    """What a button, or a key of the terminal, says."""

    OK = "ok"
    LEFT = "left"
    RIGHT = "right"
    BACK = "back"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Seen:
    """One reading of the matrix, and the buttons that are down, as planned."""

    at_ms: int
    reading: Reading
    pressed: Buttons = NO_BUTTONS


@dataclass(frozen=True, slots=True)
class Tested:
    """The tests of single wires, done when `wants_tests`."""

    at_ms: int
    tests: WireTests


@dataclass(frozen=True, slots=True)
class Answered:
    """A key of the terminal."""

    at_ms: int
    answer: Answer


Input = Seen | Tested | Answered


@dataclass(frozen=True, slots=True)
class Settling:
    """A value that counts once it has rested."""

    raw: Any
    since_ms: int
    rested: Any

    def fed(self, raw: object, at_ms: int, rest_ms: int) -> "Settling":
        if raw != self.raw:
            return replace(self, raw=raw, since_ms=at_ms)
        if at_ms - self.since_ms >= rest_ms:
            return replace(self, rested=raw)
        return self


class Part(Enum):
    """Where a question about bridges stands."""

    WAITING = "waiting"
    TESTING = "testing"
    LYING = "lying"


@dataclass(frozen=True, slots=True)
class Interview:
    """`asked` are the steps done, `to_ask` the others, the present one first; none: it is over."""

    pin_map: PinMap
    learned: Learned
    to_ask: tuple[Step, ...]
    asked: tuple[Step, ...] = ()
    stopped: bool = False
    now_ms: int = 0
    since_ms: int = 0
    """When the present question, or its part, began."""
    contacts: Settling = Settling(frozenset(), 0, frozenset())
    buttons: Settling = Settling(frozenset(), 0, frozenset())
    reading: Reading | None = None
    part: Part = Part.WAITING
    found: frozenset[Crossing] = frozenset()
    """What the present bridge closed."""
    resting: frozenset[Crossing] = frozenset()
    """Crossings that no longer say anything: closed without a bridge."""
    cleared: bool = False
    """Whether the board was seen without bridges since the present question."""
    opened_ms: int | None = None
    guess: int = 0

    @property
    def step(self) -> Step | None:
        return self.to_ask[0] if self.to_ask and not self.stopped else None

    @property
    def late(self) -> bool:
        return self.now_ms - self.since_ms >= PATIENCE_MS

    @property
    def wants_tests(self) -> bool:
        return self.part is Part.TESTING and self.step is not None

    @property
    def closed(self) -> frozenset[Crossing]:
        """The contacts that bridges closed."""
        return frozenset(self.contacts.rested - self.resting)
