"""The waveform on the data wire, read as the pixels read it."""

import errno
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kahuna_table.devices.lights.encoder import PAUSE, SPEED_HZ, waveform
from kahuna_table.devices.lights.strip_drivers import send_all
from kahuna_table.devices.strip import ORDERS, PIXELS, LightsError, wire_bytes
from tests.devices.lights.ws2812 import WaveformError, decoded

LEVEL = st.integers(0, 255)
FRAMES = st.lists(st.tuples(LEVEL, LEVEL, LEVEL), min_size=PIXELS, max_size=PIXELS).map(tuple)

SPEEDS = [
    pytest.param(SPEED_HZ, id="as asked for"),
    pytest.param(6_250_000, id="RP1, 200 MHz / 32"),
    pytest.param(5_000_000, id="the slowest that is legal"),
]


@settings(max_examples=25)
@given(frame=FRAMES, order=st.sampled_from(ORDERS))
def test_pixels_read_back_the_frame(frame: tuple[tuple[int, int, int], ...], order: str) -> None:
    wire = wire_bytes(frame, order)

    assert decoded(waveform(wire), SPEED_HZ) == wire


@pytest.mark.parametrize("speed_hz", SPEEDS)
@pytest.mark.parametrize("gap_bits", [0, 1, 2, 8])
def test_neither_speed_nor_gaps_between_bytes_change_a_colour(
    speed_hz: float, gap_bits: int
) -> None:
    wire = bytes(range(3 * PIXELS))

    assert decoded(waveform(wire), speed_hz, gap_bits) == wire


def test_a_waveform_that_no_pixel_understands_is_seen() -> None:
    with pytest.raises(WaveformError, match="a bit"):
        decoded(PAUSE + b"\xff" + PAUSE, SPEED_HZ)
    with pytest.raises(WaveformError, match="whole pixels"):
        decoded(PAUSE + b"\xc0" + PAUSE, SPEED_HZ)
    with pytest.raises(WaveformError, match="pause that shows"):
        decoded(PAUSE + b"\xc0" * 24 + bytes(100), SPEED_HZ)


def test_a_frame_fits_the_buffer_of_the_kernel() -> None:
    assert len(waveform(bytes(3 * PIXELS))) <= 4096


class Device:
    """An SPI device whose writes end as told."""

    def __init__(self, *ends: int) -> None:
        self.ends = list(ends)
        self.taken: list[bytes] = []

    def write(self, data: bytes) -> int:
        end = self.ends.pop(0) if self.ends else 0
        if end:
            raise OSError(end, os.strerror(end))
        self.taken.append(data)
        return len(data)


def test_a_bus_that_times_out_is_tried_again() -> None:
    device = Device(errno.ETIMEDOUT, errno.ETIMEDOUT, errno.ETIMEDOUT)

    send_all(device.write, b"frame")

    assert device.taken == [b"frame"]


@pytest.mark.parametrize(
    ("ends", "says"),
    [
        pytest.param([errno.ETIMEDOUT] * 4, "update the kernel", id="for ever"),
        pytest.param([errno.EMSGSIZE], "spidev.bufsiz", id="a small buffer"),
        pytest.param([errno.EIO], "cannot write to the SPI bus", id="anything else"),
    ],
)
def test_a_bus_that_takes_nothing_is_a_named_trouble(ends: list[int], says: str) -> None:
    with pytest.raises(LightsError, match=f"KT-206 .*{says}"):
        send_all(Device(*ends).write, b"frame")


def test_a_part_of_a_frame_is_never_completed_by_a_second_transfer() -> None:
    sent = []

    with pytest.raises(LightsError, match="takes 3 bytes at once"):
        send_all(lambda data: sent.append(data) or 3, b"frame")  # type: ignore[func-returns-value]

    assert sent == [b"frame"]
