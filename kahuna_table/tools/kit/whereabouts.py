"""Where the ends of wires lie, the lid closed or open: what their lengths follow from."""

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


class Whereabouts:
    """Where each part that has wires lies, the lid closed or standing on its back edge."""

    def __init__(self, kit: Kit) -> None:
        near, frame, display = kit.places, kit.frame, kit.display
        cables, jack, *_ = places.back_holes(kit)
        self._hole = (frame.inset_mm + cables.at[0], frame.inset_mm, cables.at[1])
        tall = (display.foot_mm + display.height_mm / 2) * cos(radians(display.lean_degrees))
        self._height = frame.height_mm
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

    def opened(self, part: str) -> Spot:
        """Its place when the lid stands upright on its back edge."""
        x, y, z = self.closed(part)
        return (x, 0.0, self._height + y) if self.on_lid(part) else (x, y, z)

    def through_wall(self, part: str) -> float:
        """Millimetres from a part in the box to the display, by the hole for cables."""
        return dist(self.closed(part), self._hole) + dist(self._hole, self.closed("display"))
