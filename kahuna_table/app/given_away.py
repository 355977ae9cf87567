"""The table's pins that the Pi gives to something else at boot: the kernel opens them for the table
all the same, and then they read what somebody else puts on them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kahuna_table.app.config import Config, LightDriver, SensorDriver
from kahuna_table.devices.boot_files import read_boot_files
from kahuna_table.devices.claims import FEEDS_LIGHTS, Claim, claims
from kahuna_table.devices.pi_model import read_model
from kahuna_table.devices.pins import uses
from kahuna_table.devices.troubles import TROUBLES, Trouble

HAT: Final = "proc/device-tree/hat/product"
"""What an add-on board's memory says it is."""

NAMED: Final = 6
"""More pins than these are counted."""


def given_away(config: Config, root: Path = Path("/")) -> tuple[Trouble, ...]:
    """KT-116 for everything that has a pin of the table on the machine below `root`."""
    model = read_model(root / "proc")
    ours = pins_in_use(config)
    found = claims(read_boot_files(root, model), model, _hat(root))
    return tuple(trouble for claim in found for trouble in _troubles(claim, ours))


def pins_in_use(config: Config) -> Mapping[int, str]:
    """What each pin that the configured devices open is for."""
    used: tuple[str, ...] = ("row", "column", "button", "lights")
    if config.sensors.driver in (SensorDriver.MCP23017, SensorDriver.PICO):
        used = ("button", "lights")
    elif config.sensors.driver is SensorDriver.SIMULATED:
        used = ("lights",)
    lit = config.lights.driver not in (LightDriver.SIMULATED, LightDriver.PICO)
    return {
        pin: name
        for name, pin in uses(config.pin_map())
        if name.startswith(used) and (lit or name != "lights")
    }


def _troubles(claim: Claim, ours: Mapping[int, str]) -> tuple[Trouble, ...]:
    lost = {
        pin: ours[pin]
        for pin in claim.pins
        if pin in ours and not (ours[pin] == "lights" and claim.claimant in FEEDS_LIGHTS)
    }
    if not lost:
        return ()
    named = ", ".join(f"GPIO {pin} ({use})" for pin, use in lost.items())
    pins = named if len(lost) <= NAMED else f"{len(lost)} of the table's pins"
    away = [f"{line.text} ({line.where})" for line in claim.lines]
    repair = [f"remove {' and '.join(away)}"] if away else []
    if claim.repair:
        repair.append(claim.repair)
    told = TROUBLES["KT-116"].filled(
        pins=pins, claimant=claim.claimant, repair=", and ".join(repair)
    )
    return (told,)


def _hat(root: Path) -> str:
    try:
        return (root / HAT).read_text(errors="replace").strip("\0\n ")
    except OSError:
        return ""
