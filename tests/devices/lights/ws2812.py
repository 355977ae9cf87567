"""What a strip of WS2812 makes of a waveform: its datasheet, and nothing of the encoder."""

from itertools import groupby

LATCH_NS = 280_000
ZERO_HIGH_NS = (200, 500)
ONE_HIGH_NS = (550, 1000)
LONGEST_LOW_NS = 5_000
"""A longer low inside a frame may already be taken for its end."""


class WaveformError(Exception):
    """No strip would understand this."""


def decoded(transfer: bytes, speed_hz: float, gap_bits: int = 0) -> bytes:
    """The bytes that the pixels take from an SPI transfer of 8-bit words, first bit first.

    `gap_bits` is how long the controller holds the line low between two words.
    """
    tick_ns = 1e9 / speed_hz
    levels = "".join(f"{byte:08b}" + "0" * gap_bits for byte in transfer)
    runs = [(level, len(list(run)) * tick_ns) for level, run in groupby(levels)]
    if runs[0][0] != "0" or runs[0][1] < LATCH_NS:
        raise WaveformError(f"expected quiet before the frame, got {runs[0]}")
    if runs[-1][0] != "0" or runs[-1][1] < LATCH_NS:
        raise WaveformError(f"expected a pause that shows the frame, got {runs[-1]}")
    bits = ""
    for level, length_ns in runs[1:-1]:
        if level == "0":
            if length_ns > LONGEST_LOW_NS:
                raise WaveformError(f"expected no pause inside the frame, got {length_ns} ns")
        elif ZERO_HIGH_NS[0] <= length_ns <= ZERO_HIGH_NS[1]:
            bits += "0"
        elif ONE_HIGH_NS[0] <= length_ns <= ONE_HIGH_NS[1]:
            bits += "1"
        else:
            raise WaveformError(f"expected a bit, got {length_ns} ns high")
    if len(bits) % 24:
        raise WaveformError(f"expected whole pixels, got {len(bits)} bits")
    return bytes(int(bits[n : n + 8], 2) for n in range(0, len(bits), 8))
