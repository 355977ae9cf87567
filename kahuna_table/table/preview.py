"""What the action being decided would change: public knowledge, whatever the hands hold."""

from typing import NamedTuple

from kahuna_table.engine.board import ISLANDS, LINES, NO_LINES, Island, Line, Lines, line_set
from kahuna_table.engine.moves import PlaceBridge
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import apply, why_illegal
from kahuna_table.engine.scoring import controlled
from kahuna_table.engine.state import GameState
from kahuna_table.table.questions import Paying
from kahuna_table.table.state import Session


class Preview(NamedTuple):
    """`islands` would have these controllers; the bridges of `swept` would go."""

    islands: dict[Island, Player | None]
    swept: Lines


NOTHING = Preview({}, NO_LINES)


def preview(session: Session) -> Preview:
    """What the bridge would do that waits for its card, or the removal that was proposed."""
    game, proposal = session.game, session.active_proposal
    if game is None:
        return NOTHING
    if isinstance(session.question, Paying):
        return of_placing(game.state, session.question.line)
    return NOTHING if proposal is None else of_removal(game.state, proposal.line)


def of_placing(state: GameState, line: Line) -> Preview:
    """What the mover's bridge there would do; nothing where it is not legal."""
    # either card of the choice does the same to the board
    moves = [PlaceBridge(line, card) for card in LINES[line]]
    legal = [move for move in moves if why_illegal(state, move) is None]
    if not legal:
        return NOTHING
    after, _ = apply(state, legal[0])
    enemy = state.to_move.opponent
    swept = Lines(state.bridges[enemy] & ~after.bridges[enemy])
    return Preview(
        {i: after.controller(i) for i in ISLANDS if after.controller(i) is not state.controller(i)},
        swept,
    )


def of_removal(state: GameState, line: Line) -> Preview:
    """What the enemy would lose with the bridge there."""
    enemy = state.to_move.opponent
    before, after = state.bridges[enemy], Lines(state.bridges[enemy] & ~line_set(line))
    lost = set(controlled(before)) - set(controlled(after))
    return Preview(dict.fromkeys(lost), NO_LINES)
