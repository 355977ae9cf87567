"""The process that owns the strip: `python -m kahuna_table.devices.lights.worker DRIVER ORDER`.

It takes the first way that opens, shows the newest frame, and turns the strip dark when the daemon
is gone, however that came about.
"""

import argparse
import contextlib
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from kahuna_table.devices.faults import fault
from kahuna_table.devices.lifeline import DaemonGoneError, Lifeline
from kahuna_table.devices.lights.strip_drivers import (
    LEDS_NODE,
    SPI_NODE,
    LedsWay,
    LibraryError,
    LibraryWay,
    SpiWay,
    StripDriver,
)
from kahuna_table.devices.lights.undervoltage import HWMON, Undervoltage
from kahuna_table.devices.pi_model import is_five
from kahuna_table.devices.pins import PWM_LIGHTS, SPI_LIGHTS
from kahuna_table.devices.strip import PIXELS, LightsError
from kahuna_table.devices.troubles import Trouble
from kahuna_table.table.lights import Frame

DRIVERS: Final = ("auto", "spi", "pwm", "leds0")

TRY_AGAIN: Final = 75
"""Exit status: the way was refused, or failed."""

REFRESH_S: Final = 1.0
"""A frame is sent again so often: a flicker on the data wire does not stay."""

WEAK_PERCENT: Final = 30
"""What is left of the light while the supply is weak."""

CALM_S: Final = 30.0
"""A supply that was strong for this time is well again: it dips with every bright frame."""

DARK: Final[Frame] = ((0, 0, 0),) * PIXELS

Opener = Callable[[], StripDriver]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs until the daemon is gone (0) or no way works (75)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("driver", choices=DRIVERS)
    parser.add_argument("order")
    parser.add_argument("--model", default="")
    parser.add_argument("--no-library", action="store_true", help="it has crashed before")
    parser.add_argument("--hang-s", type=float, default=5.0)
    parser.add_argument("--spi", type=Path, default=SPI_NODE)
    parser.add_argument("--leds", type=Path, default=LEDS_NODE)
    parser.add_argument("--hwmon", type=Path, default=HWMON)
    chosen = parser.parse_args(arguments)
    line = Lifeline.take(hang_s=chosen.hang_s)
    openers = ways(
        chosen.driver,
        chosen.order,
        chosen.model,
        spi=chosen.spi,
        leds=chosen.leds,
        library=not chosen.no_library,
    )
    try:
        way = first_open(openers, line)
        return TRY_AGAIN if way is None else serve(way, line, Undervoltage(chosen.hwmon))
    except DaemonGoneError:
        return 0


def ways(
    driver: str, order: str, model: str, *, spi: Path, leds: Path, library: bool
) -> list[Opener]:
    """What to try, best first.

    `pwm` says where the data wire is, GPIO 18, and not only how it is fed: there SPI is no help.
    """
    through_spi: Opener = lambda: SpiWay(order, spi)  # noqa: E731 - one of a list of openers
    through_leds: Opener = lambda: LedsWay(order, leds)  # noqa: E731
    five = is_five(model)
    if driver == "leds0" or (driver == "pwm" and five):
        return [through_leds]
    if driver == "pwm":
        return [lambda: LibraryWay(order, PWM_LIGHTS)]
    if driver == "spi":
        return [through_spi]
    if five:
        return [through_leds, through_spi] if os.path.lexists(leds) else [through_spi]
    return [lambda: LibraryWay(order, SPI_LIGHTS), through_spi] if library else [through_spi]


def first_open(openers: Sequence[Opener], line: Lifeline) -> StripDriver | None:
    """The first way that opens; None after all were refused, which the daemon is told."""
    refusals: list[LightsError] = []
    for opener in openers:
        try:
            way = opener()
        except LightsError as error:
            refusals.append(error)
            continue
        for refusal in refusals:
            if needed(refusal):
                by_library = isinstance(refusal, LibraryError)
                trouble = Trouble.LIGHTS_WITHOUT_LIBRARY if by_library else Trouble.LIGHTS_INSTEAD
                line.note(fault(trouble, why=refusal.fault, way=way.how))
        return way
    *others, last = refusals
    line.refuse(replace(last.fault, before=tuple(each.fault for each in filter(needed, others))))
    return None


def needed(refusal: LightsError) -> bool:
    """Whether somebody should know; that library is a choice."""
    return refusal.fault.trouble is not Trouble.LIBRARY_UNLOADED


def serve(
    way: StripDriver,
    line: Lifeline,
    undervoltage: Callable[[], bool],
    clock_s: Callable[[], float] = time.monotonic,
) -> int:
    """Shows frames until the daemon is gone (0) or the way fails (75); ends dark if it can."""
    power = Power(undervoltage, line, clock_s)
    frame = DARK
    try:
        way.write(DARK)
        line.ready(way.how)
        while True:
            newest = line.wait(REFRESH_S)
            if newest is not None:
                frame = frame_of(newest)
            way.write(dimmed(frame) if power.weak() else frame)
    except DaemonGoneError:
        with contextlib.suppress(LightsError):  # nobody is left to be told
            way.write(DARK)
        way.close()
        return 0
    except LightsError as error:
        line.refuse(error.fault)
        return TRY_AGAIN


def frame_of(message: bytes) -> Frame:
    """The frame in a message, three bytes a light."""
    assert len(message) == 3 * PIXELS, f"expected {3 * PIXELS} bytes, got {len(message)}"
    return tuple((message[n], message[n + 1], message[n + 2]) for n in range(0, 3 * PIXELS, 3))


def dimmed(frame: Frame) -> Frame:
    """The frame at what a weak supply bears; what is on stays on."""
    return tuple((_weak(red), _weak(green), _weak(blue)) for red, green, blue in frame)


def _weak(level: int) -> int:
    return max(1, level * WEAK_PERCENT // 100) if level else 0


class Power:
    """Asks for the state of the supply once a second, and says when it is weak."""

    def __init__(
        self, undervoltage: Callable[[], bool], line: Lifeline, clock_s: Callable[[], float]
    ) -> None:
        self._undervoltage, self._line, self._clock_s = undervoltage, line, clock_s
        self._fault = fault(Trouble.LIGHTS_DIMMED, percent=WEAK_PERCENT)
        self._weak = self._told = False
        self._ask_s = self._well_s = clock_s()

    def weak(self) -> bool:
        now_s = self._clock_s()
        if now_s >= self._ask_s:
            self._ask_s = now_s + REFRESH_S
            self._weak = self._undervoltage()
            if self._weak:
                self._well_s = now_s + CALM_S
            if self._told and now_s >= self._well_s:
                self._told = False
                self._line.well(self._fault)
            elif self._weak and not self._told:
                self._told = True
                self._line.note(self._fault)
        return self._weak


if __name__ == "__main__":
    sys.exit(main())
