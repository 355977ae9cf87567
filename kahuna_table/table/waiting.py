"""What the table waits for, as table scripts name it."""

from enum import Enum

from kahuna_table.engine.state import Phase
from kahuna_table.table.questions import Drawing, Pause
from kahuna_table.table.state import Session


class Waiting(Enum):
    """What the table waits for."""

    HANDICAP = "handicap"
    PLAY = "play"
    DRAW = "draw"
    REMOVE = "remove"
    CORRECT = "correct"
    CHOOSE = "choose"
    OVER = "over"
    IDLE = "idle"


def waiting(session: Session) -> Waiting:
    """The first that applies of choose, correct, remove, draw, then the game's own phase."""
    drawing = isinstance(session.question, Drawing)
    stops = session.open is not None and not isinstance(session.question, Drawing | Pause)
    if session.active_proposal is not None or stops:
        return Waiting.CHOOSE
    if session.game is None:
        return Waiting.IDLE
    if session.game.over:
        return Waiting.OVER
    if session.correcting:
        return Waiting.CORRECT
    if session.to_lift:
        return Waiting.REMOVE
    if drawing:
        return Waiting.DRAW
    return Waiting.HANDICAP if session.game.state.phase is Phase.HANDICAP else Waiting.PLAY
