"""The firmware in its own interpreter, a wire to disturb or pull, and the table's own link.

Everything happens when a test asks for it, in its own thread: scans of the firmware, bytes on the
wire, rounds of the link. A busy machine makes it slow, never wrong.
"""

import contextlib
import os
import pty
import select
import subprocess
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Final

from kahuna_table.devices.pico.finding import device
from kahuna_table.devices.pico.link import PicoLink
from kahuna_table.devices.pico.wire import unframed
from tests.firmware.field import Field
from tests.firmware.interpreter import interpreter

HERE: Final = Path(__file__).parent
FIRMWARE: Final = HERE.parents[1] / "firmware"
PATIENCE_S: Final = 20.0

Disturb = Callable[[bytes], bytes]


class Pico:
    """The firmware's process; `flash` is what outlives it."""

    def __init__(self, flash: Path, *, reset: bool = False, direct: int | None = None) -> None:
        """`direct` is the end of a line to talk over; without it the bench has one."""
        self.flash = flash
        flash.mkdir(exist_ok=True)
        if direct is None:
            self.end, inner = pty.openpty()
            tty.setraw(inner)
        else:
            self.end = inner = direct
        take, self._give = os.pipe()
        self._hear, tell = os.pipe()
        environment = os.environ | {"COMMANDS": str(take), "ANSWERS": str(tell)}
        environment |= {"RESET": "1"} if reset else {}
        self._process = subprocess.Popen(
            [
                *interpreter(), "-X", "heapsize=256k", str(HERE / "double" / "boot.py"),
                str(HERE / "double"), str(FIRMWARE),
            ],
            stdin=inner, stdout=inner, cwd=flash, env=environment, pass_fds=(take, tell),
        )  # fmt: skip
        for end in (take, tell, *(() if direct is not None else (inner,))):
            os.close(end)
        self._answers = b""

    def do(self, command: str) -> None:
        with contextlib.suppress(BrokenPipeError):  # who asks is told that it has ended
            os.write(self._give, command.encode() + b"\n")

    def ask(self, command: str) -> str:
        """The answer of the double to a command."""
        self.do(command)
        while b"\n" not in self._answers:
            ready, _, _ = select.select([self._hear], [], [], PATIENCE_S)
            data = os.read(self._hear, 4096) if ready else b""
            if not data:
                crash = self.flash / "crash.txt"
                told = crash.read_text() if crash.exists() else self.read().decode(errors="replace")
                raise AssertionError(f"no answer to {command!r}: {told}")
            self._answers += data
        line, _, self._answers = self._answers.partition(b"\n")
        return line.decode()

    def scans(self, count: int) -> int:
        """Runs so many scans; the firmware's milliseconds afterwards."""
        word, _, ms = self.ask(f"scans {count}").partition(" ")
        assert word == "done", word
        return int(ms)

    def levels(self, field: Field) -> None:
        self.do("levels " + " ".join(map(str, field.levels())))

    def frame(self) -> bytes:
        """What the strip shows."""
        return bytes.fromhex(self.ask("frame").partition(" ")[2])

    def read(self) -> bytes:
        """What it has written since asked last."""
        data = b""
        with contextlib.suppress(OSError):  # nobody is at the other end any more
            while select.select([self.end], [], [], 0)[0]:
                data += os.read(self.end, 65536)
        return data

    def write(self, data: bytes) -> None:
        os.write(self.end, data)

    def kill(self) -> None:
        """As when the power goes, or the watchdog bites."""
        self._process.kill()
        self._process.wait()
        for end in (self._give, self._hear, self.end):
            with contextlib.suppress(OSError):
                os.close(end)


def _as_it_is(data: bytes) -> bytes:
    return data


class Attended(PicoLink):
    """A link without a thread: the bench attends to it."""

    def join(self) -> "Attended":
        return self

    def leave(self) -> None:
        pass


class Bench:
    """A Pico on a wire to a link of the table."""

    def __init__(self, folder: Path, field: Field | None = None, kit: str = "hall") -> None:
        self.field = field or Field(Random(1))
        self.folder = folder
        flash = folder / "flash"
        flash.mkdir()
        (flash / "kit.txt").write_text(kit)
        self.pico = Pico(flash)
        self.pico.levels(self.field)
        self.to_host: Disturb = _as_it_is
        self.to_pico: Disturb = _as_it_is
        self.now_s = 0.0
        self.told: list[str] = []
        """The signs of every state that came undamaged out of the Pico."""
        self._rest = b""
        self._host: int | None = None
        self._place = folder / "ttyACM0"
        self.plug()
        self.link = Attended(str(self._place), find=device, clock_s=lambda: self.now_s)

    def __enter__(self) -> "Bench":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.link.shut()
        self.pull()
        self.pico.kill()

    def plug(self) -> None:
        self._host, outer = pty.openpty()
        os.set_blocking(self._host, False)
        self._to_host = b""
        tty.setraw(outer)
        self._place.symlink_to(os.ttyname(outer))
        self._outer = outer

    def pull(self) -> None:
        """The cable comes out: the device is gone, and what was under way with it."""
        if self._host is not None:
            self._place.unlink()
            os.close(self._host)
            os.close(self._outer)
            self._host = None
            self._rest = b""

    def reset(self, *, watchdog: bool = True) -> None:
        """The Pico starts again on the same flash and board."""
        self.pico.kill()
        self.pico = Pico(self.pico.flash, reset=watchdog)
        self.pico.levels(self.field)

    def turn(self, scans: int = 2, rounds: int = 1) -> None:
        """So many scans, and what goes over the wire meanwhile both ways."""
        for _ in range(rounds):
            self.pico.scans(scans)
            self.now_s += scans * 0.005
            self._carry()
            self.link.attend(0)
            self._carry()

    def settle(self, s: float) -> None:
        """Lets so much time pass."""
        self.turn(4, round(s / 0.02))

    def start(self) -> None:
        """Until the host knows the whole board."""
        self.settle(0.1)
        if "?" in self.link.heard.states:
            self.link.ask("calibrate")
            self.settle(0.1)
        assert self.link.heard.states == self.field.signs

    def lay(self, line: int, sign: str) -> None:
        self.field.lay(line, sign)
        self.pico.levels(self.field)

    def lift(self, line: int) -> None:
        self.field.lift(line)
        self.pico.levels(self.field)

    def _carry(self) -> None:
        data = self.pico.read()
        *lines, self._rest = (self._rest + data).split(b"\n")
        self.told += list(_states(lines))
        if self._host is None:
            return
        self._to_host += self.to_host(data)
        while self._to_host and select.select([], [self._host], [], 0)[1]:
            self._to_host = self._to_host[os.write(self._host, self._to_host) :]
        while select.select([self._host], [], [], 0)[0]:
            if data := self.to_pico(os.read(self._host, 4096)):
                self.pico.write(data)


def _states(lines: list[bytes]) -> Iterator[str]:
    for line in lines:
        body = unframed(line)
        if body is not None and body.startswith("state "):
            yield body.split(" ")[2]
