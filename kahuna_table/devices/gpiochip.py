"""The GPIO chip of the Pi's header, opened by its label through lgpio; a reason when it cannot be.

gpiozero's own choice is never used: without lgpio it silently takes a library that no longer works.
lgpio is imported here and nowhere else, since the import itself writes a pipe into its directory.
"""

import atexit
import contextlib
import glob
import importlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from kahuna_table.devices.access import no_access
from kahuna_table.devices.buttons import GpioButtons
from kahuna_table.devices.faults import fault
from kahuna_table.devices.matrix import MatrixSensors
from kahuna_table.devices.pins import PinKind, PinMap, PinUse, uses
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.troubles import Trouble

LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Of a Pi 5, a Pi 4, and all before it. Numbers of chips change with the kernel."""

NODES: Final = "/dev/gpiochip*"

_IN_USE: Final = 1
"""LG_GPIO_IS_KERNEL: somebody holds the line, a program or a part of the kernel."""

_PROGRAMS: Final = re.compile(
    r"lg|gpio(zero|mon|set|get|detect)?$|RPi|pigpio|libgpiod|python", re.I
)
"""What programs call themselves; everything else is taken for a part of the kernel."""


class GpioError(DeviceError):
    """The pins cannot be had."""


def open_matrix(pin_map: PinMap) -> tuple[MatrixSensors, GpioButtons]:
    """The reference kit's sensors and buttons on the Pi's pins. Raises: GpioError."""
    factory = open_factory(use for use in uses(pin_map) if use.kind is not PinKind.LIGHTS)
    return MatrixSensors(factory, pin_map, pause_us=pause_us), GpioButtons(factory, pin_map)


def pause_us(microseconds: int) -> None:
    """At least this long; the kernel adds some 60 us."""
    time.sleep(microseconds / 1_000_000)


def open_factory(
    needed: Iterable[PinUse],
    *,
    nodes: str = NODES,
    environ: Mapping[str, str] = os.environ,
) -> Any:
    """A gpiozero factory on the header's chip, whose needed pins are free. Raises: GpioError."""
    lgpio = load_lgpio(environ)
    chip_factory = _factory_class()
    factory = chip_factory(*_open_chip(lgpio, nodes))
    try:
        factory.board_info  # noqa: B018 - reads the revision, now and not in the middle of a scan
    except Exception as error:
        factory.close()
        raise GpioError(fault(Trouble.BOARD_REVISION, error=str(error))) from error
    holders = list(_holders(lgpio, factory._handle, needed))
    if holders:
        factory.close()
        by_program = any(_PROGRAMS.match(holder) for _, holder in holders)
        trouble = Trouble.PINS_HELD_BY_PROGRAM if by_program else Trouble.PINS_HELD_BY_KERNEL
        told = tuple(f"{use} by {holder!r}" for use, holder in holders)
        raise GpioError(fault(trouble, holders=told))
    return factory


def load_lgpio(environ: Mapping[str, str] = os.environ) -> Any:
    """The module lgpio, its pipe in a directory that can be written. Raises: GpioError."""
    with _work_directory(environ):
        try:
            lgpio = importlib.import_module("lgpio")
        except ImportError as error:
            raise GpioError(fault(Trouble.LGPIO_MISSING, error=str(error))) from error
        except Exception as error:  # it opens its pipe on import, and raises an error of its own
            folder = str(os.environ.get("LG_WD"))
            raise GpioError(fault(Trouble.LGPIO_PIPE, folder=folder, error=repr(error))) from error
    if not hasattr(lgpio, "gpiochip_open"):
        file = str(getattr(lgpio, "__file__", None))
        raise GpioError(fault(Trouble.LGPIO_EMPTY, file=file))
    return lgpio


@contextlib.contextmanager
def _work_directory(environ: Mapping[str, str]) -> Iterator[None]:
    """Sets LG_WD for the import of lgpio, which changes the working directory; back afterwards."""
    if "lgpio" in sys.modules:
        yield
        return
    before = None
    with contextlib.suppress(OSError):  # the directory we are in may have been removed
        before = os.getcwd()
    given = environ.get("LG_WD", "")
    # lgpio complains on stderr at every attempt in a directory that it cannot write to
    usable = bool(given) and os.access(given, os.W_OK | os.X_OK)
    os.environ["LG_WD"] = given if usable else _own_directory(environ)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if before is not None:
                os.chdir(before)


def _own_directory(environ: Mapping[str, str]) -> str:
    """One that no other process shares: two would overwrite each other's pipe."""
    parent = environ.get("RUNTIME_DIRECTORY", "").partition(":")[0] or None
    try:
        made = tempfile.mkdtemp(prefix="lgpio-", dir=parent)
    except OSError as error:
        folder, why = parent or tempfile.gettempdir(), str(error.strerror)
        raise GpioError(fault(Trouble.LGPIO_OWN_FOLDER, folder=folder, error=why)) from error
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def _open_chip(lgpio: Any, nodes: str) -> tuple[int, int]:
    """The number of the header's chip, and lgpio's handle of it. It stays open: closing a chip
    takes lgpio 0.1 s.
    """
    seen, shut = [], []
    found = {os.path.realpath(node): node for node in sorted(glob.glob(nodes), reverse=True)}
    for node in sorted(found.values(), key=_number):
        try:
            handle, label = _opened(lgpio, _number(node))
        except Exception as error:  # noqa: BLE001 - lgpio.error derives from Exception alone
            shut.append(node)
            seen.append(f"{os.path.basename(node)} ({error})")
            continue
        if label in LABELS:
            return _number(node), handle
        lgpio.gpiochip_close(handle)
        seen.append(f"{os.path.basename(node)} {label}")
    if not seen:
        raise GpioError(fault(Trouble.NO_CHIP_NODES, nodes=nodes))
    if shut and not all(os.access(node, os.R_OK | os.W_OK) for node in shut):
        raise GpioError(no_access(", ".join(shut), "gpio"))
    kernel = os.uname().release
    raise GpioError(fault(Trouble.CHIP_LABELS, labels=LABELS, seen=tuple(seen), kernel=kernel))


def _number(node: str) -> int:
    return int(re.sub(r"\D", "", os.path.basename(node)) or 0)


def _opened(lgpio: Any, number: int) -> tuple[int, str]:
    """The handle of a chip, and its label."""
    handle = lgpio.gpiochip_open(number)
    try:
        _, _, _, label = lgpio.gpio_get_chip_info(handle)
    except Exception:
        lgpio.gpiochip_close(handle)
        raise
    return handle, label.decode() if isinstance(label, bytes) else str(label)


def _factory_class() -> Any:
    """Of gpiozero's factories on the chip that is named: releases up to 2.0.1 ignore `chip`
    (gpiozero#1162), and all share one table of pins between factories.
    """
    try:
        pins = importlib.import_module("gpiozero.pins.lgpio")
        local = importlib.import_module("gpiozero.pins.local")
    except ImportError as error:
        raise GpioError(fault(Trouble.GPIOZERO_OLD, error=str(error))) from error

    class ChipFactory(pins.LGPIOFactory):  # type: ignore[misc, name-defined]  # untyped library
        def __init__(self, chip: int, handle: int) -> None:
            local.LocalPiFactory.__init__(self)
            self.pins: dict[int, Any] = {}
            self._reservations: Any = defaultdict(list)
            self._handle = handle
            self._chip = chip
            self.pin_class = pins.LGPIOPin

    return ChipFactory


def _holders(lgpio: Any, handle: int, needed: Iterable[PinUse]) -> Iterator[tuple[PinUse, str]]:
    for use in needed:
        _, _, flags, _, holder = lgpio.gpio_get_line_info(handle, use.pin)
        if flags & _IN_USE:
            text = holder.decode(errors="replace") if isinstance(holder, bytes) else str(holder)
            yield use, text or "somebody"
