"""What of a session must survive a power cut beside the moves, and going on after one.

The game is played again from its moves. What was pending, a sweep, a removal, a choice, a board
being put right, is kept as a `Pending`; where the board lies as it did, everything is as it was
(referee's rule 16). Of a game that is over the end is shown again, and nothing is asked of the
board: it may have been cleared since.
"""

from collections.abc import Sequence
from dataclasses import replace

from kahuna_table.engine.board import Line, Lines, line_set, lines_in
from kahuna_table.engine.moves import Move
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import new_game
from kahuna_table.table.inputs import Setup
from kahuna_table.table.play import act, resigned
from kahuna_table.table.questions import CLOSING, Paying, Question, Resume
from kahuna_table.table.screen import Message
from kahuna_table.table.sight import Sight, strangers
from kahuna_table.table.state import (
    NEVER_MS,
    Extra,
    Game,
    Pending,
    PendingExtra,
    Session,
)


def pending(session: Session) -> Pending:
    """What a restart of this session must find again; as kept before while it is still resuming."""
    if session.resuming is not None:
        return session.resuming
    if session.game is None:
        return Pending()
    sight, game = session.sight, session.game
    question = session.question
    return Pending(
        steps_forgotten=game.steps_kept - len(game.steps),
        sweep=session.sweep,
        swept=session.swept,
        restoring=session.restoring,
        missing=session.picture.missing,
        extras=tuple(PendingExtra(extra.line, extra.reason) for extra in _all_extras(session)),
        strangers=strangers(sight, game.state.bridges),
        distrusted=sight.distrusted,
        was_right=sight.was_right,
        following=sight.following,
        flapping=sight.flapping,
        reminded=session.reminded,
        suspected=session.suspected,
        question=replace(question, closes_ms=None) if question is not None else None,
        proposal=session.proposal,
        selected=session.selected,
    )


def resume(
    session: Session,
    setup: Setup,
    first: Player,
    moves: Sequence[Move],
    kept: Pending,
    *,
    gave_up: Player | None = None,
    closed: bool = False,
) -> Session:
    """A session with the saved game, waiting for its first whole picture of the board.

    `closed`: its early end can no longer be taken back.

    Raises:
        IllegalMove: the moves are no game of these rules.
        KahunaError: somebody gave up a game that is over.
    """
    game = Game(setup, new_game(setup.rules, first), turn=1)
    session = replace(session, game=game, usual=replace(setup, first=None), last_first=first)
    for move in moves:
        session, _ = act(session, move, laid_ms=NEVER_MS)
    if gave_up is not None:
        session = resigned(session, gave_up)
    session = replace(session, notes=(), resumed_ms=session.now_ms, resuming=kept)
    return _over(session, closed=closed) if session.over else _pending_again(session, kept)


def look_again(session: Session, kept: Pending) -> Session:
    """The first whole picture after a restart: all as it was where the board lies as it did, on at
    once where it is right, else a question."""
    session = replace(session, resuming=None, still_since_ms=session.now_ms)
    session = _without_what_is_gone(session)
    if session.over:
        return session
    picture = session.differences
    as_it_was = picture.missing == kept.missing and picture.extra == _lines(kept)
    if as_it_was or picture.right:
        return session
    reason = Message("board-first")
    extras = tuple(Extra(line, 0, 0, reason) for line in lines_in(picture.extra))
    return replace(
        session,
        extras=extras,
        question=Resume(),
        proposal=None,
        restoring=True,
        selected=None,
    )


def _over(session: Session, *, closed: bool) -> Session:
    """The end of a game; what its last move swept may still lie."""
    assert session.game is not None
    steps = () if closed else session.game.steps
    swept = Lines(session.swept & ~session.expected)
    game = replace(session.game, steps=steps)
    return replace(session, game=game, sweep=swept, swept=swept, over_ms=session.now_ms)


def _pending_again(session: Session, kept: Pending) -> Session:
    game = session.game
    assert game is not None
    steps = game.steps[kept.steps_forgotten :]
    return replace(
        session,
        game=replace(game, steps=steps),
        sight=_sight(session.sight, game, kept),
        sweep=kept.sweep,
        swept=kept.swept,
        restoring=kept.restoring,
        extras=tuple(Extra(extra.line, 0, 0, extra.reason) for extra in kept.extras),
        reminded=kept.reminded,
        suspected=kept.suspected,
        question=_open_again(session, kept.question),
        proposal=kept.proposal,
        selected=kept.selected,
    )


def _open_again(session: Session, question: Question | None) -> Question | None:
    """The question as it was; a menu closes by itself as if it had just been opened."""
    if question is None or not isinstance(question, CLOSING):
        return question
    return replace(question, closes_ms=session.now_ms + session.timing.menu_ms)


def _sight(sight: Sight, game: Game, kept: Pending) -> Sight:
    (black, white), (black_strangers, white_strangers) = game.state.bridges, kept.strangers
    return replace(
        sight,
        distrusted=kept.distrusted,
        was_right=kept.was_right,
        following=kept.following,
        jittery=kept.flapping,
        flapping=kept.flapping,
        sticks=(
            Lines(black & ~white_strangers | black_strangers),
            Lines(white & ~black_strangers | white_strangers),
        ),
    )


def _all_extras(session: Session) -> tuple[Extra, ...]:
    """Those judged or waiting, and those that are only seen to lie (after a fault)."""
    known = line_set(*(extra.line for extra in session.extras))
    seen = session.picture.extra & ~known
    return session.extras + tuple(
        Extra(line, 0, 0, Message("board-first")) for line in lines_in(Lines(seen))
    )


def _lines(kept: Pending) -> Lines:
    return line_set(*(extra.line for extra in kept.extras))


def _without_what_is_gone(session: Session) -> Session:
    """Swept, extra and proposed bridges that were lifted or put back while nobody looked."""
    sight = session.sight
    swept = Lines(session.swept & (sight.closed | sight.blind))
    extras = tuple(extra for extra in session.extras if sight.closed >> extra.line & 1)
    question, proposal = session.question, session.proposal
    if isinstance(question, Paying) and not _still_lies(session, question.line):
        question = None
    if proposal is not None and not session.differences.missing >> proposal.line & 1:
        proposal = None
    session = replace(session, swept=swept, extras=extras, question=question, proposal=proposal)
    return replace(session, sweep=session.sweep if session.to_lift else swept)


def _still_lies(session: Session, line: Line) -> bool:
    return bool((session.sight.closed | session.sight.blind) >> line & 1)
