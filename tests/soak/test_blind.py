"""Lines go blind at any moment, in any way, and come back; what the table cannot see is entered by
hand: a game ends as its clean twin, under every rule set (referee's rule 13).

A few games belong to every test run; `pytest -m soak` plays a thousand, or as many as
KAHUNA_SOAK_GAMES says.
"""

from contextlib import suppress
from enum import Enum
from pathlib import Path
from random import Random
from typing import Final

import pytest

from kahuna_table.app.config import Config
from kahuna_table.devices.simulated.board import SensorFault
from kahuna_table.engine.board import LINES, Line, line_set
from kahuna_table.engine.moves import Move, PlaceBridge, RemoveBridge
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RULE_SETS
from kahuna_table.engine.state import GameState
from kahuna_table.table.inputs import Button
from kahuna_table.table.lights import Role
from kahuna_table.table.questions import Paying, Resume, WipedBoard
from kahuna_table.table.screen import Option
from kahuna_table.table.state import Session
from kahuna_table.table.views import board_lights
from kahuna_table.tools.hands import HandsStopped
from kahuna_table.tools.prove.plan import Plan, PlanHands, PlannedChance, plan_game
from kahuna_table.tools.script.run import EPOCH
from kahuna_table.tools.simulation import SimulatedTable
from tests.soak.test_noise import moves_of, soak_games

RULES: Final = sorted(RULE_SETS)
SHORT_TURNS: Final = 5
LOOK_MS: Final = 400
NAMED_MS: Final = 10_500
"""After so long a contact that flaps was named, at the slowest 0.5 Hz."""
BEAT_MS: Final = 2_000
"""A whole number of these is a whole number of changes at every frequency."""
PATIENCE: Final = 80
SLOWEST, FASTEST = 0.5, 20.0


class Failing(Enum):
    """How a sensor goes blind."""

    OPEN = "stuck open"
    CLOSED = "stuck closed"
    UNREADABLE = "unreadable"
    FLAPPING = "flapping"


class Blinding:
    """Sensors that fail, and work again, by chance."""

    def __init__(self, table: SimulatedTable, rng: Random) -> None:
        self._table, self._rng = table, rng
        self._stuck: set[Line] = set()
        self._flaps_until_ms = 0

    def strike(self, likely: list[Line]) -> bool:
        """Something fails or is repaired; True when contacts may come and go by themselves."""
        rng, board = self._rng, self._table.kit.board
        if self._stuck and rng.random() < 0.4:
            line = rng.choice(sorted(self._stuck))
            self._stuck.discard(line)
            board.free(line)
            return False
        line = rng.choice(likely if likely and rng.random() < 0.7 else list(map(Line, range(27))))
        ms = rng.randint(1, 20) * BEAT_MS
        how = rng.choice(list(Failing))
        match how:
            case Failing.OPEN | Failing.CLOSED:
                self._stuck.add(line)
                board.stuck(line, closed=how is Failing.CLOSED)
            case Failing.UNREADABLE:
                board.fault_sensors(ms, SensorFault.ERROR, [line])
            case Failing.FLAPPING:
                hz = rng.choice((SLOWEST, 1, 2, 4, 8, FASTEST))
                board.chatter(line, ms, hz)
                self._flaps_until_ms = max(self._flaps_until_ms, self._table.now_ms + ms)
        return how is Failing.FLAPPING

    @property
    def flaps(self) -> bool:
        return self._table.now_ms < self._flaps_until_ms


class Players:
    """Two people who see the board and the lights, and say what the table does not see."""

    def __init__(self, table: SimulatedTable, plan: Plan, rng: Random) -> None:
        self._table, self._plan, self._rng = table, plan, rng
        self._hands = PlanHands(table)
        self.blinding = Blinding(table, rng)

    def play(self) -> None:
        """Makes the moves of the plan, those again that were taken back with a contact's own."""
        self._hands.begin(self._plan.rules)
        number, patience = 0, PATIENCE * len(self._plan.moves)
        while number < len(self._plan.moves):
            assert patience, self._where(number)
            patience -= 1
            self._disturb(number)
            number = self._come_to(number)
            with suppress(HandsStopped):
                self._make(self._plan.moves[number])
            number = self._come_to(number + 1)

    def _where(self, number: int) -> str:
        session = self._table.session
        return (
            f"seed {self._plan.seed}: move {number}, {self._plan.moves[number]}: "
            f"{session.question}, {session.picture}, {session.sight}, {session.notes}"
        )

    def _disturb(self, number: int) -> None:
        rng = self._rng
        if rng.random() < 0.25:
            coming = self._plan.moves[number : number + 4]
            likely = [m.line for m in coming if isinstance(m, PlaceBridge | RemoveBridge)]
            likely += list(self._table.kit.board.sticks)
            if self.blinding.strike(likely):
                self._hands.wait(NAMED_MS)
        if rng.random() < 0.06:
            self._hands.wait(rng.randint(0, 2000))
            self._table.crash()
            self._table.restart()
            if self.blinding.flaps:
                self._hands.wait(NAMED_MS)

    def _make(self, move: Move) -> None:
        match move:
            case PlaceBridge(line, card):
                self._lay(line)
                if not self._answered(line):
                    self._say(line)
                if isinstance(self._session.question, Paying) and card is not None:
                    self._hands.choose(Option("card", (card,)))
            case RemoveBridge(line, cards):
                if line in self._sticks:
                    self._table.kit.board.lift(line)
                self._hands.wait(LOOK_MS)
                if self._session.active_proposal is None:
                    self._say(line)
                self._hands.choose(Option("pair", cards))
            case _:
                self._hands.make(move)
        self._hands.wait(LOOK_MS)

    def _lay(self, line: Line) -> None:
        if line not in self._sticks:
            self._table.kit.board.place(line, self._state.to_move)
        self._hands.wait(LOOK_MS)

    def _answered(self, line: Line) -> bool:
        """Whether the table has seen the bridge, or asks which card pays."""
        paying = isinstance(self._session.question, Paying)
        return paying or bool(self._session.game.expected & line_set(line))

    def _come_to(self, number: int) -> int:
        """Puts game and board right: takes back what a contact did by itself, lifts and lays what
        the lights ask for, and says so where they are wrong. How many moves are made then: at most
        `number`."""
        wanted = self._plan.states[: number + 1]
        self._hands.wait(LOOK_MS)
        for _ in range(PATIENCE):
            if not self._put_right_once(wanted):
                return max(n for n, state in enumerate(wanted) if state == self._session.state)
            self._hands.wait(LOOK_MS)
        raise AssertionError(f"never right: {self._where(number - 1)}")

    def _put_right_once(self, wanted: tuple[GameState, ...]) -> bool:
        """One step to the right board; False when it is."""
        session = self._session
        if isinstance(session.question, Resume | WipedBoard):
            self._hands.choose(Option("continue"))
        elif self._asking or session.state not in wanted:
            self._hands.press(Button.BACK)
        elif (wrong := self._lying_wrong()) is not None:
            self._set(wrong)
        elif (doubted := self._asked_in_vain()) is not None:
            self._say(doubted)
        else:
            return False
        return True

    def _lying_wrong(self) -> Line | None:
        """A line whose stick is not as the game says."""
        state = self._state
        for line in map(Line, range(len(LINES))):
            if self._sticks.get(line) != state.owner(line):
                return line
        return None

    def _set(self, line: Line) -> None:
        owner = self._state.owner(line)
        if line in self._sticks:
            self._table.kit.board.lift(line)
        else:
            assert owner is not None
            self._table.kit.board.place(line, owner)

    def _asked_in_vain(self) -> Line | None:
        """A line that the lights ask for although the stick lies as the game says."""
        asking = (Role.REMOVE, Role.WRONG, Role.MISSING)
        lights = board_lights(self._session).lines
        blocked = self._session.asked
        return next(
            (
                Line(n)
                for n, light in enumerate(lights)
                if light.role in asking and (blocked >> n & 1 or self._rng.random() < 0.3)
            ),
            None,
        )

    def _say(self, line: Line) -> None:
        self._hands.press(Button.MENU)
        self._hands.choose(Option("line", line=line))
        self._hands.wait(LOOK_MS)

    @property
    def _asking(self) -> bool:
        session = self._session
        return session.question is not None or session.active_proposal is not None

    @property
    def _session(self) -> Session:
        return self._table.session

    @property
    def _state(self) -> GameState:
        state = self._table.session.state
        assert state is not None
        return state

    @property
    def _sticks(self) -> dict[Line, Player]:
        return dict(self._table.kit.board.sticks)


def check(seed: int, rules: str, state_dir: Path, most_turns: int | None = None) -> None:
    plan = plan_game(seed, most_turns, RULE_SETS[rules])
    table = SimulatedTable(Config(), PlannedChance(seed), state_dir=state_dir, now=lambda: EPOCH)
    try:
        Players(table, plan, Random(f"{seed} blind")).play()
    finally:
        table.close()
    assert moves_of(table) == plan.moves, f"seed {seed}, {rules}"
    assert table.session.state == plan.states[-1], f"seed {seed}, {rules}"


@pytest.mark.parametrize("rules", RULES)
def test_a_game_with_blind_lines_ends_as_its_clean_twin(rules: str, tmp_path: Path) -> None:
    check(1, rules, tmp_path, SHORT_TURNS)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_thousand_games_with_blind_lines_end_as_their_clean_twins(tmp_path: Path) -> None:
    for seed in range(soak_games(1000)):
        check(seed, RULES[seed % len(RULES)], tmp_path / str(seed))
