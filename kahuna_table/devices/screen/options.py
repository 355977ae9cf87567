"""How the small screen is driven: what the configuration says, and what the child is told."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from kahuna_table.devices.ports import DeviceError
from kahuna_table.pictures.type_scale import USUAL, Viewing

ROTATIONS: Final = (0, 90, 180, 270)


class ScreenDriver(Enum):
    """What shows the picture. `AUTO` takes the first that works, in the order of this list."""

    AUTO = "auto"
    KMSDRM = "kmsdrm"
    WAYLAND = "wayland"
    X11 = "x11"
    FRAMEBUFFER = "framebuffer"
    NONE = "none"


class Facing(Enum):
    """To whom the picture is turned. Black sits where it stands upright."""

    FIXED = "fixed"
    MOVER = "mover"


class Motion(Enum):
    """How one picture becomes the next."""

    USUAL = "usual"
    CALM = "calm"  # at once


@dataclass(frozen=True, slots=True)
class ScreenOptions:
    """The section of the configuration, as far as the child needs it."""

    driver: ScreenDriver = ScreenDriver.AUTO
    rotation_degrees: int = 0
    """How far the picture is turned clockwise."""
    touch: bool = False
    """Draws the eight buttons below the picture."""
    connector: str = ""
    """`HDMI-A-1` for example; empty takes the first one with a screen."""
    framebuffer: str = ""
    """`/dev/fb1` for example; empty takes the first one with a screen."""
    window_size: tuple[int, int] = (800, 480)
    """Of a window on a desktop; a screen without one is always filled."""

    facing: Facing = Facing.FIXED
    viewing: Viewing = USUAL
    motion: Motion = Motion.USUAL

    def __post_init__(self) -> None:
        assert self.rotation_degrees in ROTATIONS, f"expected {ROTATIONS}, got {self!r}"


class ScreenError(DeviceError):
    """One way to the screen does not work."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the kernel shows its devices; tests have trees of their own."""

    sys: Path = Path("/sys")
    dev: Path = Path("/dev")


def as_arguments(options: ScreenOptions) -> tuple[str, ...]:
    """The options as a command line; `from_arguments` reads it."""
    width, height = options.window_size
    return (
        f"--driver={options.driver.value}",
        f"--rotation={options.rotation_degrees}",
        f"--connector={options.connector}",
        f"--framebuffer={options.framebuffer}",
        f"--window={width}x{height}",
        f"--facing={options.facing.value}",
        f"--motion={options.motion.value}",
        f"--diagonal-inch={options.viewing.diagonal_inch}",
        f"--distance-m={options.viewing.distance_m}",
        *(("--touch",) if options.touch else ()),
    )


def from_arguments(arguments: Sequence[str]) -> tuple[ScreenOptions, Places]:
    """What `as_arguments` wrote; `--sys` and `--dev` may follow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--driver", type=ScreenDriver, default=ScreenDriver.AUTO)
    parser.add_argument("--rotation", type=int, choices=ROTATIONS, default=0)
    parser.add_argument("--connector", default="")
    parser.add_argument("--framebuffer", default="")
    parser.add_argument("--window", type=_size, default=(800, 480))
    parser.add_argument("--facing", type=Facing, default=Facing.FIXED)
    parser.add_argument("--motion", type=Motion, default=Motion.USUAL)
    parser.add_argument("--diagonal-inch", type=float, default=7.0)
    parser.add_argument("--distance-m", type=float, default=1.0)
    parser.add_argument("--touch", action="store_true")
    parser.add_argument("--sys", type=Path, default=Path("/sys"))
    parser.add_argument("--dev", type=Path, default=Path("/dev"))
    given = parser.parse_args(arguments)
    options = ScreenOptions(
        given.driver,
        given.rotation,
        given.touch,
        given.connector,
        given.framebuffer,
        given.window,
        given.facing,
        Viewing(given.diagonal_inch, given.distance_m),
        given.motion,
    )
    return options, Places(given.sys, given.dev)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)
