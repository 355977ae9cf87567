"""The ports of sensors and lights over the link to a Pico."""

from kahuna_table.devices.faults import Fault
from kahuna_table.devices.pico import faults
from kahuna_table.devices.pico.conversation import Heard
from kahuna_table.devices.pico.link import PicoLink
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.strip import PIXELS, LightsError, StripCalibration, adapted
from kahuna_table.engine.board import Lines
from kahuna_table.table.inputs import Code, Owners
from kahuna_table.table.lights import Frame


class PicoSensors:
    """The port `Sensors` on a Pico. While it is not there every line is unknown."""

    def __init__(self, link: PicoLink, *, black_raises: bool = False) -> None:
        """`black_raises`: a black bridge raises the output of its sensor, a white one lowers it."""
        self._link = link.join()
        self._black, self._white = "+-" if black_raises else "-+"
        self._heard = link.heard

    def scan(self) -> tuple[Lines, Lines]:
        self._heard = heard = self._link.heard
        return _where(heard, "+-c"), _where(heard, "?")

    def owners(self) -> Owners:
        return Owners(_where(self._heard, self._black), _where(self._heard, self._white))

    def faults(self) -> tuple[Fault, ...]:
        if (failure := self._link.failure) is not None:
            return (failure.fault,)
        return faults.told(self._heard.faults)

    def check(self) -> None:
        """The firmware looks at its wires in every scan."""

    def close(self) -> None:
        self._link.leave()


class PicoLights:
    """The port `LightStrip` on a Pico, which goes dark when the table is gone."""

    def __init__(self, link: PicoLink, calibration: StripCalibration) -> None:
        self._link, self._calibration = link.join(), calibration

    @property
    def how(self) -> str:
        return f"pico {self._link.where}" if self._link.heard.hello is not None else ""

    @property
    def failure(self) -> DeviceError | None:
        cause = self._link.failure
        return None if cause is None else LightsError(cause.fault)

    @property
    def noted(self) -> tuple[Code, ...]:
        return ()

    def show(self, frame: Frame) -> None:
        """Raises: LightsError, nothing is shown at present, and why."""
        assert len(frame) == PIXELS, f"expected {PIXELS} colours, got {len(frame)}"
        adjusted = adapted(frame, self._calibration)
        self._link.show(bytes(value for colour in adjusted for value in colour))
        if (failure := self.failure) is not None:
            raise failure

    def close(self) -> None:
        self._link.show(bytes(3 * PIXELS))
        self._link.leave()


def _where(heard: Heard, signs: str) -> Lines:
    return Lines(sum(1 << n for n, sign in enumerate(heard.states) if sign in signs))
