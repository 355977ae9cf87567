"""A light strip that remembers what it shows."""

from kahuna_table.devices.faults import fault
from kahuna_table.devices.strip import PIXELS, LightsError, milliamperes
from kahuna_table.devices.troubles import Trouble
from kahuna_table.table.inputs import Code
from kahuna_table.table.lights import Frame


class RecordingStrip:
    """The port `LightStrip` without lights."""

    how = "simulated"
    noted: tuple[Code, ...] = ()

    def __init__(self) -> None:
        self.frame: Frame = ((0, 0, 0),) * PIXELS
        """What shines now; a failed strip keeps what it had."""
        self.frames = 0
        """Frames taken so far."""
        self.peak_ma = 0.0
        """The most that any frame would draw."""
        self.closed = False
        self.failure: LightsError | None = None

    def show(self, frame: Frame) -> None:
        """Take a frame.

        Raises:
            LightsError: the strip has failed.
        """
        assert len(frame) == PIXELS, f"expected {PIXELS} colours, got {len(frame)}"
        if self.failure is not None:
            raise self.failure
        self.frame = frame
        self.frames += 1
        self.peak_ma = max(self.peak_ma, milliamperes(frame))

    def fail(self) -> None:
        """From now on no frame is taken."""
        self.failure = LightsError(fault(Trouble.SIMULATED_LIGHTS))

    def repair(self) -> None:
        """Frames are taken again."""
        self.failure = None

    def close(self) -> None:
        self.closed = True
