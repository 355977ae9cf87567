"""`kahuna-table trace dump`: asks the running table for a trace, by a signal.

SIGUSR1 asks for one of public knowledge, SIGUSR2 for one with hands.
"""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

from kahuna_table.app.exits import OK, WRONG
from kahuna_table.app.flight import ASKED, DIRECTORY
from kahuna_table.store.hold import holder

PATIENCE_S: Final = 5.0
LOOK_S: Final = 0.05
ANSWERS: Final = f"trace-*-{ASKED}.gz"


def dump(
    directory: Path,
    out: TextIO,
    err: TextIO,
    *,
    with_hands: bool = False,
    sleep: Callable[[float], None] = time.sleep,
) -> int:
    """Asks the table of a state directory and prints where the file is; 1 where there is none."""
    asked = signal.SIGUSR2 if with_hands else signal.SIGUSR1
    try:
        found = holder(directory)
    except OSError as error:
        why = error.strerror
        print(f"{directory} cannot be read ({why}): use sudo, or the table's user", file=err)
        return WRONG
    process = found.pid if found is not None else None
    if process is None:
        print(f"no table is running on {directory}: start it, or name another --state", file=err)
        return WRONG
    if not _catches(process, asked):
        print(f"process {process} holds {directory} but writes no traces", file=err)
        return WRONG
    traces = directory / DIRECTORY
    before = set(traces.glob(ANSWERS))
    try:
        os.kill(process, asked)
    except OSError as error:
        print(f"process {process} cannot be asked ({error.strerror}): use its user", file=err)
        return WRONG
    waited_s = 0.0
    while waited_s < PATIENCE_S:
        new = sorted(set(traces.glob(ANSWERS)) - before)
        if new:
            print(new[-1], file=out)
            return OK
        sleep(LOOK_S)
        waited_s += LOOK_S
    print(f"process {process} wrote no trace in {PATIENCE_S:g} s: see its log", file=err)
    return WRONG


def _catches(process: int, number: signal.Signals) -> bool:
    """Whether the process has a handler: one without would be killed by the question."""
    try:
        status = Path(f"/proc/{process}/status").read_text("ascii", "replace")
    except OSError:
        return False
    caught = next((line for line in status.splitlines() if line.startswith("SigCgt:")), "SigCgt: 0")
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)
