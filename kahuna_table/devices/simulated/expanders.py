"""MCP23017 expanders on an I2C bus, true to their registers, that fail on request.

After Microchip DS20001952D with IOCON.BANK = 0. A floating input reads 0 here; a real one anything.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Final

_IODIR: Final = 0x00
_IPOL: Final = 0x02
_IOCON: Final = 0x0A
_SEQOP: Final = 0x20
_GPPU: Final = 0x0C
_INTF: Final = 0x0E
_INTCAP: Final = 0x10
_GPIO: Final = 0x12
_OLAT: Final = 0x14
_END: Final = 0x16


class FakeMcp23017:
    """One chip."""

    def __init__(self) -> None:
        self.registers = bytearray(_END)
        self.grounded = 0
        """Pins tied to ground: bits 0..7 port A, 8..15 port B."""
        self.forgetful = False
        """While set, the pull-ups cannot be switched on."""
        self.brown_out()

    def brown_out(self) -> None:
        """The registers fall back to what they are after power-on."""
        self.registers[:] = bytes(_END)
        self.registers[_IODIR : _IODIR + 2] = b"\xff\xff"

    def read(self, register: int) -> int:
        if register & ~1 != _GPIO:
            return self.registers[register]
        port = register & 1
        inputs, pulled = self.registers[_IODIR + port], self.registers[_GPPU + port]
        grounded = self.grounded >> 8 * port & 0xFF
        levels = inputs & pulled & ~grounded | ~inputs & self.registers[_OLAT + port]
        return (levels ^ self.registers[_IPOL + port]) & 0xFF

    def write(self, register: int, value: int) -> None:
        if register & ~1 in (_INTF, _INTCAP):
            return
        if register & ~1 == _IOCON:
            self.registers[_IOCON] = self.registers[_IOCON + 1] = value & ~1
        elif register & ~1 == _GPIO:
            self.registers[register + _OLAT - _GPIO] = value
        elif register & ~1 != _GPPU or not self.forgetful:
            self.registers[register] = value

    def after(self, register: int) -> int:
        """Where the next byte of a transaction goes: on, or with SEQOP between A and B."""
        return register ^ 1 if self.registers[_IOCON] & _SEQOP else (register + 1) % _END


class FakeMcp23017Bus:
    """The calls of smbus2 with chips behind them."""

    def __init__(self, addresses: Iterable[int] = (0x20, 0x21)) -> None:
        self.chips = {address: FakeMcp23017() for address in addresses}
        self.transactions = 0
        self.closed = False
        self._faults: dict[int, list[int]] = {}
        self._noise: dict[int, list[int]] = {}

    def fail(self, address: int, error: int, times: int = -1) -> None:
        """The next transactions with a chip end with an errno; -1: all, 0: healed."""
        self._faults[address] = [error, times]

    def disturb(self, address: int, value: int, times: int = 1) -> None:
        """The next reads of a chip give this value in every byte."""
        self._noise[address] = [value, times]

    def read_i2c_block_data(self, address: int, register: int, length: int, /) -> list[int]:
        """Raises: OSError."""
        chip = self._chip(address)
        noise = self._noise.get(address)
        if noise is not None and noise[1]:
            noise[1] -= 1
            return [noise[0]] * length
        data = []
        for _ in range(length):
            data.append(chip.read(register))
            register = chip.after(register)
        return data

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int], /) -> None:
        """Raises: OSError."""
        chip = self._chip(address)
        for value in data:
            chip.write(register, value)
            register = chip.after(register)

    def close(self) -> None:
        self.closed = True

    def _chip(self, address: int) -> FakeMcp23017:
        self.transactions += 1
        fault = self._faults.get(address)
        if fault is not None and fault[1]:
            fault[1] -= fault[1] > 0
            raise OSError(fault[0], os.strerror(fault[0]))
        if address not in self.chips:
            raise OSError(121, os.strerror(121))
        return self.chips[address]
