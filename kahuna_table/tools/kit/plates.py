"""The plates as drawings, at their true sizes; the cutter's kerf comes later."""

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, cos, dist, hypot, radians, sin

from kahuna_table.engine.board import ISLANDS, LINES, SCHEMATIC, Island, Line, Point
from kahuna_table.pictures.coasts import NAMES_AT
from kahuna_table.tools.kit import models, places
from kahuna_table.tools.kit.design import Kit
from kahuna_table.tools.kit.lettering import letters
from kahuna_table.tools.kit.places import Layout
from kahuna_table.tools.kit.shapes import (
    Bar,
    Disc,
    Drawing,
    Layer,
    Path,
    Shape,
    box,
    mirrored,
    moved,
)

NAME_MM = 4.2
"""Height of the capitals of an island's name."""
MARK_MM = 1.8
"""Height of the capitals of a line's name under the plate."""
ISLAND_MM = 42.0
"""Across an island of the schematic layout."""
CLEAR_MM = 1.5
"""Around a name."""
STEP_MM = 1.0
"""An engraved coast is cut at a joint to this length."""


def drawings(kit: Kit) -> tuple[Drawing, ...]:
    return (
        deck(kit),
        sensor_plate(kit),
        frame(kit),
        floor(kit),
        button_panel(kit),
        display_bezel(kit),
        trial(kit),
    )


def whole_deck(kit: Kit, layout: Layout) -> Drawing:
    """The deck in one piece, for paper; the measured one is cut at its joint as the wood is."""
    height = places.deck_height(kit)
    title = f"Kahuna table, deck, {layout.value} layout"
    if layout is Layout.SCHEMATIC:
        title += " (paper only: the sensor plate fits the measured one)"
    shapes: list[Shape] = [box(Layer.CUT, 0, 0, places.WIDTH, height, outer=True)]
    if layout is Layout.MEASURED:
        seam = tuple(places.joint(kit.deck.joint_x_mm, height, kit))
        shapes.append(Path(Layer.CUT, seam, closed=False))
    shapes += [*_deck_holes(kit, layout), *_islands(kit, layout)]
    return Drawing("deck", title, places.WIDTH, height, tuple(shapes))


def deck(kit: Kit) -> Drawing:
    """The deck in two halves, the right one moved away by the gap."""
    height = places.deck_height(kit)
    joint = places.joint(kit.deck.joint_x_mm, height, kit)
    left = (*joint, (0.0, height), (0.0, 0.0))
    right = (*joint[::-1], (places.WIDTH, 0.0), (places.WIDTH, height))
    shapes: list[Shape] = []
    for outline, by in ((left, 0.0), (right, models.GAP_MM)):
        piece: list[Shape] = [Path(Layer.CUT, outline, outer=True)]
        for shape in (*_deck_holes(kit, Layout.MEASURED), *_islands(kit, Layout.MEASURED)):
            piece += _within(shape, outline)
        shapes += [moved(shape, by, 0) for shape in piece]
    title = "deck, birch plywood 3 mm, two halves, seen from above"
    return Drawing("deck", title, places.WIDTH + models.GAP_MM, height, tuple(shapes))


def sensor_plate(kit: Kit) -> Drawing:
    """The plate under the deck, seen from below: that face is engraved with what is glued there."""
    shapes = (*underside(kit), *_line_names(kit, kit.sensor_plate.joint_x_mm))
    title = "sensor plate, birch plywood 3 mm, two halves, seen from BELOW"
    return Drawing(
        "sensor-plate", title, places.WIDTH + models.GAP_MM, places.deck_height(kit), shapes
    )


def underside(kit: Kit) -> tuple[Shape, ...]:
    """What is cut and engraved in the sensor plate, seen from below; its names are not there."""
    height, at = places.deck_height(kit), kit.sensor_plate.joint_x_mm
    holes: list[Shape] = []
    for light in places.lights(kit):
        holes.append(Disc(Layer.CUT, light.at, light.radius))
        holes.append(Disc(Layer.ENGRAVE, light.at, places.flange_radius(kit)))
    holes += [
        Disc(Layer.CUT, button.at, kit.button.housing_hole_mm / 2) for button in places.buttons(kit)
    ]
    holes += [Disc(Layer.CUT, screw.at, screw.radius) for screw in places.screws(kit)]
    for slot in places.slots(kit):
        holes += [Disc(Layer.CUT, peg.at, peg.radius) for peg in places.pegs(kit, slot)]
        holes.append(_holder_outline(kit, slot))
    shapes: list[Shape] = []
    for x, width, by in ((0.0, at, models.GAP_MM), (at, places.WIDTH - at, 0.0)):
        outline = box(Layer.CUT, x, 0, width, height, outer=True)
        piece: list[Shape] = [outline]
        for shape in holes:
            piece += _within(shape, outline.points)
        shapes += [moved(mirrored(shape, places.WIDTH), by, 0) for shape in piece]
    return tuple(shapes)


def frame(kit: Kit) -> Drawing:
    """Four walls, each with its name on the face that comes inside, upper edge up."""
    thick, height = kit.frame.thickness_mm, kit.frame.height_mm
    width = places.WIDTH - 2 * kit.frame.inset_mm
    deep = places.deck_height(kit) - 2 * kit.frame.inset_mm
    shapes: list[Shape] = []
    y = 0.0
    for name, length, odd in (
        ("BACK", width, False),
        ("FRONT", width, False),
        ("LEFT", deep, True),
        ("RIGHT", deep, True),
    ):
        wall = Path(
            Layer.CUT, _fingers(length, height, thick, kit.frame.finger_mm, odd), outer=True
        )
        words = letters(Layer.MARK, f"{name}, inside, this edge up", (length * 0.4, 6), NAME_MM)
        shapes += [moved(shape, 0, y) for shape in (wall, *words)]
        y += height + models.GAP_MM
    shapes += [Disc(Layer.CUT, hole.at, hole.radius) for hole in places.back_holes(kit)]
    title = "frame: back, front, two sides, plywood 6 mm, seen from inside the box"
    return Drawing("frame", title, width, y - models.GAP_MM, tuple(shapes))


def floor(kit: Kit) -> Drawing:
    """The floor in two halves, seen from above, and the plate that carries the jack."""
    width = places.WIDTH - 2 * kit.frame.inset_mm
    deep = places.deck_height(kit) - 2 * kit.frame.inset_mm
    shapes: list[Shape] = []
    holes = [Disc(Layer.CUT, hole.at, hole.radius) for hole in places.screws(kit)]
    holes += [Disc(Layer.CUT, at, kit.pi.mount_hole_mm / 2) for at in mount_holes(kit)]
    inset, half = kit.frame.inset_mm, width / 2
    for n in range(2):
        outline = box(Layer.CUT, inset + n * half, inset, half, deep, outer=True)
        piece = [outline, *(each for hole in holes for each in _within(hole, outline.points))]
        shapes += [moved(shape, n * models.GAP_MM - inset, -inset) for shape in piece]
    side, beside = kit.frame.jack_plate_mm, width + 2 * models.GAP_MM
    shapes.append(box(Layer.CUT, beside, 0, side, side, outer=True))
    middle = (beside + side / 2, side / 2)
    shapes.append(Disc(Layer.CUT, middle, kit.frame.jack_hole_mm / 2))
    title = "floor, plywood 3 mm, two halves seen from above, and the jack's plate"
    return Drawing("floor", title, beside + side, deep, tuple(shapes))


def button_panel(kit: Kit) -> Drawing:
    """The panel with its cut-outs, and the two strips that hold it off the sensor plate."""
    button = kit.button
    long, width, side = models.panel_length(kit), button.panel_width_mm, button.cutout_mm
    shapes: list[Shape] = [box(Layer.CUT, 0, 0, long, width, outer=True)]
    for n in range(8):
        x = button.panel_margin_mm + n * button.pitch_mm
        shapes.append(box(Layer.CUT, x - side / 2, (width - side) / 2, side, side))
    strip = models.SPACER_WIDTH_MM
    for n in range(2):
        y = width + models.GAP_MM / 2 + n * (strip + models.GAP_MM / 2)
        shapes.append(box(Layer.CUT, 0, y, long, strip, outer=True))
    title = "button panel, birch plywood 3 mm, with two spacer strips"
    return Drawing("button-panel", title, long, width + models.GAP_MM + 2 * strip, tuple(shapes))


def display_bezel(kit: Kit) -> Drawing:
    display = kit.display
    width, height = models.bezel_mm(kit)
    window_wide, window_high = display.window_mm
    middle = display.border_mm + display.height_mm / 2
    shapes: list[Shape] = [
        box(Layer.CUT, 0, 0, width, height, outer=True),
        box(
            Layer.CUT,
            (width - window_wide) / 2,
            middle - window_high / 2,
            window_wide,
            window_high,
        ),
        box(
            Layer.ENGRAVE, display.border_mm, display.border_mm, display.width_mm, display.height_mm
        ),
    ]
    wide, high = display.ribbon_slot_mm
    up = height - display.ribbon_up_mm - high / 2
    shapes.append(box(Layer.CUT, (width - wide) / 2, up, wide, high))
    radius = display.clip_hole_mm / 2
    shapes += [Disc(Layer.CUT, at, radius) for at in (*clip_holes(kit), *stand_holes(kit))]
    title = "display bezel, birch plywood 3 mm, seen from behind"
    return Drawing("display-bezel", title, width, height, tuple(shapes))


def trial(kit: Kit) -> Drawing:
    """One slot with its light in a piece of deck, and the piece of sensor plate under it."""
    width, height = models.TRIAL_MM
    slot, light = _trial_slot(kit)
    shapes: list[Shape] = [Bar(Layer.CUT, slot.a, slot.b, kit.slot.width_mm), light]
    shapes += trial_underside(kit)
    for n, name in enumerate(("deck, from above", "sensor plate, from BELOW")):
        x = n * (width + models.GAP_MM)
        shapes.append(box(Layer.CUT, x, 0, width, height, outer=True))
        shapes += letters(Layer.MARK, name, (x + width / 2, 8), NAME_MM)
    title = "trial: one slot, plywood 3 mm"
    return Drawing("trial", title, 2 * width + models.GAP_MM, height, tuple(shapes))


def trial_underside(kit: Kit) -> tuple[Shape, ...]:
    """What is cut and engraved in the piece of sensor plate to try, seen from below."""
    width, _ = models.TRIAL_MM
    slot, light = _trial_slot(kit)
    below: list[Shape] = [Disc(Layer.CUT, peg.at, peg.radius) for peg in places.pegs(kit, slot)]
    below += [_holder_outline(kit, slot), light]
    return tuple(moved(mirrored(shape, width), width + models.GAP_MM, 0) for shape in below)


def _trial_slot(kit: Kit) -> tuple[places.SlotPlace, Disc]:
    middle, half = models.TRIAL_MM[0] / 2, kit.slot.length_mm / 2
    slot = places.SlotPlace(Line(0), (middle - half, 36.0), (middle + half, 36.0))
    at = slot.at(0, -places.LIGHT_ASIDE_MM)
    return slot, Disc(Layer.CUT, at, kit.light.line_mm / 2)


def clip_holes(kit: Kit) -> tuple[Point, ...]:
    """Those of the four corner clips in the bezel."""
    display = kit.display
    x = display.border_mm - display.clip_wall_mm - display.ear_mm / 2
    top = display.border_mm - display.clip_wall_mm
    leg = display.clip_mm + display.clip_wall_mm
    ys = [top + leg * share for share in (0.25, 0.75)]
    bottom = 2 * display.border_mm + display.height_mm
    right = 2 * display.border_mm + display.width_mm
    return tuple((a, b) for y in ys for b in (y, bottom - y) for a in (x, right - x))


def stand_holes(kit: Kit) -> tuple[Point, ...]:
    """Two for each stand, below the display."""
    width, height = models.bezel_mm(kit)
    return tuple(
        (x, height - up) for x in (width * 0.25, width * 0.75) for up in stand_screws_mm(kit)
    )


def stand_screws_mm(kit: Kit) -> tuple[float, float]:
    """How far up the bezel the screws of a stand sit: above its foot, below the clips."""
    return kit.display.stand_height_mm * 0.4, kit.display.stand_height_mm * 0.6


def mount_holes(kit: Kit) -> tuple[Point, ...]:
    """Those of the Pi's mount in the floor, in the deck's coordinates."""
    width, deep, _ = models.mount_mm(kit)
    x, y = kit.places.pi
    half = kit.pi.edge_mm / 2
    return tuple(
        (x + sx * (width / 2 - half), y + sy * (deep / 2 - half))
        for sx in (-1, 1)
        for sy in (-1, 1)
    )


def _deck_holes(kit: Kit, layout: Layout) -> Iterator[Shape]:
    for slot in places.slots(kit, layout):
        yield Bar(Layer.CUT, slot.a, slot.b, kit.slot.width_mm)
    for hole in (*places.lights(kit, layout), *places.buttons(kit), *places.screws(kit)):
        yield Disc(Layer.CUT, hole.at, hole.radius)


def _holder_outline(kit: Kit, slot: places.SlotPlace) -> Path:
    half, side = kit.holder.length_mm / 2, kit.holder.width_mm / 2
    corners = ((-half, -side), (half, -side), (half, side), (-half, side))
    return Path(Layer.ENGRAVE, tuple(slot.at(*corner) for corner in corners))


def _islands(kit: Kit, layout: Layout) -> Iterator[Shape]:
    for island in ISLANDS:
        if layout is Layout.MEASURED:
            yield Path(Layer.ENGRAVE, _coast(island))
            at = name_place(kit, island)
        else:
            x, y = places.on_board(SCHEMATIC[island])
            yield Disc(Layer.ENGRAVE, (x, y), ISLAND_MM / 2)
            at = (x, y + 12)
        yield from letters(Layer.ENGRAVE, island.name, at, NAME_MM)
    if layout is Layout.SCHEMATIC:
        yield from _straight_lines()


def name_place(kit: Kit, island: Island) -> Point:
    """The middle of an island's name on the deck: on its own land, clear of cuts and of the joint,
    as near as can be to where the display has it."""
    coast = _coast(island)
    corners = [point for path in letters(Layer.ENGRAVE, island.name, (0.0, 0.0), NAME_MM)
               for point in path.points]  # fmt: skip
    half = max(x for x, _ in corners) + CLEAR_MM, NAME_MM / 2 + CLEAR_MM
    seams = [*pairwise(places.joint(kit.deck.joint_x_mm, places.deck_height(kit), kit))]
    cuts = [(slot.a, slot.b, kit.slot.width_mm / 2) for slot in places.slots(kit)]
    cuts += [((x, y), (x + 0.1, y), radius) for _, (x, y), radius in places.lights(kit)]
    cuts += [(a, b, 0.0) for a, b in seams]

    def free(at: Point) -> bool:
        around = [(at[0] + half[0] * n / 3, at[1] + half[1] * m) for n in range(-3, 4)
                  for m in (-1, 0, 1)]  # fmt: skip
        return all(places.inside(point, coast) for point in around) and all(
            places.to_segment(point, a, b) > radius for point in around for a, b, radius in cuts
        )

    wish = places.on_board((NAMES_AT[island][0] / 1000, NAMES_AT[island][1] / 1000))
    ways = [(n * STEP_MM, m * STEP_MM) for n in range(-60, 61) for m in range(-60, 61)]
    for dx, dy in sorted(ways, key=lambda way: hypot(*way)):
        if free(at := (wish[0] + dx, wish[1] + dy)):
            return at
    raise AssertionError(f"no room for the name of {island.name}")


def _coast(island: Island) -> tuple[Point, ...]:
    from kahuna_table.pictures.board_picture import coast_points  # pygame, which the rules spare

    return tuple(coast_points(island, places.WIDTH))


def _straight_lines() -> Iterator[Path]:
    for a, b in LINES:
        (ax, ay), (bx, by) = places.on_board(SCHEMATIC[a]), places.on_board(SCHEMATIC[b])
        far = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / far, (by - ay) / far
        for begin, end in ((ISLAND_MM / 2, far / 2 - 22), (far / 2 + 22, far - ISLAND_MM / 2)):
            if end > begin:
                ends = ((ax + ux * begin, ay + uy * begin), (ax + ux * end, ay + uy * end))
                yield Path(Layer.MARK, ends, closed=False)


def _line_names(kit: Kit, joint_x: float) -> Iterator[Shape]:
    """The name and crossing of each line beside its holder, readable from below."""
    sensors = kit.pins.map().sensors
    for slot in places.slots(kit):
        aside = _free_side(kit, slot) * (kit.holder.width_mm / 2 + 2.2)
        x, y = slot.at(0, aside)
        below = places.WIDTH - x + (models.GAP_MM if x < joint_x else 0.0)
        turned = -slot.degrees  # mirrored
        text = f"{slot.name} {sensors[slot.line].name}"
        for path in letters(Layer.MARK, text, (0.0, 0.0), MARK_MM):
            yield moved(_turned(path, turned), below, y)


def _free_side(kit: Kit, slot: places.SlotPlace) -> int:
    """The side of a slot away from its own light."""
    light = places.lights(kit)[len(ISLANDS) + slot.line].at
    return 1 if dist(light, slot.at(0, -5)) < dist(light, slot.at(0, 5)) else -1


def _turned(path: Path, degrees: float) -> Path:
    upright = (degrees + 90) % 180 - 90
    c, s = cos(radians(upright)), sin(radians(upright))
    return Path(path.layer, tuple((x * c - y * s, x * s + y * c) for x, y in path.points))


def _fingers(
    length: float, height: float, thick: float, finger: float, odd: bool
) -> tuple[Point, ...]:
    """A wall whose ends interlock with those of its neighbour: `odd` fingers stand out."""
    count = round(height / finger)
    steps = [
        (n * height / count, (n + 1) * height / count, (n % 2 == 1) == odd) for n in range(count)
    ]
    right = [
        (length if out else length - thick, y) for top, bottom, out in steps for y in (top, bottom)
    ]
    left = [(length - x, y) for x, y in reversed(right)]
    return tuple(_without_repeats([*right, *left]))


def _without_repeats(points: list[Point]) -> list[Point]:
    return [a for a, b in pairwise([*points, points[0]]) if dist(a, b) > 1e-9]


def _within(shape: Shape, outline: tuple[Point, ...]) -> list[Shape]:
    """The part of a shape that lies on a piece: all or nothing, but lines are cut there."""
    match shape:
        case Disc(at=at):
            return [shape] if places.inside(at, outline) else []
        case Bar(a=a):
            return [shape] if places.inside(a, outline) else []
        case Path():
            return list(_runs(shape, outline))


def _runs(path: Path, outline: tuple[Point, ...]) -> Iterator[Path]:
    """A path as it is where all of it lies on the piece, else the stretches that do."""
    if all(places.inside(point, outline) for point in path.points):
        yield path
        return
    points = [*path.points, path.points[0]] if path.closed else list(path.points)
    run: list[Point] = []
    for a, b in pairwise(points):
        steps = max(1, ceil(dist(a, b) / STEP_MM))
        for n in range(steps):
            t = n / steps
            at = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            if places.inside(at, outline):
                run.append(at)
                continue
            if len(run) > 1:
                yield Path(path.layer, tuple(run), closed=False)
            run = []
    if len(run) > 1:
        yield Path(path.layer, tuple(run), closed=False)
