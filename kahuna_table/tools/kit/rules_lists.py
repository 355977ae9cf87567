"""Rules of lists: bill of materials against models, manual against wires."""

from kahuna_table.tools.kit.bom import model_counts
from kahuna_table.tools.kit.design import Build
from kahuna_table.tools.kit.plan import Plan
from kahuna_table.tools.kit.rule import Rule, Told

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
    Rule("every wire tested by a step", wires_tested),
    Rule("every step says what to see", steps_whole),
)
