"""Puts the firmware on the Pico, says which one is there, shows its log."""

import re
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from kahuna_table.app.exits import OK, UNAVAILABLE, WRONG
from kahuna_table.devices.pico.asking import asked, greeted
from kahuna_table.devices.pico.conversation import PROTOCOL
from kahuna_table.devices.pico.files import FILES, VERSION
from kahuna_table.devices.pico.finding import device, waits_for_interpreter
from kahuna_table.devices.pico.link import PicoLink
from kahuna_table.devices.ports import DeviceError

PATIENCE_S: Final = 8.0
"""How long a Pico may take to come back after it was stopped or started."""

TRIES: Final = 5

NO_INTERPRETER: Final = """\
A Pico waits for MicroPython. Download the file for your board from https://micropython.org/download
(RPI_PICO or RPI_PICO2, version 1.24 or newer), copy it onto the disk RPI-RP2 or RP2350 that has
appeared, wait until the disk is gone, and run this again."""

NO_PICO: Final = """\
{why}
- Use a USB cable with data wires: many only charge.
- A new Pico, or one that no longer answers: pull the cable, hold BOOTSEL down, plug the cable in,
  let go. A disk appears; run this again, it says what to copy there.
- The table must not run meanwhile: sudo systemctl stop kahuna-table"""


def install(
    named: str,
    kit: str | None,
    *,
    find: Callable[[str], Path] = device,
    waits: Callable[[], bool] = waits_for_interpreter,
    pause: Callable[[float], None] = time.sleep,
) -> int:
    """Copies every file; the exit status."""
    try:
        transport: Any = import_module("mpremote.transport_serial")
        errors: Any = import_module("mpremote.transport")
    except ImportError:
        print("firmware install needs mpremote: pip install -e '.[pico]'", file=sys.stderr)
        return UNAVAILABLE
    if waits():
        print(NO_INTERPRETER, file=sys.stderr)
        return UNAVAILABLE
    try:
        link = PicoLink(named, find=find)
        stopped = asked(link, "stop")
        if stopped is not None:
            print("the firmware is stopped")
            pause(2.0)  # it starts again, to the prompt
        port = _found(named, find, pause)
    except DeviceError as error:
        print(NO_PICO.format(why=error), file=sys.stderr)
        return UNAVAILABLE
    try:
        board = _prompt(transport, errors.TransportError, port, pause)
        try:
            for file in sorted(FILES.glob("*.py"), key=lambda path: path.name == "main.py"):
                print(f"{file.name} ({file.stat().st_size:,} bytes)", flush=True)
                board.fs_writefile(file.name, file.read_bytes())
            if kit is not None:
                board.fs_writefile("kit.txt", kit.encode())
            board.exec_raw_no_follow("import machine; machine.reset()")
        finally:
            board.close()
    except (errors.TransportError, OSError) as error:
        print(NO_PICO.format(why=f"{port}: {error}"), file=sys.stderr)
        return WRONG
    pause(3.0)
    return version(named, find=find)


def _prompt(
    transport: Any, refused: type[Exception], port: Path, pause: Callable[[float], None]
) -> Any:
    """The board at the prompt of MicroPython. A firmware that falls over and starts again listens
    for two seconds each time, so a refusal is tried again. Raises: `refused`, OSError."""
    for _ in range(TRIES - 1):
        try:
            return _entered(transport, port)
        except (refused, OSError):
            pause(1.0)
    return _entered(transport, port)


def _entered(transport: Any, port: Path) -> Any:
    board = transport.SerialTransport(str(port), timeout=5)
    try:
        board.enter_raw_repl(soft_reset=False)
    except BaseException:
        board.close()
        raise
    return board


def _found(named: str, find: Callable[[str], Path], pause: Callable[[float], None]) -> Path:
    """The port, waited for: a Pico that starts again is gone for a moment. Raises: DeviceError."""
    for _ in range(int(PATIENCE_S)):
        try:
            return find(named)
        except DeviceError:
            pause(1.0)
    return find(named)


def version(named: str, *, find: Callable[[str], Path] = device) -> int:
    """Prints what is there and what this program brings; 1 where they differ."""
    try:
        hello = greeted(PicoLink(named, find=find))
    except DeviceError as error:
        print(error, file=sys.stderr)
        return UNAVAILABLE
    print(f"Pico {hello.serial}: firmware {hello.firmware}, protocol {hello.protocol}, {hello.kit}")
    print(f"this program: firmware {VERSION}, protocol {PROTOCOL}")
    if hello.firmware == VERSION and hello.fits:
        return OK
    newer = hello.firmware > VERSION
    print("update the program" if newer else "kahuna-table firmware install brings it up to date")
    return WRONG


def log(named: str) -> int:
    """Prints why it started, and what its last crash said."""
    try:
        answer = asked(PicoLink(named), "log")
    except DeviceError as error:
        print(error, file=sys.stderr)
        return UNAVAILABLE
    if answer is None:
        print("the Pico does not answer: kahuna-table firmware install", file=sys.stderr)
        return UNAVAILABLE
    cause, _, crash = answer.partition(" ")
    print(f"started by {cause}")
    print(re.sub(r"\|+", "\n", crash).strip() or "no crash is kept")
    return OK
