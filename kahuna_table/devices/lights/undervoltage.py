"""Whether the Pi's supply is weak just now, as its firmware tells the kernel.

Needs no rights. A Zero has no detector, and neither has a PC: there it is never weak.
"""

from pathlib import Path
from typing import Final

HWMON: Final = Path("/sys/class/hwmon")


class Undervoltage:
    """Call it for the state of the moment."""

    def __init__(self, hwmon: Path = HWMON) -> None:
        self._hwmon = hwmon
        self._alarm: Path | None = None

    def __call__(self) -> bool:
        if self._alarm is None:
            self._alarm = self._find()
        if self._alarm is None:
            return False
        try:
            return self._alarm.read_text().strip() == "1"
        except OSError:
            self._alarm = None  # numbers change when a driver is loaded again
            return False

    def _find(self) -> Path | None:
        for name in sorted(self._hwmon.glob("*/name")):
            try:
                if name.read_text().strip() == "rpi_volt":
                    return name.with_name("in0_lcrit_alarm")
            except OSError:
                continue
        return None
