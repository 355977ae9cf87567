"""What systemd hears."""

import os
import socket
from pathlib import Path

import pytest

from kahuna_table.app.notify import Notifier


@pytest.mark.parametrize("abstract", [False, True], ids=["path", "abstract"])
def test_systemd_hears_what_it_is_told(tmp_path: Path, abstract: bool) -> None:
    name = f"kahuna-test-{os.getpid()}"
    address, variable = (f"\0{name}", f"@{name}") if abstract else (str(tmp_path / "n"),) * 2
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(address)
        notifier = Notifier({"NOTIFY_SOCKET": variable})
        notifier.tell(READY=1, STATUS="27/27 lines")
        assert listener.recv(1000) == b"READY=1\nSTATUS=27/27 lines"
        notifier.close()


def test_without_systemd_nothing_happens() -> None:
    notifier = Notifier({})
    notifier.tell(READY=1)
    assert notifier.watchdog_ms is None


def test_a_listener_that_is_gone_costs_nothing(tmp_path: Path) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")})
    notifier.tell(READY=1)
    notifier.close()


@pytest.mark.parametrize(
    ("environ", "ms"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 5000),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": str(os.getpid())}, 5000),
        ({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_is_fed_twice_as_often_as_it_asks(
    environ: dict[str, str], ms: int | None
) -> None:
    assert Notifier(environ).watchdog_ms == ms


def test_a_card_that_stalls_gets_patience_until_the_table_is_alive_again(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "n"))
        told = {"NOTIFY_SOCKET": str(tmp_path / "n"), "WATCHDOG_USEC": "8000000"}
        notifier = Notifier(told)
        notifier.patience(60_000)
        notifier.alive()
        assert listener.recv(1000) == b"WATCHDOG=1\nWATCHDOG_USEC=60000000"
        assert listener.recv(1000) == b"WATCHDOG=1\nWATCHDOG_USEC=8000000"
        notifier.close()
