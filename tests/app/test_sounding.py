"""The table is heard when something counts, is refused, scored or won; a hand never is."""

from datetime import datetime
from pathlib import Path

import pytest

from kahuna_table.app.clock import is_within
from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import SoundConfig
from kahuna_table.app.sounding import Sounding
from kahuna_table.app.words import Words
from kahuna_table.devices.sound.speaker import Heard
from kahuna_table.table.sounds import Sound
from kahuna_table.tools.script.parse import parse_script
from kahuna_table.tools.script.run import Runner

NOON = datetime(2026, 12, 1, 12)  # noqa: DTZ001 - quiet hours are of the place
GAME = "deck ALOA BARI DUDA ELAI HUNA IFFI JOJO KAHU LALE ALOA COCO DUDA FAAA GOLA HUNA JOJO LALE "
GAME += "BARI COCO ELAI FAAA GOLA IFFI KAHU\ngame first=black handicap=1:white\n"


class Ear:
    """A speaker that remembers."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []

    def hear(self, heard: Heard) -> None:
        self.heard.append(heard)

    def close(self) -> None: ...


def heard(script: str, tmp_path: Path, config: SoundConfig, now: datetime = NOON) -> list[Heard]:
    ear = Ear()
    sounding = Sounding(config, Words(), ear, lambda: now)  # type: ignore[arg-type]
    runner = Runner(Config(), shots=None, state_dir=tmp_path, witnesses=(sounding,))
    try:
        runner.run(parse_script(GAME + script))
    finally:
        runner.table.close()
    return ear.heard


LOUD = SoundConfig(volume_percent=60)


@pytest.mark.parametrize(
    ("script", "sounds"),
    [
        ("place GOLA-KAHU\nwait 400", [Sound.COUNTED]),
        ("place GOLA-KAHU\nwait 400\nplace FAAA-GOLA\nwait 400", [Sound.COUNTED, Sound.REFUSED]),
        ("place GOLA-KAHU\nwait 400\npress back\nwait 100", [Sound.COUNTED]),
        ("wait 500\npress draw\nwait 100", [Sound.REFUSED]),
    ],
    ids=["counts", "no card fits", "taken back", "not now"],
)
def test_what_is_heard(script: str, sounds: list[Sound], tmp_path: Path) -> None:
    told = heard(script, tmp_path, LOUD)
    assert [each.sound for each in told if each.sound] == sounds
    assert {each.volume_percent for each in told if each.sound} == {60}


def test_in_the_quiet_hours_nothing_is_heard(tmp_path: Path) -> None:
    config = SoundConfig(volume_percent=60, speech=True, quiet_hours="11:00-13:00")
    assert heard("place GOLA-KAHU\nwait 400", tmp_path, config) == []


def test_a_hand_is_never_spoken(tmp_path: Path) -> None:
    config = SoundConfig(speech=True)
    script = "place GOLA-KAHU\nwait 400\ndown hand\nwait 500\npress right\nup hand\nwait 200"
    texts = [each.text for each in heard(script, tmp_path, config)]
    assert any("Black" in text for text in texts)
    assert not any(card in text for card in ("ALOA", "BARI", "DUDA") for text in texts)


def test_the_language_that_is_chosen_at_the_table_is_spoken(tmp_path: Path) -> None:
    config = SoundConfig(speech=True)
    script = "press menu\npress left\npress left\npress ok\npress back\nplace GOLA-KAHU\nwait 400"
    told = heard(script, tmp_path, config)
    assert (told[-1].language, told[-1].text[:8]) == ("de", "Schwarz,")
    assert {each.language for each in told} == {"en", "de"}
    assert ("en", "What would you like to do?") in {(each.language, each.text) for each in told}
    assert ("de", "Was möchtest du tun?") in {(each.language, each.text) for each in told}


@pytest.mark.parametrize(
    ("hours", "at", "within"),
    [
        ("", 3, False),
        ("22:00-08:00", 23, True),
        ("22:00-08:00", 7, True),
        ("22:00-08:00", 8, False),
        ("13:00-15:00", 14, True),
        ("13:00-15:00", 15, False),
    ],
)
def test_whether_an_hour_lies_within_others(hours: str, at: int, *, within: bool) -> None:
    assert is_within(hours, NOON.replace(hour=at)) is within
