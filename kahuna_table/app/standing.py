"""How the devices of the running table stand: written by it, read by `doctor`.

Whoever looks from outside has other rights than the table, and its devices are in use.
"""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from kahuna_table.files import FileError, read_text, write_whole

NAME: Final = "devices.json"
_MOST_BYTES: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Standing:
    """`devices` in one line; `troubles` with their codes and what mends them."""

    process: int
    devices: str
    troubles: tuple[str, ...]


def write(directory: Path, standing: Standing) -> None:
    """Leaves it for others; where that cannot be written the table says so elsewhere."""
    with suppress(OSError):
        write_whole(directory / NAME, json.dumps(asdict(standing)) + "\n")


def read(directory: Path, process: int | None) -> Standing | None:
    """What the table of this process wrote; None where it is not there yet."""
    try:
        told = json.loads(read_text(directory / NAME, "the table's devices", _MOST_BYTES))
    except (FileError, ValueError, RecursionError):
        return None
    match told:
        case {"process": int(writer), "devices": str(devices), "troubles": [*troubles]}:
            if writer == process and all(isinstance(each, str) for each in troubles):
                return Standing(writer, devices, tuple(troubles))
    return None


def mine(devices: str, troubles: tuple[str, ...]) -> Standing:
    """Of this process."""
    return Standing(os.getpid(), devices, troubles)
