"""Puts a table together as configured: devices behind their ports, a session, its senses.

What only another driver or a table with sound needs is imported where it is asked for: a Pi takes
its time over each module, and the game waits.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kahuna_table.app.clock import is_within, wall_clock
from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import (
    LightDriver,
    ScreenConfig,
    SeatScreenConfig,
    SensorDriver,
)
from kahuna_table.app.daemon import Ports, screen_name
from kahuna_table.app.wiring.active import Wiring, active_wiring
from kahuna_table.app.words import LANGUAGES, Words
from kahuna_table.devices.buttons import GpioButtons
from kahuna_table.devices.gpiochip import open_factory, open_matrix
from kahuna_table.devices.late import LateInputs, NoButtons, NoLines, Opened
from kahuna_table.devices.lights.opening import open_lights, switch_off
from kahuna_table.devices.mcp23017 import Mcp23017Sensors, open_bus
from kahuna_table.devices.pi_model import read_model
from kahuna_table.devices.pins import PinKind, PinMap, uses
from kahuna_table.devices.ports import ButtonPad, LightStrip, Sensors
from kahuna_table.devices.screen.opening import ChildDisplay, EitherButtons, open_display
from kahuna_table.devices.screen.options import Facing, ScreenOptions
from kahuna_table.devices.strip import FittedStrip, StripCalibration
from kahuna_table.engine.player import Player
from kahuna_table.pictures.type_scale import Viewing
from kahuna_table.table.debounce import Senses, SettleTimes
from kahuna_table.table.inputs import Setup
from kahuna_table.table.state import Session, Timing

if TYPE_CHECKING:
    from kahuna_table.app.sounding import Sounding
    from kahuna_table.devices.pico.link import PicoLink

MINUTE_MS: Final = 60_000

_log = logging.getLogger(__name__)


def open_ports(config: Config, state_dir: Path | None = None) -> Ports:
    """The devices of the wired table. Whatever is missing is tried again while the rest works."""
    wiring = active_wiring(config, state_dir)
    for fault in wiring.faults:
        _log.warning("%s", fault)
    link = open_link(config)
    sensors, buttons = open_inputs_of(config, wiring.pin_map, link)
    displays = open_displays_of(config)
    lights = open_lights_of(config, wiring, link)
    return Ports(
        sensors,
        reduce(EitherButtons, (display.buttons for display in displays), buttons),
        lights,
        displays,
        wiring.faults,
        lines_lit=config.lights.lines,
    )


def new_session(config: Config) -> Session:
    """A table at rest, as configured."""
    black, white = config.table.players
    table = config.table
    return Session(
        timing=Timing(
            hand_ms=config.screen.hand_hides_after_s * 1000,
            dim_ms=table.dim_after_min * MINUTE_MS or None,
            dark_ms=table.dark_after_min * MINUTE_MS or None,
        ),
        own_displays=bool(config.screens),
        trust=config.table.trust,
        usual=Setup(config.game.rules, names=(black, white)),
        languages=tuple(sorted(LANGUAGES, key=lambda each: each != config.table.language)),
    )


def new_senses(config: Config) -> Senses:
    """Debouncing as configured."""
    return Senses(
        SettleTimes(
            closing_ms=config.sensors.closing_ms,
            opening_ms=config.sensors.opening_ms,
            button_ms=config.buttons.debounce_ms,
        )
    )


def open_link(config: Config) -> "PicoLink | None":
    """The link to the Pico, which sensors and lights share; None where nothing hangs on one."""
    return _link_to(config) if config.has_pico else None


def _link_to(config: Config) -> "PicoLink":
    from kahuna_table.devices.pico.link import PicoLink

    return PicoLink(config.sensors.pico)


def open_inputs_of(
    config: Config, pin_map: PinMap, link: "PicoLink | None" = None
) -> tuple[Sensors, ButtonPad]:
    """`link` None: one of their own, where they need it."""
    sensors = config.sensors
    match sensors.driver:
        case SensorDriver.MATRIX:
            late = LateInputs(lambda: open_matrix(pin_map), time.monotonic)
            return late, late
        case SensorDriver.MCP23017:
            expanders = Mcp23017Sensors(
                lambda: open_bus(sensors.i2c_bus), time.monotonic, sensors.i2c_addresses
            )
            return expanders, LateInputs(lambda: _open_buttons(pin_map), time.monotonic)
        case SensorDriver.PICO:
            from kahuna_table.devices.pico.drivers import PicoSensors

            hall = PicoSensors(link or _link_to(config), black_raises=sensors.black_raises)
            if not read_model():
                return hall, NoButtons()
            return hall, LateInputs(lambda: _open_buttons(pin_map), time.monotonic)
        case SensorDriver.SIMULATED:
            from kahuna_table.devices.simulated import build

            kit = build(pin_map)
            return kit.sensors, kit.buttons


def _open_buttons(pin_map: PinMap) -> Opened:
    factory: Any = open_factory(use for use in uses(pin_map) if use.kind is PinKind.BUTTON)
    return NoLines(), GpioButtons(factory, pin_map)


def open_lights_of(config: Config, wiring: Wiring, link: "PicoLink | None" = None) -> LightStrip:
    """`link` as for the inputs."""
    strip = open_strip(config, wiring.colour_order, link)
    return FittedStrip(strip, wiring.light_order, lambda: share_of_day(config, wall_clock()))


def share_of_day(config: Config, now: datetime) -> float:
    """How bright the lights are at this hour, 0..1 of their brightness by day."""
    dim = is_within(config.lights.night_hours, now)
    return config.lights.night_percent / 100 if dim else 1.0


def open_strip(config: Config, order: str, link: "PicoLink | None" = None) -> LightStrip:
    """The lights in the order in which they lie on the strip; `order` is that of the colours, where
    the Pi feeds them."""
    lights = config.lights
    calibration = StripCalibration(
        lights.brightness_percent / 100, lights.gamma_percent / 100, lights.max_milliamps
    )
    if lights.driver is LightDriver.PICO:
        from kahuna_table.devices.pico.drivers import PicoLights

        return PicoLights(link or _link_to(config), calibration)
    return open_lights(
        lights.driver.value, model=read_model(), calibration=calibration, order=order
    )


def lights_off(config: Config) -> bool:
    """Whether the strip is dark now; for when no table is left to do it."""
    if config.lights.driver is LightDriver.PICO:
        return True  # a Pico that hears nothing turns them dark
    order = active_wiring(config).colour_order
    return switch_off(config.lights.driver.value, model=read_model(), order=order)


def open_sounding(config: Config, now: Callable[[], datetime]) -> "tuple[Sounding, ...]":
    """The witness of the daemon that lets the table be heard; none where nothing is to be."""
    if not config.sound.volume_percent and not config.sound.speech:
        return ()
    from kahuna_table.app.sounding import Sounding
    from kahuna_table.devices.sound.speaker import Speaker

    language = config.table.language
    return (Sounding(config.sound, Words(language), Speaker(), now, language),)


def open_displays_of(config: Config) -> tuple[ChildDisplay, ...]:
    """The one for both players, or black's and white's."""
    words = Words(config.table.language, keycaps=True)
    seats = tuple(Player) if config.screens else (None,)
    return tuple(
        open_display(options, words, name=screen_name(seat), own=seat is not None)
        for seat, options in zip(seats, screen_options(config), strict=True)
    )


def screen_options(config: Config) -> tuple[ScreenOptions, ...]:
    """The configuration for what draws each display."""
    return tuple(map(_options, config.screens or (config.screen,)))


def _options(screen: ScreenConfig | SeatScreenConfig) -> ScreenOptions:
    width, height = screen.size
    return ScreenOptions(
        driver=screen.driver,
        rotation_degrees=screen.rotation_degrees,
        touch=screen.touch,
        connector=screen.connector,
        framebuffer=screen.framebuffer,
        window_size=(width, height),
        facing=screen.facing if isinstance(screen, ScreenConfig) else Facing.FIXED,
        motion=screen.motion,
        viewing=Viewing(screen.diagonal_inch, screen.distance_m),
    )
