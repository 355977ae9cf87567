"""Holding the state directory, so that two tables never write into one journal."""

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from io import FileIO
from pathlib import Path
from typing import Final

from kahuna_table.store.values import StateDirectoryBusy

LOCK_NAME: Final = "journal.lock"
_MOST_BYTES: Final = 100
_LOOK: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_OPEN: Final = os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""Neither follows a link of the directory's owner, who may not be this user, nor waits at a pipe.
"""


class Hold:
    """The right to write in a directory. The kernel takes it back when the process dies.

    A child that was forked without `exec` would hold on to it: start children with `spawn`.
    """

    def __init__(self, directory: Path, now: Callable[[], datetime]) -> None:
        """Raises: `StateDirectoryBusy`; `OSError` where no file can be made."""
        descriptor = os.open(directory / LOCK_NAME, _OPEN | os.O_CREAT, 0o644)
        self._file = FileIO(descriptor, "r+")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = self._file.read(_MOST_BYTES)
            self._file.close()
            raise StateDirectoryBusy(directory, *_parse_holder(holder)) from error
        # on a full disk the lock holds too, only nameless
        with suppress(OSError):
            self._file.truncate(0)
            self._file.write(_format_holder(now()))

    def release(self) -> None:
        """Lets go; doing it again does nothing."""
        self._file.close()


def busy(directory: Path) -> StateDirectoryBusy | None:
    """Who holds the directory, if anybody does. Nothing is written there.

    Raises: `OSError` for who may not look.
    """
    try:
        with FileIO(os.open(directory / LOCK_NAME, _LOOK)) as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return StateDirectoryBusy(directory, *_parse_holder(file.read(_MOST_BYTES)))
    except FileNotFoundError:
        pass
    return None


def _format_holder(since: datetime) -> bytes:
    return f"{os.getpid()} {since:%Y-%m-%dT%H:%M:%S}\n".encode()


def _parse_holder(content: bytes) -> tuple[int | None, str | None]:
    """Process and time; none while the holder is still writing them."""
    words = content.decode("ascii", "replace").split()
    if not content.endswith(b"\n") or len(words) != 2 or not words[0].isdigit():
        return None, None
    return int(words[0]), words[1]
