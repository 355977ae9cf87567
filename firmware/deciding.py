"""From millivolts to what lies on a line, with hysteresis. Pure; runs in CPython too.

`.` nothing, `+` a bridge that raises the output, `-` one that lowers it, `c` a bridge of whatever
pole, `?` not known. Which pole is whose is the host's to know.
"""

import settings

NOTHING = ord(".")
RAISED = ord("+")
LOWERED = ord("-")
CLOSED = ord("c")
UNKNOWN = ord("?")


def meaning(state: int, deviation: int) -> int:
    """What a deviation from the empty slot means where `state` was: between the thresholds a
    bridge that was there stays, and none comes."""
    if deviation >= settings.CLOSE_MV:
        return RAISED
    if deviation <= -settings.CLOSE_MV:
        return LOWERED
    if state == RAISED and deviation >= settings.OPEN_MV:
        return RAISED
    if state == LOWERED and deviation <= -settings.OPEN_MV:
        return LOWERED
    return NOTHING


class Decider:
    """The states of so many lines; one changes when two scans in a row say the same."""

    def __init__(self, lines: int) -> None:
        self.states = bytearray([UNKNOWN] * lines)
        self._last = bytearray([UNKNOWN] * lines)

    def take(self, line: int, seen: int) -> None:
        """What one scan says of a line."""
        if seen == self._last[line]:
            self.states[line] = seen
        self._last[line] = seen
