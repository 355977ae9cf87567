"""The waveform of a WS2812 as bytes for an SPI bus: one byte for each bit of a colour.

At 6.4 MHz a 0 is high for 312 ns and a 1 for 781 ns, 320 and 800 ns at the 6.25 MHz of an RP1: all
within the datasheet. Every byte starts high and ends low, so a gap that the controller puts between
two bytes only makes a low part longer; with three SPI bits a colour bit it would turn 0 into 1.
"""

from typing import Final

SPEED_HZ: Final = 6_400_000

PAUSE: Final = bytes(250)
"""Low for 312 us at 6.4 MHz: more than the 280 us after which newer WS2812 show what they took.
Before a frame as well, since the first edge of a transfer can be taken for a bit."""

_ZERO: Final = 0xC0
_ONE: Final = 0xF8
_BYTES: Final = tuple(
    bytes(_ONE if value >> bit & 1 else _ZERO for bit in range(7, -1, -1)) for value in range(256)
)


def waveform(wire: bytes) -> bytes:
    """The transfer that shows these bytes, which are in the order of the strip."""
    return PAUSE + b"".join([_BYTES[value] for value in wire]) + PAUSE
