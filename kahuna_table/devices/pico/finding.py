"""Where the Pico is: by its name among the serial devices of the USB, never by a number."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kahuna_table.devices.faults import fault
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.troubles import Trouble

BY_ID: Final = Path("/dev/serial/by-id")

NAMES: Final = "usb-MicroPython_*"
"""udev names a board after its maker and serial number; MicroPython calls itself so on RP2040 and
RP2350 (USB id 2e8a:0005)."""

BOOT_LOADER: Final = Path("/dev/disk/by-label")
BOOT_LABELS: Final = ("RPI-RP2", "RP2350")
"""What a Pico calls its disk while it waits for an interpreter."""


def boards(by_id: Path = BY_ID) -> Sequence[Path]:
    """Every Pico with MicroPython that is plugged in."""
    return sorted(by_id.glob(NAMES))


def waits_for_interpreter(labels: Path = BOOT_LOADER) -> bool:
    """Whether a Pico is plugged in that has no MicroPython, or was started with BOOTSEL."""
    return any((labels / label).exists() for label in BOOT_LABELS)


def device(named: str, by_id: Path = BY_ID) -> Path:
    """The device that the configuration names, else the only Pico there is.

    Raises:
        DeviceError: KT-340, there is none, or more than one.
    """
    if named:
        if not Path(named).exists():
            raise _unseen(f"{named} is not there")
        return Path(named)
    found = boards(by_id)
    if len(found) == 1:
        return found[0]
    if found:
        raise _unseen(f"expected one, found {', '.join(each.name for each in found)}")
    raise _unseen(f"nothing in {by_id} is called {NAMES}")


def _unseen(detail: str) -> DeviceError:
    return DeviceError(fault(Trouble.NO_PICO, detail=detail))
