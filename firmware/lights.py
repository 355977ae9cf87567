"""39 WS2812: 12 islands, then the lines in the board's order. The host keeps the current limit."""

import pins
from machine import Pin
from neopixel import NeoPixel

COUNT = 39


class Lights:
    def __init__(self) -> None:
        self._strip = NeoPixel(Pin(pins.LIGHTS), COUNT)
        self.dark()

    def show(self, colours: bytes) -> None:
        """Red, green and blue of each light, as they are."""
        for n in range(COUNT):
            self._strip[n] = tuple(colours[3 * n : 3 * n + 3])
        self._strip.write()

    def again(self) -> None:
        """What is shown: a flicker on the data wire does not stay."""
        self._strip.write()

    def dark(self) -> None:
        self.show(bytes(3 * COUNT))
