"""Milliseconds that never jump, and pauses: the only place that asks the chip for time."""

import time

pause_ms = time.sleep_ms  # type: ignore[attr-defined] # CPython's time has neither
pause_us = time.sleep_us  # type: ignore[attr-defined]


class Clock:
    """Counts from 0 at its making; the chip's own counter starts again after twelve days."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()  # type: ignore[attr-defined]
        self._now_ms = 0

    def now_ms(self) -> int:
        ticks = time.ticks_ms()  # type: ignore[attr-defined]
        self._now_ms += time.ticks_diff(ticks, self._last)  # type: ignore[attr-defined]
        self._last = ticks
        return self._now_ms
