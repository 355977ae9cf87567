"""Follows the board: takes settled pictures in and carries out what the referee reads in them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, assert_never

from kahuna_table.engine.board import (
    HAND_LIMIT,
    LINES,
    NO_LINES,
    Line,
    Lines,
    line_set,
    lines_in,
)
from kahuna_table.engine.player import Player
from kahuna_table.engine.state import Phase
from kahuna_table.table.inputs import BoardSettled, Edge, HealthChanged
from kahuna_table.table.play import (
    Result,
    all_payable,
    off_the_list,
    place,
    slide,
    why_refused,
)
from kahuna_table.table.questions import (
    Confirm,
    Drawing,
    NameEntry,
    NewGame,
    Paying,
    Resume,
    WipedBoard,
)
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
)
from kahuna_table.table.screen import Message
from kahuna_table.table.sight import settle, with_stick
from kahuna_table.table.state import Extra, Lifted, Proposal, Session, with_note

TOO_MANY: Final = Message("too-many")
"""Bridges of one scan, each of which a card fits, but more than the hand can pay for."""


def follow(session: Session, settled: BoardSettled) -> Session:
    """Takes the settled picture in: swept bridges leave their list, extras come and go.

    Blind lines say nothing, and after a restart the first look is no change.
    """
    before = session.sight
    session = replace(session, sight=settle(before, settled), still_since_ms=settled.at_ms)
    if session.resuming is not None:
        return session
    if settled.edges or settled.moving & ~before.moving:
        session = replace(session, reminded=NO_LINES, suspected=NO_LINES)
    session = _gone_blind(session, Lines(settled.unknown & ~before.blind))
    edges = [edge for edge in settled.edges if not session.sight.blind >> edge.line & 1]
    new = sum(edge.closed and not session.expected >> edge.line & 1 for edge in edges)
    # more bridges at once than a hand of cards could pay for: that was a fault, not a hand
    faulty = bool(before.blind & ~session.sight.blind) or new > HAND_LIMIT
    session = replace(session, restoring=session.restoring or (session.refereeing and faulty))
    for edge in edges:
        session = _closing(session, edge) if edge.closed else _opening(session, edge)
    return _unnamed(session) if edges else session


def health_changed(session: Session, health: HealthChanged) -> Session:
    """Takes in which contacts chatter: those that flap are blind, and compared when they rest."""
    before = session.sight
    sight = replace(before, jittery=health.jittery, flapping=health.flapping)
    session = replace(session, sight=sight, stuck_buttons=health.stuck_buttons)
    session = _gone_blind(session, Lines(sight.flapping & ~before.blind))
    back = before.blind & ~sight.blind
    return replace(session, restoring=session.restoring or (session.refereeing and bool(back)))


def _gone_blind(session: Session, lines: Lines) -> Session:
    """Forgets what these lines were about to mean: their sensors say nothing any more."""
    if not lines:
        return session
    gone = [extra.line for extra in session.extras if lines >> extra.line & 1]
    extras = tuple(extra for extra in session.extras if extra.line not in gone)
    question, proposal = session.question, session.proposal
    if isinstance(question, Paying) and question.line in gone:
        question = None
    if proposal is not None and lines >> proposal.line & 1:
        proposal = None
    return replace(session, extras=extras, question=question, proposal=proposal)


def _unnamed(session: Session) -> Session:
    """Pairs of cards that were named are forgotten with the first thing on the board (secrets)."""
    if session.proposal is None:
        return session
    return replace(session, proposal=replace(session.proposal, cursor=None))


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
        return off_the_list(replace(session, lifted=lifted), bit)
    gone = [extra for extra in session.extras if extra.line == edge.line]
    if not gone:
        return session
    kept = tuple(_judged_again(extra) for extra in session.extras if extra.line != edge.line)
    refused = tuple(
        Lifted(extra.line, edge.at_ms, extra.reason)
        for extra in gone
        if extra.reason not in (None, TOO_MANY)
    )
    session = replace(session, extras=kept, lifted=(*session.lifted, *refused))
    if isinstance(session.question, Paying) and session.question.line == edge.line:
        return replace(session, question=None)
    return session


def _judged_again(extra: Extra) -> Extra:
    """Of bridges that were too many for the hand the rest counts once some were taken off."""
    return replace(extra, reason=None) if extra.reason == TOO_MANY else extra


def _closing(session: Session, edge: Edge) -> Session:
    bit = line_set(edge.line)
    lifted = [left for left in session.lifted if left.line == edge.line]
    session = replace(
        session, lifted=tuple(left for left in session.lifted if left.line != edge.line)
    )
    recent = [left for left in lifted if edge.at_ms - left.at_ms <= PUT_BACK_MS]
    if session.expected & bit:
        return _put_back(session, edge.line)
    listed = session.sweep & bit and session.to_lift
    if listed or any(left.reason is None for left in recent):
        return _swept_again(session, bit)
    reason = next((left.reason for left in recent), None)
    extra = Extra(edge.line, edge.at_ms, session.now_ms, reason)
    return _lying(replace(session, extras=(*session.extras, extra)), bit, _mover(session))


def _swept_again(session: Session, bit: Lines) -> Session:
    session = replace(session, swept=Lines(session.swept | bit), sweep=Lines(session.sweep | bit))
    mover = _mover(session)
    return _lying(session, bit, mover.opponent if mover is not None else None)


def _lying(session: Session, bit: Lines, owner: Player | None) -> Session:
    """Remembers whose bridge was laid (rule 17)."""
    if owner is None:
        return session
    return replace(session, sight=with_stick(session.sight, bit, owner))


def _mover(session: Session) -> Player | None:
    return session.state.to_move if session.state is not None else None


def _put_back(session: Session, line: Line) -> Session:
    """A bridge of the game is seen again; putting a proposed one back cancels the removal."""
    proposal, state = session.proposal, session.state
    session = _lying(session, line_set(line), state.owner(line) if state is not None else None)
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
            return _lay(session, lines)
        case Slide():
            return _slide(session, verdict)
        case Removal(line=line):
            return _changed(session, _propose(session, line))
        case Wiped():
            return _wiped(session)
        case Mismatch():
            return _refuse_fresh(session)
        case _:
            assert_never(verdict)


def _wiped(session: Session) -> Result | None:
    """Asks whether the game goes on; `menu` counts as held from this question on (rule 18)."""
    if isinstance(session.question, WipedBoard | Confirm | NewGame | NameEntry):
        return _refuse_fresh(session)
    return replace(
        session, question=WipedBoard(), help_until_ms=None, hand=None, menu_down_ms=None
    ), ()


def _verdict(session: Session) -> Verdict:
    seen = ~session.sight.blind
    return judge(
        session.differences,
        expected=Lines(session.expected & seen),
        enemy=Lines(session.enemy & (seen | session.said_off)),
        fresh=tuple((extra.line, extra.at_ms) for extra in session.extras if extra.fresh),
        laid=session.laid,
        opened_ms=session.opened_ms,
    )


def _reopen(session: Session, verdict: Verdict) -> Result | None:
    """After an early end lifting is free; the bridge that ended the game may still slide."""
    outcome = session.state.outcome if session.state is not None else None
    early = outcome is not None and outcome.is_early
    return _slide(session, verdict) if early and isinstance(verdict, Slide) else None


def _matching(session: Session) -> Result | None:
    """All is right: what the picture asked is answered."""
    question = None if isinstance(session.question, WipedBoard) else session.question
    return _changed(session, replace(session, question=question, proposal=None))


def _restored(session: Session) -> Result:
    answered = isinstance(session.question, WipedBoard | Resume)
    question = None if answered else session.question
    return replace(session, restoring=False, extras=(), proposal=None, question=question), ()


def _changed(before: Session, after: Session) -> Result | None:
    return (after, ()) if after != before else None


def _lay(session: Session, lines: tuple[Line, ...]) -> Result | None:
    """New bridges in an otherwise right picture, each judged on its own (rules 2 and 3)."""
    if isinstance(session.question, Paying):
        return None
    refused = {line: why for line in lines if (why := why_refused(session, line)) is not None}
    legal = tuple(line for line in lines if line not in refused)
    if not legal:
        return _with_reasons(session, refused), ()
    state, first = session.state, _extra(session, legal[0])
    together = [line for line in legal if _extra(session, line).settled_ms == first.settled_ms]
    if state is not None and not all_payable(state, together):
        return _with_reasons(session, refused | dict.fromkeys(together, TOO_MANY)), ()
    return place(session, first)


def _slide(session: Session, seen: Slide) -> Result | None:
    slid = slide(session, seen.origin, _extra(session, seen.target))
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
    return _with_reasons(session, dict.fromkeys(lines_in(refused), Message("board-first"))), ()


def _with_reasons(session: Session, reasons: Mapping[Line, Message]) -> Session:
    extras = tuple(
        replace(extra, reason=reasons.get(extra.line, extra.reason)) for extra in session.extras
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
