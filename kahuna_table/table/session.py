"""The turn at the table: `handle(session, input) -> (session, effects)`.

Bridges come in settled, buttons debounced, time as numbers. The referee's rules say what a picture
of the board means; here it is carried out, and the buttons are answered.
"""

from dataclasses import replace
from typing import Final, assert_never

from kahuna_table.engine.board import LINES, NO_LINES, Line, Lines, line_set
from kahuna_table.engine.events import Termination
from kahuna_table.engine.ruleset import TakeBack
from kahuna_table.engine.state import Phase
from kahuna_table.table import choices
from kahuna_table.table.inputs import (
    BoardSettled,
    Button,
    ButtonPressed,
    ButtonReleased,
    Edge,
    GameChosen,
    Input,
    Shuffled,
    Ticked,
)
from kahuna_table.table.play import (
    Refused,
    Result,
    begin,
    can_take_back,
    deal,
    place,
    slide,
    take_back,
)
from kahuna_table.table.questions import Drawing, Menu, Paying, WipedBoard
from kahuna_table.table.referee import (
    PUT_BACK_MS,
    Matches,
    Mismatch,
    Placings,
    Removal,
    Slide,
    Wiped,
    judge,
    look,
)
from kahuna_table.table.screen import Message, Option
from kahuna_table.table.situation import (
    Extra,
    HandOpen,
    Lifted,
    Proposal,
    Session,
    with_note,
)


def handle(session: Session, noticed: Input) -> Result:
    """The session after an input and the effects to carry out, in order.

    Inputs arrive in the order of their `at_ms`.
    """
    session = _pass_time(replace(session, now_ms=noticed.at_ms))
    match noticed:
        case Ticked():
            return _held_menu(session)
        case BoardSettled():
            return _judge(_follow(session, noticed))
        case ButtonPressed(button=button):
            return _then_judge(_press(replace(session, notes=()), button))
        case ButtonReleased(button=button):
            return _released(session, button), ()
        case GameChosen(setup=setup):
            return begin(session, setup)
        case Shuffled():
            return _then_judge(deal(session, noticed))
        case _:
            assert_never(noticed)


def _pass_time(session: Session) -> Session:
    """Takes away what vanishes by itself."""
    now = session.now_ms
    if session.wake_ms is None or now < session.wake_ms:
        return session
    session = replace(session, notes=tuple(note for note in session.notes if note.until_ms > now))
    if session.hand is not None and now >= session.hand.at_ms + session.timing.hand_ms:
        session = replace(session, hand=None)
    if session.help_until_ms is not None and now >= session.help_until_ms:
        session = replace(session, help_until_ms=None)
    question = session.question
    if question is not None and question.closes_ms is not None and now >= question.closes_ms:
        session = replace(session, question=None)
    return session


def _held_menu(session: Session) -> Result:
    """A wiped board and `menu` held: the only way to a new game without bridges in their places."""
    down = session.menu_down_ms
    if not isinstance(session.question, WipedBoard) or down is None:
        return session, ()
    if session.now_ms - down < session.timing.new_game_hold_ms:
        return session, ()
    return choices.renew(replace(session, menu_down_ms=None))


# --- the board


def _follow(session: Session, settled: BoardSettled) -> Session:
    """Takes the settled picture in: swept bridges leave their list, extras come and go."""
    recovered = session.unknown & ~settled.unknown
    session = replace(
        session,
        closed=settled.closed,
        unknown=settled.unknown,
        moving=settled.moving,
        restoring=session.restoring or (session.refereeing and bool(recovered)),
    )
    for edge in settled.edges:
        session = _closing(session, edge) if edge.closed else _opening(session, edge)
    return session


def _opening(session: Session, edge: Edge) -> Session:
    bit = line_set(edge.line)
    opened = tuple(edge.at_ms if n == edge.line else at for n, at in enumerate(session.opened_ms))
    session = replace(session, opened_ms=opened)
    if session.swept & bit:
        lifted = (*session.lifted, Lifted(edge.line, edge.at_ms, None))
        return replace(session, swept=Lines(session.swept & ~bit), lifted=lifted)
    gone = [extra for extra in session.extras if extra.line == edge.line]
    if not gone:
        return session
    kept = tuple(extra for extra in session.extras if extra.line != edge.line)
    refused = tuple(
        Lifted(extra.line, edge.at_ms, extra.reason) for extra in gone if extra.reason is not None
    )
    session = replace(session, extras=kept, lifted=(*session.lifted, *refused))
    if isinstance(session.question, Paying) and session.question.line == edge.line:
        return replace(session, question=None)
    return session


def _closing(session: Session, edge: Edge) -> Session:
    bit = line_set(edge.line)
    lifted = [left for left in session.lifted if left.line == edge.line]
    session = replace(
        session, lifted=tuple(left for left in session.lifted if left.line != edge.line)
    )
    recent = [left for left in lifted if edge.at_ms - left.at_ms <= PUT_BACK_MS]
    if session.expected & bit:
        return _put_back(session, edge.line)
    if session.sweep & bit and (session.swept or any(left.reason is None for left in recent)):
        return replace(session, swept=Lines(session.swept | bit))
    reason = next((left.reason for left in recent), None)
    return replace(session, extras=(*session.extras, Extra(edge.line, edge.at_ms, reason)))


def _put_back(session: Session, line: Line) -> Session:
    """A bridge of the game is seen again; putting a proposed one back cancels the removal."""
    proposal = session.proposal
    if proposal is None or proposal.line != line:
        return session
    session = replace(session, proposal=None)
    owner = session.game.state.to_move.opponent if session.game is not None else 0
    return with_note(session, Message("still-there", (("owner", owner), ("line", LINES[line]))))


def _then_judge(result: Result) -> Result:
    session, effects = _judge(result[0])
    return session, result[1] + effects


def _judge(session: Session) -> Result:
    """Reads the picture until it means nothing more: each round settles one placing or slide."""
    done: Result = (session, ())
    while True:
        following = _judge_once(done[0])
        if following is None:
            return done
        done = following[0], done[1] + following[1]
        if following[0].state is None or following[0].state.phase is Phase.DEAL:
            return done


def _judge_once(session: Session) -> Result | None:
    """One step of `_judge`; None when nothing is left to do."""
    game = session.game
    if game is None or game.state.phase is Phase.DEAL:
        return _changed(session, replace(session, extras=()))
    picture = look(session.expected, session.swept, session.closed, session.unknown)
    known = ~session.unknown
    fresh = tuple((extra.line, extra.at_ms) for extra in session.extras if extra.reason is None)
    verdict = judge(
        picture,
        expected=Lines(session.expected & known),
        enemy=Lines(session.enemy & known),
        fresh=fresh,
        laid=session.laid,
        opened_ms=session.opened_ms,
    )
    reopens = isinstance(verdict, Slide) and _ended_early(session)
    if game.state.phase is Phase.OVER and not reopens:
        return None
    if session.restoring:
        if not isinstance(verdict, Matches):
            return None
        return replace(session, restoring=False, extras=(), proposal=None), ()
    match verdict:
        case Matches():
            answered = isinstance(session.question, WipedBoard)
            question = None if answered else session.question
            return _changed(session, replace(session, question=question, proposal=None))
        case Placings(lines=lines):
            return _lay(session, lines[0])
        case Slide(target=target):
            extra = next(extra for extra in session.extras if extra.line == target)
            slid = slide(session, extra)
            return slid if slid is not None else _refuse_fresh(session)
        case Removal(line=line):
            return _changed(session, _propose(session, line))
        case Wiped():
            if isinstance(session.question, WipedBoard):
                return None
            asked = replace(session, question=WipedBoard(), help_until_ms=None, hand=None)
            return asked, ()
        case Mismatch():
            return _refuse_fresh(session)
        case _:
            assert_never(verdict)


def _changed(before: Session, after: Session) -> Result | None:
    return (after, ()) if after != before else None


def _ended_early(session: Session) -> bool:
    outcome = session.state.outcome if session.state is not None else None
    early = (Termination.NO_BRIDGES, Termination.DOMINATED)
    return outcome is not None and outcome.termination in early


def _lay(session: Session, line: Line) -> Result | None:
    """The first new bridge in an otherwise right picture (referee's rules 2 and 3)."""
    if isinstance(session.question, Paying):
        return None
    extra = next(extra for extra in session.extras if extra.line == line)
    placed = place(session, extra)
    if not isinstance(placed, Refused):
        return placed
    return _with_reason(session, line_set(line), placed.reason), ()


def _refuse_fresh(session: Session) -> Result | None:
    """New bridges in a wrong picture are never moves, not even later: they must be lifted."""
    waiting = line_set(session.question.line) if isinstance(session.question, Paying) else NO_LINES
    fresh = line_set(*(extra.line for extra in session.extras if extra.reason is None))
    refused = Lines(fresh & ~waiting)
    if not refused:
        return None
    return _with_reason(session, refused, Message("board-first")), ()


def _with_reason(session: Session, lines: Lines, reason: Message) -> Session:
    extras = tuple(
        replace(extra, reason=reason) if lines >> extra.line & 1 else extra
        for extra in session.extras
    )
    return replace(session, extras=extras)


def _propose(session: Session, line: Line) -> Session:
    """An enemy bridge is gone: a removal, while the mover may still act (referee's rule 4)."""
    if not session.may_act:
        return replace(session, proposal=None)
    if session.proposal is not None and session.proposal.line == line:
        return session
    question = None if isinstance(session.question, Drawing) else session.question
    return replace(session, proposal=Proposal(line), question=question, help_until_ms=None)


# --- the buttons


def _released(session: Session, button: Button) -> Session:
    if button is Button.HAND:
        return replace(session, hand=None)
    return replace(session, menu_down_ms=None) if button is Button.MENU else session


def _press(session: Session, button: Button) -> Result:
    helped = session.help_until_ms is not None
    if button is Button.HELP:
        until = None if helped else session.now_ms + session.timing.help_ms
        return replace(session, help_until_ms=until), ()
    session = replace(session, help_until_ms=None)
    if helped and button in (Button.OK, Button.BACK):
        return session, ()
    match button:
        case Button.HAND:
            return _open_hand(session), ()
        case Button.MENU:
            return _press_menu(session), ()
        case Button.DRAW:
            return _press_draw(session), ()
    if session.hand is not None:
        return _press_in_hand(session, session.hand, button)
    match button:
        case Button.LEFT:
            return choices.move_cursor(session, -1), ()
        case Button.RIGHT:
            return choices.move_cursor(session, +1), ()
        case Button.OK:
            return choices.answer(session)
        case Button.BACK:
            return _press_back(session)
    return session, ()


def _open_hand(session: Session) -> Session:
    state = session.state
    if state is None or state.phase is Phase.DEAL:
        return with_note(session, Message("no-game"))
    return replace(session, hand=HandOpen(state.to_move, 0, session.now_ms))


def _press_menu(session: Session) -> Session:
    session = replace(session, menu_down_ms=session.now_ms, hand=None)
    match session.question:
        case WipedBoard():
            return session
        case Paying():
            return with_note(session, Message("answer-first"))
        case None | Drawing():
            return choices.open_menu(session)
        case Menu():
            return replace(session, question=None)
        case _:
            return choices.open_menu(session)


def _press_draw(session: Session) -> Session:
    """Opens the draw menu, or says why not; nothing is queued (referee's rule 8)."""
    if isinstance(session.question, Drawing):
        return session
    reason = _why_not_draw(session)
    if reason is not None:
        return with_note(session, Message(reason))
    return choices.open_drawing(session)


def _why_not_draw(session: Session) -> str | None:
    state = session.state
    if state is None or session.question is not None or session.active_proposal is not None:
        return "no-game" if state is None and session.question is None else "answer-first"
    picture = session.picture
    if picture.missing:
        return "put-back"
    if session.swept or picture.extra:
        return "lift-first"
    match state.phase:
        case Phase.OVER:
            return "game-over"
        case Phase.HANDICAP:
            return "handicap-first"
        case Phase.DEAL:
            return "no-game"
        case Phase.PLAY | Phase.LAST_TURNS:
            return None


def _press_back(session: Session) -> Result:
    if session.question is not None or session.active_proposal is not None:
        return choices.close(session), ()
    reason = can_take_back(session)
    if reason is not None:
        return with_note(session, reason), ()
    assert session.game is not None
    match session.game.state.rules.take_back:
        case TakeBack.OFF:
            return with_note(session, Message("take-back-off")), ()
        case TakeBack.CONSENT:
            return choices.ask_take_back(session), ()
        case TakeBack.TURN:
            return take_back(session)


def _press_in_hand(session: Session, hand: HandOpen, button: Button) -> Result:
    assert session.game is not None
    state = session.game.state
    cards = tuple(dict.fromkeys(state.hand(hand.player)))
    if button is Button.BACK:
        other = HandOpen(hand.player.opponent, 0, session.now_ms)
        return replace(session, hand=other), ()
    if not cards or hand.player is not state.to_move:
        return session, ()
    if button in (Button.LEFT, Button.RIGHT):
        step = _STEP[button]
        moved = HandOpen(hand.player, (hand.cursor + step) % len(cards), session.now_ms)
        return replace(session, hand=moved), ()
    card = cards[min(hand.cursor, len(cards) - 1)]
    if isinstance(session.question, Drawing):
        return choices.discard(session, Option("discard", (card,)))
    return replace(session, selected=None if session.selected == card else card), ()


_STEP: Final = {Button.LEFT: -1, Button.RIGHT: +1}
