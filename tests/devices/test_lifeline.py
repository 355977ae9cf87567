"""A child that is back in `wait` in time lives; one that is not is ended."""

import subprocess
import sys

import pytest

CHILD = """
import time
from kahuna_table.devices.lifeline import DaemonGoneError, Lifeline
line = Lifeline.take(hang_s=0.6)
until_s = time.monotonic() + 1.8
while time.monotonic() < until_s:
    line.wait(0.1)
{then}
"""


@pytest.mark.parametrize(
    ("then", "status"), [("raise SystemExit(7)", 7), ("time.sleep(30)", 1)], ids=["lives", "hangs"]
)
def test_a_child_is_ended_by_its_own_watch_only_where_it_hangs(then: str, status: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CHILD.format(then=then)],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as child:  # fmt: skip
        assert child.wait(timeout=30) == status
