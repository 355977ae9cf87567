"""Every part that is printed or cut, with how many and how large: what the drawings must come to.

Needs no drawing library, so that the rule check can compare bed and bill of materials.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians

from kahuna_table.engine.board import BRIDGES_EACH, ISLANDS, LINES, Point
from kahuna_table.table.inputs import Button
from kahuna_table.tools.kit import places
from kahuna_table.tools.kit.design import Build, Kit

REEDS = (Build.MATRIX, Build.MCP23017)
ALL = tuple(Build)


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed part; `size_mm` is its box as it lies on the print bed."""

    name: str
    count: int
    size_mm: tuple[float, float, float]
    builds: tuple[Build, ...] = ALL
    note: str = ""

    @property
    def file(self) -> str:
        """For example `bridge_cap_x50`."""
        return f"{self.name}_x{self.count}"


@dataclass(frozen=True, slots=True)
class Cut:
    """A plate; `pieces_mm` are the boxes of what is cut from one sheet."""

    name: str
    thickness_mm: float
    pieces_mm: tuple[tuple[float, float], ...]


def printed(kit: Kit) -> tuple[Printed, ...]:
    """The printed parts, each in the position in which it is printed."""
    return tuple(_printed(kit))


def cut(kit: Kit) -> tuple[Cut, ...]:
    """The plates of one table."""
    deck, frame, button, display = kit.deck, kit.frame, kit.button, kit.display
    height, tab = places.deck_height(kit), kit.deck.tab_depth_mm
    width, deep = places.WIDTH - 2 * frame.inset_mm, height - 2 * frame.inset_mm
    panel = panel_length(kit)
    return (
        Cut(
            "deck",
            deck.thickness_mm,
            ((deck.joint_x_mm + tab, height), (places.WIDTH - deck.joint_x_mm, height)),
        ),
        Cut(
            "sensor-plate",
            kit.sensor_plate.thickness_mm,
            (
                (kit.sensor_plate.joint_x_mm, height),
                (places.WIDTH - kit.sensor_plate.joint_x_mm, height),
            ),
        ),
        Cut(
            "frame",
            frame.thickness_mm,
            (
                *((width, frame.height_mm),) * 2,
                *((deep, frame.height_mm),) * 2,
            ),
        ),
        Cut(
            "floor",
            frame.floor_mm,
            (*((width / 2, deep),) * 2, (frame.jack_plate_mm, frame.jack_plate_mm)),
        ),
        Cut(
            "button-panel",
            deck.thickness_mm,
            ((panel, button.panel_width_mm), *((panel, SPACER_WIDTH_MM),) * 2),
        ),
        Cut(
            "display-bezel",
            display.thickness_mm,
            (bezel_mm(kit),),
        ),
        Cut("trial", deck.thickness_mm, (TRIAL_MM,) * 2),
    )


def sheets(kit: Kit, thickness_mm: float) -> int:
    """How many sheets of plywood the plates of one thickness fill: rows of pieces along the sheet's
    longer side, each piece in the first row or sheet that has room."""
    long, deep = kit.machine.sheet_mm
    pieces = [
        (max(piece), min(piece))
        for plate in cut(kit)
        if plate.thickness_mm == thickness_mm
        for piece in plate.pieces_mm
    ]
    rows: list[list[float]] = []  # sheet, depth, length left
    used: list[float] = []  # of each sheet's depth
    for length, depth in sorted(pieces, key=lambda piece: piece[1], reverse=True):
        row = next((row for row in rows if row[1] >= depth and row[2] >= length), None)
        if row is None:
            sheet = next((n for n, had in enumerate(used) if had + depth <= deep), len(used))
            used += [0.0] * (sheet == len(used))
            used[sheet] += depth + SAW_MM
            row = [sheet, depth, long]
            rows.append(row)
        row[2] -= length + SAW_MM
    return len(used)


TRIAL_MM = (90.0, 60.0)
"""Of each of the two pieces in which one slot is tried."""
SAW_MM = 4.0
"""Wood lost between two pieces of a sheet."""


GAP_MM = 20.0
"""Between two pieces on a sheet."""
SOCKET_MM = 4.0
"""How deep a key cap's socket takes the stem."""
SPACER_WIDTH_MM = 5.0
"""Of the two strips between sensor plate and button panel: beside the switches' housings."""


def bezel_mm(kit: Kit) -> tuple[float, float]:
    """Width and height of the display's bezel."""
    display = kit.display
    width = display.width_mm + 2 * display.border_mm
    return width, display.height_mm + display.border_mm + display.foot_mm


def panel_length(kit: Kit) -> float:
    return kit.button.pitch_mm * (len(Button) - 1) + 2 * kit.button.panel_margin_mm


def batten_m(kit: Kit) -> float:
    """Metres of batten: two rounds along the walls."""
    frame = kit.frame
    width = places.WIDTH - 2 * (frame.inset_mm + frame.thickness_mm)
    deep = places.deck_height(kit) - 2 * (frame.inset_mm + frame.thickness_mm)
    return 4 * (width + deep - 2 * frame.batten_mm) / 1000


def tongue_mm(kit: Kit) -> tuple[float, float, float]:
    """Length over all, width and depth of the part of a bridge that goes into the slot."""
    bridge, slot = kit.bridge, kit.slot
    width = slot.width_mm - 2 * bridge.play_side_mm
    length = slot.length_mm + slot.width_mm - 2 * bridge.play_end_mm
    return length, width, kit.deck.thickness_mm + bridge.tongue_over_deck_mm


def bridge_mm(kit: Kit) -> tuple[float, float, float]:
    """Length, width and height of a bridge."""
    length, width, depth = tongue_mm(kit)
    shoulder = kit.bridge.shoulder_mm
    return (
        length + 2 * shoulder,
        width + 2 * shoulder,
        depth + shoulder + kit.bridge.crown_height_mm,
    )


def pocket_mm(kit: Kit) -> tuple[float, float, float, float]:
    """Length and width for the bar, diameter for the disc, and depth of a bridge's pocket."""
    play = 2 * kit.bridge.pocket_play_mm
    height = max(kit.magnet.height_mm, kit.disc.height_mm)
    return (
        kit.magnet.length_mm + play,
        kit.magnet.width_mm + play,
        kit.disc.diameter_mm + play,
        kit.bridge.cap_mm + height + kit.bridge.pocket_play_mm,
    )


def lid_mm(kit: Kit, off: int = 0) -> float:
    """Thickness of deck and sensor plate together; at the least with -1, at the most with 1."""
    return sum(
        plate.thickness_mm + off * plate.thickness_tolerance_mm
        for plate in (kit.deck, kit.sensor_plate)
    )


def pegs_mm(kit: Kit) -> tuple[Point, Point]:
    """The pegs of a holder, looked at from their side, x along it and y up."""
    along, aside = kit.holder.peg_along_mm, kit.holder.peg_aside_mm
    return (along, aside), (-along, -aside)


def cap_mm(kit: Kit) -> tuple[float, float, float]:
    """Length, width at the disc, and thickness of the cap under the magnet."""
    length, _, across, _ = pocket_mm(kit)
    play = 2 * kit.bridge.cap_play_mm
    return length - play, across - play, kit.bridge.cap_mm


def well_mm(kit: Kit, shines_mm: float) -> tuple[float, float, float]:
    """Outer diameter of a well's stem, height of its flange, and height over all."""
    stem = shines_mm - 2 * kit.light.play_mm
    hollow = stem - 2 * kit.light.wall_mm
    funnel = max(0.0, (kit.light.board_mm + 2 * kit.light.board_play_mm - hollow) / 2)
    flange = max(kit.light.flange_height_mm, kit.light.board_height_mm + funnel)
    return stem, flange, flange + kit.light.stem_mm


def mount_mm(kit: Kit) -> tuple[float, float, float]:
    pi = kit.pi
    width, deep = (side + 2 * pi.edge_mm for side in pi.board_mm)
    return width, deep, pi.base_mm + pi.boss_height_mm


def _printed(kit: Kit) -> Iterator[Printed]:
    length, width, height = bridge_mm(kit)
    bridge = (length, width, height)
    yield Printed("bridge_black", BRIDGES_EACH, bridge, note="black or blue; planks to feel")
    yield Printed("bridge_white", BRIDGES_EACH, bridge, note="white or amber; smooth")
    yield Printed("bridge_cap", 2 * BRIDGES_EACH, cap_mm(kit), note="glued under the magnet")
    holder = kit.holder
    box = (holder.length_mm, holder.width_mm, holder.height_mm + holder.peg_length_mm)
    yield Printed("reed_holder", len(LINES), box, REEDS, "the glass lies in the open groove")
    yield Printed("hall_holder", len(LINES), box, (Build.PICO,), "the sensor's face to the wood")
    flange = 2 * places.flange_radius(kit)
    for kind, count, shines in (
        ("island", len(ISLANDS), kit.light.island_mm),
        ("line", len(LINES), kit.light.line_mm),
    ):
        _, _, height = well_mm(kit, shines)
        yield Printed(
            f"light_well_{kind}", count, (flange, flange, height), note="white; 100 % fill"
        )
    button = kit.button
    cap = (button.cap_mm, button.cap_mm, button.cap_height_mm + button.boss_height_mm)
    yield Printed("button", len(Button), cap, note="face down on the bed")
    display = kit.display
    leg = display.clip_mm + display.clip_wall_mm
    depth = display.depth_mm + display.clip_wall_mm
    corner = (leg + display.ear_mm, leg, depth)
    yield Printed("display_frame", 4, corner, note="back down; two of them mirrored")
    height = display.stand_height_mm * cos(radians(display.lean_degrees))
    stand = (display.stand_depth_mm, height, display.stand_width_mm)
    yield Printed("stand", 2, stand, note="on its side")
    yield Printed("pi_mount", 1, mount_mm(kit), note="as it stands")
