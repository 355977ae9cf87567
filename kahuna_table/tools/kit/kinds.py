"""Kinds of values in the kit's files, beside those of the configuration."""

from dataclasses import field
from typing import Any, Final

from kahuna_table.app.settings import Kind, T, Unfit, each_of, one_text_of, several, text, whole
from kahuna_table.devices import pins
from kahuna_table.devices.pins import Crossing
from kahuna_table.table.inputs import Button


def decimal(lowest: float, highest: float) -> Kind[float]:
    """A number within a range, both ends included."""

    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Unfit
        if not lowest <= value <= highest:  # not a number is in no range either
            raise Unfit
        return float(value)

    return Kind(f"a number {lowest:g}..{highest:g}", read, repr)


def listed(choices: tuple[str, ...]) -> Kind[tuple[str, ...]]:
    """A list of different words, at least one."""

    def read(value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not value or any(each not in choices for each in value):
            raise Unfit
        if len(set(value)) != len(value):
            raise Unfit("one stands there twice")
        return tuple(value)

    return Kind(f"a list of different words of {', '.join(choices)}", read, repr)


def given(kind: Kind[T]) -> T:
    """A key that every file must have, for the body of a section's dataclass."""
    made: Any = field(metadata={"kind": kind})
    return made  # type: ignore[no-any-return]  # a field stands for its value, as in dataclasses


def crossing() -> Kind[Crossing]:
    def read(value: object) -> Crossing:
        named = {crossing.name: crossing for crossing in pins.CROSSINGS}
        if not isinstance(value, str) or value not in named:
            raise Unfit
        return named[value]

    return Kind("a crossing R1C1..R6C6", read, lambda crossing: crossing.name)


COUNTED: Final = (
    "lines", "islands", "lights", "buttons", "bridges", "crossings", "columns", "model",
    "signal_m", "power_m", "batten_m", "sheets_3", "sheets_6", "wood_screws",
)  # fmt: skip
"""What the number of an item may follow."""


def count_of() -> Kind[int | str]:
    def read(value: object) -> int | str:
        if type(value) is int and 1 <= value <= 1000:
            return value
        if isinstance(value, str) and value in COUNTED:
            return value
        raise Unfit

    return Kind(f"a whole number 1..1000 or one of {', '.join(COUNTED)}", read, repr)


MM: Final = decimal(0, 1000)
SMALL: Final = decimal(0, 50)
PLAY: Final = decimal(0, 2)
MA: Final = decimal(0, 10_000)
OHM: Final = decimal(1, 1_000_000)
MV: Final = decimal(0, 5500)
COUNT: Final = whole(0, 200)
PAIR: Final = several(2, MM, "two numbers of millimetres 0..1000")
PLACE: Final = several(2, decimal(-500, 1000), "two numbers of millimetres -500..1000")
GPIO: Final = whole(0, 40)
WIRES: Final = several(pins.SIZE, GPIO, "six whole numbers 0..40")
WORD: Final = text("1 to 120 letters", r"[^\x00-\x1f\x7f]{1,120}")
COLOURS: Final = (
    "black", "brown", "red", "orange", "yellow", "green", "blue", "violet", "grey", "white", "pink",
)  # fmt: skip
COLOUR: Final = one_text_of(*COLOURS)
BUTTON_WORDS: Final = each_of(Button, WORD, "a word for each of the eight buttons")
