"""A board and a session without sampling: contacts settle at once, time passes when told."""

from random import Random

from kahuna_table.engine.board import LINES, NO_LINES, Line, Lines, line_set
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.state import GameState
from kahuna_table.table.effects import Effect, ShuffleCards
from kahuna_table.table.inputs import (
    BoardSettled,
    Button,
    ButtonPressed,
    ButtonReleased,
    Edge,
    GameChosen,
    Input,
    Setup,
    Shuffled,
    Ticked,
)
from kahuna_table.table.lights import Role
from kahuna_table.table.session import handle
from kahuna_table.table.sight import Sight
from kahuna_table.table.state import Session
from kahuna_table.table.views import board_lights, screen

PRESS_MS = 160
SETTLE_MS = 200
LIFT = (Role.REMOVE, Role.WRONG)


class Bench:
    """Hands, buttons and a clock around one session."""

    def __init__(self, rules: RuleSet, seed: int, first: Player = Player.BLACK) -> None:
        self.session = Session(sight=Sight(unknown=NO_LINES))
        self.sticks: set[Line] = set()
        self.effects: list[Effect] = []
        self._random = Random(seed)
        self._do(GameChosen(0, Setup(rules, first)))

    @property
    def now_ms(self) -> int:
        return self.session.now_ms

    @property
    def state(self) -> GameState:
        assert self.session.state is not None
        return self.session.state

    @property
    def course(self) -> tuple[object, ...]:
        """What was played so far, and what of it can be taken back."""
        game = self.session.game
        return (game.state, game.played, game.steps) if game is not None else ()

    def lay(self, *lines: Line) -> None:
        self._settle(lines, closed=True)

    def lift(self, *lines: Line) -> None:
        self._settle(lines, closed=False)

    def press(self, button: Button) -> None:
        self._do(ButtonPressed(self.now_ms + PRESS_MS // 2, button))
        if button is not Button.HAND:
            self._do(ButtonReleased(self.now_ms + PRESS_MS // 2, button))

    def release(self, button: Button) -> None:
        self._do(ButtonReleased(self.now_ms + PRESS_MS // 2, button))

    def wait(self, ms: int) -> None:
        until = self.now_ms + ms
        while (wake := self.session.wake_ms) is not None and wake <= until:
            before = self.session
            self._do(Ticked(max(wake, self.now_ms)))
            assert self.session.wake_ms != wake or self.session is not before
            if self.session.wake_ms == wake:
                break
        self._do(Ticked(until))

    def follow_the_lights(self, most: int = 60) -> None:
        """Does what the table asks for until it asks for nothing more."""
        for _ in range(most):
            if self.session.question is not None:
                self.press(Button.BACK)
                continue
            if self.session.active_proposal is not None:
                self.lay(self.session.active_proposal.line)
                continue
            lights = board_lights(self.session).lines
            asked = [
                Line(n) for n, light in enumerate(lights) if light.role in (*LIFT, Role.MISSING)
            ]
            if not asked:
                return
            line = self._random.choice(asked)
            if lights[line].role is Role.MISSING:
                self.lay(line)
            else:
                self.lift(line)
        raise AssertionError(f"the table asks without an end: {screen(self.session).prompt}")

    def _settle(self, lines: tuple[Line, ...], *, closed: bool) -> None:
        at_ms = self.now_ms + SETTLE_MS
        for line in lines:
            if closed:
                self.sticks.add(line)
            else:
                self.sticks.discard(line)
        seen = line_set(*self.sticks)
        changed = Lines((seen ^ self.session.sight.closed) & line_set(*lines))
        edges = tuple(Edge(line, closed, at_ms - 100) for line in lines if changed >> line & 1)
        if edges:
            self._do(BoardSettled(at_ms, seen, NO_LINES, edges, NO_LINES))

    def _do(self, noticed: Input) -> None:
        waiting: list[Input] = [noticed]
        while waiting:
            self.session, effects = handle(self.session, waiting.pop(0))
            self.effects += effects
            for effect in effects:
                if isinstance(effect, ShuffleCards):
                    order = self._random.sample(effect.cards, len(effect.cards))
                    first = Player.BLACK if effect.choose_first else None
                    waiting.append(Shuffled(self.now_ms, tuple(order), first))


ALL_LINE_NUMBERS = tuple(Line(n) for n in range(len(LINES)))
