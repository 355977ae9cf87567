"""The active wiring: the plan of the configuration, or what `wiring` learned on the same pins."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import SensorDriver
from kahuna_table.app.wiring.file import NAME, WiringFileError, read_wiring
from kahuna_table.app.wiring.learned import Learned
from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.pins import PinMap
from kahuna_table.devices.strip import PIXELS
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import ALL_LINES, line_name, lines_in

NAMED_BUT_MISSING: Final = "it is not there, but wiring = in the section [pins] names it"


@dataclass(frozen=True, slots=True)
class Wiring:
    """`learned` None: there is no wiring file, or, with a fault, none that can be used."""

    file: Path
    pin_map: PinMap
    colour_order: str
    light_order: tuple[int, ...] = tuple(range(PIXELS))
    """The place on the strip of every light."""
    learned: Learned | None = None
    faults: tuple[Fault, ...] = ()
    """What is wrong with the file, and which lines it says not to trust."""


def wiring_file(config: Config, state_dir: Path | None = None) -> Path:
    """The file that the configuration names, else that in the state directory."""
    if config.pins.wiring:
        return Path(config.pins.wiring)
    return (state_dir or config.store.directory) / NAME


def active_wiring(config: Config, state_dir: Path | None = None) -> Wiring:
    """What the table uses. Without a file that is the plan; with one that cannot be used, the
    wiring is not known, and every line is blind."""
    file, planned = wiring_file(config, state_dir), config.pin_map()
    usual = Wiring(file, planned, config.lights.colour_order)
    if config.sensors.driver in (SensorDriver.MCP23017, SensorDriver.PICO):
        if not config.pins.wiring and not os.path.lexists(file):
            return usual
        driver = f'"{config.sensors.driver.value}"'
        unused = fault(Trouble.WIRING_OF_MATRIX, file=str(file), detail=driver)
        return replace(usual, faults=(unused,))
    try:
        learned = read_wiring(file, planned)
    except WiringFileError as error:
        return _not_known(usual, str(error))
    if learned is None:
        return _not_known(usual, NAMED_BUT_MISSING) if config.pins.wiring else usual
    return Wiring(
        file,
        learned.pin_map(planned),
        learned.colour_order() or config.lights.colour_order,
        learned.light_order(),
        learned,
        tuple(_blind(file, learned, planned)),
    )


def _not_known(usual: Wiring, detail: str) -> Wiring:
    unused = fault(Trouble.WIRING_UNUSED, file=str(usual.file), detail=detail)
    return replace(usual, pin_map=replace(usual.pin_map, blind=ALL_LINES), faults=(unused,))


def _blind(file: Path, learned: Learned, planned: PinMap) -> Iterator[Fault]:
    untold = learned.untold()
    if untold:
        yield fault(Trouble.WIRING_PARTIAL, file=str(file), count=untold.bit_count())
    distrusted = lines_in(learned.distrusted(planned))
    if distrusted:
        names = ", ".join(map(line_name, distrusted))
        yield fault(
            Trouble.WIRING_DEFECT,
            defect=f"{names} cannot be trusted and are not read",
            repair="kahuna-table doctor says why and what to do",
        )
