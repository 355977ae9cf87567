"""A module to stand for lgpio: the functions that gpiozero and the table call, on chips as data.

As in the real one, its error derives from Exception alone.
"""

from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

CONSTANTS = {
    "BOTH_EDGES": 3, "RISING_EDGE": 1, "FALLING_EDGE": 2,
    "SET_PULL_UP": 32, "SET_PULL_DOWN": 64, "SET_PULL_NONE": 128,
}  # fmt: skip
OUT = 2


class error(Exception):  # noqa: N801, N818 - its name in lgpio
    pass


@dataclass
class Chip:
    """A GPIO chip; `refused` is one that may not be opened."""

    label: str
    refused: bool = False
    holders: dict[int, str] = field(default_factory=dict)
    outputs: dict[int, int] = field(default_factory=dict)
    pulls: dict[int, int] = field(default_factory=dict)
    grounded: set[int] = field(default_factory=set)
    open: int = 0


class Lgpio:
    """The functions; a handle is the chip's number and 100."""

    error = error

    def __init__(self, chips: dict[int, Chip]) -> None:
        self._chips = chips

    def gpiochip_open(self, number: int) -> int:
        if number not in self._chips or self._chips[number].refused:
            raise error("can not open gpiochip")
        self._chips[number].open += 1
        return number + 100

    def gpiochip_close(self, handle: int) -> None:
        self._chip(handle).open -= 1

    def gpio_get_chip_info(self, handle: int) -> list[Any]:
        return [0, 54, f"gpiochip{handle - 100}", self._chip(handle).label]

    def gpio_get_line_info(self, handle: int, pin: int) -> list[Any]:
        holders = self._chip(handle).holders
        return [0, pin, int(pin in holders), f"GPIO{pin}", holders.get(pin, "")]

    def gpio_claim_input(self, handle: int, pin: int, flags: int = 0) -> None:
        chip = self._chip(handle)
        if pin in chip.holders:
            raise error("GPIO busy")
        chip.outputs.pop(pin, None)
        chip.pulls[pin] = flags

    def gpio_claim_output(self, handle: int, pin: int, level: int = 0) -> None:
        self._chip(handle).outputs[pin] = level

    def gpio_free(self, handle: int, pin: int) -> None:
        self._chip(handle).outputs.pop(pin, None)

    def gpio_get_mode(self, handle: int, pin: int) -> int:
        chip = self._chip(handle)
        return OUT if pin in chip.outputs else chip.pulls.get(pin, 0)

    def gpio_read(self, handle: int, pin: int) -> int:
        chip = self._chip(handle)
        return chip.outputs.get(pin, int(pin not in chip.grounded))

    def gpio_write(self, handle: int, pin: int, level: int) -> None:
        self._chip(handle).outputs[pin] = level

    def _chip(self, handle: int) -> Chip:
        return self._chips[handle - 100]


def module(chips: dict[int, Chip]) -> Any:
    """The module `lgpio` of a Pi with these chips by number."""
    lgpio = ModuleType("lgpio")
    functions = Lgpio(chips)
    names = [name for name in dir(functions) if not name.startswith("_")]
    vars(lgpio).update(CONSTANTS, **{name: getattr(functions, name) for name in names})
    return lgpio
