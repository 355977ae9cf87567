"""The words of the firmware for what is broken, as texts with their codes."""

from collections.abc import Iterator, Sequence
from typing import Final

from kahuna_table.devices.mcp23017 import INPUTS
from kahuna_table.devices.pico.conversation import PROTOCOL, Hello
from kahuna_table.devices.troubles import TROUBLES
from kahuna_table.engine.board import LINES, Line, line_name

NAMED: Final = 6
"""More lines than these are counted."""


def told(words: Sequence[str]) -> tuple[str, ...]:
    """A text for each fault; lines that only want calibrating share one."""
    return tuple(_texts(words))


def misfit(hello: Hello) -> str:
    """KT-342, what to do about a firmware of another protocol."""
    older = hello.protocol < PROTOCOL
    repair = "sudo kahuna-table firmware install" if older else "update the program"
    return (
        TROUBLES["KT-342"]
        .filled(theirs=hello.protocol, firmware=hello.firmware, ours=PROTOCOL, repair=repair)
        .told
    )


def other_version(hello: Hello, brought: int) -> str:
    """KT-347, what to do about a firmware that works and is not the one that this program brings;
    empty where it is."""
    if hello.firmware == brought:
        return ""
    older = hello.firmware < brought
    repair = "sudo kahuna-table firmware install" if older else "update the program"
    return TROUBLES["KT-347"].filled(theirs=hello.firmware, ours=brought, repair=repair).told


def _texts(words: Sequence[str]) -> Iterator[str]:
    untold = []
    for word in words:
        kind, *digits = word.split(":")
        numbers = tuple(map(int, digits))
        if kind == "untold" and _is_line(numbers):
            untold.append(line_name(Line(numbers[0])))
        else:
            yield _text(kind, numbers, word)
    if untold:
        named = ", ".join(untold) if len(untold) <= NAMED else f"{len(untold)} lines"
        yield TROUBLES["KT-345"].filled(detail=f"the empty slots of {named} are not known").told


def _text(kind: str, numbers: tuple[int, ...], word: str) -> str:
    text = _TEXTS.get((kind, len(numbers)))
    if text is None or ("{hall}" in text and not _is_line(numbers)):
        return f"KT-343 the Pico says {word!r}, which this program does not know: update it"
    first, last = (numbers[0], numbers[-1]) if numbers else (0, 0)
    hall = _hall(first) if _is_line(numbers) else ""
    return text.format(hall=hall, first=first + 1, last=last + 1, bit=last)


_TEXTS: Final = {
    ("low", 1): "KT-343 {hall} reads 0 V: check its supply, and its output for a short to ground",
    ("high", 1): "KT-343 {hall} reads 3.3 V: check its output for a short to the supply",
    ("open", 1): "KT-343 nothing drives the input of {hall}: check its output wire, its supply, and"
    " that channel of the multiplexer",
    ("end", 1): "KT-346 {hall} is at the end of its range: a stronger magnet than the kit's, or "
    "two",
    ("supply", 0): "KT-344 every Hall sensor reads 0 V: check the regulator and its 5 V",
    ("chip", 1): "KT-344 no channel of multiplexer {first} is driven: check its SIG, EN, VCC and "
    "GND",
    ("select", 1): "KT-344 address line S{bit} is stuck for both multiplexers: check the wire at "
    "the Pico for a break or a short",
    ("select", 2): "KT-344 address line S{bit} does not reach multiplexer {first}: check the wire "
    "for a break or a short",
    ("offsets", 0): TROUBLES["KT-345"].filled(detail="the Pico's file of them is damaged").told,
    ("matrix", 0): "KT-310 expected the canaries closed, read all open: check the plug of the "
    "matrix",
    ("row", 1): "KT-311 the canaries of row R{first} read open: check the wire for a break",
    ("column", 1): "KT-311 the canaries of column C{first} read open: check the wire for a break",
    ("canary", 2): "KT-311 expected canary R{first}C{last} closed, read open: check its diode and "
    "its link",
    ("idle", 1): "KT-312 expected column C{first} high with no row selected, read low: check its "
    "10k pull-up to 3.3 V and the wire for a short to ground",
}
"""By the word and how many numbers follow it."""


def _is_line(numbers: tuple[int, ...]) -> bool:
    return len(numbers) == 1 and numbers[0] < len(LINES)


def _hall(line: int) -> str:
    place = f"multiplexer {line // INPUTS + 1} C{line % INPUTS}"
    return f"the Hall sensor of {line_name(Line(line))} ({place})"
