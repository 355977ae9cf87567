"""Plays a table script: hands, buttons and time on the simulated table, and what must hold."""

from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final, NoReturn

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import SensorDriver
from kahuna_table.app.daemon import Witness
from kahuna_table.devices.simulated.board import SimulatedBoard
from kahuna_table.devices.simulated.noise import QUIET, Noise
from kahuna_table.engine.board import Island
from kahuna_table.engine.player import Player
from kahuna_table.engine.state import card_set
from kahuna_table.errors import KahunaError
from kahuna_table.table.inputs import GameChosen, Setup
from kahuna_table.table.screen import Option
from kahuna_table.tools.hands import TableHands
from kahuna_table.tools.script.conditions import Condition
from kahuna_table.tools.script.shots import save_shots
from kahuna_table.tools.script.words import Numbered
from kahuna_table.tools.simulation import SimulatedTable

EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Where the virtual wall clock starts."""


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
        """Of the contacts' own noise; seeded again in place, since a board holds on to it."""
        self.seed(seed)

    def seed(self, number: int) -> None:
        """Starts every stream again: shuffles, bumps and noise do not disturb each other."""
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
        self.chance = ScriptChance(seed)
        self._config = config
        self.table = SimulatedTable(
            config,
            self.chance,
            state_dir=state_dir,
            now=self._now,
            witnesses=witnesses,
            noise=noise,
            noise_chance=self.chance.contacts,
        )
        self.hands = TableHands(self.table)

    def run(self, script: Sequence[Numbered[Callable[["Runner"], None]]]) -> None:
        """Plays every statement.

        Raises:
            ScriptFailure: at the first that does not hold or cannot be carried out.
        """
        for each in script:
            self._number = each.number
            try:
                each.act(self)
            except ScriptFailure:
                raise
            except KahunaError as error:
                raise ScriptFailure(each.number, str(error)) from error
        if self.chance.decks:
            raise ScriptFailure(self.chance.decks[0][0], "expected a shuffle, found none for it")

    def _now(self) -> datetime:
        """The virtual wall clock."""
        now_ms = self.table.now_ms if hasattr(self, "table") else 0
        try:
            return EPOCH + timedelta(milliseconds=now_ms) + self._jumped
        except OverflowError:
            self._fail("a clock in the years 1 to 9999", "one that leaves them")

    def _fail(self, expected: str, found: str) -> NoReturn:
        raise ScriptFailure(self._number, f"expected {expected}, found {found}")

    @property
    def board(self) -> SimulatedBoard:
        """The contacts and what lies on them."""
        return self.table.kit.board

    def start_game(self, setup: Setup, *, pico: bool) -> None:
        """`pico`: with the sensors of the colour kit, else with those configured."""
        self.table.see_colours(pico=pico or self._config.sensors.driver is SensorDriver.PICO)
        self.table.daemon.notice(GameChosen(self.table.now_ms, setup))

    def jump_clock(self, seconds: int) -> None:
        self._jumped += timedelta(seconds=seconds)
        self._now()

    def crash(self) -> None:
        self._expect_running()
        self.table.crash()

    def expect(self, condition: Condition) -> None:
        self._expect_running()
        if not condition.holds(self.table.session):
            self._fail(condition.expected, condition.found(self.table.session))

    def shot(self, name: str) -> None:
        if self._shots is not None:
            save_shots(self._shots, name, self.table, self._config)

    def _expect_running(self) -> None:
        if not self.table.running:
            self._fail("a running table", "it crashed and was not restarted")

    def set_fault(self, device: str, *, failing: bool) -> None:
        """Lights, screen or disk fail from here on, or work again."""
        if device == "disk":
            self.table.disk_fails = failing
            return
        failed = [self.table.kit.strip] if device == "lights" else self.table.displays
        for each in failed:
            (each.fail if failing else each.repair)()

    def ask_hand(self, player: Player, *, held: bool) -> None:
        """A player holds his hand open on his own display from here on, or lets go."""
        if not self._config.screens:
            self._fail("a display for each player, [[screens]]", "one for both")
        self.table.displays[player].ask_hand(held=held)

    def choose(self, option: Option) -> None:
        self._expect_running()
        self.hands.choose(option)

    def until(self, condition: Condition, ms: int) -> None:
        deadline = self.table.now_ms + ms
        while not condition.holds(self.table.session):
            if self.table.now_ms >= deadline:
                found = condition.found(self.table.session)
                self._fail(f"{condition.expected} within {ms} ms", found)
            self.hands.wait(max(1, min(self.table.next_ms, deadline) - self.table.now_ms))
