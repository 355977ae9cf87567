"""What config.txt has to say for the table, and the lines that it lacks. Pure.

The format: https://www.raspberrypi.com/documentation/computers/config_txt.html.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import LightDriver, SensorDriver
from kahuna_table.devices.boot_files import BootFiles, Setting
from kahuna_table.devices.pi_model import is_five
from kahuna_table.devices.pins import SPI_LIGHTS
from kahuna_table.devices.strip import PIXELS

OVERLAY: Final = f"dtoverlay=ws2812-pio,gpio={SPI_LIGHTS},num_leds={PIXELS}"

HEADING: Final = ("", "[all]", "# kahuna-table setup", "dtoverlay=")
"""Sections and the overlay before end here: what follows is for every Pi, and for no overlay."""


@dataclass(frozen=True, slots=True)
class Change:
    """A line that is added, and what a person is asked."""

    question: str
    line: str


def changes(boot: BootFiles, model: str, config: Config) -> tuple[Change, ...]:
    """What is missing on a Pi of this name, in the order of the questions; nothing where all is as
    the configuration needs it."""
    return tuple(_changes(boot.settings, model, config))


def added(content: str, lines: Iterable[str]) -> str:
    """config.txt with these lines in force: the last word counts."""
    end = "" if content.endswith("\n") or not content else "\n"
    return content + end + "".join(f"{line}\n" for line in (*HEADING, *lines))


def _changes(settings: tuple[Setting, ...], model: str, config: Config) -> Iterator[Change]:
    lights, sensors = config.lights.driver, config.sensors.driver
    five = is_five(model)
    by_overlay = lights is LightDriver.LEDS0 or (lights is LightDriver.AUTO and five)
    if by_overlay:
        if _is_on(settings, "spi"):
            yield Change("switch SPI off, which has the pin of the lights", "dtparam=spi=off")
        if not any(each.text.startswith("dtoverlay=ws2812-pio") for each in settings):
            yield Change("the Pi 5's own driver for the lights", OVERLAY)
    elif lights in (LightDriver.AUTO, LightDriver.SPI) and not _is_on(settings, "spi"):
        yield Change("SPI, for the lights", "dtparam=spi=on")
    i2c = _is_on(settings, "i2c_arm", "i2c", "i2c1")
    if sensors is SensorDriver.MCP23017 and not i2c:
        yield Change("I2C, for the sensor boards", "dtparam=i2c_arm=on")
    if sensors is SensorDriver.MATRIX and i2c:
        yield Change("switch I2C off, which has the pin of a button", "dtparam=i2c_arm=off")


def _is_on(settings: tuple[Setting, ...], *names: str) -> bool:
    """Whether a parameter of the board is on: by default none of those asked for is."""
    on = False
    for setting in settings:
        key, _, value = setting.text.partition("=")
        if key.strip() != "dtparam":
            continue
        for pair in value.split(","):
            name, _, given = pair.strip().partition("=")
            if name.strip() in names:
                on = given.strip().lower() in ("on", "1", "yes", "true", "y", "")
    return on
