"""Which pins of the header the boot files give to something else, on a Pi 4 and a Pi 5. Pure.

Defaults of the overlays: /boot/firmware/overlays/README of Raspberry Pi OS. An overlay that is not
listed claims the pins that its line names.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from kahuna_table.devices.boot_files import BootFiles, Setting, sections_of

UART: Final = (14, 15)
I2C: Final = (2, 3)
SPI: Final = (7, 8, 9, 10, 11)
I2S: Final = (18, 19, 20, 21)
JTAG: Final = tuple(range(22, 28))
ALL_PINS: Final = tuple(range(28))

_ON: Final = ("on", "1", "yes", "true", "y", "")
_OFF: Final = ("off", "0", "no", "false", "n")


@dataclass(frozen=True, slots=True)
class Claim:
    """`lines` are to be removed; where there are none, `repair` says what helps. `feeds_lights`: it
    has the pin of the lights because they hang on it."""

    pins: tuple[int, ...]
    claimant: str
    lines: tuple[Setting, ...]
    repair: str = ""
    feeds_lights: bool = False


Pins = Mapping[str, int | None]
"""For each parameter that names a pin its default; None: no pin unless it is given."""

_FIXED: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "audremap": (18, 19),
        "dpi18": tuple(range(22)),
        "dpi18cpadhi": tuple(range(26)),
        "dpi24": ALL_PINS,
        "i2c1": I2C,
        "i2c3": (4, 5),
        "i2c4": (8, 9),
        "i2c5": (12, 13),
        "i2c6": (22, 23),
        "sdio": JTAG,
        "spi1": (19, 20, 21),
        "spi3": (1, 2, 3),
        "spi4": (5, 6, 7),
        "spi5": (13, 14, 15),
        "spi6": (19, 20, 21),
        "uart0": UART,
        "uart1": UART,
        "uart3": (4, 5),
        "uart4": (8, 9),
        "uart5": (12, 13),
        "vga666": tuple(range(2, 22)),
        "vc4-kms-vga666": tuple(range(2, 22)),
    }
)

_FIXED_ON_5: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "i2c2": (4, 5),
        "i2c3": (6, 7),
        "uart1": (0, 1),
        "uart2": (4, 5),
        "uart3": (8, 9),
        "uart4": (12, 13),
    }
)
"""Where the Pi 5 differs: its overlays of the same names."""

_NAMED: Final[Mapping[str, Pins]] = MappingProxyType(
    {
        "dht11": {"gpiopin": 4},
        "enc28j60": {"int_pin": 25},
        "gpio-charger": {"gpio": 4},
        "gpio-fan": {"gpiopin": 12},
        "gpio-hog": {"gpio": 26},
        "gpio-ir": {"gpio_pin": 18},
        "gpio-ir-tx": {"gpio_pin": 18},
        "gpio-poweroff": {"gpiopin": 26},
        "gpio-shutdown": {"gpio_pin": 3},
        "i2c-gpio": {"i2c_gpio_sda": 23, "i2c_gpio_scl": 24},
        "max98357a": {"sdmode-pin": 4},
        "mcp2515-can0": {"interrupt": 25},
        "mcp2515-can1": {"interrupt": 25},
        "pwm": {"pin": 18},
        "pwm-2chan": {"pin": 18, "pin2": 19},
        "pwm-gpio": {"gpio": 4},
        "pwm-gpio-fan": {"fan_gpio": 19},
        "pwm-ir-tx": {"gpio_pin": 18},
        "rotary-encoder": {"pin_a": 4, "pin_b": 17},
        "spi0-1cs": {"cs0_pin": 8},
        "spi0-2cs": {"cs0_pin": 8, "cs1_pin": 7},
        "spi1-1cs": {"cs0_pin": 18},
        "spi1-2cs": {"cs0_pin": 18, "cs1_pin": 17},
        "spi1-3cs": {"cs0_pin": 18, "cs1_pin": 17, "cs2_pin": 16},
        "spi3-1cs": {"cs0_pin": 0},
        "spi3-2cs": {"cs0_pin": 0, "cs1_pin": 24},
        "spi4-1cs": {"cs0_pin": 4},
        "spi4-2cs": {"cs0_pin": 4, "cs1_pin": 25},
        "spi5-1cs": {"cs0_pin": 12},
        "spi5-2cs": {"cs0_pin": 12, "cs1_pin": 26},
        "spi6-1cs": {"cs0_pin": 18},
        "spi6-2cs": {"cs0_pin": 18, "cs1_pin": 27},
        "w1-gpio": {"gpiopin": 4},
        "w1-gpio-pullup": {"gpiopin": 4, "extpullup": 5},
        "ws2812-pio": {"gpio": 4},
    }
)

_AUDIO: Final = re.compile(
    r"(adau|akkordion|allo-|applepi-dac|arizona|audioinjector|audiosense|chipdip-dac|cirrus|"
    r"dacberry|dionaudio|fe-pi|googlevoicehat|hifiberry|i-sabre|i2s-(?!gpio28)|interludeaudio|"
    r"iqaudio|justboom|max98357a|merus-amp|pibell|pisound|proto-codec|respeaker|"
    r"rpi-(codeczero|dacplus|dacpro|digiampplus|proto)|rra-digidac|seeed-|simple-audio|"
    r"superaudioboard|tc358743-audio|ugreen-dabboard|wm8960)"
)
"""Overlays of boards that get their sound over I2S."""

_ON_I2C: Final = re.compile(r"i2c-(fan|mux|rtc|sensor)$|ads1[01]15$|mcp23017$|pca953x$|ssd1306$")
"""Overlays of chips on the header's I2C bus."""

_DPI: Final = re.compile(r"vc4-f?kms-dpi-")
_NO_BLUETOOTH: Final = re.compile(r"(pi3-)?(disable-bt|miniuart-bt)$")
"""They bring the first serial port back to the header."""

_HAS_BLUETOOTH: Final = frozenset({"pi3", "pi4", "pi0w"})
_HAT_AUDIO: Final = re.compile(r"audio|amp|codec|dac|digi|sound|voice", re.I)
_CONSOLE: Final = re.compile(r"console=(serial0|ttyAMA\d|ttyS\d)[^ ]*")


def claims(boot: BootFiles, model: str, hat: str = "") -> tuple[Claim, ...]:
    """What has pins of the header of a Pi of this name; `hat` is what the board on it calls
    itself."""
    overlays = _overlays(boot.settings)
    found = [*_serial(boot, overlays, model), *_switches(boot.settings, overlays, model)]
    for overlay in overlays:
        pins = overlay.pins(on_5="pi5" in sections_of(model))
        if pins:
            claimant, feeds = f"the overlay {overlay.name}", overlay.name == "ws2812-pio"
            found.append(Claim(pins, claimant, (overlay.setting,), feeds_lights=feeds))
    if hat:
        pins = I2S if _HAT_AUDIO.search(hat) else ALL_PINS
        repair = "take that board off the header, or the table's wires off these pins"
        found.append(Claim(pins, f"the board on the header, {hat!r}", (), repair))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Overlay:
    name: str
    setting: Setting
    given: Mapping[str, str]

    def pins(self, *, on_5: bool) -> tuple[int, ...]:
        name = self.name.removesuffix("-pi5")
        pins = [*self._fixed(name, on_5=on_5)]
        named = dict(_NAMED.get(name, {}))
        if "no-sdmode" in self.given:
            named.pop("sdmode-pin", None)
        named |= {key: int(value) for key, value in self.given.items() if _names_pin(key, value)}
        pins += [pin for pin in named.values() if pin is not None]
        return tuple(sorted(set(pins)))

    def _fixed(self, name: str, *, on_5: bool) -> Iterable[int]:
        for key in self.given:
            moved = re.fullmatch(r"pins_(\d+)_(\d+)", key)
            if moved:
                return int(moved[1]), int(moved[2])
        if _AUDIO.match(name):
            return I2S
        if _ON_I2C.match(name) and "i2c-gpio" not in self.given:
            return () if any(key.startswith("i2c") for key in self.given) else I2C
        if _DPI.match(name):
            return ALL_PINS
        bus = re.sub(r"(?<=^spi\d)-\dcs$", "", name)
        fixed = {**_FIXED, **_FIXED_ON_5} if on_5 else _FIXED
        if bus.startswith("uart") and "ctsrts" in self.given and bus in fixed:
            first, second = fixed[bus]
            return first, second, first + 2, second + 2
        return fixed.get(bus, ())


def _overlays(settings: Iterable[Setting]) -> list[_Overlay]:
    """Each with the parameters of its line and of the dtparam lines that follow it."""
    found: list[_Overlay] = []
    open_for_more = False
    for setting in settings:
        key, _, value = setting.text.partition("=")
        if key.strip() == "dtoverlay":
            name, _, rest = value.strip().partition(",")
            open_for_more = bool(name)
            if name:
                found.append(_Overlay(name.strip(), setting, dict(_pairs(rest))))
        elif key.strip() == "dtparam" and open_for_more:
            last = found[-1]
            more = {name: given for name, given in _pairs(value) if name not in _BASE}
            found[-1] = _Overlay(last.name, last.setting, {**last.given, **more})
    return found


def _switches(settings: Iterable[Setting], overlays: list[_Overlay], model: str) -> Iterator[Claim]:
    """What config.txt switches on by itself; the last word counts."""
    on: dict[str, Setting] = {}
    for setting in settings:
        key, _, value = setting.text.partition("=")
        pairs = _pairs(value) if key.strip() == "dtparam" else [(key.strip(), value.strip())]
        for name, given in pairs:
            what = _BASE.get(name)
            if what is not None and given.lower() in _ON:
                on.setdefault(what, setting)
            elif what is not None and given.lower() in _OFF:
                on.pop(what, None)
            elif name in ("act_led_gpio", "pwr_led_gpio") and given.isdecimal():
                yield Claim((int(given),), "a light of the Pi itself", (setting,))
    if "spi" in on:
        chip_selects = [each for each in overlays if re.match(r"spi0-\dcs", each.name)]
        pins = tuple(pin for pin in SPI if not chip_selects or pin > 8)
        yield Claim(pins, "SPI", (on["spi"],), feeds_lights=True)
    for what, pins, claimant in (
        ("i2c", I2C, "I2C"),
        ("i2s", I2S, "I2S sound"),
        ("jtag", JTAG, "JTAG"),
        ("dpi", ALL_PINS, "a DPI screen"),
    ):
        if what in on:
            yield Claim(pins, claimant, (on[what],))
    if "uart0" in on and "pi5" in sections_of(model):
        yield Claim(UART, "the serial port", (on["uart0"],))


def _serial(boot: BootFiles, overlays: list[_Overlay], model: str) -> Iterator[Claim]:
    """The first serial port is on the header where it is asked for, and on a Pi without
    Bluetooth unless it is refused."""
    asked = [each for each in boot.settings if each.text.startswith("enable_uart=")]
    if asked and asked[-1].text.partition("=")[2].strip() == "0":
        return
    lines = list(asked[-1:])
    sections = sections_of(model)
    if "pi5" not in sections:
        lines += [each.setting for each in overlays if _NO_BLUETOOTH.match(each.name)]
    if not lines and (not sections or sections & (_HAS_BLUETOOTH | {"pi5"})):
        return
    console = _CONSOLE.search(boot.command_line.text) if boot.command_line is not None else None
    if console and boot.command_line is not None:
        lines.append(Setting(console[0], boot.command_line.file, 1))
    claimant = "the serial console" if console else "the serial port"
    repair = "" if asked or any("bt" in each.text for each in lines) else "add enable_uart=0"
    yield Claim(UART, claimant, tuple(lines), repair)


_BASE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "spi": "spi",
        "i2c": "i2c",
        "i2c_arm": "i2c",
        "i2c1": "i2c",
        "i2s": "i2s",
        "uart0": "uart0",
        "uart0_console": "uart0",
        "enable_jtag_gpio": "jtag",
        "enable_dpi_lcd": "dpi",
    }
)
"""Parameters of the Pi itself and settings, by what they switch on."""


def _pairs(text: str) -> list[tuple[str, str]]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    return [(name.strip(), value.strip()) for name, _, value in (w.partition("=") for w in words)]


def _names_pin(name: str, value: str) -> bool:
    """Such as `gpiopin=17`, `reset-gpio=25`, `cs0_pin=8`, `pin_a=4`, `penirq=24`."""
    return value.isdecimal() and bool(
        re.search(r"(gpio|pin|penirq|interrupt|extpullup)(\d|_sda|_scl|_[ab])?$", name)
    )
