"""The table's own pins among those that the Pi gives away."""

from pathlib import Path

import pytest

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import (
    LightDriver,
    LightsConfig,
    PinsConfig,
    SensorDriver,
    SensorsConfig,
)
from kahuna_table.app.given_away import given_away

MATRIX = Config()
EXPANDERS = Config(sensors=SensorsConfig(driver=SensorDriver.MCP23017))
SIMULATED = Config(
    sensors=SensorsConfig(driver=SensorDriver.SIMULATED),
    lights=LightsConfig(driver=LightDriver.SIMULATED),
)


def told(root: Path, config: Config, line: str, hat: str = "") -> list[str]:
    files = {
        "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
        "boot/firmware/config.txt": line,
        "boot/firmware/cmdline.txt": "console=serial0,115200",
        "proc/device-tree/hat/product": hat,
    }
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return [str(each) for each in given_away(config, root)]


def test_pin_claimant_and_line_are_named(tmp_path: Path) -> None:
    boot = tmp_path / "boot/firmware"
    (text,) = told(tmp_path, MATRIX, "arm_64bit=1\nenable_uart=1")

    assert text == (
        "KT-116 GPIO 14 (button left), GPIO 15 (button right): the Pi gives this to the serial "
        f"console: remove enable_uart=1 (line 2 of {boot}/config.txt) and console=serial0,115200 "
        f"(line 1 of {boot}/cmdline.txt), then restart the Pi"
    )


@pytest.mark.parametrize(
    ("config", "line", "lost"),
    [
        pytest.param(MATRIX, "dtoverlay=w1-gpio", ["row R1"], id="a row"),
        pytest.param(MATRIX, "dtparam=i2c_arm=on", ["button menu"], id="I2C has the menu button"),
        pytest.param(EXPANDERS, "dtparam=i2c_arm=on", [], id="I2C is the sensor boards' own"),
        pytest.param(EXPANDERS, "dtoverlay=gpio-key,gpio=17", [], id="no columns there"),
        pytest.param(EXPANDERS, "dtoverlay=w1-gpio", ["button menu"], id="where the menu moved"),
        pytest.param(MATRIX, "dtparam=spi=on", [], id="SPI feeds the lights"),
        pytest.param(MATRIX, "dtoverlay=ws2812-pio,gpio=10", [], id="so does this"),
        pytest.param(MATRIX, "dtoverlay=gpio-key,gpio=10", ["lights"], id="this does not"),
        pytest.param(SIMULATED, "dtoverlay=vga666", [], id="nothing is wired"),
        pytest.param(
            Config(pins=PinsConfig(rows=(2, 5, 6, 12, 13, 16))), "dtoverlay=w1-gpio", [],
            id="the configured pins count",
        ),
    ],
)  # fmt: skip
def test_only_pins_in_use_are_named(
    tmp_path: Path, config: Config, line: str, lost: list[str]
) -> None:
    texts = told(tmp_path, config, line)

    assert len(texts) == bool(lost)
    assert all(f"({use})" in text for use, text in zip(lost, texts, strict=True))


def test_many_pins_are_counted_and_a_board_on_the_header_is_named(tmp_path: Path) -> None:
    (text,) = told(tmp_path, MATRIX, "", hat="Sense HAT\0")

    assert text == (
        "KT-116 21 of the table's pins: the Pi gives this to the board on the header, 'Sense HAT': "
        "take that board off the header, or the table's wires off these pins, then restart the Pi"
    )
