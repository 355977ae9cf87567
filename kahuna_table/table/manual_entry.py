"""A bridge entered with the buttons, because the sensor of its line does not follow it (rule 13).

What choosing a line means follows from what the table asks of it just now.
"""

from dataclasses import replace

from kahuna_table.engine.board import LINES, Line, Lines, line_set
from kahuna_table.engine.state import Phase
from kahuna_table.table.play import Result, off_the_list, place, why_refused
from kahuna_table.table.screen import Message
from kahuna_table.table.sight import distrust, with_stick, without_stick
from kahuna_table.table.state import Extra, Proposal, Session, with_note


def enter(session: Session, line: Line) -> Result:
    """What people say of a line whose sensor is wrong.

    A swept bridge that is asked for is off; a line that is missing, extra or of the wrong colour
    is as the game says; else it is a hand of the player to move, who lays or lifts a bridge there.
    """
    if session.game is None:
        return session, ()
    session = replace(session, question=None)
    bit, picture = line_set(line), session.picture
    if session.swept & bit:
        return _distrusted(off_the_list(session, bit), line), ()
    if (picture.missing | picture.extra | picture.swapped) & bit:
        return _as_the_game_says(session, line), ()
    if not picture.right or session.to_lift or session.restoring:
        return with_note(session, Message("board-first")), ()
    return _hand(session, line)


def lines_offered(session: Session) -> tuple[Line, ...]:
    """The lines that can be entered: those asked for first, then the others in their order."""
    game = session.game
    if game is None or game.state.phase in (Phase.DEAL, Phase.OVER):
        return ()
    asked = session.asked | session.swept | session.sight.blind
    every = [Line(n) for n in range(len(LINES))]
    return tuple(sorted(every, key=lambda line: not asked >> line & 1))


def _hand(session: Session, line: Line) -> Result:
    bit = line_set(line)
    told = _distrusted(session, line)
    if session.enemy & bit:
        if not session.may_act:
            return with_note(session, Message("after-discard")), ()
        return replace(told, proposal=Proposal(line)), ()
    if session.expected & bit:
        doubtful = (session.sight.jittery | session.sight.blind) & bit
        if doubtful:
            return _as_the_game_says(session, line), ()
        return with_note(session, Message("line-taken")), ()
    refused = why_refused(told, line)
    if refused is not None:
        return with_note(session, refused), ()
    return place(told, Extra(line, session.now_ms, session.now_ms))


def _as_the_game_says(session: Session, line: Line) -> Session:
    bit, state = line_set(line), session.state
    owner = state.owner(line) if state is not None else None
    sight = without_stick(session.sight, bit)
    if owner is not None:
        sight = with_stick(sight, bit, owner)
    proposal = session.proposal
    return _distrusted(
        replace(
            session,
            sight=sight,
            proposal=None if proposal is not None and proposal.line == line else proposal,
        ),
        line,
    )


def _distrusted(session: Session, line: Line) -> Session:
    """The line is blind from now on, and the display says that it is played around."""
    bit = line_set(line)
    told = replace(
        session,
        sight=distrust(session.sight, bit),
        extras=tuple(extra for extra in session.extras if extra.line != line),
        suspected=Lines(session.suspected & ~bit),
    )
    return with_note(told, Message("sensor-stuck", (("line", LINES[line]),)))
