"""The course of a game at the table: starting, acting, sliding, taking back, giving up.

Everything here changes the game first; the board follows (`session` watches it).
"""

from dataclasses import dataclass, replace
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
from kahuna_table.engine.ruleset import Starter
from kahuna_table.engine.state import PACK, Phase, cards_in
from kahuna_table.table.effects import (
    Effect,
    GameAbandoned,
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
from kahuna_table.table.situation import Extra, Game, Played, Session, Step, with_note

Result = tuple[Session, tuple[Effect, ...]]
"""The session after an input, and what is to be done."""

TURN_ENDS: Final = (TakeCard, DrawCard, Decline, EndTurn)
_DRAWS: Final = (TakeCard, DrawCard)
_MESSAGE_OF: Final = {Illegality.CARD_NOT_HELD: "no-card", Illegality.CARDS_DO_NOT_FIT: "no-card"}


@dataclass(frozen=True, slots=True)
class Refused:
    """A bridge was laid where the rules forbid it."""

    reason: Message


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


def place(session: Session, extra: Extra, *, prefer: Island | None = None) -> Result | Refused:
    """A bridge came to rest on a line: pays for it, or asks which card pays, or says why not.

    `prefer` is a card already spent on it (a slide); then the selected card counts.
    """
    assert session.game is not None
    state, line = session.game.state, extra.line
    fitting = tuple(
        move for move in legal_moves(state) if isinstance(move, PlaceBridge) and move.line == line
    )
    if not fitting:
        return Refused(_why_no_bridge(session, line))
    if session.question is not None and not isinstance(session.question, Drawing):
        return Refused(Message("answer-first"))
    session = replace(session, question=None)
    cards = {move.card: move for move in fitting}
    for card in (None, prefer, session.selected):
        if card in cards:
            return _move(session, cards[card], laid_ms=extra.at_ms)
    if len(fitting) == 1:
        return _move(session, fitting[0], laid_ms=extra.at_ms)
    return replace(session, question=Paying(line), help_until_ms=None), ()


def slide(session: Session, extra: Extra) -> Result | None:
    """The bridge just laid slid on to the line of `extra`: the move follows at no cost (rule 6).

    None when it cannot: the new line is not legal, or more than the slide is wrong.
    """
    assert session.game is not None
    step = session.game.steps[-1]
    assert isinstance(step.move, PlaceBridge)
    before = replace(_back_to(session, step, count=1), question=None)
    if before.picture.missing or before.picture.extra != line_set(extra.line):
        return None
    placed = place(before, extra, prefer=step.move.card)
    if isinstance(placed, Refused):
        return None
    return placed[0], (MovesTakenBack(1), *placed[1])


def can_take_back(session: Session) -> Message | None:
    """Why nothing can be taken back, or None (rule R28)."""
    game = session.game
    if game is None:
        return Message("no-game")
    if game.state.outcome is not None and not game.state.outcome.is_early:
        return Message("game-over")
    return None if game.steps else Message("nothing-to-take-back")


def take_back(session: Session) -> Result:
    """Takes back the newest placing, removal or discard, with it the decline that came after."""
    assert session.game is not None
    steps = session.game.steps
    ended = isinstance(steps[-1].move, (Decline, EndTurn)) and len(steps) > 1
    count = 2 if ended else 1
    session = _back_to(session, steps[-count], count=count)
    session = replace(session, question=None, proposal=None, selected=None, restoring=True)
    return replace(session, extras=(), resuming=None), (MovesTakenBack(count),)


def give_up(session: Session) -> Result:
    """The player to move resigns."""
    assert session.game is not None
    player = session.game.state.to_move
    return resigned(session, player), (GaveUp(player), GameEnded())


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
    step = Step(game.state, game.turn, session.sweep, move, laid_ms)
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
    session = _swept(_settled(replace(session, game=after), move), events)
    effects: list[Effect] = [MoveMade(game.turn, player, move, events)]
    if state.phase is Phase.DEAL:
        effects.append(ShuffleCards(cards_in(cards_to_deal(state)), choose_first=False))
    if state.phase is Phase.OVER:
        session = replace(session, question=None, proposal=None, selected=None, hand=None)
        effects.append(GameEnded())
    return session, tuple(effects)


def _turn_after(game: Game, move: Move, phase: Phase) -> int:
    if isinstance(move, Deal):
        return 0 if phase is Phase.HANDICAP else game.turn
    began = game.turn == 0 and phase is not Phase.HANDICAP
    return game.turn + (isinstance(move, TURN_ENDS) or began)


def _settled(session: Session, move: Move) -> Session:
    """The display's leftovers after a move: what was spent is no longer selected."""
    game = session.game
    assert game is not None
    if isinstance(move, TURN_ENDS):
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
    listed = session.sweep if session.swept else NO_LINES
    return replace(
        session,
        sweep=Lines(listed | lines),
        swept=Lines(session.swept | (lines & (session.closed | session.unknown))),
        lifted=(),
    )


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
    """The session with the game as it stood before `step`, `count` moves ago."""
    assert session.game is not None
    game = replace(
        session.game,
        state=step.state,
        turn=step.turn,
        played=session.game.played[:-count],
        steps=session.game.steps[:-count],
    )
    session = replace(session, game=game, sweep=step.sweep, lifted=())
    lying = step.sweep & session.closed & ~session.expected
    return replace(session, swept=Lines(lying))


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
