"""Every wire of each build: from, to, colour, length, what for. Tables only; pictures elsewhere."""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final, NamedTuple

from kahuna_table.devices.mcp23017 import ADDRESSES, INPUTS
from kahuna_table.devices.pins import COLUMN_WIRES, ROW_WIRES, PinMap
from kahuna_table.engine.board import ISLANDS, LINES, Line, line_name
from kahuna_table.table.inputs import Button
from kahuna_table.tools.kit.design import Build, Kit
from kahuna_table.tools.kit.whereabouts import Whereabouts

HEADER: Final = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8,
    15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37,
    27: 13,
}  # fmt: skip
"""The pin of the header of each GPIO number (Raspberry Pi documentation)."""

FEEDS: Final = 3
"""Where 5 V enters the chain of lights: its beginning, its middle and its end."""


class Kind(Enum):
    """What a wire does; a step of the manual tests each kind."""

    ROW = "row"
    COLUMN = "column"
    PULL_UP = "pull-up"
    BUS = "bus"
    DIODE = "diode"
    LINK = "canary"
    SENSOR = "sensor"
    SENSOR_POWER = "sensor power"
    BUTTON = "button"
    DATA = "light data"
    LIGHT_POWER = "light power"
    SUPPLY = "supply"
    DISPLAY = "display"


class End(NamedTuple):
    """One end of a wire: the part and its pin."""

    part: str
    pin: str

    def __str__(self) -> str:
        return f"{self.part} {self.pin}"


@dataclass(frozen=True, slots=True)
class Lead:
    """A row of the table. `through` is a part soldered in; `ring` the end a diode's ring is at."""

    kind: Kind
    start: End
    end: End
    colour: str
    length_mm: int
    mm2: float
    purpose: str
    most_ma: float
    through: str = ""
    ring: End | None = None

    @property
    def ends(self) -> tuple[End, End]:
        return self.start, self.end


def leads(kit: Kit, build: Build) -> tuple[Lead, ...]:
    """Every wire of a build in the order in which the manual lays them."""
    sensors = {Build.MATRIX: _matrix, Build.MCP23017: _expanders, Build.PICO: _pico}[build]
    table = _Table(kit)
    pin_map = kit.pins.of(build)
    return (
        *sensors(table, pin_map),
        *_buttons(table, pin_map),
        *_lights(table, pin_map),
        *_display(table),
    )


def leads_csv(rows: tuple[Lead, ...]) -> str:
    """The table of a build as a maker prints it."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("from", "to", "colour", "length mm", "mm2", "through", "for what", "kind"))
    for row in rows:
        length = str(row.length_mm) if row.length_mm else "on the board"
        section = f"{row.mm2:g}" if row.length_mm else ""
        table.writerow(
            (
                row.start, row.end, row.colour, length, section, row.through, row.purpose,
                row.kind.value,
            )
        )  # fmt: skip
    return text.getvalue()


def metres_by_colour(rows: tuple[Lead, ...], mm2: float) -> dict[str, int]:
    """Whole metres of each colour, the longest first; cables that are bought as such left out."""
    found: Counter[str] = Counter()
    for row in rows:
        if row.mm2 == mm2 and row.start.part != "usb":
            found[row.colour] += row.length_mm
    return {colour: -(-millimetres // 1000) for colour, millimetres in found.most_common()}


def header_text(rows: tuple[Lead, ...]) -> str:
    """Every wire at the header by its pin, as the manual lists them."""
    found = []
    for row in rows:
        for here, there in (row.ends, row.ends[::-1]):
            if here.part == "header":
                number, _, use = here.pin.partition(" ")
                found.append((int(number), f"pin {number} {use}: {row.colour}, {there}"))
    return "; ".join(text for _, text in sorted(found))


def cut_text(rows: tuple[Lead, ...]) -> str:
    """The wires between header and sensor board, to be cut: how many, colour and length."""
    lengths = Counter(
        (row.colour, row.length_mm)
        for row in rows
        if row.start.part == "header" and row.kind in FROM_HEADER
    )
    return ", ".join(f"{count} {colour} of {mm} mm" for (colour, mm), count in lengths.items())


FROM_HEADER: Final = (Kind.ROW, Kind.COLUMN, Kind.PULL_UP, Kind.BUS, Kind.SENSOR_POWER)
"""What leads from the header to the sensor board."""


def header_pin(gpio: int) -> End:
    return End("header", f"{HEADER.get(gpio, '?')} (GPIO {gpio})")


class _Table:
    """Makes rows of the table, with the length that the way between two parts takes."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.colours = kit.wires.colours
        self._where = Whereabouts(kit)

    def lead(
        self, kind: Kind, start: End, end: End, colour: str, purpose: str, *, ma: float = 1.0,
        power: bool = False, through: str = "",
    ) -> Lead:  # fmt: skip
        wires = self.kit.wires
        mm2 = wires.power_mm2 if power else wires.signal_mm2
        length = self._length(start, end)
        return Lead(kind, start, end, colour, length, mm2, purpose, ma, through)

    def on_board(
        self, kind: Kind, start: End, end: End, through: str, purpose: str, ring: End | None = None
    ) -> Lead:
        """A connection made on a circuit board, without a length."""
        return Lead(kind, start, end, "", 0, 0.0, purpose, 1.0, through, ring)

    def _length(self, start: End, end: End) -> int:
        """Along the walls, with the lid's opening and two stripped ends; rounded up to 10 mm."""
        where, wires = self._where, self.kit.wires
        ways = zip(where.closed(start.part), where.closed(end.part), strict=True)
        way = sum(abs(a - b) for a, b in ways) + wires.knot_mm
        way += wires.lid_mm * (where.on_lid(start.part) != where.on_lid(end.part))
        if end.part == "display":  # as far as its ribbon lets it be moved
            way = max(way, self.kit.display.ribbon_mm + wires.knot_mm)
        return -int(-way // 10) * 10


def _matrix(table: _Table, pin_map: PinMap) -> Iterator[Lead]:
    kit, colours = table.kit, table.colours
    for wire in (*ROW_WIRES, *COLUMN_WIRES):
        kind, colour = (Kind.ROW, colours.row) if wire.is_row else (Kind.COLUMN, colours.column)
        yield table.lead(
            kind, header_pin(pin_map.pin(wire)), End("matrix", wire.name), colour,
            f"{wire.kind} {wire.name}",
        )  # fmt: skip
    yield table.lead(
        Kind.PULL_UP, End("header", "1 (3.3 V)"), End("matrix", "3V3"), colours.supply33,
        "3.3 V of the pull-ups", ma=2.0,
    )  # fmt: skip
    for wire in COLUMN_WIRES:
        yield table.on_board(
            Kind.PULL_UP, End("matrix", "3V3"), End("matrix", wire.name),
            f"{kit.electric.pull_up_ohm / 1000:g} kilohm", f"holds {wire.name} high",
        )  # fmt: skip
    named = dict(zip(pin_map.sensors, map(_name, range(len(LINES))), strict=True))
    for crossing in sorted((*pin_map.sensors, *pin_map.canaries)):
        name = named.get(crossing)
        what = name or f"canary {crossing.name}"
        upper, lower = End("matrix", f"{crossing.name}a"), End("matrix", f"{crossing.name}b")
        row, column = (End("matrix", wire.name) for wire in crossing.wires)
        yield table.on_board(Kind.BUS, column, upper, "insulated wire", f"{column.pin} to {what}")
        ring = row if kit.pins.cathode == "row" else lower
        yield table.on_board(
            Kind.DIODE, lower, row, f"1N4148, ring at {ring.pin}", f"{what} to {row.pin}", ring
        )
        if name is None:
            yield table.on_board(Kind.LINK, upper, lower, "wire link", what)
            continue
        reed = f"reed {name}"
        for terminal, side in ((upper, "a"), (lower, "b")):
            yield table.lead(Kind.SENSOR, terminal, End(reed, side), colours.reed, name)


def _name(number: int) -> str:
    return line_name(Line(number))


def _expanders(table: _Table, pin_map: PinMap) -> Iterator[Lead]:
    del pin_map
    colours, kilohm = table.colours, table.kit.electric.i2c_ohm / 1000
    for n, address in enumerate(ADDRESSES):
        part = f"expander {n + 1}"
        for header, pin, colour, purpose in (
            ("3 (GPIO 2)", "SDA", colours.bus, "data of the bus"),
            ("5 (GPIO 3)", "SCL", colours.bus, "clock of the bus"),
            ("1 (3.3 V)", "VDD", colours.supply33, "3.3 V"),
            ("9 (ground)", "GND", colours.ground, "ground"),
        ):
            kind = Kind.BUS if colour == colours.bus else Kind.SENSOR_POWER
            yield table.lead(kind, End("header", header), End(part, pin), colour, purpose, ma=25.0)
        level = "GND" if address == ADDRESSES[0] else "VDD"
        yield table.on_board(
            Kind.BUS, End(part, "A0"), End(part, level), "wire link", f"address {address:#x}"
        )
    for line in map(Line, range(len(LINES))):
        part = f"expander {line // INPUTS + 1}"
        number = line % INPUTS
        pin = f"GPA{number}" if number < INPUTS // 2 else f"GPB{number - INPUTS // 2}"
        reed, name = f"reed {line_name(line)}", line_name(line)
        yield table.lead(Kind.SENSOR, End(part, pin), End(reed, "a"), colours.reed, name)
        yield table.lead(Kind.SENSOR, End(part, "GND"), End(reed, "b"), colours.ground, name)
        yield table.on_board(
            Kind.PULL_UP, End(part, "VDD"), End(part, pin), f"{kilohm:g} kilohm of a network",
            f"holds {name} high",
        )  # fmt: skip


def _pico(table: _Table, pin_map: PinMap) -> Iterator[Lead]:
    del pin_map
    kit, colours = table.kit, table.colours
    yield table.lead(
        Kind.BUS, End("usb", "A"), End("pico", "USB"), colours.bus, "USB cable, bought", ma=100.0
    )
    most = kit.electric.hall_ma[1]
    for n, signal in enumerate(kit.pico.signals):
        mux = f"multiplexer {n + 1}"
        for s, select in enumerate(kit.pico.select):
            purpose = f"selects a sensor, bit {s}"
            yield table.lead(
                Kind.BUS, End("pico", f"GP{select}"), End(mux, f"S{s}"), colours.bus, purpose
            )
        yield table.lead(
            Kind.BUS, End("pico", f"GP{signal}"), End(mux, "SIG"), colours.data, "what it selected"
        )
        for pin, end, colour in (
            ("3V3", "VCC", colours.supply33),
            ("GND", "GND", colours.ground),
            ("GND", "EN", colours.ground),
        ):
            yield table.lead(Kind.SENSOR_POWER, End("pico", pin), End(mux, end), colour, mux)
    total = most * len(LINES)
    for start, to, colour, purpose in (
        (End("rail", "5V"), End("regulator", "in"), colours.supply5, "5 V of the regulator"),
        (End("rail", "GND"), End("regulator", "GND"), colours.ground, "ground of the sensors"),
        (End("regulator", "GND"), End("pico", "GND"), colours.ground, "common ground"),
    ):
        yield table.lead(Kind.SENSOR_POWER, start, to, colour, purpose, ma=total)
    before = {"VCC": End("regulator", "out"), "GND": End("regulator", "GND")}
    for line in map(Line, range(len(LINES))):
        hall, name = f"hall {line_name(line)}", line_name(line)
        left = most * (len(LINES) - line)
        for pin, colour in (("VCC", colours.supply33), ("GND", colours.ground)):
            yield table.lead(Kind.SENSOR_POWER, before[pin], End(hall, pin), colour, name, ma=left)
            before[pin] = End(hall, pin)
        mux = f"multiplexer {line // INPUTS + 1}"
        yield table.lead(
            Kind.SENSOR, End(hall, "OUT"), End(mux, f"C{line % INPUTS}"), colours.hall, name
        )


def _buttons(table: _Table, pin_map: PinMap) -> Iterator[Lead]:
    """Each button to its pin; ground runs from button to button."""
    colours = table.colours
    before = End("header", "39 (ground)")
    for button in Button:
        name = button.name.lower()
        pin = pin_map.buttons[button]
        kilohm = f"{table.kit.electric.boot_ohm / 1000:g} kilohm" if pin == BOOT_DRIVEN else ""
        part = f"button {name}"
        yield table.lead(
            Kind.BUTTON, header_pin(pin), End(part, "1"), colours.button, name, through=kilohm
        )
        yield table.lead(Kind.BUTTON, before, End(part, "2"), colours.ground, f"ground of {name}")
        before = End(part, "2")


def _display(table: _Table) -> Iterator[Lead]:
    """Its supply; the picture goes by a ribbon of its own."""
    for header, pin, colour in (
        ("4 (5 V)", "5V", table.colours.supply5),
        ("14 (ground)", "GND", table.colours.ground),
    ):
        yield table.lead(
            Kind.DISPLAY, End("header", header), End("display", pin), colour, "display", ma=500.0
        )


BOOT_DRIVEN: Final = 14
"""TXD of the serial console: an output until the console is switched off."""


def _lights(table: _Table, pin_map: PinMap) -> Iterator[Lead]:
    kit, colours = table.kit, table.colours
    limit = kit.electric.limiter_ma
    yield table.lead(
        Kind.SUPPLY, End("jack", "+"), End("fuse", "1"), colours.supply5, "5 V, before the fuse",
        ma=limit, power=True,
    )  # fmt: skip
    yield table.lead(
        Kind.SUPPLY, End("fuse", "2"), End("rail", "5V"), colours.supply5, "5 V, fused", ma=limit,
        power=True,
    )  # fmt: skip
    yield table.lead(
        Kind.SUPPLY, End("jack", "-"), End("rail", "GND"), colours.ground, "ground of the lights",
        ma=limit, power=True,
    )  # fmt: skip
    yield table.on_board(
        Kind.SUPPLY, End("rail", "5V"), End("rail", "GND"), "1000 uF, stripe at GND", "reservoir"
    )
    yield table.lead(
        Kind.SUPPLY, End("rail", "GND"), End("header", "6 (ground)"), colours.ground,
        "common ground with the Pi",
    )  # fmt: skip
    for kind, start, pin, colour, purpose in (
        (Kind.SUPPLY, End("rail", "5V"), "14 (VCC)", colours.supply5, "5 V of the level shifter"),
        (Kind.SUPPLY, End("rail", "GND"), "7 (GND)", colours.ground, "ground of the level shifter"),
        (Kind.DATA, header_pin(pin_map.lights), "2 (1A)", colours.data, "data, 3.3 V"),
    ):
        yield table.lead(kind, start, End("shifter", pin), colour, purpose, ma=10.0)
    for pin in ("1 (1OE)", "5 (2A)", "9 (3A)", "12 (4A)"):
        yield table.on_board(
            Kind.DATA, End("shifter", pin), End("shifter", "7 (GND)"), "wire link",
            "gate 1 open" if pin.startswith("1 ") else "unused input",
        )  # fmt: skip
    for pin in ("4 (2OE)", "10 (3OE)", "13 (4OE)"):
        yield table.on_board(
            Kind.DATA, End("shifter", pin), End("shifter", "14 (VCC)"), "wire link", "unused gate"
        )
    names = [*(island.name for island in ISLANDS), *map(_name, range(len(LINES)))]
    parts = [f"light {name}" for name in names]
    ohm = f"{kit.electric.data_ohm:g} ohm at the shifter"
    yield table.lead(
        Kind.DATA, End("shifter", "3 (1Y)"), End(parts[0], "DIN"), colours.data, "data, 5 V",
        ma=10.0, through=ohm,
    )  # fmt: skip
    for n, (here, there) in enumerate(pairwise(parts), start=1):
        yield table.lead(
            Kind.DATA, End(here, "DOUT"), End(there, "DIN"), colours.data, f"data to light {n + 1}",
            ma=10.0,
        )  # fmt: skip
    for pin, colour in (("5V", colours.supply5), ("GND", colours.ground)):
        for n in range(FEEDS):
            part = parts[n * (len(parts) - 1) // (FEEDS - 1)]
            yield table.lead(
                Kind.LIGHT_POWER, End("rail", pin), End(part, pin), colour, f"feed {n + 1}",
                ma=limit, power=True,
            )  # fmt: skip
        for here, there in pairwise(parts):
            yield table.lead(
                Kind.LIGHT_POWER, End(here, pin), End(there, pin), colour, "along the lights",
                ma=limit / 2,
            )  # fmt: skip
