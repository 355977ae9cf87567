"""Rules of wood and print: slots, holes, beds, how a bridge fits, and the field at each reed."""

from dataclasses import replace
from itertools import combinations, pairwise
from math import dist

from kahuna_table.engine.board import SLOTS
from kahuna_table.tools.kit import field, models, places
from kahuna_table.tools.kit.plan import Plan
from kahuna_table.tools.kit.rule import Rule, Told
from kahuna_table.tools.kit.shapes import Disc, Layer, Path


def slots_apart(plan: Plan) -> Told:
    width, web = plan.kit.slot.width_mm, plan.kit.machine.least_web_mm
    wood = {
        (one.name, other.name): places.between_segments((one.a, one.b), (other.a, other.b)) - width
        for one, other in combinations(plan.slots, 2)
    }
    for (one, other), left in wood.items():
        if left < web:
            yield f"{one} and {other}: {left:.1f} mm of wood between them, expected {web:g}"
    return f"27 slots, {min(wood.values()):.1f} mm of wood at the least"


def bridges_apart(plan: Plan) -> Told:
    _, width, _ = models.bridge_mm(plan.kit)
    nearest = min(
        (places.between_segments((one.a, one.b), (other.a, other.b)) - width, one.name, other.name)
        for one, other in combinations(plan.slots, 2)
    )
    if nearest[0] < plan.kit.light.clearance_mm:
        yield f"{nearest[1]} and {nearest[2]}: bridges {nearest[0]:.1f} mm apart, expected a gap"
    return f"two bridges are {nearest[0]:.1f} mm apart at the least"


def slots_inside(plan: Plan) -> Told:
    edge = plan.kit.deck.edge_mm + plan.kit.slot.width_mm / 2
    nearest = 1000.0
    for slot in plan.slots:
        for x, y in (slot.a, slot.b):
            left = min(x, places.WIDTH - x, y, places.BOARD_HEIGHT - y)
            nearest = min(nearest, left)
            if left < edge:
                yield f"{slot.name}: {left:.1f} mm from the edge, expected {edge:g}"
    return f"no slot is nearer to an edge than {nearest:.1f} mm"


def lights_clear(plan: Plan) -> Told:
    web, half = plan.kit.machine.least_web_mm, plan.kit.slot.width_mm / 2
    nearest = 1000.0
    for light in plan.lights:
        for slot in plan.slots:
            left = places.to_segment(light.at, slot.a, slot.b) - half - light.radius
            nearest = min(nearest, left)
            if left < web:
                yield (
                    f"light {light.name} and slot {slot.name}: {left:.1f} mm of wood, "
                    f"expected {web:g}"
                )
    return f"39 lights, {nearest:.1f} mm of wood to the nearest slot"


def holders_clear(plan: Plan) -> Told:
    """Under the sensor plate: reed holders, light wells and each other."""
    kit = plan.kit
    half, flange = kit.holder.width_mm / 2, places.flange_radius(kit)
    reach = (kit.holder.length_mm - kit.holder.width_mm) / 2
    bars = {slot.name: (slot.at(-reach, 0), slot.at(reach, 0)) for slot in plan.slots}
    nearest = 1000.0
    for light in plan.lights:
        for name, bar in bars.items():
            left = places.to_segment(light.at, *bar) - half - flange
            nearest = min(nearest, left)
            if left < kit.light.clearance_mm:
                yield (
                    f"well of {light.name} and holder of {name}: {left:.1f} mm apart, expected "
                    f"{kit.light.clearance_mm:g}"
                )
    for (one, bar), (other, beside) in combinations(bars.items(), 2):
        if (left := places.between_segments(bar, beside) - 2 * half) < kit.light.clearance_mm:
            yield f"holders of {one} and {other}: {left:.1f} mm apart"
    return f"wells and holders are {nearest:.1f} mm apart at the least"


def holders_fit(plan: Plan) -> Told:
    """A holder goes onto the drawn face at each of its outlines. The face is seen from below, where
    a holder that lies on it shows its back: its pegs mirrored."""
    kit = plan.kit
    fitted, worst = 0, 0.0
    for name, shapes in plan.faces.items():
        holes = [each for each in shapes if isinstance(each, Disc) and each.layer is Layer.CUT]
        outlines = [each for each in shapes if isinstance(each, Path) and not each.outer]
        for outline in outlines:
            (ax, ay), (bx, by), (cx, cy), _ = outline.points
            long = dist((ax, ay), (bx, by))
            ux, uy, mx, my = (bx - ax) / long, (by - ay) / long, (ax + cx) / 2, (ay + cy) / 2
            for x, y in models.pegs_mm(kit):
                at = mx - x * ux + y * uy, my - x * uy - y * ux
                off = min(dist(at, hole.at) - hole.radius for hole in holes) + kit.holder.peg_mm / 2
                worst = max(worst, off + kit.holder.peg_play_mm)
                fitted += 1
                if off > 0:
                    yield (
                        f"{name}: a peg comes {off:.1f} mm into the wood beside its hole at "
                        f"x {at[0]:.1f}, y {at[1]:.1f}"
                    )
    if (wanted := 2 * len(plan.slots) + 2) != fitted:
        yield f"{fitted} pegs on drawn outlines, expected {wanted}"
    return f"{fitted} pegs, each within {worst:.2f} mm of the middle of its hole"


def lights_flush(plan: Plan) -> Told:
    """A well's stem reaches the deck's face through the thickest wood, and its flange lies near
    enough to the thinnest to be glued."""
    stem = plan.kit.light.stem_mm
    gaps = [round(stem - models.lid_mm(plan.kit, off), 2) for off in (1, -1)]
    if gaps[0] < 0:
        yield f"in thick wood the skin lies {-gaps[0]:g} mm below the deck's face, expected flush"
    if gaps[1] > LOOSE_MM:
        yield f"{gaps[1]:g} mm under the flange in thin wood, expected at most {LOOSE_MM:g}"
    return f"flush, {gaps[0]:g} to {gaps[1]:g} mm of glue under the flange"


def window_hides_edge(plan: Plan) -> Told:
    display = plan.kit.display
    hidden = [
        (lit - shown) / 2 for lit, shown in zip(display.picture_mm, display.window_mm, strict=True)
    ]
    for name, mm in zip(("left and right", "top and bottom"), hidden, strict=True):
        if not HIDDEN_MM <= mm <= LOOSE_MM:
            yield (
                f"{mm:.2f} mm of the picture hidden at {name}, expected {HIDDEN_MM:g} to "
                f"{LOOSE_MM:g}"
            )
    return f"{min(hidden):.2f} mm of the picture hidden at each edge, or more"


HIDDEN_MM = 0.3
"""A display sits in its clips with 0.2 mm of play."""


def drills_inside(plan: Plan) -> Told:
    kit = plan.kit
    height, edge = places.deck_height(kit), kit.deck.edge_mm
    drills = (*plan.drills, *plan.buttons, *plan.lights)
    for hole in drills:
        x, y = hole.at
        left = min(x, places.WIDTH - x, y, height - y) - hole.radius
        if left < edge:
            yield f"{hole.name}: {left:.1f} mm from the edge, expected {edge:g}"
    for one, other in combinations((*plan.buttons, *plan.lights, *places.screws(kit)), 2):
        if (left := dist(one.at, other.at) - one.radius - other.radius) < edge / 2:
            yield f"{one.name} and {other.name}: {left:.1f} mm apart, expected {edge / 2:g}"
    return f"{len(drills)} holes lie in the wood"


def joints_clear(plan: Plan) -> Told:
    """No glued joint runs through a slot or a hole."""
    kit = plan.kit
    height, web = places.deck_height(kit), kit.machine.least_web_mm
    deck = places.joint(kit.deck.joint_x_mm, height, kit)
    straight = [(kit.sensor_plate.joint_x_mm, 0.0), (kit.sensor_plate.joint_x_mm, height)]
    pegs = [hole for hole in plan.drills if hole.name.startswith("peg")]
    found: list[tuple[float, str]] = []
    for name, line, holes in (
        ("deck", deck, (*plan.lights, *plan.buttons, *places.screws(kit))),
        ("sensor plate", straight, (*plan.lights, *plan.buttons, *pegs)),
    ):
        for a, b in pairwise(line):
            found += [
                (places.to_segment(hole.at, a, b) - hole.radius, f"{name}: {hole.name}")
                for hole in holes
            ]
            found += [
                (
                    places.between_segments((a, b), (slot.a, slot.b)) - kit.slot.width_mm / 2,
                    f"{name}: slot {slot.name}",
                )
                for slot in plan.slots
            ]
    for left, what in found:
        if left < web:
            yield f"the joint of the {what} {left:.1f} mm away, expected {web:g}"
    if abs(kit.deck.joint_x_mm - kit.sensor_plate.joint_x_mm) < kit.slot.width_mm:
        yield f"both joints at x = {kit.deck.joint_x_mm:g} mm: expected one to bridge the other"
    return f"joints are {min(found)[0]:.1f} mm from any cut"


def plates_fit_bed(plan: Plan) -> Told:
    machine = plan.kit.machine
    bed = sorted(side - 2 * machine.bed_margin_mm for side in machine.bed_mm)
    pieces = [(part.name, sorted(piece)) for part in plan.cut for piece in part.pieces_mm]
    for name, (short, long) in pieces:
        if short > bed[0] or long > bed[1]:
            yield (
                f"{name}: a piece of {long:.0f} x {short:.0f} mm, expected at most "
                f"{bed[1]:.0f} x {bed[0]:.0f}"
            )
    return f"{len(pieces)} pieces fit a bed of {bed[1]:.0f} x {bed[0]:.0f} mm"


def prints_fit_bed(plan: Plan) -> Told:
    machine = plan.kit.machine
    for part in plan.printed:
        width, deep, height = part.size_mm
        if max(width, deep) > machine.print_bed_mm or height > machine.print_height_mm:
            yield (
                f"{part.name}: {width:.0f} x {deep:.0f} x {height:.0f} mm, expected at most "
                f"{machine.print_bed_mm:g} x {machine.print_bed_mm:g} x {machine.print_height_mm:g}"
            )
    largest = max(max(part.size_mm[:2]) for part in plan.printed)
    return f"{len(plan.printed)} parts, the largest {largest:.0f} mm"


def print_spans(plan: Plan) -> Told:
    """Ceilings that print as bridges: the magnet's pocket and the skins of the light wells."""
    kit = plan.kit
    limit = kit.machine.longest_print_span_mm
    spans = {
        "pocket of a bridge": models.pocket_mm(kit)[2],
        "skin of an island's well": kit.light.island_mm - 2 * kit.light.play_mm,
        "skin of a line's well": kit.light.line_mm - 2 * kit.light.play_mm,
    }
    for name, span in spans.items():
        if span > limit:
            yield f"{name}: {span:.1f} mm to span without support, expected at most {limit:g}"
    return f"the widest ceiling spans {max(spans.values()):.1f} mm"


def bridge_fits(plan: Plan) -> Told:
    """At both ends of the tolerances: the largest tongue goes into the narrowest slot and stands on
    its floor, the smallest does not wander in the widest."""
    kit = plan.kit
    bridge, tolerance = kit.bridge, kit.bridge.tolerance_mm
    for name, play in (("side", bridge.play_side_mm), ("end", bridge.play_end_mm)):
        if play - tolerance < FREE_MM:
            yield (
                f"play at each {name} {play:g} mm less {tolerance:g} of tolerance: expected "
                f"{FREE_MM:g} left"
            )
        if play + tolerance > LOOSE_MM:
            yield f"play at each {name} {play + tolerance:g} mm at most: expected {LOOSE_MM:g}"
    stands = bridge.tongue_over_deck_mm - kit.deck.thickness_tolerance_mm - tolerance
    if stands < FREE_MM:
        yield f"the tongue stands {stands:.2f} mm over a thick deck, expected {FREE_MM:g}"
    _, width, depth = models.tongue_mm(kit)
    _, _, across, deep = models.pocket_mm(kit)
    if (wall := (width - across) / 2) < MAGNET_WALL_MM:
        yield f"{wall:.2f} mm beside the magnet, expected {MAGNET_WALL_MM:g}"
    roof = depth + bridge.shoulder_mm + bridge.end_height_mm - deep
    if roof < MAGNET_WALL_MM:
        yield f"{roof:.2f} mm over the magnet, expected {MAGNET_WALL_MM:g}"
    if width + 2 * bridge.shoulder_mm <= kit.slot.width_mm + FREE_MM:
        yield f"shoulders of {bridge.shoulder_mm:g} mm: a bridge would fall in upside down"
    return f"{bridge.play_side_mm - tolerance:.2f} to {bridge.play_side_mm + tolerance:.2f} mm"


FREE_MM = 0.1
"""Less than this sticks."""
LOOSE_MM = 1.0
"""More than this wanders."""
MAGNET_WALL_MM = 0.5
"""One line of a nozzle of 0.4 mm, and a little."""


def button_reaches(plan: Plan) -> Told:
    """The cap stands above the deck also when it is pressed, and its disc above the housing."""
    button, deck = plan.kit.button, plan.kit.deck.thickness_mm
    plate_top = -plan.kit.sensor_plate.thickness_mm - button.spacer_mm
    housing = plate_top + button.above_plate_mm
    disc = housing + button.stem_mm - models.SOCKET_MM + button.boss_height_mm
    pressed = disc - button.travel_mm
    if pressed < housing + FREE_MM:
        yield f"the disc meets the housing {housing - pressed:.2f} mm before the switch closes"
    if (above := pressed + button.cap_height_mm - deck) < FREE_MM:
        yield f"a pressed cap lies {-above:.2f} mm below the deck, expected above it"
    if disc > deck + button.cap_height_mm:
        yield f"the cap floats {disc - deck:.2f} mm above the deck"
    return f"caps stand {disc + button.cap_height_mm - deck:.1f} mm above the deck"


def wood_over_reed(plan: Plan) -> Told:
    plate = plan.kit.sensor_plate
    wood = plate.thickness_mm + plate.thickness_tolerance_mm
    if wood > plate.wood_limit_mm:
        yield f"{wood:g} mm at most, expected {plate.wood_limit_mm:g}"
    return f"{wood:g} mm at most"


def sensors_apart(plan: Plan) -> Told:
    far = {
        (one.name, other.name): dist(one.middle, other.middle)
        for one, other in combinations(plan.slots, 2)
    }
    for (one, other), mm in far.items():
        if mm < SENSORS_APART_MM:
            yield f"{one} and {other}: {mm:.1f} mm apart, expected {SENSORS_APART_MM:g}"
    return f"the closest are {min(far.values()):.1f} mm apart"


SENSORS_APART_MM = 25.0
"""Closer reeds hear each other's magnets (computed)."""


def reeds_close(plan: Plan) -> Told:
    need = field.closing_mt(plan.kit.reed)
    margins = field.margins(plan.kit)
    for margin in margins:
        if margin.closes < 0:
            yield (
                f"{plan.slots[margin.line].name}: {margin.own_mt:.2f} mT, expected {need:.2f}: "
                f"{-margin.closes:.2f} mm too far"
            )
    least = min(margins, key=lambda margin: margin.closes)
    return f"margin {least.closes:.2f} mm, {least.own_mt:.1f} mT where {need:.1f} close"


def reeds_open(plan: Plan) -> Told:
    most = field.opening_mt(plan.kit.reed)
    margins = field.margins(plan.kit)
    for margin in margins:
        if margin.opens < 0:
            yield (
                f"{plan.slots[margin.line].name}: {margin.others_mt:.2f} mT of all others, "
                f"expected below {most:.2f}: {-margin.opens:.2f} mm too near"
            )
    least = min(margins, key=lambda margin: margin.opens)
    name = plan.slots[least.line].name
    return f"{name} has the least margin, {least.opens:.2f} mm: {least.others_mt:.2f} mT"


def lifted_opens(plan: Plan) -> Told:
    """What the trial tells to hear: the most sensitive reed is silent once a bridge with the
    strongest magnet is lifted, or lies beside its slot, by so much."""
    kit, most = plan.kit, field.opening_mt(plan.kit.reed)
    strong = replace(kit, magnet=field.strongest(kit))
    lifted, beside = kit.reed.lifted_mm, kit.reed.beside_mm
    felt = {
        f"lifted by {lifted:g} mm": field.Placing(above=field.above_mm(kit) + lifted),
        f"{beside:g} mm beside": field.Placing(aside=beside),
        f"{beside:g} mm along": field.Placing(along=beside),
    }
    fields = {name: field.own(strong, placing).most for name, placing in felt.items()}
    for name, mt in fields.items():
        if mt >= most:
            yield f"a bridge {name}: {mt:.2f} mT at its reed, expected below {most:.2f}"
    return f"{max(fields.values()):.2f} mT at the most, {most:.2f} hold a reed"


def same_layout(plan: Plan) -> Told:
    """The slots of the kit against those that the simulator draws."""
    tolerance = plan.kit.slot.layout_tolerance_mm
    worst = 0.0
    for slot, ends in zip(plan.slots, SLOTS, strict=True):
        a, b = map(places.on_board, ends)
        off = max(dist(slot.a, a), dist(slot.b, b))
        worst = max(worst, off)
        if off > tolerance:
            yield f"{slot.name}: an end {off:.2f} mm off the layout, expected {tolerance:g}"
    return f"no slot's end is farther than {worst:.2f} mm from the layout"


RULES = (
    Rule("slots lie as the layout has them", same_layout),
    Rule("slots apart", slots_apart),
    Rule("bridges apart", bridges_apart),
    Rule("slots inside the board", slots_inside),
    Rule("lights clear of slots", lights_clear),
    Rule("holders clear of wells", holders_clear),
    Rule("holders fit their holes", holders_fit),
    Rule("lights flush with the deck", lights_flush),
    Rule("the bezel hides the picture's edge", window_hides_edge),
    Rule("drills inside the board", drills_inside),
    Rule("joints clear of cuts", joints_clear),
    Rule("plates fit the machine", plates_fit_bed),
    Rule("prints fit the printer", prints_fit_bed),
    Rule("prints span without support", print_spans),
    Rule("a bridge fits its slot", bridge_fits),
    Rule("buttons reach their switches", button_reaches),
    Rule("wood over the reed", wood_over_reed),
    Rule("sensors apart", sensors_apart),
    Rule("every reed must close", reeds_close),
    Rule("every reed must stay open", reeds_open),
    Rule("a lifted bridge is not heard", lifted_opens),
)
