"""Hands values on to a device that may fail: once where they changed, again when it has healed."""

import logging
from typing import Final, Generic, Protocol, TypeVar

from kahuna_table.devices.ports import DeviceError

T = TypeVar("T", contravariant=True)

RETRY_MS: Final = 1000
"""How often a failed device is tried again."""

_log = logging.getLogger(__name__)


class Device(Protocol[T]):
    """A port that shows values."""

    @property
    def failure(self) -> DeviceError | None: ...

    def show(self, value: T, /) -> None: ...


class RetryingOutput(Generic[T]):
    """One device that shows something. A failure is said once, and costs nothing else."""

    def __init__(self, name: str, device: Device[T]) -> None:
        self.failure: DeviceError | None = None
        """Why the device shows nothing at present."""
        self._name, self._device = name, device
        self._shown: T | None = None
        self._retry_ms = 0

    def offer(self, value: T, at_ms: int) -> None:
        """Shows the value unless it is shown already, or the device rests after a failure."""
        if at_ms < self._retry_ms:
            return
        if value == self._shown:
            if (failure := self._device.failure) is not None:
                self._fail(failure, at_ms)
            return
        try:
            self._device.show(value)
        except DeviceError as error:
            self._fail(error, at_ms)
            return
        if self.failure is not None and not self.failure.said:
            _log.info("%s: works again", self._name)
        self.failure, self._shown = None, value

    def _fail(self, failure: DeviceError, at_ms: int) -> None:
        if self.failure is None and not failure.said:
            _log.warning("%s: %s", self._name, failure)
        self.failure, self._shown = failure, None
        self._retry_ms = at_ms + RETRY_MS
