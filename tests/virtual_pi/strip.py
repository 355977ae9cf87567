"""What the lights of the virtual Pi were told on the wire."""

import time
from dataclasses import dataclass
from threading import Event, Thread

from kahuna_table.devices.lights.encoder import SPEED_HZ
from kahuna_table.devices.strip import PIXELS
from kahuna_table.engine.board import ISLANDS, Line
from tests.devices.lights.ws2812 import decoded
from tests.virtual_pi.board import PLATFORM

PORT = PLATFORM / "pi_lights"
COUNT, LAST = PORT / "spi_count", PORT / "spi_last"


@dataclass(frozen=True)
class Sent:
    """A frame on the wire, and when it was seen there."""

    at_s: float
    transfer: bytes

    @property
    def pixels(self) -> tuple[bytes, ...]:
        """Three bytes for each of the 39 lights; dark before the first frame."""
        if not self.transfer:
            return (bytes(3),) * PIXELS
        row = decoded(self.transfer, SPEED_HZ)
        return tuple(row[n : n + 3] for n in range(0, len(row), 3))

    def line(self, line: Line) -> bytes:
        return self.pixels[len(ISLANDS) + line]


def last() -> Sent:
    return Sent(time.monotonic(), LAST.read_bytes())


def dark() -> bool:
    return not any(any(pixel) for pixel in last().pixels)


class Watch:
    """Notes every frame that is sent, and when; looks every other millisecond."""

    def __init__(self) -> None:
        self.frames = [last()]
        self._stopped = Event()
        self._thread = Thread(target=self._look)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()

    def lit_ms(self, line: Line, laid_s: float) -> int:
        """How long after a bridge was laid the light of its line changed, in ms; -1 for never."""
        before = [frame for frame in self.frames if frame.at_s <= laid_s]
        dark = before[-1].line(line)
        for frame in self.frames[len(before) :]:
            if frame.line(line) != dark:
                return round((frame.at_s - laid_s) * 1000)
        return -1

    def _look(self) -> None:
        count = COUNT.read_text()
        while not self._stopped.wait(0.002):
            if COUNT.read_text() != count:
                count = COUNT.read_text()
                self.frames.append(last())
