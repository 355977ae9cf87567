"""Packages of the table: checked, unpacked, made again from what is installed."""

import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kahuna_table.tools.setup.run import KEY
from kahuna_table.tools.update.machine import PACKAGE, SCRIPTS, CommandError, Machine

SUM: Final = ".sha256"
SIGNATURE: Final = ".sig"


class PackageError(Exception):
    """A package that is not installed; the text says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package file and what it says of itself."""

    file: Path
    version: str


def check(machine: Machine, file: Path, named: Path) -> Package:
    """Whether the file is whole, ours, for this machine, and signed where a key was given; `named`
    is what the maker brought, beside which checksum and signature lie.

    Raises: `PackageError`.
    """
    _check_sum(file, named.with_name(named.name + SUM))
    _check_signature(machine, file, named.with_name(named.name + SIGNATURE))
    try:
        name, version, architecture = (
            machine.command("dpkg-deb", "--field", file, field).strip()
            for field in ("Package", "Version", "Architecture")
        )
        own = machine.command("dpkg", "--print-architecture").strip()
    except CommandError as error:
        raise PackageError(f"{named}: expected a Debian package, got {error}") from error
    if name != PACKAGE:
        raise PackageError(f"{named}: expected the package {PACKAGE}, got {name!r}")
    if architecture not in ("all", own):
        raise PackageError(f"{named}: expected a package for {own}, got one for {architecture}")
    return Package(file, version)


def unpack(machine: Machine, package: Package, directory: Path) -> None:
    """Unpacks it, every file as its checksum says. Raises: `PackageError`."""
    try:
        machine.command("dpkg-deb", "--raw-extract", package.file, directory)
    except CommandError as error:
        raise PackageError(f"{package.file}: {error}: copy it again") from error
    sums = {}
    for line in (directory / "DEBIAN" / "md5sums").read_text().splitlines():
        sums[line[34:]] = line[:32]
    for path in sorted(directory.rglob("*")):
        name = str(path.relative_to(directory))
        if path.is_file() and not path.is_symlink() and not name.startswith("DEBIAN/"):
            found = hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
            if sums.pop(name, None) != found:
                raise PackageError(f"{package.file}: {name} is not as its checksum says")
    if sums:
        raise PackageError(f"{package.file}: {next(iter(sums))} is missing")


def installed_version(machine: Machine) -> str:
    """Raises: `PackageError` where the package is not installed as a whole."""
    try:
        told = machine.command(
            "dpkg-query", "--show", "--showformat", "${db:Status-Abbrev}${Version}", PACKAGE
        )
    except CommandError as error:
        raise PackageError(f"{PACKAGE} is not installed: use apt") from error
    if not told.startswith("ii "):
        raise PackageError(f"{PACKAGE} is half installed: sudo dpkg --configure {PACKAGE}")
    return told[3:]


def pack_installed(machine: Machine, target: Path) -> None:
    """Makes the package again that is installed, since dpkg keeps none.

    Raises: `CommandError`, `OSError`.
    """
    tree = target.with_suffix(".tree")
    shutil.rmtree(tree, ignore_errors=True)
    (tree / "DEBIAN").mkdir(parents=True)
    for name in machine.command("dpkg-query", "--listfiles", PACKAGE).splitlines():
        source, copy = machine.root / name.lstrip("/"), tree / name.lstrip("/")
        if source.is_dir() and not source.is_symlink():
            copy.mkdir(exist_ok=True)
            copy.chmod(0o755)
        else:
            shutil.copy2(source, copy, follow_symlinks=False)
    for name in SCRIPTS:
        kept = machine.info / f"{PACKAGE}.{name}"
        if kept.exists():
            shutil.copy2(kept, tree / "DEBIAN" / name)
    fields = machine.command("dpkg-query", "--status", PACKAGE).splitlines(keepends=True)
    control = "".join(line for line in fields if not line.startswith("Status:"))
    (tree / "DEBIAN" / "control").write_text(control)
    building = target.with_suffix(".building")
    machine.command("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", tree, building)
    building.replace(target)
    shutil.rmtree(tree)


def _check_sum(file: Path, sums: Path) -> None:
    if not sums.exists():
        return
    expected = sums.read_text("ascii", "replace").split()[:1]
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if expected != [found]:
        raise PackageError(f"{sums}: expected {' '.join(expected)}, got {found}: copy it again")


def _check_signature(machine: Machine, file: Path, signature: Path) -> None:
    key = machine.root / KEY
    if not key.exists():
        return
    if not signature.exists():
        raise PackageError(f"expected the signature {signature}, since /{KEY} is there")
    words = ("openssl", "pkeyutl", "-verify", "-pubin", "-inkey", key, "-rawin", "-in", file)
    try:
        machine.command(*words, "-sigfile", signature)
    except CommandError as error:
        raise PackageError(f"{signature} does not fit the key /{KEY}: {error}") from error
