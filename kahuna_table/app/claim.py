"""The devices of a machine belong to one table: it holds them while it drives them, and every
command looks.

The state directory is no sign of a running table: another table may keep its games elsewhere, and
one that cannot write keeps none.
"""

import glob
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import LightDriver, SensorDriver
from kahuna_table.devices.gpiochip import NODES
from kahuna_table.devices.lights.strip_drivers import LEDS_NODE, SPI_NODE
from kahuna_table.store.hold import HeldError, Hold, holder
from kahuna_table.store.values import StateDirectoryBusy

STOP_IT: Final = "sudo systemctl stop kahuna-table"

Nodes = Callable[[Config], list[Path]]


def nodes(config: Config) -> list[Path]:
    """What a table so configured drives, as far as it is there; but for a Pico, whose link holds
    the port for itself."""
    found = []
    if config.sensors.driver is not SensorDriver.SIMULATED:
        # some have a second name, and a process may hold a device once only
        found += [Path(name) for name in sorted(set(map(os.path.realpath, glob.glob(NODES))))]
    if config.lights.driver not in (LightDriver.SIMULATED, LightDriver.PICO):
        found += [node for node in (SPI_NODE, LEDS_NODE) if node.exists()]
    return found


class Claim:
    """The only right to the devices of a configuration."""

    def __init__(self, config: Config, devices: Nodes = nodes) -> None:
        """Raises: `HeldError` where another process drives one; then none is held."""
        self._config, self._devices = config, devices
        self._held: dict[Path, Hold] = {}
        try:
            self.complete()
        except HeldError:
            self.release()
            raise

    def complete(self) -> None:
        """Holds what has come since, or may be opened only now: udev grants rights late at boot.

        Raises: `HeldError`.
        """
        for node in self._devices(self._config):
            if node not in self._held:
                try:
                    self._held[node] = Hold(node)
                except OSError:
                    continue  # who may not open it cannot drive it either

    def release(self) -> None:
        for hold in self._held.values():
            hold.release()
        self._held = {}


def claim_alone(config: Config, directory: Path) -> Claim:
    """The claim of whatever drives the devices beside the table.

    Raises: `HeldError` while a table runs.
    """
    if (found := running(config, directory)) is not None:
        raise found
    return Claim(config)


def running(config: Config, directory: Path) -> HeldError | None:
    """The table that drives the devices or keeps its games in the directory; None without one.

    Needs no right to either.
    """
    for path in (*nodes(config), directory):
        try:
            if found := holder(path):
                return found
        except OSError:
            continue  # its name may not be looked up, or it has just gone
    return None


def refusal(error: HeldError | StateDirectoryBusy) -> str:
    """What a second table, or another command that drives the devices, says."""
    if isinstance(error, StateDirectoryBusy):
        return str(error)
    if error.pid is None:
        return f"{error.path} is driven by another process: {STOP_IT}, or end that process"
    return f"the table is running, process {error.pid}: {STOP_IT}, or end that process"
