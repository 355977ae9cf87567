"""Plays a table script: hands, buttons and time on the simulated table, and what must hold."""

from collections import deque
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final, NoReturn, assert_never

from kahuna_table.app.config import Config
from kahuna_table.app.daemon import Witness
from kahuna_table.devices.simulated.board import SensorFault
from kahuna_table.devices.simulated.noise import QUIET, Noise
from kahuna_table.engine.board import Island, Line
from kahuna_table.engine.player import Player
from kahuna_table.engine.state import card_set
from kahuna_table.errors import KahunaError
from kahuna_table.table import choices
from kahuna_table.table.inputs import Button, GameChosen
from kahuna_table.table.lights import Role
from kahuna_table.table.questions import Drawing
from kahuna_table.table.screen import Option
from kahuna_table.table.views import asked_of_hands
from kahuna_table.tools.script import conditions
from kahuna_table.tools.script import statements as st
from kahuna_table.tools.script.hands import Hands
from kahuna_table.tools.script.shots import save_shots
from kahuna_table.tools.simulation import SimulatedTable

EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Where the virtual wall clock starts."""

OBEY_MS: Final = 300

MOST_CHANGES: Final = 60
"""More changes than lines could ever be wrong: `obey` is going round in circles."""


class ScriptFailure(KahunaError):  # noqa: N818 - a failed expectation, not a fault of the program
    """Something did not hold, or could not be carried out; exit status 1."""

    def __init__(self, number: int, text: str) -> None:
        super().__init__(text)
        self.number = number


class ScriptChance:
    """The orders of `deck` statements first, then shuffles from the seed."""

    def __init__(self, seed: int) -> None:
        self.decks: deque[tuple[int, tuple[Island, ...]]] = deque()
        self.contacts = Random()
        """Of the contacts' own noise; seeded anew in place, since a board holds on to it."""
        self.seed(seed)

    def seed(self, number: int) -> None:
        """Starts every stream anew: shuffles, bumps and noise do not disturb each other."""
        self.shuffles = Random(f"{number} shuffles")
        self.bumps = Random(f"{number} bumps")
        self.noise = Random(f"{number} noise")
        self.contacts.seed(f"{number} contacts")

    def shuffle(self, cards: Sequence[Island]) -> tuple[Island, ...]:
        """Raises:
        ScriptFailure: the next `deck` statement names other cards.
        """
        if not self.decks:
            return tuple(self.shuffles.sample(list(cards), len(cards)))
        number, order = self.decks.popleft()
        if card_set(*order) != card_set(*cards):
            names = " ".join(card.name for card in sorted(cards))
            given = " ".join(card.name for card in sorted(order))
            raise ScriptFailure(number, f"expected a deck of {names}, found {given}")
        return order

    def first(self) -> Player:
        return self.shuffles.choice(tuple(Player))


class Runner:
    """One run of a script."""

    def __init__(
        self,
        config: Config,
        *,
        shots: Path | None,
        state_dir: Path,
        noise: Noise = QUIET,
        seed: int = 1,
        witnesses: Sequence[Witness] = (),
    ) -> None:
        self._shots = shots
        self._number = 0
        self._jumped = timedelta()
        self._chance = ScriptChance(seed)
        self._config = config
        self.table = SimulatedTable(
            config,
            self._chance,
            state_dir=state_dir,
            now=self._now,
            witnesses=witnesses,
            noise=noise,
            noise_chance=self._chance.contacts,
        )
        self._hands = Hands(self.table)

    def run(self, script: Sequence[st.Numbered]) -> None:
        """Plays every statement.

        Raises:
            ScriptFailure: at the first that does not hold or cannot be carried out.
        """
        for each in script:
            self._number = each.number
            try:
                self._do(each.statement)
            except ScriptFailure:
                raise
            except KahunaError as error:
                raise ScriptFailure(each.number, str(error)) from error
        if self._chance.decks:
            raise ScriptFailure(self._chance.decks[0][0], "expected a shuffle, found none for it")

    def _now(self) -> datetime:
        """The virtual wall clock."""
        now_ms = self.table.now_ms if hasattr(self, "table") else 0
        return EPOCH + timedelta(milliseconds=now_ms) + self._jumped

    def _fail(self, expected: str, found: str) -> NoReturn:
        raise ScriptFailure(self._number, f"expected {expected}, found {found}")

    def _do(self, statement: st.Statement) -> None:  # noqa: C901 - one case for each statement
        board, hands = self.table.kit.board, self._hands
        match statement:
            case st.Deck(cards=cards):
                self._chance.decks.append((self._number, cards))
            case st.Seed(number=number):
                self._chance.seed(number)
            case st.StartGame(setup=setup):
                self.table.daemon.notice(GameChosen(self.table.now_ms, setup))
            case st.Place(line=line, colour=colour):
                hands.lay(line, colour if colour is not None else self._colour_for(line))
            case st.Lift(line=line):
                hands.lift(line)
            case st.SlideStick(first=first, second=second, ms=ms):
                hands.slide(first, second, ms, self._colour_for(first))
            case st.Obey():
                self._obey()
            case st.Bump(lines=lines):
                board.bump(lines, self._chance.bumps)
                hands.wait(30)
            case st.Chatter(line=line, ms=ms, hz=hz):
                board.chatter(line, ms, hz)
            case st.Dropouts(percent=percent, ms=ms, lines=lines):
                board.dropouts(percent, ms, lines, self._chance.noise)
            case st.Press(button=button):
                hands.press(button)
            case st.Hold(button=button, ms=ms):
                hands.press(button, ms)
            case st.Down(button=button):
                board.press(button)
            case st.Up(button=button):
                board.release(button)
            case st.Select(card=card):
                self._select(card)
            case st.Choose(option=option):
                self._choose(option)
            case st.Wait(ms=ms):
                hands.wait(ms)
            case st.Until(condition=condition, ms=ms):
                self._until(condition, ms)
            case st.Expect(condition=condition):
                self._expect_running()
                if not condition.holds(self.table.session):
                    self._fail(condition.expected, condition.found(self.table.session))
            case st.Stuck(line=line, closed=closed):
                board.stuck(line, closed=closed)
            case st.Free(line=line):
                board.free(line)
            case st.FaultSensors(ms=ms, failure=failure, lines=lines):
                board.fault_sensors(ms, SensorFault(failure.value), lines or None)
            case st.ClockJump(seconds=seconds):
                self._jumped += timedelta(seconds=seconds)
            case st.Shot(name=name):
                if self._shots is not None:
                    save_shots(self._shots, name, self.table, self._config)
            case st.Crash():
                self._expect_running()
                self.table.crash()
            case st.Restart():
                self.table.restart()
            case st.FaultDevice(device=device):
                self._set_fault(device, failing=True)
            case st.RepairDevice(device=device):
                self._set_fault(device, failing=False)
            case _:
                assert_never(statement)

    def _expect_running(self) -> None:
        if not self.table.running:
            self._fail("a running table", "it crashed and was not restarted")

    def _set_fault(self, device: st.Device, *, failing: bool) -> None:
        match device:
            case st.Device.LIGHTS:
                strip = self.table.kit.strip
                (strip.fail if failing else strip.repair)()
            case st.Device.SCREEN:
                display = self.table.display
                (display.fail if failing else display.repair)()
            case st.Device.DISK:
                self.table.disk_fails = failing

    def _colour_for(self, line: Line) -> Player:
        state = self.table.session.state
        if state is None:
            return Player.BLACK
        owner = state.owner(line)
        return owner if owner is not None else state.to_move

    def _obey(self) -> None:
        """One change every 300 ms, bridges to be lifted first, in the board's order."""
        for _ in range(MOST_CHANGES):
            asked = asked_of_hands(self.table.session, self.table.kit.board.sticks)
            if not asked:
                return
            line, role = asked[0]
            if role is Role.MISSING:
                self._hands.lay(line, self._colour_for(line))
            else:
                self._hands.lift(line)
            self._hands.wait(OBEY_MS)
        self._fail("the table to ask for an end", f"{MOST_CHANGES} changes and more asked for")

    def _select(self, card: Island) -> None:
        with self._hands.holding(Button.HAND):
            session = self.table.session
            if isinstance(session.question, Drawing):
                self._fail("no open draw menu to select a card", "the draw menu")
            if session.hand is None or session.state is None:
                self._fail("an open hand", "none")
            cards = session.state.hand(session.hand.player)
            if card not in cards:
                self._fail(f"{card.name} in hand", " ".join(each.name for each in cards) or "none")
            if session.selected != card:
                self._point_in_hand(card)
                self._hands.press(Button.OK)

    def _point_in_hand(self, card: Island) -> None:
        for _ in Island:
            hand, screen = self.table.session.hand, self.table.screen
            if hand is None or screen.hand is None or screen.hand.cursor is None:
                break
            if screen.hand.cards[screen.hand.cursor] is card:
                return
            self._hands.press(Button.RIGHT)
        self._fail(f"the cursor on {card.name}", "a cursor that does not come there")

    def _choose(self, option: Option) -> None:
        self._expect_running()
        session = self.table.session
        if conditions.index_of(choices.offered(session), option) is None:
            condition = conditions.offered(option, yes=True)
            self._fail(condition.expected, condition.found(session))
        if option.id == "discard":
            self._discard(option.cards[0])
            return
        for _ in range(len(choices.options(session)) + 1):
            session = self.table.session
            at, goal = (
                choices.cursor(session),
                conditions.index_of(choices.options(session), option),
            )
            if goal is None:
                break
            if at == goal:
                self._hands.press(Button.OK)
                return
            self._hands.press(Button.LEFT if at is not None and goal < at else Button.RIGHT)
        self._fail(f"the cursor on {conditions.option_name(option)}", "it does not come there")

    def _discard(self, card: Island) -> None:
        with self._hands.holding(Button.HAND):
            self._point_in_hand(card)
            self._hands.press(Button.OK)

    def _until(self, condition: conditions.Condition, ms: int) -> None:
        deadline = self.table.now_ms + ms
        while not condition.holds(self.table.session):
            if self.table.now_ms >= deadline:
                found = condition.found(self.table.session)
                self._fail(f"{condition.expected} within {ms} ms", found)
            self._hands.wait(max(1, min(self.table.next_ms, deadline) - self.table.now_ms))
