"""`kahuna-table wiring` where a Pico reads the lines: versions, faults, empty slots learned.

What hangs on it has its places in its firmware, so no wire is asked for.
"""

from collections.abc import Callable
from typing import Final, TextIO

from kahuna_table.app.config import Config
from kahuna_table.app.exits import OK, UNAVAILABLE, WRONG
from kahuna_table.devices.pico import faults
from kahuna_table.devices.pico.asking import asked, greeted, looked
from kahuna_table.devices.pico.files import VERSION
from kahuna_table.devices.pico.link import PicoLink
from kahuna_table.devices.ports import DeviceError
from kahuna_table.engine.board import LINES, Line, line_name

LOOK_S: Final = 1.0
"""Faults are told by then: the firmware sends them again every second."""

ASK: Final = (
    "Take every bridge off the board, then Enter: the empty slots are learned. q leaves them as "
    "they are."
)


def check(
    config: Config,
    out: TextIO,
    err: TextIO,
    keys: TextIO,
    *,
    open_link: Callable[[], PicoLink] | None = None,
) -> int:
    """The exit status: 0 everything works, 1 something does not, 69 there is no Pico."""
    link = open_link or (lambda: PicoLink(config.sensors.pico))
    try:
        hello = greeted(link())
        print(f"Pico {hello.serial}: firmware {hello.firmware}, {hello.kit}", file=out)
        if not hello.fits:
            print(faults.misfit(hello), file=out)
            return WRONG
        if hello.kit == "hall":
            print(ASK, file=out, flush=True)
            if keys.readline().strip().lower() != "q":
                _tell_calibrated(asked(link(), "calibrate", "calibrated") or "", out)
        heard = looked(link(), LOOK_S)
        raw = asked(link(), "raw") or ""
    except DeviceError as error:
        print(error, file=err)
        return UNAVAILABLE
    for line, (sign, value) in enumerate(zip(heard.states, raw.split(), strict=False)):
        print(f"{line_name(Line(line)):10} {sign} {value:>5}", file=out)
    found = faults.told(heard.faults)
    for text in found:
        print(text, file=out)
    old = faults.other_version(hello, VERSION)
    if old is not None:
        print(old, file=out)
    unread = heard.states.count("?")
    print(
        "no defects" if not found else f"{len(LINES) - unread} of {len(LINES)} lines read", file=out
    )
    return WRONG if found or unread else OK


def _tell_calibrated(answer: str, out: TextIO) -> None:
    refused = [line_name(Line(int(word))) for word in answer.split() if int(word) < len(LINES)]
    if refused:
        print(f"no empty slot reads so: {', '.join(refused)}", file=out)
    print(f"{len(LINES) - len(refused)} lines calibrated", file=out)
