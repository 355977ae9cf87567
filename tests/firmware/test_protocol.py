"""Both sides of the line read and write the same, and the page says what they do."""

import json
import re
import subprocess
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.devices.pico import conversation, faults, files
from kahuna_table.devices.pico.conversation import Conversation
from kahuna_table.devices.pico.wire import LineReader, framed, unframed
from tests.firmware.bench import FIRMWARE, HERE
from tests.firmware.interpreter import interpreter

GOLDEN: dict[str, Any] = json.loads((FIRMWARE / "golden.json").read_text())
PAGE = (FIRMWARE / "PROTOCOL.md").read_text()

BODIES = st.text(
    st.sampled_from([chr(n) for n in range(0x20, 0x7F) if chr(n) not in "$*"]), max_size=99
)


def test_the_firmware_reads_and_writes_the_golden_lines() -> None:
    command = [*interpreter(), str(HERE / "golden.py"), str(FIRMWARE)]

    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout

    assert told == "done\n"


@pytest.mark.parametrize(("body", "line"), GOLDEN["framed"])
def test_the_host_writes_and_reads_the_golden_lines(body: str, line: str) -> None:
    assert framed(body) == line.encode() + b"\n"
    assert unframed(line.encode()) == body


@pytest.mark.parametrize("line", GOLDEN["damaged"])
def test_the_host_reads_no_damaged_line(line: str) -> None:
    assert unframed(line.encode()) is None


@pytest.mark.parametrize(("stream", "lines"), GOLDEN["streams"])
def test_the_host_cuts_a_stream_as_the_firmware_does(stream: str, lines: list[str]) -> None:
    whole, by_byte = LineReader(), LineReader()

    assert [line.decode() for line in whole.take(stream.encode())] == lines
    taken = [line for byte in stream.encode() for line in by_byte.take(bytes([byte]))]
    assert [line.decode() for line in taken] == lines


@given(BODIES)
def test_what_is_framed_is_read_again(body: str) -> None:
    assert unframed(framed(body).rstrip(b"\n")) == body


@given(BODIES, st.integers(0, 200), st.integers(1, 255))
def test_no_changed_byte_goes_unnoticed(body: str, at: int, change: int) -> None:
    line = bytearray(framed(body).rstrip(b"\n"))
    line[at % len(line)] ^= change

    assert unframed(bytes(line)) is None


@given(st.lists(st.binary(max_size=80), max_size=8))
def test_whatever_arrives_is_taken(pieces: list[bytes]) -> None:
    talk = Conversation(0.0)

    for n, piece in enumerate(pieces):
        talk.take(piece, n / 10)
        talk.due(n / 10)

    assert talk.heard(0.5).states == "?" * 27


@pytest.mark.parametrize("frame", [None, bytes(117)], ids=["no lights", "lights"])
@pytest.mark.parametrize("hello", ["", "hello 1 9 hall x", "hello 9 9 hall x"])
def test_a_link_that_has_sent_what_is_due_may_sleep(frame: bytes | None, hello: str) -> None:
    """Else the link's thread takes a whole core."""
    talk = Conversation(0.0)
    if frame is not None:
        talk.show(frame, 0.0)
    if hello:
        talk.take(framed(hello), 0.0)

    talk.due(0.0)

    assert talk.wakes_s(0.0) > 0


def test_the_page_is_that_of_this_version() -> None:
    source = (FIRMWARE / "version.py").read_text()
    number = f"{conversation.PROTOCOL}"

    assert re.search(r"^PROTOCOL = (\d+)$", source, re.M)[1] == number  # type: ignore[index]
    assert f"version **{number}**" in PAGE
    assert files.FILES == FIRMWARE


def test_the_page_names_every_word() -> None:
    source = (FIRMWARE / "conversation.py").read_text()
    answered = set(re.findall(r'^            "(\w+)": self\._', source, re.M))

    assert answered == set(re.findall(r"^\| `(\w+)", PAGE.partition("## From the Pico")[0], re.M))


def test_every_word_of_the_firmware_has_a_text() -> None:
    words = [
        "low:0", "high:13", "open:26", "end:14", "supply", "chip:1", "select:2", "select:0:3",
        "offsets", "matrix", "row:5", "column:0", "canary:2:3", "idle:4", "untold:7",
    ]  # fmt: skip

    for text in map(str, faults.told(words)):
        assert re.fullmatch(r"KT-3\d\d .*", text)
        assert "does not know" not in text
    assert "'melted:3', which this program does not know" in str(faults.told(["melted:3"])[0])
