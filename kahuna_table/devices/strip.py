"""What every driver of the light strip shares: dimming, the current limit, the order of colours.

All of it is pure: a frame goes in and a frame or its bytes come out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kahuna_table.devices.ports import DeviceError, LightStrip
from kahuna_table.engine.board import ISLANDS, LINES
from kahuna_table.errors import KahunaError
from kahuna_table.table.inputs import Code
from kahuna_table.table.lights import Frame

PIXELS: Final = len(ISLANDS) + len(LINES)
PIXEL_MA: Final = 60
"""What a WS2812 draws at full white."""

ORDERS: Final = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")
"""Orders in which pixels take their colours; a WS2812 takes GRB."""


class LightsError(DeviceError):
    """The strip did not take a frame; the game goes on without it."""


@dataclass(frozen=True, slots=True)
class StripCalibration:
    """How frames are adapted to a strip.

    `brightness` 0..1 scales what is perceived. `gamma` 2.2 is the usual one of a display; 1.0 for
    a driver that corrects by itself. `limit_ma` bounds the whole strip.
    """

    brightness: float = 1.0
    gamma: float = 2.2
    limit_ma: int = 1500

    def __post_init__(self) -> None:
        if not 0 <= self.brightness <= 1:
            raise KahunaError(f"brightness: expected 0..1, got {self.brightness!r}")
        if self.gamma <= 0:
            raise KahunaError(f"gamma: expected more than 0, got {self.gamma!r}")
        if self.limit_ma < 0:
            raise KahunaError(f"limit of the lights: expected 0 mA or more, got {self.limit_ma!r}")


class ReorderedStrip:
    """The port `LightStrip` for a strip that is not laid in the order of the plan."""

    def __init__(self, strip: LightStrip, order: Sequence[int]) -> None:
        """`order` has the place on the strip of each light."""
        assert sorted(order) == list(range(PIXELS)), f"expected every place once, got {order}"
        self._strip = strip
        self._lights = tuple(sorted(range(PIXELS), key=order.__getitem__))

    @property
    def how(self) -> str:
        return self._strip.how

    @property
    def failure(self) -> DeviceError | None:
        return self._strip.failure

    @property
    def noted(self) -> tuple[Code, ...]:
        return self._strip.noted

    def show(self, frame: Frame) -> None:
        """Raises: DeviceError."""
        self._strip.show(tuple(frame[light] for light in self._lights))

    def close(self) -> None:
        self._strip.close()


def adapted(frame: Frame, calibration: StripCalibration) -> Frame:
    """The frame to send: dimmed, corrected for the eye, then held below the limit."""
    return limited(
        corrected(frame, calibration.brightness, calibration.gamma), calibration.limit_ma
    )


def corrected(frame: Frame, brightness: float, gamma: float) -> Frame:
    """Brightness and gamma; at a brightness above 0 a colour that is on stays on."""
    table = _table(brightness, gamma)
    return tuple((table[red], table[green], table[blue]) for red, green, blue in frame)


def milliamperes(frame: Frame) -> float:
    """What the pixels draw together, idle current not counted."""
    return _total(frame) * PIXEL_MA / (3 * 255)


def limited(frame: Frame, limit_ma: int) -> Frame:
    """The frame, all colours scaled down alike where it would draw more than the limit."""
    total = _total(frame)
    allowed = limit_ma * 3 * 255
    if total * PIXEL_MA <= allowed:
        return frame
    drawn = total * PIXEL_MA
    return tuple(
        (red * allowed // drawn, green * allowed // drawn, blue * allowed // drawn)
        for red, green, blue in frame
    )


def wire_bytes(frame: Frame, order: str = "GRB") -> bytes:
    """Three bytes a pixel in the order in which the strip takes them.

    Raises:
        KahunaError: no such order.
    """
    if order not in ORDERS:
        raise KahunaError(f"colour order: expected one of {' '.join(ORDERS)}, got {order!r}")
    first, second, third = ("RGB".index(colour) for colour in order)
    return bytes(value for pixel in frame for value in (pixel[first], pixel[second], pixel[third]))


def _total(frame: Frame) -> int:
    return sum(red + green + blue for red, green, blue in frame)


@lru_cache(maxsize=16)
def _table(brightness: float, gamma: float) -> tuple[int, ...]:
    if brightness == 0:
        return (0,) * 256
    return (0, *(max(1, round(255 * (brightness * n / 255) ** gamma)) for n in range(1, 256)))
