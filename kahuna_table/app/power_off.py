"""Whether what is written in a directory is gone at power-off, as the kernel's mounts tell."""

from pathlib import Path
from typing import Final

IN_MEMORY: Final = ("tmpfs", "ramfs")


def is_lost_at_power_off(directory: Path, mounts: str) -> bool:
    """`mounts` is the text of /proc/mounts. An overlay is as lasting as its upper directory; of one
    that lies outside of what is mounted here nothing is known, and nothing is said.
    """
    kind, options = _mount_of(directory, mounts)
    if kind != "overlay":
        return kind in IN_MEMORY
    upper = next((each[9:] for each in options.split(",") if each.startswith("upperdir=")), "")
    return bool(upper) and _mount_of(Path(upper), mounts)[0] in IN_MEMORY


def _mount_of(directory: Path, mounts: str) -> tuple[str, str]:
    """Kind and options of the file system that the directory lies on."""
    best, found = "", ("", "")
    for line in mounts.splitlines():
        words = line.split()
        if len(words) > 3 and directory.is_relative_to(words[1]) and len(words[1]) >= len(best):
            best, found = words[1], (words[2], words[3])
    return found
