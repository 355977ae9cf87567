"""A line of `doctor`."""

from dataclasses import dataclass
from enum import IntEnum

from kahuna_table.table.inputs import Code


class Level(IntEnum):
    """How bad a finding is; the worst is the exit status."""

    OK = 0
    WARNING = 1
    FAULT = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """A line of `doctor`. `repair` is a command or a movement of a hand, empty when all is well, or
    where `text` says it."""

    check: str
    level: Level
    text: str
    repair: str = ""
    code: Code | None = None
