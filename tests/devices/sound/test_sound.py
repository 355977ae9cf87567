"""The sound's process plays where there is a device, and is silent and well where there is none."""

import sys
import time
from pathlib import Path

import pytest

from kahuna_table.devices.sound.speaker import Heard, Speaker
from kahuna_table.devices.sound.worker import RATE_HZ, TONES, samples, speak
from kahuna_table.table.sounds import Sound

WAIT_S = 20


@pytest.mark.parametrize("sound", Sound, ids=lambda sound: sound.value)
def test_every_sound_is_short_and_ends_softly(sound: Sound) -> None:
    wave = samples(TONES[sound])
    assert 0.02 <= len(wave) / RATE_HZ <= 1.2
    assert max(map(abs, wave)) > 10_000
    assert max(map(abs, wave[-RATE_HZ // 200 :])) < 1000


@pytest.mark.parametrize("driver", ["dummy", "nosuchdriver"])
def test_with_or_without_a_device_nothing_fails(
    driver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", driver)
    speaker = Speaker()
    try:
        until_s = time.monotonic() + WAIT_S
        while speaker.child.how != "sound" and time.monotonic() < until_s:
            time.sleep(0.02)
        for sound in Sound:
            speaker.hear(Heard(sound, 50))
            time.sleep(0.05)
        assert (speaker.child.how, speaker.child.failure) == ("sound", None)
    finally:
        speaker.close()


def test_a_text_is_spoken_in_its_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program, said = tmp_path / "spd-say", tmp_path / "said"
    program.write_text(f"#!{sys.executable}\nimport sys\n"
                       f"open({str(said)!r}, 'a').write(repr(sys.argv[1:]) + '\\n')\n")  # fmt: skip
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    speak("-Anna: lay a bridge.", "de")
    assert said.read_text().splitlines() == ["['-C']", "['-l', 'de', '--', '-Anna: lay a bridge.']"]


def test_without_speech_dispatcher_nothing_is_spoken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    speak("Anna: lay a bridge.", "en")
