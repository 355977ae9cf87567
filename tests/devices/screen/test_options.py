"""What the child is told on its command line."""

from pathlib import Path

import pytest

from kahuna_table.devices.screen.options import (
    Places,
    ScreenDriver,
    ScreenOptions,
    as_arguments,
    from_arguments,
)


@pytest.mark.parametrize(
    "options",
    [
        ScreenOptions(),
        ScreenOptions(ScreenDriver.KMSDRM, 270, touch=True, connector="HDMI-A-1"),
        ScreenOptions(framebuffer="/dev/fb1", window_size=(640, 400)),
        *(ScreenOptions(driver) for driver in ScreenDriver),
    ],
    ids=str,
)
def test_it_arrives(options: ScreenOptions) -> None:
    assert from_arguments(as_arguments(options)) == (options, Places())


def test_tests_name_other_places() -> None:
    _, places = from_arguments([*as_arguments(ScreenOptions()), "--sys=/a", "--dev=/b"])

    assert places == Places(Path("/a"), Path("/b"))
