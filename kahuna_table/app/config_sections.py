"""The sections of the configuration file: every option once, with its default, its range and its
meaning. How a single value is read is in `settings`, what is done with it where it is used.
"""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from kahuna_table.app.clock import HOURS
from kahuna_table.app.settings import (
    decimal,
    directory,
    each_of,
    one_number_of,
    one_text_of,
    rule_set,
    setting,
    several,
    text,
    whole,
    word_of,
    yes_or_no,
)
from kahuna_table.app.words import LANGUAGES
from kahuna_table.devices import pins
from kahuna_table.devices.mcp23017 import ADDRESSES
from kahuna_table.devices.screen.options import Facing, Motion, ScreenDriver
from kahuna_table.devices.strip import ORDERS
from kahuna_table.engine.names import NAME_EXPECTED, is_name
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.table.inputs import Button


class SensorDriver(Enum):
    """What reads the 27 lines."""

    MATRIX = "matrix"
    MCP23017 = "mcp23017"
    PICO = "pico"
    SIMULATED = "simulated"


class LightDriver(Enum):
    """What feeds the 39 lights; `auto` takes what the board offers."""

    AUTO = "auto"
    SPI = "spi"
    LEDS0 = "leds0"
    PWM = "pwm"
    PICO = "pico"
    SIMULATED = "simulated"


SEATS: Final = tuple(player.name.lower() for player in Player)

_GPIO: Final = whole(pins.FIRST_PIN, pins.LAST_PIN)
_PLAYER_NAME: Final = text(NAME_EXPECTED, is_name)
_WIRES: Final = several(pins.SIZE, _GPIO, f"six of them, each {_GPIO.expected}")


@dataclass(frozen=True, slots=True)
class TableConfig:
    """The table as its guests see it."""

    language: str = setting(
        "en",
        one_text_of(*LANGUAGES),
        "the language of the display",
    )
    players: tuple[str, ...] = setting(
        ("", ""),
        several(2, _PLAYER_NAME, f"for each player {NAME_EXPECTED}, or nothing"),
        "what black and white are called",
    )
    trust: bool = setting(
        default=False,
        kind=yes_or_no(),
        meaning="whether hand and back show the waiting player's cards without that player's ok",
    )
    dim_after_min: int = setting(
        10, whole(0, 1440), "minutes in which nobody does anything until displays dim; 0: never"
    )
    dark_after_min: int = setting(30, whole(0, 1440), "the same until they are dark; 0: never")


@dataclass(frozen=True, slots=True)
class GameConfig:
    """What a new game starts with."""

    rules: RuleSet = setting(
        RuleSet(),
        rule_set(),
        "how a new game is played",
    )


@dataclass(frozen=True, slots=True)
class SensorsConfig:
    """How the board is read."""

    driver: SensorDriver = setting(
        SensorDriver.MATRIX, word_of(SensorDriver), "what reads the lines"
    )
    closing_ms: int = setting(
        60, whole(5, 1000), "milliseconds without a change until a bridge counts as laid"
    )
    i2c_bus: int = setting(1, whole(0, 31), "the bus of the expanders, /dev/i2c-N")
    i2c_addresses: tuple[int, ...] = setting(
        ADDRESSES,
        several(2, whole(0x20, 0x27), "two addresses 0x20..0x27"),
        "the two MCP23017, the one with the first 14 lines first",
    )
    opening_ms: int = setting(
        150, whole(5, 2000), "milliseconds without a change until a bridge counts as lifted"
    )
    pico: str = setting(
        "",
        text("a device such as /dev/serial/by-id/usb-MicroPython_..., or nothing", r"(/[^\x00]+)?"),
        "the serial device of the Pico, for lights too; empty takes the only one there is",
    )
    black_raises: bool = setting(
        default=False,
        kind=yes_or_no(),
        meaning="the magnets of the black bridges raise the output of a Hall sensor, and those of"
        " the white ones lower it; the other way round without",
    )


@dataclass(frozen=True, slots=True)
class ButtonsConfig:
    """The eight buttons."""

    debounce_ms: int = setting(
        20, whole(1, 500), "milliseconds without a change until a button counts, both ways"
    )


@dataclass(frozen=True, slots=True)
class PinsConfig:
    """Which wire goes where. GPIO numbers (BCM), not positions on the header."""

    rows: tuple[int, ...] = setting(pins.REFERENCE.rows, _WIRES, "the rows of the matrix")
    columns: tuple[int, ...] = setting(pins.REFERENCE.columns, _WIRES, "the columns of the matrix")
    buttons: tuple[int, ...] = setting(
        tuple(pins.REFERENCE.buttons[button] for button in Button),
        each_of(Button, _GPIO, f"for each of the eight buttons {_GPIO.expected}"),
        f"the buttons, each to ground; with pwm lights one on {pins.PWM_LIGHTS} moves to"
        f" {pins.PWM_OK}",
    )
    wiring: str = setting(
        "",
        text('a path that begins with "/", or nothing', r"(/[^\x00]*)?"),
        "the file that kahuna-table wiring wrote; empty takes wiring.toml in the state directory"
        " if it is there",
    )


@dataclass(frozen=True, slots=True)
class LightsConfig:
    """The strip: 12 islands, then 27 lines."""

    driver: LightDriver = setting(
        LightDriver.AUTO,
        word_of(LightDriver),
        f"what feeds the lights: spi on GPIO {pins.SPI_LIGHTS}, pwm on {pins.PWM_LIGHTS} (as root),"
        " leds0 on a Pi 5, pico on the Pico of the sensors; auto takes what is there",
    )
    colour_order: str = setting(
        "GRB", one_text_of(*ORDERS), "the order in which the pixels take their colours"
    )
    gamma_percent: int = setting(
        220, whole(100, 300), "the correction for the eye, in hundredths: 220 is a gamma of 2.2"
    )
    brightness_percent: int = setting(40, whole(1, 100), "how bright the brightest light is")
    max_milliamps: int = setting(
        1000, whole(50, 3000), "what all lights together may draw; a frame above it is dimmed"
    )
    night_hours: str = setting(
        "",
        text("two times such as 20:00-08:00, or nothing", HOURS),
        "from when to when the lights are dimmer",
    )
    night_percent: int = setting(
        40, whole(1, 100), "what is left of the lights then, of their brightness by day"
    )
    lines: bool = setting(
        default=True,
        kind=yes_or_no(),
        meaning="lights beside the 27 lines; without, a strip of the 12 islands tells all",
    )


@dataclass(frozen=True, slots=True)
class Panel:
    """What every display has."""

    size: tuple[int, ...] = setting(
        (800, 480), several(2, whole(200, 4096), "two whole numbers 200..4096"), "width and height"
    )
    driver: ScreenDriver = setting(
        ScreenDriver.AUTO, word_of(ScreenDriver), "what shows the picture; auto takes what works"
    )
    touch: bool = setting(
        default=False,
        kind=yes_or_no(),
        meaning="a touch screen: the eight buttons are drawn below the picture",
    )
    connector: str = setting(
        "",
        text("a connector such as HDMI-A-1, or nothing", r"[A-Za-z0-9-]{0,32}"),
        "where the screen is plugged in; empty takes the first one with a screen",
    )
    framebuffer: str = setting(
        "",
        text("a device such as /dev/fb1, or nothing", r"(/dev/[A-Za-z0-9]{1,32})?"),
        "the framebuffer of a small screen; empty takes the first one with a screen",
    )
    rotation_degrees: int = setting(
        0, one_number_of(0, 90, 180, 270), "how far the picture is turned clockwise"
    )
    motion: Motion = setting(
        Motion.USUAL, word_of(Motion), "how one picture becomes the next; calm changes it at once"
    )
    diagonal_inch: float = setting(
        7.0, decimal(1.5, 60.0), "from corner to corner: how large letters are follows from it"
    )
    distance_m: float = setting(
        1.0, decimal(0.2, 5.0), "from where people read it: how large letters are follows from it"
    )


@dataclass(frozen=True, slots=True)
class ScreenConfig(Panel):
    """The small display. Where each player has his own, two sections [[screens]] take its place:
    each with a seat ("black" or "white") and these options but the last two."""

    facing: Facing = setting(
        Facing.FIXED,
        word_of(Facing),
        "who reads the display: fixed, or mover, which turns it by 180 degrees for white",
    )
    hand_hides_after_s: int = setting(
        15, whole(3, 300), "seconds until an open hand hides by itself"
    )


@dataclass(frozen=True, slots=True)
class SeatScreenConfig(Panel):
    """The display of one player."""

    seat: str = setting("", one_text_of(*SEATS), "whose it is")


@dataclass(frozen=True, slots=True)
class SoundConfig:
    """What is heard; nothing, until a volume is set."""

    volume_percent: int = setting(0, whole(0, 100), "how loud sounds are; 0: none")
    speech: bool = setting(
        default=False,
        kind=yes_or_no(),
        meaning="speak what the table waits for, where speech-dispatcher is installed",
    )
    quiet_hours: str = setting(
        "",
        text("two times such as 22:00-08:00, or nothing", HOURS),
        "from when to when nothing is heard",
    )


@dataclass(frozen=True, slots=True)
class StoreConfig:
    """Where the games are kept."""

    directory: Path = setting(
        Path("/var/lib/kahuna-table"), directory(), "the directory of the journal"
    )
