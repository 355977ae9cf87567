"""The unit keeps the table up, on the kernel of a Pi: crashes, hangs, refusals, cards that fail.

    pytest -m virtual_pi tests/virtual_pi/test_upkeep.py        # some 25 minutes

What is done inside are `upkeep_guest` and `store_guest`, a boot for each job.
"""

from dataclasses import replace
from typing import Any

import pytest

from tests.virtual_pi.machine import JOB_S, Machine, booted

pytestmark = pytest.mark.timeout(JOB_S + 60)

GUEST = "upkeep_guest"
STOP_S = 2
HANG_S = 10
STALL_S = 20


@pytest.fixture(scope="module")
def pi(machine: Machine) -> Machine:
    return replace(machine, screen=True)


@pytest.fixture(scope="module")
def restarts(pi: Machine) -> dict[str, Any]:
    return booted(pi, GUEST, "restarts")


@pytest.fixture(scope="module")
def store(pi: Machine) -> dict[str, Any]:
    return booted(pi, "store_guest", "unwritten")


@pytest.fixture(scope="module")
def touch(pi: Machine) -> dict[str, Any]:
    return booted(pi, GUEST, "touch")


@pytest.fixture(scope="module")
def repairs(pi: Machine) -> dict[str, Any]:
    return booted(pi, GUEST, "repairs")


@pytest.fixture(scope="module")
def words(pi: Machine) -> dict[str, Any]:
    return booted(pi, GUEST, "words")


def test_a_stop_takes_two_seconds_and_leaves_the_lights_dark(restarts: dict[str, Any]) -> None:
    assert sorted(restarts["stops_s"])[1] < STOP_S
    assert restarts["dark"]


def test_a_second_table_is_refused_by_name_and_nothing_goes_dark(restarts: dict[str, Any]) -> None:
    second = restarts["second"]

    assert second["status"] == 75
    assert f"the table is running, process {second['pid']}" in second["said"]
    assert second["doctor"].startswith(f"running as process {second['pid']}: 27/27 lines")
    assert second["dark"] == 75
    assert second["lit"] == [True, True]
    assert second["active"] == "active"


def test_a_card_that_stalls_is_no_hang(restarts: dict[str, Any]) -> None:
    stalled = restarts["stalled"]

    assert stalled["s"] > STALL_S - 2
    assert stalled["same"]
    assert stalled["moves"] > 0


def test_a_hang_is_noticed_in_ten_seconds(restarts: dict[str, Any]) -> None:
    assert 0 < restarts["hung"] < HANG_S
    assert 0 < restarts["hung stop_s"] < HANG_S + 3  # and the lights are switched off


def test_it_comes_back_however_often_it_dies(restarts: dict[str, Any]) -> None:
    assert restarts["back_s"] >= 0


def test_a_table_started_by_hand_is_not_disturbed_and_followed(restarts: dict[str, Any]) -> None:
    by_hand = restarts["by hand"]

    assert by_hand["lit_s"] >= 0
    assert by_hand["refused_s"] >= 0
    assert by_hand["still lit"]
    assert by_hand["back_s"] >= 0
    assert by_hand["strangers"] == []
    assert "not saved" not in by_hand["status"]


def test_a_screen_that_hangs_is_replaced_and_the_game_goes_on(restarts: dict[str, Any]) -> None:
    seen = restarts["hung screen"]

    assert seen["moves"] > 0
    assert seen["replaced_s"] >= 0
    assert seen["shown_s"] >= 0
    assert seen["active"] == "active"


def test_what_does_not_repair_itself_is_said_once_and_not_tried_again(
    restarts: dict[str, Any],
) -> None:
    seen = restarts["refused"]

    assert seen["configuration"] == ["failed", "78", "0"]
    assert seen["arguments"] == ["failed", "64", "0"]
    assert seen["log"].count("expected a whole number 1..100, got 400") == 1
    assert seen["log"].count("unrecognized arguments: --nonsense") == 1
    assert seen["up_s"] >= 0


@pytest.mark.parametrize("how", ["read-only", "foreign"])
def test_the_saved_game_is_played_where_nothing_can_be_written(
    store: dict[str, Any], how: str
) -> None:
    seen = store[how]

    assert "27/27 lines" in seen["status"]
    assert "not saved" in seen["status"]
    assert "round 1" in seen["status"]
    assert seen["log"].count("KT-507") == 1
    assert seen["saved_s"] >= 0
    assert seen["moves"] > 0


def test_a_full_card_is_no_reason_not_to_play(store: dict[str, Any]) -> None:
    """The journal opens without more room; only a move asks for it."""
    seen = store["full"]

    assert "round 1" in seen["status"]
    assert seen["log"].count("KT-507") == 1
    assert seen["saved_s"] >= 0


@pytest.mark.parametrize("how", ["read-only", "foreign", "full"])
def test_a_bridge_that_could_not_be_saved_is_saved_later(store: dict[str, Any], how: str) -> None:
    seen = store[how]

    assert "not saved" in seen["unsaved"]
    assert seen["kept"]
    assert seen["moves"] > 1


@pytest.mark.parametrize(
    ("how", "code"), [("read-only", "KT-507"), ("foreign", "KT-507"), ("full", "KT-502")]
)
def test_doctor_sees_the_table_that_cannot_write_and_leaves_its_lights(
    store: dict[str, Any], how: str, code: str
) -> None:
    seen = store[how]

    assert seen["table"].startswith("running as process")
    assert "27/27 lines" in seen["table"]
    assert code in seen["doctor"]
    assert seen["lit"]


def test_a_closed_directory_is_opened_by_the_unit(store: dict[str, Any]) -> None:
    assert "round 1" in store["closed"]
    assert "not saved" not in store["closed"]


def test_games_are_kept_in_the_directory_that_kt_506_names(store: dict[str, Any]) -> None:
    seen = store["elsewhere"]

    assert "not saved" in seen["first"]
    assert "KT-506" in seen["doctor"]
    assert "round 1" in seen["status"]
    assert "not saved" not in seen["status"]


def test_a_touchscreen_that_is_plugged_in_later_works(touch: dict[str, Any]) -> None:
    assert touch["game_s"] >= 0


@pytest.mark.parametrize("code", ["KT-114 pins", "KT-114 lights", "KT-402", "KT-414"])
def test_a_device_that_only_root_may_use_is_repaired_by_the_words_of_the_trouble(
    repairs: dict[str, Any], code: str
) -> None:
    seen = repairs[code]

    assert any("sudo udevadm trigger --action=add" in line for line in seen["told"])
    assert seen["healed_s"] >= 0
    assert seen["again"] == 0


@pytest.mark.parametrize("code", ["KT-112", "KT-211", "KT-508", "KT-509"])
def test_a_trouble_is_gone_after_what_it_says(words: dict[str, Any], code: str) -> None:
    assert words[code] == {"before": True, "after": False}
