"""The pictures of the manual: scenes made of the same solids that are printed, and simple boxes.

Needs the extra `kit`.
"""

from collections.abc import Callable
from math import cos, dist, radians
from typing import Any, Final

from build123d import Box, Cylinder, Polygon, Pos, Rot, SlotOverall, extrude, make_face

from kahuna_table.engine.board import ISLANDS, Line
from kahuna_table.tools.kit import assembly, models, places, plates, solids
from kahuna_table.tools.kit.design import Kit
from kahuna_table.tools.kit.render import Colour, Thing, View, draw
from kahuna_table.tools.kit.shapes import Bar, Disc, Drawing, Layer, Path
from kahuna_table.tools.kit.solids import LOW, Solid
from kahuna_table.tools.kit.whereabouts import Spot, Whereabouts

BIRCH: Final[Colour] = (222, 190, 142)
PLY: Final[Colour] = (236, 214, 176)
PINE: Final[Colour] = (205, 170, 115)
BLUE: Final[Colour] = (58, 96, 160)
AMBER: Final[Colour] = (235, 225, 200)
STEEL: Final[Colour] = (170, 174, 182)
GREY: Final[Colour] = (206, 208, 212)
WHITE: Final[Colour] = (244, 244, 246)
GREEN: Final[Colour] = (76, 150, 96)
DARK: Final[Colour] = (70, 72, 78)
COPPER: Final[Colour] = (190, 120, 60)


def table(kit: Kit) -> Any:
    """The whole table, exploded."""
    frame = kit.frame
    things = [
        Thing(_deck(kit), BIRCH, (0, 0, 190), "deck"),
        Thing(_sensor_plate(kit), PLY, (0, 0, 110), "sensor plate"),
        Thing(_frame(kit), PINE, (0, 0, 0), "frame"),
        Thing(_floor(kit), PLY, (0, 0, -70), "floor"),
    ]
    panel = Box(models.panel_length(kit), kit.button.panel_width_mm, 3)
    at = Pos(places.WIDTH / 2, -places.BOARD_HEIGHT - kit.button.inset_mm, frame.height_mm)
    things.append(Thing(at * panel, BIRCH, (0, 0, 50), "button panel"))
    return draw(things, View(around=-30, above=32, size=(1100, 900)))


def slot(kit: Kit) -> Any:
    """One slot, exploded."""
    made = assembly.slot(kit)
    lifts = {
        "bridge": (42, BLUE, "bridge"), "magnet": (32, STEEL, "magnet, lying along"),
        "cap": (25, BLUE, "cap"), "deck": (8, BIRCH, "deck"), "plate": (-10, PLY, "sensor plate"),
        "reed": (-34, GREEN, "reed"), "holder": (-42, GREY, "reed holder"),
        "well": (-30, WHITE, "light well"), "light": (-50, GREEN, "light"),
    }  # fmt: skip
    things = [
        Thing(made[name], colour, (0, 14 if name in ("well", "light") else 0, lift), label)
        for name, (lift, colour, label) in lifts.items()
    ]
    return draw(things, View(around=-30, above=22, size=(1000, 900)))


def slot_cut(kit: Kit) -> Any:
    """One slot, put together and sawn open along its middle."""
    made = assembly.slot(kit)
    away = Pos(0, -50, 0) * Box(200, 100, 200)
    names = {
        "bridge": (BLUE, "bridge"), "magnet": (STEEL, "magnet"), "cap": (AMBER, "cap"),
        "deck": (BIRCH, "deck"), "plate": (PLY, "sensor plate"), "holder": (GREY, "reed holder"),
    }  # fmt: skip
    things = [Thing(made[name] - away, colour, (0, 0, 0), label)
              for name, (colour, label) in names.items()]  # fmt: skip
    things.append(Thing(made["reed"], GREEN, (0, 0, 0), "reed"))
    return draw(things, View(around=-12, above=14, size=(1000, 480)))


def bridge(kit: Kit) -> Any:
    """Two bridges from below: pocket, magnet, cap."""
    made = assembly.slot(kit)
    turned = Rot(180, 0, 0)
    black, white = turned * made["bridge"], turned * solids.bridge(kit, planks=False)
    things = [
        Thing(black, BLUE, (0, 0, 0), "black bridge, upside down"),
        Thing(turned * made["magnet"], STEEL, (0, 0, 10), "magnet, along the bridge"),
        Thing(turned * made["cap"], AMBER, (0, 0, 17), "cap, flush"),
        Thing(Pos(0, 30, 0) * white, AMBER, (0, 0, 0), "white bridge"),
    ]
    return draw(things, View(around=-30, above=38, size=(1000, 560)))


def holder(kit: Kit) -> Any:
    """The reed over its holder, and holder under the plate."""
    made = assembly.slot(kit)
    things = [
        Thing(made["plate"], PLY, (0, 0, 22), "sensor plate: two small holes for the pegs"),
        Thing(made["well"], WHITE, (0, 0, 4), "light well, glued later into the large hole"),
        Thing(made["reed"], GREEN, (0, 0, 8), "reed, leads straight"),
        Thing(made["holder"], GREY, (0, 0, 0), "holder, groove and pegs up"),
    ]
    return draw(things, View(around=-25, above=24, size=(1000, 600)))


def well(kit: Kit) -> Any:
    """A light of an island and one of a line, from below."""
    turned = Rot(180, 0, 0)
    things = []
    for n, (name, shines) in enumerate(
        (("island", kit.light.island_mm), ("line", kit.light.line_mm))
    ):
        at = Pos(22 * n, 0, 0)
        body = at * turned * solids.light_well(kit, shines)
        board = at * Cylinder(kit.light.board_mm / 2, kit.light.board_height_mm, align=LOW)
        things.append(Thing(body, WHITE, (0, 0, 0), f"well of {name}s, upside down"))
        things.append(Thing(board, GREEN, (0, 0, 5), f"light of {name}s, its face down"))
    return draw(things, View(around=-25, above=35, size=(1000, 520)))


def button(kit: Kit) -> Any:
    made = assembly.button(kit)
    things = [
        Thing(made["cap"], BLUE, (0, 0, 34), "cap"),
        Thing(made["deck"], BIRCH, (0, 0, 14), "deck"),
        Thing(made["plate"], PLY, (0, 0, 6), "sensor plate"),
        Thing(made["switch"], DARK, (0, 0, -12), "key switch"),
        Thing(made["panel"], BIRCH, (0, 0, -30), "button panel"),
    ]
    part = kit.button
    strip = Box(60, models.SPACER_WIDTH_MM, part.spacer_mm, align=LOW)
    low = -kit.sensor_plate.thickness_mm - part.spacer_mm
    for side in (1, -1):
        aside = side * (part.panel_width_mm - models.SPACER_WIDTH_MM) / 2
        label = "two spacer strips, glued on the panel" if side < 0 else ""
        things.append(Thing(Pos(0, aside, low) * strip, PINE, (0, 0, -19), label))
    return draw(things, View(around=-30, above=24, size=(900, 640)))


def display(kit: Kit) -> Any:
    """The bezel from behind, with display, clips and stands."""
    part = kit.display
    width, height = models.bezel_mm(kit)
    sheet = _extruded(plates.display_bezel(kit), part.thickness_mm)
    x, y = part.border_mm, part.border_mm
    glass = Pos(x + part.width_mm / 2, -y - part.height_mm / 2, part.thickness_mm)
    screen = glass * Box(part.width_mm, part.height_mm, part.depth_mm, align=LOW)
    things = [
        Thing(sheet, BIRCH, (0, 0, 0), "bezel, from behind"),
        Thing(screen, DARK, (0, 0, 25), "display, face down"),
    ]
    leg = part.clip_mm + part.clip_wall_mm
    clip = Rot(180, 0, 0) * solids.display_frame(kit)
    depth = part.thickness_mm + part.depth_mm + part.clip_wall_mm
    off_x = (leg - part.ear_mm) / 2 - part.clip_wall_mm
    off_y = leg / 2 - part.clip_wall_mm
    for n, (cx, cy, turn) in enumerate(
        (
            (x + off_x, -y - off_y, 0),
            (x + part.width_mm - off_x, -y - part.height_mm + off_y, 180),
        )
    ):
        corner = Pos(cx, cy, depth) * Rot(0, 0, turn) * clip
        things.append(Thing(corner, GREY, (0, 0, 55), "corner clip, ear outside" if n == 0 else ""))
    made = solids.stand(kit)
    corner = made.bounding_box().min
    foot = Rot(0, 0, part.lean_degrees) * Pos(-corner.X, -corner.Y, -part.stand_width_mm / 2) * made
    for n, sx in enumerate((width * 0.25, width * 0.75)):
        body = Pos(sx, -height, part.thickness_mm) * Rot(0, -90, 0) * foot
        things.append(Thing(body, GREY, (0, 0, 20), "stand" if n == 0 else ""))
    return draw(things, View(around=-25, above=40, size=(1100, 800)))


def ribbon(kit: Kit) -> Any:
    """The way of the display's ribbon, from the right: back wall, bezel and display sawn open along
    it, the Pi in the box."""
    part, where = kit.display, Whereabouts(kit)
    socket, hole, slit, back = where.ribbon_way
    lean = Pos(slit[0], -slit[1], 0) * Rot(-part.lean_degrees, 0, 0)
    width, height = models.bezel_mm(kit)
    sheet = Pos(-width / 2, 0, height) * Rot(90, 0, 0) * _extruded(plates.display_bezel(kit), 3)
    glass = Box(part.width_mm, part.depth_mm, part.height_mm, align=LOW)
    wall = Box(260, kit.frame.thickness_mm, kit.frame.height_mm, align=LOW)
    wall -= Pos(0, 0, hole[2]) * Rot(90, 0, 0) * Cylinder(kit.frame.cable_hole_mm / 2, 40)
    board = Box(*kit.pi.board_mm, 4, align=LOW)
    up = (back[2] - slit[2]) / cos(radians(part.lean_degrees))
    x, inside, half = hole[0], hole[1] + 10, RIBBON_MM / 2
    strips = [
        _strip(socket, (x + half, socket[1], socket[2])),
        _strip((x, socket[1], socket[2]), (x, inside, socket[2])),
        _strip((x, inside, socket[2]), (x, inside, slit[2])),
        _strip((x, inside, slit[2]), (x, slit[1] - 26, slit[2])),
    ]
    rise = lean * Pos(x - slit[0], part.depth_mm + 4, slit[2]) * Box(RIBBON_MM, 1, up, align=LOW)
    away = Pos(hole[0] + 500, 0, 0) * Box(1000, 1000, 1000)
    things = [
        Thing(
            Pos(hole[0], -hole[1] - 3, 0) * wall - away, PINE, (0, 0, 0), "back wall, cable hole"
        ),
        Thing(Pos(kit.places.pi[0], -kit.places.pi[1], 10) * board, GREEN, (0, 0, 0), "Pi"),
        Thing(lean * sheet - away, BIRCH, (0, 0, 0), "bezel, slot in its foot"),
        Thing(lean * Pos(0, 4, part.foot_mm) * glass - away, DARK, (0, 0, 0), "display"),
        Thing(strips[0] + strips[1:] + rise, BLUE, (0, 0, 0), "ribbon"),
    ]
    return draw(things, View(around=60, above=24, size=(1000, 640)))


def _strip(a: Spot, b: Spot) -> Solid:
    """A piece of ribbon along one axis of the box."""
    (ax, ay, az), (bx, by, bz) = a, b
    size = [max(abs(p - q), 1.0) for p, q in zip(a, b, strict=True)]
    size[1 if ax != bx else 0] = RIBBON_MM
    return Pos((ax + bx) / 2, -(ay + by) / 2, (az + bz) / 2) * Box(*size)


RIBBON_MM: Final = 16.0
"""Width of a flat cable of 15 ways."""


def box(kit: Kit) -> Any:
    """Frame and floor with what lies in them."""
    things = [
        Thing(_frame(kit), PINE, (0, 0, 0), "frame with battens"),
        Thing(_floor(kit), PLY, (0, 0, 0), "floor"),
    ]
    floor = kit.frame.floor_mm / 2
    for name, at, size, colour in (
        ("Pi: card left, pins to the back", kit.places.pi, (97.0, 68.0, 20.0), GREEN),
        ("sensor board", kit.places.sensors, (160.0, 100.0, 8.0), COPPER),
        ("level shifter", kit.places.shifter, (40.0, 25.0, 10.0), GREEN),
        ("terminals and fuse", kit.places.supply, (60.0, 20.0, 15.0), DARK),
    ):
        body = Pos(at[0], -at[1], floor) * Box(*size, align=LOW)
        things.append(Thing(body, colour, (0, 0, 0), name))
    return draw(things, View(around=-25, above=50, size=(1100, 800)))


def frame(kit: Kit) -> Any:
    """The walls apart around the battens, seen from the front: how they go together."""
    part, away = kit.frame, 60.0
    labels = {
        "back": (0, away, "back: cables left, jack in the middle, vents right"),
        "front": (0, -away, "front"), "left": (-away, 0, "left"), "right": (away, 0, "right"),
    }  # fmt: skip
    things = [
        Thing(wall, PLY, (*labels[name][:2], 0), labels[name][2])
        for name, wall in _walls(kit).items()
    ]
    things.append(Thing(_battens(kit), PINE, (0, 0, 0), "battens, above and below"))
    _, jack, *_ = places.back_holes(kit)
    plate = Rot(90, 0, 0) * (
        Box(part.jack_plate_mm, part.jack_plate_mm, part.floor_mm)
        - Cylinder(part.jack_hole_mm / 2, 4 * part.floor_mm)
    )
    at = Pos(part.inset_mm + jack.at[0], -part.inset_mm - part.thickness_mm - 2, jack.at[1])
    things.append(Thing(at * plate, BIRCH, (0, away - 30, 0), "the jack's plate, inside"))
    return draw(things, View(around=-18, above=38, size=(1200, 800)))


def halves(kit: Kit) -> Any:
    """The deck face down, the sensor plate over it: joints at different places, drills as pins."""
    turned, gap = Rot(180, 0, 0), models.GAP_MM
    things = [
        Thing(turned * _sensor_plate(kit, gap=True), PLY, (0, 0, 70),
              "sensor plate, engraved face up"),
        Thing(turned * _extruded(plates.deck(kit), kit.deck.thickness_mm), BIRCH, (0, 0, 0),
              "deck: two halves, face down"),
    ]  # fmt: skip
    lines = places.lights(kit)[len(ISLANDS) :]
    for n, (cx, cy) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1))):
        corner = (cx * places.WIDTH, cy * places.BOARD_HEIGHT)
        x, y = min((light.at for light in lines), key=lambda at: dist(at, corner))
        pin = Pos(x + (gap if x > kit.sensor_plate.joint_x_mm else 0), y, 0)
        pin *= Cylinder(kit.light.line_mm / 2, 110, align=LOW)
        things.append(Thing(pin, STEEL, (0, 0, 0), "drills of 5 mm as pins" if n == 1 else ""))
    return draw(things, View(around=-25, above=40, size=(1100, 760)))


PICTURES: Final[dict[str, Callable[[Kit], Any]]] = {
    "table": table, "slot": slot, "slot-cut": slot_cut, "bridge": bridge, "holder": holder,
    "well": well, "button": button, "display": display, "box": box, "halves": halves,
    "frame": frame, "ribbon": ribbon,
}  # fmt: skip


def _extruded(drawing: Drawing, thickness: float) -> Solid:
    """A drawing's pieces as wood of this thickness, its upper left corner at the origin, y up."""
    pieces: list[Solid] = []
    holes: list[Solid] = []
    for shape in drawing.on(Layer.CUT):
        match shape:
            case Path(points=points, outer=outer):
                sheet = make_face(Polygon(*[(x, -y) for x, y in points], align=None).edges())
                (pieces if outer else holes).append(extrude(sheet, thickness))
            case Disc(at=(x, y), radius=radius):
                holes.append(Pos(x, -y, 0) * Cylinder(radius, 4 * thickness))
            case Bar(a=a, b=b, width=width):
                at = places.SlotPlace(Line(0), a, b)
                hole = extrude(SlotOverall(dist(a, b) + width, width), 4 * thickness, both=True)
                x, y = at.middle
                holes.append(Pos(x, -y, 0) * Rot(0, 0, -at.degrees) * hole)
    first, *others = pieces
    return (first + others if others else first) - holes


def _deck(kit: Kit) -> Solid:
    return _extruded(plates.whole_deck(kit, places.Layout.MEASURED), kit.deck.thickness_mm)


def _sensor_plate(kit: Kit, *, gap: bool = False) -> Solid:
    """Without its pegs' holes, which are too small to be seen."""
    height, thick = places.deck_height(kit), kit.sensor_plate.thickness_mm
    at, by = kit.sensor_plate.joint_x_mm, models.GAP_MM if gap else 0.0
    plate = Pos(at / 2, -height / 2, 0) * Box(at, height, thick)
    rest = places.WIDTH - at
    plate += Pos(at + rest / 2 + by, -height / 2, 0) * Box(rest, height, thick)
    holes = [(light.at, light.radius) for light in places.lights(kit)]
    holes += [(button.at, kit.button.housing_hole_mm / 2) for button in places.buttons(kit)]
    return plate - [
        Pos(x + (by if x > at else 0.0), -y, 0) * Cylinder(radius, 4 * thick)
        for (x, y), radius in holes
    ]


def _walls(kit: Kit) -> dict[str, Solid]:
    """The four walls as they are cut, each in its place."""
    frame, drawing = kit.frame, plates.frame(kit)
    outlines = [each for each in drawing.on(Layer.CUT) if isinstance(each, Path)]
    far_x, far_y = places.WIDTH - frame.inset_mm, places.deck_height(kit) - frame.inset_mm
    stands = {
        "back": Pos(frame.inset_mm, -frame.inset_mm, frame.height_mm),
        "front": Pos(frame.inset_mm, frame.thickness_mm - far_y, frame.height_mm),
        "left": Pos(frame.inset_mm + frame.thickness_mm, -frame.inset_mm, frame.height_mm)
        * Rot(0, 0, -90),
        "right": Pos(far_x, -frame.inset_mm, frame.height_mm) * Rot(0, 0, -90),
    }
    walls = {}
    for (name, stand), outline in zip(stands.items(), outlines, strict=True):
        top = min(y for _, y in outline.points)
        sheet = make_face(Polygon(*[(x, top - y) for x, y in outline.points], align=None).edges())
        wall = extrude(sheet, frame.thickness_mm)
        if name == "back":
            wall -= [Pos(x, -y, 0) * Cylinder(radius, 4 * frame.thickness_mm)
                     for _, (x, y), radius in places.back_holes(kit)]  # fmt: skip
        walls[name] = stand * Rot(90, 0, 0) * wall
    return walls


def _battens(kit: Kit) -> Solid:
    """Along the walls' upper and lower edges."""
    frame, deep = kit.frame, places.deck_height(kit)
    inset = 2 * (frame.inset_mm + frame.thickness_mm)
    width, depth, thick = places.WIDTH - inset, deep - inset, frame.batten_mm
    ring = Box(width, depth, thick, align=LOW) - Box(
        width - 2 * thick, depth - 2 * thick, 4 * thick
    )
    return Pos(places.WIDTH / 2, -deep / 2, 0) * (ring + Pos(0, 0, frame.height_mm - thick) * ring)


def _frame(kit: Kit) -> Solid:
    back, *others = _walls(kit).values()
    whole: Solid = back.fuse(*others, _battens(kit))
    return whole


def _floor(kit: Kit) -> Solid:
    inset, deep = kit.frame.inset_mm, places.deck_height(kit)
    size = (places.WIDTH - 2 * inset, deep - 2 * inset, kit.frame.floor_mm)
    return Pos(places.WIDTH / 2, -deep / 2, 0) * Box(*size)
