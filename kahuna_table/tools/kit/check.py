"""`kahuna-table kit check`: every rule one line. Needs nothing but the table's own code."""

import json
from pathlib import Path
from typing import Final, TextIO

from kahuna_table.app.exits import OK, WRONG
from kahuna_table.tools.kit import rules_board, rules_electric, rules_lists, rules_workshop
from kahuna_table.tools.kit.plan import Plan, draw_up
from kahuna_table.tools.kit.reading import load_kit
from kahuna_table.tools.kit.rule import Finding, Rule
from kahuna_table.tools.kit.steps import load_manual

RULES: Final[tuple[Rule, ...]] = (
    *rules_board.RULES,
    *rules_workshop.RULES,
    *rules_electric.RULES,
    *rules_lists.RULES,
)


def load_plan(hardware: Path) -> Plan:
    """Raises: KitError."""
    return draw_up(load_kit(hardware / "kit.toml"), load_manual(hardware / "steps.toml").step)


def findings(plan: Plan) -> tuple[Finding, ...]:
    return tuple(rule.find(plan) for rule in RULES)


def check(plan: Plan, out: TextIO, *, as_json: bool) -> int:
    """Prints what every rule found; the exit status."""
    found = findings(plan)
    if as_json:
        rules = [
            {"rule": each.rule, "ok": not each.faults, "faults": list(each.faults),
             "measure": each.measure}
            for each in found
        ]  # fmt: skip
        json.dump(rules, out, indent=2)
        print(file=out)
    else:
        for each in found:
            if not each.faults:
                print(f"ok     {each.rule}: {each.measure}", file=out)
            for fault in each.faults:
                print(f"fault  {each.rule}: {fault}", file=out)
    return WRONG if any(each.faults for each in found) else OK
