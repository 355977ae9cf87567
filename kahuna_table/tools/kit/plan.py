"""The kit with everything derived from it, as the rules look at it."""

from collections.abc import Mapping
from dataclasses import dataclass

from kahuna_table.tools.kit import places, plates
from kahuna_table.tools.kit.design import Build, Kit
from kahuna_table.tools.kit.models import Cut, Printed, cut, printed
from kahuna_table.tools.kit.places import Hole, SlotPlace
from kahuna_table.tools.kit.shapes import Shape
from kahuna_table.tools.kit.steps import Step
from kahuna_table.tools.kit.wiring import Lead, leads


@dataclass(frozen=True, slots=True)
class Plan:
    """All of it at once; a test plants a mistake by replacing one part."""

    kit: Kit
    slots: tuple[SlotPlace, ...]
    lights: tuple[Hole, ...]
    buttons: tuple[Hole, ...]
    drills: tuple[Hole, ...]
    leads: Mapping[Build, tuple[Lead, ...]]
    printed: tuple[Printed, ...]
    cut: tuple[Cut, ...]
    steps: tuple[Step, ...]
    faces: Mapping[str, tuple[Shape, ...]]
    """What is drawn on the faces that holders are glued to."""


def draw_up(kit: Kit, steps: tuple[Step, ...]) -> Plan:
    slots = places.slots(kit)
    return Plan(
        kit=kit,
        slots=slots,
        lights=places.lights(kit),
        buttons=places.buttons(kit),
        drills=(*places.screws(kit), *(peg for slot in slots for peg in places.pegs(kit, slot))),
        leads={build: leads(kit, build) for build in Build},
        printed=printed(kit),
        cut=cut(kit),
        steps=steps,
        faces={"sensor-plate": plates.underside(kit), "trial": plates.trial_underside(kit)},
    )
