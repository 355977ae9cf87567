"""What the table says to a Pico and learns from it: bytes in, bytes out, time handed in. Pure.

Every state is the whole state, so a line that was lost or damaged costs a moment and nothing else.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from kahuna_table.devices.pico.wire import LineReader, framed, unframed
from kahuna_table.engine.board import LINES

PROTOCOL: Final = 1
"""The version of firmware/PROTOCOL.md that this program speaks."""

HELLO_S: Final = 0.5
"""How often a Pico that does not answer is greeted."""
PING_S: Final = 1.0
"""The firmware takes the host for gone after five seconds."""
SILENT_S: Final = 1.0
"""Four beats of the firmware: after this time nobody knows what lies on the board."""
RESEND_S: Final = 0.3
"""How long a frame of lights may stay unanswered."""
ASK_S: Final = 0.05
"""Between two requests for a state that was lost."""

_STATES: Final = re.compile(rf"[.+\-c?]{{{len(LINES)}}}")
_FAULT: Final = re.compile(r"[a-z]+(:\d{1,2})*")


@dataclass(frozen=True, slots=True)
class Hello:
    """What a Pico says of itself."""

    protocol: int
    firmware: int
    kit: str
    serial: str

    @property
    def fits(self) -> bool:
        return self.protocol == PROTOCOL


@dataclass(frozen=True, slots=True)
class Heard:
    """What is known of the board. `states` has a sign for each line: `.` nothing, `+` a bridge that
    raises its sensor's output, `-` one that lowers it, `c` a bridge, `?` not known.
    """

    hello: Hello | None = None
    states: str = "?" * len(LINES)
    faults: tuple[str, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)
    """The newest answer to each request of a tool, without its first word."""


class Conversation:
    """One from the opening of the port to its end."""

    def __init__(self, now_s: float) -> None:
        self.hello: Hello | None = None
        self._states = "?" * len(LINES)
        self._faults: tuple[str, ...] = ()
        self._answers: dict[str, str] = {}
        self._reader = LineReader()
        self._heard_s = now_s
        self._hello_s = self._ping_s = self._ask_s = now_s
        self._next: int | None = None
        self._frame: bytes | None = None
        self._frame_number = 0
        self._shown = True
        self._frame_s = now_s
        self._asked: list[str] = []
        self.damaged = 0
        """Lines that could not be read."""

    def heard(self, now_s: float) -> Heard:
        """What is known now."""
        fits = self.hello is not None and self.hello.fits
        if not fits or self.silent_s(now_s) > SILENT_S:
            return Heard(self.hello, answers=dict(self._answers))
        return Heard(self.hello, self._states, self._faults, dict(self._answers))

    def silent_s(self, now_s: float) -> float:
        """Since when nothing was heard that could be read."""
        return now_s - self._heard_s

    def show(self, frame: bytes, now_s: float) -> None:
        """The lights from now on: three bytes each."""
        self._frame, self._shown, self._frame_s = frame, False, now_s
        self._frame_number = (self._frame_number + 1) % 10_000

    def ask(self, request: str) -> None:
        """A request of a tool; what comes back is in `Heard.answers`."""
        self._answers.pop(_ANSWERS.get(request, request), None)
        self._asked.append(request)

    def take(self, data: bytes, now_s: float) -> None:
        """Whatever has arrived, in whatever pieces."""
        for line in self._reader.take(data):
            body = unframed(line)
            if body is None:
                self.damaged += 1
                self._ask_again(now_s)
            else:
                self._hear(body, now_s)

    def due(self, now_s: float) -> bytes:
        """What is to be sent now."""
        lines = []
        if (self.hello is None or self.silent_s(now_s) > SILENT_S) and now_s >= self._hello_s:
            self._hello_s = now_s + HELLO_S
            lines.append(f"hello {PROTOCOL}")
        if self.hello is not None and now_s >= self._ping_s:
            self._ping_s = now_s + PING_S
            lines.append(f"ping {int(now_s) % 10_000}")
        if self.hello is not None:
            lines += self._asked
            self._asked = []
        if self._frame is not None and self._frame_waits and now_s >= self._frame_s:
            self._frame_s = now_s + RESEND_S
            lines.append(f"lights {self._frame_number} {self._frame.hex()}")
        return b"".join(map(framed, lines))

    def wakes_s(self, now_s: float) -> float:
        """When something is to be sent next, at the latest."""
        times = [self._ping_s if self.hello is not None else self._hello_s]
        if self._frame_waits:
            times.append(self._frame_s)
        return max(0.0, min(times) - now_s)

    @property
    def _frame_waits(self) -> bool:
        """Whether there is one to send, again until the Pico has said that it shows it."""
        fits = self.hello is not None and self.hello.fits
        return fits and self._frame is not None and not self._shown

    def _hear(self, body: str, now_s: float) -> None:
        word, _, rest = body.partition(" ")
        if self._understood(word, rest, now_s):
            self._heard_s = now_s

    def _understood(self, word: str, rest: str, now_s: float) -> bool:
        """Whether a firmware said this: the prompt of MicroPython echoes what is sent to it."""
        if word == "hello":
            return self._greet(rest)
        if self.hello is None:
            return False
        match word:
            case "state":
                return self._see(rest, now_s)
            case "faults":
                words = tuple(rest.split())
                if not all(map(_FAULT.fullmatch, words)):
                    return False
                self._faults = words
            case "lights":
                self._shown = self._shown or rest == str(self._frame_number)
            case "error":
                self._ask_again(now_s)
            case "raw" | "calibrated" | "log" | "stop":
                self._answers[word] = rest
        return True

    def _greet(self, rest: str) -> bool:
        words = rest.split()
        if len(words) < 2 or not all(re.fullmatch(r"\d{1,6}", word) for word in words[:2]):
            return False
        words += ["", ""]
        self.hello = Hello(int(words[0]), int(words[1]), words[2], words[3])
        self._next, self._shown = None, False
        return True

    def _see(self, rest: str, now_s: float) -> bool:
        number, _, states = rest.partition(" ")
        if not re.fullmatch(r"\d{1,4}", number) or not _STATES.fullmatch(states):
            return False
        if self._next is not None and int(number) != self._next:
            self._ask_again(now_s)
        self._next = (int(number) + 1) % 10_000
        self._states = states
        return True

    def _ask_again(self, now_s: float) -> None:
        """Something was lost either way."""
        self._shown = False
        if now_s >= self._ask_s:
            self._ask_s = now_s + ASK_S
            self._asked.append("state")


_ANSWERS: Final = {"calibrate": "calibrated"}
"""What a request is answered with, where that is another word."""
