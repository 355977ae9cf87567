"""Journals for the tests of the store, and processes that are killed while they write one."""

import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from kahuna_table.store.journal import Journal, open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import Entry

FILE = "journal.sqlite3"
DAY = "2026-11-30"
Tell = Callable[[str], None]


def now() -> datetime:
    return datetime(2026, 11, 30, 4, 15, 0)  # noqa: DTZ001 - the table's own wall clock


@contextmanager
def journal_in(directory: Path) -> Iterator[Journal]:
    journal = open_journal(directory, now=now)
    try:
        yield journal
    finally:
        journal.close()


def entry(number: int) -> Entry:
    return Entry("move", f'{{"number": {number}, "text": "FAAA-JOJO by FAAA, Grün 红"}}')


def entries(count: int, first: int = 1) -> tuple[Entry, ...]:
    return tuple(entry(number) for number in range(first, first + count))


def fill(directory: Path, *, ended: int = 3, count: int = 20) -> None:
    """Games that are over, and one in progress with that many entries."""
    with journal_in(directory) as journal:
        for number in range(1, ended + 1):
            journal.begin(DAY, entry(1))
            journal.finish("white third-scoring 3-5", record(number))
        journal.begin(DAY)
        journal.append(*entries(count))


def records_in(directory: Path) -> list[str]:
    """Of the games that are over."""
    return [game.record for game in read_journal(directory).ended]


def copy(original: Path, directory: Path) -> Path:
    """The same files once more; quicker than writing a journal again."""
    directory.mkdir()
    for path in original.iterdir():
        (directory / path.name).write_bytes(path.read_bytes())
    return directory


def record(number: int) -> str:
    return f"record {number}\n" + "1 black: FAAA-JOJO by FAAA, take LALE\n" * 60


def short_record(number: int) -> str:
    return f"record {number}\n" + "1 black: FAAA-JOJO by FAAA, take LALE\n" * 9


class Ended(NamedTuple):
    """What a child told before its end, and the signal that killed it, 0 for none."""

    told: list[str]
    signal: int


def in_child(act: Callable[[Tell], None]) -> Ended:
    """Does it in a process of its own, to its end or until it is killed."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        _be_child(act, writer)
    os.close(writer)
    with os.fdopen(reader) as lines:
        told = lines.read().splitlines()
    _, status = os.waitpid(child, 0)
    assert not os.WIFEXITED(status) or os.WEXITSTATUS(status) == 0
    return Ended(told, os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0)


def _be_child(act: Callable[[Tell], None], writer: int) -> None:
    status = 1
    try:
        act(lambda line: _tell(writer, line))
        status = 0
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        os._exit(status)


def _tell(writer: int, line: str) -> None:
    os.write(writer, f"{line}\n".encode())


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_at_size(limit: int) -> None:
    """From now on the kernel kills this process in the middle of a write: whatever of it lies
    below this size of a file is written, the rest is not.
    """
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))


def die_at_step(number: int) -> None:
    """Kills this process before it opens, renames, removes or locks a file for the `number`th
    time.
    """
    left = number

    def count(event: str, _arguments: object) -> None:
        nonlocal left
        if event == "open" or event.startswith(("os.", "fcntl.", "sqlite3.")):
            left -= 1
            if left == -1:
                die()

    sys.addaudithook(count)
