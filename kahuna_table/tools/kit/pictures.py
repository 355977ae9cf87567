"""The pictures of the manual: scenes made of the same solids that are printed, and simple boxes.

Needs the extra `kit`.
"""

from collections.abc import Callable
from math import dist
from typing import Any, Final

from build123d import Box, Cylinder, Polygon, Pos, Rot, SlotOverall, extrude, make_face

from kahuna_table.engine.board import ISLANDS, Line
from kahuna_table.tools.kit import assembly, models, places, plates, solids
from kahuna_table.tools.kit.design import Kit
from kahuna_table.tools.kit.render import Colour, Thing, View, draw
from kahuna_table.tools.kit.shapes import Bar, Disc, Drawing, Layer, Path
from kahuna_table.tools.kit.solids import LOW, Solid

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
        Thing(_walls(kit), PINE, (0, 0, 0), "frame"),
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
        Thing(made["plate"], PLY, (0, 0, 22), "sensor plate, its two holes"),
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


def underside(kit: Kit) -> Any:
    """The sensor plate from below, with every holder and well in its place."""
    plate = kit.sensor_plate.thickness_mm
    things = [Thing(_sensor_plate(kit), PLY)]
    size = (kit.holder.length_mm, kit.holder.width_mm, kit.holder.height_mm)
    for n, each in enumerate(places.slots(kit)):
        x, y = each.middle
        body = Pos(x, -y, -plate / 2 - size[2] / 2) * Rot(0, 0, -each.degrees) * Box(*size)
        things.append(Thing(body, GREY, label="27 reed holders" if n == 3 else ""))
    for n, light in enumerate(places.lights(kit)):
        x, y = light.at
        body = Pos(x, -y, -plate / 2 - 2) * Cylinder(places.flange_radius(kit), 4)
        label = {7: "12 wells of islands", len(ISLANDS) + 24: "27 wells of lines"}.get(n, "")
        things.append(Thing(body, GREEN if n < len(ISLANDS) else WHITE, label=label))
    return draw(things, View(around=0, above=-55, size=(1100, 800)))


def button(kit: Kit) -> Any:
    made = assembly.button(kit)
    things = [
        Thing(made["cap"], BLUE, (0, 0, 34), "cap"),
        Thing(made["deck"], BIRCH, (0, 0, 14), "deck"),
        Thing(made["plate"], PLY, (0, 0, 6), "sensor plate"),
        Thing(made["switch"], DARK, (0, 0, -12), "key switch"),
        Thing(made["panel"], BIRCH, (0, 0, -26), "button panel"),
    ]
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


def box(kit: Kit) -> Any:
    """Frame and floor with what lies in them."""
    things = [
        Thing(_walls(kit), PINE, (0, 0, 0), "frame with battens"),
        Thing(_floor(kit), PLY, (0, 0, 0), "floor"),
    ]
    floor = kit.frame.floor_mm / 2
    for name, at, size, colour in (
        ("Pi on its mount", kit.places.pi, (97.0, 68.0, 20.0), GREEN),
        ("sensor board", kit.places.sensors, (160.0, 100.0, 8.0), COPPER),
        ("level shifter", kit.places.shifter, (40.0, 25.0, 10.0), GREEN),
        ("fuse and 5 V", kit.places.supply, (60.0, 20.0, 15.0), DARK),
    ):
        body = Pos(at[0], -at[1], floor) * Box(*size, align=LOW)
        things.append(Thing(body, colour, (0, 0, 0), name))
    return draw(things, View(around=-25, above=50, size=(1100, 800)))


def halves(kit: Kit) -> Any:
    """The two halves of the deck over the two of the sensor plate: joints at different places."""
    things = [
        Thing(_extruded(plates.deck(kit), kit.deck.thickness_mm), BIRCH, (0, 0, 60),
              "deck: two halves, dovetails"),
        Thing(_sensor_plate(kit, gap=True), PLY, (0, 0, 0), "sensor plate: joint elsewhere"),
    ]  # fmt: skip
    return draw(things, View(around=-25, above=40, size=(1100, 760)))


PICTURES: Final[dict[str, Callable[[Kit], Any]]] = {
    "table": table, "slot": slot, "slot-cut": slot_cut, "bridge": bridge, "holder": holder,
    "well": well, "underside": underside, "button": button, "display": display, "box": box,
    "halves": halves,
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


def _walls(kit: Kit) -> Solid:
    """Four walls and the battens in their upper and lower edges."""
    frame, deep = kit.frame, places.deck_height(kit)
    outer = (places.WIDTH - 2 * frame.inset_mm, deep - 2 * frame.inset_mm)
    middle = Pos(places.WIDTH / 2, -deep / 2, 0)

    def ring(thick: float, inset: float, height: float) -> Solid:
        width, long = (side - 2 * inset for side in outer)
        hollow = Box(width - 2 * thick, long - 2 * thick, 4 * height)
        return Box(width, long, height, align=LOW) - hollow

    walls = ring(frame.thickness_mm, 0, frame.height_mm)
    batten = ring(frame.batten_mm, frame.thickness_mm, frame.batten_mm)
    upper = Pos(0, 0, frame.height_mm - frame.batten_mm) * batten
    return middle * (walls + batten + upper)


def _floor(kit: Kit) -> Solid:
    inset, deep = kit.frame.inset_mm, places.deck_height(kit)
    size = (places.WIDTH - 2 * inset, deep - 2 * inset, kit.frame.floor_mm)
    return Pos(places.WIDTH / 2, -deep / 2, 0) * Box(*size)
