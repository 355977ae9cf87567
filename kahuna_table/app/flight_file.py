"""A trace as a file: gzip'ed JSON lines with a version, strictly read.

The first line says what the file is, a `chunk` starts from a snapshot, `samples` with the same
contacts keep only their times, and the last line tells how much there was.
"""

import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, Final, NoReturn

from kahuna_table.app.codec import CodecError, decode, encode
from kahuna_table.app.flight_public import BoardView, PublicEffect, PublicInput
from kahuna_table.engine.board import Lines
from kahuna_table.errors import KahunaError
from kahuna_table.files import PRIVATE, read_bytes, whole_file
from kahuna_table.table.debounce import Senses, SettleTimes
from kahuna_table.table.effects import Effect
from kahuna_table.table.inputs import Buttons, Input
from kahuna_table.table.situation import Session

VERSION: Final = 2
MOST_BYTES: Final = 1 << 24
"""Ten minutes of the worst noise take 10 MB."""

LONGEST_LINE: Final = 1 << 20
"""A snapshot takes 100 kB at most."""

MOST_SAMPLES: Final = 1_000_000
"""Eleven minutes of a sample a millisecond are 660,000."""


class TraceFileError(KahunaError):
    """A file that is no trace; `number` is the line, from 1, or 0 for the whole file."""

    def __init__(self, number: int, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.number = number


@dataclass(frozen=True, slots=True)
class Header:
    """What stands first. `written` is the wall clock's time, and only for people."""

    version: int
    program: str
    settle: SettleTimes
    hands: bool
    why: str
    written: str


@dataclass(frozen=True, slots=True)
class Start:
    """A chunk begins. `fresh`: the program had just started, nothing leads here.

    Without hands there is no session; `earlier` are then the bridges before each step that can be
    taken back.
    """

    fresh: bool
    senses: Senses
    session: Session | None
    earlier: tuple[tuple[Lines, Lines], ...]


@dataclass(frozen=True, slots=True)
class Samples:
    """The same contacts seen at all these times. `slidable` was the session's at each."""

    closed: Lines
    unknown: Lines
    pressed: Buttons
    slidable: Lines
    times_ms: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Noticed:
    what: Input | PublicInput


@dataclass(frozen=True, slots=True)
class Caused:
    what: Effect | PublicEffect


@dataclass(frozen=True, slots=True)
class Viewed:
    what: BoardView


@dataclass(frozen=True, slots=True)
class End:
    """The last line. `state` is a hash of the engine's state, with hands only."""

    at_ms: int
    entries: int
    state: str | None


Entry = Start | Samples | Noticed | Caused | Viewed


@dataclass(frozen=True, slots=True)
class Numbered:
    number: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Trace:
    header: Header
    entries: tuple[Numbered, ...]
    end: End


@dataclass(frozen=True, slots=True)
class _Run:
    closed: Lines
    unknown: Lines
    pressed: Buttons
    slidable: Lines
    first_ms: int
    steps: tuple[tuple[int, int], ...]
    """Pairs: milliseconds from one sample to the next, and how often in a row."""


def write_trace(path: Path, header: Header, entries: Iterable[Entry], end: End) -> None:
    """Raises: `OSError`."""
    # no time and no name inside: the same trace gives the same bytes
    with whole_file(path, PRIVATE) as file, gzip.GzipFile("", "wb", 6, file, 0) as packed:
        for line in _lines(header, entries, end):
            packed.write(f"{line}\n".encode())


def read_trace(path: str | Path) -> Trace:
    """Raises:
    FileError: it cannot be read.
    TraceFileError: not every line of it is exactly understood.
    """
    lines = _text(read_bytes(path, "a trace", MOST_BYTES)).split("\n")
    if lines.pop() != "":
        raise TraceFileError(len(lines) + 1, "a whole line", "the end of the file")
    if len(lines) < 2:
        raise TraceFileError(1, "a trace", "an empty file")
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise TraceFileError(number, f"at most {LONGEST_LINE:,} characters", "more")
    header = _header(lines[0])
    entries, samples = list[Numbered](), 0
    for number, line in enumerate(lines[1:-1], start=2):
        entry = _entry(number, line, hands=header.hands, room=MOST_SAMPLES - samples)
        samples += len(entry.times_ms) if isinstance(entry, Samples) else 0
        entries.append(Numbered(number, entry))
    end = _read(len(lines), lines[-1], {"end": End})
    assert isinstance(end, End)
    if end.entries != len(entries):
        raise TraceFileError(len(lines), f"an end after {len(entries)} entries", f"{end.entries}")
    if not entries or not isinstance(entries[0].entry, Start):
        raise TraceFileError(2, "the start of a chunk", "something else")
    return Trace(header, tuple(entries), end)


def _lines(header: Header, entries: Iterable[Entry], end: End) -> Iterator[str]:
    yield _line("trace", header, Header)
    for entry in entries:
        match entry:
            case Start():
                yield _line("chunk", entry, Start)
            case Samples():
                yield _line("samples", _packed(entry), _Run)
            case Noticed(what=what):
                yield _line("input", what, Input if header.hands else PublicInput)
            case Caused(what=caused):
                yield _line("effect", caused, Effect if header.hands else PublicEffect)
            case Viewed(what=seen):
                yield _line("board", seen, BoardView)
    yield _line("end", end, End)


def _line(kind: str, value: object, hint: Any) -> str:
    return json.dumps({kind: encode(value, hint)}, separators=(",", ":"))


def _text(content: bytes) -> str:
    try:
        if content[:2] == b"\x1f\x8b":
            unpacking = zlib.decompressobj(wbits=31)
            content = unpacking.decompress(content, MOST_BYTES + 1)
            if not unpacking.eof and len(content) <= MOST_BYTES:
                raise TraceFileError(0, "a whole gzip file", "one that is cut off")
        if len(content) > MOST_BYTES:
            raise TraceFileError(0, f"a trace of at most {MOST_BYTES:,} bytes", "more")
        return content.decode("utf-8")
    except (zlib.error, ValueError) as error:
        raise TraceFileError(0, "a trace", str(error)) from error


def _header(line: str) -> Header:
    data = _json(1, line)
    version = data.get("trace", {}).get("version") if _is_header(data) else None
    if version is None:
        raise TraceFileError(1, "the first line of a trace", _shown(line))
    if version != VERSION:
        raise TraceFileError(1, f"version {VERSION} of a trace", repr(version))
    header = _read(1, line, {"trace": Header})
    assert isinstance(header, Header)
    return header


def _is_header(data: dict[str, Any]) -> bool:
    return isinstance(data.get("trace"), dict)


def _entry(number: int, line: str, *, hands: bool, room: int) -> Entry:
    """`room` is for how many samples there may be."""
    kinds = {
        "chunk": Start,
        "samples": _Run,
        "input": Input if hands else PublicInput,
        "effect": Effect if hands else PublicEffect,
        "board": BoardView,
    }
    kind = next(iter(_json(number, line)), "")
    value = _read(number, line, kinds)
    match kind:
        case "samples":
            return _unpacked(number, value, room)
        case "input":
            return Noticed(value)
        case "effect":
            return Caused(value)
        case "board":
            return Viewed(value)
    assert isinstance(value, Start)
    if (value.session is not None) is not hands:
        raise TraceFileError(number, "hands in every chunk or in none", "the other")
    return value


def _read(number: int, line: str, kinds: dict[str, Any]) -> Any:
    data = _json(number, line)
    if len(data) != 1 or next(iter(data)) not in kinds:
        raise TraceFileError(number, f"one of {', '.join(kinds)}", _shown(line))
    ((kind, value),) = data.items()
    try:
        return decode(value, kinds[kind])
    except CodecError as error:
        raise TraceFileError(
            number, f"a value of {kind!r} that is understood", str(error)
        ) from error


def _json(number: int, line: str) -> dict[str, Any]:
    def fail(constant: str) -> NoReturn:
        raise ValueError(f"the number {constant}")

    try:
        data = json.loads(line, parse_constant=fail)
    except (ValueError, RecursionError) as error:
        raise TraceFileError(number, "a JSON object", str(error)) from error
    if not isinstance(data, dict):
        raise TraceFileError(number, "a JSON object", _shown(line))
    return data


def _packed(samples: Samples) -> _Run:
    times = samples.times_ms
    deltas = [after - before for before, after in pairwise(times)]
    steps = tuple((delta, len(list(same))) for delta, same in groupby(deltas))
    rest = (samples.closed, samples.unknown, samples.pressed, samples.slidable)
    return _Run(*rest, times[0], steps)


def _unpacked(number: int, run: _Run, room: int) -> Samples:
    times = [run.first_ms]
    for delta, count in run.steps:
        if delta < 0 or count <= 0:
            raise TraceFileError(number, "steps forward in time", f"{count} of {delta} ms")
        if len(times) + count > room:
            raise TraceFileError(number, f"at most {MOST_SAMPLES:,} samples", "more")
        times += [times[-1] + delta * n for n in range(1, count + 1)]
    return Samples(run.closed, run.unknown, run.pressed, run.slidable, tuple(times))


def _shown(line: str) -> str:
    return repr(line if len(line) <= 60 else f"{line[:57]}...")
