"""What the firmware says to a host and does for it; PROTOCOL.md has it on a page.

Every state is the whole state, so a lost line is made good by the next one.
"""

import flash
import settings
from console import Console
from hall import HallBoard
from lights import COUNT, Lights
from matrix import MatrixBoard
from protocol import LineReader, framed, unframed
from usb import Usb
from version import FIRMWARE, PROTOCOL

FAULT_BEATS = 4
"""Faults are sent again, and the lights fed again, with every fourth beat."""


class Conversation:
    def __init__(
        self, board: HallBoard | MatrixBoard, lights: Lights, serial: str, cause: str
    ) -> None:
        self._board, self._lights = board, lights
        self._identity = f"hello {PROTOCOL} {FIRMWARE} {board.kit} {serial}"
        self._cause = cause
        self._usb = Usb()
        self._reader = LineReader()
        self._console = Console(board, lights, self._usb, self._identity)
        self._heard_ms: int | None = None
        self._sent_ms = 0
        self._sent = b""
        self._number = 0
        self._beats = 0
        self._faults: tuple[str, ...] = ()
        self._errors = 0
        self._errors_ms = 0
        self._answers = {
            "hello": self._hello,
            "state": self._state,
            "ping": self._ping,
            "lights": self._show,
            "raw": self._raw,
            "calibrate": self._calibrate,
            "log": self._log,
            "stop": self._stop,
        }
        self.stopped = False
        """Somebody wants the prompt."""

    def turn(self, now_ms: int) -> None:
        """Takes in what arrived and sends what is due."""
        for _ in range(settings.BYTES_A_TURN):
            byte = self._usb.read()
            if byte is None:
                break
            if self._heard_ms is None:
                self._console.echo(byte)
            line = self._reader.take(byte)
            if line is not None:
                self._take(line, now_ms)
        if self._heard_ms is not None and now_ms - self._heard_ms >= settings.HOST_MS:
            self._heard_ms = None
            self._lights.dark()
        if self._heard_ms is not None:
            self._tell(now_ms)
        else:
            self._console.turn(now_ms)
        self._usb.flush()

    def _take(self, line: bytes, now_ms: int) -> None:
        if not line.startswith(b"$") and self._heard_ms is None:
            self.stopped = self._console.take(line, now_ms) or self.stopped
            return
        body = unframed(line)
        if body is None:
            self._complain("error line", now_ms)
            return
        if self._heard_ms is None:
            self._console.stop()
        self._heard_ms = now_ms
        word, _, rest = body.partition(" ")
        if word in self._answers:
            self._answers[word](rest, now_ms)
        else:
            self._complain(f"error word {word[:20]}", now_ms)

    def _hello(self, _version: str, now_ms: int) -> None:
        self._send(self._identity)
        self._tell_all(now_ms)

    def _state(self, _rest: str, now_ms: int) -> None:
        self._tell_all(now_ms)

    def _ping(self, rest: str, _now_ms: int) -> None:
        self._send(f"pong {rest[:20]}")

    def _raw(self, _rest: str, _now_ms: int) -> None:
        self._send("raw " + " ".join(map(str, self._board.values)))

    def _calibrate(self, _rest: str, now_ms: int) -> None:
        refused = self._board.calibrate(now_ms)
        self._send("calibrated " + " ".join(map(str, refused)))

    def _log(self, _rest: str, _now_ms: int) -> None:
        self._send(f"log {self._cause} {_plain(flash.load_crash())}")

    def _stop(self, _rest: str, _now_ms: int) -> None:
        self._send("stop")
        self.stopped = True

    def _show(self, rest: str, now_ms: int) -> None:
        number, _, digits = rest.partition(" ")
        try:
            colours = bytes.fromhex(digits)
        except ValueError:
            colours = b""
        if len(colours) != 3 * COUNT:
            self._complain("error lights", now_ms)
            return
        self._lights.show(colours)
        self._send(f"lights {number[:20]}")

    def _tell(self, now_ms: int) -> None:
        """The state where it changed or is due, as often as allowed."""
        since_ms = now_ms - self._sent_ms
        if self._board.faults != self._faults:
            self._tell_faults()
        if since_ms >= settings.BEAT_MS:
            self._beats = (self._beats + 1) % FAULT_BEATS
            if not self._beats:
                self._tell_faults()
                self._lights.again()
        elif self._board.states == self._sent or since_ms < settings.STATE_MS:
            return
        self._tell_state(now_ms)

    def _tell_all(self, now_ms: int) -> None:
        self._tell_state(now_ms)
        self._tell_faults()

    def _tell_state(self, now_ms: int) -> None:
        states = self._board.states
        if self._send(f"state {self._number} {states.decode()}"):
            self._number = (self._number + 1) % 10000
            self._sent, self._sent_ms = states, now_ms

    def _tell_faults(self) -> None:
        faults = self._board.faults
        text = " ".join(faults)
        if len(text) > 250:
            text = text[:250].rpartition(" ")[0]  # with so many, the first will do
        if self._send("faults " + text):
            self._faults = faults

    def _complain(self, text: str, now_ms: int) -> None:
        """Of a line that cannot be read, but not of each in a flood."""
        if now_ms - self._errors_ms >= 1000:
            self._errors_ms, self._errors = now_ms, 0
        if self._errors < settings.ERRORS_A_SECOND:
            self._errors += 1
            self._send(text)

    def _send(self, body: str) -> bool:
        return self._usb.write(framed(body))


def _plain(text: str) -> str:
    """On one line of a frame."""
    signs = [sign if " " <= sign <= "~" and sign not in "$*" else "|" for sign in text]
    return "".join(signs[-240:])
