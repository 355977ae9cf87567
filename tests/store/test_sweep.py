"""Damage everywhere in the files of a journal: the table starts, what it keeps is true, and it says
what is lost.

By default a part of it; all of it with `pytest -m soak tests/store/test_sweep.py`.
"""

import os
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from kahuna_table.store.journal import open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import CurrentGame, Lost, StoreError
from tests.store.damage import contents_of, every, make_original, sweep
from tests.store.journals import DAY, FILE, copy, entries, fill, journal_in, now, record
from tests.store.test_circumstances import mounted

PAGE = 4096
KINDS = pytest.mark.parametrize("closed", [True, False], ids=["closed", "with a log"])


@KINDS
def test_some_damage_everywhere_is_survived_and_told(tmp_path: Path, closed: bool) -> None:
    original = make_original(tmp_path / "table", closed=closed)
    foreign = make_original(tmp_path / "foreign", closed=False, first=5)
    damages = list(every(original, foreign, step=701))
    assert sweep(original, tmp_path, islice(damages, 0, None, 7)) > 20


@pytest.mark.soak
@pytest.mark.timeout(7200)
@KINDS
def test_all_damage_is_survived_and_told(tmp_path: Path, closed: bool) -> None:
    original = make_original(tmp_path / "table", closed=closed)
    foreign = make_original(tmp_path / "foreign", closed=False, first=5)
    damages = list(every(original, foreign, step=1))
    costly = sweep(original, tmp_path, damages)
    print(f"{len(damages)} damages, {costly} of them cost something, and that was told")
    assert costly > len(damages) // 10


def in_an_entry(content: bytes) -> int:
    return content.rindex(b'{"number": 150,')


def in_a_record(content: bytes) -> int:
    return content.index(b"record 30\n")


ON_A_FULL_CARD = pytest.mark.parametrize(
    ("place", "kept"), [(in_an_entry, (40, 149)), (in_a_record, (29, 200))]
)


@ON_A_FULL_CARD
def test_a_repair_without_room_leaves_the_file_as_it_is(
    tmp_path: Path, place: Callable[[bytes], int], kept: tuple[int, int]
) -> None:
    assert set(repair_with_room(tmp_path, place, kept, range(0, 80, 13))) == {True, False}


@pytest.mark.soak
@ON_A_FULL_CARD
def test_a_repair_is_whole_or_not_at_every_step_of_room(
    tmp_path: Path, place: Callable[[bytes], int], kept: tuple[int, int]
) -> None:
    print(repair_with_room(tmp_path, place, kept, range(130)))


def repair_with_room(
    tmp_path: Path, place: Callable[[bytes], int], kept: tuple[int, int], rooms: range
) -> Counter[bool]:
    """Repairs with that many free pages on the card, and once there is room; how often the first
    was enough.
    """
    fill(tmp_path / "original", ended=40, count=200)
    content = (tmp_path / "original" / FILE).read_bytes()
    at = place(content)
    (tmp_path / "original" / FILE).write_bytes(content[:at] + b"?" + content[at + 1 :])
    lost = Lost(40 - kept[0], 200 - kept[1])
    enough: Counter[bool] = Counter()
    for room in rooms:
        card = tmp_path / "card"
        with mounted(card, "-t", "tmpfs", "-o", "size=1m", "tmpfs"):
            state = copy(tmp_path / "original", card / "state")
            free = os.statvfs(card).f_bavail - room
            (card / "ballast").write_bytes(bytes(free * PAGE))
            first = try_to_open(state)
            enough[first is not None] += 1
            (card / "ballast").unlink()
            told = first or try_to_open(state)
            assert told is not None
            assert lost in told or None in told
            found = read_journal(state)
        assert [game.record for game in found.ended] == [record(n + 1) for n in range(kept[0])]
        assert found.current == CurrentGame(41, DAY, entries(kept[1]))
    return enough


def try_to_open(state: Path) -> list[Lost | None] | None:
    """What the notices say is lost, None where it cannot be opened: then the damaged file is there,
    and the error says that it is.
    """
    damaged, before = (state / FILE).read_bytes(), contents_of(state)
    try:
        with journal_in(state) as journal:
            return [notice.lost for notice in journal.take_notices()]
    except StoreError as error:
        told = str(error)
    assert "is not whole" in told
    asides = [path.read_bytes() for path in state.glob("journal-*.damaged.sqlite3")]
    if asides == []:
        assert "cannot be repaired and stays as it is" in told
        assert contents_of(state) == before
    else:  # repaired, but there is no room to go on
        assert asides == [damaged]
    return None


def test_the_table_says_that_a_repair_cannot_be_finished(tmp_path: Path) -> None:
    fill(tmp_path / "original", ended=1, count=5)
    (tmp_path / "original" / FILE).write_bytes(b"garbage" * 999)
    with mounted(tmp_path / "card", "-t", "tmpfs", "-o", "size=64k", "tmpfs"):
        state = copy(tmp_path / "original", tmp_path / "card" / "state")
        (state / "ballast").write_bytes(bytes(os.statvfs(state).f_bavail * PAGE))
        with pytest.raises(StoreError, match=r"is damaged .*; lost 2 games .* stays as it is \("):
            open_journal(state, now=now)
