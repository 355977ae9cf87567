"""The other build's sensors: 27 reed contacts to ground on two MCP23017 expanders, over I2C.

Registers are written through smbus2: the kernel's own driver applies no pull-ups
(raspberrypi/linux#6763). Pins GPA7 and GPB7 are outputs at low, since an input there can corrupt
SDA (Microchip DS20001952D), so a chip has 14 inputs. One scan reads a chip's pull-ups and its pins
in one transaction: pins that floated after a dip of the supply are never taken for contacts.
"""

import errno
import fcntl
import importlib
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from kahuna_table.devices.access import no_access
from kahuna_table.devices.faults import Fault, Value, fault
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import ALL_LINES, NO_LINES, Lines, line_name, lines_in
from kahuna_table.table.inputs import NO_OWNERS, Owners

ADDRESSES: Final = (0x20, 0x21)

INPUTS: Final = 14
"""A chip; inputs 0..6 are GPA0 to GPA6, 7..13 are GPB0 to GPB6."""

PROBE_S: Final = 1.0
"""How often settings are read back, and a silent chip is tried again."""

RETRIES: Final = 3
"""Further tries at once after an error of the bus."""

DIPS_TOLD_S: Final = 600.0
"""Losses of settings are counted over this time."""

IODIR: Final = 0x00
IOCON: Final = 0x0A
IOCON_OF_BANK_1: Final = 0x05
GPPU: Final = 0x0C
GPIO: Final = 0x12
OLAT: Final = 0x14
REGISTERS: Final = 22
"""Datasheet table 3-3, IOCON.BANK = 0: each register for port A, then for port B."""

_USED: Final = 0x7F  # GPA0..6 and GPB0..6
_SETTINGS: Final = bytes([_USED, _USED, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, _USED, _USED])
"""IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU."""

_TIMEOUT_REQUEST: Final = 0x0702  # I2C_TIMEOUT, linux/i2c-dev.h, in units of 10 ms
_TIMEOUT_10MS: Final = 3
"""Instead of the kernel's one second: the table waits for nobody."""


class Bus(Protocol):
    """What smbus2.SMBus offers of I2C."""

    def read_i2c_block_data(self, address: int, register: int, length: int, /) -> list[int]: ...

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int], /) -> None: ...

    def close(self) -> None: ...


def open_bus(number: int = 1) -> Bus:
    """The I2C bus of the header. Raises: DeviceError."""
    node = f"/dev/i2c-{number}"
    try:
        smbus2: Any = importlib.import_module("smbus2")
        bus: Any = smbus2.SMBus(number)
    except ImportError as error:
        raise DeviceError(fault(Trouble.SMBUS2_MISSING, error=str(error))) from error
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM):
            raise DeviceError(no_access(node, "i2c")) from error
        shut = fault(Trouble.I2C_SHUT, device=node, error=str(error.strerror))
        raise DeviceError(shut) from error
    fcntl.ioctl(bus.fd, _TIMEOUT_REQUEST, _TIMEOUT_10MS)
    opened: Bus = bus
    return opened


@dataclass(slots=True)
class _Chip:
    """What is known of an expander."""

    number: int
    address: int
    lines: Lines
    probe_s: float
    well: bool = False
    error: OSError | None = None
    """What kept it from answering; None for one that answers and forgets."""
    dips_s: deque[float] = field(default_factory=lambda: deque(maxlen=100))

    def fault(self, trouble: Trouble, **values: Value) -> Fault:
        return fault(trouble, board=self.number, address=self.address, **values)


class Mcp23017Sensors:
    """The port `Sensors` on expanders. What cannot be read is unknown; nothing raises."""

    def __init__(
        self,
        open_bus: Callable[[], Bus],
        clock_s: Callable[[], float],
        addresses: Sequence[int] = ADDRESSES,
    ) -> None:
        """`open_bus` raises `DeviceError` while it cannot; `clock_s` never jumps."""
        self._open_bus, self._clock_s = open_bus, clock_s
        self._bus: Bus | None = None
        self._refusal: tuple[Fault, ...] = ()
        self._open_s = clock_s()
        self._chips = [
            _Chip(n + 1, address, Lines((1 << INPUTS) - 1 << INPUTS * n & ALL_LINES), clock_s())
            for n, address in enumerate(addresses)
        ]

    def scan(self) -> tuple[Lines, Lines]:
        """Closed and unknown lines, disjoint."""
        now_s = self._clock_s()
        bus = self._opened(now_s)
        if bus is None:
            return NO_LINES, ALL_LINES
        closed, unknown = 0, 0
        for n, chip in enumerate(self._chips):
            levels = self._levels(bus, chip, now_s)
            if levels is None:
                unknown |= chip.lines
            else:
                closed |= ~levels << INPUTS * n & chip.lines
        return Lines(closed), Lines(unknown)

    def owners(self) -> Owners:
        return NO_OWNERS

    def faults(self) -> tuple[Fault, ...]:
        """What is wrong since the last scan, or was within the last minutes."""
        if self._refusal:
            return self._refusal
        silent = [chip for chip in self._chips if not chip.well]
        if silent and len(silent) == len(self._chips) and all(map(_timed_out, silent)):
            return (fault(Trouble.BUS_HELD),)
        return tuple(map(_silence, silent)) + tuple(
            _dips(chip) for chip in self._chips if chip.well and chip.dips_s
        )

    def check(self) -> None:
        """Every second scan does more than this asks for."""

    def close(self) -> None:
        if self._bus is not None:
            self._bus.close()
            self._bus = None

    def _opened(self, now_s: float) -> Bus | None:
        if self._bus is None and now_s >= self._open_s:
            self._open_s = now_s + PROBE_S
            try:
                self._bus, self._refusal = self._open_bus(), ()
            except DeviceError as error:
                self._refusal = (error.fault,)
        return self._bus

    def _levels(self, bus: Bus, chip: _Chip, now_s: float) -> int | None:
        """The 14 inputs of a chip, None while they are unknown."""
        while chip.dips_s and now_s - chip.dips_s[0] > DIPS_TOLD_S:
            chip.dips_s.popleft()
        try:
            if not chip.well:
                if now_s < chip.probe_s:
                    return None
                self._begin(bus, chip, now_s)
            elif now_s >= chip.probe_s:
                chip.probe_s = now_s + PROBE_S
                if not _kept(bus, chip):
                    self._dip(bus, chip, now_s)
            levels = _read(bus, chip)
            if levels is None:  # a disturbed transfer, or settings gone: the second look tells
                levels = _read(bus, chip)
            if levels is None:
                self._dip(bus, chip, now_s)
        except OSError as error:
            chip.well, chip.error = False, error
            return None
        return levels if chip.well else None

    def _begin(self, bus: Bus, chip: _Chip, now_s: float) -> None:
        """Set up a chip that was silent; one try, since each may last as long as its time-out."""
        chip.probe_s = now_s + PROBE_S
        chip.well = _set_up(bus, chip, retries=0)
        chip.error = None

    def _dip(self, bus: Bus, chip: _Chip, now_s: float) -> None:
        chip.dips_s.append(now_s)
        chip.well = _set_up(bus, chip, retries=RETRIES)
        chip.error = None


def _read(bus: Bus, chip: _Chip) -> int | None:
    """The inputs, None if the pull-ups are not on: then the pins float."""
    data = _retried(
        lambda: bus.read_i2c_block_data(chip.address, GPPU, GPIO + 2 - GPPU),
        RETRIES if chip.well else 0,
    )
    if data[:2] != [_USED, _USED]:
        return None
    port_a, port_b = map(int, data[-2:])
    return port_a & _USED | (port_b & _USED) << INPUTS // 2


def _kept(bus: Bus, chip: _Chip) -> bool:
    """Whether the chip still has all its settings; looked at twice before saying no."""
    for _ in range(2):
        data = _retried(
            lambda: bus.read_i2c_block_data(chip.address, IODIR, REGISTERS),
            RETRIES if chip.well else 0,
        )
        if bytes(data[: len(_SETTINGS)]) == _SETTINGS and not any(data[OLAT : OLAT + 2]):
            return True
    return False


def _set_up(bus: Bus, chip: _Chip, *, retries: int) -> bool:
    """Write all settings and read them back: whether the chip keeps them."""

    def write(register: int, data: Sequence[int]) -> None:
        _retried(lambda: bus.write_i2c_block_data(chip.address, register, data), retries)

    write(IOCON_OF_BANK_1, [0])  # whatever the layout is, it is BANK = 0 afterwards
    write(IOCON, [0])
    write(OLAT, [0, 0])
    write(IODIR, list(_SETTINGS))
    return _kept(bus, chip)


def _retried(transfer: Callable[[], Any], retries: int) -> Any:
    """A transfer, tried again at once. Raises: OSError, the last one."""
    for _ in range(retries):
        try:
            return transfer()
        except OSError:
            continue
    return transfer()


def _timed_out(chip: _Chip) -> bool:
    return chip.error is not None and chip.error.errno == errno.ETIMEDOUT


def _silence(chip: _Chip) -> Fault:
    names = tuple(map(line_name, lines_in(chip.lines)))
    lost: dict[str, Value] = {"count": len(names), "first": names[0], "last": names[-1]}
    if chip.error is None:
        return chip.fault(Trouble.BOARD_FORGETS, **lost)
    return chip.fault(Trouble.BOARD_SILENT, error=str(chip.error.strerror), **lost)


def _dips(chip: _Chip) -> Fault:
    times = len(chip.dips_s)
    if times == 1:
        return chip.fault(Trouble.BOARD_DIPPED)
    return chip.fault(Trouble.BOARD_DIPS, times=times, minutes=int(DIPS_TOLD_S // 60))
