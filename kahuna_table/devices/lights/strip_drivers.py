"""The ways to feed the strip: SPI, the RP1's kernel driver, the library rpi_ws281x.

A way opens its device when it is made and takes finished frames, dimmed and limited. Only the
child process makes one: the library can crash the interpreter, and a write can hang in the kernel.
"""

import atexit
import errno
import fcntl
import importlib
import os
import re
import struct
from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

from kahuna_table.devices.access import no_access
from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.lights.encoder import SPEED_HZ, waveform
from kahuna_table.devices.strip import PIXELS, LightsError, wire_bytes
from kahuna_table.devices.troubles import Trouble
from kahuna_table.table.lights import Frame

SPI_NODE: Final = Path("/dev/spidev0.0")
LEDS_NODE: Final = Path("/dev/leds0")


class StripDriver(Protocol):
    """An open strip."""

    how: str
    """For the status line."""

    def write(self, frame: Frame) -> None:
        """Raises: LightsError."""

    def close(self) -> None: ...


class SpiWay:
    """Data on GPIO 10 (MOSI), on every Pi, for the group `spi`.

    Through the kernel's node with its own calls: nothing to install.
    """

    _MODE: Final = 0x40016B01  # SPI_IOC_WR_MODE, linux/spi/spidev.h
    _BITS: Final = 0x40016B03  # SPI_IOC_WR_BITS_PER_WORD
    _SPEED: Final = 0x40046B04  # SPI_IOC_WR_MAX_SPEED_HZ
    _TRIES: Final = 4

    def __init__(self, order: str, node: Path = SPI_NODE) -> None:
        """Raises: LightsError."""
        self.how = f"spi {node}"
        self._order, self._node = order, node
        try:
            self._file = os.open(node, os.O_RDWR | os.O_CLOEXEC)
            for request, value in (
                (self._MODE, struct.pack("B", 0)),
                (self._BITS, struct.pack("B", 8)),
                (self._SPEED, struct.pack("=I", SPEED_HZ)),
            ):
                fcntl.ioctl(self._file, request, value)
        except OSError as error:
            raise LightsError(_refusal(error, node, "spi", _SPI)) from error

    def write(self, frame: Frame) -> None:
        """A time-out of the bus is tried again at once (raspberrypi/linux#5696)."""
        send_all(lambda data: os.write(self._file, data), waveform(wire_bytes(frame, self._order)))

    def close(self) -> None:
        os.close(self._file)


def send_all(write: Callable[[bytes], int], transfer: bytes, tries: int = 4) -> None:
    """One transfer in one piece: a part of it would be a frame of its own.

    Raises:
        LightsError: no try was taken.
    """
    error: OSError | None = None
    for _ in range(tries):
        try:
            taken = write(transfer)
        except OSError as refused:
            if refused.errno == errno.EMSGSIZE:
                taken, error = 0, None
            elif refused.errno == errno.ETIMEDOUT:
                error = refused
                continue
            else:
                why = str(refused.strerror)
                raise LightsError(fault(Trouble.SPI_WRITE, error=why)) from refused
        if taken == len(transfer):
            return
        raise LightsError(fault(Trouble.SPI_PARTIAL, taken=taken, expected=len(transfer)))
    raise LightsError(fault(Trouble.SPI_TIMEOUT, tries=tries)) from error


class LedsWay:
    """The RP1's own driver on a Pi 5: `dtoverlay=ws2812-pio,gpio=10,num_leds=39`.

    Its gamma table makes 0 of everything below 22, and not every kernel can go without: the table
    is switched on whatever the overlay says, and undone beforehand.
    """

    def __init__(self, order: str, node: Path = LEDS_NODE) -> None:
        """Raises: LightsError."""
        self.how = f"leds0 {node}"
        # The driver sends green, red, blue of what it takes for red, green, blue.
        self._order = order[1] + order[0] + order[2]
        try:
            self._file = os.open(node, os.O_WRONLY | os.O_CLOEXEC)
            os.pwrite(self._file, b"\xff", 0)  # one byte alone is the brightness
        except OSError as error:
            raise LightsError(_refusal(error, node, "gpio", _LEDS)) from error

    def write(self, frame: Frame) -> None:
        """Always at the start: the driver's position moves and cannot be sought."""
        wire = wire_bytes(frame, self._order).translate(_BEFORE_GAMMA)
        data = b"".join([wire[n : n + 3] + b"\0" for n in range(0, len(wire), 3)])
        try:
            os.pwrite(self._file, data, 0)
        except OSError as error:
            if error.errno not in (errno.EFBIG, errno.ENOSPC):
                why = str(error.strerror)
                raise LightsError(fault(Trouble.LEDS_WRITE, error=why)) from error
            raise LightsError(fault(Trouble.LEDS_SHORT)) from error

    def close(self) -> None:
        os.close(self._file)


def _kernel_gamma(value: int) -> int:
    """drivers/misc/ws2812-pio-rp1.c: 255 * (value / 255) ** (1 / 0.45)."""
    return int(255 * (value / 255) ** (1 / 0.45))


_GAMMA: Final = [_kernel_gamma(value) for value in range(256)]
_BEFORE_GAMMA: Final = bytes(
    0 if wanted == 0 else bisect_right(_GAMMA, wanted) - 1 for wanted in range(256)
)
"""The largest value that the driver makes no brighter than wanted: the limit holds."""


class LibraryError(LightsError):
    """The library does not work; that alone costs nothing where the SPI bus does."""


class LibraryWay:
    """The library rpi_ws281x: SPI on GPIO 10, or PWM on GPIO 18 as root. Never on a Pi 5."""

    _DMA: Final = 10  # 5 damages the SD card on some (jgarff/rpi_ws281x#224)
    _GRB: Final = 0x00081000  # WS2811_STRIP_GRB, ws2811.h

    def __init__(self, order: str, gpio: int) -> None:
        """Raises: LightsError."""
        self.how = f"rpi_ws281x on GPIO {gpio}"
        self._order = order[1] + order[0] + order[2]
        try:
            library: Any = importlib.import_module("rpi_ws281x")
        except ImportError as error:
            raise LibraryError(fault(Trouble.LIBRARY_UNLOADED, error=str(error))) from error
        self._strip = library.PixelStrip(
            PIXELS, gpio, dma=self._DMA, brightness=255, strip_type=self._GRB
        )
        try:
            self._strip.begin()
        except RuntimeError as error:
            # At exit it would hand a NULL to C, and the process would end with SIGSEGV.
            atexit.unregister(self._strip._cleanup)
            raise library_refusal(str(error), gpio) from error

    def write(self, frame: Frame) -> None:
        wire = wire_bytes(frame, self._order)
        for n in range(PIXELS):
            self._strip.setPixelColor(n, int.from_bytes(wire[3 * n : 3 * n + 3]))
        try:
            self._strip.show()
        except RuntimeError as error:
            raise LightsError(fault(Trouble.LIBRARY_SEND, error=str(error))) from error

    def close(self) -> None:
        """The library tidies up when the process ends."""


_REFUSALS: Final = {
    -2: Trouble.LIBRARY_MEMORY,
    -3: Trouble.LIBRARY_BOARD,
    -4: Trouble.LIBRARY_LOCK,
    -5: Trouble.LIBRARY_ROOT,
    -6: Trouble.LIBRARY_ROOT,
    -9: Trouble.LIBRARY_ROOT,
    -10: Trouble.LIBRARY_DMA,
    -11: Trouble.LIBRARY_PIN,
    -13: Trouble.LIBRARY_NODES,
    -14: Trouble.LIBRARY_TRANSFER,
}
"""What the library's codes mean for a table, by their number (ws2811.h)."""


def library_refusal(text: str, gpio: int) -> LibraryError:
    """The trouble behind `ws2811_init failed with code -5 (mmap() failed)`."""
    found = re.search(r"code (-?\d+)", text)
    trouble = _REFUSALS.get(int(found[1]) if found else 0, Trouble.LIBRARY_OTHER)
    if trouble in (Trouble.LIBRARY_ROOT, Trouble.LIBRARY_PIN):
        return LibraryError(fault(trouble, said=text, gpio=gpio))
    return LibraryError(fault(trouble, said=text))


_SPI: Final = (Trouble.SPI_MISSING, Trouble.SPI_SHUT)
_LEDS: Final = (Trouble.LEDS_MISSING, Trouble.LEDS_SHUT)


def _refusal(error: OSError, node: Path, group: str, troubles: tuple[Trouble, Trouble]) -> Fault:
    """Why a node cannot be used, by the troubles of one that is missing or shut."""
    missing, shut = troubles
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return fault(missing, device=str(node))
    if error.errno in (errno.EACCES, errno.EPERM):
        return no_access(str(node), group)
    return fault(shut, device=str(node), error=str(error.strerror))
