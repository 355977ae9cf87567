"""The lines of config.txt that a Raspberry Pi takes at boot, and its kernel's command line.

The format: https://www.raspberrypi.com/documentation/computers/config_txt.html.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from kahuna_table.files import FileError, read_bytes

DIRECTORIES: Final = ("boot/firmware", "boot")
"""Since Debian 12, and before."""

MAX_BYTES: Final = 1 << 16

_FAMILIES: Final = (
    (r"Pi 5\b|Pi 500|Module 5", "pi5"),
    (r"Pi 500", "pi500"),
    (r"Module 5", "cm5"),
    (r"Pi 4\b|Pi 400|Module 4", "pi4"),
    (r"Pi 400", "pi400"),
    (r"Module 4S", "cm4s"),
    (r"Module 4(?!S)", "cm4"),
    (r"Pi 3|Module 3", "pi3"),
    (r"Pi 3.* Plus|Module 3 Plus", "pi3+"),
    (r"Pi 2", "pi2"),
    (r"Zero", "pi0"),
    (r"Zero( 2)? W", "pi0w"),
    (r"Zero 2", "pi02"),
    (r"Pi Model|Module Rev", "pi1"),
)
"""What a board's name must have in it for each section of one model."""

_MODELS: Final = frozenset(name for _, name in _FAMILIES)


@dataclass(frozen=True, slots=True)
class Setting:
    """An active line, without blanks around it."""

    text: str
    file: Path
    number: int
    """From 1."""

    @property
    def where(self) -> str:
        return f"line {self.number} of {self.file}"


@dataclass(frozen=True, slots=True)
class BootFiles:
    """Empty where there are none."""

    settings: tuple[Setting, ...] = ()
    command_line: Setting | None = None


@dataclass(slots=True)
class _Filter:
    """Whether the lines after the last section apply to this model.

    Of sections that ask for something else, a serial number, a level, a screen, nothing is known
    here: their lines count.
    """

    sections: frozenset[str]
    applies: bool = field(default=True)

    def enter(self, section: str) -> None:
        if section == "all":
            self.applies = True
        elif section == "none" or section in _MODELS:
            self.applies = section in self.sections


def read_boot_files(root: Path, model: str) -> BootFiles:
    """Those of the machine below `root`, for a Pi of this name; on an unknown model the sections
    of no model apply."""
    for name in DIRECTORIES:
        directory = root / name
        if (directory / "config.txt").is_file():
            wanted = _Filter(sections_of(model))
            settings = _settings(directory, "config.txt", wanted, ())
            line = _read(directory / "cmdline.txt").strip()
            command = Setting(line, directory / "cmdline.txt", 1) if line else None
            return BootFiles(tuple(settings), command)
    return BootFiles()


def sections_of(model: str) -> frozenset[str]:
    """The sections of config.txt that a Pi of this name takes, beside `all`."""
    return frozenset(name for pattern, name in _FAMILIES if re.search(pattern, model))


def _settings(
    directory: Path, name: str, wanted: _Filter, within: tuple[str, ...]
) -> Iterator[Setting]:
    path = directory / name
    if name in within:  # files that include each other in a circle
        return
    for number, line in enumerate(_read(path).splitlines(), start=1):
        text = line.strip()
        if text.startswith("["):
            wanted.enter(text.strip("[]").lower())
        elif not text or text.startswith("#") or not wanted.applies:
            continue
        elif text.startswith("include "):
            included = text.partition(" ")[2].strip()
            yield from _settings(directory, included, wanted, (*within, name))
        else:
            yield Setting(text, path, number)


def _read(path: Path) -> str:
    """Empty where it cannot be read: then the Pi does not read it either."""
    try:
        return read_bytes(path, "settings of the boot loader", MAX_BYTES).decode(errors="replace")
    except FileError:
        return ""
