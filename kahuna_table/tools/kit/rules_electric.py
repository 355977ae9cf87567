"""Rules of wires: everything connected once, pins, diodes, currents, supplies."""

import re
from collections import Counter
from collections.abc import Iterable
from math import dist

from kahuna_table.app.config import Config
from kahuna_table.devices import pins
from kahuna_table.devices.pins import REFERENCE, PinError, Wire
from kahuna_table.devices.strip import PIXEL_MA, PIXELS
from kahuna_table.engine.board import ISLANDS, LINES, Line, line_name
from kahuna_table.table.inputs import Button
from kahuna_table.tools.kit import power
from kahuna_table.tools.kit.design import Build
from kahuna_table.tools.kit.plan import Plan
from kahuna_table.tools.kit.rule import Rule, Told
from kahuna_table.tools.kit.whereabouts import Whereabouts
from kahuna_table.tools.kit.wiring import HEADER, End, Kind, Lead

ALL_LINES = tuple(line_name(Line(n)) for n in range(len(LINES)))


def lines_once(plan: Plan) -> Told:
    """In each build every line's sensor goes to a place of its own."""
    for build, leads in plan.leads.items():
        found = [lead for lead in leads if lead.kind is Kind.SENSOR]
        expected = 1 if build is Build.PICO else 2
        yield from _times(
            build, "line", ALL_LINES, (lead.purpose for lead in found), expected, "wires"
        )
        used = Counter(lead.start for lead in found if lead.start.pin != "GND")
        used += Counter(lead.end for lead in found if lead.end.part.startswith("multiplexer"))
        for end, count in used.items():
            if count > 1 and not end.part.startswith("hall"):
                yield f"{build.value}: {end} has {count} lines, expected one"
    return f"{len(ALL_LINES)} lines in {len(plan.leads)} builds"


def lights_once(plan: Plan) -> Told:
    names = [f"light {island.name}" for island in ISLANDS]
    names += [f"light {name}" for name in ALL_LINES]
    for build, leads in plan.leads.items():
        data = [lead.end.part for lead in leads if lead.end.pin == "DIN"]
        yield from _times(build, "light", names, data, 1, "data wires")
        if not set(data) ^ set(names) and data != names:
            where = [got == want for got, want in zip(data, names, strict=True)].index(False)
            yield f"{build.value}: light {where + 1} is {data[where]}, expected {names[where]}"
    return f"{len(names)} lights, islands first, in the daemon's order"


def buttons_once(plan: Plan) -> Told:
    names = [f"button {button.name.lower()}" for button in Button]
    for build, leads in plan.leads.items():
        wired = [
            lead.end.part for lead in leads if lead.kind is Kind.BUTTON and lead.end.pin == "1"
        ]
        yield from _times(build, "button", names, wired, 1, "signal wires")
    return f"{len(names)} buttons in {len(plan.leads)} builds"


def _times(
    build: Build, what: str, names: Iterable[str], found: Iterable[str], expected: int, wires: str
) -> Iterable[str]:
    """A fault for each name that is not found so many times, and for each that is unknown."""
    times = Counter(found)
    for name in names:
        if (count := times.pop(name, 0)) != expected:
            yield f"{build.value}: {name} has {count} {wires}, expected {expected}"
    for name in times:
        yield f"{build.value}: {name} is no {what} of the board"


def pins_once(plan: Plan) -> Told:
    for build in Build:
        users: dict[int, str] = {}
        for _, name, pin in _uses(plan, build):
            if pin in users:
                yield f"{build.value}: GPIO {pin} has two uses, {users[pin]} and {name}"
            users[pin] = name
            if pin not in HEADER:
                yield f"{build.value}: {name} on GPIO {pin}: expected a GPIO 2..27"
    return "no GPIO has two uses in any build"


def pins_free(plan: Plan) -> Told:
    """None that the kernel owns, no row on a fixed pull-up."""
    for build in Build:
        bus = {2, 3} if build is Build.MCP23017 else set()
        spi = pins.SPI_OWNED if plan.kit.pins.lights == pins.SPI_LIGHTS else set()
        for kind, name, pin in _uses(plan, build):
            if pin in spi:
                yield f"{build.value}: {name} on GPIO {pin}: the kernel owns 7 to 11 for SPI"
            if pin in bus:
                yield f"{build.value}: {name} on GPIO {pin}: the kernel owns 2 and 3 for I2C"
            if pin in pins.FIXED_PULL_UP and kind is pins.PinKind.ROW:
                yield f"{build.value}: {name} on GPIO {pin}: a row must float"
    return "none belongs to the kernel"


def _uses(plan: Plan, build: Build) -> list[pins.PinUse]:
    """Rows and columns are there in the matrix only."""
    uses = pins.uses(plan.kit.pins.of(build))
    wires = (pins.PinKind.ROW, pins.PinKind.COLUMN)
    return [use for use in uses if build is Build.MATRIX or use.kind not in wires]


def map_of_the_daemon(plan: Plan) -> Told:
    mine = plan.kit.pins.map()
    for use, theirs in zip(pins.uses(mine), pins.uses(REFERENCE), strict=True):
        if use != theirs:
            yield f"{use.name} on GPIO {use.pin}, expected {theirs.pin} as in the daemon's default"
    if plan.kit.electric.limiter_ma != Config().lights.max_milliamps:
        yield (
            f"limiter {plan.kit.electric.limiter_ma:g} mA, expected "
            f"{Config().lights.max_milliamps} as in the daemon's default"
        )
    return "pins and the lights' limit are the daemon's defaults"


def diodes(plan: Plan) -> Told:
    """One at each line and canary, its ring to the row."""
    found = [lead for lead in plan.leads[Build.MATRIX] if lead.kind is Kind.DIODE]
    for lead in found:
        if lead.ring is None or lead.ring.pin not in Wire.__members__:
            yield f"{lead.start}: the ring is at {lead.ring}, expected the row's end"
        elif not Wire[lead.ring.pin].is_row:
            yield f"{lead.start}: the ring is at {lead.ring.pin}, expected a row"
    expected = len(LINES) + len(plan.kit.pins.canaries)
    if len(found) != expected:
        yield f"{len(found)} diodes, expected {expected}"
    return f"{len(found)} diodes, every ring to its row"


def canaries(plan: Plan) -> Told:
    """A link at each canary and nowhere else; each bus wire has a set of its own."""
    kit_pins = plan.kit.pins
    if kit_pins.canaries != REFERENCE.canaries:
        yield (
            f"canaries at {' '.join(each.name for each in kit_pins.canaries)}, expected "
            f"{' '.join(each.name for each in REFERENCE.canaries)}"
        )
    links = {lead.start.pin for lead in plan.leads[Build.MATRIX] if lead.kind is Kind.LINK}
    wanted = {f"{canary.name}a" for canary in kit_pins.canaries}
    for pin in sorted(links ^ wanted):
        yield f"{pin}: {'a link' if pin in links else 'no link'}, expected it at canaries only"
    try:
        pins.check(kit_pins.map())
    except PinError as error:
        if "canar" in str(error):
            yield str(error)
    return f"{len(links)} canaries, each wire known by its own"


def low_level(plan: Plan) -> Told:
    """A column that a closed reed pulls down, through the diode and its row wire."""
    electric = plan.kit.electric
    level = electric.diode_mv + power.row_drop_mv(plan.kit)
    if level >= electric.low_mv:
        yield f"{level:.0f} mV, expected below {electric.low_mv:.0f}"
    return f"{level:.0f} mV where {electric.low_mv:.0f} still reads low"


def lights_current(plan: Plan) -> Told:
    electric = plan.kit.electric
    if electric.pixel_ma != PIXEL_MA:
        yield f"a pixel draws {electric.pixel_ma:g} mA, expected {PIXEL_MA} as the daemon counts"
    full = PIXELS * electric.pixel_ma
    if electric.limiter_ma > electric.light_supply_ma:
        yield (
            f"the limiter lets {electric.limiter_ma:.0f} mA through, expected at most the "
            f"supply's {electric.light_supply_ma:.0f}"
        )
    return f"{full:.0f} mA at full white, limited to {electric.limiter_ma:.0f}"


def supplies(plan: Plan) -> Told:
    shares = []
    for build in Build:
        for rail in power.rails(plan.kit, build):
            shares.append(rail.worst_ma / rail.supply_ma)
            if rail.worst_ma > MAX_OF_SUPPLY * rail.supply_ma:
                yield (
                    f"{build.value}: {rail.name} draws {rail.worst_ma:.0f} mA at worst, expected "
                    f"at most {MAX_OF_SUPPLY:.0%} of {rail.supply_ma:.0f}"
                )
    return f"the hardest worked rail carries {max(shares):.0%} of its supply"


MAX_OF_SUPPLY = 0.8
"""A supply that works at its limit grows warm and sags."""


def fuse(plan: Plan) -> Told:
    electric, wires = plan.kit.electric, plan.kit.wires
    worst = max(
        rail.worst_ma
        for build in Build
        for rail in power.rails(plan.kit, build)
        if rail.name == power.LIGHT_RAIL
    )
    limit = min(electric.light_supply_ma, wires.power_limit_ma)
    if not worst * FUSE_ROOM <= electric.fuse_ma <= limit:
        yield f"{electric.fuse_ma:.0f} mA, expected {worst * FUSE_ROOM:.0f}..{limit:.0f}"
    for build, leads in plan.leads.items():
        fused = {lead.start: lead.end for lead in leads if lead.kind is Kind.SUPPLY}
        if fused.get(End("jack", "+")) != End("fuse", "1"):
            yield f"{build.value}: jack + goes to {fused.get(End('jack', '+'))}, expected the fuse"
    return f"{electric.fuse_ma:.0f} mA, between {worst:.0f} drawn and {limit:.0f} carried"


FUSE_ROOM = 1.25
"""A slow fuse opens in the long run at a little above its rating."""


def wire_sections(plan: Plan) -> Told:
    wires = plan.kit.wires
    limits = {wires.signal_mm2: wires.signal_limit_ma, wires.power_mm2: wires.power_limit_ma}
    most = max(
        (lead for leads in plan.leads.values() for lead in leads if lead.length_mm),
        key=lambda lead: lead.most_ma / limits[lead.mm2],
    )
    for build, leads in plan.leads.items():
        for lead in leads:
            if lead.length_mm and lead.most_ma > limits[lead.mm2]:
                yield (
                    f"{build.value}: {lead.start} to {lead.end} carries {lead.most_ma:.0f} mA, "
                    f"expected at most {limits[lead.mm2]:.0f} in {lead.mm2:g} mm2"
                )
    return f"the most is {most.most_ma:.0f} mA in {most.mm2:g} mm2"


def voltage_drop(plan: Plan) -> Told:
    drop, limit = power.light_drop_mv(plan.kit), plan.kit.electric.drop_limit_mv
    if drop > limit:
        yield f"{drop:.0f} mV at the worst light, expected at most {limit:.0f}"
    return f"{drop:.0f} mV at the worst light"


def level_shifter(plan: Plan) -> Told:
    """The data line passes it, with its resistor, and the lights' ground is the Pi's."""
    for build, leads in plan.leads.items():
        ways = {(lead.start.part, lead.end.part): lead for lead in leads}
        first = f"light {ISLANDS[0].name}"
        if ("header", "shifter") not in ways or ("header", first) in ways:
            yield f"{build.value}: the data line does not pass the level shifter"
        out: Lead | None = ways.get(("shifter", first))
        if out is None or "ohm" not in out.through:
            yield f"{build.value}: no data line with its resistor from the shifter to {first}"
        if ("rail", "header") not in ways:
            yield f"{build.value}: lights and Pi have no common ground"
        billed = [
            item for item in plan.kit.item if item.id == "shifter" and build.value in item.builds
        ]
        if not billed:
            yield f"{build.value}: no level shifter in the bill of materials"
        for part in (part for item in billed for part in (item.part, item.instead)):
            if "AHCT" not in part:
                yield f"{part}: expected AHCT, whose inputs do not feed a dead 5 V rail"
    return "in every build, with resistor and common ground"


def wires_reach(plan: Plan) -> Told:
    """Each wire is as long as its straight way, or as its way along the lid that stands on the edge
    that a step of the manual names, with both ends stripped; the display's ribbon as its way
    through the back wall."""
    kit, where = plan.kit, Whereabouts(plan.kit)
    told = " ".join(text for step in plan.steps for text in step.texts)
    edges = set(re.findall(r"on its (back|front) edge", told))
    spare = 1000.0
    for build, leads in plan.leads.items():
        for lead in leads:
            if not lead.length_mm:
                continue
            start, end = sorted((each.part for each in lead.ends), key=where.on_lid)
            way = dist(where.closed(start), where.closed(end))
            if where.on_lid(end) and not where.on_lid(start):
                way = max(way, *(where.upright(end, start, edge) for edge in edges))
            elif "display" in (start, end):
                way = where.through_wall(start)
            spare = min(spare, lead.length_mm - way - kit.wires.knot_mm)
            if lead.length_mm < way + kit.wires.knot_mm:
                yield (
                    f"{build.value}: {lead.start} to {lead.end} is {lead.length_mm} mm, expected "
                    f"{way + kit.wires.knot_mm:.0f}"
                )
    if (way := where.ribbon()) > kit.display.ribbon_mm:
        yield f"the display's ribbon is {kit.display.ribbon_mm:g} mm, expected {way:.0f}"
    return f"every wire is {spare:.0f} mm longer than its way, or more"


RULES = (
    Rule("every line wired once", lines_once),
    Rule("every light wired once", lights_once),
    Rule("every button wired once", buttons_once),
    Rule("no pin twice", pins_once),
    Rule("no pin that the kernel owns", pins_free),
    Rule("the daemon's own map", map_of_the_daemon),
    Rule("diodes all the same way", diodes),
    Rule("canaries where they belong", canaries),
    Rule("a low level that reads low", low_level),
    Rule("current of the lights", lights_current),
    Rule("current of the supplies", supplies),
    Rule("fuse", fuse),
    Rule("current of the wires", wire_sections),
    Rule("voltage at the lights", voltage_drop),
    Rule("level shifter", level_shifter),
    Rule("every wire reaches", wires_reach),
)
