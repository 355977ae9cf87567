"""The colour kit's board: 27 Hall sensors, sampled, diagnosed, decided and calibrated."""

import flash
import pins
from calibrating import Calibration
from deciding import UNKNOWN, Decider, meaning
from diagnosing import Diagnosis, driven
from sampling import LINES, Multiplexers, place


class HallBoard:
    kit = "hall"

    def __init__(self) -> None:
        stored, damaged = flash.load_offsets()
        self._damaged = damaged
        self._sampled = Multiplexers()
        self._diagnosis = Diagnosis()
        self._decider = Decider(LINES)
        self._calibration = Calibration(stored)
        self.values = [0] * LINES
        """Millivolts of the last scan."""

    @property
    def states(self) -> bytes:
        """What lies on each line, see deciding.py."""
        return bytes(self._decider.states)

    @property
    def faults(self) -> tuple[str, ...]:
        """What is broken, in the words of diagnosing.py; `untold:N` a line whose offset nobody
        knows, `offsets` a file of them that is damaged."""
        words = self._diagnosis.words + (("offsets",) if self._damaged else ())
        blind = self._diagnosis.blind
        untold = [line for line in self._calibration.untold if not blind[line]]
        return words + tuple(f"untold:{line}" for line in untold)

    def scan(self, now_ms: int) -> None:
        self._sampled.scan()
        millivolts = self._sampled.millivolts
        diagnosis = self._diagnosis
        diagnosis.look(millivolts, self._calibration.offsets)
        self.values = values = [millivolts[place(line)] for line in range(LINES)]
        self._calibration.follow(now_ms, values, diagnosis.blind)
        offsets, states = self._calibration.offsets, self._decider.states
        for line in range(LINES):
            seen = UNKNOWN
            if offsets[line] and not diagnosis.blind[line]:
                seen = meaning(states[line], values[line] - offsets[line])
            self._decider.take(line, seen)
        if diagnosis.undriven is not None:
            self._look_without_pull(diagnosis.undriven)
        if self._calibration.due(now_ms):
            self._keep(now_ms)

    def deviation(self, line: int) -> int | None:
        """Millivolts from the empty slot, None where that is not known."""
        offset = self._calibration.offsets[line]
        return self.values[line] - offset if offset else None

    def calibrate(self, now_ms: int) -> list[int]:
        """Learns that every slot is empty now, and keeps it; the lines that cannot be."""
        refused = self._calibration.learn(self.values, self._diagnosis.blind)
        self._keep(now_ms)
        return refused

    def _keep(self, now_ms: int) -> None:
        # a flash that takes nothing is tried again in an hour, as if it had
        if flash.store_offsets(self._calibration.offsets):
            self._damaged = False
        self._calibration.kept(now_ms)

    def _look_without_pull(self, line: int) -> None:
        first = line - line % pins.INPUTS
        for other in range(first, min(first + pins.INPUTS, LINES)):
            if driven(self.values[other]):
                self._diagnosis.released(line, self._sampled.released(line, other))
                return
        self._diagnosis.released(line, 0)
