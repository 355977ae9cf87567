"""What only the devices themselves tell: `doctor` opens them as the table would, if none runs."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from kahuna_table.app.assembly import open_displays_of, open_inputs_of, open_lights_of
from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import LightDriver, SensorDriver
from kahuna_table.app.wiring.active import active_wiring
from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.pico.asking import greeted
from kahuna_table.devices.pico.faults import misfit, other_version
from kahuna_table.devices.pico.files import VERSION
from kahuna_table.devices.pico.link import PicoLink
from kahuna_table.devices.ports import NO_SCREEN, DeviceError, Showing
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import LINES
from kahuna_table.table.inputs import Button
from kahuna_table.tools.doctor.finding import Finding, Level

LIGHTS_S: Final = 15.0
SCREEN_S: Final = 30.0
"""How long a process may take until it knows whether it works: a Zero imports for seconds."""

READS: Final = 3
"""Scans before a verdict: one that fails may be a hiccup of the bus."""

READ_S: Final = 0.5
LOOK_S: Final = 0.05


def sensors(config: Config) -> Iterator[Finding]:
    """Every line read, every wire tested, every button looked at."""
    if config.sensors.driver is SensorDriver.SIMULATED:
        return
    lines, buttons = open_inputs_of(config, active_wiring(config).pin_map)
    try:
        for _ in range(READS):
            lines.scan()
            buttons.read()
            time.sleep(READ_S)
        (_, unknown), pressed = lines.scan(), buttons.read()
        faults = dict.fromkeys(lines.faults() + buttons.faults())
    finally:
        buttons.close()
        lines.close()
    yield from (as_finding("sensors", each) for each in faults)
    if not faults:
        yield Finding(
            "sensors", Level.OK, f"{len(LINES) - unknown.bit_count()} of {len(LINES)} lines read"
        )
    for button in Button:
        if pressed >> button & 1:
            down = fault(Trouble.BUTTON_DOWN, button=button.name.lower())
            yield Finding("buttons", Level.WARNING, down.cause, down.repair, down.code)


def pico(config: Config) -> Iterator[Finding]:
    """Which firmware is there, and whether it is the one that this program brings."""
    if not config.has_pico:
        return
    try:
        hello = greeted(PicoLink(config.sensors.pico))
    except DeviceError as error:
        yield as_finding("pico", error.fault)
        return
    text = f"firmware {hello.firmware}, protocol {hello.protocol}, {hello.kit}, {hello.serial}"
    yield Finding("pico", Level.OK, text)
    if not hello.fits:
        yield as_finding("pico", misfit(hello))
    elif (other := other_version(hello, VERSION)) is not None:
        yield replace(as_finding("pico", other), level=Level.WARNING)


def lights(config: Config) -> Iterator[Finding]:
    """The way that the strip is fed; it stays dark."""
    if config.lights.driver is LightDriver.SIMULATED:
        return
    strip = open_lights_of(config, active_wiring(config))
    try:
        yield from _answered("lights", strip, LIGHTS_S)
    finally:
        strip.close()


def screen(config: Config) -> Iterator[Finding]:
    """What would show each display, and why nothing better does."""
    displays = open_displays_of(config)
    try:
        for display in displays:
            yield from _answered(display.child.name, display, SCREEN_S)
            for note in display.child.notes:
                found = as_finding(display.child.name, note)
                yield replace(found, level=Level.WARNING)
    finally:
        for display in displays:
            display.close()


CHECKS: Final[dict[str, Callable[[Config], Iterator[Finding]]]] = {
    "pico": pico,
    "gpio": sensors,
    "lights": lights,
    "screen": screen,
}
"""By the check on files and rights before it: where that one finds a fault it says enough."""


def as_finding(check: str, fault: Fault) -> Finding:
    """What the log says of a fault as a line of `doctor`."""
    return Finding(check, Level.FAULT, fault.text, "", fault.code)


def _answered(check: str, device: Showing, patience_s: float) -> Iterator[Finding]:
    """How the device works or why it does not, once it knows."""
    end_s = time.monotonic() + patience_s
    while not device.how and device.failure is None and time.monotonic() < end_s:
        time.sleep(LOOK_S)
    how, failure = device.how, device.failure
    if failure is not None:
        yield as_finding(check, failure.fault)
    elif not how:
        yield Finding(check, Level.FAULT, f"no answer within {patience_s:g} s: run it again")
    elif how != NO_SCREEN:
        yield Finding(check, Level.OK, how)
