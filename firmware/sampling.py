"""Two 16:1 multiplexers: millivolts of all 32 channels, used or not.

Each common has the Pico's weak pull-up on: a Hall sensor does not notice it, and a channel that
nothing drives reads high at once instead of what the channel before left behind.
"""

from array import array

import pins
import settings
from clock import pause_us
from machine import ADC, Pin

CHIPS = 2
CHANNELS = 16
LINES = len(pins.LINES)


def place(line: int) -> int:
    """Where a line's value is among the 32."""
    return line // pins.INPUTS * CHANNELS + line % pins.INPUTS


class Multiplexers:
    def __init__(self) -> None:
        self._select = [Pin(number, Pin.OUT, value=0) for number in pins.SELECT]
        self._commons = [ADC(Pin(number)) for number in pins.SIGNALS]
        # after the ADC, which takes the pull-up off
        self._pulls = [Pin(number, Pin.IN, Pin.PULL_UP) for number in pins.SIGNALS]
        self.millivolts = array("H", [0] * (CHIPS * CHANNELS))

    def scan(self) -> None:
        """Reads every channel once."""
        values = self.millivolts
        for channel in range(CHANNELS):
            self._choose(channel)
            at = channel
            for common in self._commons:
                values[at] = common.read_u16() * 3300 >> 16
                at += CHANNELS

    def released(self, line: int, after: int) -> int:
        """A line's millivolts without the pull-up, read after another line that drives its
        output: what nothing drives stays near the other's."""
        chip = line // pins.INPUTS
        self._pulls[chip].init(Pin.IN, None)
        self._choose(after % pins.INPUTS)
        self._commons[chip].read_u16()
        self._choose(line % pins.INPUTS)
        value: int = self._commons[chip].read_u16() * 3300 >> 16
        self._pulls[chip].init(Pin.IN, Pin.PULL_UP)
        return value

    def _choose(self, channel: int) -> None:
        for pin in self._select:
            pin.value(channel & 1)
            channel >>= 1
        pause_us(settings.SETTLE_US)
