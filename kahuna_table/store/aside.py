"""Names for files that step aside, and directories whose names are durable."""

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path


def free_name(path: Path, why: str, at: datetime, companions: Sequence[str] = ()) -> Path:
    """For instance `journal-2026-11-30T041500.damaged.sqlite3`, beside `path`: a name that nothing
    has, nor it with any of the endings of its companions."""
    stem = f"{path.stem}-{at:%Y-%m-%dT%H%M%S}"
    number, name = 1, f"{stem}.{why}{path.suffix}"
    while any(os.path.lexists(path.with_name(name + ending)) for ending in ("", *companions)):
        number += 1
        name = f"{stem}-{number}.{why}{path.suffix}"
    return path.with_name(name)


def sync_directory(directory: Path) -> None:
    """Makes the names in it durable. Raises: `OSError`."""
    file = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
