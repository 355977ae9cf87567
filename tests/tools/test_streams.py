"""Standard streams that are closed, full or read no further: the work is done all the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = "import sys; from kahuna_table.tools.cli import main; sys.exit(main(sys.argv[1:]))"
SCRIPT = "game first=black\nwait 500\nexpect phase {phase}\n"


def run(redirected: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program with its streams redirected as the shell writes it."""
    command = f'exec "$0" -c "$1" "${{@:2}}" {redirected}'
    return subprocess.run(
        ["bash", "-c", command, sys.executable, PROGRAM, *arguments],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("closed", "phase", "status"),
    [
        (">&-", "draw", 1),
        ("2>&-", "draw", 1),
        ("<&-", "draw", 1),
        ("<&- >&- 2>&-", "draw", 1),
        ("<&- >&- 2>&-", "play", 0),
    ],
)
def test_a_closed_stream_changes_no_result_and_gets_into_no_file(
    closed: str, phase: str, status: int, tmp_path: Path
) -> None:
    script, record = tmp_path / "some.table", tmp_path / "game.record"
    script.write_text(SCRIPT.format(phase=phase))

    done = run(
        closed, "simulate", "--script", str(script), "--trace", "--record", str(record),
        "--state", str(tmp_path / "state"),
    )  # fmt: skip

    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert record.read_text().startswith("kahuna record 1\n")
    for path in (tmp_path / "state").rglob("*"):
        assert b"game started" not in path.read_bytes()


def test_a_reader_that_goes_away_changes_no_result(tmp_path: Path) -> None:
    script = tmp_path / "some.table"
    script.write_text(SCRIPT.format(phase="draw"))

    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "simulate", "--script", str(script), "--trace"],
        stdout=writing, stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    os.close(writing)

    assert done.returncode == 1
    assert done.stderr == f"{script}:3: expected phase draw, found phase play\n"


def test_an_output_that_is_full_is_said() -> None:
    done = run(">/dev/full", "messages")

    assert done.returncode == 1
    assert done.stderr == "cannot write the output: No space left on device\n"


@pytest.mark.parametrize(("unbuffered", "out"), [("", ""), ("1", "told\n")])
def test_a_line_of_the_log_is_there_when_the_process_dies(unbuffered: str, out: str) -> None:
    killed = (
        "import os, sys; from kahuna_table.app.streams import keep_streams; keep_streams();"
        "print('said', file=sys.stderr); print('told'); os._exit(9)"
    )
    done = subprocess.run(
        [sys.executable, "-c", killed], env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stdout, done.stderr) == (9, out, "said\n")
