"""The socket of a running table, both ends: SOCKET.md has the protocol.

The table's end never waits: the loop attends to it between two samples.
"""

import json
import logging
import os
import socket
import struct
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from kahuna_table.errors import KahunaError

NAME: Final = "control.sock"
SERVICE_DIRECTORY: Final = Path("/run/kahuna-table")
"""The unit's `RuntimeDirectory`."""

MAX_QUESTION: Final = 4096
MAX_ANSWER: Final = 1 << 17
MAX_CLIENTS: Final = 8
CLIENT_S: Final = 2.0
ANSWER_S: Final = 10.0
"""How long a question waits: a table that saves on a slow card answers late."""

RIGHTS: Final = 0o660

Answer = Mapping[str, Any]
Answers = Mapping[str, Callable[[Answer], Answer]]
"""By the word of the question; each gets the whole question."""

_log = logging.getLogger(__name__)


class ControlError(KahunaError):
    """The table cannot be asked, or does not answer."""


@dataclass(slots=True)
class _Client:
    connection: socket.socket
    since_s: float
    said: bytes = field(default=b"")


class Control:
    """The table's end."""

    def __init__(self, directory: Path, answers: Answers) -> None:
        """Without a right to the directory nobody can ask, and the table plays."""
        self._answers, self._directory = answers, directory
        self._clients: list[_Client] = []
        self._listener: socket.socket | None = None
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with _short(directory) as place:
                with suppress(FileNotFoundError):
                    os.unlink(place)
                listener.bind(place)
            os.chmod(directory / NAME, RIGHTS)
            listener.settimeout(0)
            listener.listen(MAX_CLIENTS)
        except OSError as error:
            listener.close()
            _log.warning("nobody can ask this table, no socket in %s: %s", directory, error)
            return
        self._listener = listener

    def attend(self) -> None:
        """Answers what was asked since."""
        if self._listener is None:
            return
        with suppress(BlockingIOError):
            connection, _ = self._listener.accept()
            connection.settimeout(0)
            self._clients.append(_Client(connection, time.monotonic()))
        for client in self._clients[:-MAX_CLIENTS]:
            self._drop(client)
        for client in tuple(self._clients):
            self._hear(client)

    def close(self) -> None:
        for client in tuple(self._clients):
            self._drop(client)
        if self._listener is not None:
            self._listener.close()
            self._listener = None
            with suppress(OSError):  # the directory may be gone, or read-only by now
                (self._directory / NAME).unlink()

    def _hear(self, client: _Client) -> None:
        try:
            heard = client.connection.recv(MAX_QUESTION)
        except BlockingIOError:
            if time.monotonic() - client.since_s > CLIENT_S:
                self._drop(client)
            return
        except OSError:
            heard = b""
        client.said += heard
        if heard and b"\n" not in client.said and len(client.said) < MAX_QUESTION:
            return
        with suppress(OSError):  # gone, or it does not read: its loss
            client.connection.send(json.dumps(self._answer(client.said)).encode() + b"\n")
        self._drop(client)

    def _answer(self, said: bytes) -> Answer:
        try:
            question = json.loads(said)
            answer = self._answers[question["ask"]]
        except (ValueError, KeyError, TypeError, RecursionError):
            known = " or ".join(json.dumps({"ask": word}) for word in self._answers)
            return {"error": f"expected {known}, got {said[:80]!r}"}
        return answer(question)

    def _drop(self, client: _Client) -> None:
        client.connection.close()
        self._clients.remove(client)


def place(directory: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """Where this process has its socket: the service in memory, where no card can fail."""
    return Path(environ.get("RUNTIME_DIRECTORY", "").partition(":")[0] or directory)


def ask(directory: Path, process: int | None, question: Answer) -> dict[str, Any]:
    """What the table of this state directory answers, which runs as this process.

    Raises: `ControlError`, with what to do.
    """
    refused = "it has no socket yet"
    for each in (SERVICE_DIRECTORY, directory):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(ANSWER_S)
            try:
                with _short(each) as place:
                    connection.connect(place)
                if process is not None and _peer(connection) != process:
                    continue
                connection.sendall(json.dumps(question).encode() + b"\n")
                return _read(connection)
            except PermissionError:
                refused = "only its user and group may: use sudo"
            except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError):
                continue
            except OSError as error:
                refused = f"no answer within {ANSWER_S:g} s ({error})"
    raise ControlError(f"the table, process {process}, cannot be asked: {refused}")


def _read(connection: socket.socket) -> dict[str, Any]:
    """Raises: `ControlError`; `OSError`."""
    said = b""
    while not said.endswith(b"\n") and len(said) < MAX_ANSWER:
        part = connection.recv(MAX_ANSWER)
        if not part:
            break
        said += part
    try:
        answer = json.loads(said)
    except ValueError as error:
        raise ControlError(f"expected a line of JSON from the table, got {said[:80]!r}") from error
    if not isinstance(answer, dict) or "error" in answer:
        raise ControlError(f"the table does not know this question: {said[:200]!r}")
    return answer


def _peer(connection: socket.socket) -> int:
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
    process: int = struct.unpack("3i", credentials)[0]
    return process


@contextmanager
def _short(directory: Path) -> Iterator[str]:
    """A name of the socket that fits into 108 bytes, however long that of the directory is."""
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{descriptor}/{NAME}"
    finally:
        os.close(descriptor)
