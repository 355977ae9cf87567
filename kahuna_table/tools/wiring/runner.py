"""The interview at the board: reads the devices, lights the lights, says what changed.

Time is handed in; the owner of the clock calls `look`.
"""

from collections.abc import Callable

from kahuna_table.app.wiring.learned import Learned
from kahuna_table.devices.matrix import MatrixSensors
from kahuna_table.devices.ports import ButtonPad, DeviceError, LightStrip
from kahuna_table.table.lights import Frame
from kahuna_table.tools.wiring.asking import frame, question
from kahuna_table.tools.wiring.findings import Finding, findings
from kahuna_table.tools.wiring.interview import handle
from kahuna_table.tools.wiring.state import Answer, Answered, Input, Interview, Seen, Tested


class WiringRunner:
    """One run of the questions on these devices."""

    def __init__(
        self,
        interview: Interview,
        sensors: MatrixSensors,
        buttons: ButtonPad,
        strip: LightStrip,
        *,
        say: Callable[[str], object],
        keep: Callable[[Learned], object],
    ) -> None:
        """`say` takes a line for the maker; `keep` what is known after each question."""
        self.interview = interview
        self._sensors, self._buttons, self._strip = sensors, buttons, strip
        self._say, self._keep = say, keep
        self._asked = ""
        self._frame: Frame = ()
        self._said: set[str] = set()
        self._found: set[Finding] = set(findings(interview.learned, interview.pin_map))

    @property
    def over(self) -> bool:
        return self.interview.step is None

    def look(self, at_ms: int) -> None:
        """Reads everything once."""
        pressed = self._buttons.read()
        reading = self._sensors.reading()
        if reading is None:
            self._say_once(*map(str, self._sensors.faults()))
        else:
            self._feed(Seen(at_ms, reading, pressed))
        if self.interview.wants_tests and (tests := self._sensors.wire_tests()) is not None:
            self._feed(Tested(at_ms, tests))
        self._show()

    def answer(self, at_ms: int, answer: Answer) -> None:
        """A key of the terminal."""
        self._feed(Answered(at_ms, answer))
        self._show()

    def close(self) -> None:
        """Lights off, pins released."""
        self._buttons.close()
        self._sensors.close()
        self._strip.close()

    def _feed(self, noticed: Input) -> None:
        before = self.interview
        self.interview = handle(before, noticed)
        if self.interview.asked != before.asked:
            self._keep(self.interview.learned)
            self._tell_findings()

    def _tell_findings(self) -> None:
        found = findings(self.interview.learned, self.interview.pin_map)
        for each in found:
            if each.defect and each not in self._found:
                self._say(f"  ! {each.text}: {each.repair}")
        self._found |= set(found)

    def _show(self) -> None:
        asked = question(self.interview)
        if asked != self._asked and asked:
            done, left = len(self.interview.asked), len(self.interview.to_ask)
            self._say(f"[{done + 1}/{done + left}] {asked}")
        self._asked = asked
        wanted = frame(self.interview)
        if wanted != self._frame:
            self._frame = wanted
            try:
                self._strip.show(wanted)
            except DeviceError as error:
                self._say_once(f"the lights do not work, the questions go on by name: {error}")

    def _say_once(self, *texts: str) -> None:
        for text in texts:
            if text not in self._said:
                self._said.add(text)
                self._say(f"  ! {text}")
