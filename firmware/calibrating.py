"""The millivolts of each sensor with an empty slot: kept in flash, drifting along, never learned
from a slot in which a bridge could be lying. Pure but for the store that it is given.
"""

import pins
import settings

LINES = len(pins.LINES)
NOT_KNOWN = 0


class Calibration:
    def __init__(self, stored: list[int] | None) -> None:
        """`stored` is what `offsets` was when it was kept, None where nothing is."""
        self.offsets = list(stored) if stored is not None else [NOT_KNOWN] * LINES
        self._kept = list(self.offsets)
        self._learn_ms = 0
        self._store_ms = settings.STORE_MS

    @property
    def untold(self) -> list[int]:
        """Lines whose offset nobody knows."""
        return [line for line in range(LINES) if self.offsets[line] == NOT_KNOWN]

    def follow(self, now_ms: int, values: list[int], blind: bytearray) -> None:
        """`values` are the lines' millivolts; once in `LEARN_MS` offsets move by one."""
        if now_ms < self._learn_ms:
            return
        self._learn_ms = now_ms + settings.LEARN_MS
        for line in range(LINES):
            if blind[line]:
                continue
            offset, value = self.offsets[line], values[line]
            if offset == NOT_KNOWN:
                if abs(value - settings.NULL_MV) <= settings.SURE_MV:
                    self.offsets[line] = value
            elif 1 < abs(value - offset) <= settings.LEARN_MV:
                self.offsets[line] += 1 if value > offset else -1

    def learn(self, values: list[int], blind: bytearray) -> list[int]:
        """Takes the values for empty slots, since somebody says that all are. The lines that
        cannot be empty or cannot be read, which keep what they had."""
        refused = []
        for line in range(LINES):
            if blind[line] or abs(values[line] - settings.NULL_MV) > settings.EMPTY_MV:
                refused.append(line)
            else:
                self.offsets[line] = values[line]
        return refused

    def due(self, now_ms: int) -> bool:
        """Whether the offsets are to be kept now."""
        if now_ms < self._store_ms:
            return False
        moved = [abs(a - b) for a, b in zip(self.offsets, self._kept)]
        return max(moved) >= settings.STORE_MV

    def kept(self, now_ms: int) -> None:
        """The offsets are in flash."""
        self._kept = list(self.offsets)
        self._store_ms = now_ms + settings.STORE_MS
