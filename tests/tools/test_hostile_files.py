"""Whatever a file or argument holds, every command reads or refuses it at once."""

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kahuna_table.tools.cli import main

CONFIG = ("games", "--config")
SCRIPT = ("simulate", "--script")
RECORD = ("replay",)
TRACE = ("trace", "replay")
READERS = (
    CONFIG,
    SCRIPT,
    RECORD,
    TRACE,
    ("trace", "script"),
    ("wiring", "--script"),
    ("doctor", "--config"),
    ("run", "--config"),
    ("prove", "power-cut", "--turns", "1", "--play", "state", "--board"),
)
"""Every command that reads a file, the file last."""

HEADER = "kahuna record 1\nrules: kosmos1998\nblack:\nwhite:\nfirst: black\n\n"


def no_file(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(100 << 30)


@pytest.mark.parametrize("reader", READERS, ids=" ".join)
@pytest.mark.parametrize(
    "make",
    [
        os.mkfifo,
        Path.mkdir,
        no_file,
        lambda path: path.symlink_to("/dev/zero"),
        lambda path: path.write_bytes(b"\xff" * 100),
    ],
    ids=["pipe", "directory", "100 GB", "/dev/zero", "bytes"],
)
def test_what_is_no_such_file_is_refused_in_one_line(
    reader: tuple[str, ...],
    make: Callable[[Path], object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    make(tmp_path / "file")

    status = main([*reader, "file"])

    told = capsys.readouterr().err
    assert status == (78 if "--config" in reader else 64)
    assert told.startswith("file:")
    assert "expected" in told
    assert told.count("\n") == 1


HUGE = {
    "60,000 keys": (CONFIG, "\n".join(f"k{n} = {n}" for n in range(60_000)), "at most 32,768"),
    "4,000 keys": (CONFIG, "\n".join(f"k{n}=1" for n in range(4_000)), "and more\n"),
    "a key of 100,000 dots": (CONFIG, f"{'a.' * 100_000}a = 1", "at most 32,768 bytes"),
    "a key of 10,000 dots": (CONFIG, f"{'a.' * 10_000}a = 1", "a line of more than 1,000"),
    "a number of 5,000 digits": (CONFIG, f"[sensors]\nclosing_ms = {'9' * 5_000}", ":2: "),
    "a number of 900 digits": (CONFIG, f"[sensors]\nclosing_ms = {'9' * 900}", "5..1000, got 99"),
    "the year 0": (CONFIG, "a = 0000-01-01", "expected TOML"),
    "the year 10000": (CONFIG, "a = 10000-01-01", "expected TOML"),
    "ten million statements": (SCRIPT, "obey\n" * 10_000_000, "at most 262,144 bytes"),
    "a wait of 5,000 digits": (SCRIPT, f"wait {'9' * 5_000}", "a whole number"),
    "a line of 200 kB": (SCRIPT, f"bump {'ALOA-BARI ' * 20_000}x", "a line of the board"),
    "4,000 turns": (
        RECORD,
        f"{HEADER}deal {'? ' * 24}\n" + "1 black: deck\n" * 4_000 + "result: unfinished\n",
        "expected '2 white'",
    ),
    "5,000 unseen cards": (
        RECORD,
        f"{HEADER}deal {'? ' * 24}\n1 black: {'discard ?, ' * 5_000}deck\nresult: unfinished\n",
        "illegal move 'discard ?'",
    ),
    "a turn of full-width digits": (RECORD, f"{HEADER}１ black: deck\n", "a turn such as"),
}


@pytest.mark.parametrize(("reader", "text", "told"), HUGE.values(), ids=HUGE)
def test_a_text_of_any_size_is_refused_in_few_words(
    reader: tuple[str, ...],
    text: str,
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "file"
    path.write_text(text, "utf-8")

    assert main([*reader, str(path)]) != 0
    said = capsys.readouterr().err
    assert told in said
    assert len(said) < 10_000


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"[" * 60_000_000, "a trace of at most 16,777,216 bytes, found more"),
        (b"[" * 2_000_000 + b"\nx\n", "at most 1,048,576 characters, found more"),
    ],
    ids=["a bomb", "a long line"],
)
def test_a_packed_trace_of_any_size_is_refused(
    content: bytes, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "trace.gz"
    path.write_bytes(gzip.compress(content, 1))

    assert main(["trace", "replay", str(path)]) == 64
    assert told in capsys.readouterr().err


NUMBERS = (
    ("games", "show"),
    ("replay", "record", "--turn"),
    ("prove", "power-cut", "--games"),
    ("prove", "power-cut", "--turns"),
    ("prove", "power-cut", "--stop-after"),
)


@pytest.mark.parametrize("command", NUMBERS, ids=" ".join)
@pytest.mark.parametrize("word", ["0", "-1", "1_0", "１", "²", " 1", "1.0", "9" * 5_000, "", "one"])
def test_a_number_is_what_people_write_as_one(
    command: tuple[str, ...], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, word])

    assert ended.value.code == 64
    told = capsys.readouterr().err
    assert "expected a whole number 1..1000000, got" in told or "expected one argument" in told
    assert len(told) < 2_000


NAMES = (
    *READERS,
    ("simulate", "--shots"),
    ("simulate", "--record"),
    ("simulate", "--state"),
    ("games", "--state"),
    ("games", "show", "1", "--state"),
    ("games", "show", "1", "--config"),
    ("run", "--state"),
    ("wiring", "--out"),
    ("prove", "power-cut", "--play"),
)


@pytest.mark.parametrize("command", NAMES, ids=" ".join)
@pytest.mark.parametrize("word", ["", "a\0b"], ids=["empty", "a null character"])
def test_a_file_or_directory_has_a_name(
    command: tuple[str, ...], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, word])

    assert ended.value.code == 64
    assert f"expected the name of a file or directory, got {word!r}" in capsys.readouterr().err
