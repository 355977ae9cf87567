"""Prints what `doctor` found: for people, or as JSON for programs."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final, TextIO

from kahuna_table.app.claim import claim_alone
from kahuna_table.app.config import Config
from kahuna_table.app.control import ControlError, ask
from kahuna_table.devices.troubles import Trouble
from kahuna_table.store.hold import HeldError
from kahuna_table.table.inputs import code_name
from kahuna_table.tools.doctor.checks import examine
from kahuna_table.tools.doctor.finding import Finding, Level
from kahuna_table.tools.doctor.live import CHECKS
from kahuna_table.tools.doctor.machine import Machine

Live = Callable[[Config], Iterator[Finding]]

OF_THIS_USER: Final = (Trouble.NOT_IN_GROUPS.code, Trouble.NO_ACCESS.code)
"""Rights that the user who asks lacks: the service has its own."""

_MARKS = {Level.OK: "ok", Level.WARNING: "warning", Level.FAULT: "FAULT"}


def doctor(
    config: Config,
    out: TextIO,
    *,
    as_json: bool,
    machine: Machine | None = None,
    live: Mapping[str, Live] = CHECKS,
) -> int:
    """Examines the machine; 0 all is well, 1 a warning, 2 a fault.

    A table that runs is asked, and its word on rights and devices counts; where none does, the
    devices of a Pi, or those on a Pico, are opened, by the checks `live`.
    """
    findings = list(everything(machine if machine is not None else Machine(), config, live))
    if as_json:
        print(json.dumps([_plain(each) for each in findings], indent=2), file=out)
    else:
        for line in _lines(findings):
            print(line, file=out)
    return max(each.level for each in findings)


def everything(machine: Machine, config: Config, live: Mapping[str, Live]) -> Iterator[Finding]:
    """The findings in their order."""
    found = examine(machine, config)
    try:
        claim = claim_alone(config, config.store.directory)
    except HeldError as table:
        yield from (each for each in found if each.code not in OF_THIS_USER)
        yield from _running(config.store.directory, table.pid)
        return
    yield from found
    yield Finding("table", Level.OK, "not running")
    try:
        if machine.is_pi or config.has_pico:
            yield from _opened(config, found, live)
    finally:
        claim.release()


def _opened(
    config: Config, found: Sequence[Finding], live: Mapping[str, Live]
) -> Iterator[Finding]:
    """What the devices tell, but for those whose files are at fault."""
    broken = {each.check for each in found if each.level is Level.FAULT}
    named = {each.code for each in found if each.code}
    for check, look in live.items():
        if check not in broken:
            yield from (each for each in look(config) if each.code not in named)


def _running(directory: Path, process: int | None) -> Iterator[Finding]:
    try:
        status = ask(directory, process, {"ask": "status"})
    except ControlError as error:
        yield Finding("table", Level.OK, f"running as process {process}; {error}")
        return
    level = Level.WARNING if status["troubles"] else Level.OK
    yield Finding("table", level, f"running as process {process}: {status['devices']}")
    for each in status["troubles"]:
        yield Finding("table", Level.FAULT, each["text"], "", each["code"])


def _plain(finding: Finding) -> dict[str, str]:
    code = "" if finding.code is None else code_name(finding.code)
    return asdict(finding) | {"level": finding.level.name.lower(), "code": code}


def _lines(findings: Sequence[Finding]) -> list[str]:
    lines = []
    for each in findings:
        code = "" if each.code is None else f"{code_name(each.code)} "
        repair = f": {each.repair}" if each.repair else ""
        lines.append(f"{_MARKS[each.level]:8} {each.check:9} {code}{each.text}{repair}")
    return lines
