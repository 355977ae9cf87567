"""What a rule is: a look at the plan that yields its faults and returns what it measured."""

from collections.abc import Callable, Generator
from dataclasses import dataclass

from kahuna_table.tools.kit.plan import Plan

Told = Generator[str, None, str]
"""Faults, one text each; the return value is the measure of a rule that holds."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found: its faults, or its measure."""

    rule: str
    faults: tuple[str, ...]
    measure: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by its name."""

    name: str
    look: Callable[[Plan], Told]

    def find(self, plan: Plan) -> Finding:
        told = self.look(plan)
        faults: list[str] = []
        while True:
            try:
                faults.append(next(told))
            except StopIteration as end:
                return Finding(self.name, tuple(faults), end.value)
