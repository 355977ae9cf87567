"""Starts with the Pico: reads the board, talks to the host, lights the lights, feeds the watchdog.

`kahuna-table firmware install` puts these files there. A byte 0x03 would end a program; here it is
one of many that mean nothing, so a disturbed wire does no harm. `stop` leads to the prompt.
"""

import sys
from binascii import hexlify

import flash
import machine
import micropython
import settings
from clock import Clock, pause_ms
from conversation import Conversation
from hall import HallBoard
from lights import Lights
from matrix import MatrixBoard

RESCUE_MS = 2000
"""After a reset that was no power-up, Ctrl-C still works for this time: a firmware that falls over
at once can be replaced."""


def main() -> None:
    if flash.take_wish_to_stay():
        print("Kahuna Table's firmware is stopped: Ctrl-D starts it")
        return
    again = machine.reset_cause() == machine.WDT_RESET
    if again:
        pause_ms(RESCUE_MS)
    micropython.kbd_intr(-1)
    try:
        run("reset" if again else "power")
    except Exception as error:  # noqa: BLE001 - kept for the log, then everything starts again
        _note(error)
    machine.reset()


def run(cause: str) -> None:
    """Until somebody wants the prompt."""
    lights = Lights()
    board = MatrixBoard() if flash.load_kit() == "matrix" else HallBoard()
    conversation = Conversation(board, lights, hexlify(machine.unique_id()).decode(), cause)
    watchdog = machine.WDT(timeout=settings.WATCHDOG_MS)
    clock = Clock()
    due_ms = clock.now_ms()
    while not conversation.stopped:
        watchdog.feed()
        now_ms = clock.now_ms()
        board.scan(now_ms)
        conversation.turn(now_ms)
        due_ms = max(due_ms + settings.SCAN_MS, now_ms)
        pause_ms(max(0, due_ms - clock.now_ms()))
    lights.dark()
    flash.wish_to_stay()
    pause_ms(100)  # the answer still goes out


def _note(error: Exception) -> None:
    """Keeps what went wrong for `kahuna-table firmware log`."""
    from io import StringIO

    text = StringIO()
    sys.print_exception(error, text)  # type: ignore[attr-defined] # MicroPython has it
    flash.store_crash(text.getvalue())


main()
