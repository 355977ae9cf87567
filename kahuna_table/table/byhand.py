"""A bridge entered with the buttons, because the sensor of its line does not follow it (rule 13).

Whoever chooses a line says that the sensor is wrong there. From then on the line counts as unknown,
until its contact changes: missing, extra and swept bridges know nothing of it.
"""

from dataclasses import replace

from kahuna_table.engine.board import LINES, Line, Lines, line_set
from kahuna_table.engine.state import Phase
from kahuna_table.table.play import Refused, Result, place
from kahuna_table.table.screen import Message
from kahuna_table.table.situation import Extra, Proposal, Session, with_note


def enter(session: Session, line: Line) -> Result:
    """What the hands did on this line and its sensor did not see.

    A line that is asked for now is as the game says. Otherwise a free line gets the mover's bridge,
    and an enemy bridge is proposed for removal.
    """
    bit = line_set(line)
    contradicted = bool(session.asked & bit) and not session.stuck & bit
    told = replace(
        session,
        question=None,
        stuck=Lines(session.stuck | bit),
        swept=Lines(session.swept & ~bit),
        extras=tuple(extra for extra in session.extras if extra.line != line),
        suspected=Lines(session.suspected & ~bit),
    )
    told = with_note(told, Message("sensor-stuck", (("line", LINES[line]),)))
    if contradicted or session.game is None:
        return told, ()
    if told.correcting or told.active_proposal is not None:
        return with_note(session, Message("board-first")), ()
    return _enter(session, told, line)


def _enter(session: Session, told: Session, line: Line) -> Result:
    bit = line_set(line)
    if session.enemy & bit:
        if not session.may_act:
            return with_note(session, Message("after-discard")), ()
        return replace(told, proposal=Proposal(line, by_hand=True)), ()
    if session.expected & bit:
        return with_note(session, Message("line-taken")), ()
    placed = place(told, Extra(line, session.now_ms))
    if isinstance(placed, Refused):
        return with_note(session, placed.reason), ()
    return placed


def lines_offered(session: Session) -> tuple[Line, ...]:
    """The lines that can be entered: those asked for first, then the others in their order."""
    game = session.game
    if game is None or game.state.phase in (Phase.DEAL, Phase.OVER):
        return ()
    asked = session.asked | session.stuck | session.unknown
    every = [Line(n) for n in range(len(LINES))]
    return tuple(sorted(every, key=lambda line: not asked >> line & 1))
