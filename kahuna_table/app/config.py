"""The configuration file: TOML, one section for each field of `Config`.

Reading, errors and the commented example all follow the fields declared in `config_sections`.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, assert_never

from kahuna_table.app.config_sections import (
    SEATS,
    ButtonsConfig,
    GameConfig,
    LightDriver,
    LightsConfig,
    Panel,
    PinsConfig,
    ScreenConfig,
    SeatScreenConfig,
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
from kahuna_table.devices.screen.options import ScreenDriver
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
    screens: tuple[SeatScreenConfig, ...] = ()
    """Black's display and white's, in the place of `screen`; none: there is one for both."""

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
    """What is wrong, and where; `section` None is the top of the file, `key` None the section.
    `nth` counts the sections of an array from 1; 0: it is in none."""

    what: str
    section: str | None
    key: str | None
    nth: int = 0

    def told(self, name: str, source: str) -> str:
        line = _line_of(source, self.section, self.key, self.nth)
        place = name if line is None else f"{name}:{line}"
        section = "" if self.section is None else f"[{as_key(self.section)}] "
        section = f"[{section.strip()}] " if self.section == SCREENS else section
        key = "" if self.key is None else as_key(self.key)
        return f"{place}: {(section + key).rstrip()}: {self.what}"


SCREENS: Final = "screens"
"""The one array of sections."""

_SECTIONS: Final[dict[str, Any]] = {
    each.name: each.default_factory for each in fields(Config) if each.name != SCREENS
}


def _faults(document: Mapping[str, Any]) -> Iterator[_Fault]:
    """What is wrong in each section; where nothing is, what is wrong in their sum."""
    right = True
    for section, content in document.items():
        found = _faults_of_screens if section == SCREENS else partial(_faults_of, section)
        for fault in found(content):
            right = False
            yield fault
    if SCREENS in document and "screen" in document:
        right = False
        what = "expected one [screen] for both players, or two [[screens]], got both forms"
        yield _Fault(what, "screen", None)
    if right:
        yield from _conflicts(_built(document))


def _built(document: Mapping[str, Any]) -> Config:
    """The configuration of a document without faults in its sections."""
    sections = {
        section: _read(_SECTIONS[section], content)
        for section, content in document.items()
        if section != SCREENS
    }
    screens = [_read(SeatScreenConfig, content) for content in document.get(SCREENS, ())]
    in_order = sorted(screens, key=lambda each: SEATS.index(each.seat) if each.seat else 0)
    return Config(**sections, screens=tuple(in_order))


def _read(section: Any, content: Mapping[str, Any]) -> Any:
    kinds = _kinds(section)
    return section(**{key: kinds[key].read(value) for key, value in content.items()})


def _kinds(section: Any) -> dict[str, Kind[Any]]:
    return {each.name: each.metadata["kind"] for each in fields(section)}


def _faults_of_screens(content: object) -> Iterator[_Fault]:
    if not isinstance(content, list) or not all(isinstance(each, dict) for each in content):
        what = f"expected two sections [[{SCREENS}]], got {shown(content)}"
        yield _Fault(what, None, SCREENS)
        return
    for n, each in enumerate(content, start=1):
        for fault in _faults_in(SeatScreenConfig, SCREENS, each):
            yield replace(fault, nth=n)


def _faults_of(section: str, content: object) -> Iterator[_Fault]:
    if not isinstance(content, dict):
        known = alternatives(_SECTIONS).replace('"', "")
        yield _Fault(f"expected a section ({known}), got {shown(content)}", None, section)
        return
    if section not in _SECTIONS:
        near = suggestion(section, _SECTIONS) or alternatives(_SECTIONS)
        yield _Fault(f"there is no such section: {near}", section, None)
        return
    yield from _faults_in(_SECTIONS[section], section, content)


def _faults_in(options: Any, section: str, content: Mapping[str, Any]) -> Iterator[_Fault]:
    kinds = _kinds(options)
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
    if config.screens:
        yield from _conflicts_of_screens(config.screens)


def _conflicts_of_screens(screens: tuple[SeatScreenConfig, ...]) -> Iterator[_Fault]:
    seats = [each.seat for each in screens]
    if sorted(seats) != sorted(SEATS):
        got = ", ".join(seat or "none" for seat in seats)
        what = f'expected two, one with seat = "black" and one with seat = "white", got {got}'
        yield _Fault(what, SCREENS, None)
        return
    black, white = map(_output, screens)
    if black is None or white is None or not black.meets(white):
        return
    if black.name and white.name:
        got = f"{black.name} for both" if black == white else f"{black.name} and {white.name}"
    else:
        got = f"{black.name or 'none'} for black and {white.name or 'none'} for white"
    yield _Fault(f"expected a {black.kind} of its own for each screen, got {got}", SCREENS, None)


class _Output(NamedTuple):
    """What a screen is plugged into."""

    kind: str
    name: str

    def meets(self, other: "_Output") -> bool:
        """Whether the two may be the same; a connector is also named with its card before it."""
        if self.kind != other.kind or not self.name or not other.name:
            return self.kind == other.kind
        longer, shorter = sorted((self.name, other.name), key=len, reverse=True)
        return longer == shorter or re.fullmatch(rf"card\d+-{shorter}", longer) is not None


def _output(screen: Panel) -> _Output | None:
    """None for a window, of which a desktop shows any number, and for no screen."""
    match screen.driver:
        case ScreenDriver.AUTO | ScreenDriver.KMSDRM:
            return _Output("connector", screen.connector)
        case ScreenDriver.FRAMEBUFFER:
            return _Output("framebuffer", screen.framebuffer)
        case ScreenDriver.WAYLAND | ScreenDriver.X11 | ScreenDriver.NONE:
            return None
        case _:
            assert_never(screen.driver)


def _line_of(source: str, section: str | None, key: str | None, nth: int = 0) -> int | None:
    """The line where an option or section stands, None where the text spells it otherwise."""
    inside: str | None = None
    seen = 0
    for number, line in enumerate(source.splitlines(), start=1):
        if header := re.match(r"\s*\[\[?\s*(.*?)\s*\]?\]\s*(#.*)?$", line):
            inside = header[1].strip("\"'")
            if inside == section:
                seen += 1
                inside = section if nth in (0, seen) else None
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
        yield from (f"# {line.strip()}" for line in kind.__doc__.splitlines())
        yield f"[{section}]"
        for each in fields(kind):
            declared: Kind[Any] = each.metadata["kind"]
            yield f"# {each.name}: {each.metadata['meaning']}; {declared.expected}"
            yield f"# {each.name} = {declared.write(each.default)}"
