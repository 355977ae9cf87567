"""What a whole game writes to the card: every move is durable before it is shown.

`python -m pytest tests/benchmarks/test_card.py -s`, on a file system with a disk below it.
"""

import os
from pathlib import Path

from kahuna_table.app.status import written_bytes
from kahuna_table.tools.cli import main

GAME = Path(__file__).parents[1] / "scripts" / "whole_game_scored.table"


def test_a_whole_game(tmp_path: Path) -> None:
    before = written_bytes()
    assert main(["simulate", "--script", str(GAME), "--state", str(tmp_path)]) == 0
    os.sync()
    after = written_bytes()

    assert before is not None
    assert after is not None
    kept = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    print(f"\na game writes {after - before:,} bytes, of which {kept:,} are left")
