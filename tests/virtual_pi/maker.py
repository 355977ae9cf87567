"""Somebody with a new board who does what `kahuna-table wiring` asks for, line by line."""

import re
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path

from kahuna_table.engine.board import Line
from kahuna_table.engine.notation import parse_line
from kahuna_table.table.inputs import Button
from tests.virtual_pi.board import Board
from tests.virtual_pi.machine import PROGRAM

PAUSE_S = 1.2
"""Between two things that hands do: longer than a lifted bridge is waited for."""

ASKED = re.compile(r"\[\d+/\d+\] (.*)")


def wire(board: Board, state_dir: Path) -> tuple[int, list[str]]:
    """Answers everything; the exit status and what was said."""
    with subprocess.Popen(
        [PROGRAM, "wiring", "--state", state_dir],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        bufsize=1,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        said = []
        for line in program.stdout:
            said.append(line.rstrip())
            asked = ASKED.match(line)
            if asked and not answer(board, asked[1]):
                program.stdin.write("\n")
    return program.returncode, said


def answer(board: Board, asked: str) -> bool:
    """Does what is asked for with the hands; False where a key has to be pressed instead."""
    match asked.split():
        case ["press", "the", "button", name, *_]:
            time.sleep(PAUSE_S)
            board.press(Button[name.upper()])
        case ["lay", "a", "bridge", "into", name]:
            time.sleep(PAUSE_S)
            board.lay(parse_line(name))
        case [_, "is", _, "move", *_] | [_, "is", _, "lift", *_]:
            time.sleep(PAUSE_S)
            board.lift(*board.lying)
        case ["lay", "a", "bridge", "into", *_]:
            pass  # it lies there already: the program is slow here
        case ["lay", "three", *rest]:
            time.sleep(PAUSE_S)
            board.lay(*lines_in(rest))
        case ["take", "the", "three", *_]:
            time.sleep(PAUSE_S)
            board.lift(*board.lying)
        case [_, "one", "moment"]:
            pass
        case _:
            return False
    return True


def lines_in(words: Iterable[str]) -> list[Line]:
    return [parse_line(word.strip(",;")) for word in words if "-" in word]
