"""A running table: its socket, SIGHUP, SIGTERM. It has no devices but simulated ones."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kahuna_table.app.control import ControlError, ask
from kahuna_table.tools.cli import main

PROGRAM = [sys.executable, "-m", "kahuna_table.tools.cli"]
CONFIG = '[sensors]\ndriver = "simulated"\n[lights]\ndriver = "simulated"\n'


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(CONFIG)
    return file


@pytest.fixture
def table(config: Path, tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [*PROGRAM, "run", "--config", config, "--state", tmp_path / "state"],
            stderr=log,
            text=True,
        )
    until(lambda: status(tmp_path, process.pid))
    yield process
    process.kill()
    process.wait()


def status(directory: Path, process: int) -> dict[str, Any] | None:
    try:
        return ask(directory / "state", process, {"ask": "status"})
    except ControlError:
        return None


def until(holds: Callable[[], object]) -> None:
    while not holds():  # pytest's time-out ends it
        time.sleep(0.05)


def said(directory: Path) -> str:
    return (directory / "log").read_text()


def test_a_new_configuration_is_taken_by_the_same_process(
    table: "subprocess.Popen[str]", config: Path, tmp_path: Path
) -> None:
    config.write_text(CONFIG + '[table]\nplayers = ["Ada", "Bo"]\n')
    table.send_signal(signal.SIGHUP)

    until(lambda: "stopped (a new configuration)" in said(tmp_path))
    until(lambda: status(tmp_path, table.pid))

    assert "the table starts again with it" in said(tmp_path)


def test_a_wrong_one_is_told_and_the_old_one_stays(
    table: "subprocess.Popen[str]", config: Path, tmp_path: Path
) -> None:
    config.write_text(CONFIG + '[table]\nlanguage = "klingon"\n')
    table.send_signal(signal.SIGHUP)

    until(lambda: "the configuration stays as it was" in said(tmp_path))

    assert f"{config}:6: [table] language: expected one of" in said(tmp_path)
    told = status(tmp_path, table.pid)
    assert told is not None
    assert any("klingon" in line for line in told["warnings"])
    table.terminate()
    assert table.wait() == 0


def test_the_status_has_what_the_page_promises(
    table: "subprocess.Popen[str]", config: Path, tmp_path: Path
) -> None:
    page = (Path(__file__).parents[2] / "kahuna_table/app/SOCKET.md").read_text()
    rows = page.split("| key | value |")[1].split("|---|---|\n")[1].split("\n\n")[0].splitlines()
    promised = [name.strip(" `") for row in rows for name in row.split("|")[1].split(",")]

    told = subprocess.run(
        [*PROGRAM, "status", "--json", "--config", config, "--state", tmp_path / "state"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (told.returncode, told.stderr) == (0, "")
    answer = json.loads(told.stdout)
    assert list(answer) == promised
    assert answer["process"] == table.pid
    assert answer["devices"].startswith("27/27 lines, lights simulated")


def test_the_status_of_no_table_is_what_was_kept(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "warnings.log").write_text("1970-01-01T00:00:00+0000 the last one\n")

    assert main(["status", "--config", str(config), "--state", str(tmp_path)]) == 1

    assert capsys.readouterr().err.splitlines() == [
        f"no table is running on {tmp_path}",
        "1970-01-01T00:00:00+0000 the last one",
    ]
