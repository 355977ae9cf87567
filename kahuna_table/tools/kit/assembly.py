"""One slot put together: the parts in their places, and whether any cuts into another.

Needs the extra `kit`. The slot lies along x with its middle at the origin; z = 0 is its floor, the
sensor plate's upper face; the line's light stands beside it. Other parts stand in scenes of their
own, at the same heights.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from build123d import Box, Cylinder, Plane, Pos, Rectangle, Rot, SlotOverall, extrude, loft

from kahuna_table.engine.board import Line
from kahuna_table.tools.kit import models, solids
from kahuna_table.tools.kit.design import Kit
from kahuna_table.tools.kit.places import LIGHT_ASIDE_MM, SlotPlace, pegs
from kahuna_table.tools.kit.solids import LOW, Solid

PIECE_MM = (72.0, 44.0)
"""Of the wood around the slot that is drawn."""
TOUCH_MM = 1e-6
"""Two faces that lie on each other share no more volume than this, in cubic millimetres."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Two parts and how near they may come; `least_mm` 0 where they touch."""

    scene: str
    a: str
    b: str
    least_mm: float


FITS = (
    Fit("slot", "bridge", "deck", 0.1),
    Fit("slot", "bridge", "plate", 0.0),
    Fit("slot", "magnet", "bridge", 0.05),
    Fit("slot", "magnet", "cap", 0.0),
    Fit("slot", "cap", "bridge", 0.05),
    Fit("slot", "holder", "plate", 0.0),
    Fit("slot", "reed", "holder", 0.05),
    Fit("slot", "reed", "plate", 0.0),
    Fit("slot", "well", "deck", 0.1),
    Fit("slot", "well", "plate", 0.0),
    Fit("slot", "well", "holder", 0.5),
    Fit("slot", "well", "bridge", 0.5),
    Fit("slot", "light", "well", 0.0),
    Fit("disc", "disc", "bridge", 0.05),
    Fit("disc", "hall", "holder", 0.05),
    Fit("button", "cap", "deck", 0.2),
    Fit("button", "pressed", "deck", 0.2),
    Fit("button", "cap", "switch", 0.0),
    Fit("button", "pressed", "switch", 0.0),
    Fit("button", "switch", "panel", 0.0),
    Fit("button", "switch", "plate", 0.5),
    Fit("button", "switch", "deck", 0.3),
    Fit("display", "clip", "display", 0.0),
)


def scenes(kit: Kit) -> dict[str, dict[str, Solid]]:
    return {
        "slot": slot(kit),
        "disc": disc(kit),
        "button": button(kit),
        "display": display(kit),
    }


def slot(kit: Kit) -> dict[str, Solid]:
    """The reference kit's slot with everything in it."""
    plate, deck = kit.sensor_plate.thickness_mm, kit.deck.thickness_mm
    holder, reed, magnet = kit.holder, kit.reed, kit.magnet
    flush = deck - models.well_mm(kit, kit.light.line_mm)[2]
    glass = Cylinder(reed.glass_diameter_mm / 2, reed.glass_length_mm)
    leads = Cylinder(reed.lead_diameter_mm / 2, reed.length_mm)
    aside = Pos(0, LIGHT_ASIDE_MM, 0)
    return {
        "deck": wood(kit, deck, deck=True),
        "plate": Pos(0, 0, -plate) * wood(kit, plate, deck=False),
        "bridge": solids.bridge(kit, planks=True),
        "magnet": Pos(0, 0, kit.bridge.cap_mm)
        * Box(magnet.length_mm, magnet.width_mm, magnet.height_mm, align=LOW),
        "cap": solids.bridge_cap(kit),
        "holder": Pos(0, 0, -plate - holder.height_mm) * solids.reed_holder(kit),
        "reed": Pos(0, 0, -plate - reed.glass_diameter_mm / 2) * Rot(0, 90, 0) * (glass + leads),
        "well": aside * Pos(0, 0, flush) * solids.light_well(kit, kit.light.line_mm),
        "light": aside
        * Pos(0, 0, flush)
        * Cylinder(kit.light.board_mm / 2, kit.light.board_height_mm, align=LOW),
    }


def wood(kit: Kit, thickness: float, *, deck: bool) -> Solid:
    """A piece of deck or sensor plate around one slot."""
    piece = Pos(0, 5, 0) * Box(*PIECE_MM, thickness, align=LOW)
    light = Cylinder(kit.light.line_mm / 2, 4 * thickness)
    piece -= Pos(0, LIGHT_ASIDE_MM, 0) * light
    if deck:
        long = kit.slot.length_mm + kit.slot.width_mm
        return piece - extrude(SlotOverall(long, kit.slot.width_mm), thickness)
    half = kit.slot.length_mm / 2
    for _, (x, y), radius in pegs(kit, SlotPlace(Line(0), (-half, 0.0), (half, 0.0))):
        piece -= Pos(x, -y, 0) * Cylinder(radius, 4 * thickness)
    return piece


def disc(kit: Kit) -> dict[str, Solid]:
    """The colour kit's magnet and sensor."""
    holder = kit.holder
    low = -kit.sensor_plate.thickness_mm - holder.height_mm
    top = low + holder.height_mm
    return {
        "bridge": solids.bridge(kit, planks=False),
        "disc": Pos(0, 0, kit.bridge.cap_mm)
        * Cylinder(kit.disc.diameter_mm / 2, kit.disc.height_mm, align=LOW),
        "holder": Pos(0, 0, low) * solids.hall_holder(kit),
        "hall": Pos(0, 0, top - holder.hall_height_mm + kit.holder.glass_play_mm)
        * Box(
            holder.hall_width_mm, holder.hall_length_mm,
            holder.hall_height_mm - kit.holder.glass_play_mm, align=LOW,
        ),
    }  # fmt: skip


def button(kit: Kit) -> dict[str, Solid]:
    """A button over its switch, at rest and pressed."""
    part = kit.button
    plate, deck = kit.sensor_plate.thickness_mm, kit.deck.thickness_mm
    top = -plate - part.spacer_mm
    housing = top + part.above_plate_mm
    square = Box(60, 60, deck, align=LOW)
    stem = housing + part.stem_mm
    cap = Rot(180, 0, 0) * solids.button(kit)
    rest = stem - models.SOCKET_MM + part.boss_height_mm + part.cap_height_mm
    opening = Cylinder(part.boss_mm / 2 + 0.5, part.above_plate_mm + 5)
    return {
        "deck": square - Cylinder(part.hole_mm / 2, 4 * deck),
        "plate": Pos(0, 0, -plate)
        * (Box(60, 60, plate, align=LOW) - Cylinder(part.housing_hole_mm / 2, 4 * plate)),
        "panel": Pos(0, 0, top - deck)
        * (Box(60, part.panel_width_mm, deck, align=LOW) - Box(14.0, 14.0, 4 * deck)),
        "switch": Pos(0, 0, top) * _housing(part.above_plate_mm) - Pos(0, 0, housing) * opening,
        "cap": Pos(0, 0, rest) * cap,
        "pressed": Pos(0, 0, rest - part.travel_mm) * cap,
    }


def _housing(height: float) -> Solid:
    """The upper half of a Cherry MX: its rim, and above that a trunk that narrows to the top."""
    rim, top = 15.6, 11.6
    return loft(
        [Rectangle(rim, rim), Plane.XY.offset(1) * Rectangle(14, 14),
         Plane.XY.offset(height) * Rectangle(top, top)], ruled=True,
    )  # fmt: skip


def display(kit: Kit) -> dict[str, Solid]:
    """A corner of the display, face up, in its clip."""
    part = kit.display
    leg, wall = part.clip_mm + part.clip_wall_mm, part.clip_wall_mm
    left = -(part.ear_mm + leg) / 2 + part.ear_mm + wall
    glass = Box(60, 60, part.depth_mm - 0.2, align=LOW)
    return {
        "clip": solids.display_frame(kit),
        "display": Pos(left + 30 + 0.2, -leg / 2 + wall + 30 + 0.2, wall) * glass,
    }


def variants(kit: Kit) -> dict[str, Kit]:
    """The kit at both ends of its tolerances."""
    bridge, deck, plate = kit.bridge, kit.deck, kit.sensor_plate
    made = {"as planned": kit}
    for name, sign in (("tight", -1), ("loose", 1)):
        off = sign * bridge.tolerance_mm
        made[name] = replace(
            kit,
            bridge=replace(
                bridge,
                play_side_mm=bridge.play_side_mm + off,
                play_end_mm=bridge.play_end_mm + off,
                # the tongue keeps its depth, whatever the wood
                tongue_over_deck_mm=bridge.tongue_over_deck_mm + sign * deck.thickness_tolerance_mm,
            ),
            deck=replace(deck, thickness_mm=deck.thickness_mm - sign * deck.thickness_tolerance_mm),
            sensor_plate=replace(
                plate, thickness_mm=plate.thickness_mm - sign * plate.thickness_tolerance_mm
            ),
        )
    return made


def faults(kit: Kit) -> Iterator[str]:
    """Every two parts of `FITS`, at both ends of the tolerances, that cut or come too near."""
    for variant, changed in variants(kit).items():
        made = scenes(changed)
        for fit in FITS:
            a, b = made[fit.scene][fit.a], made[fit.scene][fit.b]
            where = f"{fit.scene}, {variant}: {fit.a} and {fit.b}"
            shared = a & b
            if (volume := shared.volume if shared else 0.0) > TOUCH_MM:
                yield f"{where} cut into each other by {volume:.2f} mm3"
            elif fit.least_mm and (gap := a.distance_to(b)) < fit.least_mm - TOUCH_MM:
                yield f"{where} are {gap:.3f} mm apart, expected {fit.least_mm:g}"
