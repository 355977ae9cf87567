"""At night the lights are dimmer."""

from dataclasses import replace
from datetime import datetime

import pytest

from kahuna_table.app.assembly import share_of_day
from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import LightsConfig
from kahuna_table.devices.simulated.strip import RecordingStrip
from kahuna_table.devices.strip import PIXELS, FittedStrip

NIGHT = replace(Config(), lights=LightsConfig(night_hours="20:00-08:00", night_percent=25))


@pytest.mark.parametrize(("hour", "share"), [(12, 1.0), (20, 0.25), (3, 0.25), (8, 1.0)])
def test_how_bright_the_lights_are(hour: int, share: float) -> None:
    assert share_of_day(NIGHT, datetime(2026, 12, 1, hour)) == share  # noqa: DTZ001 - of the place


def test_every_frame_is_as_bright_as_its_hour() -> None:
    strip, share = RecordingStrip(), [1.0]
    fitted = FittedStrip(strip, range(PIXELS), lambda: share[0])
    fitted.show(((200, 100, 40),) * PIXELS)
    assert strip.frame == ((200, 100, 40),) * PIXELS
    share[0] = 0.25
    fitted.show(((200, 100, 40),) * PIXELS)
    assert strip.frame == ((50, 25, 10),) * PIXELS


def test_a_strip_is_closed_with_the_one_inside() -> None:
    strip = RecordingStrip()
    FittedStrip(strip, range(PIXELS)).close()
    assert strip.closed
