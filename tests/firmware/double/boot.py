"""Starts the firmware in the MicroPython of a PC: `micropython boot.py DOUBLE FIRMWARE`, in the
folder that stands for the Pico's flash.
"""

import sys

sys.path[:] = sys.argv[1:3] + [".frozen"]  # noqa: RUF005 - MicroPython knows no such star

import machine  # noqa: E402 - the double is found from here on

sys.modules["time"] = machine.Time
import main  # noqa: E402, F401 - it runs when it is imported, as on the Pico
