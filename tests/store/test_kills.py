"""Killed at every write: whatever was acknowledged is there, and at most one action is lost."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from kahuna_table.store.journal import open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import NOTHING, CurrentGame, Lost
from tests.store.journals import (
    DAY,
    FILE,
    Tell,
    copy,
    die,
    die_at_size,
    die_at_step,
    entries,
    entry,
    fill,
    in_child,
    journal_in,
    now,
    record,
    records_in,
)

LOG_BYTES = 90_000
"""The log of the twenty commits below ends before."""

FRAME_BYTES = 24 + 4096

LOST = Lost(0, 51)
"""By `damage`."""

TAKEN = "notices taken"


def play(directory: Path, tell: Tell) -> None:
    """A game of pairs of entries, each told of when it is on the card."""
    journal = open_journal(directory, now=now)
    journal.begin(DAY)
    tell("0")
    for first in range(1, 40, 2):
        journal.append(*entries(2, first))
        tell(str(first + 1))


def check(directory: Path, told: list[str]) -> None:
    """Every pair that was told of is there, and at most one more; none is half there."""
    acknowledged = int(told[-1]) if told else 0
    with journal_in(directory) as journal:
        assert journal.take_notices() == ()
        game = journal.current()
        if game is None:
            assert told == []
            journal.begin(DAY)
        else:
            assert len(game.entries) in (acknowledged, acknowledged + 2)
            assert game == CurrentGame(1, DAY, entries(len(game.entries)))
        before = journal.current()
        assert before is not None
        journal.append(entry(99))
        after = journal.current()
        assert after is not None
        assert after.entries == (*before.entries, entry(99))


@pytest.mark.parametrize(
    "size",
    [
        *(0, 1, 19, 4000, 4096, 5000, 8192, 16384, 20479, 20480, 32767),
        *range(32768, LOG_BYTES, 4079),
        *(32 + FRAME_BYTES * frame + cut for frame in (8, 9, 12) for cut in (-1, 0, 1, 24, 25)),
    ],
)
def test_a_process_killed_in_the_middle_of_a_write_loses_at_most_that_one(
    tmp_path: Path, size: int
) -> None:
    def act(tell: Tell) -> None:
        die_at_size(size)
        play(tmp_path, tell)

    ended = in_child(act)
    assert ended.signal != 0 or size > LOG_BYTES - FRAME_BYTES
    check(tmp_path, ended.told)


@pytest.mark.parametrize("commits", range(6))
def test_a_process_killed_between_writes_loses_nothing(tmp_path: Path, commits: int) -> None:
    def act(tell: Tell) -> None:
        def tell_and_die(line: str) -> None:
            tell(line)
            if int(line) == commits * 2:
                die()

        play(tmp_path, tell_and_die)

    assert in_child(act).signal != 0
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(1, DAY, entries(commits * 2))


def test_an_end_is_whole_or_did_not_happen(tmp_path: Path) -> None:
    """The last entries, the record and the result come together."""
    seen = set()
    fill(tmp_path / "original", ended=2, count=100)
    for size in range(32768, 80_000, 4099):
        directory = copy(tmp_path / "original", tmp_path / str(size))

        def act(tell: Tell, directory: Path = directory, size: int = size) -> None:
            journal = open_journal(directory, now=now)
            journal.append(*entries(150, 101))
            tell("appended")
            die_at_size(size)
            journal.finish("black third-scoring 5-3", record(3) * 9, entry(251))
            tell("finished")
            journal.begin(DAY, entry(1))
            die()

        told = in_child(act).told
        with journal_in(directory) as journal:
            game, records = journal.current(), records_in(directory)
            assert journal.take_notices() == ()
            if len(records) == 2:
                assert game == CurrentGame(3, DAY, entries(250))
                assert told == ["appended"]
            else:
                assert records[2] == record(3) * 9
            seen.add((len(told), len(records)))
    assert len(seen) >= 2


def steps_of(killed_at: Callable[[int], int]) -> int:
    """How many steps there are until nothing is killed any more."""
    return next(step for step in count() if killed_at(step) == 0)


def test_a_process_killed_at_any_step_of_repairing_keeps_what_is_whole(tmp_path: Path) -> None:
    fill(tmp_path / "original", ended=2, count=300)
    damage(tmp_path / "original")

    def killed_at(step: int) -> int:
        directory = copy(tmp_path / "original", tmp_path / str(step))

        def act(tell: Tell) -> None:
            die_at_step(step)
            tell_notices(directory, tell)

        told, killed = in_child(act)
        check_repaired(directory, told)
        return killed

    assert steps_of(killed_at) > 15


@pytest.mark.parametrize(
    "size",
    [
        *range(0, 66_000, 4 * 4093),
        *(
            pytest.param(n, marks=pytest.mark.soak)
            for n in range(0, 66_000, 4093)
            if n % (4 * 4093)
        ),
    ],
)
def test_a_process_killed_in_a_write_of_repairing_keeps_what_is_whole(
    tmp_path: Path, size: int
) -> None:
    fill(tmp_path, ended=2, count=300)
    damage(tmp_path)

    def act(tell: Tell) -> None:
        die_at_size(size)
        tell_notices(tmp_path, tell)

    check_repaired(tmp_path, in_child(act).told)


def test_a_process_killed_at_any_step_of_making_a_journal_leaves_no_notice(tmp_path: Path) -> None:
    def killed_at(step: int) -> int:
        directory = tmp_path / str(step)
        directory.mkdir()

        def act(_tell: Tell) -> None:
            die_at_step(step)
            open_journal(directory, now=now)

        killed = in_child(act).signal
        with journal_in(directory) as journal:
            assert (read_journal(directory), journal.take_notices()) == (NOTHING, ())
        return killed

    assert steps_of(killed_at) > 10


def damage(directory: Path) -> None:
    """Alters a late entry of the game in progress."""
    content = (directory / FILE).read_bytes()
    at = content.rindex(b'{"number": 250,')
    (directory / FILE).write_bytes(content[:at] + b"?" + content[at + 1 :])


def tell_notices(directory: Path, tell: Tell) -> None:
    journal = open_journal(directory, now=now)
    tell(TAKEN)
    assert [notice.lost for notice in journal.take_notices()] == [LOST]


def check_repaired(directory: Path, told: list[str]) -> None:
    """What is whole is there, the damaged file too, and what is lost is told, then or now."""
    with journal_in(directory) as journal:
        assert journal.current() == CurrentGame(3, DAY, entries(249))
        notices = journal.take_notices()
    assert records_in(directory) == [record(1), record(2)]
    asides = [path.read_bytes() for path in directory.glob("journal-*.damaged.sqlite3")]
    assert sum(b'?"number": 250,' in content for content in asides) == 1
    assert not [*directory.glob("journal.building*"), *directory.glob("journal.ready*")]
    assert TAKEN in told or notices[-1].lost == LOST
