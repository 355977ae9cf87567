"""The configuration file: TOML, one section for each field of `Config`.

Reading, errors and the commented example all follow the fields declared in `config_sections`.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from kahuna_table.app.config_sections import (
    ButtonsConfig,
    GameConfig,
    LightDriver,
    LightsConfig,
    PinsConfig,
    ScreenConfig,
    SensorDriver,
    SensorsConfig,
    SoundConfig,
    StoreConfig,
    TableConfig,
)
from kahuna_table.app.settings import (
    Kind,
    Unfit,
    alternatives,
    as_key,
    shown,
    suggestion,
)
from kahuna_table.app.toml import MAX_BYTES, TomlError, parse_toml
from kahuna_table.devices import pins
from kahuna_table.devices.pins import PinMap
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
