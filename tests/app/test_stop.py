"""Ended by a signal: in order, with everything saved and written."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kahuna_table.app.stop import Stop
from kahuna_table.tools.cli import main

IN_A_WINDOW = """
import signal
import sys
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the tests may run under nohup
from kahuna_table.devices import window

class Unseen(window.Window):
    def __init__(self, hands, words, options):
        super().__init__(hands, words, options=options, unseen=True)

    def draw(self, *shown):
        super().draw(*shown)
        print("drawn", flush=True)

window.Window = Unseen
from kahuna_table.tools.cli import main
raise SystemExit(main(sys.argv[1:]))
"""
"""`kahuna-table` where no desktop is."""

BEGUN = """deck ALOA BARI DUDA  ELAI HUNA IFFI  JOJO KAHU LALE  ALOA COCO DUDA FAAA GOLA HUNA \
JOJO LALE BARI COCO ELAI FAAA GOLA IFFI KAHU
game first=black
place COCO-BARI
wait 400
"""


@pytest.mark.timeout(60)  # an interpreter with pygame on a small machine
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda each: each.name)
def test_the_window_ends_in_order_and_writes_the_record(
    number: signal.Signals, tmp_path: Path
) -> None:
    script, state, record = tmp_path / "begun.table", tmp_path / "state", tmp_path / "game.txt"
    script.write_text(BEGUN, "utf-8")
    assert main(["simulate", "--script", str(script), "--state", str(state)]) == 0

    window = [sys.executable, "-c", IN_A_WINDOW, "simulate"]
    paths = ["--state", str(state), "--record", str(record)]
    quiet = {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    with subprocess.Popen(
        [*window, *paths],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **quiet, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "drawn\n"
        process.send_signal(number)
        _, complained = process.communicate()

    assert (process.returncode, complained) == (0, "")
    assert "1 black: BARI-COCO by BARI" in record.read_text("utf-8")
    assert main(["replay", str(record)]) == 0


@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize("with_terminal", [True, False])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda each: each.name)
def test_these_signals_end_every_table(number: signal.Signals, *, with_terminal: bool) -> None:
    stop = Stop(with_terminal=with_terminal)
    assert stop.name is None
    os.kill(os.getpid(), number)
    assert stop.name == number.name


@pytest.mark.usefixtures("signals")
def test_a_terminal_that_closes_ends_what_was_started_with_it() -> None:
    for with_terminal, name in ((True, "SIGHUP"), (False, None)):
        stop = Stop(with_terminal=with_terminal)
        os.kill(os.getpid(), signal.SIGHUP)
        assert stop.name == name


@pytest.mark.usefixtures("signals")
def test_what_was_started_to_outlive_its_terminal_does() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    stop = Stop(with_terminal=True)
    os.kill(os.getpid(), signal.SIGHUP)
    assert stop.name is None


@pytest.mark.usefixtures("signals")
def test_without_a_terminal_it_asks_for_the_configuration_to_be_read_again() -> None:
    stop = Stop(with_terminal=False)
    assert not stop.reload
    os.kill(os.getpid(), signal.SIGHUP)
    assert (stop.name, stop.reload) == (None, True)
