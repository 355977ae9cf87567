"""What the observations mean for the maker: each finding with what to do. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from kahuna_table.app.wiring.learned import ALL, LIGHT_NAMES, Learned
from kahuna_table.devices.pins import Crossing, PinMap
from kahuna_table.engine.board import Line, line_name
from kahuna_table.table.inputs import Button


@dataclass(frozen=True, slots=True)
class Finding:
    """`about` is a line, a crossing, a button or a light; `defect` is False where the wiring file
    alone puts it right."""

    about: str
    text: str
    repair: str
    defect: bool = True


FILE_HELPS = "nothing: the wiring file puts it right"


def findings(learned: Learned, pin_map: PinMap) -> tuple[Finding, ...]:
    """Everything found, wires first, then buttons, lights and lines; `pin_map` is the plan."""
    return (
        *_wires(learned, pin_map),
        *_buttons(learned, pin_map),
        *_lights(learned),
        *_lines(learned, pin_map),
    )


def crossing_name(learned: Learned, pin_map: PinMap, at: Crossing) -> str:
    """For example `R1C3 (ALOA-BARI)`, or `R1C3` where no line is known to be."""
    for line, crossing in learned.lines(pin_map).items():
        if crossing == at:
            return f"{at.name} ({line_name(line)})"
    return f"{at.name} (a canary)" if at in pin_map.canaries else at.name


def _wires(learned: Learned, pin_map: PinMap) -> Iterator[Finding]:
    for fault in learned.wires:
        yield Finding("wires", fault.coded_cause, fault.repair)
    for at in sorted(learned.always):
        yield Finding(
            at.name,
            f"{at.name} is closed on the empty board",
            "check for a magnet near by, a contact that sticks, and solder across its diode",
        )
    for at in sorted(learned.bridged):
        name = crossing_name(learned, pin_map, at)
        yield Finding(
            at.name,
            f"the diode at {name} conducts both ways: it is bridged",
            "look for solder across it, or put in a new 1N4148, its ring to the row",
        )
    if (ghost := learned.ghost) is not None:
        corners = " ".join(at.name for at in (ghost.middle, *ghost.others))
        yield Finding(
            ghost.at.name,
            f"with bridges at {corners} only, {ghost.at.name} reads closed too",
            f"the diode at {crossing_name(learned, pin_map, ghost.middle)} and one of the two "
            "others are bridged; which of those two cannot be told from here: check both",
        )


def _buttons(learned: Learned, pin_map: PinMap) -> Iterator[Finding]:
    at = learned.buttons()
    pins = {button: pin_map.buttons[button] for button in Button}
    for button, heard in learned.heard.items():
        name = f"button {button.name.lower()}"
        if not heard:
            yield Finding(
                name,
                f"{name} is dead, GPIO {pins[button]}",
                "check its two wires and its contact",
            )
        elif len(heard) > 1:
            where = " and ".join(
                f"GPIO {pins[each]} ({each.name.lower()})" for each in sorted(heard)
            )
            yield Finding(
                name,
                f"{name} closes several pins, {where}: it is doubled",
                "check for a short between these wires",
            )
        elif button not in at:
            (other,) = heard
            owner = next(each for each, its in at.items() if its is other)
            yield Finding(
                name,
                f"{name} and button {owner.name.lower()} both close GPIO {pins[other]}",
                "give each of them a wire of its own",
            )
    yield from _swaps(
        {button.name.lower(): its.name.lower() for button, its in at.items()}, "button"
    )


def _lights(learned: Learned) -> Iterator[Finding]:
    if learned.colours and set(learned.colours) == {None}:
        yield Finding("lights", "no light shines", "check 5 V, ground and data wire of the strip")
    order = learned.colour_order()
    if order is None and len(learned.colours) == 3 and set(learned.colours) != {None}:
        yield Finding(
            "lights",
            "red, green and blue did not come as three different colours",
            "check that the first light is whole",
        )
    if order is not None and order != learned.sent_order:
        yield Finding(
            "lights",
            f"the lights take their colours as {order}, expected {learned.sent_order}",
            FILE_HELPS,
            defect=False,
        )
    dark = [place for place, light in learned.shines.items() if light is None]
    if len(dark) > 1 and dark == list(range(dark[0], len(LIGHT_NAMES))):
        yield Finding(
            "lights",
            f"the strip ends after {dark[0]} lights",
            "nothing if it is that long; else check the data wire into the next one",
            defect=dark[0] < 12,
        )
        dark = []
    for place in dark:
        yield Finding(
            "lights",
            f"light {place + 1} of the strip stays dark",
            "check its supply, and the data wire from the one before",
        )
    yield from _swaps(
        {LIGHT_NAMES[light]: LIGHT_NAMES[place] for light, place in learned.lights().items()},
        "light",
    )


def _swaps(at: dict[str, str], kind: str) -> Iterator[Finding]:
    """Things that are where another one is planned."""
    for name, place in at.items():
        if at.get(place) == name and name < place:
            yield Finding(
                f"{kind} {name}", f"the {kind}s {name} and {place} are swapped", FILE_HELPS,
                defect=False,
            )  # fmt: skip
        elif name != place and at.get(place) != name:
            yield Finding(
                f"{kind} {name}", f"the {kind} {name} is where {place} is planned", FILE_HELPS,
                defect=False,
            )  # fmt: skip


def _lines(learned: Learned, pin_map: PinMap) -> Iterator[Finding]:
    at = learned.lines(pin_map)
    for line in ALL:
        if line not in learned.closes:
            continue
        name, crossings = line_name(line), learned.closes[line]
        if line in learned.reversed:
            yield Finding(
                name,
                f"{name} never closes: the diode at {learned.reversed[line].name} is reversed",
                "turn it round: its ring goes to the row",
            )
        elif not crossings:
            yield Finding(
                name,
                f"{name} closes nothing: its sensor is dead",
                "check its contact (lay a magnet on it), its diode and its two wires",
            )
        elif line not in at:
            yield _shared(learned, pin_map, line)
        else:
            for extra in sorted(crossings - {at[line]}):
                yield _extra(learned, pin_map, line, extra)
        if line in learned.moved:
            yield Finding(
                name,
                f"{name} opens while its bridge is moved: a dead zone",
                "put the contact under the middle of the slot, along it, at most 3 mm below",
            )
        if line in learned.sticking:
            yield Finding(
                name,
                f"{name} stays closed after its bridge is lifted: the contact sticks",
                "knock at it; if that does not help, put in a new one",
            )
    moved = [line for line, crossing in at.items() if crossing != pin_map.sensors[line]]
    if moved:
        lines = " ".join(line_name(line) for line in sorted(moved))
        yield Finding(
            "lines",
            f"{len(moved)} lines are not at the crossing of the plan ({lines})",
            FILE_HELPS,
            defect=False,
        )


def _shared(learned: Learned, pin_map: PinMap, line: Line) -> Finding:
    taken = ", ".join(
        crossing_name(learned, pin_map, crossing) for crossing in sorted(learned.closes[line])
    )
    return Finding(
        line_name(line),
        f"{line_name(line)} has no contact of its own: its bridge closes {taken}",
        "its own contact is dead or missing, and its magnet reaches the other one: check both",
    )


def _extra(learned: Learned, pin_map: PinMap, line: Line, extra: Crossing) -> Finding:
    name = line_name(line)
    for other, crossing in learned.lines(pin_map).items():
        if crossing == extra:
            neighbour = line_name(other)
            return Finding(
                name,
                f"a bridge in {name} also triggers its neighbour {neighbour} ({extra.name})",
                f"move the contact of {neighbour} away from {name}, at least 22 mm from its magnet",
            )
    unasked = "" if len(learned.closes) == len(ALL) else ", or that of a line not asked for yet"
    own = learned.lines(pin_map)[line].name
    return Finding(
        name,
        f"a bridge in {name} closes two crossings, {own} and {extra.name}: its sensor is doubled",
        f"look for a second contact or a wire that touches another at {extra.name}{unasked}",
    )
