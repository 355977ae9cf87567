"""How the devices of the running table stand: written by it, read by `doctor`.

A reader outside has other rights than the table, and its devices are in use.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kahuna_table.devices.faults import Fault
from kahuna_table.files import PUBLIC, FileError, read_text, write_whole
from kahuna_table.table.codec import CodecError, format_value, parse_value

NAME: Final = "devices.json"
_MAX_BYTES: Final = 1 << 16

SERVICE_DIRECTORY: Final = Path("/run/kahuna-table")
"""The unit's `RuntimeDirectory`."""


@dataclass(frozen=True, slots=True)
class DeviceStatus:
    """`devices` in one line, and what fails."""

    process: int
    devices: str
    faults: tuple[Fault, ...]


def place(directory: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """Where this process leaves it: for the service in memory, where no card can fail or stall."""
    return Path(environ.get("RUNTIME_DIRECTORY", "").partition(":")[0] or directory)


def write(directory: Path, status: DeviceStatus) -> bool:
    """Leaves it for others to read; False where that failed."""
    try:
        write_whole(directory / NAME, format_value(status, DeviceStatus) + "\n")
        (directory / NAME).chmod(PUBLIC)  # whatever the umask of the service
    except OSError:
        return False
    return True


def read(directory: Path, process: int | None) -> DeviceStatus | None:
    """What the table of this process wrote; None where it is not there yet."""
    for place in (SERVICE_DIRECTORY, directory):
        if (found := _read(place / NAME)) is not None and found.process == process:
            return found
    return None


def own_status(devices: str, faults: tuple[Fault, ...]) -> DeviceStatus:
    """Of this process."""
    return DeviceStatus(os.getpid(), devices, faults)


def _read(file: Path) -> DeviceStatus | None:
    try:
        text = read_text(file, "the table's devices", _MAX_BYTES)
        status: DeviceStatus = parse_value(text, DeviceStatus)
    except (FileError, CodecError):
        return None
    return status
