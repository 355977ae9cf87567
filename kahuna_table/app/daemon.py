"""The one loop: samples in, effects out. The same for the wired board and for the simulated one.

Time is handed in, so that a script can run an hour in seconds; whoever owns the clock calls `step`
at `next_ms`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, assert_never

from kahuna_table.app.records import Scribe
from kahuna_table.devices.ports import ButtonPad, Display, LightStrip, Sensors
from kahuna_table.engine.board import Island
from kahuna_table.engine.player import Player
from kahuna_table.table.debounce import Senses, feed
from kahuna_table.table.effects import (
    Effect,
    GameAbandoned,
    GameEnded,
    GameStarted,
    GaveUp,
    MoveMade,
    MovesTakenBack,
    ShuffleCards,
    SwitchOff,
)
from kahuna_table.table.inputs import Input, Sample, Shuffled, Ticked
from kahuna_table.table.lights import FRAME_MS, BoardLights, Frame, moves, pixels
from kahuna_table.table.screen import Screen
from kahuna_table.table.session import handle
from kahuna_table.table.situation import Session
from kahuna_table.table.views import board_lights, screen

BUSY_MS: Final = 10
"""Time between two samples while anything moves: 100 Hz."""

IDLE_MS: Final = 40
"""Time between two samples while nothing does; a press of 80 ms is still seen and settled."""

LINGER_MS: Final = 500
"""Sampling stays fast for so long after the last change: hands come back."""


class Chance(Protocol):
    """Where the order of cards and the first player come from."""

    def shuffle(self, cards: Sequence[Island]) -> tuple[Island, ...]: ...

    def first(self) -> Player: ...


@dataclass(frozen=True, slots=True)
class Ports:
    """The devices of one table."""

    sensors: Sensors
    buttons: ButtonPad
    lights: LightStrip
    display: Display


Witness = Callable[[Input | Effect], None]
"""Is told of every input before it is handled and of every effect before it is carried out."""


class Daemon:
    """A table in operation."""

    def __init__(
        self,
        ports: Ports,
        session: Session,
        senses: Senses,
        chance: Chance,
        scribe: Scribe,
        witnesses: Sequence[Witness] = (),
    ) -> None:
        self.ports = ports
        self.session = session
        self.switched_off = False
        self.next_ms = session.now_ms
        self.scribe = scribe
        self._senses = senses
        self._chance = chance
        self._witnesses = tuple(witnesses)
        self._busy_until_ms = 0
        self._shown: tuple[Session, Frame, Screen] | None = None
        self._lights: BoardLights | None = None
        self._frame_ms = 0

    def step(self, at_ms: int) -> None:
        """Takes one sample, does what follows from it, and says when the next one is due."""
        sample = self._sample(at_ms)
        before = self._senses
        self._senses, inputs = feed(self._senses, sample, self.session.slidable)
        for noticed in inputs:
            self.notice(noticed)
        wake = self.session.wake_ms
        if wake is not None and at_ms >= wake:
            self.notice(Ticked(at_ms))
        if self._senses is not before or self._senses.busy:
            self._busy_until_ms = at_ms + LINGER_MS
        self._show(at_ms)
        self.next_ms = at_ms + (BUSY_MS if at_ms < self._busy_until_ms else IDLE_MS)

    def notice(self, noticed: Input) -> None:
        """Handles an input and carries out what it causes."""
        waiting: list[Input] = [noticed]
        while waiting:
            following = waiting.pop(0)
            self._tell(following)
            self.session, effects = handle(self.session, following)
            for effect in effects:
                self._tell(effect)
                answer = self._carry_out(effect)
                if answer is not None:
                    waiting.append(answer)

    def close(self) -> None:
        """Lights off and every device released."""
        ports = self.ports
        for device in (ports.lights, ports.display, ports.buttons, ports.sensors):
            device.close()

    def _sample(self, at_ms: int) -> Sample:
        closed, unknown = self.ports.sensors.scan()
        return Sample(at_ms, closed, unknown, self.ports.buttons.read())

    def _tell(self, what: Input | Effect) -> None:
        for witness in self._witnesses:
            witness(what)

    def _carry_out(self, effect: Effect) -> Input | None:
        self.scribe.write(effect)
        match effect:
            case ShuffleCards(cards=cards, choose_first=choose_first):
                first = self._chance.first() if choose_first else None
                return Shuffled(self.session.now_ms, self._chance.shuffle(cards), first)
            case SwitchOff():
                self.switched_off = True
            case (
                GameStarted()
                | MoveMade()
                | MovesTakenBack()
                | GaveUp()
                | GameEnded()
                | GameAbandoned()
            ):
                pass
            case _:
                assert_never(effect)
        return None

    def _show(self, at_ms: int) -> None:
        """Hands lights and screen on where they changed."""
        if self._shown is None or self._shown[0] is not self.session:
            self._lights = board_lights(self.session)
            shown = screen(self.session)
            if self._shown is None or shown != self._shown[2]:
                self.ports.display.show(shown)
        elif at_ms - self._frame_ms < FRAME_MS or self._lights is None or not moves(self._lights):
            return
        else:
            shown = self._shown[2]
        assert self._lights is not None
        self._frame_ms = at_ms
        frame = pixels(self._lights, at_ms, calm=bool(self.session.moving))
        if self._shown is None or frame != self._shown[1]:
            self.ports.lights.show(frame)
        self._shown = (self.session, frame, shown)
