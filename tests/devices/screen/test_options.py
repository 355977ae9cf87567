"""What the child is told on its command line."""

from pathlib import Path

import pytest

from kahuna_table.devices.screen.options import (
    Facing,
    Motion,
    Places,
    ScreenDriver,
    ScreenOptions,
    as_arguments,
    from_arguments,
)
from kahuna_table.pictures.type_scale import Viewing


@pytest.mark.parametrize(
    "options",
    [
        ScreenOptions(),
        ScreenOptions(ScreenDriver.KMSDRM, 270, touch=True, connector="HDMI-A-1"),
        ScreenOptions(framebuffer="/dev/fb1", window_size=(640, 400)),
        ScreenOptions(
            facing=Facing.MOVER, viewing=Viewing(3.5, 0.6), motion=Motion.CALM, touch=True
        ),
        *(ScreenOptions(driver) for driver in ScreenDriver),
    ],
    ids=str,
)
def test_it_arrives(options: ScreenOptions) -> None:
    assert from_arguments(as_arguments(options)) == (options, Places())


def test_tests_name_other_places() -> None:
    _, places = from_arguments([*as_arguments(ScreenOptions()), "--sys=/a", "--dev=/b"])

    assert places == Places(Path("/a"), Path("/b"))
