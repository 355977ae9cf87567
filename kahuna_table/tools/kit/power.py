"""The budget of each rail, and what follows from it: wire cross-sections, voltage drop, fuse."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kahuna_table.devices.mcp23017 import ADDRESSES
from kahuna_table.engine.board import LINES
from kahuna_table.tools.kit.design import Build, Kit
from kahuna_table.tools.kit.models import ALL
from kahuna_table.tools.kit.wiring import FEEDS, Kind, leads

PIXELS: Final = 39


@dataclass(frozen=True, slots=True)
class Load:
    """What a part draws of a rail in milliamperes, as its maker says or as computed."""

    rail: str
    part: str
    idle_ma: float
    typical_ma: float
    worst_ma: float
    source: str


@dataclass(frozen=True, slots=True)
class Rail:
    """The sum of a rail's loads beside what its supply gives."""

    name: str
    idle_ma: float
    typical_ma: float
    worst_ma: float
    supply_ma: float


PI_RAIL: Final = "5 V of the Pi"
LIGHT_RAIL: Final = "5 V of the lights"
LOGIC_RAIL: Final = "3.3 V of the Pi"
HALL_RAIL: Final = "3.3 V of the sensors"

LOGIC_SUPPLY_MA: Final = 500.0
"""What the header's 3.3 V may give together (Raspberry Pi documentation)."""


def loads(kit: Kit, build: Build) -> tuple[Load, ...]:
    return tuple(_loads(kit, build))


def rails(kit: Kit, build: Build) -> tuple[Rail, ...]:
    """Each rail of a build with its supply."""
    supply = {
        PI_RAIL: kit.electric.pi_supply_ma,
        LIGHT_RAIL: kit.electric.light_supply_ma,
        LOGIC_RAIL: LOGIC_SUPPLY_MA,
        HALL_RAIL: kit.electric.regulator_ma,
    }
    found = loads(kit, build)
    return tuple(
        Rail(
            name,
            sum(load.idle_ma for load in found if load.rail == name),
            sum(load.typical_ma for load in found if load.rail == name),
            sum(load.worst_ma for load in found if load.rail == name),
            supply[name],
        )
        for name in supply
        if any(load.rail == name for load in found)
    )


def light_drop_mv(kit: Kit) -> float:
    """The lowest voltage at a light, below the rail's: the whole limit drawn midway between two
    feeds, through both conductors. Computed."""
    wires = kit.wires
    rows = leads(kit, Build.MATRIX)
    chain = [row for row in rows if row.purpose == "along the lights" and row.start.pin == "5V"]
    feeds = [row for row in rows if row.purpose.startswith("feed") and row.start.pin == "5V"]
    per_span = len(chain) // (FEEDS - 1)
    spans = [chain[n * per_span : (n + 1) * per_span] for n in range(FEEDS - 1)]
    half_mm = max(sum(row.length_mm for row in span) for span in spans) / 2
    feed_mm = max(row.length_mm for row in feeds)
    ohm = wires.ohm_mm2_per_m / 1000
    per_side = kit.electric.limiter_ma / 2
    return 2 * per_side * ohm * (half_mm / wires.signal_mm2 + feed_mm / wires.power_mm2)


def row_drop_mv(kit: Kit) -> float:
    """The drop in the longest wire of a row, which carries one column's current at a time."""
    rows = [row for row in leads(kit, Build.MATRIX) if row.kind in (Kind.ROW, Kind.SENSOR)]
    metres = max(row.length_mm for row in rows) / 1000 * 3
    column_ma = kit.electric.logic_mv / kit.electric.pull_up_ohm
    return 6 * column_ma * metres * kit.wires.ohm_mm2_per_m / kit.wires.signal_mm2


def power_csv(kit: Kit) -> str:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("build", "rail", "part", "idle mA", "typical mA", "worst mA", "source"))
    for build in ALL:
        for load in loads(kit, build):
            currents = (f"{x:.0f}" for x in (load.idle_ma, load.typical_ma, load.worst_ma))
            table.writerow((build.value, load.rail, load.part, *currents, load.source))
        for rail in rails(kit, build):
            currents = (f"{x:.0f}" for x in (rail.idle_ma, rail.typical_ma, rail.worst_ma))
            table.writerow(
                (build.value, rail.name, "together", *currents, f"supply {rail.supply_ma:.0f} mA")
            )
    electric, wires = kit.electric, kit.wires
    table.writerow(())
    table.writerow(("what follows", "value", "limit", "from"))
    table.writerow(
        ("lights without the limiter", f"{PIXELS * electric.pixel_ma:.0f} mA",
         f"{electric.limiter_ma:.0f} mA", "the daemon dims a frame above the limit")
    )  # fmt: skip
    table.writerow(
        ("fuse", f"{electric.fuse_ma:.0f} mA slow", f"{wires.power_limit_ma:.0f} mA",
         "above the limiter, below the supply and what the wire carries")
    )  # fmt: skip
    table.writerow(
        ("wire of the lights' feeds", f"{wires.power_mm2:g} mm2", f"{wires.power_limit_ma:.0f} mA",
         "carries more than the fuse lets through")
    )  # fmt: skip
    table.writerow(
        ("all other wire", f"{wires.signal_mm2:g} mm2", f"{wires.signal_limit_ma:.0f} mA",
         "carries more than half the limit")
    )  # fmt: skip
    table.writerow(
        ("drop at the worst light", f"{light_drop_mv(kit):.0f} mV",
         f"{electric.drop_limit_mv:.0f} mV", "the whole limit midway between two feeds")
    )  # fmt: skip
    return text.getvalue()


def _loads(kit: Kit, build: Build) -> Iterator[Load]:
    electric = kit.electric
    yield Load(PI_RAIL, "Raspberry Pi 4", 600, 800, 1250, "Raspberry Pi documentation")
    yield Load(PI_RAIL, "7 inch display", 300, 450, 500, "its data sheet, full brightness")
    idle = PIXELS * electric.pixel_idle_ma
    typical = min(electric.limiter_ma, idle + PIXELS * electric.pixel_ma * TYPICAL_LIT)
    lights = "39 WS2812B, limited to this by the daemon"
    yield Load(LIGHT_RAIL, "lights", idle, typical, electric.limiter_ma, lights)
    yield Load(LIGHT_RAIL, "level shifter", 1, 2, 10, "SN74AHCT125 data sheet")
    column_ma = electric.logic_mv / electric.pull_up_ohm
    match build:
        case Build.MATRIX:
            note = "six columns, 10 kilohm each, while a row is low"
            yield Load(LOGIC_RAIL, "matrix", 0, column_ma, 6 * column_ma, note)
        case Build.MCP23017:
            closed_ma = electric.logic_mv / electric.i2c_ohm
            worst = len(ADDRESSES) + len(LINES) * closed_ma
            note = "1 mA a chip; 0.7 mA for each closed reed"
            yield Load(LOGIC_RAIL, "expanders", len(ADDRESSES), worst / 2, worst, note)
        case Build.PICO:
            typical, most = electric.hall_ma
            yield Load(PI_RAIL, "Pico", 25, 30, 95, "Raspberry Pi Pico data sheet")
            halls = (len(LINES) * typical, len(LINES) * typical, len(LINES) * most)
            yield Load(HALL_RAIL, "27 Hall sensors", *halls, "SS49E data sheet")
            through = "a linear regulator draws what it gives"
            yield Load(LIGHT_RAIL, "regulator", *halls, through)


TYPICAL_LIT: Final = 0.08
"""Of full white: 12 islands in one colour and a few lines at 40 % brightness. Computed."""
