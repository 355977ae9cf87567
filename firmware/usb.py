"""The serial line over USB: single bytes in, whole lines out, never waiting for either.

Byte by byte through `buffer`: a longer read waits until it is full, and the text stream waits for
the rest of a character.
"""

import select
import sys

from clock import pause_ms

MOST = 1024
"""Bytes that may wait for a host that does not read; what does not fit is dropped, oldest kept."""

PIECE = 32
"""Written at once: a small piece fits where the chip says that there is room."""


class Usb:
    def __init__(self) -> None:
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._waiting = bytearray()

    def read(self) -> int | None:
        """The next byte, None where there is none now."""
        for _, events in self._readable.poll(0):
            if events & select.POLLIN:
                data = self._in.read(1)
                if data:
                    return data[0]
        return None

    def has_room(self, count: int) -> bool:
        return len(self._waiting) + count <= MOST

    def write(self, line: bytes) -> bool:
        """Takes a whole line or nothing of it; False where there is no room."""
        if not self.has_room(len(line)):
            return False
        self._waiting += line
        self.flush()
        return True

    def write_now(self, text: bytes) -> None:
        """For a terminal: waits a moment for room rather than drop a line of a long answer."""
        for _ in range(100):
            if self.has_room(len(text)):
                break
            self.flush()
            pause_ms(1)
        self.write(text)

    def flush(self) -> None:
        """Sends what the other side takes now."""
        while self._waiting and self._can_write():
            self._out.write(self._waiting[:PIECE])
            self._waiting = self._waiting[PIECE:]

    def _can_write(self) -> bool:
        return any(events & select.POLLOUT for _, events in self._writable.poll(0))
