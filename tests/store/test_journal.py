"""What the journal keeps, and in which order it may be called."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kahuna_table.store.journal import Journal, open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import (
    NOTHING,
    Contents,
    CurrentGame,
    EndedGame,
    Ending,
    Entry,
    NoDirectoryError,
    OutOfOrderError,
    StateDirectoryBusy,
    StoreError,
)
from tests.store.journals import DAY, Tell, die, entries, entry, in_child, journal_in, now


def test_a_new_directory_holds_no_game_and_gives_no_notice(tmp_path: Path) -> None:
    with journal_in(tmp_path / "state" / "kahuna") as journal:
        assert (journal.current(), journal.just_finished(), journal.take_notices()) == (
            None,
            None,
            (),
        )


def test_the_game_in_progress_is_there_after_a_restart(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        assert journal.begin(DAY, entry(1)) == 1
        journal.append(entry(2), entry(3))
        journal.append(entry(4))
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(1, DAY, entries(4))
        journal.append(entry(5))
        assert journal.current() == CurrentGame(1, DAY, entries(5))
        assert journal.take_notices() == ()


def test_games_are_listed_by_number_with_their_records(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        journal.begin("2026-11-28")
        journal.finish("black third-scoring 5-3", "record 1\nend\n", entry(1))
        journal.begin("2026-11-29")
        journal.abandon("record 2\n")
        journal.begin("2026-11-30")
        assert read_journal(tmp_path) == Contents(
            (
                EndedGame(
                    1,
                    "2026-11-28",
                    Ending.FINISHED,
                    "black third-scoring 5-3",
                    "record 1\nend\n",
                ),
                EndedGame(2, "2026-11-29", Ending.ABANDONED, "", "record 2\n"),
            ),
            CurrentGame(3, "2026-11-30", ()),
        )


def test_a_game_that_was_finished_is_there_until_the_next_begins(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        assert journal.just_finished() is None
        journal.begin(DAY, entry(1))
        assert journal.just_finished() is None
        journal.finish("black third-scoring 5-3", "record\n", entry(2))
    with journal_in(tmp_path) as journal:
        assert journal.just_finished() == CurrentGame(1, DAY, entries(2))
        journal.begin(DAY)
        assert journal.just_finished() is None
        journal.abandon("record\n")
        assert journal.just_finished() is None


def out_of_order(journal: Journal) -> dict[str, bool]:
    """Which calls are refused now."""
    calls = {
        "append": lambda: journal.append(entry(1)),
        "finish": lambda: journal.finish("black", "record\n"),
        "abandon": lambda: journal.abandon("record\n"),
    }
    return {name: refuses(call) for name, call in calls.items()}


def refuses(call: Callable[[], object]) -> bool:
    try:
        call()
    except OutOfOrderError:
        return True
    return False


def test_without_a_game_nothing_can_be_added_or_ended(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        assert set(out_of_order(journal).values()) == {True}
        assert read_journal(tmp_path) == NOTHING


def test_a_second_game_cannot_begin_beside_the_first(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        journal.begin(DAY, entry(1))
        with pytest.raises(OutOfOrderError, match="found game 1"):
            journal.begin(DAY)
        assert journal.current() == CurrentGame(1, DAY, entries(1))


@pytest.mark.parametrize("text", ["a\nb", "a\n", "\u2028x", "a\0b", "\ud800"], ids=ascii)
def test_an_entry_is_one_line_of_unicode(text: str) -> None:
    for kind, data in ((text, ""), ("", text)):
        with pytest.raises(ValueError, match="of an entry: expected"):
            Entry(kind, data)


@pytest.mark.parametrize("kind", ["begin", "end", "no-game"])
def test_an_entry_is_not_taken_for_one_of_the_journals_own(kind: str) -> None:
    with pytest.raises(ValueError, match=f"none of the journal's, got '{kind}'"):
        Entry(kind, "")


def test_what_a_file_cannot_hold_is_refused_before_anything_changes(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        with pytest.raises(ValueError, match="day on which a game starts: expected one line"):
            journal.begin("2026-11-30\n")
        journal.begin(DAY, entry(1))
        with pytest.raises(ValueError, match="result of a game: expected one line"):
            journal.finish("black\n5-3", "record\n")
        with pytest.raises(ValueError, match="record of a game: expected Unicode text"):
            journal.abandon("\ud800")
        assert journal.current() == CurrentGame(1, DAY, entries(1))


def test_an_entry_may_be_empty_or_long_or_in_any_script(tmp_path: Path) -> None:
    odd = (Entry("", ""), Entry("k", "x" * 100_000), Entry("k", "棋盘 'quoted' \"twice\" \\ \t"))
    with journal_in(tmp_path) as journal:
        journal.begin(DAY, *odd)
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(1, DAY, odd)


def test_a_call_that_fails_halfway_changes_nothing(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        journal.begin(DAY, entry(1))
        with pytest.raises(AttributeError):
            journal.append(entry(2), None)  # type: ignore[arg-type]
        assert journal.current() == CurrentGame(1, DAY, entries(1))
        journal.append(entry(2))
        assert journal.current() == CurrentGame(1, DAY, entries(2))


def test_a_closed_journal_is_one_file_beside_its_head(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        journal.begin(DAY, *entries(10))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["journal.head", "journal.sqlite3"]


def test_a_second_process_is_told_who_holds_the_directory(tmp_path: Path) -> None:
    with journal_in(tmp_path) as journal:
        with pytest.raises(StateDirectoryBusy) as raised:
            open_journal(tmp_path, now=now)
        journal.begin(DAY)
    assert raised.value.pid == os.getpid()
    assert str(os.getpid()) in str(raised.value)


def test_a_killed_process_lets_go_of_the_directory(tmp_path: Path) -> None:
    def act(tell: Tell) -> None:
        open_journal(tmp_path, now=now).begin(DAY, entry(1))
        tell("begun")
        die()

    assert in_child(act) == (["begun"], 9)
    with journal_in(tmp_path) as journal:
        assert journal.current() == CurrentGame(1, DAY, entries(1))
        assert journal.take_notices() == ()


def test_a_directory_that_cannot_be_made_says_what_to_check(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"state directory .* cannot be used .*: check"):
        open_journal(tmp_path / ("x" * 300), now=now)


@pytest.mark.parametrize("below", ["", "state", "a/b"])
@pytest.mark.parametrize("use", [lambda path: open_journal(path, now=now), read_journal])
def test_a_file_is_no_directory_and_has_none_in_it(
    use: Callable[[Path], object], below: str, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    with pytest.raises(NoDirectoryError) as raised:
        use(file / below)
    told = f"expected a directory to keep games in, found a file: {file}; name another one"
    assert str(raised.value).startswith(told)
    assert file.read_text() == "mine"


def test_a_link_that_leads_nowhere_and_a_pipe_are_no_directory(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe")
    for name, found in (("link", "a link that leads nowhere"), ("pipe", "something else")):
        with pytest.raises(NoDirectoryError, match=f"found {found}: {tmp_path / name};"):
            read_journal(tmp_path / name)
