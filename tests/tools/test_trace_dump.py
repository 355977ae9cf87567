"""`kahuna-table trace dump`: asks the running table."""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from kahuna_table.app.flight_file import read_trace
from kahuna_table.tools.cli import main
from kahuna_table.tools.trace.dump import dump
from tests.app.flown import flown

LOOP = """
import sys
from pathlib import Path
from time import sleep
from kahuna_table.app.control import Control
from tests.app.flown import flown
with flown(Path(sys.argv[1]), "game first=black") as flight:
    answers = flight.recorder.answers if sys.argv[2] == "answers" else {}
    control = Control(Path(sys.argv[1]), answers)
    print("ready", flush=True)
    while True:
        flight.play("wait 40")
        flight.attend()
        control.attend()
        sleep(0.01)
"""


def test_dump_asks_the_running_table(tmp_path: Path) -> None:
    table = running(tmp_path, "answers")
    try:
        for number, hands in ((1, False), (2, True)):
            out, err = StringIO(), StringIO()
            assert (dump(tmp_path, out, err, with_hands=hands), err.getvalue()) == (0, "")
            path = Path(out.getvalue().strip())
            assert path == tmp_path / "traces" / f"trace-00000{number}-asked.gz"
            assert read_trace(path).header.hands is hands
    finally:
        table.kill()
        table.communicate()

    err = StringIO()  # a process that died is not asked
    assert dump(tmp_path, StringIO(), err) == 1
    assert "no table is running" in err.getvalue()


def test_a_program_that_writes_no_traces_says_so(tmp_path: Path) -> None:
    table, err = running(tmp_path, "deaf"), StringIO()
    try:
        assert dump(tmp_path, StringIO(), err) == 1
        assert table.poll() is None
    finally:
        table.kill()
        table.communicate()
    assert "does not know this question" in err.getvalue()


def running(directory: Path, manner: str) -> subprocess.Popen[str]:
    root = Path(__file__).parents[2]
    table = subprocess.Popen(
        [sys.executable, "-c", LOOP, str(directory), manner],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert table.stdout is not None
    assert table.stdout.readline() == "ready\n"
    return table


def test_dump_says_where_no_table_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with flown(tmp_path):
        pass

    for directory in (tmp_path, tmp_path / "nothing"):
        assert main(["trace", "dump", "--state", str(directory)]) == 1
        assert f"no table is running on {directory}" in capsys.readouterr().err
