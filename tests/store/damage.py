"""All the ways in which the files of a journal can be damaged, and what must hold after each."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kahuna_table.store.journal import open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import NOTHING, Contents, Lost, StoreError
from tests.store.journals import (
    DAY,
    FILE,
    Tell,
    copy,
    die,
    entries,
    entry,
    in_child,
    journal_in,
    now,
    short_record,
)

PAGE = 4096
SECTOR = 512
LOG = f"{FILE}-wal"
Damage = tuple[str, Callable[[Path], object]]
"""A name, and what is done to a state directory."""


@dataclass(frozen=True)
class Original:
    """A state directory, what it holds, and itself at earlier times."""

    directory: Path
    truth: Contents
    older: tuple[Path, ...]

    def content(self, name: str) -> bytes:
        return (self.directory / name).read_bytes()


def make_original(place: Path, *, closed: bool, first: int = 1) -> Original:
    """Four short games that are over and a fifth in progress: closed, or with a log as a killed
    table leaves it. `first` tells the records of two tables apart.
    """
    place.mkdir()
    directory = place / "original"
    older: list[Path] = []

    def keep() -> None:
        older.append(copy(directory, place / f"older{len(older)}"))

    def act(_tell: Tell) -> None:
        journal = open_journal(directory, now=now)
        journal.append(*entries(15, 16))
        journal.append(*entries(10, 31))
        for number in range(41, 43):
            journal.append(entry(number))
        die()

    for number in range(1, 5):
        with journal_in(directory) as journal:
            journal.begin(DAY, *entries(8))
            journal.finish("white third-scoring 3-5", short_record(first + number))
        keep()
    with journal_in(directory) as journal:
        journal.begin(DAY, *entries(15))
    keep()
    in_child(act)
    if closed:
        open_journal(directory, now=now).close()
    return Original(directory, read_journal(directory), tuple(older))


def changed(name: str, content: bytes) -> Callable[[Path], object]:
    return lambda directory: (directory / name).write_bytes(content)


def removed(name: str) -> Callable[[Path], object]:
    return lambda directory: (directory / name).unlink()


def flips(original: Original, name: str, step: int) -> Iterator[Damage]:
    content = original.content(name)
    for place in range(0, len(content), step):
        for mask in (0x01, 0xFF):
            flipped = content[:place] + bytes([content[place] ^ mask]) + content[place + 1 :]
            yield f"{name} byte {place} ^ {mask:#x}", changed(name, flipped)


def sectors(original: Original, name: str) -> Iterator[Damage]:
    """Zeroed, all ones, like another, as it was before; the file cut there."""
    content = original.content(name)
    older = [(each / name).read_bytes() for each in original.older if (each / name).exists()]
    for place in range(0, len(content), SECTOR):
        end, other = place + SECTOR, (place + 5 * SECTOR) % len(content)

        def put(sector: bytes, start: int = place, end: int = end) -> bytes:
            return content[:start] + sector + content[end:]

        swapped = bytearray(content)
        there = content[other : other + SECTOR]
        swapped[other : other + SECTOR], swapped[place:end] = content[place:end], there
        yield f"{name} sector {place} zero", changed(name, put(bytes(SECTOR)))
        yield f"{name} sector {place} ones", changed(name, put(b"\xff" * SECTOR))
        yield f"{name} sector {place} swapped", changed(name, bytes(swapped))
        yield f"{name} sector {place} copied", changed(name, put(there))
        yield f"{name} cut at {place}", changed(name, content[:place])
        for number, before in enumerate(older):
            if before[place:end] not in (b"", content[place:end]):
                yield f"{name} sector {place} as in {number}", changed(name, put(before[place:end]))


def pages(original: Original) -> Iterator[Damage]:
    """Each page missing, doubled, in each other's place, and as it was before."""
    content = original.content(FILE)
    for place in range(0, len(content), PAGE):
        page, rest = content[place : place + PAGE], content[place + PAGE :]
        yield f"page {place} missing", changed(FILE, content[:place] + rest)
        yield f"page {place} doubled", changed(FILE, content[:place] + page + page + rest)
        for other in range(0, len(content), PAGE):
            there = content[:other] + page + content[other + PAGE :]
            yield f"page {place} at {other}", changed(FILE, there)
        for number, before in enumerate(original.older):
            stale = (before / FILE).read_bytes()[place : place + PAGE]
            if stale:
                yield f"page {place} as in {number}", changed(FILE, content[:place] + stale + rest)


def files(original: Original, foreign: Original) -> Iterator[Damage]:
    """Each file missing, empty, another table's, and as it was before."""
    for path in sorted(original.directory.iterdir()):
        name = path.name
        yield f"{name} missing", removed(name)
        yield f"{name} empty", changed(name, b"")
        for number, before in enumerate(original.older):
            if (before / name).exists():
                yield f"{name} as in {number}", changed(name, (before / name).read_bytes())
    yield f"{LOG} foreign", changed(LOG, foreign.content(LOG))


class SilentLossError(AssertionError):
    """Something is lost and nobody was told."""


def check(original: Original, directory: Path) -> Lost:
    """Whatever happened to the files: nothing is changed by a reader, the table starts, all that is
    there is true, and what is missing is told. What was lost.
    """
    truth = original.truth
    before = contents_of(directory)
    with suppress(StoreError):
        assert read_journal(directory) in (truth, NOTHING)
    assert contents_of(directory) == before, "a reader changed something"
    with journal_in(directory) as journal:
        notices = journal.take_notices()
    found = read_journal(directory)
    assert found.ended == truth.ended[: len(found.ended)]
    assert truth.current is not None
    kept = found.current
    if kept is not None:
        assert kept.number in range(1, truth.current.number + 1)
        assert kept.entries == truth.current.entries[: len(kept.entries)]
    if found != truth and not any(notice.lost != Lost(0, 0) for notice in notices):
        raise SilentLossError(notices)
    for notice in notices:
        assert notice.lost in (None, lost(truth, found)), notice
    check_goes_on(directory)
    return lost(truth, found)


def lost(truth: Contents, found: Contents) -> Lost:
    """What of the truth was not found."""
    assert truth.current is not None
    games = len(truth.ended) - len(found.ended)
    if found.current is None or found.current.number != truth.current.number:
        return Lost(games + 1, 0)
    return Lost(games, len(truth.current.entries) - len(found.current.entries))


def check_goes_on(directory: Path) -> None:
    with journal_in(directory) as journal:
        assert journal.take_notices() == ()
        if journal.current() is None:
            journal.begin(DAY)
        before = journal.current()
        assert before is not None
        journal.append(entry(99))
    after = read_journal(directory).current
    assert after is not None
    assert after.entries == (*before.entries, entry(99))


def contents_of(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def every(original: Original, foreign: Original, step: int) -> Iterator[Damage]:
    """Every damage there is, to bytes that are `step` apart."""
    yield from files(original, foreign)
    yield from pages(original)
    for path in sorted(original.directory.iterdir()):
        yield from sectors(original, path.name)
        yield from flips(original, path.name, step)


def sweep(original: Original, place: Path, damages: Iterable[Damage]) -> int:
    """Checks each; how many of them cost something."""
    costly = 0
    for name, act in damages:
        directory = copy(original.directory, place / "damaged")
        act(directory)
        try:
            costly += check(original, directory) != Lost(0, 0)
        except BaseException as error:
            error.add_note(name)
            raise
        shutil.rmtree(directory)
    return costly
