"""The last warnings, kept in the state directory: Raspberry Pi OS forgets its own log at power-off.

A card that stalls costs no sample: a thread writes.
"""

import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from kahuna_table.files import PUBLIC, FileError, is_planted, read_text, write_whole

NAME: Final = "warnings.log"
KEPT: Final = 200
"""The file holds up to twice as many lines before the older half goes."""

MAX_LINE: Final = 400
_MAX_BYTES: Final = 2 * KEPT * (MAX_LINE * 4 + 40)


class KeptWarnings(logging.Handler):
    """A handler of the log. Give it the filter that bounds the log."""

    def __init__(self, directory: Path, now: Callable[[], datetime]) -> None:
        """`now` is the wall clock."""
        super().__init__(logging.WARNING)
        self._file, self._now = directory / NAME, now
        self.lines: deque[str] = deque(kept(directory), maxlen=KEPT)
        """The oldest first, those of earlier starts too."""
        self.count = 0
        """Since the start."""
        # a full one may hold more than was read
        self._in_file = len(self.lines) if len(self.lines) < KEPT else 2 * KEPT
        self._queue: SimpleQueue[str | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="warnings", daemon=True)
        self._writer.start()

    def emit(self, record: logging.LogRecord) -> None:
        text = " ".join(record.getMessage().split())[:MAX_LINE]
        line = f"{self._now():%FT%T%z} {text}"
        self.count += 1
        self.lines.append(line)
        self._queue.put(line)

    def close(self) -> None:
        """Waits for what is not written yet, a moment at most."""
        self._queue.put(None)
        self._writer.join(1.0)
        super().close()

    def _write_all(self) -> None:
        ended = False
        while not ended:
            lines = [self._queue.get()]
            while not self._queue.empty():  # one sync for what came together
                lines.append(self._queue.get())
            ended = None in lines
            with suppress(OSError):  # the game is not saved either then, which is told
                self._write([line for line in lines if line is not None])

    def _write(self, lines: list[str]) -> None:
        if is_planted(self._file) or not lines:
            return
        self._in_file += len(lines)
        if self._in_file >= 2 * KEPT:
            write_whole(self._file, _text(tuple(self.lines)))
            self._in_file = len(self.lines)
            return
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        file = os.open(self._file, flags, PUBLIC)
        try:
            os.write(file, _text(lines).encode())
            os.fsync(file)
        finally:
            os.close(file)


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def kept(directory: Path) -> list[str]:
    """The last warnings of a state directory, the oldest first; none where they cannot be read."""
    try:
        text = read_text(directory / NAME, "warnings", _MAX_BYTES)
    except FileError:
        return []
    return text.splitlines()[-KEPT:]
