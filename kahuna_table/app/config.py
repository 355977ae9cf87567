"""The configuration file: every option once, with its default, its range and its meaning.

TOML, one section for each field of `Config`. Reading, errors and the commented example all follow
the fields declared here; how a single value is read lives in `settings`, what an option does with
the code that uses it.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from kahuna_table.app.clock import HOURS
from kahuna_table.app.settings import (
    Kind,
    Unfit,
    alternatives,
    as_key,
    decimal,
    directory,
    each_of,
    one_number_of,
    one_text_of,
    rule_set,
    setting,
    several,
    shown,
    suggestion,
    text,
    whole,
    word_of,
    yes_or_no,
)
from kahuna_table.app.toml import MAX_BYTES, TomlError, parse_toml
from kahuna_table.app.words import LANGUAGES
from kahuna_table.devices import pins
from kahuna_table.devices.mcp23017 import ADDRESSES
from kahuna_table.devices.pins import PinMap
from kahuna_table.devices.screen.options import Facing, Motion, ScreenDriver
from kahuna_table.devices.strip import ORDERS
from kahuna_table.engine.names import NAME_EXPECTED, is_name
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.errors import KahunaError
from kahuna_table.files import FileError, read_text
from kahuna_table.table.inputs import Button

SYSTEM_FILE: Final = Path("/etc/kahuna-table.toml")
"""Read when neither the command line nor the environment names a file, if it is there."""

VARIABLE: Final = "KAHUNA_TABLE_CONFIG"
"""The environment variable that names a configuration file."""

MAX_FAULTS: Final = 20
"""More of them are not told."""


class ConfigError(KahunaError):
    """A configuration that cannot be used; exit status 78. `problems` has one text a fault."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


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
class ScreenConfig:
    """The small display."""

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
    facing: Facing = setting(
        Facing.FIXED,
        word_of(Facing),
        "who reads the display: fixed, or mover, which turns it by 180 degrees for white",
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
    hand_hides_after_s: int = setting(
        15, whole(3, 300), "seconds until an open hand hides by itself"
    )


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


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration. The names of the fields are the sections of the file."""

    table: TableConfig = field(default_factory=TableConfig)
    game: GameConfig = field(default_factory=GameConfig)
    sensors: SensorsConfig = field(default_factory=SensorsConfig)
    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    pins: PinsConfig = field(default_factory=PinsConfig)
    lights: LightsConfig = field(default_factory=LightsConfig)
    screen: ScreenConfig = field(default_factory=ScreenConfig)
    sound: SoundConfig = field(default_factory=SoundConfig)
    store: StoreConfig = field(default_factory=StoreConfig)

    @property
    def has_matrix(self) -> bool:
        """Whether the map has rows and columns; with a Pico they stay unused."""
        return self.sensors.driver is not SensorDriver.MCP23017

    @property
    def has_pico(self) -> bool:
        """Whether anything hangs on a Pico."""
        return self.sensors.driver is SensorDriver.PICO or self.lights.driver is LightDriver.PICO

    def pin_map(self) -> PinMap:
        """The active map: the lights where their driver feeds them, the buttons off the bus of
        sensor boards."""
        buttons = MappingProxyType(dict(zip(Button, self.pins.buttons, strict=True)))
        wired = PinMap(self.pins.rows, self.pins.columns, buttons, pins.SPI_LIGHTS)
        if self.lights.driver is LightDriver.PWM:
            wired = pins.with_pwm_lights(wired)
        if self.sensors.driver is SensorDriver.MCP23017:
            wired = pins.with_i2c_sensors(wired)
        return wired


def load_config(
    path: str | Path | None = None,
    *,
    environ: Mapping[str, str] = os.environ,
    system_file: Path = SYSTEM_FILE,
) -> Config:
    """The configuration in `path`, else in $KAHUNA_TABLE_CONFIG, else in `system_file` if there is
    one, else the defaults.

    Raises:
        ConfigError: for a file that cannot be read, or with every fault in it.
    """
    named = str(path or environ.get(VARIABLE) or "")
    if not named and os.path.lexists(system_file):
        named = str(system_file)
    if not named:
        return Config()
    try:
        source = read_text(named, "a configuration", MAX_BYTES)
    except FileError as error:
        raise ConfigError(str(error)) from error
    return parse_config(source, named)


def parse_config(source: str, name: str) -> Config:
    """The configuration in a TOML text; `name` is what errors call the file.

    Raises:
        ConfigError: with every fault of the text.
    """
    try:
        document = parse_toml(source)
    except TomlError as error:
        place = f"{name}:{error.line}" if error.line else name
        raise ConfigError(f"{place}: {error}") from error
    faults = list(islice(_faults(document), MAX_FAULTS + 1))
    if not faults:
        return _built(document)
    told = [fault.told(name, source) for fault in faults[:MAX_FAULTS]]
    raise ConfigError(*told, *(["and more"] if len(faults) > MAX_FAULTS else []))


def example_toml() -> str:
    """A file with every option, each explained and commented out with its default."""
    return "\n".join(_example_lines()) + "\n"


@dataclass(frozen=True, slots=True)
class _Fault:
    """What is wrong, and where; `section` None is the top of the file, `key` None the section."""

    what: str
    section: str | None
    key: str | None

    def told(self, name: str, source: str) -> str:
        line = _line_of(source, self.section, self.key)
        place = name if line is None else f"{name}:{line}"
        section = "" if self.section is None else f"[{as_key(self.section)}] "
        key = "" if self.key is None else as_key(self.key)
        return f"{place}: {(section + key).rstrip()}: {self.what}"


_SECTIONS: Final[dict[str, Any]] = {each.name: each.default_factory for each in fields(Config)}


def _faults(document: Mapping[str, Any]) -> Iterator[_Fault]:
    """What is wrong in each section; where nothing is, what is wrong in their sum."""
    right = True
    for section, content in document.items():
        for fault in _faults_of(section, content):
            right = False
            yield fault
    if right:
        yield from _conflicts(_built(document))


def _built(document: Mapping[str, Any]) -> Config:
    """The configuration of a document without faults in its sections."""
    sections = {}
    for section, content in document.items():
        kinds = _kinds(section)
        values = {key: kinds[key].read(value) for key, value in content.items()}
        sections[section] = _SECTIONS[section](**values)
    return Config(**sections)


def _kinds(section: str) -> dict[str, Kind[Any]]:
    return {each.name: each.metadata["kind"] for each in fields(_SECTIONS[section])}


def _faults_of(section: str, content: object) -> Iterator[_Fault]:
    if not isinstance(content, dict):
        known = alternatives(_SECTIONS).replace('"', "")
        yield _Fault(f"expected a section ({known}), got {shown(content)}", None, section)
        return
    if section not in _SECTIONS:
        near = suggestion(section, _SECTIONS) or alternatives(_SECTIONS)
        yield _Fault(f"there is no such section: {near}", section, None)
        return
    kinds = _kinds(section)
    for key, value in content.items():
        if key not in kinds:
            near = suggestion(key, kinds) or alternatives(kinds)
            yield _Fault(f"there is no such option: {near}", section, key)
            continue
        try:
            kinds[key].read(value)
        except Unfit as unfit:
            hint = f": {unfit}" if str(unfit) else ""
            what = f"expected {kinds[key].expected}, got {shown(value)}{hint}"
            yield _Fault(what, section, key)


def _conflicts(config: Config) -> Iterator[_Fault]:
    """Options that are right alone and wrong together."""
    try:
        pins.check(config.pin_map(), has_matrix=config.has_matrix)
    except pins.PinError as error:
        yield _Fault(str(error), "pins", None)


def _line_of(source: str, section: str | None, key: str | None) -> int | None:
    """The line where an option or section stands, None where the text spells it otherwise."""
    inside: str | None = None
    for number, line in enumerate(source.splitlines(), start=1):
        if header := re.match(r"\s*\[\s*(.*?)\s*\]\s*(#.*)?$", line):
            inside = header[1].strip("\"'")
        elif key is not None and inside == section:
            name = line.partition("=")[0].partition(".")[0].strip().strip("\"'")
            if name == key:
                return number
        if key is None and inside == section:
            return number
    return None


def _example_lines() -> Iterator[str]:
    yield "# The configuration of a Kahuna table. An option that is missing or commented out has"
    yield f"# the value shown here. The table reads {SYSTEM_FILE}, or the file that"
    yield f"# --config or ${VARIABLE} names."
    for section, kind in _SECTIONS.items():
        yield ""
        yield f"# {kind.__doc__}"
        yield f"[{section}]"
        for each in fields(kind):
            declared: Kind[Any] = each.metadata["kind"]
            yield f"# {each.name}: {each.metadata['meaning']}; {declared.expected}"
            yield f"# {each.name} = {declared.write(each.default)}"
