"""A fault that was noticed, as a value: which trouble it is, and what this time is so.

Nobody reads anything out of its text, which is made where people read it: `str(fault)`.
"""

from dataclasses import dataclass
from typing import Any

from kahuna_table.devices.pins import PinUse
from kahuna_table.devices.troubles import Trouble
from kahuna_table.table.inputs import Code, code_name


@dataclass(frozen=True, slots=True)
class Fault:
    """A trouble with a value for each placeholder of its texts, in the order of their names.

    `before` are the faults of what was tried first, in its place.

    Raises:
        ValueError: a value is missing, or one is given that its texts cannot say.
    """

    trouble: Trouble
    values: "tuple[tuple[str, Value], ...]" = ()
    before: tuple["Fault", ...] = ()

    def __post_init__(self) -> None:
        given = [name for name, _ in self.values]
        if given != self.trouble.placeholders:
            expected = self.trouble.placeholders
            raise ValueError(f"{self.trouble.name}: expected values for {expected}, got {given}")
        try:
            str(self)
        except (AttributeError, TypeError, ValueError) as error:
            raise ValueError(f"{self.trouble.name}: {error}, got {self.values}") from error

    @property
    def code(self) -> Code | None:
        """None for what the README does not explain."""
        return self.trouble.code

    @property
    def cause(self) -> str:
        return self._filled(self.trouble.cause)

    @property
    def coded_cause(self) -> str:
        return self._coded(self.cause)

    @property
    def repair(self) -> str:
        """Empty where there is nothing to do."""
        return self._filled(self.trouble.repair)

    @property
    def text(self) -> str:
        """Without the code."""
        own = f"{self.cause}: {self.repair}" if self.repair else self.cause
        return "; before that ".join([own, *map(str, self.before)])

    def __str__(self) -> str:
        """In one line, as the log has it."""
        return self._coded(self.text)

    def _coded(self, text: str) -> str:
        return text if self.code is None else f"{code_name(self.code)} {text}"

    def _filled(self, template: str) -> str:
        return template.format(**{name: _shown(value) for name, value in self.values})


Value = int | str | PinUse | tuple[int, ...] | tuple[str, ...] | tuple[PinUse, ...] | Fault


def fault(trouble: Trouble, /, **values: Value) -> Fault:
    """The trouble with these values."""
    return Fault(trouble, tuple(sorted(values.items())))


class _Several(tuple[Any, ...]):
    """A list in a text: what stands behind the colon of its placeholder joins it."""

    __slots__ = ()

    def __format__(self, between: str) -> str:
        return between.join(map(str, self))


def _shown(value: Value) -> Any:
    return _Several(value) if type(value) is tuple else value
