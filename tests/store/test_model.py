"""Whatever is called in whatever order, with kills between: the journal is like a plain list."""

import signal
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from kahuna_table.store.journal import Journal, open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import (
    RESERVED,
    CurrentGame,
    EndedGame,
    Ending,
    Entry,
    OutOfOrderError,
)
from tests.store.journals import DAY, Tell, die, in_child, journal_in, now

CALLS = ("begin", "append", "append", "append", "finish", "abandon")
TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=20)
KIND = TEXT.filter(lambda kind: kind not in RESERVED)
ENTRIES = st.lists(st.builds(Entry, KIND, TEXT), max_size=3).map(tuple)
LIVES = st.lists(
    st.lists(st.tuples(st.sampled_from(CALLS), ENTRIES), max_size=12), min_size=1, max_size=4
)
Call = tuple[str, tuple[Entry, ...]]


@dataclass
class Model:
    """A journal as anybody would write it who has no card to think of."""

    games: list[EndedGame | None] = field(default_factory=list)
    entries: tuple[Entry, ...] = ()

    @property
    def in_progress(self) -> bool:
        return bool(self.games) and self.games[-1] is None

    @property
    def current(self) -> CurrentGame | None:
        return CurrentGame(len(self.games), DAY, self.entries) if self.in_progress else None

    @property
    def just_finished(self) -> CurrentGame | None:
        newest = self.games[-1] if self.games else None
        finished = newest is not None and newest.ending is Ending.FINISHED
        return CurrentGame(len(self.games), DAY, self.entries) if finished else None

    def fits(self, name: str) -> bool:
        return self.in_progress != (name == "begin")

    def apply(self, name: str, more: tuple[Entry, ...]) -> None:
        if not self.fits(name):
            return
        if name == "begin":
            self.games.append(None)
            self.entries = ()
        self.entries += more
        if name == "finish":
            self._end(Ending.FINISHED, f"result {len(self.entries)}", f"{len(self.entries)}\n")
        elif name == "abandon":
            self._end(Ending.ABANDONED, "", f"{len(self.entries)}\n")

    def _end(self, ending: Ending, result: str, record: str) -> None:
        self.games[-1] = EndedGame(len(self.games), DAY, ending, result, record)


def perform(journal: Journal, name: str, more: tuple[Entry, ...], count: int) -> bool:
    """Whether the journal took the call; `count` is that of all entries after it."""
    try:
        match name:
            case "begin":
                journal.begin(DAY, *more)
            case "append":
                journal.append(*more)
            case "finish":
                journal.finish(f"result {count}", f"{count}\n", *more)
            case _:
                journal.abandon(f"{count}\n", *more)
    except OutOfOrderError:
        return False
    return True


def assert_alike(journal: Journal, model: Model) -> None:
    assert journal.take_notices() == ()
    assert journal.current() == model.current
    assert journal.just_finished() == model.just_finished


def assert_read(directory: Path, model: Model) -> None:
    found = read_journal(directory)
    assert found.current == model.current
    assert found.ended == tuple(game for game in model.games if game is not None)


@settings(max_examples=15)
@given(LIVES)
def test_a_journal_is_like_a_list_that_is_never_lost(lives: list[list[Call]]) -> None:
    model = Model()
    with TemporaryDirectory() as name:
        directory = Path(name)
        for calls in lives:
            taken, counts = [], []
            for call, more in calls:
                taken.append(str(model.fits(call)))
                model.apply(call, more)
                counts.append(len(model.entries))

            def act(tell: Tell, calls: list[Call] = calls, counts: list[int] = counts) -> None:
                journal = open_journal(directory, now=now)
                for (call, more), count in zip(calls, counts, strict=True):
                    tell(str(perform(journal, call, more, count)))
                die()

            assert in_child(act) == (taken, signal.SIGKILL)
            assert_read(directory, model)
            with journal_in(directory) as journal:
                assert_alike(journal, model)
