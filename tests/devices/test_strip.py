"""What every light driver shares."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.devices.strip import (
    ORDERS,
    PIXELS,
    StripCalibration,
    adapted,
    corrected,
    limited,
    milliamperes,
    wire_bytes,
)
from kahuna_table.errors import KahunaError
from kahuna_table.table.lights import Frame

LEVEL = st.integers(0, 255)
FRAMES = st.lists(st.tuples(LEVEL, LEVEL, LEVEL), min_size=PIXELS, max_size=PIXELS).map(tuple)
WHITE: Frame = ((255, 255, 255),) * PIXELS


def test_full_white_draws_60_milliamperes_a_pixel() -> None:
    assert milliamperes(WHITE) == 2340


def test_a_frame_above_the_limit_is_scaled_down_evenly() -> None:
    assert limited(WHITE, 1170) == ((127, 127, 127),) * PIXELS
    assert limited(WHITE, 2340) == WHITE
    assert limited(WHITE, 0) == ((0, 0, 0),) * PIXELS


@given(frame=FRAMES, limit_ma=st.integers(0, 3000))
def test_no_frame_draws_more_than_the_limit(frame: Frame, limit_ma: int) -> None:
    held = limited(frame, limit_ma)

    assert milliamperes(held) <= limit_ma
    assert held == frame or milliamperes(frame) > limit_ma


@given(frame=FRAMES, brightness=st.floats(0, 1), limit_ma=st.integers(0, 3000))
def test_an_adapted_frame_is_never_brighter_nor_above_the_limit(
    frame: Frame, brightness: float, limit_ma: int
) -> None:
    sent = adapted(frame, StripCalibration(brightness=brightness, limit_ma=limit_ma))

    assert milliamperes(sent) <= limit_ma
    assert all(
        got <= asked
        for pixel, wanted in zip(sent, frame, strict=True)
        for got, asked in zip(pixel, wanted, strict=True)
    )


@pytest.mark.parametrize(
    ("brightness", "gamma", "sent"),
    [
        pytest.param(1.0, 1.0, (0, 1, 255), id="as it is"),
        pytest.param(0.5, 1.0, (0, 1, 128), id="half, and a dim colour stays on"),
        pytest.param(1.0, 2.2, (0, 1, 255), id="gamma"),
        pytest.param(0.5, 2.2, (0, 1, 55), id="half as seen: 255 * 0.5 ** 2.2"),
        pytest.param(0.0, 2.2, (0, 0, 0), id="dark"),
    ],
)
def test_brightness_and_gamma(brightness: float, gamma: float, sent: tuple[int, int, int]) -> None:
    assert corrected(((0, 1, 255),), brightness, gamma) == (sent,)


def test_gamma_darkens_the_middle() -> None:
    """128 / 255 to the power of 2.2 is 0.2195."""
    assert corrected(((128, 128, 128),), 1.0, 2.2) == ((56, 56, 56),)


@pytest.mark.parametrize("order", ORDERS)
def test_colours_go_out_in_the_order_of_the_strip(order: str) -> None:
    colours = {"R": 1, "G": 2, "B": 3}

    assert wire_bytes(((1, 2, 3), (0, 0, 9)), order)[:3] == bytes(colours[c] for c in order)


def test_the_reference_strip_takes_green_first() -> None:
    assert wire_bytes(((1, 2, 3), (4, 5, 6))) == bytes((2, 1, 3, 5, 4, 6))


def test_an_order_that_no_strip_has_is_refused() -> None:
    with pytest.raises(KahunaError, match=r"colour order: expected one of RGB .* BGR, got 'RRG'"):
        wire_bytes(WHITE, "RRG")


@pytest.mark.parametrize(
    ("look", "text"),
    [
        ({"brightness": 1.5}, "brightness: expected 0..1, got 1.5"),
        ({"brightness": -0.1}, "brightness: expected 0..1, got -0.1"),
        ({"gamma": 0.0}, "gamma: expected more than 0, got 0.0"),
        ({"limit_ma": -1}, "limit of the lights: expected 0 mA or more, got -1"),
    ],
)
def test_a_look_out_of_range_is_refused(look: dict[str, float], text: str) -> None:
    with pytest.raises(KahunaError, match=f"^{text}$"):
        StripCalibration(**look)  # type: ignore[arg-type]
