"""How the devices of the running table stand: written by it, read by `doctor`.

Whoever looks from outside has other rights than the table, and its devices are in use.
"""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

NAME: Final = "devices.json"


@dataclass(frozen=True, slots=True)
class Standing:
    """`devices` in one line; `troubles` with their codes and what mends them."""

    process: int
    devices: str
    troubles: tuple[str, ...]


def write(directory: Path, standing: Standing) -> None:
    """Leaves it for others; where that cannot be written the table says so elsewhere."""
    new = directory / f".{NAME}.new"
    with suppress(OSError):
        new.write_text(json.dumps(asdict(standing)) + "\n", "utf-8")
        new.replace(directory / NAME)


def read(directory: Path, process: int | None) -> Standing | None:
    """What the table of this process wrote; None where it is not there yet."""
    try:
        told = json.loads((directory / NAME).read_text("utf-8"))
        standing = Standing(int(told["process"]), str(told["devices"]), tuple(told["troubles"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return standing if standing.process == process else None


def mine(devices: str, troubles: tuple[str, ...]) -> Standing:
    """Of this process."""
    return Standing(os.getpid(), devices, troubles)
