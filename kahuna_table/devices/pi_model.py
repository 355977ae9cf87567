"""Which Raspberry Pi this is, by the name that its kernel gives."""

import re
from pathlib import Path
from typing import Final

_FIVE: Final = re.compile(r"Raspberry Pi (5\b|500|Compute Module 5)")


def read_model(proc: Path = Path("/proc")) -> str:
    """For example `Raspberry Pi 4 Model B Rev 1.4`; empty where there is none."""
    try:
        return (proc / "device-tree" / "model").read_text().strip("\0\n ")
    except OSError:
        pass  # an old kernel, or a sandbox: the next file has it too
    try:
        found = re.search(r"^Model\s*: (.*)$", (proc / "cpuinfo").read_text(), re.M)
    except OSError:
        return ""
    return found[1].strip() if found else ""


def is_five(model: str) -> bool:
    """Whether its header hangs on the RP1, which `rpi_ws281x` does not know."""
    return bool(_FIVE.search(model))
