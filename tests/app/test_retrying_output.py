"""A device that fails is tried again after a second, and asked for nothing meanwhile."""

from kahuna_table.app.retrying_output import RetryingOutput
from kahuna_table.devices.faults import fault
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.troubles import Trouble

FAILURE = DeviceError(fault(Trouble.SIMULATED_SCREEN))


class Lamp:
    """Shows nothing while it fails."""

    def __init__(self) -> None:
        self.failure: DeviceError | None = None
        self.tried: list[int] = []

    def show(self, value: int, /) -> None:
        self.tried.append(value)
        if self.failure is not None:
            raise self.failure


def test_a_failed_device_rests_for_a_second() -> None:
    lamp = Lamp()
    output = RetryingOutput[int]("lamp", lamp)
    lamp.failure = FAILURE
    for at_ms in (0, 1, 999):
        output.offer(at_ms, at_ms)
    assert (lamp.tried, output.failure) == ([0], FAILURE)
    lamp.failure = None
    output.offer(5, 1000)
    output.offer(5, 1001)
    assert (lamp.tried, output.failure) == ([0, 5], None)
