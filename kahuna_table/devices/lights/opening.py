"""The way in: a strip in a child process that takes frames and never makes the table wait."""

import subprocess
from collections.abc import Callable, Sequence
from typing import Final

from kahuna_table.devices.child import USUAL, Child, Limits, Troubles, environment, interpreter
from kahuna_table.devices.lights.worker import DRIVERS
from kahuna_table.devices.ports import LightStrip
from kahuna_table.devices.strip import ORDERS, PIXELS, LightsError, StripCalibration, adapted
from kahuna_table.devices.troubles import Trouble
from kahuna_table.errors import KahunaError
from kahuna_table.table.inputs import Code
from kahuna_table.table.lights import Frame

WORKER: Final = "kahuna_table.devices.lights.worker"

TROUBLES: Final = Troubles(
    Trouble.LIGHTS_HANG, Trouble.LIGHTS_UNSTARTED, Trouble.LIGHTS_NOISE, Trouble.LIGHTS_ENDED
)

DARK_S: Final = 12.0
"""How long a process may take to switch the lights off: a Zero imports for seconds."""

CRASHES: Final = 2
"""After so many failures in a row the library is left alone where another way exists."""


def open_lights(
    driver: str,
    *,
    model: str,
    calibration: StripCalibration,
    order: str = "GRB",
    limits: Limits = USUAL,
    extra: Sequence[str] = (),
) -> LightStrip:
    """The strip behind a driver: auto, spi, pwm, leds0 or simulated. Never waits for hardware.

    `model` is what `pi_model.read_model` says; `extra` are further options of the worker.

    Raises:
        KahunaError: no such driver or order of colours.
    """
    if driver == "simulated":
        # a wired table need not wait for the whole simulated kit
        from kahuna_table.devices.simulated.strip import RecordingStrip

        return RecordingStrip()
    if driver not in DRIVERS:
        raise KahunaError(f"lights: expected one of {' '.join(DRIVERS)}, got {driver!r}")
    if order not in ORDERS:
        raise KahunaError(f"colour order: expected one of {' '.join(ORDERS)}, got {order!r}")
    wanted = (driver, order, "--model", model, *extra)

    def arguments(failures: int) -> Sequence[str]:
        return (*wanted, "--no-library") if failures >= CRASHES else wanted

    child = Child(WORKER, arguments, name="lights", troubles=TROUBLES, limits=limits)
    return ChildStrip(
        child, calibration, lambda: switch_off(driver, model=model, order=order, extra=extra)
    )


def switch_off(driver: str, *, model: str, order: str = "GRB", extra: Sequence[str] = ()) -> bool:
    """Turns the strip dark, whatever became of the table; False where no way reaches it.

    For after the daemon: its child does it as well, unless it died too.
    """
    if driver == "simulated":
        return True
    # a worker whose daemon is gone already ends dark
    command = [*interpreter(), "-m", WORKER, driver, order, "--model", model, *extra]
    quiet = subprocess.DEVNULL
    try:
        done = subprocess.run(
            command, stdin=quiet, stdout=quiet, timeout=DARK_S, check=False, env=environment()
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


class ChildStrip:
    """The port `LightStrip` over a child."""

    def __init__(
        self, child: Child, calibration: StripCalibration, off: Callable[[], object]
    ) -> None:
        """`off` switches the strip off where the child could not."""
        self.child = child
        self._calibration, self._off = calibration, off

    @property
    def how(self) -> str:
        """Which way feeds the strip, for the status line; empty while none does."""
        return self.child.how

    @property
    def failure(self) -> LightsError | None:
        """Why nothing is shown at present; the child has said it."""
        cause = self.child.failure
        return None if cause is None else LightsError(cause, said=True)

    @property
    def noted(self) -> tuple[Code, ...]:
        return tuple(note.code for note in self.child.notes if note.code is not None)

    def show(self, frame: Frame) -> None:
        """Hands the frame over; it is kept for a child that does not work just now.

        Raises:
            LightsError: nothing is shown at present, and why.
        """
        assert len(frame) == PIXELS, f"expected {PIXELS} colours, got {len(frame)}"
        adjusted = adapted(frame, self._calibration)
        self.child.offer(bytes(value for colour in adjusted for value in colour))
        if (failure := self.failure) is not None:
            raise failure

    def close(self) -> None:
        """The child turns the strip dark and ends; where it could not, another process does."""
        if not self.child.close():
            self._off()
