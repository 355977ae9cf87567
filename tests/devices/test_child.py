"""A driver's process: what it may do to itself, and what it may never do to the table."""

import logging
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.devices.child import Child, Limits
from kahuna_table.devices.faults import fault
from kahuna_table.devices.lifeline import MAX_BYTES, Kind, Unframer, WireError, framed
from kahuna_table.devices.lights.opening import TROUBLES
from kahuna_table.devices.troubles import Trouble

LOW = fault(Trouble.CARD_FULL, free=1, directory="paint")

QUICK = Limits(
    start_s=10, silent_s=0.6, close_s=1, first_pause_s=0.05, longest_pause_s=0.1, settled_s=60
)

ECHO = """
import os, sys, time
from kahuna_table.devices.faults import fault
from kahuna_table.devices.lifeline import DaemonGoneError, Kind, Lifeline, framed
from kahuna_table.devices.troubles import Trouble
line = Lifeline.take(hang_s=float(sys.argv[1]))
print("hello", flush=True)
line.ready("echo")
try:
    while True:
        word = line.wait(5)
        if word == b"crash": os.kill(os.getpid(), 11)
        if word == b"hang": time.sleep(60)
        if word == b"raise": raise ValueError("out of paint")
        if word == b"refuse":
            line.refuse(fault(Trouble.FONT_MISSING, file="paint", package="paint"))
            sys.exit(3)
        if word == b"note": line.note(fault(Trouble.CARD_FULL, free=1, directory="paint"))
        if word == b"mistake": line._send(framed(Kind.NOTE, b'{"trouble":"CARD_FULL"}'))
        if word == b"nonsense": os.write(line._outgoing, b"nonsense nonsense")
        if word is not None: line.send(word)
except DaemonGoneError:
    open(sys.argv[2], "w").write("gone")
"""


@pytest.fixture
def gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the child writes once it knows that the daemon is gone."""
    (tmp_path / "echo_child.py").write_text(ECHO)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path / "gone"


@pytest.fixture
def start(gone: Path) -> Iterator[Callable[..., Child]]:
    children: list[Child] = []

    def begin(hang_s: float = 30, limits: Limits = QUICK) -> Child:
        arguments = (str(hang_s), str(gone))
        children.append(
            Child("echo_child", arguments, name="echo", troubles=TROUBLES, limits=limits)
        )
        return children[-1]

    yield begin
    for child in children:
        child.close()


def until(what: Callable[[], bool], timeout_s: float = 8.0) -> None:
    """Waits for something that another process does."""
    end_s = time.monotonic() + timeout_s
    while not what():
        assert time.monotonic() < end_s, "it did not happen in time"
        time.sleep(0.01)


def texts(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


@given(
    payloads=st.lists(st.binary(max_size=40), max_size=6),
    cuts=st.lists(st.integers(1, 9), max_size=60),
)
def test_messages_come_whole_however_the_pipe_cuts_them(
    payloads: list[bytes], cuts: list[int]
) -> None:
    stream = b"".join(framed(Kind.MESSAGE, payload) for payload in payloads)
    unframer, got = Unframer(), []

    for cut in [*cuts, len(stream)]:
        got += unframer.feed(stream[:cut])
        stream = stream[cut:]

    assert got == [(Kind.MESSAGE, payload) for payload in payloads]


@pytest.mark.parametrize("noise", [b"x\0\0\0\0", b"m" + (MAX_BYTES + 1).to_bytes(4, "little")])
def test_noise_is_no_message(noise: bytes) -> None:
    with pytest.raises(WireError):
        Unframer().feed(noise)


def test_messages_go_both_ways_and_prints_go_to_the_log(
    start: Callable[..., Child], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    child = start()
    child.offer(b"one")
    received: list[bytes] = []

    until(lambda: bool(received.extend(child.received()) or received))

    assert received == [b"one"]
    assert (child.failure, child.how) == (None, "echo")
    until(lambda: "echo: hello" in texts(caplog))


@pytest.mark.parametrize(
    ("word", "cause"),
    [
        pytest.param(b"crash", "ended with SIGSEGV", id="crash in C"),
        pytest.param(b"raise", "ended with status 1, it said 'ValueError: out of paint'", id="bug"),
        pytest.param(b"hang", "the process hangs", id="hang"),
        pytest.param(b"nonsense", "sends what cannot be read", id="noise on the pipe"),
        pytest.param(
            b"mistake", "sends what cannot be read: the value: expected", id="half a fault"
        ),
        pytest.param(b"refuse", "KT-412 the font paint is missing", id="refusal"),
    ],
)
def test_a_child_that_ends_is_started_again_and_says_why_once(
    start: Callable[..., Child], caplog: pytest.LogCaptureFixture, word: bytes, cause: str
) -> None:
    child = start()
    until(lambda: child.how == "echo")
    pids = {child.pid}

    child.offer(word)  # given again to each new one, so it fails again and again
    until(lambda: bool(pids.add(child.pid) or len(pids - {None}) > 2))

    warnings = [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]
    assert len(warnings) == 1
    assert cause in warnings[0]
    child.offer(b"well")
    until(lambda: b"well" in child.received())
    assert child.failure is None


def test_a_hang_is_found_by_the_child_itself_where_it_hangs(
    start: Callable[..., Child], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    child = start(hang_s=0.4, limits=Limits(silent_s=60, first_pause_s=0.05, longest_pause_s=0.05))
    until(lambda: child.how == "echo")

    child.offer(b"hang")
    until(lambda: child.failure is not None)

    assert "the process hangs" in str(child.failure)
    assert any("echo_child.py" in text and "line 13" in text for text in texts(caplog))


def test_a_note_is_said_and_work_goes_on(
    start: Callable[..., Child], caplog: pytest.LogCaptureFixture
) -> None:
    child = start()
    child.offer(b"note")

    until(lambda: bool(child.received()))

    assert texts(caplog) == [f"echo: {LOW}"]
    assert child.failure is None


def test_healing_is_said_where_the_failure_was(
    start: Callable[..., Child], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    child = start()
    for _ in range(2):
        until(lambda: child.how == "echo")
        child.offer(b"crash")
        until(lambda: child.failure is not None)
        child.offer(b"well")
        until(lambda: b"well" in child.received())

    said = [text for text in texts(caplog) if "SIGSEGV" in text or "works again" in text]
    assert len(said) == 2
    assert said[1] == "echo: works again"


def test_a_note_that_holds_on_is_not_said_again(
    start: Callable[..., Child], caplog: pytest.LogCaptureFixture
) -> None:
    child = start(limits=Limits(settled_s=0.3))
    began_s = time.monotonic()

    while time.monotonic() - began_s < 1.5:
        child.offer(b"note")
        until(lambda: bool(child.received()))

    assert texts(caplog) == [f"echo: {LOW}"]


def test_the_newest_message_wins_and_offering_never_waits(start: Callable[..., Child]) -> None:
    child = start()
    until(lambda: child.how == "echo")
    assert child.pid is not None
    os.kill(child.pid, signal.SIGSTOP)
    slowest_s = 0.0

    for n in range(300):
        began_s = time.perf_counter()
        child.offer(b"%05d" % n + bytes(5000))
        slowest_s = max(slowest_s, time.perf_counter() - began_s)
    os.kill(child.pid, signal.SIGCONT)

    received: list[bytes] = []
    until(lambda: any(m[:5] == b"00299" for m in received) or received.extend(child.received()))  # type: ignore[arg-type, func-returns-value]
    assert len(received) < 100
    assert slowest_s < 0.05


def test_a_closed_child_has_ended_by_itself(start: Callable[..., Child], gone: Path) -> None:
    child = start()
    until(lambda: child.how == "echo")

    child.close()

    assert gone.read_text() == "gone"


def test_signals_for_the_daemon_do_not_end_the_child(start: Callable[..., Child]) -> None:
    child = start()
    until(lambda: child.how == "echo")
    pid = child.pid
    assert pid is not None

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(pid, number)
    child.offer(b"alive")
    until(lambda: child.received() == [b"alive"])

    assert child.pid == pid


def test_the_child_notices_a_killed_daemon_within_a_second(gone: Path) -> None:
    daemon = (
        "import sys, time\n"
        "from kahuna_table.devices.child import Child\n"
        "from kahuna_table.devices.lights.opening import TROUBLES\n"
        f"child = Child('echo_child', ('30', {str(gone)!r}), name='echo', troubles=TROUBLES)\n"
        "while child.how != 'echo': time.sleep(0.01)\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    path = {**os.environ, "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)}
    with subprocess.Popen(
        [sys.executable, "-c", daemon], stdout=subprocess.PIPE, env=path, text=True
    ) as process:
        assert process.stdout is not None
        assert select.select([process.stdout], [], [], 10)[0]
        pid = int(process.stdout.readline())
        began_s = time.monotonic()
        process.kill()

        until(lambda: gone.exists() and gone.read_text() == "gone", 1.0)

    assert time.monotonic() - began_s < 1.0
    until(lambda: not _alive(pid))


def _alive(pid: int) -> bool:
    try:
        return "zombie" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
