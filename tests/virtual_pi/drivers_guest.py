"""Runs inside the virtual Pi: drives the devices there and prints what came of it as JSON."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from itertools import combinations
from typing import Any

from kahuna_table.devices.gpiochip import open_factory, open_matrix
from kahuna_table.devices.lights.opening import ChildStrip, open_lights
from kahuna_table.devices.matrix import NEW_SCANS, MatrixSensors
from kahuna_table.devices.mcp23017 import Mcp23017Sensors, open_bus
from kahuna_table.devices.pi_model import read_model
from kahuna_table.devices.pins import COLUMN_WIRES, REFERENCE, ROW_WIRES, uses
from kahuna_table.devices.ports import DeviceError, Sensors
from kahuna_table.devices.strip import PIXELS, StripCalibration
from kahuna_table.engine.board import Line
from kahuna_table.table.inputs import Button
from kahuna_table.table.lights import Frame
from tests.virtual_pi.board import HEADER, PLATFORM, Board, ExpanderBoard, seconds_until

FRAME: Frame = tuple((n + 1, 100, 255 - n) for n in range(PIXELS))
SCANS = 8
"""More than a closing takes to settle, at 10 ms."""
LAID = tuple(map(Line, (0, 5, 13, 14, 26)))


def main() -> None:
    seen = {name: JOBS[name]() for name in sys.argv[1:]}
    print(json.dumps(seen))


def matrix() -> Any:
    """Lines and buttons through lgpio and gpiozero, and the board wired as the reference kit."""
    board = Board()
    sensors, buttons = open_matrix(REFERENCE)
    seen: dict[str, Any] = {"empty": sensors.scan(), "faults": said(sensors)}
    board.lay(*LAID)
    seen["laid"] = sensors.scan()
    with board.holding(Button.OK):
        seen["pressed"] = buttons.read()
    seen["released"] = buttons.read()
    for _ in range(NEW_SCANS):  # in which what was laid is tested
        sensors.scan()
    began_s = time.perf_counter()
    for _ in range(20):
        sensors.scan()
    seen["scan_ms"] = (time.perf_counter() - began_s) * 50
    seen["outputs"] = sum(level in "LH" for level in (HEADER / "levels").read_text())
    seen["shorts"] = _shorts(board, sensors)
    (HEADER / "contacts").write_text("\n")
    seen["cut"], seen["cut_faults"] = sensors.scan(), len(sensors.faults())
    child = os.fork()
    if not child:  # another program that wants the same pins
        os._exit(3 if _refused(lambda: open_factory(uses(REFERENCE))) == 105 else 4)
    seen["second"] = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    sensors.close()
    return seen


def _shorts(board: Board, sensors: MatrixSensors) -> Any:
    """Every two rows and every two columns touch, with bridges lying: for each pair the lines that
    read closed in any of a few scans, the codes, and the scan after the repair."""
    seen = {}
    for pair in (*combinations(ROW_WIRES, 2), *combinations(COLUMN_WIRES, 2)):
        board.short(*pair)
        closed = 0
        for _ in range(SCANS):
            closed |= sensors.scan()[0]
        codes = sorted({f"KT-{each.code}" for each in sensors.faults()})
        board.short()
        sensors.check()
        seen["-".join(wire.name for wire in pair)] = (closed, codes, sensors.scan())
    return seen


def said(sensors: Sensors) -> list[str]:
    """Its faults, as the log has them."""
    return [str(each) for each in sensors.faults()]


def _refused(opening: Callable[[], object]) -> int | None:
    try:
        opening()
    except DeviceError as error:
        return error.fault.code
    return None


def stranger() -> Any:
    """What a user without any group is told."""
    child = os.fork()
    if not child:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
        os.environ["RUNTIME_DIRECTORY"] = "/tmp"
        codes = _refused(lambda: open_matrix(REFERENCE)), _refused(open_bus)
        os._exit(3 if codes == (114, 114) else 4)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def expanders() -> Any:
    """Two MCP23017 that are read, fall silent, hang and lose their settings."""
    board = ExpanderBoard()
    board.lay(*LAID)
    sensors = Mcp23017Sensors(open_bus, time.monotonic)
    seen: dict[str, Any] = {"laid": sensors.scan(), "faults": said(sensors)}
    board.fault(0, "nak 3")
    seen["hiccup"] = sensors.scan()
    board.fault(1, "nak -1")
    seen["silent"], seen["silent_faults"] = sensors.scan(), said(sensors)
    board.fault(0, "timeout -1")
    board.fault(1, "timeout -1")
    sensors.scan()
    time.sleep(1.1)
    seen["stuck"], seen["stuck_faults"] = sensors.scan(), said(sensors)
    for chip in (0, 1):
        board.fault(chip, "0")
    time.sleep(1.1)
    seen["healed"], seen["healed_faults"] = sensors.scan(), said(sensors)
    board.reset(0)
    seen["dip"], seen["after_dip"], seen["dip_faults"] = (
        sensors.scan(),
        sensors.scan(),
        said(sensors),
    )
    sensors.close()
    return seen


def lights() -> Any:
    """The strip that `auto` finds, and what is left of it after SIGKILL."""
    port = PLATFORM / "pi_lights"
    last = port / ("leds_last" if "Pi 5" in read_model() else "spi_last")
    reading, writing = os.pipe()
    daemon = os.fork()
    if not daemon:
        strip = open_lights(
            "auto", model=read_model(), calibration=StripCalibration(gamma=1.0, limit_ma=3000)
        )
        assert isinstance(strip, ChildStrip)
        strip.show(FRAME)
        seconds_until(lambda: strip.how)
        os.write(writing, strip.how.encode())
        time.sleep(600)
    seen: dict[str, Any] = {"how": os.read(reading, 100).decode()}
    time.sleep(1.5)
    seen["lit"] = last.read_bytes().hex()
    log = (port / "spi_log").read_bytes()
    seen["speed_hz"] = int.from_bytes(log[4:8], sys.byteorder)
    lit = last.read_bytes()
    os.kill(daemon, signal.SIGKILL)
    seen["dark_s"] = seconds_until(lambda: last.read_bytes() != lit, 5)
    time.sleep(0.2)
    seen["dark"] = last.read_bytes().hex()
    return seen


JOBS: dict[str, Callable[[], Any]] = {
    "matrix": matrix,
    "stranger": stranger,
    "expanders": expanders,
    "lights": lights,
}

if __name__ == "__main__":
    main()
