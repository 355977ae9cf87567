"""Where the ends of wires lie, the lid closed or upright: what their lengths follow from."""

from itertools import pairwise
from math import cos, dist, radians
from typing import Final

from kahuna_table.tools.kit import places
from kahuna_table.tools.kit.design import Kit

Spot = tuple[float, float, float]
"""A place in the box: as on the deck, and the height above the floor."""
LOW_MM: Final = 10.0
"""Of terminals and boards on their spacers above the floor."""
HEADER_MM: Final = 20.0
"""Of the header's pins above the floor: mount, board and plug."""
BUS_MM: Final = 24.0
"""From the lid's back edge to the bundle of wires that runs along it."""
SOCKET_MM: Final = 4.0
"""From the Pi's edge at its card to the middle of its DISPLAY socket (Pi 4, mechanical drawing)."""
RIBBON_ENDS_MM: Final = 12.0
"""Of a ribbon in its two sockets, and what its bends take."""


class Whereabouts:
    """Where each part that has wires lies, the lid closed or upright."""

    def __init__(self, kit: Kit) -> None:
        near, frame, display = kit.places, kit.frame, kit.display
        cables, jack, *_ = places.back_holes(kit)
        self._hole = (frame.inset_mm + cables.at[0], frame.inset_mm, cables.at[1])
        self._slot = (near.display[0], near.display[1], display.ribbon_up_mm)
        tall = (display.foot_mm + display.height_mm / 2) * cos(radians(display.lean_degrees))
        self._height, self._deep = frame.height_mm, places.deck_height(kit)
        socket_x = near.pi[0] - kit.pi.board_mm[0] / 2 + SOCKET_MM
        self._socket = (socket_x, near.pi[1], HEADER_MM)
        self._sensors = (near.sensors[0], near.sensors[1], LOW_MM)
        self._on_floor: dict[str, Spot] = {
            "header": (near.pi[0], near.pi[1], HEADER_MM),
            "usb": (near.pi[0], near.pi[1], HEADER_MM),
            "shifter": (near.shifter[0], near.shifter[1], LOW_MM),
            "rail": (near.supply[0], near.supply[1], LOW_MM),
            "fuse": (near.supply[0], near.supply[1], LOW_MM),
            "jack": (frame.inset_mm + jack.at[0], frame.inset_mm, jack.at[1]),
            "display": (near.display[0], near.display[1], tall),
        }
        self._on_lid = {f"reed {slot.name}": slot.middle for slot in places.slots(kit)}
        self._on_lid |= {f"hall {slot.name}": slot.middle for slot in places.slots(kit)}
        self._on_lid |= {f"light {hole.name}": hole.at for hole in places.lights(kit)}
        self._on_lid |= {f"button {hole.name}": hole.at for hole in places.buttons(kit)}

    def on_lid(self, part: str) -> bool:
        return part in self._on_lid

    def closed(self, part: str) -> Spot:
        """Its place in the closed box; sensor boards all lie at one."""
        if part in self._on_lid:
            return *self._on_lid[part], self._height
        return self._on_floor.get(part, self._sensors)

    def upright(self, on_lid: str, below: str, edge: str) -> float:
        """Millimetres from a part on the lid to one that lies on the floor, or on the bench before
        the lid: along the plate to the back edge over it, and down from there. The lid stands on
        its back edge, on the box, or on its front edge, on the bench."""
        (x, y, _), (to_x, to_y, to_z) = self.closed(on_lid), self.closed(below)
        leaves = self._height + BUS_MM if edge == "back" else self._deep - BUS_MM
        return abs(x - to_x) + abs(y - BUS_MM) + dist((0.0, leaves), (to_y, to_z))

    def through_wall(self, part: str) -> float:
        """Millimetres from a part in the box to the display, square to the walls: by the hole for
        cables and the slot of the bezel."""
        return self._behind(self.closed(part))

    def ribbon(self) -> float:
        """The same from the Pi's DISPLAY socket, with what the ribbon's ends take."""
        return self._behind(self._socket) + RIBBON_ENDS_MM

    @property
    def ribbon_way(self) -> tuple[Spot, Spot, Spot, Spot]:
        """Socket of the Pi, hole in the back wall, slot of the bezel, socket of the display."""
        return self._socket, self._hole, self._slot, self.closed("display")

    def _behind(self, start: Spot) -> float:
        way = (start, *self.ribbon_way[1:])
        return sum(
            abs(a - b) for one, other in pairwise(way) for a, b in zip(one, other, strict=True)
        )
