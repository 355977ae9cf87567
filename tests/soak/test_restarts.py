"""A restart is invisible (referee's rule 16): of two tables under the same hands and buttons one is
killed at quiet moments and started again; both show and do the same, then and later.

A few kills belong to every test run; `pytest -m soak` kills a thousand times, or as often as
KAHUNA_SOAK_GAMES says.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from kahuna_table.app.config import Config
from kahuna_table.devices.simulated.board import SensorFault
from kahuna_table.engine.board import LINES, NO_LINES, Line
from kahuna_table.engine.moves import PlaceBridge
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import legal_moves
from kahuna_table.engine.ruleset import RULE_SETS, Handicap
from kahuna_table.engine.state import Phase
from kahuna_table.table import choices
from kahuna_table.table.inputs import Button
from kahuna_table.table.play import can_take_back
from kahuna_table.table.questions import GameOptions, NameEntry
from kahuna_table.table.screen import Option
from kahuna_table.table.state import Session
from kahuna_table.table.views import asked_of_hands, board_lights, screen
from kahuna_table.table.waiting import waiting
from kahuna_table.tools.hands import HandsStopped
from kahuna_table.tools.prove.plan import PlanHands, PlannedChance, some_move
from kahuna_table.tools.script.run import EPOCH
from kahuna_table.tools.simulation import SimulatedTable
from tests.soak.test_noise import soak_games

RULES: Final = [
    *RULE_SETS.values(),
    replace(RULE_SETS["kosmos1998"], handicap=Handicap(2, Player.WHITE)),
]
QUIET_MS: Final = 6_000
"""Longer than a slide, a put-back and a wiped board take."""
STEP_MS: Final = 400
FOR_EVER_MS: Final = 10**9


class Twins:
    """Two tables under the same hands; only the second is ever killed."""

    def __init__(self, seed: int, state_dir: Path) -> None:
        self.rng, self.seed, self.kills = Random(f"{seed} guests"), seed, 0
        self.tables = [
            SimulatedTable(
                Config(), PlannedChance(seed), state_dir=state_dir / name, now=lambda: EPOCH
            )
            for name in ("whole", "killed")
        ]
        self.done: list[str] = []
        self.begin()

    @property
    def session(self) -> Session:
        return self.tables[0].session

    @property
    def sticks(self) -> tuple[Line, ...]:
        return tuple(sorted(self.tables[0].kit.board.sticks))

    def begin(self) -> None:
        rules = self.rng.choice(RULES)
        self.both(lambda table: PlanHands(table).begin(rules))

    def both(self, act: Callable[[SimulatedTable], object]) -> None:
        """Does the same at both tables, then waits until both have taken it in."""
        for table in self.tables:
            with suppress(HandsStopped):
                act(table)
        self.wait(STEP_MS)

    def wait(self, ms: int) -> None:
        until_ms = max(table.now_ms for table in self.tables) + ms
        for table in self.tables:
            table.advance(until_ms)

    def press(self, button: Button) -> None:
        self.both(lambda table: PlanHands(table).press(button))

    def kill(self) -> None:
        """Kills the second table at a quiet moment, when no text vanishes by itself."""
        if self.session.help_until_ms is not None:
            self.press(Button.HELP)
        self.wait(QUIET_MS)
        table = self.tables[1]
        before = remembered(table.session)
        table.crash()
        table.restart()
        self.kills += 1
        self.done.append("kill")
        self.expect_same(before, remembered(table.session))
        self.wait(STEP_MS)
        self.compare()

    def compare(self) -> None:
        one, other = (remembered(table.session) for table in self.tables)
        # said after a time that begins again with a restart
        del one["doubted"], other["doubted"]
        self.expect_same(one, other)

    def expect_same(self, one: dict[str, Any], other: dict[str, Any]) -> None:
        assert one == other, f"seed {self.seed}, kill {self.kills}, {self.done[-8:]}: " + "; ".join(
            f"{k}: {one[k]} != {other[k]}" for k in one if one[k] != other[k]
        )

    def step(self) -> None:
        """Something that hands do, by chance."""
        acts = (self.obey, self.obey, self.move, self.move, self.lay, self.lift, self.button)
        acts += (self.button, self.select, self.say, self.spoil)
        act = self.rng.choice(acts)
        if self.closes_soon:
            act = self.back
        elif self.session.state is None or (self.session.over and self.rng.random() < 0.2):
            act = self.begin
        self.done.append(act.__name__)
        act()

    @property
    def closes_soon(self) -> bool:
        """Whether a menu may close by itself at one table before it does at the other, or a form is
        open: what was filled in goes with a restart."""
        asked = self.session.open
        if asked is None or asked.closes_ms is None:
            return False
        form = isinstance(asked.question, GameOptions | NameEntry)
        return form or asked.closes_ms < self.session.now_ms + 30_000

    def back(self) -> None:
        self.press(Button.BACK)

    def obey(self) -> None:
        """Does what the lights ask for, one thing."""
        asked = asked_of_hands(self.session, self.sticks)
        if not asked:
            return self.move()
        line, _ = asked[0]
        state = self.session.state
        owner = (state.owner(line) if state is not None else None) or Player.BLACK
        if line in self.sticks:
            self.both(lambda table: table.kit.board.lift(line))
        else:
            self.both(lambda table: table.kit.board.place(line, owner))
        return None

    def move(self) -> None:
        """Makes a move of the game, if the table lets them."""
        state = self.session.state
        if state is None or self.session.question is not None or self.session.correcting:
            return self.button()
        moves = legal_moves(state)
        if not moves or state.phase in (Phase.DEAL, Phase.OVER):
            return self.button()
        move = some_move(moves, self.rng)
        self.done.append(str(move))
        self.both(lambda table: PlanHands(table).make(move))
        return None

    def lay(self) -> None:
        state = self.session.state
        assert state is not None
        fitting = [m.line for m in legal_moves(state) if isinstance(m, PlaceBridge)]
        every = [Line(n) for n in range(len(LINES))]
        line = self.rng.choice(fitting if fitting and self.rng.random() < 0.6 else every)
        if line not in self.sticks:
            self.both(lambda table: table.kit.board.place(line, state.to_move))

    def lift(self) -> None:
        if self.sticks:
            line = self.rng.choice(self.sticks)
            self.both(lambda table: table.kit.board.lift(line))

    def button(self) -> None:
        buttons = (Button.LEFT, Button.RIGHT, Button.OK, Button.OK, Button.BACK, Button.DRAW)
        self.press(self.rng.choice((*buttons, Button.MENU, Button.HELP)))

    def select(self) -> None:
        times = self.rng.randint(0, 3)

        def choose(table: SimulatedTable) -> None:
            hands, board = PlanHands(table), table.kit.board
            board.press(Button.HAND)
            hands.wait(80)
            for _ in range(times):
                hands.press(Button.RIGHT)
            hands.press(Button.OK)
            board.release(Button.HAND)
            hands.wait(80)

        self.both(choose)

    def say(self) -> None:
        """Enters a line by hand, most often one that is asked for or blind."""
        session = self.session
        if session.question is not None or not session.refereeing:
            return
        doubtful = [n for n in range(len(LINES)) if (session.asked | session.sight.blind) >> n & 1]
        lines = doubtful if doubtful and self.rng.random() < 0.8 else list(range(len(LINES)))
        option = Option("line", line=Line(self.rng.choice(lines)))
        self.press(Button.MENU)
        if option in choices.options(self.session):
            self.both(lambda table: PlanHands(table).choose(option))

    def spoil(self) -> None:
        """A sensor fails or works again."""
        line = Line(self.rng.randrange(len(LINES)))
        how = self.rng.choice(("open", "closed", "dead", "free", "free"))

        def fail(table: SimulatedTable) -> None:
            board = table.kit.board
            if how == "dead":
                board.fault_sensors(FOR_EVER_MS, SensorFault.ERROR, [line])
            elif how == "free":
                for each in range(len(LINES)):
                    board.free(Line(each))
            else:
                board.stuck(line, closed=how == "closed")

        if how != "dead" or self.rng.random() < 0.2:
            self.both(fail)
            self.wait(1500)

    def close(self) -> None:
        for table in self.tables:
            table.close()


def remembered(session: Session) -> dict[str, Any]:
    """All that a player can see or do, but for notes that vanish by themselves."""
    session = replace(session, notes=())
    game = session.game
    if game is not None:
        undoubted = replace(game, reminded=NO_LINES, suspected=NO_LINES)
        session = replace(session, game=undoubted)
    return {
        "phase": waiting(session),
        "state": session.state,
        "steps": game.steps and [(step.state, step.move) for step in game.steps] if game else None,
        "take back": can_take_back(game) if game else None,
        "question": session.question,
        "cursor": choices.cursor(session),
        "offered": choices.offered(session),
        "proposal": (game.proposal, session.active_proposal) if game else None,
        "selected": game and game.selected,
        "extras": sorted((e.line, str(e.reason)) for e in game.extras)
        if game and not game.restoring
        else [],
        "swept": (game.sweep, game.swept) if game else None,
        "restoring": game and game.restoring,
        "picture": session.picture,
        "asked": session.asked,
        "blind": session.sight.blind,
        "told": (session.sight.distrusted, session.sight.was_right, session.sight.following),
        "doubted": (game.reminded, game.suspected) if game else None,
        "lights": board_lights(session),
        "screen": screen(session),
    }


def check(seed: int, kills: int, state_dir: Path) -> None:
    twins = Twins(seed, state_dir)
    try:
        while twins.kills < kills:
            for _ in range(twins.rng.randint(1, 8)):
                twins.step()
                twins.compare()
            twins.kill()
    finally:
        twins.close()


@pytest.mark.parametrize("seed", range(2))
def test_a_restart_is_invisible(seed: int, tmp_path: Path) -> None:
    check(seed, 6, tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_thousand_restarts_are_invisible(tmp_path: Path) -> None:
    for seed in range(soak_games(1000) // 10):
        check(seed, 10, tmp_path / str(seed))
