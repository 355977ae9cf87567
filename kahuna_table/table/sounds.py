"""Which sound belongs to a change of the session. How it sounds is in `devices.sound`."""

from enum import Enum
from typing import Final

from kahuna_table.engine.moves import PlaceBridge, RemoveBridge
from kahuna_table.table.state import Session


class Sound(Enum):
    """What can be heard."""

    COUNTED = "counted"  # a bridge that counts, or a removal
    REFUSED = "refused"
    SCORED = "scored"
    WON = "won"


_REPORTS: Final = (
    "scoring",
    "sensor-stuck",
    "journal-repaired",
    "journal-lost",
    "drew",
    "lesson-over",
)
"""Notes that refuse nothing."""


def sound_between(before: Session, after: Session) -> Sound | None:
    """What is heard when the first session becomes the second; the weightiest alone."""
    if after.over and not before.over:
        return Sound.WON
    noted = [note.message.id for note in after.notes if note not in before.notes]
    if "scoring" in noted:
        return Sound.SCORED
    if _placed(before) < _placed(after):
        return Sound.COUNTED
    refused = any(id not in _REPORTS for id in noted) or _refusals(before) < _refusals(after)
    return Sound.REFUSED if refused else None


def _placed(session: Session) -> int:
    played = session.game.played if session.game is not None else ()
    return sum(isinstance(each.move, PlaceBridge | RemoveBridge) for each in played)


def _refusals(session: Session) -> int:
    extras = session.game.extras if session.game is not None else ()
    return sum(extra.reason is not None for extra in extras)
