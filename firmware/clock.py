"""Milliseconds that never jump, and pauses: the only place that asks the chip for time."""

from time import (  # type: ignore[attr-defined]
    sleep_ms as pause_ms,
    sleep_us as pause_us,
    ticks_diff,
    ticks_ms,
)

__all__ = ["Clock", "pause_ms", "pause_us"]


class Clock:
    """Counts from 0 at its making; the chip's own counter starts again after twelve days."""

    def __init__(self) -> None:
        self._last = ticks_ms()
        self._now_ms = 0

    def now_ms(self) -> int:
        ticks = ticks_ms()
        self._now_ms += ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now_ms
