"""Follows the board: takes settled pictures in and carries out what the referee reads in them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, assert_never

from kahuna_table.engine.board import HAND_LIMIT, LINES, NO_LINES, Line, Lines, line_set, lines_in
from kahuna_table.engine.player import Player
from kahuna_table.engine.state import Phase
from kahuna_table.table import lesson
from kahuna_table.table.game import (
    Extra,
    Game,
    Lifted,
    Proposal,
    with_reasons,
    without_extra,
    without_proposal,
)
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
    GameOptions,
    NameEntry,
    NewGame,
    Open,
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
from kahuna_table.table.state import Session, with_note

TOO_MANY: Final = Message("too-many")
"""Bridges of one scan, each of which a card fits, but more than the hand can pay for."""

NOT_YET: Final = Message("not-your-turn")
"""A bridge of the player who waits: whoever laid it, it is no move now."""

OTHER_COLOUR: Final = Message("other-colour")
"""A bridge of the mover in the slot of a swept one that nobody has seen off for good."""


def follow(session: Session, settled: BoardSettled) -> Session:
    """Takes the settled picture in: swept bridges leave their list, extras come and go.

    Blind lines say nothing, and after a restart the first look is no change.
    """
    before = session.sight
    session = replace(session, sight=settle(before, settled), still_since_ms=settled.at_ms)
    if session.looking:
        return session
    if settled.edges or settled.moving & ~before.moving:
        session = undoubted(session)
    session = _gone_blind(session, Lines(settled.unknown & ~before.blind))
    edges = [edge for edge in settled.edges if not session.sight.blind >> edge.line & 1]
    expected = session.game.expected if session.game is not None else NO_LINES
    new = sum(edge.closed and not expected >> edge.line & 1 for edge in edges)
    # more bridges at once than a hand of cards could pay for: that was a fault, not a hand
    if before.blind & ~session.sight.blind or new > HAND_LIMIT:
        session = _after_fault(session)
    for edge in edges:
        session = _moved(session, edge)
    return _unnamed(session) if edges else session


def health_changed(session: Session, health: HealthChanged) -> Session:
    """Takes in which contacts chatter: those that flap are blind, and compared when they rest."""
    before = session.sight
    sight = replace(before, jittery=health.jittery, flapping=health.flapping)
    session = replace(session, sight=sight, stuck_buttons=health.stuck_buttons)
    session = _gone_blind(session, Lines(sight.flapping & ~before.blind))
    return _after_fault(session) if before.blind & ~sight.blind else session


def undoubted(session: Session) -> Session:
    """Hands move: what was asked for so long is asked as if for the first time."""
    if session.game is None:
        return session
    return replace(session, game=replace(session.game, reminded=NO_LINES, suspected=NO_LINES))


def _after_fault(session: Session) -> Session:
    """Nobody knows what hands did meanwhile: nothing is read as a move until all is right."""
    if session.game is None or not session.refereeing:
        return session
    return replace(session, game=replace(session.game, restoring=True))


def _gone_blind(session: Session, lines: Lines) -> Session:
    """Forgets what these lines were about to mean: their sensors say nothing any more."""
    game = session.game
    if game is None or not lines:
        return session
    for extra in game.extras:
        if lines >> extra.line & 1:
            game = without_extra(game, extra.line)
            session = _unpaid(session, extra.line)
    return replace(session, game=without_proposal(game, lines))


def _unpaid(session: Session, line: Line) -> Session:
    """Asks no longer which card pays for the bridge on this line."""
    asked = isinstance(session.question, Paying) and session.question.line == line
    return replace(session, open=None) if asked else session


def _unnamed(session: Session) -> Session:
    """Pairs of cards that were named are forgotten with the first thing on the board (secrets)."""
    game = session.game
    if game is None or game.proposal is None:
        return session
    return replace(session, game=replace(game, proposal=replace(game.proposal, cursor=None)))


def read(session: Session) -> Result:
    """Reads the picture until it means nothing more: each round settles one placing or slide."""
    done: Result = (session, ())
    while True:
        following = _read_once(done[0])
        if following is None:
            return done
        done = following[0], done[1] + following[1]


def _moved(session: Session, edge: Edge) -> Session:
    """A bridge was laid or lifted where the table can see it."""
    if not edge.closed:
        before, after = session.opened_ms[: edge.line], session.opened_ms[edge.line + 1 :]
        session = replace(session, opened_ms=(*before, edge.at_ms, *after))
    game = session.game
    if game is None:
        return session
    return _closing(session, game, edge) if edge.closed else _opening(session, game, edge)


def _opening(session: Session, game: Game, edge: Edge) -> Session:
    bit = line_set(edge.line)
    if game.swept & bit:
        lifted = (*game.lifted, Lifted(edge.line, edge.at_ms, None, edge.owner))
        return off_the_list(session, replace(game, lifted=lifted), bit)
    gone = [extra for extra in game.extras if extra.line == edge.line]
    if not gone:
        return session
    kept = tuple(_judged_again(extra) for extra in game.extras if extra.line != edge.line)
    refused = tuple(
        Lifted(extra.line, edge.at_ms, extra.reason, edge.owner)
        for extra in gone
        if extra.reason not in (None, TOO_MANY, NOT_YET)
    )
    game = replace(game, extras=kept, lifted=(*game.lifted, *refused))
    return _unpaid(replace(session, game=game), edge.line)


def _judged_again(extra: Extra) -> Extra:
    """Of bridges that were too many for the hand the rest counts once some were taken off."""
    return replace(extra, reason=None) if extra.reason == TOO_MANY else extra


def _closing(session: Session, game: Game, edge: Edge) -> Session:
    bit, mover = line_set(edge.line), game.state.to_move
    recent = [
        left
        for left in game.lifted
        if left.line == edge.line and edge.at_ms - left.at_ms <= PUT_BACK_MS
    ]
    game = replace(game, lifted=tuple(left for left in game.lifted if left.line != edge.line))
    if game.expected & bit:
        return _put_back(session, game, edge)
    listed = bool(game.sweep & bit and game.swept & ~session.sight.blind)
    listed = listed or any(left.reason is None for left in recent)
    if listed and edge.owner is not mover:
        game = replace(game, swept=Lines(game.swept | bit), sweep=Lines(game.sweep | bit))
        return _lying(session, game, bit, mover.opponent)
    # refused and put back, a bridge keeps its reason: it is never a move later by itself (rule 2)
    same = (left.reason for left in recent if not _other(left.owner, edge.owner))
    reason = OTHER_COLOUR if listed else next(same, None)
    extra = Extra(edge.line, edge.at_ms, session.now_ms, reason)
    game = replace(game, extras=(*game.extras, extra))
    return _lying(session, game, bit, edge.owner if edge.owner is not None else mover)


def _other(owner: Player | None, seen: Player | None) -> bool:
    """Whether two bridges are seen to be of different players."""
    return None not in (owner, seen) and owner is not seen


def _lying(session: Session, game: Game, bit: Lines, owner: Player) -> Session:
    """Remembers whose bridge was laid (rule 17)."""
    return replace(session, game=game, sight=with_stick(session.sight, bit, owner))


def _put_back(session: Session, game: Game, edge: Edge) -> Session:
    """A bridge of the game is seen again; putting a proposed one back cancels the removal. One of
    the other colour is none of the game's."""
    line, state = edge.line, game.state
    owner = Player.BLACK if state.bridges[Player.BLACK] >> line & 1 else Player.WHITE
    if edge.owner is owner.opponent:
        return _lying(session, game, line_set(line), edge.owner)
    cancelled = without_proposal(game, line_set(line))
    session = _lying(session, cancelled, line_set(line), owner)
    if cancelled is game:
        return session
    mover = ("owner", state.to_move.opponent)
    return with_note(session, Message("still-there", (mover, ("line", LINES[line]))))


def _read_once(session: Session) -> Result | None:
    """One round of `read`; None when nothing is left to do."""
    game = session.game
    if game is None or game.looking is not None:
        return None
    if game.state.phase is Phase.DEAL:
        return _changed(session, replace(game, extras=()))
    verdict = _verdict(session, game)
    if game.over:
        return _reopen(session, game, verdict)
    if game.restoring or isinstance(session.question, Resume):
        return _restored(session, game) if isinstance(verdict, Matches) else None
    return _carry_out(session, game, verdict)


def _carry_out(session: Session, game: Game, verdict: Verdict) -> Result | None:
    match verdict:
        case Matches():
            return _matching(session, game)
        case Placings(lines=lines):
            return _lay(session, game, lines)
        case Slide():
            return _slide(session, game, verdict)
        case Removal(line=line):
            return _propose(session, game, line)
        case Wiped():
            return _wiped(session, game)
        case Mismatch():
            return _refuse_fresh(session, game)
        case _:
            assert_never(verdict)


def _wiped(session: Session, game: Game) -> Result | None:
    """Asks whether the game goes on."""
    if isinstance(session.question, WipedBoard | Confirm | NewGame | GameOptions | NameEntry):
        return _refuse_fresh(session, game)
    game = replace(game, hand=None)
    return replace(session, game=game, open=Open(WipedBoard()), help_until_ms=None), ()


def _verdict(session: Session, game: Game) -> Verdict:
    seen = ~session.sight.blind
    return judge(
        session.differences,
        expected=Lines(game.expected & seen),
        enemy=Lines(game.enemy & (seen | session.said_off)),
        fresh=tuple((extra.line, extra.at_ms) for extra in game.extras if extra.reason is None),
        laid=game.laid,
        opened_ms=session.opened_ms,
    )


def _reopen(session: Session, game: Game, verdict: Verdict) -> Result | None:
    """After an early end lifting is free; the bridge that ended the game may still slide."""
    early = game.state.outcome is not None and game.state.outcome.is_early
    return _slide(session, game, verdict) if early and isinstance(verdict, Slide) else None


def _matching(session: Session, game: Game) -> Result | None:
    """All is right: what the picture asked is answered."""
    if isinstance(session.question, WipedBoard):
        return replace(session, open=None, game=replace(game, proposal=None)), ()
    return _changed(session, replace(game, proposal=None))


def _restored(session: Session, game: Game) -> Result:
    answered = isinstance(session.question, WipedBoard | Resume)
    game = replace(game, restoring=False, extras=(), proposal=None)
    return replace(session, game=game, open=None if answered else session.open), ()


def _changed(session: Session, game: Game) -> Result | None:
    return (replace(session, game=game), ()) if game != session.game else None


def _lay(session: Session, game: Game, lines: tuple[Line, ...]) -> Result | None:
    """New bridges in an otherwise right picture, each judged on its own (rules 2 and 3)."""
    if isinstance(session.question, Paying):
        # those that came after it wait for the answer (rule 3), but for what is never a move
        return _refuse(session, game, _not_yet(session, game))
    reasons = {line: _why_refused(session, game, line) for line in lines}
    refused = {line: why for line, why in reasons.items() if why is not None}
    legal = tuple(line for line in lines if line not in refused)
    if not legal:
        return replace(session, game=with_reasons(game, refused)), ()
    first = _extra(game, legal[0])
    together = [line for line in legal if _extra(game, line).settled_ms == first.settled_ms]
    if not all_payable(game.state, together):
        refused |= dict.fromkeys(together, TOO_MANY)
        return replace(session, game=with_reasons(game, refused)), ()
    placed, effects = place(session, game, first)
    if placed.game is not None and placed.game.state.to_move is not game.state.to_move:
        # a handicap bridge ended the turn: what came too early with it stays too early
        early = with_reasons(placed.game, _not_yet(session, game))
        placed = replace(placed, game=early)
    return placed, effects


def _slide(session: Session, game: Game, seen: Slide) -> Result | None:
    laid = session.sight.seen.of(seen.target)
    other = _other(game.state.owner(seen.origin), laid)
    slid = slide(session, game, seen.origin, _extra(game, seen.target)) if not other else None
    return slid if slid is not None else _refuse_fresh(session, game)


def _extra(game: Game, line: Line) -> Extra:
    return next(extra for extra in game.extras if extra.line == line)


def _refuse_fresh(session: Session, game: Game) -> Result | None:
    """New bridges in a wrong picture are never moves, not even later: they must be lifted."""
    waiting = line_set(session.question.line) if isinstance(session.question, Paying) else NO_LINES
    not_yet = _not_yet(session, game)
    reasons = dict.fromkeys(lines_in(Lines(game.fresh & ~waiting)), Message("board-first"))
    return _refuse(session, game, reasons | not_yet)


def _refuse(session: Session, game: Game, reasons: Mapping[Line, Message]) -> Result | None:
    if not reasons:
        return None
    session = replace(session, game=with_reasons(game, reasons))
    for line in reasons:
        session = _unpaid(session, line)
    return session, ()


def _not_yet(session: Session, game: Game) -> dict[Line, Message]:
    """Why new bridges that are seen to be the waiting player's are refused."""
    theirs = session.sight.seen[game.state.to_move.opponent]
    return dict.fromkeys(lines_in(Lines(game.fresh & theirs)), NOT_YET)


def _why_refused(session: Session, game: Game, line: Line) -> Message | None:
    return _not_yet(session, game).get(line) or why_refused(session, game, line)


def _propose(session: Session, game: Game, line: Line) -> Result | None:
    """An enemy bridge is gone: a removal, while the mover may still act (referee's rule 4)."""
    wiped = isinstance(session.question, WipedBoard)
    if not game.may_act or wiped or not lesson.lets_lift(game, line):
        return _changed(session, replace(game, proposal=None))
    if game.proposal is not None and game.proposal.line == line:
        return None
    # as with a placing, the draw menu closes (rule 2)
    question = None if isinstance(session.question, Drawing) else session.open
    game = replace(game, proposal=Proposal(line))
    return replace(session, game=game, open=question, help_until_ms=None), ()
