"""The child's end of its two pipes to the daemon: messages in, signs of life out.

What a driver's process needs and nothing else, so that it starts quickly; `child` is the daemon's
end. When the daemon dies, in whatever way, the kernel closes the pipe and `wait` says so.
"""

import faulthandler
import os
import select
import struct
import sys
import time
from enum import Enum
from typing import Final

from kahuna_table.devices.faults import Fault
from kahuna_table.errors import KahunaError
from kahuna_table.table.codec import format_value, parse_value

BEAT_S: Final = 0.5
"""The longest silence of a child that is well."""

MAX_BYTES: Final = 1 << 20
"""The longest message; a longer one is noise that was taken for a length."""

HANG_MARK: Final = "Timeout ("
"""How the traceback begins that `faulthandler` writes for a child that hangs."""

_HEAD: Final = struct.Struct("<cI")
_CHUNK: Final = 1 << 16


class DaemonGoneError(KahunaError):
    """Nobody holds the other end any more: put everything out and end."""


class WireError(KahunaError):
    """What came over a pipe is no message."""


class Kind(Enum):
    """What a message is; the daemon sends `MESSAGE` only."""

    BEAT = b"b"
    READY = b"r"
    NOTE = b"n"
    WELL = b"w"
    REFUSED = b"f"
    MESSAGE = b"m"


def framed(kind: Kind, payload: bytes = b"") -> bytes:
    """A message as it travels."""
    assert len(payload) <= MAX_BYTES, f"expected at most {MAX_BYTES} bytes, got {len(payload)}"
    return _HEAD.pack(kind.value, len(payload)) + payload


class Unframer:
    """Bytes in, whole messages out, however the pipe cut them."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[tuple[Kind, bytes]]:
        """The messages that end in `data`. Raises: WireError."""
        self._rest += data
        messages = []
        while len(self._rest) >= _HEAD.size:
            letter, length = _HEAD.unpack_from(self._rest)
            if length > MAX_BYTES or letter not in _KINDS:
                raise WireError(f"expected a message, got {bytes(self._rest[:16])!r}")
            end = _HEAD.size + length
            if len(self._rest) < end:
                break
            messages.append((_KINDS[letter], bytes(self._rest[_HEAD.size : end])))
            del self._rest[:end]
        return messages


_KINDS: Final = {kind.value: kind for kind in Kind}


def format_fault(fault: Fault) -> bytes:
    """A fault as it travels."""
    return format_value(fault, Fault).encode("ascii")


def parse_fault(payload: bytes) -> Fault:
    """What `format_fault` was given. Raises: `CodecError`."""
    fault: Fault = parse_value(payload, Fault)
    return fault


class Lifeline:
    """The connection of a child to the daemon."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._incoming, self._outgoing = incoming, outgoing
        self._unframer = Unframer()
        self._beat_s = 0.0
        self._hang_s = 0.0

    @classmethod
    def take(cls, *, hang_s: float = 5.0) -> "Lifeline":
        """The connection over stdin and stdout, which nobody else can reach afterwards: what is
        printed goes to stderr, and so into the daemon's log.

        A caller that is not back in `wait` within `hang_s` is ended, with a traceback on stderr,
        even if it hangs in C.
        """
        incoming, outgoing = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        line = cls(incoming, outgoing)
        line._hang_s = hang_s
        line._watch()
        return line

    def wait(self, timeout_s: float) -> bytes | None:
        """The newest message that has come, at the latest after `timeout_s`; None without one.

        Raises:
            DaemonGoneError: the daemon has closed its end, or died.
        """
        until_s = time.monotonic() + timeout_s
        while True:
            now_s = time.monotonic()
            self._beat(now_s)
            left_s = max(0.0, min(until_s - now_s, BEAT_S))
            newest = self._newest(left_s)
            if newest is not None or time.monotonic() >= until_s:
                return newest

    def ready(self, how: str) -> None:
        """The device works from now on; `how` is for the status line."""
        self._send(framed(Kind.READY, how.encode()))

    def note(self, fault: Fault) -> None:
        """Something the log should say though work goes on."""
        self._send(framed(Kind.NOTE, format_fault(fault)))

    def well(self, fault: Fault) -> None:
        """What was noted earlier is over."""
        self._send(framed(Kind.WELL, format_fault(fault)))

    def refuse(self, fault: Fault) -> None:
        """Why this child ends now; it will be started again later."""
        self._send(framed(Kind.REFUSED, format_fault(fault)))

    def send(self, message: bytes) -> None:
        """A message for the daemon, a touch for example."""
        self._send(framed(Kind.MESSAGE, message))

    def _newest(self, timeout_s: float) -> bytes | None:
        newest = None
        while select.select([self._incoming], [], [], timeout_s)[0]:
            data = os.read(self._incoming, _CHUNK)
            if not data:
                raise DaemonGoneError("the pipe of the daemon is closed")
            for _, payload in self._unframer.feed(data):
                newest = payload
            timeout_s = 0.0
        return newest

    def _beat(self, now_s: float) -> None:
        if now_s - self._beat_s >= BEAT_S / 2:
            self._beat_s = now_s
            self._watch()
            self._send(framed(Kind.BEAT))

    def _watch(self) -> None:
        if self._hang_s:
            faulthandler.dump_traceback_later(self._hang_s, exit=True, file=sys.stderr)

    def _send(self, data: bytes) -> None:
        try:
            while data:
                data = data[os.write(self._outgoing, data) :]
        except BrokenPipeError as error:
            raise DaemonGoneError("the pipe to the daemon is closed") from error
