"""A board, its senses and a session, sampled every 10 ms, that can be copied and played on in many
ways."""

from copy import copy

from kahuna_table.engine.board import NO_LINES, Island, Line, Lines, line_between, line_set
from kahuna_table.engine.moves import Move
from kahuna_table.engine.notation import parse_island
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.state import GameState
from kahuna_table.table.debounce import Senses, feed
from kahuna_table.table.effects import ShuffleCards
from kahuna_table.table.inputs import (
    NO_BUTTONS,
    Button,
    Buttons,
    GameChosen,
    Input,
    Sample,
    Setup,
    Shuffled,
    Ticked,
)
from kahuna_table.table.session import handle
from kahuna_table.table.state import Session

SCAN_MS = 10
PRESS_MS = 80
SLOWLY_MS = 700


class Sampled:
    """What hands do to contacts and buttons; `copy` it to try something else from here."""

    def __init__(self, deck: str, rules: RuleSet, first: Player = Player.BLACK) -> None:
        """`deck` names the cards of the first shuffle, top first."""
        self._deck = tuple(parse_island(name) for name in deck.split())
        self.session, self.senses = Session(), Senses()
        self.closed, self.unknown, self._pressed = NO_LINES, NO_LINES, NO_BUTTONS
        self.now_ms = 0
        self.wait(SLOWLY_MS)
        self._handle(GameChosen(self.now_ms, Setup(rules, first)))

    @property
    def state(self) -> GameState:
        assert self.session.state is not None
        return self.session.state

    @property
    def moves(self) -> tuple[Move, ...]:
        assert self.session.game is not None
        return tuple(played.move for played in self.session.game.played)

    def copy(self) -> "Sampled":
        return copy(self)

    def turn(self, line: Line) -> None:
        """The contact closes if it was open, and the other way round."""
        self.closed = Lines(self.closed ^ line_set(line))

    def lay(self, *names: str) -> None:
        """Lays or lifts one bridge after another, slowly."""
        for name in names:
            self.turn(line(name))
            self.wait(SLOWLY_MS)

    lift = lay

    def down(self, button: Button) -> None:
        self._pressed = Buttons(self._pressed | 1 << button)

    def up(self, button: Button) -> None:
        self._pressed = Buttons(self._pressed & ~(1 << button))

    def press(self, *buttons: Button) -> None:
        """Presses one after another, slowly."""
        for button in buttons:
            self.down(button)
            self.wait(PRESS_MS)
            self.up(button)
            self.wait(SLOWLY_MS)

    def wait(self, ms: int) -> None:
        for _ in range(ms // SCAN_MS):
            self.now_ms += SCAN_MS
            sample = Sample(self.now_ms, self.closed, self.unknown, self._pressed)
            self.senses, inputs = feed(self.senses, sample, self.session.slidable)
            for noticed in inputs:
                self._handle(noticed)
            wake_ms = self.session.wake_ms
            if wake_ms is not None and wake_ms <= self.now_ms:
                self._handle(Ticked(self.now_ms))

    def _handle(self, noticed: Input) -> None:
        waiting = [noticed]
        while waiting:
            self.session, effects = handle(self.session, waiting.pop(0))
            waiting += (
                Shuffled(self.now_ms, self._order(effect), Player.BLACK)
                for effect in effects
                if isinstance(effect, ShuffleCards)
            )

    def _order(self, effect: ShuffleCards) -> tuple[Island, ...]:
        first = len(effect.cards) == len(self._deck)
        assert not first or sorted(effect.cards) == sorted(self._deck), "expected the pack"
        return self._deck if first else tuple(effect.cards)


def line(name: str) -> Line:
    found = line_between(Island[name[:4]], Island[name[5:]])
    assert found is not None
    return found
