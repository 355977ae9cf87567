"""The numbers that the manual's texts name in braces, and the texts with them filled in."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from kahuna_table.tools.kit import check, field, models, places, power
from kahuna_table.tools.kit.design import Kit
from kahuna_table.tools.kit.plan import Plan
from kahuna_table.tools.kit.random_kits import try_kits
from kahuna_table.tools.kit.reading import KitError
from kahuna_table.tools.kit.whereabouts import Whereabouts
from kahuna_table.tools.kit.wiring import cut_text, header_text

DOUBTED: Final = 2.5
"""A worse doubt of the rule of thumb than the design allows for."""


def facts(plan: Plan, kits: int) -> Mapping[str, str]:
    """Every fact by its name, as text; the verdict is over so many random kits."""
    kit = plan.kit
    verdict = try_kits(kit, kits).told()
    magnet, machine = kit.magnet, kit.machine
    margins = field.margins(kit)
    drills = "; ".join(
        f"{across:g} mm: {count} ({what})" for what, across, count in places.round_holes(kit)
    )
    return {
        "build": "matrix",
        "rules": str(len(check.RULES)),
        "verdict": verdict[0].upper() + verdict[1:],
        "doubt": f"{kit.reed.mt_per_at_factor:g}",
        "pull_in": f"{kit.reed.pull_in_at[0]:g} to {kit.reed.pull_in_at[1]:g}",
        "magnet": f"{magnet.length_mm:g} x {magnet.width_mm:g} x {magnet.height_mm:g} mm",
        "left_half": f"{kit.deck.joint_x_mm + kit.deck.tab_depth_mm:g}",
        "bed": f"{machine.bed_mm[0]:g} x {machine.bed_mm[1]:g} mm",
        "print_bed": f"{machine.print_bed_mm:g}",
        "kerf": f"{machine.kerf_mm:g}",
        "slot_width": f"{kit.slot.width_mm:g}",
        "joints_apart": f"{abs(kit.deck.joint_x_mm - kit.sensor_plate.joint_x_mm):g}",
        "tolerance": f"{kit.deck.thickness_tolerance_mm:g}",
        "batten_m": f"{models.batten_m(kit):.1f}",
        "jack_hole": f"{kit.frame.jack_hole_mm:g}",
        "overhang": f"{kit.frame.inset_mm:g}",
        "diodes": str(len(plan.slots) + len(kit.pins.canaries)),
        "canary_count": str(len(kit.pins.canaries)),
        "canary_list": ", ".join(each.name for each in kit.pins.canaries),
        "power_mm2": f"{kit.wires.power_mm2:g}",
        "fuse": f"{kit.electric.fuse_ma:g}",
        "scatter": f"{kit.reed.scatter_mm:g}",
        "lid": f"{kit.wires.lid_mm:g}",
        "cable_hole": f"{kit.frame.cable_hole_mm:g}",
        "lean": f"{kit.display.lean_degrees:g}",
        "inside": f"{kit.frame.height_mm - 15:g}",
        "drills": drills,
        "drills_mm": ", ".join(f"{drill:g}" for drill in machine.drills_mm),
        "hand_drills": ", ".join(f"{drill:g}" for drill in machine.hand_drills_mm),
        "lifted": f"{kit.reed.lifted_mm:g}",
        "beside": f"{kit.reed.beside_mm:g}",
        "lid_drilled": f"{kit.screws.wood_mm - models.lid_mm(kit):g}",
        "flange_gap": f"{kit.light.stem_mm - models.lid_mm(kit, -1):.1f}",
        "jack_access": f"{kit.frame.jack_access_mm:g}",
        "lead_out": f"{(kit.reed.length_mm - kit.holder.length_mm) / 2:.1f}",
        "bus_gpios": ",".join(map(str, sorted((*kit.pins.rows, *kit.pins.columns)))),
        "ribbon": f"{kit.display.ribbon_mm:g}",
        "display_away": f"{-kit.places.display[1]:g}",
        "hidden": f"{(kit.display.picture_mm[0] - kit.display.window_mm[0]) / 2:.1f}",
        "pins_below": f"{kit.button.spacer_mm + kit.button.below_plate_mm:.0f}",
        "batten": f"{kit.frame.batten_mm:g}",
        "ribbon_way": f"{Whereabouts(kit).ribbon():.0f}",
        "drop": f"{power.light_drop_mv(kit) / 1000:.2f}",
        "closes": f"{min(each.closes for each in margins):.1f}",
        "opens": f"{min(each.opens for each in margins):.1f}",
        "own_mt": f"{field.own(kit, field.Placing()).mean:.1f}".lstrip("-"),
        "needed_mt": f"{field.closing_mt(kit.reed):.1f}",
        "deck_size": f"{places.WIDTH:g} x {places.deck_height(kit):.0f} mm",
        "cost": f"{kit.effort.cost[0]} to {kit.effort.cost[1]}",
        "hours": f"{kit.effort.hours[0]} to {kit.effort.hours[1]}",
        **{f"header_{build.value}": header_text(rows) for build, rows in plan.leads.items()},
        **{f"cut_{build.value}": cut_text(rows) for build, rows in plan.leads.items()},
    }


def doubts(kit: Kit, kits: int) -> Mapping[str, str]:
    """What random kits come to where the rule of thumb is worse, and with other parts."""
    doubted = replace(kit, reed=replace(kit.reed, mt_per_at_factor=DOUBTED))
    other = replace(
        kit,
        reed=replace(kit.reed, pull_in_at=(10.0, 20.0)),
        magnet=replace(kit.magnet, height_mm=3.0),
    )
    return {
        "doubted": f"{DOUBTED:g}",
        "doubted_verdict": try_kits(doubted, kits).told(),
        "other_verdict": try_kits(other, kits).told(),
    }


def filled(text: str, known: Mapping[str, str]) -> str:
    """A text with its facts. Raises: KitError, for a name that is no fact."""
    try:
        return text.format_map(known)
    except (KeyError, ValueError, IndexError) as error:
        raise KitError(
            f'steps.toml: "{text[:60]}...": expected the name of a fact in braces, got {error}'
        ) from error
