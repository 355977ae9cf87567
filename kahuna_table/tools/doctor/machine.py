"""What `doctor` looks at: files, devices and modules of a machine; tests give it a tree."""

import os
import shutil
from dataclasses import dataclass, field
from importlib import metadata, util
from pathlib import Path
from typing import Final

from kahuna_table.devices.access import own_name
from kahuna_table.devices.pi_model import is_five, read_model

GROUPS: Final = ("gpio", "i2c", "spi", "video", "render", "input")
"""What Raspberry Pi OS gives the devices to."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine below `root`; the rights are those of this process."""

    root: Path = Path("/")
    groups: frozenset[str] = field(default_factory=lambda: _own_groups())
    is_root: bool = field(default_factory=lambda: os.geteuid() == 0)

    def path(self, name: str) -> Path:
        return self.root / name.lstrip("/")

    def text(self, name: str) -> str:
        """The content of a small file, empty where there is none."""
        try:
            return self.path(name).read_text(errors="replace").strip("\0\n ")
        except OSError:
            return ""

    def glob(self, pattern: str) -> tuple[Path, ...]:
        return tuple(sorted(self.root.glob(pattern.lstrip("/"))))

    def usable(self, name: str) -> bool | None:
        """Whether this process may read and write a device; None where there is none."""
        path = self.path(name)
        return os.access(path, os.R_OK | os.W_OK) if path.exists() else None

    @property
    def user(self) -> str:
        return own_name()

    @property
    def model(self) -> str:
        """For example `Raspberry Pi 5 Model B Rev 1.0`; empty where the board does not say."""
        return read_model(self.path("/proc"))

    @property
    def is_pi(self) -> bool:
        return "Raspberry Pi" in self.model

    @property
    def is_pi_5(self) -> bool:
        return is_five(self.model)

    def free_mib(self, directory: Path) -> int | None:
        """Room below the nearest directory that exists."""
        for path in (directory, *directory.parents):
            if os.path.exists(path):  # for who may not look there, too
                return shutil.disk_usage(path).free >> 20
        return None


def version_of(package: str) -> str | None:
    """The installed version, None where the package is missing."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "unknown version" if util.find_spec(package.replace("-", "_")) else None


def _own_groups() -> frozenset[str]:
    import grp

    names = set()
    for number in os.getgroups():
        try:
            names.add(grp.getgrgid(number).gr_name)
        except KeyError:
            continue  # a group without a name gives no right that we know of
    return frozenset(names)
