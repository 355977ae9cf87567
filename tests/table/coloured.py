"""A bench whose sensors see whose stick lies where, on every line or on some."""

from random import Random

from kahuna_table.engine.board import ALL_LINES, LINES, NO_LINES, Line, Lines
from kahuna_table.engine.board import line_set as lines
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.table.inputs import BoardSettled, Button, Edge, Owners
from kahuna_table.table.lights import Role
from kahuna_table.table.views import board_lights, screen
from tests.table.bench import Bench

BLACK, WHITE = Player.BLACK, Player.WHITE

Sticks = dict[Line, Player]


def owners(sticks: Sticks, seeing: Lines = ALL_LINES) -> Owners:
    black = lines(*(line for line, owner in sticks.items() if owner is BLACK))
    white = lines(*(line for line, owner in sticks.items() if owner is WHITE))
    return Owners(black, white).within(seeing)


class Coloured(Bench):
    """A bench with sensors that see whose stick it is on the lines of `seeing`."""

    def __init__(self, seed: int, seeing: Lines = ALL_LINES) -> None:
        self.seeing = seeing
        self.colours: Sticks = {}
        super().__init__(RuleSet(), seed)

    def put(self, *sticks: tuple[Line, Player]) -> None:
        """Lays these, in one scan."""
        before = dict(self.colours)
        self.colours |= dict(sticks)
        self._change(before)

    def take(self, *taken: Line) -> None:
        before = dict(self.colours)
        for line in taken:
            del self.colours[line]
        self._change(before)

    def settled(self, at_ms: int, *edges: Edge) -> BoardSettled:
        seen = owners(self.colours, self.seeing)
        return BoardSettled(at_ms, lines(*self.colours), NO_LINES, edges, NO_LINES, seen)

    def follow(self, rng: Random, most: int = 60) -> None:
        """Does what the lights ask for, with sticks of the colours that they ask for."""
        for _ in range(most):
            if self.session.question is not None:
                self.press(Button.BACK)
                continue
            proposal = self.session.active_proposal
            lights = board_lights(self.session).lines
            lift = [n for n in self.colours if lights[n].role in (Role.REMOVE, Role.WRONG)]
            lay = [Line(n) for n, light in enumerate(lights) if light.role is Role.MISSING]
            if proposal is not None:
                self.put((proposal.line, self.state.to_move.opponent))
            elif lift:
                self.take(rng.choice(lift))
            elif lay:
                line = rng.choice([line for line in lay if line not in self.colours])
                owner = self.state.owner(line)
                assert owner is not None
                self.put((line, owner))
            else:
                return
            self.wait(400)
        raise AssertionError(f"the table asks without an end: {screen(self.session)}")

    def _change(self, before: Sticks) -> None:
        at_ms, seen = self.now_ms + 200, self.seeing
        edges = []
        for line in (Line(n) for n in range(len(LINES))):
            old, new = before.get(line), self.colours.get(line)
            if old is new:
                continue
            sees = seen >> line & 1
            if old is not None and (new is None or sees):
                edges.append(
                    Edge(line, closed=False, at_ms=at_ms - 150, owner=old if sees else None)
                )
            if new is not None and (old is None or sees):
                edges.append(
                    Edge(line, closed=True, at_ms=at_ms - 150, owner=new if sees else None)
                )
        self._do(self.settled(at_ms, *edges))
