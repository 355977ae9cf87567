"""The page to print and to keep with the board, as Markdown. Pure."""

from collections.abc import Iterator, Sequence

from kahuna_table.app.wiring.learned import ALL, LIGHT_NAMES, Learned
from kahuna_table.devices.pins import PinMap
from kahuna_table.engine.board import Line, line_name
from kahuna_table.table.inputs import Button
from kahuna_table.tools.wiring.findings import Finding, findings


def page(learned: Learned, planned: PinMap) -> str:
    """Findings first, then where every line, button and light is."""
    return "\n".join(_page(learned, planned)) + "\n"


def finding_lines(found: Sequence[Finding]) -> list[str]:
    """One line each, defects first."""
    ordered = sorted(found, key=lambda each: not each.defect)
    return [
        f"- {'**defect**' if one.defect else 'noted'}: {one.text}: {one.repair}" for one in ordered
    ]


def _page(learned: Learned, planned: PinMap) -> Iterator[str]:
    yield "# The wiring of this board"
    yield ""
    asked = f"{len(learned.closes)} of {len(ALL)} lines, {len(learned.heard)} of {len(Button)}"
    lights = "the lights" if learned.lights_asked else "not all lights"
    yield f"Asked for: {asked} buttons, {lights}."
    yield ""
    yield "## Findings"
    yield ""
    yield from finding_lines(findings(learned, planned)) or ["None."]
    yield ""
    yield "## Lines"
    yield ""
    yield "| line | crossing | row pin | column pin | planned | remark |"
    yield "|---|---|---|---|---|---|"
    for line in ALL:
        yield _row(learned, planned, line)
    yield ""
    yield "## Buttons"
    yield ""
    yield "| button | GPIO | planned |"
    yield "|---|---|---|"
    at = learned.buttons()
    for button in Button:
        found = planned.buttons[at[button]] if button in at else "?"
        yield f"| {button.name.lower()} | {found} | {planned.buttons[button]} |"
    yield ""
    yield "## Lights"
    yield ""
    yield f"Colour order: {learned.colour_order() or 'not known'}."
    yield ""
    yield "| light | place on the strip | planned |"
    yield "|---|---|---|"
    places = learned.lights()
    for light, name in enumerate(LIGHT_NAMES):
        yield f"| {name} | {places[light] + 1 if light in places else '?'} | {light + 1} |"


def _row(learned: Learned, planned: PinMap, line: Line) -> str:
    at, plan = learned.lines(planned).get(line), planned.sensors[line]
    cells = ["?", "?", "?"]
    if at is not None:
        cells = [at.name, str(planned.rows[at.row]), str(planned.columns[at.column])]
    remark = "" if line in learned.closes else "not asked"
    if line in learned.closes and at is None:
        remark = "dead"
    elif line in learned.reversed:
        remark = "diode reversed"
    elif at is not None and at != plan:
        remark = "other than planned"
    return f"| {' | '.join([line_name(line), *cells, plan.name, remark])} |"
