"""`kahuna-table trace dump`: asks the running table for a trace, on its socket."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

from kahuna_table.app.control import ControlError, ask
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
    traces = directory / DIRECTORY
    before = set(traces.glob(ANSWERS))
    try:
        ask(directory, process, {"ask": "trace", "with_hands": with_hands})
    except ControlError as error:
        print(error, file=err)
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
