"""Which pin of the header does what, as data: the active map, its check, its printed form.

Pins are BCM numbers. Nothing here touches a pin.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from kahuna_table.engine.board import ISLANDS, LINES, NO_LINES, Line, Lines, line_name
from kahuna_table.errors import KahunaError
from kahuna_table.table.inputs import Button

SIZE: Final = 6
"""Rows, and columns, of the matrix."""


class PinError(KahunaError):
    """A pin map that cannot be wired; the text names every use in question."""


class PinKind(StrEnum):
    """What a pin of the header is for."""

    ROW = "row"
    COLUMN = "column"
    SENSOR_BUS = "sensor bus"
    BUTTON = "button"
    LIGHTS = "lights"


class PinUse(NamedTuple):
    """A pin and what it is for; `name` is what people call that: `row R1`, `button menu`."""

    kind: PinKind
    name: str
    pin: int

    def __str__(self) -> str:
        return f"{self.name} (GPIO {self.pin})"


class Wire(IntEnum):
    """A bus wire of the matrix, by its name on the wiring plan."""

    R1 = 0
    R2 = 1
    R3 = 2
    R4 = 3
    R5 = 4
    R6 = 5
    C1 = 6
    C2 = 7
    C3 = 8
    C4 = 9
    C5 = 10
    C6 = 11

    @property
    def is_row(self) -> bool:
        return self < SIZE

    @property
    def index(self) -> int:
        """0..5 among the rows or among the columns."""
        return self % SIZE

    @property
    def kind(self) -> PinKind:
        return PinKind.ROW if self.is_row else PinKind.COLUMN


ROW_WIRES: Final = tuple(Wire)[:SIZE]
COLUMN_WIRES: Final = tuple(Wire)[SIZE:]


class Crossing(NamedTuple):
    """Where a row and a column meet, both 0..5."""

    row: int
    column: int

    @property
    def name(self) -> str:
        """For example `R1C3`."""
        return f"R{self.row + 1}C{self.column + 1}"

    @property
    def wires(self) -> tuple[Wire, Wire]:
        return ROW_WIRES[self.row], COLUMN_WIRES[self.column]


CROSSINGS: Final = tuple(Crossing(row, column) for row in range(SIZE) for column in range(SIZE))
"""All 36, row by row."""

CANARIES: Final = tuple(
    Crossing(row, column)
    for row, column in ((0, 0), (0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 5), (5, 5))
)
"""Diode and wire link that must read closed in every scan: each wire has a set of its own."""


@dataclass(frozen=True, slots=True)
class PinMap:
    """The active map. Built without any check: `check` says what is wrong with it."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    buttons: Mapping[Button, int]
    lights: int
    canaries: tuple[Crossing, ...] = CANARIES
    wired: tuple[Crossing, ...] | None = None
    """The crossing of each line of a board that is wired otherwise than the plan."""
    blind: Lines = NO_LINES
    """Lines whose crossings are not known, or known not to tell what lies there: never read."""

    @property
    def sensors(self) -> tuple[Crossing, ...]:
        """The crossing of each line: as wired, else the free ones row by row, in the board's
        order."""
        return self._free()[: len(LINES)] if self.wired is None else self.wired

    @property
    def spare(self) -> Crossing:
        """The crossing left over."""
        used = set(self.sensors)
        return next(crossing for crossing in self._free() if crossing not in used)

    def pin(self, wire: Wire) -> int:
        return (self.rows if wire.is_row else self.columns)[wire.index]

    def use(self, wire: Wire) -> PinUse:
        return PinUse(wire.kind, f"{wire.kind} {wire.name}", self.pin(wire))

    def canaries_of(self, wire: Wire) -> tuple[Crossing, ...]:
        return tuple(canary for canary in self.canaries if wire in canary.wires)

    def _free(self) -> tuple[Crossing, ...]:
        return tuple(crossing for crossing in CROSSINGS if crossing not in self.canaries)


REFERENCE: Final = PinMap(
    rows=(4, 5, 6, 12, 13, 16),
    columns=(17, 22, 23, 24, 25, 27),
    buttons=MappingProxyType(
        {
            Button.MENU: 3,
            Button.LEFT: 14,
            Button.RIGHT: 15,
            Button.OK: 18,
            Button.BACK: 19,
            Button.HAND: 20,
            Button.DRAW: 21,
            Button.HELP: 26,
        }
    ),
    lights=10,
)
"""The reference kit. GPIO 2 stays free."""

SPI_LIGHTS: Final = 10
"""MOSI of SPI0: lights there need SPI switched on."""

SPI_OWNED: Final = frozenset({7, 8, 9, 11})
"""The other pins of SPI0: with SPI on the kernel holds them, and opening one is `GPIO busy`."""

PWM_LIGHTS: Final = 18
PWM_OK: Final = 2
"""Where button `ok` moves when the lights take its pin."""

I2C: Final = (2, 3)
"""SDA and SCL."""

I2C_MOVES: Final = MappingProxyType({2: 5, 3: 4})
"""Where buttons move when sensor boards take SDA and SCL: to pins of rows, which are free then.
A button that claimed one would switch the bus off."""

FIXED_PULL_UP: Final = frozenset({2, 3})
"""Pins with 1.8 kilohm to 3.3 V soldered on the Pi: a row there cannot be released."""

FIRST_PIN: Final = 2
LAST_PIN: Final = 27
"""0 and 1 are for the memory of an add-on board."""


def with_pwm_lights(pin_map: PinMap) -> PinMap:
    """The same kit with its lights on GPIO 18, and `ok` on GPIO 2 if it was there."""
    buttons = {
        button: PWM_OK if pin == PWM_LIGHTS else pin for button, pin in pin_map.buttons.items()
    }
    return replace(pin_map, buttons=MappingProxyType(buttons), lights=PWM_LIGHTS)


def with_i2c_sensors(pin_map: PinMap) -> PinMap:
    """The same buttons and lights beside sensor boards on GPIO 2 and 3; there are no rows then."""
    buttons = {button: I2C_MOVES.get(pin, pin) for button, pin in pin_map.buttons.items()}
    return replace(pin_map, buttons=MappingProxyType(buttons))


def check(pin_map: PinMap, *, has_matrix: bool = True) -> None:
    """Accept a map that can be wired; without a matrix sensor boards take its place.

    Raises:
        PinError: a count is wrong, a pin does not exist, has two uses, belongs to the kernel or
            cannot float, two wires have the same canaries, or two lines the same crossing.
    """
    _check_counts(pin_map)
    if has_matrix:
        _check_canaries(pin_map)
        _check_wired(pin_map)
    users: dict[int, str] = {}
    for kind, name, pin in uses(pin_map, has_matrix=has_matrix):
        if not FIRST_PIN <= pin <= LAST_PIN:
            raise PinError(f"{name}: expected a GPIO {FIRST_PIN}..{LAST_PIN}, got {pin!r}")
        if pin in users:
            raise PinError(
                f"GPIO {pin} has two uses, {users[pin]} and {name}: give one of them another pin"
            )
        if pin in SPI_OWNED and pin_map.lights == SPI_LIGHTS:
            raise PinError(
                f"{name} on GPIO {pin}: the kernel owns GPIO 7 to 11 while the lights on "
                f"GPIO {SPI_LIGHTS} use SPI: give it another pin"
            )
        if pin in FIXED_PULL_UP and kind is PinKind.ROW:
            raise PinError(
                f"{name} on GPIO {pin}: a row must float, and GPIO 2 and 3 have a fixed pull-up "
                "resistor: give it another pin"
            )
        users[pin] = name


def uses(pin_map: PinMap, *, has_matrix: bool = True) -> Iterator[PinUse]:
    """Every use of a pin: rows and columns or the bus of the sensor boards, buttons, lights."""
    if has_matrix:
        yield from map(pin_map.use, Wire)
    else:
        for name, pin in zip(("SDA", "SCL"), I2C, strict=True):
            yield PinUse(PinKind.SENSOR_BUS, f"{name} of the sensor boards", pin)
    for button in Button:
        yield PinUse(PinKind.BUTTON, f"button {button.name.lower()}", pin_map.buttons[button])
    yield PinUse(PinKind.LIGHTS, "lights", pin_map.lights)


def pin_map_csv(pin_map: PinMap, light_order: Sequence[int] | None = None) -> str:
    """Three tables, each under its own heading: sensors, single pins, lights.

    `light_order` is the place of each light on a strip that is not laid as planned.
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    names = [line_name(Line(n)) for n in range(len(LINES))]
    table.writerow(("name", "row pin", "column pin"))
    for name, crossing in (
        *zip(names, pin_map.sensors, strict=True),
        *((f"canary {canary.name}", canary) for canary in pin_map.canaries),
        ("spare", pin_map.spare),
    ):
        table.writerow((name, pin_map.rows[crossing.row], pin_map.columns[crossing.column]))
    table.writerow(("name", "pin"))
    for button in Button:
        table.writerow((button.name.lower(), pin_map.buttons[button]))
    table.writerow(("lights", pin_map.lights))
    table.writerow(("name", "LED index"))
    lights = [*(island.name for island in ISLANDS), *names]
    table.writerows(zip(lights, light_order or range(len(lights)), strict=True))
    return text.getvalue()


def _check_counts(pin_map: PinMap) -> None:
    for name, pins in (("row", pin_map.rows), ("column", pin_map.columns)):
        if len(pins) != SIZE:
            raise PinError(f"expected {SIZE} {name} pins, got {len(pins)}")
    missing = [button.name.lower() for button in Button if button not in pin_map.buttons]
    if missing:
        raise PinError(f"expected a pin for every button, got none for {', '.join(missing)}")


def _check_canaries(pin_map: PinMap) -> None:
    expected = len(CROSSINGS) - len(LINES) - 1
    if len(set(pin_map.canaries)) != expected:
        raise PinError(
            f"expected {expected} canaries at different crossings, got {len(pin_map.canaries)}: "
            f"{' '.join(canary.name for canary in pin_map.canaries)}"
        )
    owners: dict[tuple[Crossing, ...], Wire] = {}
    for wire in Wire:
        canaries = pin_map.canaries_of(wire)
        if not canaries:
            raise PinError(f"{wire.kind} {wire.name} has no canary: expected at least one")
        if canaries in owners:
            raise PinError(
                f"{owners[canaries].name} and {wire.name} have the same canaries, "
                f"{' '.join(canary.name for canary in canaries)}: a break could not be told apart"
            )
        owners[canaries] = wire


def _check_wired(pin_map: PinMap) -> None:
    sensors = pin_map.sensors
    if len(sensors) != len(LINES) or len({*sensors, *pin_map.canaries}) != len(CROSSINGS) - 1:
        raise PinError(
            f"expected {len(LINES)} lines at different crossings beside the canaries, got "
            f"{' '.join(crossing.name for crossing in sensors)}"
        )
