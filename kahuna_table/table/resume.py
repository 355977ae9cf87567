"""What of a session must survive a power cut beside the moves, and going on after one.

The game is played again from its moves. What was half done, a sweep, a removal, a choice, a board
being put right, is kept as a `Halfway`; the board is then looked at afresh. Of a game that is over
the end is shown again, and nothing is asked of the board: it may have been cleared since.
"""

from collections.abc import Sequence
from dataclasses import replace

from kahuna_table.engine.board import NO_LINES, Line, Lines, line_set, lines_in
from kahuna_table.engine.moves import Move
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import new_game
from kahuna_table.table.inputs import Setup
from kahuna_table.table.play import TURN_ENDS, act, resigned
from kahuna_table.table.questions import Drawing, Paying, Resume
from kahuna_table.table.referee import look
from kahuna_table.table.screen import Message
from kahuna_table.table.situation import NEVER_MS, Extra, Game, Halfway, Proposal, Session


def halfway(session: Session) -> Halfway:
    """What is half done now."""
    question, proposal = session.question, session.proposal
    open_proposal = proposal if proposal is not None and not proposal.dismissed else None
    return Halfway(
        sweep=session.sweep if session.swept else NO_LINES,
        restoring=session.restoring,
        stuck=session.stuck,
        paying=question.line if isinstance(question, Paying) else None,
        drawing=isinstance(question, Drawing),
        removing=open_proposal.line if open_proposal is not None else None,
        selected=session.selected,
    )


def resume(
    session: Session,
    setup: Setup,
    first: Player,
    moves: Sequence[Move],
    left: Halfway,
    *,
    gave_up: Player | None = None,
) -> Session:
    """A session with the saved game, waiting for its first whole picture of the board.

    Raises:
        IllegalMove: the moves are no game of these rules.
        KahunaError: somebody gave up a game that is over.
    """
    game = Game(setup, new_game(setup.rules, first), turn=1)
    session = replace(session, game=game, usual=replace(setup, first=None), last_first=first)
    for move in moves:
        session, _ = act(session, move, laid_ms=NEVER_MS)
        if isinstance(move, TURN_ENDS):
            session = replace(session, sweep=NO_LINES, swept=NO_LINES)
    if gave_up is not None:
        session = resigned(session, gave_up)
    # an early end leaves lying what its last move swept, which is later than what is kept
    sweep = Lines(session.sweep & ~session.expected) if session.over else left.sweep
    return replace(
        session,
        sweep=sweep,
        swept=sweep,
        stuck=left.stuck,
        selected=None if session.over else left.selected,
        question=None,
        proposal=None,
        notes=(),
        resumed_ms=session.now_ms,
        resuming=left,
    )


def look_again(session: Session) -> Session:
    """The first whole picture after a restart: on at once where it is right, else a question."""
    left = session.resuming
    assert left is not None
    swept = Lines(session.sweep & session.closed)
    session = replace(session, resuming=None, swept=swept)
    if session.over:
        return session
    session = replace(session, restoring=left.restoring)
    picture = look(session.expected, swept, session.closed, session.blind)
    paying = _paying(left, picture.extra)
    removing = left.removing
    proposed = line_set(removing) if removing is not None else NO_LINES
    by_hand = bool(proposed & session.blind)
    session = replace(session, extras=_extras(session, picture.extra, paying))
    if picture.missing not in (NO_LINES, proposed) or picture.extra & ~line_set(*paying):
        return replace(session, question=Resume(), restoring=True, selected=None)
    if removing is not None and (picture.missing or by_hand):
        session = replace(session, proposal=Proposal(removing, by_hand=by_hand))
    if left.paying is not None and (paying or line_set(left.paying) & session.blind):
        return replace(session, question=Paying(left.paying))
    return replace(session, question=Drawing() if left.drawing else None)


def _paying(left: Halfway, extra: Lines) -> tuple[Line, ...]:
    """The bridge that waits to be paid for, if it still lies."""
    if left.paying is None or not extra & line_set(left.paying):
        return ()
    return (left.paying,)


def _extras(session: Session, extra: Lines, paying: tuple[Line, ...]) -> tuple[Extra, ...]:
    reason = Message("board-first")
    return tuple(
        Extra(line, session.now_ms, None if line in paying else reason) for line in lines_in(extra)
    )
