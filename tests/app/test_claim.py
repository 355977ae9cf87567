"""The devices of a machine belong to one table."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from kahuna_table.app.claim import Claim, claim_alone, nodes, refusal, running
from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import LightDriver, LightsConfig, SensorDriver, SensorsConfig
from kahuna_table.store.hold import HeldError, Hold

SIMULATED = replace(
    Config(),
    sensors=SensorsConfig(driver=SensorDriver.SIMULATED),
    lights=LightsConfig(driver=LightDriver.SIMULATED),
)


@pytest.fixture
def devices(tmp_path: Path) -> list[Path]:
    """A GPIO chip and a strip."""
    found = [tmp_path / "gpiochip0", tmp_path / "spidev0.0"]
    for node in found:
        node.touch()
    return found


def claimed(devices: list[Path]) -> Claim:
    return Claim(Config(), lambda _config: devices)


def test_a_second_table_is_refused_and_holds_nothing(devices: list[Path]) -> None:
    strip_alone = claimed(devices[1:])

    with pytest.raises(HeldError) as refused:
        claimed(devices)

    Hold(devices[0]).release()
    assert refusal(refused.value) == (
        f"the table is running, process {os.getpid()}: sudo systemctl stop kahuna-table, "
        "or end that process"
    )
    strip_alone.release()
    claimed(devices).release()


def test_a_device_that_comes_late_is_held_from_then_on(devices: list[Path]) -> None:
    there = devices[:1]
    claim = claimed(there)
    there.append(devices[1])

    claim.complete()

    with pytest.raises(HeldError):
        Hold(devices[1])
    claim.release()


def test_a_late_device_of_another_table_is_refused(devices: list[Path]) -> None:
    there = devices[:1]
    claim, other = claimed(there), Hold(devices[1])
    there.append(devices[1])

    with pytest.raises(HeldError):
        claim.complete()
    claim.release()
    other.release()


def test_simulated_devices_are_nobody_s() -> None:
    assert nodes(SIMULATED) == []


def test_a_table_is_running_that_keeps_its_games_there(tmp_path: Path) -> None:
    assert running(SIMULATED, tmp_path) is None
    hold = Hold(tmp_path)

    with pytest.raises(HeldError):
        claim_alone(SIMULATED, tmp_path)
    hold.release()

    claim_alone(SIMULATED, tmp_path).release()
