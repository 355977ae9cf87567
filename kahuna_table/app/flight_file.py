"""A trace as a file: gzip'ed JSON lines with a version, strictly read.

The first line says what the file is. A start is a snapshot; samples, what came from outside and
what was said follow; the last line tells how much there was.
"""

import gzip
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from pathlib import Path
from typing import Final
from zlib import crc32

from kahuna_table.engine.board import Lines
from kahuna_table.files import PRIVATE, FileError, read_bytes, whole_file
from kahuna_table.table.codec import CodecError, format_value, parse_json, parse_value
from kahuna_table.table.debounce import Senses
from kahuna_table.table.effects import Effect
from kahuna_table.table.inputs import NO_BUTTONS, Buttons, Input, Owners
from kahuna_table.table.state import Session

VERSION: Final = 6
MAX_BYTES: Final = 1 << 24
"""Ten minutes of the worst noise take 10 MB."""

LONGEST_LINE: Final = 1 << 20
"""A snapshot takes 100 kB at most."""

MAX_SAMPLES: Final = 1_000_000
"""Eleven minutes of a sample a millisecond are 660,000."""


@dataclass(frozen=True, slots=True)
class Header:
    """What stands first. `written` is the wall clock's time, and only for people."""

    version: int
    program: str
    hands: bool
    why: str
    written: str


@dataclass(frozen=True, slots=True)
class _First:
    trace: Header


@dataclass(frozen=True, slots=True)
class Start:
    """A snapshot; the session is missing without hands."""

    senses: Senses
    session: Session | None

    @property
    def fresh(self) -> bool:
        """The program has just started: no button was seen yet."""
        return self.senses.pad.armed == NO_BUTTONS


@dataclass(frozen=True, slots=True)
class Samples:
    """The same contacts seen again and again. `slidable` was the session's at each.

    `steps` are pairs: milliseconds from one sample to the next, and how often in a row.
    """

    closed: Lines
    unknown: Lines
    pressed: Buttons
    owners: Owners
    slidable: Lines
    first_ms: int
    steps: tuple[tuple[int, int], ...]

    def times_ms(self) -> Iterator[int]:
        at_ms = self.first_ms
        yield at_ms
        for step_ms, count in self.steps:
            for _ in range(count):
                at_ms += step_ms
                yield at_ms


@dataclass(frozen=True, slots=True)
class Outside:
    """An input that no sample explains; with hands only."""

    what: Input


@dataclass(frozen=True, slots=True)
class Said:
    """What the replay computes again: an input or an effect as a line of text.

    `mark` is a short hash of the whole value. Without hands only what follows from the samples has
    one; the rest is told, and cannot be compared.
    """

    text: str
    mark: str | None


@dataclass(frozen=True, slots=True)
class HandOpened:
    """Without hands: there are no samples until the next start."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """Without hands: what the referee makes of the board; a position lies open to everybody."""

    refereeing: bool
    bridges: tuple[Lines, Lines]
    swept: Lines
    blind: Lines
    """Lines that flap or that people called wrong."""
    said_off: Lines
    """The bridge that people said they lifted from a blind line."""
    missing: Lines
    extra: Lines


@dataclass(frozen=True, slots=True)
class End:
    """The last line. `session` is a hash of it, with hands only."""

    at_ms: int
    entries: int
    session: str | None


Entry = Start | Samples | Outside | Said | HandOpened | BoardView | End


@dataclass(frozen=True, slots=True)
class Trace:
    """The first entry is a start, the last an end; entry `n` stands in line `n + 2`."""

    header: Header
    entries: tuple[Entry, ...]

    @property
    def end(self) -> End:
        end = self.entries[-1]
        assert isinstance(end, End), "checked when the file was read"
        return end


def mark_of(what: Input | Effect) -> str:
    return f"{crc32(repr(what).encode()):08x}"


def run_of(look: Sequence[int], times_ms: Sequence[int]) -> Samples:
    """Samples taken at these times; the look is closed, unknown, pressed, owners, slidable."""
    steps = groupby(after - before for before, after in pairwise(times_ms))
    counted = tuple((step_ms, len(list(same))) for step_ms, same in steps)
    closed, unknown, pressed, black, white, slidable = look[:6]
    return Samples(
        Lines(closed),
        Lines(unknown),
        Buttons(pressed),
        Owners(Lines(black), Lines(white)),
        Lines(slidable),
        times_ms[0],
        counted,
    )


def write_trace(path: Path, header: Header, entries: Iterable[Entry]) -> None:
    """Raises: `OSError`."""
    lines = chain(
        [format_value(_First(header), _First)],
        (format_value(entry, Entry) for entry in entries),
    )
    # no time and no name inside: the same trace gives the same bytes
    with whole_file(path, PRIVATE) as file, gzip.GzipFile("", "wb", 6, file, 0) as packed:
        packed.write("".join(f"{line}\n" for line in lines).encode("ascii"))


def read_trace(path: str | Path, *, with_hands: bool = False) -> Trace:
    """The trace; `with_hands` insists on one with hands.

    Raises:
        FileError: it cannot be read, or not every line of it is exactly understood.
    """
    first, *lines = _lines(path)
    header = _header(path, first)
    if with_hands and not header.hands:
        raise FileError(f"{path}:1", "a trace with hands", "one without")
    if not lines or lines.pop() != "":
        raise FileError(f"{path}:{len(lines) + 2}", "a whole line", "the end of the file")
    entries, samples = list[Entry](), 0
    for number, line in enumerate(lines, start=2):
        try:
            entry: Entry = parse_value(line, Entry)
            samples += _samples(entry)
            if samples > MAX_SAMPLES:
                raise CodecError("", f"at most {MAX_SAMPLES:,} samples", "more")
            _check(entry, len(entries), hands=header.hands, last=number == len(lines) + 1)
        except CodecError as error:
            place = f"{path}:{number}: {error.at}".removesuffix(": ")
            raise FileError(place, error.expected, error.found) from error
        entries.append(entry)
    if not entries:
        raise FileError(f"{path}:2", "a start", "the end of the file")
    return Trace(header, tuple(entries))


def _lines(path: str | Path) -> list[str]:
    lines = _text(path).split("\n")
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise FileError(f"{path}:{number}", f"at most {LONGEST_LINE:,} characters", "more")
    return lines


def _text(path: str | Path) -> str:
    content = read_bytes(path, "a trace", MAX_BYTES)
    try:
        if content[:2] == b"\x1f\x8b":
            unpacking = zlib.decompressobj(wbits=31)
            content = unpacking.decompress(content, MAX_BYTES + 1)
            if not unpacking.eof and len(content) <= MAX_BYTES:
                raise FileError(str(path), "a whole gzip file", "one that is cut off")
        if len(content) > MAX_BYTES:
            raise FileError(str(path), f"a trace of at most {MAX_BYTES:,} bytes", "more")
        return content.decode("ascii")
    except (zlib.error, ValueError) as error:
        raise FileError(str(path), "a trace", str(error)) from error


def _header(path: str | Path, line: str) -> Header:
    """The version is looked at first: the header of another may have other fields."""
    try:
        data = parse_json(line)
        version = data.get("trace", {}).get("version") if isinstance(data, dict) else None
        if isinstance(version, int) and version != VERSION:
            found = f"{version}: use the program that wrote it"
            raise FileError(f"{path}:1", f"version {VERSION} of a trace", found)
        first: _First = parse_value(line, _First)
    except (CodecError, AttributeError) as error:
        raise FileError(f"{path}:1", "the first line of a trace", str(error)) from error
    return first.trace


def _samples(entry: Entry) -> int:
    """How many there are."""
    if not isinstance(entry, Samples):
        return 0
    if any(step_ms < 0 or count <= 0 for step_ms, count in entry.steps):
        raise CodecError("", "steps forward in time", str(entry.steps[:3]))
    return 1 + sum(count for _, count in entry.steps)


def _check(entry: Entry, before: int, *, hands: bool, last: bool) -> None:
    """Whether an entry may stand after so many others. Raises: `CodecError`."""
    match entry:
        case End(entries=entries, session=session):
            fits = last and entries == before and (session is not None) is hands
        case Start(session=session):
            fits = (session is not None) is hands
        case Outside():
            fits = hands
        case HandOpened() | BoardView() | Said(mark=None):
            fits = not hands
        case _:
            fits = True
    if not fits or last is not isinstance(entry, End) or not (before or isinstance(entry, Start)):
        expected = f"what a trace {'with' if hands else 'without'} hands has there"
        raise CodecError("", expected, type(entry).__name__)
