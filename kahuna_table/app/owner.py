"""Whose the files of a state directory are: its owner's, also those that root makes in there."""

import os
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

_OURS: Final = {
    "": ("journal*", "wiring*", "control.sock", "warnings.log", "traces"),
    "traces": ("*trace-*",),
}
"""What a table writes, by the folder in the state directory."""


def give_to_owner(directory: Path) -> None:
    """What root has left in somebody else's directory becomes the owner's: the service could not
    write it. Does nothing for anybody but root.
    """
    if os.geteuid() != 0:
        return
    for folder, name, owner in _strangers(directory):
        with suppress(OSError):  # gone since, or read-only: there it does no harm
            os.chown(name, owner.st_uid, owner.st_gid, dir_fd=folder, follow_symlinks=False)


def strangers(directory: Path) -> list[str]:
    """Names of the table's files in the directory that belong to others than its owner."""
    return [name for _, name, _ in _strangers(directory)]


def _strangers(directory: Path) -> Iterator[tuple[int, str, os.stat_result]]:
    """Folder, name, and the owner whose it should be. No link is followed below the directory: its
    owner is not trusted with what lies elsewhere.
    """
    for below, patterns in _OURS.items():
        try:
            folder = os.open(directory / below, os.O_RDONLY | (os.O_NOFOLLOW if below else 0))
        except OSError:
            continue  # nothing is there
        try:
            owner = directory.stat()
            for name in sorted(os.listdir(folder)):
                if not any(fnmatch(name, pattern) for pattern in patterns):
                    continue
                found = os.stat(name, dir_fd=folder, follow_symlinks=False)
                if found.st_uid != owner.st_uid:
                    yield folder, name, owner
        except OSError:
            continue
        finally:
            os.close(folder)
