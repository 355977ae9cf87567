"""What stands in the way of `wiring`: a table that runs, pins that are held, places, signals."""

import errno
import io
import os
import signal
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import pytest

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import LightDriver, LightsConfig
from kahuna_table.app.exits import TRY_AGAIN, UNAVAILABLE, UNUSABLE, WRONG
from kahuna_table.app.stop import Stop
from kahuna_table.app.wiring.active import active_wiring
from kahuna_table.devices.faults import fault
from kahuna_table.devices.pins import PinMap
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.simulated.strip import RecordingStrip
from kahuna_table.devices.troubles import Trouble
from kahuna_table.store.hold import Hold
from kahuna_table.table.inputs import NO_BUTTONS, Buttons
from kahuna_table.tools.cli import main
from kahuna_table.tools.wiring.run import Options, learn
from tests.tools.wiring.hands import wired
from tests.tools.wiring.maker import of_state

REFUSALS = {
    102: fault(Trouble.LGPIO_MISSING, error="no module"),
    105: fault(Trouble.PINS_HELD_BY_PROGRAM, holders=("row R1 (GPIO 4) by 'lg'",)),
}
THEN = datetime(2026, 11, 30, 4, 15, tzinfo=UTC)


def refused(config: Config, options: Options, code: int) -> tuple[int, str]:
    """The command where the pins are refused with this code."""

    def refuse(_pin_map: PinMap) -> NoReturn:
        raise DeviceError(REFUSALS[code])

    out = io.StringIO()
    return learn(config, options, out, out, io.StringIO(), open_inputs=refuse), out.getvalue()


@pytest.mark.parametrize("named", [True, False], ids=["--state", "configured"])
def test_while_the_table_runs_its_wiring_is_not_learned(tmp_path: Path, *, named: bool) -> None:
    hold = Hold(tmp_path)
    config = Config() if named else of_state(tmp_path)

    status, said = refused(config, Options(state=tmp_path if named else None), 105)
    hold.release()

    assert status == TRY_AGAIN
    assert said == (
        f"the table is running, process {os.getpid()}: "
        "sudo systemctl stop kahuna-table, or end that process\n"
    )


def test_a_table_that_has_ended_is_in_nobodys_way(tmp_path: Path) -> None:
    Hold(tmp_path).release()

    assert refused(of_state(tmp_path), Options(), 102) == (
        UNAVAILABLE,
        f"{REFUSALS[102]}\n",
    )


def test_looking_for_a_table_leaves_no_file_behind(tmp_path: Path) -> None:
    """One of root's would keep the table's user from its own directory."""
    refused(of_state(tmp_path), Options(), 102)

    assert [*tmp_path.iterdir()] == []


def test_pins_that_somebody_holds_are_worth_another_try(tmp_path: Path) -> None:
    """Whoever may not look into the state directory sees no more of a running table."""
    status, said = refused(of_state(tmp_path), Options(), 105)

    assert status == TRY_AGAIN
    assert said == (f"{REFUSALS[105]}\nif that is the table: sudo systemctl stop kahuna-table\n")


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("none/x.toml", "expected a file in a directory that is there"),
        (".", "expected a file"),
        ("x.md", "expected another ending than that of the page"),
    ],
)
def test_a_place_that_cannot_be_meant_ends_with_64_before_anything_runs(
    place: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "hands.script"
    script.write_text("press menu\n")

    with pytest.raises(SystemExit) as ended:
        main(["wiring", "--script", str(script), "--out", str(tmp_path / place)])

    assert ended.value.code == UNUSABLE
    assert expected in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == [script]


class Terminal(io.StringIO):
    """Sends a signal to this process when a text comes; closes with SIGHUP."""

    def __init__(self, at: str, number: signal.Signals) -> None:
        super().__init__()
        self._at, self._number, self._gone = at, number, False

    def write(self, text: str) -> int:
        if self._gone:
            raise OSError(errno.EIO, "Input/output error")
        if self._at in text:
            os.kill(os.getpid(), self._number)
            self._gone = self._number is signal.SIGHUP
        return super().write(text)


@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_leaves_file_and_page_written_and_the_lights_off(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strip, kit = RecordingStrip(), wired()
    monkeypatch.setattr("kahuna_table.app.assembly.open_lights", lambda *_, **__: strip)
    reading, writing = os.pipe()
    os.write(writing, b"\n" * 8)
    terminal = Terminal("the first light", number)

    with os.fdopen(reading) as keys:
        status = learn(
            Config(),
            Options(state=tmp_path),
            terminal,
            terminal,
            keys,
            open_inputs=lambda _pin_map: (kit.sensors, kit.buttons),
            stop=Stop(with_terminal=True),
        )
    os.close(writing)

    assert status == WRONG
    assert "0 of 27 lines, 8 of 8 buttons" in (tmp_path / "wiring.md").read_text()
    known = active_wiring(of_state(tmp_path)).learned
    assert known is not None
    assert len(known.heard) == 8
    assert strip.closed


class LeftAlone:
    """Buttons that nobody presses; this process is ended at the third look."""

    def __init__(self) -> None:
        self._looks = 0

    def read(self) -> Buttons:
        self._looks += 1
        if self._looks == 3:
            os.kill(os.getpid(), signal.SIGTERM)
        return NO_BUTTONS

    def faults(self) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        pass


@pytest.mark.usefixtures("signals")
def test_a_terminal_that_is_gone_has_no_more_lines(tmp_path: Path) -> None:
    """Reading it fails; the questions go on with the table's buttons until a signal."""
    ours, theirs = os.openpty()
    os.close(ours)
    kit, out = wired(), io.StringIO()

    with os.fdopen(theirs) as keys:
        status = learn(
            Config(lights=LightsConfig(driver=LightDriver.SIMULATED)),
            Options(state=tmp_path),
            out,
            out,
            keys,
            open_inputs=lambda _pin_map: (kit.sensors, LeftAlone()),
            stop=Stop(with_terminal=True),
        )

    assert status == WRONG
    assert "stopped (SIGTERM)" in out.getvalue()
