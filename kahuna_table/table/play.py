"""The course of a game at the table: starting, acting, sliding, taking back, giving up.

Everything here changes the game first; the board follows (`follow` watches it).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kahuna_table.engine.board import LINES, NO_LINES, Island, Line, Lines, line_set
from kahuna_table.engine.events import BridgesSwept, Event, Scored
from kahuna_table.engine.moves import (
    Deal,
    Decline,
    DrawCard,
    EndTurn,
    Move,
    PlaceBridge,
    RemoveBridge,
    TakeCard,
)
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import (
    Illegality,
    apply,
    cards_to_deal,
    legal_moves,
    new_game,
    resign,
    why_illegal,
)
from kahuna_table.engine.ruleset import Starter, TakeBack
from kahuna_table.engine.state import PACK, GameState, Phase, cards_in
from kahuna_table.table.effects import (
    Effect,
    GameAbandoned,
    GameClosed,
    GameEnded,
    GameStarted,
    GaveUp,
    MoveMade,
    MovesTakenBack,
    ShuffleCards,
)
from kahuna_table.table.inputs import Setup, Shuffled
from kahuna_table.table.newgame import with_whole_names
from kahuna_table.table.questions import Drawing, Paying
from kahuna_table.table.screen import Message
from kahuna_table.table.sight import changed, with_stick, without_stick
from kahuna_table.table.state import Extra, Game, Played, Session, Step, with_note

Result = tuple[Session, tuple[Effect, ...]]
"""The session after an input, and what is to be done."""

TURN_ENDS: Final = (TakeCard, DrawCard, Decline, EndTurn)
_DRAWS: Final = (TakeCard, DrawCard)
_MESSAGE_OF: Final = {Illegality.CARD_NOT_HELD: "no-card", Illegality.CARDS_DO_NOT_FIT: "no-card"}


def reason_message(reason: Illegality) -> Message:
    """A refusal of the rules as a text of the display."""
    return Message(_MESSAGE_OF.get(reason, reason.value.replace("_", "-")))


def begin(session: Session, setup: Setup) -> Result:
    """Asks for the cards of a new game; an unfinished one is abandoned."""
    effects: tuple[Effect, ...] = (GameAbandoned(),) if session.refereeing else ()
    setup = with_whole_names(setup)
    first = _first(session, setup)
    fresh = replace(
        _cleared(session),
        game=None,
        starting=replace(setup, first=first),
        usual=replace(setup, first=None),
    )
    return fresh, (*effects, ShuffleCards(cards_in(PACK), choose_first=first is None))


def deal(session: Session, shuffled: Shuffled) -> Result:
    """The cards are shuffled: a new game, or the next round."""
    if session.starting is not None:
        setup = session.starting
        first = setup.first if setup.first is not None else shuffled.first
        if first is None:
            raise ValueError("the first shuffle of a game must say who begins")
        game = Game(setup, new_game(setup.rules, first), turn=1)
        session = replace(session, game=game, starting=None, last_first=first, restoring=True)
        started, moved = _move(session, Deal(shuffled.order), laid_ms=0)
        return started, (GameStarted(setup, first), *moved)
    return _move(session, Deal(shuffled.order), laid_ms=0)


def act(session: Session, move: Move, *, laid_ms: int = 0) -> Result:
    """Carries out a legal move of the player to move."""
    return _move(session, move, laid_ms=laid_ms)


def why_refused(session: Session, line: Line) -> Message | None:
    """Why no bridge of the player to move can be laid on this line now; None where one can."""
    assert session.game is not None
    if not _fitting(session.game.state, line):
        return _why_no_bridge(session, line)
    if session.question is not None and not isinstance(session.question, Drawing):
        return Message("answer-first")
    return None


def place(session: Session, extra: Extra, *, prefer: Island | None = None) -> Result:
    """A bridge came to rest on a line where it is legal: pays for it, or asks which card pays.

    `prefer` is a card already spent on it (a slide); then the selected card counts.
    """
    assert session.game is not None
    fitting = _fitting(session.game.state, extra.line)
    cards = {move.card: move for move in fitting}
    preferred = [card for card in (None, prefer, session.selected) if card in cards]
    session = replace(session, question=None)
    if preferred or len(fitting) == 1:
        move = cards[preferred[0]] if preferred else fitting[0]
        return _move(session, move, laid_ms=extra.at_ms)
    return replace(session, question=Paying(extra.line), help_until_ms=None), ()


def all_payable(state: GameState, lines: Sequence[Line]) -> bool:
    """Whether the player to move can lay a bridge on each of these lines, one after another."""
    if not lines:
        return True
    moves = _fitting(state, lines[0])
    return any(all_payable(apply(state, move)[0], lines[1:]) for move in moves)


def slide(session: Session, origin: Line, extra: Extra) -> Result | None:
    """The bridge laid on `origin` slid on to the line of `extra`: the move follows at no cost
    (rule 6). What was done after it stays done: within a turn the order changes nothing.

    None when it cannot: the new line is not legal.
    """
    assert session.game is not None
    steps = session.game.steps
    count = next(n for n, step in enumerate(reversed(steps), 1) if _laid_on(step, origin))
    slid, later = steps[-count], steps[len(steps) - count + 1 :]
    before = replace(_back_to(session, slid, count=count), question=None, proposal=None)
    effects: tuple[Effect, ...] = (MovesTakenBack(count),)
    for step in later:
        assert before.game is not None
        if step.move not in legal_moves(before.game.state):
            return None
        before, made = _move(before, step.move, laid_ms=step.laid_ms)
        effects += made
    if why_refused(before, extra.line) is not None:
        return None
    assert isinstance(slid.move, PlaceBridge)
    placed, made = place(before, extra, prefer=slid.move.card)
    return placed, effects + made


def _laid_on(step: Step, line: Line) -> bool:
    return isinstance(step.move, PlaceBridge) and step.move.line == line


def _fitting(state: GameState, line: Line) -> tuple[PlaceBridge, ...]:
    return tuple(
        move for move in legal_moves(state) if isinstance(move, PlaceBridge) and move.line == line
    )


def can_take_back(session: Session) -> Message | None:
    """Why nothing can be taken back, or None (rule R28)."""
    game = session.game
    if game is None:
        return Message("no-game")
    if game.state.outcome is not None and not game.state.outcome.is_early:
        return Message("game-over")
    if game.state.rules.take_back is TakeBack.OFF:
        return Message("take-back-off")
    return None if game.steps else Message("nothing-to-take-back")


def take_back(session: Session) -> Result:
    """Takes back the newest placing, removal or discard, with it the decline that came after."""
    assert session.game is not None
    count = _count_to_take_back(session.game, session.sight.jittery)
    session = _back_to(session, session.game.steps[-count], count=count)
    session = replace(session, question=None, proposal=None, selected=None, restoring=True)
    return replace(session, extras=()), (MovesTakenBack(count),)


def _count_to_take_back(game: Game, jittery: Lines) -> int:
    """What contacts did that come and go by themselves is one action."""
    steps = game.steps
    if isinstance(steps[-1].move, (Decline, EndTurn)) and len(steps) > 1:
        return 2
    ghosts = 0
    for step in reversed(steps):
        if not (isinstance(step.move, PlaceBridge) and jittery >> step.move.line & 1):
            break
        ghosts += 1
    return max(1, ghosts)


def too_late_to_reopen(session: Session) -> Result:
    """An early end can no longer be taken back: its record may be shown whole."""
    assert session.game is not None
    return replace(session, game=replace(session.game, steps=())), (GameClosed(),)


def give_up(session: Session) -> Result:
    """The player to move resigns."""
    assert session.game is not None
    player = session.game.state.to_move
    return resigned(session, player), (GaveUp(player), GameEnded(final=True))


def resigned(session: Session, player: Player) -> Session:
    """The session after the player gave up."""
    assert session.game is not None
    state, _ = resign(session.game.state, player)
    return replace(_cleared(session), game=replace(session.game, state=state, steps=()))


def abandon(session: Session) -> Result:
    """Aborts the game; it is kept as unfinished."""
    effects: tuple[Effect, ...] = (GameAbandoned(),) if session.refereeing else ()
    return replace(_cleared(session), game=None), effects


def _move(session: Session, move: Move, *, laid_ms: int) -> Result:
    game = session.game
    assert game is not None
    state, events = apply(game.state, move)
    player = game.state.to_move
    step = Step(game.state, game.turn, move, laid_ms)
    steps = (*(old for old in game.steps if old.turn == game.turn), step)
    final = isinstance(move, (*_DRAWS, Deal)) or state.phase is Phase.DEAL
    turn = _turn_after(game, move, state.phase)
    after = Game(
        game.setup,
        state,
        turn,
        (*game.played, Played(game.turn, player, move)),
        () if final else steps,
    )
    session = _followed(replace(session, game=after), game, move)
    session = _swept(_settled(session, game, move), events)
    effects: list[Effect] = [MoveMade(game.turn, player, move, events)]
    if state.phase is Phase.DEAL:
        effects.append(ShuffleCards(cards_in(cards_to_deal(state)), choose_first=False))
    if state.phase is Phase.OVER:
        session = replace(session, question=None, proposal=None, selected=None, hand=None)
        session = replace(session, over_ms=session.now_ms)
        effects.append(GameEnded(final=can_take_back(session) is not None))
    return session, tuple(effects)


def _turn_after(game: Game, move: Move, phase: Phase) -> int:
    if isinstance(move, Deal):
        return 0 if phase is Phase.HANDICAP else game.turn
    began = game.turn == 0 and phase is not Phase.HANDICAP
    return game.turn + (isinstance(move, TURN_ENDS) or began)


def _followed(session: Session, before: Game, move: Move) -> Session:
    """The sensors' part of a move: where they must change, and whose bridge lies there now."""
    assert session.game is not None
    sight = changed(session.sight, Lines(before.expected ^ session.game.expected))
    if isinstance(move, PlaceBridge):
        sight = with_stick(sight, line_set(move.line), before.state.to_move)
    elif isinstance(move, RemoveBridge):
        sight = without_stick(sight, line_set(move.line))
    return replace(session, sight=sight)


def _settled(session: Session, before: Game, move: Move) -> Session:
    """The display's leftovers after a move: what was spent is no longer selected."""
    game = session.game
    assert game is not None
    if game.state.to_move is not before.state.to_move:
        session = replace(session, selected=None)
    if isinstance(move, TURN_ENDS):
        # what blind lines were still asked for is asked until the turn ends (rule 13)
        sight = without_stick(session.sight, session.swept)
        session = replace(session, sight=sight, sweep=NO_LINES, swept=NO_LINES, lifted=())
        return replace(session, selected=None, hand=None, question=None, proposal=None)
    if isinstance(move, PlaceBridge):
        extras = tuple(extra for extra in session.extras if extra.line != move.line)
        session = replace(session, extras=extras)
    held = game.state.hand(game.state.to_move)
    spent = isinstance(move, PlaceBridge) and move.card == session.selected
    return replace(session, selected=None) if spent or session.selected not in held else session


def _swept(session: Session, events: tuple[Event, ...]) -> Session:
    """Takes the swept bridges on the list of what must be lifted, and announces scorings."""
    lines = NO_LINES
    for event in events:
        if isinstance(event, BridgesSwept):
            lines = Lines(lines | event.lines)
        elif isinstance(event, Scored):
            session = with_note(session, _scoring(event))
    if not lines:
        return session
    lying = lines & (session.sight.closed | session.sight.blind)
    return replace(
        session,
        sweep=Lines(session.sweep | lines),
        swept=Lines(session.swept | lying),
        lifted=(),
    )


def off_the_list(session: Session, lines: Lines) -> Session:
    """These swept bridges are off; nothing of a sweep outlives the last that can be seen."""
    session = replace(session, swept=Lines(session.swept & ~lines))
    listed = session.sweep if session.to_lift else session.swept
    return replace(session, sweep=listed, sight=without_stick(session.sight, lines))


def _scoring(event: Scored) -> Message:
    numbers = (
        ("round", event.round),
        ("black_islands", event.islands[0]),
        ("white_islands", event.islands[1]),
        ("black_points", event.points[0]),
        ("white_points", event.points[1]),
    )
    return Message("scoring", numbers)


def _back_to(session: Session, step: Step, *, count: int) -> Session:
    """The session with the game as it stood before `step`, `count` moves ago.

    Of the swept bridges that still lie, the game has those back that these moves swept.
    """
    assert session.game is not None
    before = session.game
    game = replace(
        before,
        state=step.state,
        turn=step.turn,
        played=before.played[:-count],
        steps=before.steps[:-count],
    )
    sight = changed(session.sight, Lines(before.expected ^ game.expected))
    session = replace(session, game=game, sight=sight, lifted=())
    session = replace(session, sweep=Lines(session.sweep & ~game.expected))
    swept = Lines(session.swept & ~game.expected)
    session = replace(session, swept=swept)
    return session if session.to_lift else replace(session, sweep=swept)


def _cleared(session: Session) -> Session:
    """Nothing asked, nothing shown, nothing pending."""
    return replace(
        session,
        sweep=NO_LINES,
        swept=NO_LINES,
        extras=(),
        lifted=(),
        restoring=False,
        resuming=None,
        question=None,
        proposal=None,
        selected=None,
        hand=None,
        help_until_ms=None,
        notes=(),
        reminded=NO_LINES,
        suspected=NO_LINES,
    )


def _first(session: Session, setup: Setup) -> Player | None:
    """Who begins as far as the setup decides it (rule R27); None leaves it to chance."""
    if setup.first is not None:
        return setup.first
    match setup.rules.starter:
        case Starter.BLACK:
            return Player.BLACK
        case Starter.WHITE:
            return Player.WHITE
        case Starter.ALTERNATE:
            return session.last_first.opponent if session.last_first is not None else None
        case Starter.RANDOM:
            return None


def _why_no_bridge(session: Session, line: Line) -> Message:
    """The reason that says most, whichever of the two cards would pay."""
    assert session.game is not None
    state = session.game.state
    reasons = (why_illegal(state, PlaceBridge(line, card)) for card in (*LINES[line], None))
    weak = (None, Illegality.CARD_NOT_HELD, Illegality.CARD_DUE)
    telling = (reason for reason in reasons if reason is not None and reason not in weak)
    return reason_message(next(telling, Illegality.CARD_NOT_HELD))
