"""The process of the sounds: `python -m kahuna_table.devices.sound.worker`, started by `speaker`.

A table without a sound device or without speech-dispatcher is silent, which is no failure.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from array import array
from math import exp, pi, sin
from typing import Any, Final

from kahuna_table.devices.lifeline import DaemonGoneError, Lifeline
from kahuna_table.devices.sound.speaker import Heard
from kahuna_table.table.codec import CodecError, parse_value
from kahuna_table.table.sounds import Sound

HANG_S: Final = 20.0
RATE_HZ: Final = 22_050
RETRY_S: Final = 30.0
"""A device may be plugged in later."""
SPEAK_S: Final = 5.0

TONES: Final[dict[Sound, tuple[tuple[float, float], ...]]] = {
    Sound.COUNTED: ((1200, 0.04),),
    Sound.REFUSED: ((180, 0.25),),
    Sound.SCORED: ((523, 0.18), (659, 0.18), (784, 0.35)),
    Sound.WON: ((523, 0.15), (659, 0.15), (784, 0.15), (1047, 0.6)),
}
"""Hertz and seconds of each note: a click, a low tone, two chimes."""


def samples(notes: tuple[tuple[float, float], ...]) -> "array[int]":
    """The notes one after the other, each fading, as 16-bit samples."""
    return array(
        "h",
        (
            round(24_000 * exp(-4 * n / (RATE_HZ * long_s)) * sin(2 * pi * hertz * n / RATE_HZ))
            for hertz, long_s in notes
            for n in range(round(RATE_HZ * long_s))
        ),
    )


class Player:
    """The sound device, opened when it is there."""

    def __init__(self, pygame: Any) -> None:
        self._pygame = pygame
        self._sounds: dict[Sound, Any] = {}
        self._retry_s = 0.0

    def play(self, sound: Sound, volume_percent: int) -> None:
        if not self._sounds and time.monotonic() >= self._retry_s:
            self._open()
        if sound in self._sounds:
            self._sounds[sound].set_volume(volume_percent / 100)
            self._sounds[sound].play()

    def _open(self) -> None:
        self._retry_s = time.monotonic() + RETRY_S
        mixer = self._pygame.mixer
        with contextlib.suppress(self._pygame.error):  # no device: silent
            mixer.init(RATE_HZ, -16, 1, 512)
            self._sounds = {
                sound: mixer.Sound(buffer=samples(notes)) for sound, notes in TONES.items()
            }


def speak(text: str, language: str) -> None:
    """Through speech-dispatcher, where it is installed."""
    program = shutil.which("spd-say")
    if program is None:
        return
    quiet = subprocess.DEVNULL
    with contextlib.suppress(subprocess.TimeoutExpired, OSError):
        subprocess.run(
            [program, "-C"], stdin=quiet, stdout=quiet, stderr=quiet, timeout=SPEAK_S, check=False
        )
        subprocess.run(
            [program, "-l", language, "--", text],
            stdin=quiet, stdout=quiet, stderr=quiet, timeout=SPEAK_S, check=False,
        )  # fmt: skip


def main() -> None:
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    sys.modules["numpy"] = None  # type: ignore[assignment]  # what import takes for "not there"
    import pygame

    line = Lifeline.take(hang_s=HANG_S)
    line.ready("sound")
    player = Player(pygame)
    with contextlib.suppress(DaemonGoneError, CodecError):
        while True:
            data = line.wait(0.5)
            if data is None:
                continue
            heard: Heard = parse_value(data, Heard)
            if heard.sound is not None:
                player.play(heard.sound, heard.volume_percent)
            if heard.text:
                speak(heard.text, heard.language)


if __name__ == "__main__":
    main()
