"""Whatever hands and buttons do, the table stays playable and cards are spent only as agreed."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kahuna_table.engine.board import ALL_LINES, LINES, Line, Lines, lines_in
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RULE_SETS, Handicap
from kahuna_table.engine.state import PACK, Cards, GameState, Phase, cards_in
from kahuna_table.table.inputs import Button
from kahuna_table.table.views import board_lights, screen
from tests.table.bench import Bench

lines = st.sampled_from([Line(n) for n in range(len(LINES))])
RULES = [*RULE_SETS.values()]
RULES.append(type(RULES[0])(handicap=Handicap(2, Player.WHITE)))


def all_cards(state: GameState) -> tuple[int, ...]:
    black, white = state.hands
    known = [*state.face_up, *state.deck]
    for cards in (black, white, state.discards, *state.hidden):
        known += cards_in(Cards(cards))
    return tuple(sorted(known))


class AnyHands(RuleBasedStateMachine):
    """A whole table in the hands of curious guests."""

    @initialize(rules=st.sampled_from(RULES), seed=st.integers(0, 10**6))
    def open_the_table(self, rules: object, seed: int) -> None:
        self.bench = Bench(rules, seed)  # type: ignore[arg-type]

    @rule(line=lines)
    def lay(self, line: Line) -> None:
        if line not in self.bench.sticks:
            self.watched(lambda: self.bench.lay(line), buttons=False)

    @precondition(lambda self: self.bench.sticks)
    @rule(data=st.data())
    def lift(self, data: st.DataObject) -> None:
        line = data.draw(st.sampled_from(sorted(self.bench.sticks)))
        self.watched(lambda: self.bench.lift(line), buttons=False)

    @precondition(lambda self: len(self.bench.sticks) > 1)
    @rule(data=st.data())
    def bump(self, data: st.DataObject) -> None:
        sticks = st.sampled_from(sorted(self.bench.sticks))
        bumped = data.draw(st.sets(sticks, min_size=2))
        before = self.bench.course
        self.bench.lift(*sorted(bumped))
        assert self.bench.course == before

    @rule(button=st.sampled_from(list(Button)))
    def press(self, button: Button) -> None:
        self.watched(lambda: self.bench.press(button), buttons=True)

    @rule(button=st.sampled_from(list(Button)))
    def release(self, button: Button) -> None:
        self.bench.release(button)

    @rule(ms=st.sampled_from([50, 400, 2000, 20_000, 70_000]))
    def wait(self, ms: int) -> None:
        before = self.bench.course
        self.bench.wait(ms)
        assert self.bench.course == before

    @rule()
    def obey(self) -> None:
        """From every picture the lights lead back to the same game."""
        self.bench.release(Button.HAND)
        before = self.bench.course
        self.bench.follow_the_lights()
        assert self.bench.course == before
        assert not self.bench.session.correcting

    def watched(self, do: object, *, buttons: bool) -> None:
        """A card leaves a hand only by a placing in an otherwise right picture, or by `ok`."""
        session = self.bench.session
        state, game = session.state, session.game
        right = game is None or not (session.correcting or game.restoring)
        do()  # type: ignore[operator]
        after = self.bench.session.state
        if state is None or after is None or after.rules != state.rules:
            return
        spent = any(after.hands[p].bit_count() < state.hands[p].bit_count() for p in Player)
        if spent and not buttons:
            assert right
            assert game is not None
            assert len(self.bench.session.game.played) > len(game.played) or game.laid  # type: ignore[union-attr]

    @invariant()
    def everything_can_be_shown(self) -> None:
        session = self.bench.session
        board_lights(session)
        screen(session)
        if session.state is None or session.state.phase is Phase.DEAL:
            return
        assert all_cards(session.state) == tuple(sorted(cards_in(PACK)))
        black, white = session.state.bridges
        assert not black & white
        if session.refereeing and not session.correcting and session.question is None:
            expected = Lines(session.game.expected | session.game.swept)
            proposal = session.active_proposal
            gone = Lines(0) if proposal is None else Lines(1 << proposal.line)
            seen = Lines(sum(1 << line for line in self.bench.sticks))
            blind = session.sight.blind
            assert not (seen ^ (expected & ~gone)) & ALL_LINES & ~blind, (
                lines_in(seen),
                lines_in(expected),
            )


TestAnyHands = AnyHands.TestCase
TestAnyHands.settings = settings(stateful_step_count=60)
