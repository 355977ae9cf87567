"""Restless contacts and steady hands: no move that nobody made, and in the end the truth.

From the middle of random games hands lay and lift bridges, legal, illegal, own and foreign ones,
while contacts bounce, miss scans and see ghosts. The short runs belong to every test run;
`pytest -m soak` tries ten thousand.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from kahuna_table.devices.simulated.board import SimulatedBoard
from kahuna_table.devices.simulated.noise import HIGH, LOW, Noise
from kahuna_table.engine.board import LINES, NO_LINES, Line, Lines, line_set, lines_in
from kahuna_table.engine.events import BridgesSwept
from kahuna_table.engine.moves import Move, PlaceBridge
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import apply, legal_moves
from kahuna_table.engine.ruleset import RULE_SETS
from kahuna_table.engine.state import GameState, Phase
from kahuna_table.table.debounce import Senses, feed
from kahuna_table.table.game import Pending
from kahuna_table.table.inputs import (
    NO_BUTTONS,
    Button,
    ButtonPressed,
    Input,
    Sample,
    Setup,
    Ticked,
)
from kahuna_table.table.questions import Paying
from kahuna_table.table.resume import look_again, resume
from kahuna_table.table.session import handle
from kahuna_table.table.sight import Sight
from kahuna_table.table.state import Session
from tests.engine.games import random_game

BUSY_MS: Final = 10
IDLE_MS: Final = 40
LIT_MS: Final = 700
"""A hand that sees no light by then lays its stick again."""
PATIENCE_MS: Final = 3000
ACTS: Final = 6
TRIES: Final = 3
COUNTS = [pytest.param(12, id="some"), pytest.param(5_000, id="many", marks=pytest.mark.soak)]
LEVELS = [
    pytest.param(LOW, 450, id="low"),
    # a longer ghost is a bridge by every sign there is: it is placed, lost, and taken back
    pytest.param(replace(HIGH, ghost_ms=50), 1000, id="high"),
]


class Wire:
    """A simulated board, sampled and debounced as the daemon does it, and the session behind."""

    def __init__(self, session: Session, noise: Noise, rng: Random) -> None:
        self.session, self._noise, self._rng = session, noise, rng
        self._senses = Senses()
        self.board = SimulatedBoard(noise=noise, rng=rng)
        self.moves = 0
        self._next_ms = 0

    def wait(self, ms: int) -> None:
        until_ms = self.board.now_ms + ms
        while self._next_ms <= until_ms:
            now_ms = max(self._next_ms, self.board.now_ms)
            self.board.advance(now_ms)
            sample = Sample(now_ms, self.board.closed, NO_LINES, NO_BUTTONS)
            self._senses, inputs = feed(self._senses, sample, self.session.slidable)
            for noticed in inputs:
                self._handle(noticed)
            if (wake := self.session.wake_ms) is not None and wake <= now_ms:
                self._handle(Ticked(now_ms))
            late_ms = self._noise.lateness_ms(self._rng)
            self._next_ms = now_ms + (BUSY_MS if self._senses.busy else IDLE_MS) + late_ms
        self.board.advance(until_ms)

    def lay(self, line: Line, colour: Player, rest_ms: int) -> None:
        """Lays a stick, again while it lies where its contact does not close."""
        self.board.place(line, colour)
        while line in self.board.unseen:
            self.wait(LIT_MS)
            self.board.lift(line)
            self.wait(LIT_MS)
            self.board.place(line, colour)
        self.wait(rest_ms)

    def lift(self, line: Line, rest_ms: int) -> None:
        self.board.lift(line)
        self.wait(rest_ms)

    def lay_until_taken(self, line: Line, colour: Player, rest_ms: int) -> None:
        """Lays a stick, again where it was refused because another bridge was missed just then."""
        self.lay(line, colour, rest_ms)
        for _ in range(TRIES):
            if all(
                extra.reason is None or extra.line != line for extra in self.session.game.extras
            ):
                return
            self.lift(line, rest_ms)
            self.lay(line, colour, rest_ms)

    def press(self, button: Button) -> None:
        self._handle(ButtonPressed(self.board.now_ms, button))

    def settle(self) -> None:
        """Waits until the table sees what lies there."""
        for _ in range(PATIENCE_MS // BUSY_MS):
            if self.right:
                return
            self.wait(BUSY_MS)

    @property
    def right(self) -> bool:
        seen = self.session.sight.closed == line_set(*self.board.sticks)
        return seen and not self.session.correcting and not self.session.looking

    def _handle(self, noticed: Input) -> None:
        self.session, _ = handle(self.session, noticed)


def begin(seed: int, noise: Noise) -> tuple[Wire, GameState] | None:
    """A table in the middle of a random game, the board as the game says; None after its end."""
    rng = Random(f"{seed} traces")
    rules = rng.choice([*RULE_SETS.values()])
    state, first, moves = None, None, list[Move]()
    for before, move, after, _ in random_game(rules, seed, rng.randint(4, 60)):
        first = before.to_move if first is None else first
        state, moves = after, [*moves, move]
    if state is None or first is None or state.phase is not Phase.PLAY:
        return None
    black, white = state.bridges
    seen = Session(sight=Sight(closed=Lines(black | white), unknown=NO_LINES))
    resumed = resume(seen, Setup(rules), first, moves, Pending())
    session = look_again(resumed, resumed.game, Pending())
    wire = Wire(session, noise, Random(f"{seed} contacts"))
    for player in Player:
        for line in lines_in(state.bridges[player]):
            wire.lay(line, player, 0)
    wire.wait(1000)
    wire.settle()
    return wire, state


def some_acts(wire: Wire, state: GameState, rng: Random, rest_ms: int) -> Iterator[GameState]:
    """Random acts of the hands; after each, the state that must be."""
    for _ in range(ACTS):
        rest = rest_ms + rng.randrange(600)
        free = [Line(n) for n in range(len(LINES)) if Line(n) not in wire.board.sticks]
        if rng.random() < 0.6 and free:
            line = rng.choice(free)
            pays = [m for m in legal_moves(state) if isinstance(m, PlaceBridge) and m.line == line]
            if pays:
                wire.lay_until_taken(line, state.to_move, rest)
            else:
                wire.lay(line, state.to_move, rest)
            if pays and isinstance(wire.session.question, Paying):
                wire.press(Button.OK)
                pays = [m for m in pays if m.card == LINES[line][0]]
            if not pays:
                wire.lift(line, rest)
            else:
                state, events = apply(state, pays[0])
                swept = [
                    n for e in events if isinstance(e, BridgesSwept) for n in lines_in(e.lines)
                ]
                for gone in rng.sample(swept, len(swept)):
                    wire.lift(gone, rest)
        elif wire.board.sticks:
            line = rng.choice(sorted(wire.board.sticks))
            colour = wire.board.sticks[line]
            wire.lift(line, rest)
            wire.lay(line, colour, rest)
        yield state
        if state.phase is not Phase.PLAY:
            return


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(("noise", "rest_ms"), LEVELS)
def test_steady_hands_make_their_own_moves_only(count: int, noise: Noise, rest_ms: int) -> None:
    tried = placed = 0
    seed = -1
    while tried < count:
        seed += 1
        found = begin(seed, noise)
        if found is None:
            continue
        wire, start = found
        assert wire.session.state == start, f"seed {seed}: does not begin"
        assert wire.right, f"seed {seed}: does not begin"
        tried += 1
        for state in some_acts(wire, start, Random(f"{seed} acts"), rest_ms):
            assert wire.session.state == state, f"seed {seed} at {wire.board.now_ms} ms"
            placed += state != start
        wire.settle()
        assert wire.session.state == state, f"seed {seed}"
        assert wire.right or wire.session.state.phase is Phase.OVER, f"seed {seed}: not the truth"
    assert placed > count
