"""The way in: a speaker in a child process that never makes the table wait."""

from dataclasses import dataclass
from typing import Final

from kahuna_table.devices.child import Child, Limits, Troubles
from kahuna_table.devices.troubles import Trouble
from kahuna_table.table.codec import format_value
from kahuna_table.table.sounds import Sound

WORKER: Final = "kahuna_table.devices.sound.worker"

TROUBLES: Final = Troubles(
    Trouble.SOUND_HANG, Trouble.SOUND_UNSTARTED, Trouble.SOUND_NOISE, Trouble.SOUND_ENDED
)
LIMITS: Final = Limits(start_s=60.0, silent_s=30.0, close_s=0.5)


@dataclass(frozen=True, slots=True)
class Heard:
    """A sound, a text to be spoken, or both. `volume_percent` is 1..100."""

    sound: Sound | None
    volume_percent: int
    text: str = ""
    language: str = "en"


class Speaker:
    """The child's end of the table."""

    def __init__(self) -> None:
        self.child = Child(WORKER, name="sound", troubles=TROUBLES, limits=LIMITS)

    def hear(self, heard: Heard) -> None:
        """Hands it over; what a failing child does not play is not played later."""
        self.child.offer(format_value(heard, Heard).encode("ascii"))

    def close(self) -> None:
        self.child.close()
