"""Follows the board: takes settled pictures in and carries out what the referee reads in them."""

from dataclasses import replace
from typing import assert_never

from kahuna_table.engine.board import HAND_LIMIT, LINES, NO_LINES, Line, Lines, line_set
from kahuna_table.engine.state import Phase
from kahuna_table.table.inputs import BoardSettled, Edge
from kahuna_table.table.play import Refused, Result, place, slide
from kahuna_table.table.questions import Drawing, Paying, Resume, WipedBoard
from kahuna_table.table.referee import (
    PUT_BACK_MS,
    Matches,
    Mismatch,
    Placings,
    Removal,
    Slide,
    Verdict,
    Wiped,
    judge,
    look,
)
from kahuna_table.table.screen import Message
from kahuna_table.table.situation import Extra, Lifted, Proposal, Session, with_note


def follow(session: Session, settled: BoardSettled) -> Session:
    """Takes the settled picture in: swept bridges leave their list, extras come and go."""
    recovered = session.unknown & ~settled.unknown
    new = sum(edge.closed and not session.expected >> edge.line & 1 for edge in settled.edges)
    # more bridges at once than a hand of cards could pay for: that was a fault, not a hand
    faulty = bool(recovered) or new > HAND_LIMIT
    session = replace(
        session,
        closed=settled.closed,
        unknown=settled.unknown,
        moving=settled.moving,
        still_since_ms=settled.at_ms,
        suspected=NO_LINES,
        restoring=session.restoring or (session.refereeing and faulty),
    )
    for edge in settled.edges:
        # a contact that changes is not stuck
        session = replace(session, stuck=Lines(session.stuck & ~line_set(edge.line)))
        session = _closing(session, edge) if edge.closed else _opening(session, edge)
    return session


def read(session: Session) -> Result:
    """Reads the picture until it means nothing more: each round settles one placing or slide."""
    done: Result = (session, ())
    while True:
        following = _read_once(done[0])
        if following is None:
            return done
        done = following[0], done[1] + following[1]


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
    proposal, state = session.proposal, session.state
    if proposal is None or proposal.line != line or state is None:
        return session
    session = replace(session, proposal=None)
    owner = ("owner", state.to_move.opponent)
    return with_note(session, Message("still-there", (owner, ("line", LINES[line]))))


def _read_once(session: Session) -> Result | None:
    """One round of `read`; None when nothing is left to do."""
    game = session.game
    if session.resuming is not None:
        return None
    if game is None or game.state.phase is Phase.DEAL:
        return _changed(session, replace(session, extras=()))
    verdict = _verdict(session)
    if game.state.phase is Phase.OVER:
        return _reopen(session, verdict)
    if session.restoring or isinstance(session.question, Resume):
        return _restored(session) if isinstance(verdict, Matches) else None
    return _carry_out(session, verdict)


def _carry_out(session: Session, verdict: Verdict) -> Result | None:
    match verdict:
        case Matches():
            return _matching(session)
        case Placings(lines=lines):
            return _lay(session, lines[0])
        case Slide(target=target):
            return _slide(session, target)
        case Removal(line=line):
            return _changed(session, _propose(session, line))
        case Wiped():
            if isinstance(session.question, WipedBoard):
                return None
            return replace(session, question=WipedBoard(), help_until_ms=None, hand=None), ()
        case Mismatch():
            return _refuse_fresh(session)
        case _:
            assert_never(verdict)


def _verdict(session: Session) -> Verdict:
    blind = session.blind
    return judge(
        look(session.expected, session.swept, session.closed, blind),
        expected=Lines(session.expected & ~blind),
        enemy=Lines(session.enemy & ~blind),
        fresh=tuple((extra.line, extra.at_ms) for extra in session.extras if extra.fresh),
        laid=session.laid,
        opened_ms=session.opened_ms,
    )


def _reopen(session: Session, verdict: Verdict) -> Result | None:
    """After an early end lifting is free; the bridge that ended the game may still slide."""
    outcome = session.state.outcome if session.state is not None else None
    early = outcome is not None and outcome.is_early
    return _slide(session, verdict.target) if early and isinstance(verdict, Slide) else None


def _matching(session: Session) -> Result | None:
    """All is right: what the picture asked is answered."""
    question = None if isinstance(session.question, WipedBoard) else session.question
    by_hand = session.proposal is not None and session.proposal.by_hand
    proposal = session.proposal if by_hand else None
    return _changed(session, replace(session, question=question, proposal=proposal))


def _restored(session: Session) -> Result:
    answered = isinstance(session.question, WipedBoard | Resume)
    question = None if answered else session.question
    return replace(session, restoring=False, extras=(), proposal=None, question=question), ()


def _changed(before: Session, after: Session) -> Result | None:
    return (after, ()) if after != before else None


def _lay(session: Session, line: Line) -> Result | None:
    """The first new bridge in an otherwise right picture (referee's rules 2 and 3)."""
    if isinstance(session.question, Paying):
        return None
    placed = place(session, _extra(session, line))
    if not isinstance(placed, Refused):
        return placed
    return _with_reason(session, line_set(line), placed.reason), ()


def _slide(session: Session, target: Line) -> Result | None:
    slid = slide(session, _extra(session, target))
    return slid if slid is not None else _refuse_fresh(session)


def _extra(session: Session, line: Line) -> Extra:
    return next(extra for extra in session.extras if extra.line == line)


def _refuse_fresh(session: Session) -> Result | None:
    """New bridges in a wrong picture are never moves, not even later: they must be lifted."""
    waiting = line_set(session.question.line) if isinstance(session.question, Paying) else NO_LINES
    fresh = line_set(*(extra.line for extra in session.extras if extra.fresh))
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
    if not session.may_act or isinstance(session.question, WipedBoard):
        return replace(session, proposal=None)
    if session.proposal is not None and session.proposal.line == line:
        return session
    question = None if isinstance(session.question, Drawing) else session.question
    return replace(session, proposal=Proposal(line), question=question, help_until_ms=None)
