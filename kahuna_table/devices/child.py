"""A driver in a process of its own: it may crash or hang, and costs its device, not the game.

`Child` is the daemon's end, `lifeline.Lifeline` the other one. The child is started by
`python -m MODULE`, never forked, so that it inherits no pins and no locks. Its stdin is a pipe that
only the daemon holds: when the daemon dies, even by SIGKILL, the child reads the end of it.
"""

import contextlib
import logging
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Final, NamedTuple

from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.lifeline import HANG_MARK, Kind, Unframer, WireError, framed, parse_fault
from kahuna_table.devices.troubles import Trouble
from kahuna_table.table.codec import CodecError
from kahuna_table.table.inputs import Code

NOTES: Final = f"{__name__}.notes"
"""The logger of what a child that works has to say, for instance that no screen is plugged in."""

_log = logging.getLogger(__name__)
_notes = logging.getLogger(NOTES)

_NOT_OURS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGABRT)
"""What systemd and terminals send to every process of a service, a stop or a hang of the daemon."""

_KEPT_LINES: Final = 64
_KEPT_MESSAGES: Final = 256
_LINE: Final = 400
_CHUNK: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a child may take for what, and how soon it is started again."""

    start_s: float = 30.0
    """From its start to its first sign of life; a Zero needs some seconds to import."""
    silent_s: float = 10.0
    """Between two signs of life; longer than the `hang_s` after which a child ends itself."""
    close_s: float = 2.0
    first_pause_s: float = 0.5
    """The pause doubles with every failure up to the longest."""
    longest_pause_s: float = 30.0
    settled_s: float = 60.0
    """After working for this time the next failure is a new one, and is told."""


USUAL: Final = Limits()


class Troubles(NamedTuple):
    """What the process itself may suffer from, not its device."""

    hang: Trouble
    unstarted: Trouble
    noise: Trouble
    ended: Trouble


class Child:
    """A supervised process. No method waits for it but `close`."""

    def __init__(
        self,
        module: str,
        arguments: Sequence[str] | Callable[[int], Sequence[str]] = (),
        *,
        name: str,
        troubles: Troubles,
        limits: Limits = USUAL,
    ) -> None:
        """Starts `python -m module arguments...`; `name` is what the log calls the device.

        The arguments may depend on how often the child has failed in a row.
        """
        self.name, self._troubles = name, troubles
        self._module, self._arguments = module, arguments
        self._limits = limits
        self._lock = threading.Lock()
        self._failure: Fault | None = None
        self._how = ""
        self._received: deque[bytes] = deque(maxlen=_KEPT_MESSAGES)
        self._latest: bytes | None = None
        self._fresh = False
        self._said: dict[str | Fault, int] = {}
        """What the log was told, and the last life of the process in which that was so."""
        self._life = 0
        self._told_failing = False
        self._noted: dict[Code, Fault] = {}
        self._pid: int | None = None
        self._failures = 0
        self._closing, self._in_order = False, True
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._thread = threading.Thread(target=self._run, name=f"child {name}", daemon=True)
        self._thread.start()

    @property
    def failure(self) -> Fault | None:
        """Why the device does not work; None while it does, and before it could say so."""
        return self._failure

    @property
    def how(self) -> str:
        """What the child said when it was ready, for the status line; empty before."""
        return self._how

    @property
    def notes(self) -> tuple[Fault, ...]:
        """What the child suffers from though it works, in the order of the codes."""
        noted = self._noted
        return tuple(noted[code] for code in sorted(noted))

    @property
    def pid(self) -> int | None:
        """The process that runs just now."""
        return self._pid

    def offer(self, message: bytes) -> None:
        """Hands a message over. The newest wins over those not yet written; a child that is
        started again gets the last one again."""
        with self._lock:
            self._latest, self._fresh = message, True
        self._wake()

    def received(self) -> list[bytes]:
        """What the child has sent since the last call."""
        messages = []
        with contextlib.suppress(IndexError):
            while True:
                messages.append(self._received.popleft())
        return messages

    def close(self) -> bool:
        """Closes the pipe and waits for the end; a child that does not end is killed.

        False where it may have left its device as it was: it was killed, or it had crashed.
        """
        if self._closing:
            return self._in_order
        self._closing = True
        failure = self._failure
        self._in_order = failure is None or failure.trouble not in self._troubles
        self._wake()
        self._thread.join(self._limits.close_s + 1.0)
        if not self._thread.is_alive():
            os.close(self._wake_read)
            os.close(self._wake_write)
        return self._in_order

    # What the thread does.

    def _run(self) -> None:
        # inherited by the process: what is meant for the daemon does not end it, not even before
        # its first line runs; it ends with its pipe, the lights dark
        signal.pthread_sigmask(signal.SIG_BLOCK, _NOT_OURS)
        while not self._closing:
            began_s = time.monotonic()
            try:
                process = self._spawn()
            except OSError as error:
                self._fail(fault(self._troubles.unstarted, error=str(error)))
            else:
                self._pid = process.pid
                self._life += 1
                cause = _Service(self, process).run()
                self._pid = None
                if not self._closing:
                    self._fail(cause)
            if time.monotonic() - began_s >= self._limits.settled_s:
                self._failures = 1
            self._pause()

    def _spawn(self) -> "_Piped":
        given = self._arguments
        arguments = given(self._failures) if callable(given) else given
        return _Piped(
            [*interpreter(), "-X", "faulthandler", "-m", self._module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            bufsize=0,
        )

    def _pause(self) -> None:
        longest = self._limits.longest_pause_s
        pause_s = min(longest, self._limits.first_pause_s * 2 ** min(self._failures - 1, 16))
        until_s = time.monotonic() + pause_s
        while not self._closing and (left_s := until_s - time.monotonic()) > 0:
            select.select([self._wake_read], [], [], left_s)
            self._woken()

    def _fail(self, cause: Fault) -> None:
        self._failures += 1
        self._failure, self._how, self._noted = cause, "", {}
        self._told_failing |= self._say(logging.WARNING, cause)

    def _heal(self, how: str) -> None:
        self._how, self._failure = how, None
        if self._told_failing:
            self._told_failing = False
            _log.info("%s: works again", self.name)

    def _say(self, level: int, what: str | Fault, log: logging.Logger = _log) -> bool:
        """Each thing once, until the child has lived for a while without a cause to say it; whether
        the log has it again.
        """
        known = self._said.pop(what, None) is not None
        self._said[what] = self._life
        if len(self._said) > _KEPT_LINES:
            del self._said[next(iter(self._said))]
        if not known:
            log.log(level, "%s: %s", self.name, what)
        return not known

    def _forget(self) -> None:
        """What earlier processes said is said again when it comes back."""
        self._said = {what: life for what, life in self._said.items() if life == self._life}

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):  # full: it is awake already
            os.write(self._wake_write, b"w")

    def _woken(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while os.read(self._wake_read, 4096):
                pass


class _Piped(subprocess.Popen[bytes]):
    """A process that was started with a pipe for each of its streams."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]


class _Service:
    """One life of the process, from its start to its end."""

    def __init__(self, child: Child, process: _Piped) -> None:
        self._child, self._process = child, process
        self._in, self._out = process.stdin.fileno(), process.stdout.fileno()
        self._err = process.stderr.fileno()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._unframer = Unframer()
        self._writing = b""
        self._line = b""
        self._refusal: Fault | None = None
        self._last_line = ""
        self._hung = False
        self._began_s = time.monotonic()
        self._beat_s: float | None = None
        self._settled = False
        with child._lock:
            child._fresh = child._latest is not None

    def run(self) -> Fault:
        """Serves until the process ends or is given up; why it ended."""
        cause = None
        while cause is None and not self._child._closing and self._out in self._step():
            cause = self._overdue()
        return self._finish(cause)

    def _step(self) -> list[int]:
        """Waits for the next thing and does it; the pipes still open."""
        child = self._child
        self._take_offered()
        writers = [self._in] if self._writing else []
        readers = [pipe for pipe in (self._out, self._err) if pipe >= 0]
        readable, writable, _ = select.select([*readers, child._wake_read], writers, [], 0.5)
        if child._wake_read in readable:
            child._woken()
        if writable:
            self._write()
        if self._err in readable:
            self._read_lines()
        if self._out in readable and not self._read_messages():
            return []
        return [self._out]

    def _take_offered(self) -> None:
        with self._child._lock:
            if not self._writing and self._child._fresh and self._child._latest is not None:
                self._writing = framed(Kind.MESSAGE, self._child._latest)
                self._child._fresh = False

    def _write(self) -> None:
        try:
            self._writing = self._writing[os.write(self._in, self._writing) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._writing = b""  # it is ending; its other pipe says so next

    def _read_lines(self) -> None:
        data = _read(self._err)
        if not data:
            self._err = -1
            return
        *lines, rest = (self._line + data).split(b"\n")
        self._line = rest[-_LINE:]
        for line in lines:
            text = line.decode(errors="replace").strip()[:_LINE]
            if text:
                self._last_line = text
                self._hung = self._hung or text.startswith(HANG_MARK)
                self._child._say(logging.INFO, text)

    def _read_messages(self) -> bool:
        data = _read(self._out)
        if not data:
            return False
        self._beat_s = time.monotonic()
        try:
            for kind, payload in self._unframer.feed(data):
                self._take(kind, payload)
        except (WireError, CodecError) as error:
            self._refusal = fault(self._child._troubles.noise, error=str(error))
            return False
        return True

    def _take(self, kind: Kind, payload: bytes) -> None:
        child = self._child
        if kind is Kind.READY:
            child._heal(payload.decode(errors="replace"))
        elif kind is Kind.NOTE:
            note = parse_fault(payload)
            if note.code is not None:
                child._noted = {**child._noted, note.code: note}
            child._say(logging.WARNING, note, _notes)
        elif kind is Kind.WELL:
            over = parse_fault(payload).code
            child._noted = {code: note for code, note in child._noted.items() if code != over}
        elif kind is Kind.REFUSED:
            self._refusal = parse_fault(payload)
        elif kind is Kind.MESSAGE:
            child._received.append(payload)

    def _overdue(self) -> Fault | None:
        limits, now_s = self._child._limits, time.monotonic()
        if not self._settled and now_s - self._began_s >= limits.settled_s:
            self._settled = True
            self._child._forget()
        if self._beat_s is None:
            late = now_s - self._began_s >= limits.start_s
        else:
            late = now_s - self._beat_s >= limits.silent_s
        if not late:
            return None
        return fault(self._child._troubles.hang)

    def _finish(self, cause: Fault | None) -> Fault:
        """Lets the process end, within its time; what it left on stderr is still read."""
        process = self._process
        process.stdin.close()
        if cause is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(self._child._limits.close_s)
        if process.poll() is None:
            process.kill()
            self._child._in_order = False
        status = process.wait()
        if self._err >= 0:
            self._read_lines()
        for pipe in (process.stdout, process.stderr):
            pipe.close()
        if self._hung:
            cause = fault(self._child._troubles.hang)
        how = _ending(status, self._last_line)
        return cause or self._refusal or fault(self._child._troubles.ended, how=how)


def interpreter() -> list[str]:
    """The same Python; it looks for modules nowhere else than in `environment`."""
    return [sys.executable, "-P"]


def environment() -> dict[str, str]:
    """For `interpreter`: the path as it is here, wherever the working directory is or will be."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}


def _read(pipe: int) -> bytes:
    try:
        return os.read(pipe, _CHUNK)
    except BlockingIOError:
        return b""


def _ending(status: int, last_line: str) -> str:
    if status < 0:
        how = f"signal {-status}"
        with contextlib.suppress(ValueError):
            how = signal.Signals(-status).name
    else:
        how = f"status {status}" + (f", it said {last_line!r}" if last_line else "")
    return how
