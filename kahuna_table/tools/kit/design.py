"""What `hardware/kit.toml` may say: one dataclass a section, each key with its range.

Lengths are millimetres, currents milliamperes, flux densities millitesla. The reason for each value
stands in the file; how a file is read lives in `reading`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from kahuna_table.app.settings import each_of, one_text_of, several, text, whole
from kahuna_table.devices import pins
from kahuna_table.devices.pins import Crossing, PinMap
from kahuna_table.table.inputs import Button
from kahuna_table.tools.kit.kinds import (
    BUTTON_WORDS,
    COLOUR,
    COUNT,
    GPIO,
    MA,
    MM,
    MV,
    OHM,
    PAIR,
    PLACE,
    PLAY,
    SMALL,
    WIRES,
    WORD,
    count_of,
    crossing,
    decimal,
    given,
    listed,
)


class Build(Enum):
    """What reads the lines; the file calls the builds by these words."""

    MATRIX = "matrix"
    MCP23017 = "mcp23017"
    PICO = "pico"


LANGUAGES: Final = ("en", "de", "fr", "nl", "es", "zh")
"""Those in which the game has a rule book."""


@dataclass(frozen=True, slots=True)
class Machine:
    bed_mm: tuple[float, ...] = given(PAIR)
    bed_margin_mm: float = given(SMALL)
    print_bed_mm: float = given(decimal(50, 1000))
    print_height_mm: float = given(decimal(50, 1000))
    kerf_mm: float = given(decimal(0, 3))
    least_web_mm: float = given(SMALL)
    least_overhang_degrees: float = given(decimal(20, 90))
    longest_print_span_mm: float = given(SMALL)
    sheet_mm: tuple[float, ...] = given(PAIR)
    drills_mm: tuple[float, ...] = given(several(10, SMALL, "ten numbers of millimetres 0..50"))
    hand_drills_mm: tuple[float, ...] = given(
        several(3, SMALL, "three numbers of millimetres 0..50")
    )
    drill_off_mm: float = given(PLAY)


@dataclass(frozen=True, slots=True)
class Deck:
    thickness_mm: float = given(decimal(1, 20))
    thickness_tolerance_mm: float = given(PLAY)
    control_strip_mm: float = given(decimal(0, 200))
    joint_x_mm: float = given(MM)
    tab_width_mm: float = given(decimal(5, 100))
    tab_depth_mm: float = given(decimal(1, 50))
    tabs: int = given(whole(1, 20))
    edge_mm: float = given(SMALL)
    screw_hole_mm: float = given(decimal(1, 10))
    screws_x: int = given(whole(2, 20))
    screws_y: int = given(whole(0, 20))


@dataclass(frozen=True, slots=True)
class SensorPlate:
    thickness_mm: float = given(decimal(0.5, 20))
    thickness_tolerance_mm: float = given(PLAY)
    joint_x_mm: float = given(MM)
    wood_limit_mm: float = given(decimal(0.5, 10))


@dataclass(frozen=True, slots=True)
class Slot:
    length_mm: float = given(decimal(10, 60))
    width_mm: float = given(decimal(2, 20))
    layout_tolerance_mm: float = given(PLAY)


@dataclass(frozen=True, slots=True)
class Bridge:
    play_side_mm: float = given(PLAY)
    play_end_mm: float = given(PLAY)
    tolerance_mm: float = given(PLAY)
    tongue_over_deck_mm: float = given(PLAY)
    shoulder_mm: float = given(SMALL)
    end_height_mm: float = given(SMALL)
    crown_height_mm: float = given(SMALL)
    groove_mm: float = given(SMALL)
    grooves: int = given(whole(1, 15))
    pocket_play_mm: float = given(PLAY)
    cap_mm: float = given(decimal(0.2, 5))
    cap_play_mm: float = given(PLAY)


@dataclass(frozen=True, slots=True)
class Magnet:
    length_mm: float = given(decimal(1, 40))
    width_mm: float = given(decimal(1, 20))
    height_mm: float = given(decimal(1, 20))
    tolerance_mm: float = given(PLAY)
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
    solder_mm: float = given(SMALL)
    pull_in_at: tuple[float, ...] = given(several(2, decimal(1, 100), "two numbers 1..100"))
    drop_out_share: float = given(decimal(0.1, 1))
    mt_per_at: float = given(decimal(0.01, 1))
    mt_per_at_factor: float = given(decimal(1, 4))
    scatter_mm: float = given(PLAY)
    lifted_mm: float = given(MM)
    beside_mm: float = given(MM)


@dataclass(frozen=True, slots=True)
class Holder:
    width_mm: float = given(SMALL)
    length_mm: float = given(SMALL)
    height_mm: float = given(SMALL)
    glass_play_mm: float = given(PLAY)
    lead_play_mm: float = given(PLAY)
    peg_mm: float = given(decimal(0.5, 10))
    peg_play_mm: float = given(PLAY)
    peg_length_mm: float = given(SMALL)
    peg_along_mm: float = given(SMALL)
    peg_aside_mm: float = given(SMALL)
    hall_length_mm: float = given(SMALL)
    hall_width_mm: float = given(SMALL)
    hall_height_mm: float = given(SMALL)


@dataclass(frozen=True, slots=True)
class Light:
    island_mm: float = given(decimal(1, 30))
    line_mm: float = given(decimal(1, 30))
    play_mm: float = given(PLAY)
    board_mm: float = given(decimal(3, 30))
    board_height_mm: float = given(decimal(0.2, 10))
    board_play_mm: float = given(PLAY)
    wall_mm: float = given(decimal(0.4, 5))
    skin_mm: float = given(decimal(0.2, 3))
    stem_mm: float = given(SMALL)
    flange_height_mm: float = given(SMALL)
    clearance_mm: float = given(PLAY)


@dataclass(frozen=True, slots=True)
class ButtonPart:
    cap_mm: float = given(decimal(5, 40))
    hole_mm: float = given(decimal(5, 40))
    housing_hole_mm: float = given(decimal(5, 40))
    cutout_mm: float = given(decimal(5, 40))
    above_plate_mm: float = given(SMALL)
    below_plate_mm: float = given(SMALL)
    stem_mm: float = given(SMALL)
    travel_mm: float = given(SMALL)
    cross_mm: tuple[float, ...] = given(PAIR)
    boss_mm: float = given(SMALL)
    cap_height_mm: float = given(SMALL)
    boss_height_mm: float = given(SMALL)
    spacer_mm: float = given(SMALL)
    pitch_mm: float = given(decimal(10, 100))
    inset_mm: float = given(MM)
    panel_width_mm: float = given(MM)
    panel_margin_mm: float = given(MM)


@dataclass(frozen=True, slots=True)
class Frame:
    inset_mm: float = given(SMALL)
    thickness_mm: float = given(decimal(2, 30))
    height_mm: float = given(decimal(20, 200))
    floor_mm: float = given(decimal(1, 20))
    finger_mm: float = given(decimal(3, 100))
    batten_mm: float = given(decimal(5, 40))
    cable_hole_mm: float = given(decimal(5, 60))
    jack_hole_mm: float = given(decimal(3, 30))
    jack_plate_mm: float = given(decimal(20, 60))
    jack_access_mm: float = given(decimal(5, 60))
    vent_mm: float = given(decimal(2, 30))
    vents: int = given(whole(0, 60))


@dataclass(frozen=True, slots=True)
class Display:
    width_mm: float = given(MM)
    height_mm: float = given(MM)
    picture_mm: tuple[float, ...] = given(PAIR)
    window_mm: tuple[float, ...] = given(PAIR)
    depth_mm: float = given(SMALL)
    border_mm: float = given(SMALL)
    ribbon_mm: float = given(MM)
    ribbon_slot_mm: tuple[float, ...] = given(PAIR)
    ribbon_up_mm: float = given(SMALL)
    thickness_mm: float = given(decimal(1, 20))
    clip_mm: float = given(SMALL)
    clip_wall_mm: float = given(SMALL)
    clip_hole_mm: float = given(SMALL)
    ear_mm: float = given(SMALL)
    foot_mm: float = given(MM)
    stand_width_mm: float = given(SMALL)
    stand_depth_mm: float = given(MM)
    stand_height_mm: float = given(MM)
    stand_wall_mm: float = given(SMALL)
    lean_degrees: float = given(decimal(0, 60))


@dataclass(frozen=True, slots=True)
class PiMount:
    board_mm: tuple[float, ...] = given(PAIR)
    holes_mm: tuple[float, ...] = given(PAIR)
    hole_inset_mm: float = given(SMALL)
    boss_mm: float = given(SMALL)
    boss_height_mm: float = given(SMALL)
    screw_mm: float = given(SMALL)
    base_mm: float = given(SMALL)
    edge_mm: float = given(SMALL)
    mount_hole_mm: float = given(SMALL)


@dataclass(frozen=True, slots=True)
class MatrixBoard:
    pitch_mm: float = given(decimal(1, 10))
    columns: int = given(COUNT)
    rows: int = given(COUNT)
    first: tuple[int, ...] = given(several(2, COUNT, "two whole numbers 0..200"))
    cell: tuple[int, ...] = given(several(2, whole(2, 50), "two whole numbers 2..50"))
    diode_holes: int = given(whole(1, 20))
    spacer_mm: float = given(SMALL)
    spacer_holes: tuple[tuple[int, ...], ...] = given(
        several(4, several(2, COUNT, "two holes"), "four pairs of holes 0..200")
    )


@dataclass(frozen=True, slots=True)
class Pins:
    rows: tuple[int, ...] = given(WIRES)
    columns: tuple[int, ...] = given(WIRES)
    lights: int = given(GPIO)
    canaries: tuple[Crossing, ...] = given(several(8, crossing(), "eight crossings R1C1..R6C6"))
    cathode: str = given(one_text_of("row", "column"))
    buttons: tuple[int, ...] = given(each_of(Button, GPIO, "a GPIO number for each button"))

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
    lights: int = given(whole(0, 28))
    rows: tuple[int, ...] = given(several(6, whole(0, 28), "six whole numbers 0..28"))
    columns: tuple[int, ...] = given(several(6, whole(0, 28), "six whole numbers 0..28"))


@dataclass(frozen=True, slots=True)
class Electric:
    logic_mv: float = given(MV)
    pull_up_ohm: float = given(OHM)
    diode_mv: float = given(MV)
    low_mv: float = given(MV)
    data_ohm: float = given(OHM)
    boot_ohm: float = given(OHM)
    i2c_ohm: float = given(OHM)
    hall_ma: tuple[float, ...] = given(several(2, decimal(0, 50), "two numbers 0..50"))
    pixel_ma: float = given(decimal(1, 200))
    pixel_idle_ma: float = given(decimal(0, 20))
    limiter_ma: float = given(MA)
    fuse_ma: float = given(MA)
    light_supply_ma: float = given(MA)
    pi_supply_ma: float = given(MA)
    regulator_ma: float = given(MA)
    drop_limit_mv: float = given(MV)


@dataclass(frozen=True, slots=True)
class WireColours:
    row: str = given(COLOUR)
    column: str = given(COLOUR)
    reed: str = given(COLOUR)
    supply33: str = given(COLOUR)
    ground: str = given(COLOUR)
    supply5: str = given(COLOUR)
    button: str = given(COLOUR)
    data: str = given(COLOUR)
    bus: str = given(COLOUR)
    hall: str = given(COLOUR)


@dataclass(frozen=True, slots=True)
class WireParts:
    colours: WireColours
    signal_mm2: float = given(decimal(0.05, 10))
    power_mm2: float = given(decimal(0.05, 10))
    signal_limit_ma: float = given(MA)
    power_limit_ma: float = given(MA)
    ohm_mm2_per_m: float = given(decimal(0.01, 0.1))
    lid_mm: float = given(MM)
    knot_mm: float = given(MM)


@dataclass(frozen=True, slots=True)
class Places:
    pi: tuple[float, ...] = given(PLACE)
    sensors: tuple[float, ...] = given(PLACE)
    shifter: tuple[float, ...] = given(PLACE)
    supply: tuple[float, ...] = given(PLACE)
    display: tuple[float, ...] = given(PLACE)


@dataclass(frozen=True, slots=True)
class Screws:
    wood_mm: float = given(SMALL)
    clip_mm: float = given(SMALL)
    mount_mm: float = given(SMALL)
    nut_mm: float = given(SMALL)
    least_hold_mm: float = given(SMALL)


@dataclass(frozen=True, slots=True)
class Effort:
    cost: tuple[int, ...] = given(several(2, whole(1, 10_000), "two whole numbers"))
    hours: tuple[int, ...] = given(several(2, whole(1, 1000), "two whole numbers"))


@dataclass(frozen=True, slots=True)
class Words:
    """A text for each button in each language, in the order of `Button`."""

    en: tuple[str, ...] = given(BUTTON_WORDS)
    de: tuple[str, ...] = given(BUTTON_WORDS)
    fr: tuple[str, ...] = given(BUTTON_WORDS)
    nl: tuple[str, ...] = given(BUTTON_WORDS)
    es: tuple[str, ...] = given(BUTTON_WORDS)
    zh: tuple[str, ...] = given(BUTTON_WORDS)

    def by_language(self) -> Mapping[str, tuple[str, ...]]:
        return {language: getattr(self, language) for language in LANGUAGES}


@dataclass(frozen=True, slots=True)
class Labels:
    words: Words
    card: Words
    size_mm: tuple[float, ...] = given(PAIR)


@dataclass(frozen=True, slots=True)
class Item:
    """One row of the bill of materials."""

    id: str = given(text("a short name", r"[a-z0-9][a-z0-9 _-]{0,39}"))
    what: str = given(WORD)
    part: str = given(WORD)
    instead: str = given(WORD)
    count: int | str = given(count_of())
    builds: tuple[str, ...] = given(listed(tuple(build.value for build in Build)))
    spares: int = given(whole(0, 300))
    purpose: str = given(WORD)
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
    screws: Screws
    effort: Effort
    places: Places
    labels: Labels
    item: tuple[Item, ...]
