"""What the service costs while nobody plays: the daemon, its processes for lights and screen.

`python -m pytest tests/benchmarks/test_idle.py -s`; takes a good minute. The sensors are simulated,
lights and screen are those of this machine, most likely none: their processes look for them again
and again, which costs more than having them. The goal is 2 % of a core.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

RUN: Final = "import sys; from kahuna_table.tools.cli import main; sys.exit(main())"
MINUTE_S: Final = 60.0
STARTING_S: Final = 20.0
TICKS_A_SECOND: Final = os.sysconf("SC_CLK_TCK")


@pytest.mark.timeout(3 * MINUTE_S)
def test_idling(tmp_path: Path) -> None:
    config = tmp_path / "kahuna-table.toml"
    config.write_text('[sensors]\ndriver = "simulated"\n', "utf-8")
    command = [sys.executable, "-c", RUN, "run", "--config", config, "--state", tmp_path / "state"]
    daemon = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        time.sleep(STARTING_S)
        before_s = cpu_s(daemon.pid)
        time.sleep(MINUTE_S)
        assert daemon.poll() is None, "the table ended by itself"
        spent_s = cpu_s(daemon.pid) - before_s
    finally:
        daemon.terminate()
    assert daemon.wait(10) == 0

    print(f"\nidling: {spent_s:.2f} s of CPU a minute, {100 * spent_s / MINUTE_S:.1f} % of a core")


def cpu_s(pid: int) -> float:
    """What a process and all its children have used, those that are gone too."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own_s = sum(map(int, fields[11:15])) / TICKS_A_SECOND
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    # those started by a thread are listed under it
    for task in Path(f"/proc/{pid}/task").iterdir():
        if task.name != str(pid):
            children += (task / "children").read_text().split()
    return own_s + sum(cpu_s(int(child)) for child in children)
