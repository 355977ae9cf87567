"""What of a session must survive a power cut beside the moves, and going on after one.

The game is played again from its moves. What was pending, a sweep, a removal, a choice, a board
being put right, is kept as a `Pending`; where the board lies as it did, everything is as it was
(referee's rule 16). Of a game that is over the end is shown again, and nothing is asked of the
board: it may have been cleared since.
"""

from collections.abc import Sequence
from dataclasses import replace

from kahuna_table.engine.board import ALL_LINES, Lines, line_set, lines_in
from kahuna_table.engine.moves import Move
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import new_game
from kahuna_table.table.game import (
    NEVER_MS,
    Extra,
    Game,
    Looking,
    Pending,
    PendingExtra,
    with_swept,
    without_proposal,
)
from kahuna_table.table.inputs import Setup
from kahuna_table.table.play import make, remembering, resigned
from kahuna_table.table.questions import CLOSING, Open, Paying, Resume, WipedBoard
from kahuna_table.table.screen import Message
from kahuna_table.table.sight import Sight, strangers
from kahuna_table.table.state import Session


def pending(session: Session) -> Pending:
    """What a restart of this session must find again; as kept before while it still looks."""
    sight, game = session.sight, session.game
    if game is None:
        return Pending()
    if game.looking is not None:
        return game.looking.kept
    return Pending(
        steps_forgotten=game.steps_kept - len(game.steps),
        sweep=game.sweep,
        swept=game.swept,
        restoring=game.restoring,
        missing=session.picture.missing,
        extras=_extras(session, game),
        strangers=strangers(sight, game.state.bridges),
        distrusted=sight.distrusted,
        was_right=sight.was_right,
        following=sight.following,
        flapping=sight.flapping,
        reminded=game.reminded,
        suspected=game.suspected,
        open=_without_times(session.open),
        proposal=game.proposal,
        selected=game.selected,
        language=session.language,
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
    session = remembering(session, setup, first)
    for move in moves:
        session, game, _ = make(session, game, move, laid_ms=NEVER_MS)
    if gave_up is not None:
        game = resigned(game, gave_up)
    game = replace(game, looking=Looking(kept, session.now_ms))
    language = kept.language if kept.language in session.languages[1:] else ""
    session = replace(session, notes=(), count=None, language=language)
    if game.over:
        return replace(session, game=_over(session, game, closed=closed))
    return _pending_again(session, game, kept)


def look_again(session: Session, game: Game, kept: Pending) -> Session:
    """The first whole picture after a restart: all as it was where the board lies as it did, on at
    once where it is right, else a question."""
    session = replace(session, still_since_ms=session.now_ms, touched_ms=session.now_ms)
    session, game = _without_what_is_gone(session, replace(game, looking=None))
    picture = session.differences
    as_it_was = picture.missing == kept.missing and picture.extra == _lines(kept)
    as_it_was = as_it_was and not picture.swapped & ~_swapped(game, kept)
    if game.over or as_it_was or picture.right:
        return session
    reason = Message("board-first")
    extras = tuple(Extra(line, 0, 0, reason) for line in lines_in(picture.extra))
    game = replace(game, extras=extras, proposal=None, restoring=True, selected=None)
    # a lesson is worth no question: it goes on as soon as the board is right
    return replace(session, game=game, open=None if game.setup.lesson else Open(Resume()))


def _without_times(asked: Open | None) -> Open | None:
    """The question as a restart finds it: no time goes on, and no button is held."""
    if asked is None:
        return None
    question = WipedBoard() if isinstance(asked.question, WipedBoard) else asked.question
    return Open(question, asked.cursor)


def _over(session: Session, game: Game, *, closed: bool) -> Game:
    """The end of a game; what its last move swept may still lie."""
    swept = Lines(game.swept & ~game.expected)
    steps = () if closed else game.steps
    return replace(game, steps=steps, sweep=swept, swept=swept, over_ms=session.now_ms)


def _pending_again(session: Session, game: Game, kept: Pending) -> Session:
    game = replace(
        game,
        steps=game.steps[kept.steps_forgotten :],
        sweep=kept.sweep,
        swept=kept.swept,
        restoring=kept.restoring,
        extras=tuple(Extra(extra.line, 0, 0, extra.reason) for extra in kept.extras),
        reminded=kept.reminded,
        suspected=kept.suspected,
        proposal=kept.proposal,
        selected=kept.selected,
    )
    return replace(
        session,
        game=game,
        sight=_sight(session.sight, game, kept),
        open=_open_again(session, kept.open),
    )


def _open_again(session: Session, asked: Open | None) -> Open | None:
    """The question as it was; a menu closes by itself as if it had just been opened."""
    if asked is None or not isinstance(asked.question, CLOSING):
        return asked
    return replace(asked, closes_ms=session.now_ms + session.timing.menu_ms)


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


def _extras(session: Session, game: Game) -> tuple[PendingExtra, ...]:
    """Those judged or waiting, and those that are only seen to lie (after a fault)."""
    known = tuple(PendingExtra(extra.line, extra.reason) for extra in game.extras)
    seen = session.picture.extra & ~line_set(*(extra.line for extra in known))
    return known + tuple(PendingExtra(n, Message("board-first")) for n in lines_in(Lines(seen)))


def _lines(kept: Pending) -> Lines:
    return line_set(*(extra.line for extra in kept.extras))


def _swapped(game: Game, kept: Pending) -> Lines:
    """Where one player's bridge lay in the place of the other's."""
    (black, white), (black_strangers, white_strangers) = game.state.bridges, kept.strangers
    return Lines(black & white_strangers | white & black_strangers)


def _without_what_is_gone(session: Session, game: Game) -> tuple[Session, Game]:
    """Swept, extra and proposed bridges that were lifted or put back while nobody looked."""
    sight, asked = session.sight, session.open
    lying = sight.closed | sight.blind
    extras = tuple(extra for extra in game.extras if sight.closed >> extra.line & 1)
    game = with_swept(replace(game, extras=extras), Lines(game.swept & lying), sight.blind)
    if isinstance(session.question, Paying) and not lying >> session.question.line & 1:
        asked = None
    session = replace(session, game=game, open=asked)
    there = Lines(ALL_LINES & ~session.differences.missing)
    game = without_proposal(game, there)
    return replace(session, game=game), game
