"""A bridge entered with the buttons, because the sensor of its line does not follow it (rule 13).

What choosing a line means follows from what the table asks of it just now.
"""

from dataclasses import replace

from kahuna_table.engine.board import LINES, Line, Lines, line_set
from kahuna_table.engine.state import Phase
from kahuna_table.table.game import Extra, Game, Proposal, without_extra, without_proposal
from kahuna_table.table.play import Result, off_the_list, place, why_refused
from kahuna_table.table.screen import Message
from kahuna_table.table.sight import distrust, with_stick, without_stick
from kahuna_table.table.state import Session, with_note


def enter(session: Session, line: Line) -> Result:
    """What people say of a line whose sensor is wrong.

    A swept bridge that is asked for is off; a line that is missing, extra or of the wrong colour
    is as the game says; else it is a hand of the player to move, who lays or lifts a bridge there.
    """
    game, picture, bit = session.game, session.picture, line_set(line)
    if game is None:
        return session, ()
    if game.swept & bit:
        told, game = _distrusted(session, game, line)
        return off_the_list(told, game, bit), ()
    if (picture.missing | picture.extra | picture.swapped) & bit:
        return _as_the_game_says(session, game, line), ()
    if not picture.right or session.to_lift or game.restoring:
        return with_note(session, Message("board-first")), ()
    return _hand(session, game, line)


def lines_offered(session: Session) -> tuple[Line, ...]:
    """The lines that can be entered: those asked for first, then the others in their order."""
    game = session.game
    if game is None or game.state.phase in (Phase.DEAL, Phase.OVER):
        return ()
    asked = session.asked | game.swept | session.sight.blind
    every = [Line(n) for n in range(len(LINES))]
    return tuple(sorted(every, key=lambda line: not asked >> line & 1))


def _hand(session: Session, game: Game, line: Line) -> Result:
    bit = line_set(line)
    told, doubted = _distrusted(session, game, line)
    if game.enemy & bit:
        if not game.may_act:
            return with_note(session, Message("after-discard")), ()
        return replace(told, game=replace(doubted, proposal=Proposal(line))), ()
    if game.expected & bit:
        if (session.sight.jittery | session.sight.blind) & bit:
            return _as_the_game_says(session, game, line), ()
        return with_note(session, Message("line-taken")), ()
    refused = why_refused(told, doubted, line)
    if refused is not None:
        return with_note(session, refused), ()
    return place(told, doubted, Extra(line, session.now_ms, session.now_ms))


def _as_the_game_says(session: Session, game: Game, line: Line) -> Session:
    bit, owner = line_set(line), game.state.owner(line)
    sight = without_stick(session.sight, bit)
    if owner is not None:
        sight = with_stick(sight, bit, owner)
    session, game = _distrusted(replace(session, sight=sight), without_proposal(game, bit), line)
    return replace(session, game=game)


def _distrusted(session: Session, game: Game, line: Line) -> tuple[Session, Game]:
    """The line is blind from now on, and the display says that it is played around."""
    bit = line_set(line)
    session = replace(session, sight=distrust(session.sight, bit))
    game = replace(without_extra(game, line), suspected=Lines(game.suspected & ~bit))
    return with_note(session, Message("sensor-stuck", (("line", LINES[line]),))), game
