"""The wiring in force: the plan of the configuration, or what `wiring` learned on the same pins."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from kahuna_table.app.config import Config, SensorDriver
from kahuna_table.app.wiring.file import NAME, WiringFileError, read_wiring
from kahuna_table.app.wiring.learned import Learned
from kahuna_table.devices.pins import PinMap
from kahuna_table.devices.strip import PIXELS
from kahuna_table.devices.troubles import TROUBLES

WIRING_UNUSED: Final = "KT-120"
NO_MATRIX: Final = "KT-123"
NAMED_BUT_MISSING: Final = "it is not there, but wiring = in the section [pins] names it"


@dataclass(frozen=True, slots=True)
class Wiring:
    """`learned` None: there is no wiring file, or, with a trouble, none that fits."""

    file: Path
    pin_map: PinMap
    colour_order: str
    light_order: tuple[int, ...] = tuple(range(PIXELS))
    """The place on the strip of every light."""
    learned: Learned | None = None
    detail: str = ""
    """Why the file is not used."""
    code: str = WIRING_UNUSED
    """The trouble where there is a detail."""

    @property
    def trouble(self) -> str:
        """With its code and what mends it; empty when all is well."""
        if not self.detail:
            return ""
        told = TROUBLES[self.code].filled(file=self.file, detail=self.detail)
        return f"{told.code} {told.cause}: {told.mend}"


def wiring_file(config: Config, state_dir: Path | None = None) -> Path:
    """The file that the configuration names, else that in the state directory."""
    if config.pins.wiring:
        return Path(config.pins.wiring)
    return (state_dir or config.store.directory) / NAME


def wiring_in_force(config: Config, state_dir: Path | None = None) -> Wiring:
    """What the table uses. A file that does not fit is as good as none, with a trouble."""
    file, planned = wiring_file(config, state_dir), config.pin_map()
    usual = Wiring(file, planned, config.lights.colour_order)
    if config.sensors.driver is SensorDriver.MCP23017:
        if not config.pins.wiring and not os.path.lexists(file):
            return usual
        return replace(usual, code=NO_MATRIX, detail=f'"{config.sensors.driver.value}"')
    try:
        learned = read_wiring(file, planned)
    except WiringFileError as error:
        return replace(usual, detail=str(error))
    if learned is None:
        return replace(usual, detail=NAMED_BUT_MISSING) if config.pins.wiring else usual
    return Wiring(
        file,
        learned.pin_map(planned),
        learned.colour_order() or config.lights.colour_order,
        learned.light_order(),
        learned,
    )
