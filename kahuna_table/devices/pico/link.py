"""The serial link to the Pico: opened, greeted, read and fed by a thread of its own, forever.

A port that hangs, a cable that is pulled, a host that may not open it: none of it makes the table
wait. What is known is one frozen value, replaced whole.
"""

import errno
import importlib
import logging
import os
import select
import termios
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from kahuna_table.devices.access import no_access
from kahuna_table.devices.faults import Value, fault
from kahuna_table.devices.pico import faults
from kahuna_table.devices.pico.conversation import Conversation, Heard
from kahuna_table.devices.pico.finding import device
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.troubles import Trouble

_log = logging.getLogger(__name__)

RETRY_S: Final = 0.5
"""Between two tries to open the port."""

LOST_S: Final = 3.0
"""A port that gives nothing to read for this time is opened again."""

ROUND_S: Final = 0.25
"""The longest wait for something to read: as often what is known is looked at."""

CLOSING_S: Final = 2.0
"""How long the thread may take to end; a daemon, it never holds the program up."""

CHUNK: Final = 4096


class PicoLink:
    """One Pico, shared by whoever uses it: it is closed with the last `leave`."""

    def __init__(
        self,
        named: str = "",
        *,
        find: Callable[[str], Path] = device,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`named` is a device, or empty for the only Pico there is."""
        self._named, self._find, self._clock_s = named, find, clock_s
        self._heard = Heard()
        self._refusal: DeviceError | None = None
        self._port: Any = None
        self._talk: Conversation | None = None
        self._open_s = self._attended_s = clock_s()
        self._unsent = b""
        self._frame: bytes | None = None
        self._new_frame = False
        self._requests: list[str] = []
        self._wake_in, self._wake_out = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._users = 0
        self._ending = False
        self._thread: threading.Thread | None = None

    @property
    def heard(self) -> Heard:
        """What is known now; without a Pico every line is not known."""
        return Heard() if self._stuck else self._heard

    @property
    def failure(self) -> DeviceError | None:
        """Why nothing is known at present; None too before that is clear."""
        if self._stuck:
            return _refused(Trouble.PICO_SILENT, device=self._named or "its port")
        hello = self._heard.hello
        if self._refusal is None and hello is not None and not hello.fits:
            return DeviceError(faults.misfit(hello))
        return self._refusal

    @property
    def _stuck(self) -> bool:
        """Whether the thread hangs in the kernel or has ended: what it heard is old then."""
        return self._thread is not None and self._clock_s() - self._attended_s > LOST_S

    @property
    def where(self) -> str:
        """The device, empty while none is open."""
        return str(self._port.port) if self._port is not None else ""

    def join(self) -> "PicoLink":
        """One more user; the thread starts with the first."""
        self._users += 1
        if self._thread is None:
            self._attended_s = self._clock_s()
            self._thread = threading.Thread(target=self._serve, name="pico", daemon=True)
            self._thread.start()
        return self

    def leave(self) -> None:
        """One user less; with the last the port is closed, which waits for no device."""
        self._users -= 1
        if self._users == 0 and self._thread is not None:
            self._ending = True
            self._wake()
            self._thread.join(CLOSING_S)

    def show(self, frame: bytes) -> None:
        """The lights from now on, three bytes each; kept for a Pico that is not there just now."""
        self._frame, self._new_frame = frame, True
        self._wake()

    def ask(self, request: str) -> None:
        """For tools: the answer comes in `heard.answers`."""
        self._requests.append(request)
        self._wake()

    def attend(self, longest_s: float) -> None:
        """One round: opens what is closed, reads, answers; waits for that time at most."""
        now_s = self._attended_s = self._clock_s()
        if self._port is None and not self._open(now_s):
            self._wait((), (), min(longest_s, max(0.0, self._open_s - now_s)))
            return
        port, talk = self._port, self._talk
        assert talk is not None, "a port is open for a conversation"
        try:
            self._say(talk, now_s)
            waiting = min(longest_s, talk.wakes_s(now_s))
            if port in self._wait((port,), (port,) if self._unsent else (), waiting):
                if not (data := os.read(port.fileno(), CHUNK)):
                    raise OSError(errno.EIO, "the device is gone")
                talk.take(data, self._clock_s())
            now_s = self._clock_s()
            self._say(talk, now_s)
        except OSError as error:
            self._shut(now_s, _refused(Trouble.NO_PICO, detail=f"{port.port}: {error.strerror}"))
            return
        self._heard = talk.heard(now_s)
        if talk.silent_s(now_s) > LOST_S:
            self._shut(now_s, _refused(Trouble.PICO_SILENT, device=port.port))
        elif self._heard.hello is not None:
            self._refusal = None

    def shut(self) -> None:
        """Closes the port, the lights dark, without waiting."""
        if self._talk is not None and self._frame is not None:
            self._talk.show(bytes(len(self._frame)), self._clock_s())
            with suppress(OSError):  # a Pico that is gone turns them dark by itself
                self._say(self._talk, self._clock_s())
        self._shut(self._clock_s(), None)

    def _serve(self) -> None:
        try:
            while not self._ending:
                self.attend(ROUND_S)
            self.shut()
        except Exception:  # noqa: BLE001 - the top of a thread: said, and nothing is known then
            _log.exception("pico: its thread ended by our own fault; no line is known from now on")

    def _open(self, now_s: float) -> bool:
        if now_s < self._open_s:
            return False
        self._open_s = now_s + RETRY_S
        try:
            self._port = _opened(self._find(self._named))
        except DeviceError as error:
            self._refusal = error
            return False
        self._talk, self._unsent = Conversation(now_s), b""
        self._new_frame = self._frame is not None
        return True

    def _say(self, talk: Conversation, now_s: float) -> None:
        """Sends what is due, as far as the other side takes it; a Pico that does not read gets no
        more until it does."""
        if self._new_frame and self._frame is not None:
            self._new_frame = False
            talk.show(self._frame, now_s)
        while self._requests:
            talk.ask(self._requests.pop(0))
        if not self._unsent:
            self._unsent = talk.due(now_s)
        if self._unsent:
            try:
                sent = os.write(self._port.fileno(), self._unsent)
            except BlockingIOError:
                return
            self._unsent = self._unsent[sent:]

    def _wait(self, read: tuple[Any, ...], write: tuple[Any, ...], longest_s: float) -> list[Any]:
        """Those that can be read now."""
        ready, _, _ = select.select([*read, self._wake_in], write, [], longest_s)
        if self._wake_in in ready:
            os.read(self._wake_in, CHUNK)
        return ready

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # it is awake then
            os.write(self._wake_out, b"!")

    def _shut(self, now_s: float, why: DeviceError | None) -> None:
        port, self._port, self._talk = self._port, None, None
        self._heard, self._refusal, self._open_s = Heard(), why, now_s + RETRY_S
        if port is not None:
            if why is not None:
                with suppress(OSError, termios.error):  # the device may be gone
                    port.reset_output_buffer()  # else closing waits for it to be sent
            port.close()


def _opened(path: Path) -> Any:
    """The port, raw and for this process alone. Raises: DeviceError."""
    try:
        serial: Any = importlib.import_module("serial")
    except ImportError as error:
        raise _refused(Trouble.PACKAGE_MISSING, package="serial") from error
    try:
        return serial.Serial(str(path), timeout=0, write_timeout=0, exclusive=True)
    except OSError as error:  # SerialException is one
        if error.errno in (errno.EACCES, errno.EPERM):
            raise DeviceError(no_access(str(path), "dialout")) from error
        if error.errno == errno.EWOULDBLOCK:
            why = "another program uses it"
        else:
            why = os.strerror(error.errno) if error.errno else str(error)
        raise _refused(Trouble.NO_PICO, detail=f"{path}: {why}") from error


def _refused(trouble: Trouble, **values: Value) -> DeviceError:
    return DeviceError(fault(trouble, **values))
