"""What `hardware/kit.toml` may say: one dataclass a section, each key with its range.

Lengths are millimetres, currents milliamperes, flux densities millitesla. The reason for each value
stands in the file; how a file is read lives in `reading`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from kahuna_table.app.settings import Kind, T, Unfit, each_of, one_text_of, several, text, whole
from kahuna_table.devices import pins
from kahuna_table.devices.pins import Crossing, PinMap
from kahuna_table.table.inputs import Button


class Build(Enum):
    """What reads the lines; the file calls the builds by these words."""

    MATRIX = "matrix"
    MCP23017 = "mcp23017"
    PICO = "pico"


LANGUAGES: Final = ("en", "de", "fr", "nl", "es", "zh")
"""Those in which the game has a rule book."""


def decimal(lowest: float, highest: float) -> Kind[float]:
    """A number within a range, both ends included."""

    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Unfit
        if not lowest <= value <= highest:  # not a number is in no range either
            raise Unfit
        return float(value)

    return Kind(f"a number {lowest:g}..{highest:g}", read, repr)


def listed(choices: tuple[str, ...]) -> Kind[tuple[str, ...]]:
    """A list of different words, at least one."""

    def read(value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not value or any(each not in choices for each in value):
            raise Unfit
        if len(set(value)) != len(value):
            raise Unfit("one stands there twice")
        return tuple(value)

    return Kind(f"a list of different words of {', '.join(choices)}", read, repr)


def given(kind: Kind[T]) -> T:
    """A key that every file must have, for the body of a section's dataclass."""
    made: Any = field(metadata={"kind": kind})
    return made  # type: ignore[no-any-return]  # a field stands for its value, as in dataclasses


def _crossing() -> Kind[Crossing]:
    def read(value: object) -> Crossing:
        named = {crossing.name: crossing for crossing in pins.CROSSINGS}
        if not isinstance(value, str) or value not in named:
            raise Unfit
        return named[value]

    return Kind("a crossing R1C1..R6C6", read, lambda crossing: crossing.name)


_MM: Final = decimal(0, 1000)
_SMALL: Final = decimal(0, 50)
_PLAY: Final = decimal(0, 2)
_MA: Final = decimal(0, 10_000)
_OHM: Final = decimal(1, 1_000_000)
_MV: Final = decimal(0, 5500)
_COUNT: Final = whole(0, 200)
_PAIR: Final = several(2, _MM, "two numbers of millimetres 0..1000")
_GPIO: Final = whole(0, 40)
_WIRES: Final = several(pins.SIZE, _GPIO, "six whole numbers 0..40")
_WORD: Final = text("1 to 120 letters", r"[^\x00-\x1f\x7f]{1,120}")
COLOURS: Final = (
    "black", "brown", "red", "orange", "yellow", "green", "blue", "violet", "grey", "white", "pink",
)  # fmt: skip
_COLOUR: Final = one_text_of(*COLOURS)
_BUTTON_WORDS: Final = each_of(Button, _WORD, "a word for each of the eight buttons")


@dataclass(frozen=True, slots=True)
class Machine:
    bed_mm: tuple[float, ...] = given(_PAIR)
    bed_margin_mm: float = given(_SMALL)
    print_bed_mm: float = given(decimal(50, 1000))
    print_height_mm: float = given(decimal(50, 1000))
    kerf_mm: float = given(decimal(0, 3))
    least_web_mm: float = given(_SMALL)
    least_overhang_degrees: float = given(decimal(20, 90))
    longest_print_span_mm: float = given(_SMALL)


@dataclass(frozen=True, slots=True)
class Deck:
    thickness_mm: float = given(decimal(1, 20))
    thickness_tolerance_mm: float = given(_PLAY)
    control_strip_mm: float = given(decimal(0, 200))
    joint_x_mm: float = given(_MM)
    tab_width_mm: float = given(decimal(5, 100))
    tab_depth_mm: float = given(decimal(1, 50))
    tabs: int = given(whole(1, 20))
    edge_mm: float = given(_SMALL)
    screw_hole_mm: float = given(decimal(1, 10))
    screws_x: int = given(whole(2, 20))
    screws_y: int = given(whole(0, 20))


@dataclass(frozen=True, slots=True)
class SensorPlate:
    thickness_mm: float = given(decimal(0.5, 20))
    thickness_tolerance_mm: float = given(_PLAY)
    joint_x_mm: float = given(_MM)
    wood_limit_mm: float = given(decimal(0.5, 10))


@dataclass(frozen=True, slots=True)
class Slot:
    length_mm: float = given(decimal(10, 60))
    width_mm: float = given(decimal(2, 20))
    layout_tolerance_mm: float = given(_PLAY)


@dataclass(frozen=True, slots=True)
class Bridge:
    play_side_mm: float = given(_PLAY)
    play_end_mm: float = given(_PLAY)
    tolerance_mm: float = given(_PLAY)
    tongue_over_deck_mm: float = given(_PLAY)
    shoulder_mm: float = given(_SMALL)
    end_height_mm: float = given(_SMALL)
    crown_height_mm: float = given(_SMALL)
    groove_mm: float = given(_SMALL)
    grooves: int = given(whole(1, 15))
    pocket_play_mm: float = given(_PLAY)
    cap_mm: float = given(decimal(0.2, 5))
    cap_play_mm: float = given(_PLAY)


@dataclass(frozen=True, slots=True)
class Magnet:
    length_mm: float = given(decimal(1, 40))
    width_mm: float = given(decimal(1, 20))
    height_mm: float = given(decimal(1, 20))
    tolerance_mm: float = given(_PLAY)
    remanence_mt: float = given(decimal(100, 1500))
    remanence_tolerance: float = given(decimal(0, 0.5))


@dataclass(frozen=True, slots=True)
class Disc:
    diameter_mm: float = given(decimal(1, 20))
    height_mm: float = given(decimal(1, 20))


@dataclass(frozen=True, slots=True)
class Reed:
    glass_length_mm: float = given(decimal(3, 50))
    glass_diameter_mm: float = given(decimal(0.5, 6))
    lead_diameter_mm: float = given(decimal(0.1, 2))
    length_mm: float = given(decimal(5, 100))
    holder_glass_mm: float = given(decimal(3, 50))
    pull_in_at: tuple[float, ...] = given(several(2, decimal(1, 100), "two numbers 1..100"))
    drop_out_share: float = given(decimal(0.1, 1))
    mt_per_at: float = given(decimal(0.01, 1))
    mt_per_at_factor: float = given(decimal(1, 4))
    scatter_mm: float = given(_PLAY)


@dataclass(frozen=True, slots=True)
class Holder:
    width_mm: float = given(_SMALL)
    length_mm: float = given(_SMALL)
    height_mm: float = given(_SMALL)
    glass_play_mm: float = given(_PLAY)
    lead_play_mm: float = given(_PLAY)
    peg_mm: float = given(decimal(0.5, 10))
    peg_play_mm: float = given(_PLAY)
    peg_length_mm: float = given(_SMALL)
    peg_along_mm: float = given(_SMALL)
    peg_aside_mm: float = given(_SMALL)
    hall_length_mm: float = given(_SMALL)
    hall_width_mm: float = given(_SMALL)
    hall_height_mm: float = given(_SMALL)


@dataclass(frozen=True, slots=True)
class Light:
    island_mm: float = given(decimal(1, 30))
    line_mm: float = given(decimal(1, 30))
    play_mm: float = given(_PLAY)
    board_mm: float = given(decimal(3, 30))
    board_height_mm: float = given(decimal(0.2, 10))
    board_play_mm: float = given(_PLAY)
    wall_mm: float = given(decimal(0.4, 5))
    skin_mm: float = given(decimal(0.2, 3))
    flange_height_mm: float = given(_SMALL)
    clearance_mm: float = given(_PLAY)


@dataclass(frozen=True, slots=True)
class ButtonPart:
    cap_mm: float = given(decimal(5, 40))
    hole_mm: float = given(decimal(5, 40))
    housing_hole_mm: float = given(decimal(5, 40))
    cutout_mm: float = given(decimal(5, 40))
    above_plate_mm: float = given(_SMALL)
    stem_mm: float = given(_SMALL)
    travel_mm: float = given(_SMALL)
    cross_mm: tuple[float, ...] = given(_PAIR)
    boss_mm: float = given(_SMALL)
    cap_height_mm: float = given(_SMALL)
    boss_height_mm: float = given(_SMALL)
    spacer_mm: float = given(_SMALL)
    pitch_mm: float = given(decimal(10, 100))
    inset_mm: float = given(_MM)
    panel_width_mm: float = given(_MM)
    panel_margin_mm: float = given(_MM)


@dataclass(frozen=True, slots=True)
class Frame:
    inset_mm: float = given(_SMALL)
    thickness_mm: float = given(decimal(2, 30))
    height_mm: float = given(decimal(20, 200))
    floor_mm: float = given(decimal(1, 20))
    finger_mm: float = given(decimal(3, 100))
    batten_mm: float = given(decimal(5, 40))
    cable_hole_mm: float = given(decimal(5, 60))
    jack_hole_mm: float = given(decimal(3, 30))
    vent_mm: float = given(decimal(2, 30))
    vents: int = given(whole(0, 60))


@dataclass(frozen=True, slots=True)
class Display:
    width_mm: float = given(_MM)
    height_mm: float = given(_MM)
    window_mm: tuple[float, ...] = given(_PAIR)
    depth_mm: float = given(_SMALL)
    border_mm: float = given(_SMALL)
    thickness_mm: float = given(decimal(1, 20))
    clip_mm: float = given(_SMALL)
    clip_wall_mm: float = given(_SMALL)
    clip_hole_mm: float = given(_SMALL)
    ear_mm: float = given(_SMALL)
    foot_mm: float = given(_MM)
    stand_width_mm: float = given(_SMALL)
    stand_depth_mm: float = given(_MM)
    stand_height_mm: float = given(_MM)
    stand_wall_mm: float = given(_SMALL)
    lean_degrees: float = given(decimal(0, 60))


@dataclass(frozen=True, slots=True)
class PiMount:
    board_mm: tuple[float, ...] = given(_PAIR)
    holes_mm: tuple[float, ...] = given(_PAIR)
    hole_inset_mm: float = given(_SMALL)
    boss_mm: float = given(_SMALL)
    boss_height_mm: float = given(_SMALL)
    screw_mm: float = given(_SMALL)
    base_mm: float = given(_SMALL)
    edge_mm: float = given(_SMALL)
    mount_hole_mm: float = given(_SMALL)


@dataclass(frozen=True, slots=True)
class MatrixBoard:
    pitch_mm: float = given(decimal(1, 10))
    columns: int = given(_COUNT)
    rows: int = given(_COUNT)
    first: tuple[int, ...] = given(several(2, _COUNT, "two whole numbers 0..200"))
    cell: tuple[int, ...] = given(several(2, whole(2, 50), "two whole numbers 2..50"))
    diode_holes: int = given(whole(1, 20))


@dataclass(frozen=True, slots=True)
class Pins:
    rows: tuple[int, ...] = given(_WIRES)
    columns: tuple[int, ...] = given(_WIRES)
    lights: int = given(_GPIO)
    canaries: tuple[Crossing, ...] = given(several(8, _crossing(), "eight crossings R1C1..R6C6"))
    cathode: str = given(one_text_of("row", "column"))
    buttons: tuple[int, ...] = given(each_of(Button, _GPIO, "a GPIO number for each button"))

    def map(self) -> PinMap:
        """The map of the reference build."""
        buttons = MappingProxyType(dict(zip(Button, self.buttons, strict=True)))
        return PinMap(self.rows, self.columns, buttons, self.lights, self.canaries)

    def of(self, build: Build) -> PinMap:
        """The map of a build: buttons leave the I2C bus to the expanders."""
        return pins.with_i2c_sensors(self.map()) if build is Build.MCP23017 else self.map()


@dataclass(frozen=True, slots=True)
class Pico:
    select: tuple[int, ...] = given(several(4, whole(0, 28), "four whole numbers 0..28"))
    signals: tuple[int, ...] = given(several(2, whole(26, 28), "two whole numbers 26..28"))


@dataclass(frozen=True, slots=True)
class Electric:
    logic_mv: float = given(_MV)
    pull_up_ohm: float = given(_OHM)
    diode_mv: float = given(_MV)
    low_mv: float = given(_MV)
    data_ohm: float = given(_OHM)
    boot_ohm: float = given(_OHM)
    i2c_ohm: float = given(_OHM)
    hall_ma: tuple[float, ...] = given(several(2, decimal(0, 50), "two numbers 0..50"))
    pixel_ma: float = given(decimal(1, 200))
    pixel_idle_ma: float = given(decimal(0, 20))
    limiter_ma: float = given(_MA)
    fuse_ma: float = given(_MA)
    light_supply_ma: float = given(_MA)
    pi_supply_ma: float = given(_MA)
    regulator_ma: float = given(_MA)
    drop_limit_mv: float = given(_MV)


@dataclass(frozen=True, slots=True)
class WireColours:
    row: str = given(_COLOUR)
    column: str = given(_COLOUR)
    reed: str = given(_COLOUR)
    supply33: str = given(_COLOUR)
    ground: str = given(_COLOUR)
    supply5: str = given(_COLOUR)
    button: str = given(_COLOUR)
    data: str = given(_COLOUR)
    bus: str = given(_COLOUR)
    hall: str = given(_COLOUR)


@dataclass(frozen=True, slots=True)
class WireParts:
    colours: WireColours
    signal_mm2: float = given(decimal(0.05, 10))
    power_mm2: float = given(decimal(0.05, 10))
    signal_limit_ma: float = given(_MA)
    power_limit_ma: float = given(_MA)
    ohm_mm2_per_m: float = given(decimal(0.01, 0.1))
    lid_mm: float = given(_MM)
    knot_mm: float = given(_MM)


@dataclass(frozen=True, slots=True)
class Places:
    pi: tuple[float, ...] = given(_PAIR)
    sensors: tuple[float, ...] = given(_PAIR)
    shifter: tuple[float, ...] = given(_PAIR)
    supply: tuple[float, ...] = given(_PAIR)


@dataclass(frozen=True, slots=True)
class Words:
    """A text for each button in each language, in the order of `Button`."""

    en: tuple[str, ...] = given(_BUTTON_WORDS)
    de: tuple[str, ...] = given(_BUTTON_WORDS)
    fr: tuple[str, ...] = given(_BUTTON_WORDS)
    nl: tuple[str, ...] = given(_BUTTON_WORDS)
    es: tuple[str, ...] = given(_BUTTON_WORDS)
    zh: tuple[str, ...] = given(_BUTTON_WORDS)

    def by_language(self) -> Mapping[str, tuple[str, ...]]:
        return {language: getattr(self, language) for language in LANGUAGES}


@dataclass(frozen=True, slots=True)
class Labels:
    words: Words
    card: Words
    size_mm: tuple[float, ...] = given(_PAIR)


COUNTED: Final = (
    "lines", "islands", "lights", "buttons", "bridges", "crossings", "columns", "model",
    "signal_m", "power_m", "batten_m",
)  # fmt: skip
"""What the number of an item may follow."""


def _count() -> Kind[int | str]:
    def read(value: object) -> int | str:
        if type(value) is int and 1 <= value <= 1000:
            return value
        if isinstance(value, str) and value in COUNTED:
            return value
        raise Unfit

    return Kind(f"a whole number 1..1000 or one of {', '.join(COUNTED)}", read, repr)


@dataclass(frozen=True, slots=True)
class Item:
    """One row of the bill of materials."""

    id: str = given(text("a short name", r"[a-z0-9][a-z0-9 _-]{0,39}"))
    what: str = given(_WORD)
    part: str = given(_WORD)
    instead: str = given(_WORD)
    count: int | str = given(_count())
    builds: tuple[str, ...] = given(listed(tuple(build.value for build in Build)))
    spares: int = given(whole(0, 300))
    purpose: str = given(_WORD)
    price: str = given(one_text_of("A", "B", "C", "D", "E"))

    @property
    def model(self) -> bool:
        """Whether it is printed or cut from our own drawings."""
        return self.count == "model"


@dataclass(frozen=True, slots=True)
class Kit:
    """The whole file. The names of the fields are the sections."""

    machine: Machine
    deck: Deck
    sensor_plate: SensorPlate
    slot: Slot
    bridge: Bridge
    magnet: Magnet
    disc: Disc
    reed: Reed
    holder: Holder
    light: Light
    button: ButtonPart
    frame: Frame
    display: Display
    pi: PiMount
    matrix_board: MatrixBoard
    pins: Pins
    pico: Pico
    electric: Electric
    wires: WireParts
    places: Places
    labels: Labels
    item: tuple[Item, ...]
