"""The order of an update on one page. From the mark `unfinished` on the script `repair` undoes it,
here or at the next boot; before, nothing has changed.

Everything is imported before dpkg changes the program below this process.
"""

import json
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

from kahuna_table.app.exits import OK, WRONG
from kahuna_table.files import write_whole
from kahuna_table.table.inputs import code_name
from kahuna_table.tools.update.machine import (
    DPKG_S,
    PACKAGE,
    PROGRAM,
    CommandError,
    Machine,
)
from kahuna_table.tools.update.package import (
    Package,
    PackageError,
    check,
    installed_version,
    pack_installed,
    unpack,
)

WELL_S: Final = 60.0
STEADY_S: Final = 10.0
"""So long one process has to play on."""

LOOK_S: Final = 1.0
REPAIR: Final = "usr/lib/kahuna-table/repair"


def update(file: Path, machine: Machine, store: Path, out: TextIO) -> int:
    """Installs the package, or leaves all as it was; 0 or 1. `store` is where games are kept."""
    if not machine.is_root:
        print(f"expected root: sudo kahuna-table update {file}", file=out)
        return WRONG
    here = machine.updates
    try:
        here.mkdir(mode=0o755, parents=True, exist_ok=True)
        if (here / "unfinished").exists():
            raise PackageError("an update was cut off: sudo kahuna-table rollback, then again")
        before = installed_version(machine)
        package = _brought(machine, file)
        _try(machine, package, store)
        was = machine.status(store)
        print(f"{package.version} is tried; installing it over {before}", file=out)
        pack_installed(machine, here / "previous.deb")
    except (PackageError, CommandError, OSError) as error:
        print(f"{error}\nnothing was changed", file=out)
        return WRONG
    finally:
        _clear(here)
    with _undisturbed():
        return _install(machine, package, store, before, was, out)


def rollback(machine: Machine, out: TextIO) -> int:
    """Goes back to the package before the last update; 0 or 1."""
    if not machine.is_root:
        print("expected root: sudo kahuna-table rollback", file=out)
        return WRONG
    if not (machine.updates / "previous.deb").exists():
        print("no previous package is kept: there was no update", file=out)
        return WRONG
    with _undisturbed():
        return _back(machine, out)


def _brought(machine: Machine, file: Path) -> Package:
    """The package, from a copy that nobody else can change. Raises: `PackageError`; `OSError`."""
    copy = machine.updates / "new.deb"
    copy.unlink(missing_ok=True)
    shutil.copyfile(file, copy)
    return check(machine, copy, file)


def _try(machine: Machine, package: Package, store: Path) -> None:
    """Both versions look at the machine and at copies of the games, and play.

    Raises: `PackageError`; `CommandError`; `OSError`.
    """
    unpacked = machine.updates / "trial"
    unpack(machine, package, unpacked)
    own = _told(machine, machine.root / PROGRAM, store, "the version that is installed")
    new = _told(machine, unpacked / PROGRAM, store, package.version)
    if (new["games"], new["moves"]) != (own["games"], own["moves"]):
        raise PackageError(f"{package.version} does not read the games: {own} before, {new} now")
    if worse := set(new["faults"]) - set(own["faults"]):
        raise PackageError(
            f"{package.version} does not work here: {', '.join(map(code_name, sorted(worse)))}"
        )


def _told(machine: Machine, program: Path, store: Path, who: str) -> dict[str, Any]:
    """Raises: `PackageError`; `OSError`."""
    try:
        told = json.loads(machine.tried(program, store).splitlines()[-1])
        return {name: told[name] for name in ("games", "moves", "faults")}
    except (CommandError, ValueError, LookupError, TypeError) as error:
        raise PackageError(f"{who} fails its trial: {error}") from error


def _install(
    machine: Machine,
    package: Package,
    store: Path,
    before: str,
    was: dict[str, Any] | None,
    out: TextIO,
) -> int:
    """Forward, or back."""
    here = machine.updates
    try:
        _mark(machine, store)
        machine.command("dpkg", "--install", package.file, limit_s=DPKG_S)
        _wait_until_well(machine, store, package.version, was)
        (here / "unfinished").unlink()
        os.sync()
    except (CommandError, PackageError, OSError) as error:
        print(f"{error}\ngoing back to {before}", file=out)
        _back(machine, out)
        return WRONG
    (here / "new.deb").unlink(missing_ok=True)
    print(f"{package.version} plays; back: sudo kahuna-table rollback", file=out)
    return OK


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Neither Ctrl-C nor a terminal that closes cuts it off, nor dpkg below it."""
    numbers = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, signal.SIG_IGN) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _mark(machine: Machine, store: Path) -> None:
    """The table stops, its games are copied, and from here on there is a way back.

    Raises: `CommandError`; `OSError`.
    """
    here = machine.updates
    machine.command("systemctl", "stop", PACKAGE)
    shutil.rmtree(here / "state", ignore_errors=True)
    (here / "state").mkdir(mode=0o700)
    journals = [str(each) for each in sorted(store.glob("journal*"))]
    if journals:
        machine.command("cp", "-a", "-t", here / "state", *journals)
    write_whole(here / "store", f"{store}\n")
    write_whole(here / "repair", (machine.root / REPAIR).read_text("utf-8"), 0o755)
    os.sync()
    write_whole(here / "unfinished", "")


def _wait_until_well(
    machine: Machine, store: Path, version: str, was: dict[str, Any] | None
) -> None:
    """Raises: `PackageError` where the table is not well in time."""
    end_s = machine.monotonic_s() + WELL_S
    first: dict[str, Any] | None = None
    why = "it does not answer"
    while machine.monotonic_s() < end_s:
        machine.sleep(LOOK_S)
        told = machine.status(store)
        if told is None:
            continue
        why = _unwell(told, version, was)
        if why:
            continue
        if first is None or first["process"] != told["process"]:
            first = told
        plays = told["counters"]["samples"] > first["counters"]["samples"]
        if plays and told["up_s"] - first["up_s"] >= STEADY_S:
            return
        why = "it does not play on"
    raise PackageError(f"the table is not well after {WELL_S:g} s: {why}")


def _unwell(told: dict[str, Any], version: str, was: dict[str, Any] | None) -> str:
    """What is worse than before the update."""
    if told["version"] != version:
        return f"expected version {version}, got {told['version']}"
    if was is None:
        return ""
    if told["lines"] < was["lines"]:
        return f"{told['lines']} lines are read, {was['lines']} were before"
    if (told["game"] is None) is not (was["game"] is None):
        return "the game in progress is not there"
    if told["game"] is not None and was["game"]["saved"] and not told["game"]["saved"]:
        return "the game is not saved"
    return ""


def _back(machine: Machine, out: TextIO) -> int:
    kept = machine.updates / "repair"
    script = kept if kept.exists() else machine.root / REPAIR
    try:
        said = machine.command(script, "--back", limit_s=2 * DPKG_S)
        version = installed_version(machine)
    except (CommandError, PackageError) as error:
        print(f"{error}\nit is tried again at the next boot", file=out)
        return WRONG
    print(f"{said}{version} is back", file=out)
    return OK


def _clear(here: Path) -> None:
    for name in ("trial", "trial-state"):
        shutil.rmtree(here / name, ignore_errors=True)
