"""The firmware that this program brings: its files, and their number."""

import re
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parents[2]


def _folder() -> Path:
    """Inside an installed program, else in the clone beside it."""
    installed = _PACKAGE / "firmware"
    return installed if installed.is_dir() else _PACKAGE.parent / "firmware"


FILES: Final = _folder()


def _version() -> int:
    found = re.search(r"^FIRMWARE = (\d+)$", (FILES / "version.py").read_text("utf-8"), re.M)
    assert found is not None, f"{FILES / 'version.py'}: expected a line FIRMWARE = N"
    return int(found[1])


VERSION: Final = _version()
