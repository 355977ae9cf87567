"""The service, installed and started as the README says, on the kernel of a Pi.

    pytest -m virtual_pi tests/virtual_pi/test_service.py        # some 20 minutes

Two people play a game on its contacts and buttons and know it only by its journal; then rights,
devices and cables fail. `VIRTUAL_PI_TURNS=6` ends the game early. What is done inside is
`service_guest`.
"""

import json
import os
from dataclasses import replace
from statistics import median
from typing import Any

import pytest

from tests.virtual_pi.machine import JOB_S, Machine, booted

GUEST = "service_guest"
TURNS = int(os.environ.get("VIRTUAL_PI_TURNS", "1000"))
SETTLING_MS = 60

pytestmark = pytest.mark.timeout(JOB_S + 60)


@pytest.fixture(scope="module")
def game(machine: Machine) -> dict[str, Any]:
    seen = booted(machine, GUEST, f"game {TURNS}")
    late_ms = sorted(lit - SETTLING_MS for lit in seen["lit_ms"])
    print(f"from the settled contact to the frame on the wire: median {median(late_ms)} ms")
    return seen


@pytest.fixture(scope="module")
def rights(machine: Machine) -> dict[str, Any]:
    return booted(machine, GUEST, "rights")


@pytest.fixture(scope="module")
def expanders(machine: Machine) -> dict[str, Any]:
    return booted(machine, GUEST, "expanders")


@pytest.fixture(scope="module")
def wiring(machine: Machine) -> dict[str, Any]:
    return booted(machine, GUEST, "wiring")


@pytest.fixture(scope="module")
def screen(machine: Machine) -> dict[str, Any]:
    return booted(replace(machine, screen=True), GUEST, "screen")


def test_it_runs_as_its_own_user_and_systemd_finds_nothing_to_say(game: dict[str, Any]) -> None:
    assert game["lines_s"] >= 0
    assert game["user"] == ["kahuna", "kahuna"]
    assert game["verify"] == ""


def test_the_game_on_the_board_is_the_game_in_the_journal(game: dict[str, Any]) -> None:
    assert game["made"] == game["wanted"]
    assert len(game["wanted"]) >= game["turns"]
    if game["turns"] < TURNS:
        assert game["over"]
        assert game["result"]


def test_every_bridge_lights_its_line(game: dict[str, Any]) -> None:
    assert game["lit_ms"]
    assert min(game["lit_ms"]) >= SETTLING_MS


def test_a_killed_table_goes_dark_and_comes_back_with_the_game(game: dict[str, Any]) -> None:
    killed = game["killed"]

    assert killed["lit"]
    assert 0 <= killed["dark_s"] < 1
    assert killed["back_s"] >= 0
    assert killed["same"]


def test_doctor_asks_the_table_that_runs_and_else_opens_the_devices(game: dict[str, Any]) -> None:
    asked, looked = (json.loads(game[how]["said"]) for how in ("asked", "looked"))

    assert "27/27 lines, lights spi" in next(
        each["text"] for each in asked if each["check"] == "table"
    )
    assert not {each["code"] for each in asked} & {"KT-112", "KT-114"}
    assert ("sensors", "27 of 27 lines read") in [(each["check"], each["text"]) for each in looked]
    assert ("lights", "spi /dev/spidev0.0") in [(each["check"], each["text"]) for each in looked]


def test_nothing_but_the_kill_ended_it(game: dict[str, Any]) -> None:
    """No screen, SIGHUP and SIGCONT at the start: not one reason to stop (case 8)."""
    assert (game["active"], game["restarts"]) == ("active", "1")
    assert (game["result_of_unit"], game["dark"]) == ("success", True)
    assert [game["log"].count(code) for code in ("KT-411", "KT-407")] == [2, 2]  # a start each


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        ("groups", "KT-114"),
        ("revision", "KT-107"),
        ("pin", "KT-105"),
        ("no lgpio", "KT-102"),
    ],
)
def test_what_is_broken_is_named_once_and_the_table_stays_up(
    rights: dict[str, Any], broken: str, code: str
) -> None:
    seen = rights[broken]

    assert (seen["active"], seen["restarts"]) == ("active", "0")
    assert seen["log"].count(f"sensors: {code}") == 1
    assert code in seen["status"]


def test_a_directory_that_cannot_be_written_costs_the_saving_only(rights: dict[str, Any]) -> None:
    seen = rights["read-only"]

    assert (seen["active"], seen["restarts"]) == ("active", "0")
    assert "27/27 lines" in seen["status"]
    assert "not saved" in seen["status"]
    assert "round 1, play" in seen["status"]
    assert seen["log"].count("the game cannot be saved") == 1


def test_the_working_directory_may_be_anything(rights: dict[str, Any]) -> None:
    seen = rights["directory"]

    assert "27/27 lines" in seen["status"]
    assert "round 1, play" in seen["status"]


def test_a_pin_that_is_free_again_is_taken(rights: dict[str, Any]) -> None:
    assert rights["pin"]["healed_s"] >= 0


def test_doctor_tells_the_user_what_is_missing(rights: dict[str, Any]) -> None:
    checks = json.loads(rights["doctor"]["said"])
    faults = [check for check in checks if check["level"] == "fault"]

    assert rights["doctor"]["status"] == 2
    assert {check["check"] for check in faults} == {"gpio", "lights"}
    assert all("usermod -aG" in check["repair"] for check in faults)


def test_sensor_boards_that_fail_cost_their_lines_for_a_while(expanders: dict[str, Any]) -> None:
    assert "27/27 lines" in expanders["hiccup"]
    assert expanders["silent_s"] >= 0
    assert "13/27 lines" in expanders["silent"]
    assert "KT-301" in expanders["silent"]
    assert expanders["healed_s"] >= 0
    assert expanders["same"]
    assert "KT-302" in expanders["log"]


def test_a_screen_comes_and_goes_beside_the_game(screen: dict[str, Any]) -> None:
    assert 0 <= screen["plugged_s"] < 10
    assert 0 <= screen["again_s"] < 10
    assert (screen["pulled"], screen["restarts"]) == ("active", "0")
    assert screen["log"].count("KT-410") == 1


def test_sigterm_under_kmsdrm_ends_everything(screen: dict[str, Any]) -> None:
    assert screen["stop_s"] < 10
    assert (screen["result"], screen["dark"]) == ("success", True)


def test_a_board_of_its_own_wiring_is_learned_and_played_on(wiring: dict[str, Any]) -> None:
    assert (wiring["status"], wiring["left"]) == (0, []), "\n".join(wiring["said"])
    assert wiring["map"] == wiring["expected"]
    assert wiring["moves"] > 0
    assert "KT-120" not in wiring["log"]
