"""The chip, as far as the firmware uses it, with a world behind its pins that a test moves.

Runs in MicroPython. A test writes commands to one pipe and reads answers from another.
Time is that of the test: it passes in pauses alone, and every feed of the watchdog waits until a
scan is granted. After `free` the clock is the machine's own, and nothing waits.
"""

import os
import random
import select
import sys
import time as real

import pins

PWRON_RESET = 1
WDT_RESET = 3

CHANNELS = 16
UNDRIVEN = -1
HIGH = 3300


class World:
    def __init__(self):
        self.commands = open(int(os.getenv("COMMANDS")), "rb")  # noqa: SIM115 - for life
        self.answers = open(int(os.getenv("ANSWERS")), "wb")  # noqa: SIM115
        self.waiting = select.poll()
        self.waiting.register(self.commands, select.POLLIN)
        self.levels = [1650] * (2 * CHANNELS)
        self.noise = 0
        self.stuck = {}
        """(chip, bit) to the level at which an address line stays."""
        self.addressed = False
        self.chosen = [0, 0]
        self.left = [0, 0]
        """What each common was charged to last."""
        self.contacts = [0] * 6
        self.broken = []
        """Pins of the matrix whose wire is broken."""
        self.us = 0
        self.granted = 0
        self.free = False
        self.pins = {}
        self.frame = b""
        self.fed = 0
        self.cause = PWRON_RESET

    def feed(self):
        self.fed += 1
        if self.free:
            while self.waiting.poll(0):
                self.obey()
            return
        if self.granted:
            self.granted -= 1
            if not self.granted:
                self.answer(f"done {self.us // 1000}")
        while not self.granted and not self.free:
            self.obey()

    def answer(self, text):
        self.answers.write(text + "\n")

    def obey(self):
        words = self.commands.readline().decode().split()
        if not words:
            sys.exit(0)
        word, numbers = words[0], [int(each) for each in words[1:]]
        getattr(self, "do_" + word)(*numbers)

    def do_levels(self, *levels):
        self.levels = list(levels)

    def do_level(self, channel, level):
        self.levels[channel] = level

    def do_noise(self, most, seed):
        self.noise = most
        random.seed(seed)

    def do_stuck(self, *numbers):
        triples = [numbers[n : n + 3] for n in range(0, len(numbers), 3)]
        self.stuck = {(chip, bit): level for chip, bit, level in triples}

    def do_contacts(self, *rows):
        self.contacts = rows

    def do_broken(self, *pins):
        self.broken = pins

    def do_scans(self, count):
        self.granted = count

    def do_pass(self, ms):
        self.us += ms * 1000

    def do_frame(self):
        self.answer(f"frame {self.frame.hex()}")

    def do_free(self):
        self.free = True
        self.answer("free")

    def do_crash(self):
        raise RuntimeError("as the test wants")

    def address(self):
        """The channel that each multiplexer has chosen."""
        for chip in range(2):
            channel = 0
            for bit, number in enumerate(pins.SELECT):
                level = self.pins[number].level
                if self.stuck:
                    level = self.stuck.get((chip, bit), level)
                channel |= level << bit
            self.chosen[chip] = chip * CHANNELS + channel
        self.addressed = True

    def sample(self, number):
        if not self.addressed:
            self.address()
        chip = number - pins.SIGNALS[0]
        value = self.levels[self.chosen[chip]]
        if value == UNDRIVEN:
            value = HIGH if self.pins[number].pull else self.left[chip]
        elif self.noise:
            value += random.getrandbits(8) % (2 * self.noise + 1) - self.noise
            value = min(HIGH, max(0, value))
        self.left[chip] = value
        return min(65535, value * 65536 // HIGH + 10)

    def low(self, number):
        """Whether a column of the matrix is pulled low by a row."""
        if number in self.broken:
            return False
        column = pins.COLUMNS.index(number)
        return any(
            self.contacts[row] >> column & 1
            for row, pin in enumerate(pins.ROWS)
            if pin not in self.broken and self.pins[pin].out and not self.pins[pin].level
        )


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=-1, pull=None, value=0):
        self.number, self.level, self.out, self.pull = number, 0, False, None
        world.pins[number] = self
        self.init(mode, pull, value=value)

    def init(self, mode, pull=None, value=0):
        self.out, self.pull, self.level = mode == Pin.OUT, pull, value

    def value(self, level=None):
        if level is not None:
            self.level = level
            world.addressed = False
            return None
        return 0 if world.low(self.number) else 1


class ADC:
    def __init__(self, pin):
        pin.pull = None
        self.number = pin.number

    def read_u16(self):
        return world.sample(self.number)


class WDT:
    def __init__(self, timeout):
        assert 0 < timeout <= 8388, timeout

    def feed(self):
        world.feed()


def reset():
    world.answer("reset")
    sys.exit(0)


def reset_cause():
    return WDT_RESET if os.getenv("RESET") else PWRON_RESET


def unique_id():
    return bytes([0xE6, 0x61, 0x40, 0x00, 0x7B, 0x12, 0x34, 0x56])


class Time:
    """What the firmware uses of the module `time`."""

    @staticmethod
    def ticks_ms():
        return real.ticks_ms() if world.free else world.us // 1000

    @staticmethod
    def ticks_diff(end, start):
        return real.ticks_diff(end, start) if world.free else end - start

    @staticmethod
    def sleep_ms(ms):
        if world.free:
            real.sleep_ms(ms)
        else:
            world.us += 1000 * ms

    @staticmethod
    def sleep_us(us):
        if world.free:
            real.sleep_us(us)
        else:
            world.us += us


world = World()
