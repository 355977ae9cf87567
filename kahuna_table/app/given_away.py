"""The table's pins that the Pi gives to something else at boot: the kernel opens them for the table
all the same, and then they read what somebody else puts on them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import LightDriver, SensorDriver
from kahuna_table.devices.boot_files import read_boot_files
from kahuna_table.devices.claims import Claim, claims
from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.pi_model import read_model
from kahuna_table.devices.pins import PinKind, PinUse, uses
from kahuna_table.devices.troubles import Trouble

HAT: Final = "proc/device-tree/hat/product"
"""What an add-on board's memory says it is."""

NAMED: Final = 6
"""More pins than these are counted."""


def given_away(config: Config, root: Path = Path("/")) -> tuple[Fault, ...]:
    """KT-116 for everything that has a pin of the table on the machine below `root`."""
    model = read_model(root / "proc")
    ours = pins_in_use(config)
    found = claims(read_boot_files(root, model), model, _hat(root))
    return tuple(each for claim in found for each in _faults(claim, ours))


def pins_in_use(config: Config) -> Mapping[int, PinUse]:
    """The pins that the configured devices open."""
    lit = config.lights.driver not in (LightDriver.SIMULATED, LightDriver.PICO)
    used = {PinKind.LIGHTS} if lit else set()
    if config.sensors.driver is not SensorDriver.SIMULATED:
        used.add(PinKind.BUTTON)
    if config.sensors.driver is SensorDriver.MATRIX:
        used |= {PinKind.ROW, PinKind.COLUMN}
    return {use.pin: use for use in uses(config.pin_map()) if use.kind in used}


def _faults(claim: Claim, ours: Mapping[int, PinUse]) -> tuple[Fault, ...]:
    lost = [
        ours[pin]
        for pin in claim.pins
        if pin in ours and not (ours[pin].kind is PinKind.LIGHTS and claim.feeds_lights)
    ]
    if not lost:
        return ()
    named = ", ".join(f"GPIO {use.pin} ({use.name})" for use in lost)
    pins = named if len(lost) <= NAMED else f"{len(lost)} of the table's pins"
    away = [f"{line.text} ({line.where})" for line in claim.lines]
    repair = [f"remove {' and '.join(away)}"] if away else []
    if claim.repair:
        repair.append(claim.repair)
    helps = ", and ".join(repair)
    return (fault(Trouble.PINS_GIVEN_AWAY, pins=pins, claimant=claim.claimant, repair=helps),)


def _hat(root: Path) -> str:
    try:
        return (root / HAT).read_text(errors="replace").strip("\0\n ")
    except OSError:
        return ""
