"""A display that nobody uses dims, then goes dark; whatever somebody does wakes it, and counts."""

from pathlib import Path

import pytest

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import ScreenConfig, TableConfig
from kahuna_table.devices.simulated.noise import LEVELS
from kahuna_table.table.screen import Backlight
from kahuna_table.tools.script.parse import parse_script
from kahuna_table.tools.script.run import Runner

GAME = "deck ALOA BARI DUDA ELAI HUNA IFFI JOJO KAHU LALE ALOA COCO DUDA FAAA GOLA HUNA JOJO LALE "
GAME += "BARI COCO ELAI FAAA GOLA IFFI KAHU\ngame first=black\n"
SLOW = ScreenConfig(hand_hides_after_s=300)
SOON = TableConfig(dim_after_min=1, dark_after_min=2)


def play(script: str, state_dir: Path, table: TableConfig = SOON, noise: str = "quiet") -> None:
    config = Config(table=table, screen=SLOW)
    runner = Runner(config, shots=None, state_dir=state_dir, noise=LEVELS[noise])
    try:
        runner.run(parse_script(script))
    finally:
        runner.table.close()


@pytest.mark.parametrize("game", ["", GAME], ids=["idle", "in a turn"])
def test_it_dims_then_goes_dark(game: str, tmp_path: Path) -> None:
    play(
        f"{game}press right\nwait 59000\nexpect display bright\nwait 2000\nexpect display dim\n"
        "wait 57000\nexpect display dim\nwait 3000\nexpect display dark",
        tmp_path,
    )


@pytest.mark.parametrize(
    ("act", "counts"),
    [
        ("press menu", "expect message menu"),
        ("down hand\nwait 100", "expect shown black"),
        ("place ALOA-BARI\nwait 400", "until message which-card"),
        ("touch\nwait 100", "expect hidden"),
    ],
    ids=["button", "hand", "bridge", "touch"],
)
def test_whatever_somebody_does_wakes_it_and_is_not_lost(
    act: str, counts: str, tmp_path: Path
) -> None:
    asleep = f"{GAME}wait 130000\nexpect display dark\n"
    play(f"{asleep}{act}\nexpect display bright\n{counts}", tmp_path)


def test_it_does_not_go_dark_over_an_open_hand(tmp_path: Path) -> None:
    play(
        f"{GAME}down hand\nwait 200000\nexpect shown black\nexpect display bright",
        tmp_path,
    )


def test_hands_at_the_board_keep_it_bright(tmp_path: Path) -> None:
    fumbling = "place GOLA-KAHU\nwait 50000\nlift GOLA-KAHU\nwait 50000\n"
    play(f"{GAME}{fumbling * 3}expect display bright", tmp_path)


def test_noise_on_a_good_board_is_nobody(tmp_path: Path) -> None:
    play(f"{GAME}wait 130000\nexpect display dark", tmp_path, noise="low")


def test_a_contact_that_flaps_is_nobody(tmp_path: Path) -> None:
    play(f"{GAME}wait 500\nchatter GOLA-KAHU 150000 2\nwait 140000\nexpect display dark", tmp_path)


def test_a_restart_wakes_it(tmp_path: Path) -> None:
    play(f"{GAME}wait 130000\ncrash\nrestart\nexpect display bright", tmp_path)


@pytest.mark.parametrize(
    ("table", "at_last"),
    [
        (TableConfig(dim_after_min=0, dark_after_min=0), Backlight.BRIGHT),
        (TableConfig(dim_after_min=1, dark_after_min=0), Backlight.DIM),
        (TableConfig(dim_after_min=0, dark_after_min=1), Backlight.DARK),
        (TableConfig(), Backlight.BRIGHT),
    ],
)
def test_each_of_the_two_can_be_left_out(
    table: TableConfig, at_last: Backlight, tmp_path: Path
) -> None:
    play(f"wait 200000\nexpect display {at_last.value}", tmp_path, table)
