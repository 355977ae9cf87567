"""The one loop: samples in, effects out. The same for the wired board and for the simulated one.

Time is handed in, so that a script can run an hour in seconds; the owner of the clock calls `step`
at `next_ms`.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from kahuna_table.app.retrying_output import RetryingOutput
from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.ports import ButtonPad, Display, LightStrip, Sensors
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import Island, Lines, line_name, lines_in
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import cards_to_deal
from kahuna_table.engine.state import Phase, cards_in
from kahuna_table.store.values import Lost
from kahuna_table.table.debounce import Senses, feed
from kahuna_table.table.effects import Effect, ShuffleCards, SwitchOff
from kahuna_table.table.health import known
from kahuna_table.table.inputs import (
    Button,
    Code,
    DevicesFailed,
    DisplayTouched,
    HandAsked,
    Input,
    JournalRepaired,
    Sample,
    SavingFailed,
    Shuffled,
    Ticked,
)
from kahuna_table.table.lights import (
    FRAME_MS,
    BoardLights,
    Frame,
    at_rest,
    moves,
    on_islands,
    pixels,
)
from kahuna_table.table.screen import Screen
from kahuna_table.table.session import handle
from kahuna_table.table.state import Session
from kahuna_table.table.views import board_lights, screen

_log = logging.getLogger(__name__)

BUSY_MS: Final = 10
"""Time between two samples while anything moves: 100 Hz."""

IDLE_MS: Final = 40
"""Time between two samples while nothing does; a press of 80 ms is still seen and settled."""

CHECK_MS: Final = 10_000
"""How often the wires are tested, beside the scans."""

LINGER_MS: Final = 500
"""How long sampling stays fast after the last change: hands come back."""

REST_MS: Final = 5 * 60_000
"""After so much time in which nobody did anything the lights stop breathing."""


class Chance(Protocol):
    """Where the order of cards and the first player come from."""

    def shuffle(self, cards: Sequence[Island]) -> tuple[Island, ...]: ...

    def first(self) -> Player: ...


class Ledger(Protocol):
    """Where the game is kept."""

    @property
    def fault(self) -> Fault | None:
        """Why it cannot be kept at present."""

    def write(self, effect: Effect) -> None:
        """Takes an effect down; it is kept with the next `commit`."""

    def commit(self, session: Session, at_ms: int) -> bool:
        """Makes everything durable, the half-finished too; False while it cannot."""

    def take_repairs(self) -> tuple[Lost, ...]:
        """What was lost with each damaged journal that was set aside, since asked last."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Ports:
    """The devices of one table."""

    sensors: Sensors
    buttons: ButtonPad
    lights: LightStrip
    displays: tuple[Display, ...]
    """One for both players, or black's and white's."""
    faults: tuple[Fault, ...] = ()
    """What was found wrong when they were opened."""
    lines_lit: bool = True
    """Whether the lines have lights; else the islands tell all."""

    @property
    def seats(self) -> tuple[Player | None, ...]:
        """Whose each display is."""
        return (None,) if len(self.displays) == 1 else tuple(Player)


class Witness(Protocol):
    """Is told of every sample, of every input before it is handled, and of every effect."""

    def sampled(self, sample: Sample, session: Session, senses: Senses) -> None:
        """A sample was taken; `session` and `senses` are those before it."""

    def noticed(self, what: Input) -> None: ...

    def caused(self, what: Effect) -> None: ...


class Daemon:
    """A table in operation."""

    def __init__(
        self,
        ports: Ports,
        session: Session,
        senses: Senses,
        chance: Chance,
        ledger: Ledger,
        witnesses: Sequence[Witness] = (),
    ) -> None:
        self.ports = ports
        self.session = session
        self.senses = replace(senses, health=known(session.sight.flapping, session.now_ms))
        self.switched_off = False
        self.next_ms = session.now_ms
        self.ledger = ledger
        self._chance = chance
        self._witnesses = tuple(witnesses)
        self._busy_until_ms = 0
        self._check_ms = session.now_ms + CHECK_MS
        self._faults: tuple[Fault, ...] = ()
        self._suffered: tuple[object, ...] = ()
        self.lights = RetryingOutput[Frame]("lights", ports.lights)
        self.displays = tuple(
            RetryingOutput[Screen](screen_name(seat), display)
            for seat, display in zip(ports.seats, ports.displays, strict=True)
        )
        self._seen: Session | None = None
        self._touched_ms = session.touched_ms
        self._rest_ms: int | None = session.now_ms + REST_MS
        self._asking: tuple[bool, ...] = (False, False)
        self._shown = self._lights()
        self._screens = self._seen_screens()
        self._roles = self._shown
        self._frame_ms = session.now_ms - FRAME_MS
        self._frame: Frame | None = None

    def step(self, at_ms: int) -> None:
        """Takes one sample, does what follows from it, and says when the next one is due."""
        if at_ms >= self._check_ms:
            self._check_ms = at_ms + CHECK_MS
            self.ports.sensors.check()
        sample = self._sample(at_ms)
        self._tell_faults(at_ms)
        self._hear_displays(at_ms)
        for witness in self._witnesses:
            witness.sampled(sample, self.session, self.senses)
        before = self.senses
        self.senses, inputs = feed(self.senses, sample, self.session.slidable)
        for noticed in inputs:
            self._handle(noticed)
        wake = self.session.wake_ms
        if wake is not None and at_ms >= wake:
            self._handle(Ticked(at_ms))
        self._finish(at_ms)
        if self.senses is not before or self.senses.busy:
            self._busy_until_ms = at_ms + LINGER_MS
        self.next_ms = at_ms + (BUSY_MS if at_ms < self._busy_until_ms else IDLE_MS)

    def notice(self, noticed: Input) -> None:
        """Handles an input that came from outside the devices."""
        self._handle(noticed)
        self._finish(noticed.at_ms)

    def deal_again(self) -> None:
        """After a restart in the moment of a deal: the cards are shuffled now."""
        state = self.session.state
        if state is not None and state.phase is Phase.DEAL:
            cards = cards_in(cards_to_deal(state))
            self.notice(Shuffled(self.session.now_ms, self._chance.shuffle(cards)))

    def close(self) -> None:
        """Lights off, every device released, the game kept."""
        ports = self.ports
        ports.lights.close()
        for display in ports.displays:
            display.close()
        for device in (ports.buttons, ports.sensors, self.ledger):
            device.close()

    def _sample(self, at_ms: int) -> Sample:
        sensors = self.ports.sensors
        closed, unknown = sensors.scan()
        return Sample(at_ms, closed, unknown, self.ports.buttons.read(), sensors.owners())

    def _hear_displays(self, at_ms: int) -> None:
        """Touches, and the hands that players ask for on their own displays."""
        touched = [display.touched() for display in self.ports.displays]
        if any(touched):
            self._handle(DisplayTouched(at_ms))
        asking = tuple(display.hand_asked for display in self.ports.displays)
        for seat, before, held in zip(Player, self._asking, asking, strict=False):
            if held is not before:
                self._handle(HandAsked(at_ms, seat, held))
        self._asking = asking

    def _tell_health(self, before: Session) -> None:
        """Contacts that misbehave, once per cause, with the evidence."""
        session = self.session
        for line in lines_in(Lines(session.sight.jittery & ~before.sight.jittery)):
            chatters = fault(Trouble.LINE_CHATTERS, bounces=self.senses.health.bounces[line])
            _log.warning("line %s: %s", line_name(line), chatters)
        for button in Button:
            if session.stuck_buttons & ~before.stuck_buttons & 1 << button:
                _log.warning("button %s: %s", button.name.lower(), fault(Trouble.BUTTON_IGNORED))
        for line in lines_in(Lines(session.sight.distrusted & ~before.sight.distrusted)):
            _log.warning("line %s: %s", line_name(line), fault(Trouble.LINE_ENTERED))

    def _tell_faults(self, at_ms: int) -> None:
        """Each fault is said once, and again only when it was gone meanwhile."""
        sensors, buttons = self.ports.sensors.faults(), self.ports.buttons.faults()
        suffered = (sensors, buttons, self.lights.failure, self.ports.lights.noted)
        if suffered == self._suffered:
            return
        self._suffered = suffered
        faults = tuple(dict.fromkeys(sensors + buttons))
        for each in faults:
            if each not in self._faults:
                _log.warning("%s: %s", "sensors" if each in sensors else "buttons", each)
        if self._faults and not faults:
            _log.info("sensors: all lines can be read again")
        self._faults = faults
        codes = self._codes()
        if codes != self.session.troubles:
            self._handle(DevicesFailed(at_ms, codes))

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What fails now."""
        failures = (self.lights.failure, *(display.failure for display in self.displays))
        shown = [failure.fault for failure in failures if failure is not None]
        unsaved = () if self.ledger.fault is None else (self.ledger.fault,)
        return (*unsaved, *self.ports.faults, *self._faults, *shown)

    def _codes(self) -> tuple[Code, ...]:
        """What players are told of; a screen that fails tells nothing."""
        lights = () if self.lights.failure is None else (self.lights.failure.fault,)
        codes = {each.code for each in (*self.ports.faults, *self._faults, *lights)}
        return tuple(sorted({*self.ports.lights.noted, *codes} - {None}))

    def _handle(self, noticed: Input) -> None:
        """Handles an input and the answers to what it causes."""
        waiting: list[Input] = [noticed]
        while waiting:
            following = waiting.pop(0)
            for witness in self._witnesses:
                witness.noticed(following)
            before = self.session
            self.session, effects = handle(before, following)
            self._tell_health(before)
            for effect in effects:
                for witness in self._witnesses:
                    witness.caused(effect)
                self.ledger.write(effect)
                if isinstance(effect, ShuffleCards):
                    waiting.append(self._shuffled(effect))
                elif isinstance(effect, SwitchOff):
                    self.switched_off = True

    def _shuffled(self, effect: ShuffleCards) -> Shuffled:
        first = self._chance.first() if effect.choose_first else None
        return Shuffled(self.session.now_ms, self._chance.shuffle(effect.cards), first)

    def _finish(self, at_ms: int) -> None:
        """Saves, then shows: a power cut never takes back what somebody saw."""
        saved = self.ledger.commit(self.session, at_ms)
        if saved is self.session.unsaved:
            self._handle(SavingFailed(at_ms, failed=not saved))
        for lost in self.ledger.take_repairs():
            self._handle(JournalRepaired(at_ms, lost.games, lost.entries))
        self._show(at_ms)

    def _lights(self) -> BoardLights:
        lights = board_lights(self.session)
        return lights if self.ports.lines_lit else on_islands(lights)

    def _show(self, at_ms: int) -> None:
        changed = False
        if self._seen is not self.session:
            self._seen = self.session
            lights, before = self._lights(), self._shown
            self._shown, self._screens = lights, self._seen_screens()
            # what the display changes by itself is nothing that lights breathe for
            touched = self.session.touched_ms != self._touched_ms
            if changed := lights != before or touched:
                self._touched_ms = self.session.touched_ms
                self._rest_ms, self._roles = at_ms + REST_MS, lights
        elif self._rest_ms is not None and at_ms >= self._rest_ms:
            changed, self._rest_ms, self._roles = True, None, at_rest(self._roles)
        if changed or (at_ms - self._frame_ms >= FRAME_MS and moves(self._roles)):
            self._frame_ms = at_ms
            self._frame = pixels(self._roles, at_ms)
        if self._frame is not None:
            self.lights.offer(self._frame, at_ms)
        for display, shown in zip(self.displays, self._screens, strict=True):
            display.offer(shown, at_ms)

    def _seen_screens(self) -> tuple[Screen, ...]:
        return tuple(screen(self.session, seat) for seat in self.ports.seats)


def screen_name(seat: Player | None) -> str:
    """What the log calls a display."""
    return "screen" if seat is None else f"{seat.name.lower()}'s screen"
