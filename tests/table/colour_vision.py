"""How colours look to viewers who confuse some, and how far two colours are apart.

Machado, Oliveira and Fernandes (2009), severity 1.0; CIEDE2000 after Sharma, Wu and Dalal (2005).
"""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Final

from kahuna_table.table.lights import Colour

Triple = tuple[float, float, float]

VIEWERS: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final = (0.95047, 1.0, 1.08883)


def apart(one: Colour, other: Colour, viewer: str) -> float:
    """CIEDE2000 of two lights; a light is as bright as its number says, without a gamma."""
    return ciede2000(_lab(one, viewer), _lab(other, viewer))


def ciede2000(one: Triple, other: Triple) -> float:
    """The distance of two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_c = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - sqrt(mean_c**7 / (mean_c**7 + 25**7)) / 2
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    far = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    shape = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    blue = 60 * exp(-(((hue - 275) / 25) ** 2))
    twist = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(blue))
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    dc, dh = (c2 - c1) / (1 + 0.045 * chroma), far / (1 + 0.015 * chroma * shape)
    return sqrt(dl**2 + dc**2 + dh**2 + twist * dc * dh)


def _lab(colour: Colour, viewer: str) -> Triple:
    seen = _product(VIEWERS[viewer], tuple(value / 255 for value in colour))
    x, y, z = (
        _cube_root(value / white)
        for value, white in zip(
            _product(_TO_XYZ, tuple(min(1.0, max(0.0, value)) for value in seen)),
            _WHITE,
            strict=True,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _product(matrix: tuple[Triple, ...], vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
