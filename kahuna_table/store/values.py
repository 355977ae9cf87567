"""What the journal takes and gives, and the errors it raises. No file is touched here."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from kahuna_table.errors import KahunaError

BEGIN: Final = "begin"
END: Final = "end"
NO_GAME: Final = "no-game"
RESERVED: Final = (BEGIN, END, NO_GAME)
"""Kinds of the journal's own entries."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened in a game: `data` is one line of text, for instance JSON."""

    kind: str
    data: str

    def __post_init__(self) -> None:
        check_line("kind of an entry", self.kind)
        if self.kind in RESERVED:
            raise ValueError(f"kind of an entry: expected none of the journal's, got {self.kind!r}")
        check_line("data of an entry", self.data)


@dataclass(frozen=True, slots=True)
class CurrentGame:
    """The newest game, with its entries in the order in which they were appended."""

    number: int
    started_on: str
    entries: tuple[Entry, ...]


class Ending(Enum):
    """How a game came to its end in the journal."""

    FINISHED = "finished"
    ABANDONED = "abandoned"
    LESSON = "lesson"  # no game, and without a record


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that is over, with its record."""

    number: int
    started_on: str
    ending: Ending
    result: str
    record: str


@dataclass(frozen=True, slots=True)
class Contents:
    """All that a journal holds, games in the order of their numbers."""

    ended: tuple[EndedGame, ...]
    current: CurrentGame | None
    """The game in progress."""

    @property
    def games(self) -> tuple[EndedGame, ...]:
        """Those that are over, without the lessons."""
        return tuple(each for each in self.ended if each.ending is not Ending.LESSON)


NOTHING = Contents((), None)


class Trouble(Enum):
    """Why a file was set aside."""

    DAMAGED = "damaged"
    FOREIGN = "foreign"
    NEWER = "newer"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Lost:
    """What was durable and is gone."""

    games: int
    """Games that were over, or the one in progress where nothing of it is left."""
    entries: int
    """The newest of the game in progress."""


@dataclass(frozen=True, slots=True)
class Notice:
    """The journal was not as it should be. `path` is where it lies now, None when it was removed.

    `why` says what was found, what is kept and what is lost; `lost` is None where nobody knows.
    """

    trouble: Trouble
    path: Path | None
    why: str
    lost: Lost | None


class StoreError(KahunaError):
    """The journal cannot be kept: no room, no right, a card that fails. The text says what to do.

    Nothing has changed, and the same call may succeed later.
    """


class StateDirectoryBusy(StoreError):  # noqa: N818 - a state of things rather than a failure
    """Another process keeps its journal in this directory; `pid` is None where it is unknown."""

    def __init__(self, directory: Path, pid: int | None) -> None:
        holder = "another process" if pid is None else f"process {pid}"
        super().__init__(
            f"expected the state directory {directory} for this table alone, found it in use by "
            f"{holder}: stop that one first, or choose another directory"
        )
        self.directory = directory
        self.pid = pid


class NoAccessError(StoreError):
    """The journal is there, and this user cannot read it."""


class NoDirectoryError(StoreError):
    """Something else has the name of the state directory, or of one that it lies in."""

    def __init__(self, path: Path, found: str) -> None:
        super().__init__(
            f"expected a directory to keep games in, found {found}: {path}; name another one, "
            "which need not be there yet"
        )
        self.path = path


class OutOfOrderError(KahunaError):
    """A call that does not fit what the journal holds, such as a move without a game."""


def check_line(what: str, text: str) -> None:
    """Raises: `ValueError` for text that is not one line of Unicode."""
    if len(text.splitlines()) > 1 or text.endswith(("\n", "\r")) or "\0" in text:
        raise ValueError(f"{what}: expected one line, got {text!r}")
    check_text(what, text)


def check_text(what: str, text: str) -> None:
    """Raises: `ValueError` for text that a file cannot hold."""
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise ValueError(f"{what}: expected Unicode text, got {text!r}")
