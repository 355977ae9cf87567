"""What stands in the way of `wiring`: a table that runs, pins that are held, places, signals."""

import io
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import pytest

from kahuna_table.app.config import Config
from kahuna_table.app.exits import TRY_AGAIN, UNAVAILABLE
from kahuna_table.app.wiring.command import Options, learn
from kahuna_table.devices.pins import PinMap
from kahuna_table.devices.ports import DeviceError
from kahuna_table.store.hold import LOCK_NAME, Hold
from tests.app.wiring.maker import of_state

THEN = datetime(2026, 11, 30, 4, 15, tzinfo=UTC)


def refused(config: Config, options: Options, code: str | None) -> tuple[int, str]:
    """The command where the pins are refused with this code."""

    def refuse(_pin_map: PinMap) -> NoReturn:
        raise DeviceError("pins are held", code)

    out = io.StringIO()
    return learn(config, options, out, out, io.StringIO(), open_inputs=refuse), out.getvalue()


@pytest.mark.parametrize("named", [True, False], ids=["--state", "configured"])
def test_while_the_table_runs_its_wiring_is_not_learned(tmp_path: Path, *, named: bool) -> None:
    hold = Hold(tmp_path, lambda: THEN)
    process = (tmp_path / LOCK_NAME).read_text().split()[0]
    config = Config() if named else of_state(tmp_path)

    status, said = refused(config, Options(state=tmp_path if named else None), "KT-105")
    hold.release()

    assert status == TRY_AGAIN
    assert said == (
        f"the table is running, process {process} since 2026-11-30T04:15:00: "
        "sudo systemctl stop kahuna-table, or end that process\n"
    )


def test_a_table_that_has_ended_is_in_nobodys_way(tmp_path: Path) -> None:
    Hold(tmp_path, lambda: THEN).release()

    assert refused(of_state(tmp_path), Options(), "KT-102") == (
        UNAVAILABLE,
        "KT-102 pins are held\n",
    )
    assert [path.name for path in tmp_path.iterdir()] == [LOCK_NAME]


def test_looking_for_a_table_leaves_no_file_behind(tmp_path: Path) -> None:
    """One of root's would keep the table's user from its own directory."""
    refused(of_state(tmp_path), Options(), "KT-102")

    assert [*tmp_path.iterdir()] == []


def test_pins_that_somebody_holds_are_worth_another_try(tmp_path: Path) -> None:
    """Whoever may not look into the state directory sees no more of a running table."""
    status, said = refused(of_state(tmp_path), Options(), "KT-105")

    assert status == TRY_AGAIN
    assert said == (
        "KT-105 pins are held\nif that is the table: sudo systemctl stop kahuna-table\n"
    )
