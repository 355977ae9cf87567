"""Rules of the workshop: leads that can be soldered, drills that are there, screws that hold."""

import re

from kahuna_table.tools.kit import models, places
from kahuna_table.tools.kit.plan import Plan
from kahuna_table.tools.kit.rule import Rule, Told


def leads_soldered(plan: Plan) -> Told:
    """What sticks out of a holder of each lead of a reed."""
    reed, holder = plan.kit.reed, plan.kit.holder
    out = (reed.length_mm - holder.length_mm) / 2
    if out < reed.solder_mm:
        yield f"{out:.2f} mm of each lead beyond the holder, expected {reed.solder_mm:g}"
    return f"{out:.2f} mm of each lead to solder"


def holes_drilled(plan: Plan) -> Told:
    """For one who has no laser: every round hole by a drill or hole saw of the list."""
    machine = plan.kit.machine
    holes = places.round_holes(plan.kit)
    for what, across, _ in holes:
        if not any(0 <= across - drill <= machine.drill_off_mm for drill in machine.drills_mm):
            yield f"{what}: {across:g} mm, expected one of the drills or a little more"
    return f"{len(holes)} kinds of round holes, {len(machine.drills_mm)} drills"


def drills_listed(plan: Plan) -> Told:
    """The drills that the steps name are those that everybody is told to have."""
    told = [text for step in plan.steps for text in step.texts]
    named = {
        float(size): text
        for text in told
        for size in re.findall(r"[Dd]rills?\b(?:(?! mm)[^.;:{])* ([\d.]+) mm", text)
    }
    listed = plan.kit.machine.hand_drills_mm
    for size in sorted(named.keys() - {*listed}):
        yield f'a drill of {size:g} mm is not in the list of tools: "{named[size][:60]}"'
    for size in sorted({*listed} - named.keys()):
        yield f"a drill of {size:g} mm in the list of tools: no step uses it"
    return f"the steps use drills of {', '.join(f'{size:g}' for size in listed)} mm"


def screws_hold(plan: Plan) -> Told:
    """Long enough to hold, too short to come out; the same length in bill and manual."""
    kit, screws = plan.kit, plan.kit.screws
    display = kit.display
    for name, wood in (
        ("lid", models.lid_mm(kit)),
        ("floor", kit.frame.floor_mm),
    ):
        held = screws.wood_mm - wood
        if not screws.least_hold_mm <= held < kit.frame.batten_mm:
            yield (
                f"{name}: {held:g} mm of the screw in the batten, expected "
                f"{screws.least_hold_mm:g} to {kit.frame.batten_mm:g}"
            )
    for name, length, through in (
        ("clip", screws.clip_mm, display.thickness_mm + display.depth_mm + display.clip_wall_mm),
        ("stand", screws.clip_mm, display.thickness_mm + display.stand_wall_mm),
        ("mount", screws.mount_mm, kit.frame.floor_mm + kit.pi.base_mm),
    ):
        if length < through + screws.nut_mm:
            yield f"{name}: a screw of {length:g} mm, expected {through + screws.nut_mm:g}"
    sizes = {"wood screw": f"3 x {screws.wood_mm:g}", "clip screw": f"M3 x {screws.clip_mm:g}",
             "mount screw": f"M3 x {screws.mount_mm:g}"}  # fmt: skip
    for item in kit.item:
        if item.id in sizes and sizes[item.id] not in item.what:
            yield f"{item.id}: {item.what} in the bill, expected {sizes[item.id]}"
    for step in plan.steps:
        for size in re.findall(r"(?<!x )\bM?3 x \d+", " ".join(step.texts)):
            if size not in sizes.values():
                yield f'step "{step.id}": a screw {size} is not in the bill'
    return f"{', '.join(sizes.values())}: none comes out"


def heads_flush(plan: Plan) -> Told:
    """The steps countersink the holes of these screws."""
    found = [
        item for item in plan.kit.item if item.id in ("wood screw", "clip screw", "mount screw")
    ]
    for item in found:
        for name in (item.what, item.part, item.instead):
            if not any(each in name for each in COUNTERSUNK):
                yield f"{item.id}: {name}: expected a countersunk head, as its hole has"
    return f"{len(found)} kinds of screws"


COUNTERSUNK = ("countersunk", "DIN 97,", "DIN 963", "DIN 965", "DIN 7991", "ISO 7046", "ISO 10642")
"""Words and standards of screws whose heads sit flush."""


RULES = (
    Rule("leads of the reeds can be soldered", leads_soldered),
    Rule("every round hole has a drill", holes_drilled),
    Rule("every drill in the list of tools", drills_listed),
    Rule("screws hold", screws_hold),
    Rule("heads of screws sit flush", heads_flush),
)
