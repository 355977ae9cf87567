"""Every number that a maker may want to change, each with its reason. Millivolts at the Pico's pin.

An SS49E at 3.3 V gives 1650 mV without a field, 165 mV more or less from part to part, and changes
by 6.6 to 11.6 mV a millitesla (data sheet: 2.25..2.75 V and 1.0..1.75 mV a gauss at 5 V, both
follow the supply). The kit's disc gives 55 to 84 mT where it lies and under 0.5 mT at the next
sensor: a bridge changes the output by 360 mV at least, its neighbours by 25 mV at most (computed).
"""

SCAN_MS = 5
"""Reading takes 1 to 2 ms of it (computed): a bridge is seen in two scans."""

SETTLE_US = 20
"""From an address to a stable input: an open one rises through the pull-up's 60 kilohm."""

NULL_MV = 1650
CLOSE_MV = 250
"""A bridge lies there: 360 mV less its neighbours, drift and a tilted bridge."""
OPEN_MV = 150
"""It does not: neighbours, drift of 50 mV over 30 degrees and of both supplies stay below."""

SURE_MV = 120
"""So near 1650 mV no bridge can be: 360 mV less the 165 of the part and 75 of drift and
neighbours. A sensor whose offset nobody knows is learned within it by itself."""
EMPTY_MV = 260
"""Farther from 1650 mV no sensor without a bridge is, drift included."""

LEARN_MV = 90
"""An offset drifts along within it: a quarter of what a bridge does, so none can be lying there."""
LEARN_MS = 2000
"""One millivolt in this time: warming up takes minutes, a hand that hovers does not stay."""

STORE_MV = 20
"""Offsets are kept in flash again when one has moved so far,"""
STORE_MS = 3_600_000
"""and at most once an hour, the first time an hour after the start."""

LOW_MV = 150
HIGH_MV = 3150
"""Beyond these no sensor drives its output: shorted, or nothing drives it."""
SATURATED_LOW_MV = 500
SATURATED_HIGH_MV = 2800
"""Beyond these a sensor is at its end: a stronger magnet than the kit's, or two."""

SAME_MV = 12
"""Two channels that differ by less, in every pair of an address line, may be one and the same."""

FAULT_SCANS = 20
"""A fault is told after so many scans in a row: 100 ms."""

HOST_MS = 5000
"""After this time without a valid line the lights go dark, and a terminal may talk."""

BEAT_MS = 250
"""The state is sent again this often while a host is there: whatever was lost is not lost long."""

STATE_MS = 10
"""Between two states at least."""

ERRORS_A_SECOND = 10
"""More complaints about lines that cannot be read are not sent."""

BYTES_A_TURN = 128
"""Read between two scans at most: a host that floods costs no scan."""

WATCHDOG_MS = 8000
"""The RP2040's longest is 8388."""
