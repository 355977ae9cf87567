"""The table's socket: questions whole, cut, hostile, of too many, and of nobody's business."""

import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from kahuna_table.app.control import MAX_CLIENTS, NAME, Control, ControlError, ask, place
from tests.app.attended import attended

STATUS = {"ask": "status"}


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A name that is too long for a socket's."""
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    return deep


@pytest.fixture
def control(directory: Path) -> Iterator[Control]:
    made = Control(directory, {"status": lambda _: {"well": True}, "echo": lambda asked: asked})
    yield made
    made.close()


def connected(directory: Path) -> socket.socket:
    client = socket.socket(socket.AF_UNIX)
    folder = os.open(directory, os.O_RDONLY)
    client.connect(f"/proc/self/fd/{folder}/{NAME}")
    os.close(folder)
    client.settimeout(1)
    return client


def test_a_question_is_answered(control: Control, directory: Path) -> None:
    with attended(control):
        assert ask(directory, os.getpid(), STATUS) == {"well": True}


@pytest.mark.usefixtures("control")
def test_only_its_user_and_group_may_ask(directory: Path) -> None:
    assert (directory / NAME).stat().st_mode & 0o777 == 0o660


def test_another_process_is_not_believed(control: Control, directory: Path) -> None:
    with attended(control), pytest.raises(ControlError, match="it has no socket yet"):
        ask(directory, os.getpid() + 1, STATUS)


def test_a_question_may_come_byte_by_byte(control: Control, directory: Path) -> None:
    with connected(directory) as client:
        for byte in b'{"ask": "status"}':
            client.send(bytes([byte]))
            control.attend()
        client.send(b"\n")
        control.attend()

        assert json.loads(client.recv(1000)) == {"well": True}


@pytest.mark.parametrize(
    "said",
    [
        b"\n",
        b"[]\n",
        b'"status"\n',
        b'{"ask": ["status"]}\n',
        b'{"ask": "money"}\n',
        b"\xff\xfe\n",
        b"[" * 4096,
        b'{"ask": "status"',
    ],
)
def test_what_is_no_question_is_told_so(control: Control, directory: Path, said: bytes) -> None:
    with connected(directory) as client:
        client.send(said)
        client.shutdown(socket.SHUT_WR)
        for _ in range(3):
            control.attend()

        assert "expected" in json.loads(client.recv(10_000))["error"]
    assert_well(control, directory)


def test_those_who_say_nothing_are_sent_away(control: Control, directory: Path) -> None:
    silent = [connected(directory) for _ in range(MAX_CLIENTS)]
    for _ in silent:
        control.attend()

    assert_well(control, directory)

    assert silent[0].recv(1) == b""
    for each in silent:
        each.close()


def test_one_who_has_gone_costs_nothing(control: Control, directory: Path) -> None:
    with connected(directory) as client:
        client.send(b'{"ask": "status"}\n')
    control.attend()

    assert_well(control, directory)


def test_a_socket_that_was_left_behind_is_replaced(directory: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        folder = os.open(directory, os.O_RDONLY)
        left.bind(f"/proc/self/fd/{folder}/{NAME}")
        os.close(folder)

    control = Control(directory, {"status": lambda _: {"well": True}})

    assert_well(control, directory)
    control.close()
    assert not (directory / NAME).exists()


def test_a_table_without_a_socket_plays(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    control = Control(tmp_path / "missing", {})

    control.attend()
    control.close()

    assert "nobody can ask this table" in caplog.text


def test_the_service_has_it_in_memory(tmp_path: Path) -> None:
    assert place(tmp_path, {"RUNTIME_DIRECTORY": "/run/kahuna-table"}) == Path("/run/kahuna-table")
    assert place(tmp_path, {}) == tmp_path


def assert_well(control: Control, directory: Path) -> None:
    with attended(control):
        assert ask(directory, os.getpid(), STATUS) == {"well": True}
