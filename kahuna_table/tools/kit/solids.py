"""The printed parts as exact solids, each as it lies on the print bed. Needs the extra `kit`.

x along, y across, z up from the bed; every part's box sits on z = 0 and is centred on x and y.
"""

from math import cos, radians, sin, tan
from typing import Any, Final

from build123d import (
    Align,
    Box,
    Cone,
    Cylinder,
    Plane,
    Polygon,
    Pos,
    Rot,
    SlotOverall,
    extrude,
    loft,
    make_face,
)

from kahuna_table.tools.kit import models, places, plates
from kahuna_table.tools.kit.design import Kit

LOW: Final = (Align.CENTER, Align.CENTER, Align.MIN)
Solid = Any
"""A build123d part: the library is not typed."""


def solids(kit: Kit) -> dict[str, Solid]:
    """Every printed part by its name."""
    return {
        "bridge_black": bridge(kit, planks=True),
        "bridge_white": bridge(kit, planks=False),
        "bridge_cap": bridge_cap(kit),
        "reed_holder": reed_holder(kit),
        "hall_holder": hall_holder(kit),
        "light_well_island": light_well(kit, kit.light.island_mm),
        "light_well_line": light_well(kit, kit.light.line_mm),
        "button": button(kit),
        "display_frame": display_frame(kit),
        "stand": stand(kit),
        "pi_mount": pi_mount(kit),
    }


def bridge(kit: Kit, *, planks: bool) -> Solid:
    """Tongue, shoulders at 45 degrees, an arch over them; planks across for Black."""
    length, width, depth = models.tongue_mm(kit)
    long, broad, height = models.bridge_mm(kit)
    shoulder = kit.bridge.shoulder_mm
    tongue = extrude(SlotOverall(length, width), depth)
    foot = loft(
        [
            Plane.XY.offset(depth) * SlotOverall(length, width),
            Plane.XY.offset(depth + shoulder) * SlotOverall(long, broad),
        ]
    )
    low = depth + shoulder
    body = extrude(Plane.XY.offset(low) * SlotOverall(long, broad), height - low)
    body &= _arch(kit, long, broad, low)
    whole = tongue + foot + body
    if planks:
        whole -= _grooves(kit, long, broad, height)
    return whole - _pocket(kit)


def _arch(kit: Kit, long: float, broad: float, low: float) -> Solid:
    """A lying cylinder through the crown and both ends."""
    rise = kit.bridge.crown_height_mm - kit.bridge.end_height_mm
    radius = ((long / 2) ** 2 + rise**2) / (2 * rise)
    middle = low + kit.bridge.crown_height_mm - radius
    return Pos(0, 0, middle) * Rot(90, 0, 0) * Cylinder(radius, 2 * broad)


def _grooves(kit: Kit, long: float, broad: float, height: float) -> Solid:
    """Cuts across the arch, as deep as they are wide below the surface there."""
    rise = kit.bridge.crown_height_mm - kit.bridge.end_height_mm
    radius = ((long / 2) ** 2 + rise**2) / (2 * rise)
    pitch = long / (kit.bridge.grooves + 1)
    cuts = None
    for n in range(kit.bridge.grooves):
        x = (n - (kit.bridge.grooves - 1) / 2) * pitch
        surface = height - radius + (radius**2 - x**2) ** 0.5
        cut = Pos(x, 0, surface - kit.bridge.groove_mm) * Box(
            kit.bridge.groove_mm, 2 * broad, 2 * kit.bridge.groove_mm + 1, align=LOW
        )
        cuts = cut if cuts is None else cuts + cut
    return cuts


def _pocket(kit: Kit) -> Solid:
    """For the bar, or the disc, from below."""
    length, width, across, deep = models.pocket_mm(kit)
    bar = Box(length, width, deep, align=LOW)
    return bar + Cylinder(across / 2, deep, align=LOW)


def bridge_cap(kit: Kit) -> Solid:
    """The pocket's outline, smaller by the play."""
    length, across, thick = models.cap_mm(kit)
    width = models.pocket_mm(kit)[1] - 2 * kit.bridge.cap_play_mm
    return Box(length, width, thick, align=LOW) + Cylinder(across / 2, thick, align=LOW)


def _holder(kit: Kit) -> Solid:
    """The block with its two pegs, groove still missing."""
    holder = kit.holder
    block = Box(holder.length_mm, holder.width_mm, holder.height_mm, align=LOW)
    for x, y in models.pegs_mm(kit):
        block += Pos(x, y, holder.height_mm) * Cylinder(
            holder.peg_mm / 2, holder.peg_length_mm, align=LOW
        )
    return block


def reed_holder(kit: Kit) -> Solid:
    """An open groove: the glass touches the wood, the leads lie straight at its middle's height."""
    holder, reed = kit.holder, kit.reed
    top = holder.height_mm
    width = reed.glass_diameter_mm + 2 * holder.glass_play_mm
    deep = reed.glass_diameter_mm + holder.glass_play_mm
    glass = Pos(0, 0, top - deep) * Box(
        reed.holder_glass_mm + 4 * holder.glass_play_mm, width, deep + 1, align=LOW
    )
    lead = reed.lead_diameter_mm + 2 * holder.lead_play_mm
    down = reed.glass_diameter_mm / 2 + lead / 2
    leads = Pos(0, 0, top - down) * Box(holder.length_mm + 2, lead, down + 1, align=LOW)
    return _holder(kit) - glass - leads


def hall_holder(kit: Kit) -> Solid:
    """A seat for the sensor's body, its face up, and a way out for its three legs."""
    holder = kit.holder
    top = holder.height_mm
    play = 2 * holder.glass_play_mm
    seat = Pos(0, 0, top - holder.hall_height_mm) * Box(
        holder.hall_width_mm + play, holder.hall_length_mm + play, holder.hall_height_mm + 1,
        align=LOW,
    )  # fmt: skip
    way = Pos(holder.length_mm / 4 + 1, 0, top - holder.hall_height_mm) * Box(
        holder.length_mm / 2 + 2, holder.hall_length_mm - 0.5, holder.hall_height_mm + 1, align=LOW
    )
    return _holder(kit) - seat - way


def light_well(kit: Kit, shines_mm: float) -> Solid:
    """Flange down: seat of the light's board, a funnel at 45 degrees, a skin on top."""
    light = kit.light
    stem, flange, height = models.well_mm(kit, shines_mm)
    body = Cylinder(places.flange_radius(kit), flange, align=LOW)
    body += Cylinder(stem / 2, height, align=LOW)
    seat = light.board_mm / 2 + light.board_play_mm
    hollow = stem / 2 - light.wall_mm
    body -= Cylinder(seat, light.board_height_mm, align=LOW)
    funnel = Cone(seat, hollow, seat - hollow, align=LOW)
    body -= Pos(0, 0, light.board_height_mm) * funnel
    return body - Cylinder(hollow, height - light.skin_mm, align=LOW)


def button(kit: Kit) -> Solid:
    """Face down: a disc with the boss that takes the switch's cross."""
    part = kit.button
    cap = Cylinder(part.cap_mm / 2, part.cap_height_mm, align=LOW)
    cap += Pos(0, 0, part.cap_height_mm) * Cylinder(
        part.boss_mm / 2, part.boss_height_mm, align=LOW
    )
    top = part.cap_height_mm + part.boss_height_mm
    long, thick = part.cross_mm
    for x, y in ((long, thick), (thick, long)):
        cap -= Pos(0, 0, top - models.SOCKET_MM) * Box(x, y, models.SOCKET_MM + 1, align=LOW)
    return cap


def display_frame(kit: Kit) -> Solid:
    """Back down: a corner that the display lies in, and an ear with two holes beside it."""
    display = kit.display
    leg, wall = display.clip_mm + display.clip_wall_mm, display.clip_wall_mm
    height = display.depth_mm + wall
    block = Box(display.ear_mm + leg, leg, height, align=LOW)
    left = -(display.ear_mm + leg) / 2
    inner = Pos(left + display.ear_mm + wall, -leg / 2 + wall, wall)
    corner = (Align.MIN, Align.MIN, Align.MIN)
    block -= inner * Box(leg, leg, height, align=corner)
    boards = inner * Pos(wall, wall, -wall - 1)
    block -= boards * Box(leg, leg, height, align=corner)  # the boards behind the glass
    for share in (0.25, 0.75):
        at = Pos(left + display.ear_mm / 2, -leg / 2 + leg * share, -1)
        block -= at * Cylinder(display.clip_hole_mm / 2, height + 2, align=LOW)
    return block


def stand(kit: Kit) -> Solid:
    """On its side: a foot, and an upright that leans back, with two holes for the bezel."""
    display = kit.display
    lean = radians(display.lean_degrees)
    up, wall, long = display.stand_height_mm, display.stand_wall_mm, display.stand_depth_mm
    top = (up * sin(lean), up * cos(lean))
    back = (top[0] + wall * cos(lean), top[1] - wall * sin(lean))
    heel = back[0] - (back[1] - wall) * tan(lean)
    outline = [(0, 0), (long, 0), (long, wall), (heel, wall), back, top]
    face = make_face(Polygon(*outline, align=None).edges())
    body = extrude(face, display.stand_width_mm)
    for height in plates.stand_screws_mm(kit):
        at = Pos(height * sin(lean), height * cos(lean), display.stand_width_mm / 2)
        hole = Cylinder(display.clip_hole_mm / 2, 4 * wall)
        body -= at * Rot(0, 0, -display.lean_degrees) * Rot(0, 90, 0) * hole
    middle = body.bounding_box().center()
    return Pos(-middle.X, -middle.Y, 0) * body


def pi_mount(kit: Kit) -> Solid:
    """A plate with four bosses, and a hole at each corner."""
    pi = kit.pi
    width, deep, _ = models.mount_mm(kit)
    plate = Box(width, deep, pi.base_mm, align=LOW)
    left, back = -pi.board_mm[0] / 2 + pi.hole_inset_mm, -pi.holes_mm[1] / 2
    for x in (left, left + pi.holes_mm[0]):
        for y in (back, back + pi.holes_mm[1]):
            boss = Cylinder(pi.boss_mm / 2, pi.base_mm + pi.boss_height_mm, align=LOW)
            plate += Pos(x, y, 0) * boss
    for x in (left, left + pi.holes_mm[0]):
        for y in (back, back + pi.holes_mm[1]):
            hole = Cylinder(pi.screw_mm / 2, pi.base_mm + pi.boss_height_mm + 2, align=LOW)
            plate -= Pos(x, y, -1) * hole
    half = pi.edge_mm / 2
    for x in (width / 2 - half, half - width / 2):
        for y in (deep / 2 - half, half - deep / 2):
            plate -= Pos(x, y, -1) * Cylinder(pi.mount_hole_mm / 2, pi.base_mm + 2, align=LOW)
    return plate
