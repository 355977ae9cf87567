"""Hands values on to a device that may fail: once where they changed, again when it has healed."""

import logging
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from kahuna_table.devices.ports import DeviceError

T = TypeVar("T")

RETRY_MS: Final = 1000
"""How often a failed device is tried again."""

_log = logging.getLogger(__name__)


class Outlet(Generic[T]):
    """One device that shows something. A failure is said once, and costs nothing else."""

    def __init__(self, name: str, show: Callable[[T], None]) -> None:
        self.failed = False
        self._name, self._show = name, show
        self._shown: T | None = None
        self._retry_ms = 0

    def offer(self, value: T, at_ms: int) -> None:
        """Shows the value unless it is shown already, or the device rests after a failure."""
        if value == self._shown or at_ms < self._retry_ms:
            return
        try:
            self._show(value)
        except DeviceError as error:
            if not self.failed:
                _log.warning("%s: %s", self._name, error)
            self.failed, self._shown = True, None
            self._retry_ms = at_ms + RETRY_MS
            return
        if self.failed:
            _log.info("%s: works again", self._name)
        self.failed, self._shown = False, value
