"""The strip: what it shows is asked for by the test."""

from machine import world


class NeoPixel:
    def __init__(self, _pin, count):
        self.pixels = [(0, 0, 0)] * count

    def __setitem__(self, index, colour):
        assert len(colour) == 3, colour
        self.pixels[index] = colour

    def write(self):
        world.frame = bytes(value for colour in self.pixels for value in colour)
