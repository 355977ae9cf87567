"""The words of the firmware for what is broken, as faults."""

from collections.abc import Iterator, Sequence
from typing import Final

from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.mcp23017 import INPUTS
from kahuna_table.devices.pico.conversation import PROTOCOL, Hello
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import LINES, Line, line_name

NAMED: Final = 6
"""More lines than these are counted."""

DAMAGED: Final = "the Pico's file of them is damaged"


def told(words: Sequence[str]) -> tuple[Fault, ...]:
    """One for each word; lines that only want calibrating share one."""
    return tuple(_faults(words))


def misfit(hello: Hello) -> Fault:
    """What to do about a firmware of another protocol."""
    return fault(
        Trouble.PICO_PROTOCOL,
        theirs=hello.protocol,
        firmware=hello.firmware,
        ours=PROTOCOL,
        repair=_repair(older=hello.protocol < PROTOCOL),
    )


def other_version(hello: Hello, brought: int) -> Fault | None:
    """What to do about a firmware that works and is not the one that this program brings; None
    where it is."""
    if hello.firmware == brought:
        return None
    repair = _repair(older=hello.firmware < brought)
    return fault(Trouble.FIRMWARE_DIFFERS, theirs=hello.firmware, ours=brought, repair=repair)


def _repair(*, older: bool) -> str:
    return "sudo kahuna-table firmware install" if older else "update the program"


def _faults(words: Sequence[str]) -> Iterator[Fault]:
    untold = []
    for word in words:
        kind, *digits = word.split(":")
        numbers = tuple(map(int, digits))
        if kind == "untold" and len(numbers) == 1 and numbers[0] < len(LINES):
            untold.append(line_name(Line(numbers[0])))
        else:
            known = _of_hall(kind, numbers) or _of_matrix(kind, numbers)
            yield known or fault(Trouble.PICO_WORD, word=repr(word))
    if untold:
        named = ", ".join(untold) if len(untold) <= NAMED else f"{len(untold)} lines"
        yield fault(Trouble.UNCALIBRATED, detail=f"the empty slots of {named} are not known")


def _of_hall(kind: str, numbers: tuple[int, ...]) -> Fault | None:
    """None for a word that is not one of the Hall sensors'."""
    match kind, numbers:
        case "low" | "high" | "open" | "end", (line,) if line < len(LINES):
            return fault(_HALL[kind], hall=_hall(line))
        case "supply", ():
            return fault(Trouble.HALL_SUPPLY)
        case "chip", (chip,):
            return fault(Trouble.MULTIPLEXER_DEAD, chip=chip + 1)
        case "select", (bit,):
            return fault(Trouble.ADDRESS_STUCK, bit=bit)
        case "select", (chip, bit):
            return fault(Trouble.ADDRESS_LOST, chip=chip + 1, bit=bit)
        case "offsets", ():
            return fault(Trouble.UNCALIBRATED, detail=DAMAGED)
    return None


def _of_matrix(kind: str, numbers: tuple[int, ...]) -> Fault | None:
    """None for a word that is not one of the matrix."""
    match kind, numbers:
        case "matrix", ():
            return fault(Trouble.MATRIX_UNPLUGGED)
        case "row", (row,):
            return fault(Trouble.CANARIES_OPEN, wire=f"row R{row + 1}")
        case "column", (column,):
            return fault(Trouble.CANARIES_OPEN, wire=f"column C{column + 1}")
        case "canary", (row, column):
            return fault(Trouble.CANARY_BROKEN, canary=f"R{row + 1}C{column + 1}")
        case "idle", (column,):
            return fault(Trouble.COLUMN_LOW, column=f"column C{column + 1}")
    return None


_HALL: Final = {
    "low": Trouble.HALL_LOW,
    "high": Trouble.HALL_HIGH,
    "open": Trouble.HALL_OPEN,
    "end": Trouble.HALL_LINE_AT_END,
}


def _hall(line: int) -> str:
    place = f"multiplexer {line // INPUTS + 1} C{line % INPUTS}"
    return f"the Hall sensor of {line_name(Line(line))} ({place})"
