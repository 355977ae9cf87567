"""The self-test for people with a serial terminal, while no host talks: `help` says the rest."""

import pins
from hall import HallBoard
from lights import COUNT, Lights
from matrix import MatrixBoard
from usb import Usb

STEP_MS = 150
BRIGHT = 40
"""Of 255: all 39 in white would draw 0.4 A, one at a time no more than 10 mA."""

HELP = (
    "help       this text",
    "read       every line: what lies there, millivolts, and how far from the empty slot",
    "watch      a line of text whenever something changes; any key ends it",
    "lights     each light in turn, red, green, blue; any key ends it",
    "calibrate  learn the empty slots: take every bridge off the board first",
    "faults     what is broken",
    "version    firmware, kit and serial number",
    "stop       leave the firmware for the prompt of MicroPython",
)


class Console:
    def __init__(
        self, board: HallBoard | MatrixBoard, lights: Lights, usb: Usb, identity: str
    ) -> None:
        self._board, self._lights, self._usb = board, lights, usb
        self._identity = identity
        self._watching = False
        self._seen = b""
        self._step: int | None = None
        self._step_ms = 0
        self._commands = {
            "help": self._help,
            "read": self._read,
            "watch": self._watch,
            "lights": self._begin_lights,
            "calibrate": self._calibrate,
            "faults": self._faults,
            "version": self._version,
            "stop": self._stop,
        }

    def echo(self, byte: int) -> None:
        """What somebody types is seen; any key ends what goes on by itself."""
        self.stop()
        if 0x20 <= byte <= 0x7E:
            self._usb.write(bytes([byte]))
        elif byte == 0x0D:
            self._usb.write(b"\r\n")

    def stop(self) -> None:
        if self._step is not None:
            self._lights.dark()
        self._watching, self._step = False, None

    def take(self, line: bytes, now_ms: int) -> bool:
        """Does what a typed line says; True where it is to stop the firmware."""
        word = bytes(byte for byte in line if byte < 0x80).decode().strip().lower()
        if word in self._commands:
            self._commands[word](now_ms)
        elif word:
            self._say("no such command: type help")
        return word == "stop"

    def turn(self, now_ms: int) -> None:
        """Goes on with what was begun."""
        if self._watching and self._board.states != self._seen:
            self._tell_changes()
        if self._step is not None and now_ms >= self._step_ms:
            self._light(self._step)
            self._step, self._step_ms = self._step + 1, now_ms + STEP_MS
            if self._step > 3 * COUNT:
                self.stop()

    def _tell_changes(self) -> None:
        states, before = self._board.states, self._seen
        self._seen = states
        for line, name in enumerate(pins.LINES):
            if before and before[line] != states[line]:
                self._say(f"{name} {chr(states[line])}")
        if not before:
            self._say(states.decode())

    def _light(self, step: int) -> None:
        colours = bytearray(3 * COUNT)
        if step < 3 * COUNT:
            colours[step] = BRIGHT
        self._lights.show(bytes(colours))

    def _help(self, _now_ms: int) -> None:
        for text in HELP:
            self._say(text)

    def _watch(self, _now_ms: int) -> None:
        self._watching, self._seen = True, b""

    def _begin_lights(self, now_ms: int) -> None:
        self._step, self._step_ms = 0, now_ms

    def _faults(self, _now_ms: int) -> None:
        self._say(" ".join(self._board.faults) or "none")

    def _version(self, _now_ms: int) -> None:
        self._say(self._identity)

    def _stop(self, _now_ms: int) -> None:
        self._say("stopped: the prompt follows")

    def _read(self, _now_ms: int) -> None:
        for line, name in enumerate(pins.LINES):
            away = self._board.deviation(line)
            far = "not calibrated" if away is None else f"{away:+d}"
            far = far if self._board.kit == "hall" else ""
            state = chr(self._board.states[line])
            self._say(f"{name:<10s} {state} {self._board.values[line]:5d} {far}")

    def _calibrate(self, now_ms: int) -> None:
        refused = self._board.calibrate(now_ms)
        for line in refused:
            self._say(f"{pins.LINES[line]}: no empty slot reads so")
        self._say(f"{len(pins.LINES) - len(refused)} lines calibrated")

    def _say(self, text: str) -> None:
        self._usb.write_now(text.encode() + b"\r\n")
