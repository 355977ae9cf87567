"""What a version shows before it is installed: that it runs here, reads the games, and plays."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TextIO

from kahuna_table.app.assembly import new_session
from kahuna_table.app.clock import wall_clock
from kahuna_table.app.config import Config
from kahuna_table.app.exits import OK, WRONG
from kahuna_table.app.ledger import GameLedger
from kahuna_table.app.saved import read_game
from kahuna_table.store.reading import read_journal
from kahuna_table.tools.doctor.checks import examine
from kahuna_table.tools.doctor.finding import Level
from kahuna_table.tools.doctor.machine import Machine
from kahuna_table.tools.script.parse import parse_script
from kahuna_table.tools.script.run import Runner

SCRIPT: Final = """\
game first=black
wait 500
expect phase play
expect turn black
press draw
choose deck
expect turn white
"""


def trial(config: Config, copy: Path, out: TextIO) -> int:
    """Prints JSON: `games` that are over, `moves` of the one in progress or `null`, `faults` of the
    machine by their codes. 1 where the games cannot be taken over.

    Raises: whatever this version crashes with: its end tells.
    """
    ledger = GameLedger(copy, wall_clock)
    try:
        restored = ledger.restore(new_session(config))
        unsaved = ledger.fault
    finally:
        ledger.close()
    contents = read_journal(copy)
    current = contents.current
    if unsaved is not None or (current is not None and restored.game is None):
        print(unsaved or "the game in progress cannot be taken over", file=out)
        return WRONG
    with TemporaryDirectory() as name:
        play(Path(name))
    told = {
        "games": len(contents.ended),
        "moves": None if current is None else len(read_game(current.entries).moves),
        "faults": sorted(
            {
                each.code
                for each in examine(Machine(), config)
                if each.level is Level.FAULT and each.code is not None
            }
        ),
    }
    print(json.dumps(told), file=out)
    return OK


def play(directory: Path) -> None:
    """A turn on the simulated table. Raises: `ScriptFailure`."""
    runner = Runner(Config(), shots=None, state_dir=directory)
    try:
        runner.run(parse_script(SCRIPT))
    finally:
        runner.table.close()
