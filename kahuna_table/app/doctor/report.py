"""Prints what `doctor` found: for people, or as JSON for programs."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TextIO

from kahuna_table.app.config import Config
from kahuna_table.app.doctor.checks import Finding, Level, examine
from kahuna_table.app.doctor.machine import Machine

_MARKS = {Level.OK: "ok", Level.WARNING: "warning", Level.FAULT: "FAULT"}


def doctor(config: Config, out: TextIO, *, as_json: bool, machine: Machine | None = None) -> int:
    """Examines the machine; 0 all is well, 1 a warning, 2 a fault."""
    findings = examine(machine if machine is not None else Machine(), config)
    if as_json:
        print(json.dumps([_plain(each) for each in findings], indent=2), file=out)
    else:
        for line in _lines(findings):
            print(line, file=out)
    return max(each.level for each in findings)


def _plain(finding: Finding) -> dict[str, str]:
    return asdict(finding) | {"level": finding.level.name.lower()}


def _lines(findings: Sequence[Finding]) -> list[str]:
    lines = []
    for each in findings:
        code = f"{each.code} " if each.code else ""
        mend = f": {each.mend}" if each.mend else ""
        lines.append(f"{_MARKS[each.level]:8} {each.check:9} {code}{each.text}{mend}")
    return lines
