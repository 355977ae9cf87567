"""Rules of lists: bill of materials against models, manual against wires."""

import re

from kahuna_table.tools.kit.bom import model_counts
from kahuna_table.tools.kit.design import Build
from kahuna_table.tools.kit.plan import Plan
from kahuna_table.tools.kit.rule import Rule, Told
from kahuna_table.tools.kit.wiring import header_text

BOUGHT = {
    "reed": "reed", "hall": "hall", "light": "pixel", "button": "key switch",
    "header": "raspberry pi", "expander": "expander", "pico": "pico",
    "multiplexer": "multiplexer", "regulator": "regulator", "matrix": "perfboard",
    "shifter": "shifter", "fuse": "fuse", "jack": "jack", "rail": "terminal", "usb": "micro usb",
    "display": "display",
}  # fmt: skip
"""Under which id a part at the end of a wire is bought; all pixels are one item."""


def models_in_bill(plan: Plan) -> Told:
    billed = {item.id: item for item in plan.kit.item if item.model}
    for part in plan.printed:
        builds = {build.value for build in part.builds}
        if part.name not in billed:
            yield f"{part.name}: printed, but not in the bill of materials"
        elif set(billed[part.name].builds) != builds:
            yield f"{part.name}: billed for {', '.join(billed[part.name].builds)} only"
    for plate in plan.cut:
        if plate.name not in billed:
            yield f"{plate.name}: cut, but not in the bill of materials"
    return f"{len(plan.printed)} printed parts and {len(plan.cut)} plates"


def bill_in_models(plan: Plan) -> Told:
    known = {*(part.name for part in plan.printed), *(plate.name for plate in plan.cut)}
    billed = [item.id for item in plan.kit.item if item.model]
    for name in billed:
        if name not in known:
            yield f"{name}: in the bill of materials, but there is no such model"
    counts = model_counts(plan.kit)
    for part in plan.printed:
        if counts.get(part.name) != part.count:
            yield f"{part.name}: {part.count} to print, {counts.get(part.name)} in the bill"
    for item in plan.kit.item:
        if item.model and item.spares:
            yield f"{item.id}: {item.spares} % spares in the bill, its file says how many"
    return f"{len(billed)} models in the bill are drawn"


def wired_parts_in_bill(plan: Plan) -> Told:
    found = 0
    for build, leads in plan.leads.items():
        billed = {item.id for item in plan.kit.item if build.value in item.builds}
        parts = {end.part.split()[0] for lead in leads for end in lead.ends}
        for part in sorted(parts):
            found += 1
            if BOUGHT[part] not in billed:
                yield f"{build.value}: {part} is wired, but {BOUGHT[part]} is not in the bill"
    return f"{found} kinds of wired parts are in the bills"


def plywood_in_bill(plan: Plan) -> Told:
    """A sheet of each thickness is bought, and no piece is larger."""
    words = {"sheets_3": 3.0, "sheets_6": 6.0}
    bought = {words[item.count] for item in plan.kit.item if item.count in words}
    sheet = sorted(plan.kit.machine.sheet_mm)
    for plate in plan.cut:
        if plate.thickness_mm not in bought:
            yield f"{plate.name}: no plywood of {plate.thickness_mm:g} mm in the bill"
        for piece in map(sorted, plate.pieces_mm):
            if piece[0] > sheet[0] or piece[1] > sheet[1]:
                yield f"{plate.name}: a piece of {piece[1]:.0f} x {piece[0]:.0f} mm, sheets less"
    return f"plywood of {' and '.join(f'{each:g}' for each in sorted(bought))} mm"


def parts_used(plan: Plan) -> Told:
    """Every part of a build's bill is used by a step of that build, and no step by a part that is
    not in the bill."""
    for build in Build:
        billed = {item.id for item in plan.kit.item if build.value in item.builds}
        used = {part for step in plan.steps if build.value in step.builds for part in step.parts}
        for part in sorted(billed - used):
            yield f"{build.value}: no step uses {part}"
    known = {item.id for item in plan.kit.item}
    for step in plan.steps:
        for part in step.parts:
            if part not in known:
                yield f'step "{step.id}": {part} is not in the bill'
    return f"{len(known)} parts, each in a step"


def header_named(plan: Plan) -> Told:
    """Every pin of the header that has a wire is named where the header is connected."""
    pins = 0
    for build, leads in plan.leads.items():
        texts = [text for step in plan.steps if build.value in step.builds for text in step.do]
        told = " ".join(texts).replace(f"{{header_{build.value}}}", header_text(leads))
        for lead in leads:
            for end, there in (lead.ends, lead.ends[::-1]):
                if end.part != "header":
                    continue
                pins += 1
                number = end.pin.partition(" ")[0]
                if not any(f"pin {number} " in t and str(there) in t for t in told.split(";")):
                    yield f"{build.value}: no step leads pin {number} of the header to {there}"
    return f"{pins} wires at the header"


def files_used(plan: Plan) -> Told:
    """Every plate and every page of labels has its step."""
    told = " ".join(text for step in plan.steps for text in step.texts)
    files = [*(f"cutting/{plate.name}" for plate in plan.cut), *LABELS]
    for file in files:
        if not re.search(rf"\b{file}\b(?!-)", told):
            yield f"{file}: no step names it"
    return f"{len(files)} drawings and labels"


LABELS = ("labels/buttons", "labels/islands", "labels/card")


def wires_tested(plan: Plan) -> Told:
    rows = 0
    for build in Build:
        tested = {kind for step in plan.steps if build.value in step.builds for kind in step.tests}
        for lead in plan.leads[build]:
            rows += 1
            if lead.kind not in tested:
                yield (
                    f"{build.value}: {lead.start} to {lead.end}: no step tests a "
                    f"{lead.kind.value} wire"
                )
    return f"{rows} wires, each tested by a step of the manual"


def wires_cut(plan: Plan) -> Told:
    """A step of each build that has wire names each kind of the wiring table, so that somebody cuts
    it; cables that are bought as such left out."""
    kinds = 0
    for build in Build:
        told = " ".join(
            text
            for step in plan.steps
            if build.value in step.builds and {"signal wire", "power wire"} & {*step.parts}
            for text in step.need
        )
        wanted = {lead.kind.value for lead in plan.leads[build]
                  if lead.length_mm and lead.start.part != "usb"}  # fmt: skip
        kinds += len(wanted)
        for kind in sorted(wanted):
            if f'"{kind}"' not in told:
                yield f'{build.value}: no step with wire names the kind "{kind}"'
    return f"{kinds} kinds of wires in {len(Build)} builds"


def laid_and_glued(plan: Plan) -> Told:
    """What is laid into the lid, which later stands upright, is glued in the same step."""
    for step in plan.steps:
        for part, glue in GLUED.items():
            if part in step.parts and glue not in step.parts:
                yield f'step "{step.id}": {part} is laid in without {glue}, and falls out later'
    return f"{', '.join(GLUED)}: each glued where it is laid in"


GLUED = {
    "reed": "super glue", "hall": "super glue", "bar magnet": "super glue",
    "disc magnet": "super glue", "pixel": "glue sticks", "key switch": "glue sticks",
}  # fmt: skip


def steps_whole(plan: Plan) -> Told:
    """A step says what to do, what to see, and what to do when it is not so."""
    for step in plan.steps:
        for name, texts in (("do", step.do), ("see", step.see), ("otherwise", step.otherwise)):
            if not texts:
                yield f'step "{step.id}": nothing under {name}'
    return f"{len(plan.steps)} steps"


RULES = (
    Rule("every model in the bill", models_in_bill),
    Rule("every billed model drawn", bill_in_models),
    Rule("every wired part in the bill", wired_parts_in_bill),
    Rule("plywood in the bill", plywood_in_bill),
    Rule("every part used by a step", parts_used),
    Rule("every pin of the header named", header_named),
    Rule("every drawing has its step", files_used),
    Rule("every wire tested by a step", wires_tested),
    Rule("every kind of wire cut by a step", wires_cut),
    Rule("glued where it is laid in", laid_and_glued),
    Rule("every step says what to see", steps_whole),
)
