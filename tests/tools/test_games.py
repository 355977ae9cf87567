"""`kahuna-table games`: a table of games and the record of one, secrets kept."""

from io import StringIO
from pathlib import Path

import pytest

from kahuna_table.engine.record import format_record, parse_record, public_record
from kahuna_table.errors import KahunaError
from kahuna_table.store.journal import open_journal
from kahuna_table.store.values import CurrentGame, Entry
from kahuna_table.tools.games.listing import list_games, show_game
from tests.store.journals import now

DEAL = """deal FAAA GOLA KAHU DUDA HUNA COCO LALE JOJO GOLA HUNA BARI ELAI \
IFFI ALOA JOJO LALE DUDA FAAA COCO BARI IFFI ALOA ELAI KAHU
"""


def game(black: str, white: str) -> str:
    return f"""kahuna record 1
rules: kosmos1998
black:{" " * bool(black)}{black}
white:{" " * bool(white)}{white}
first: black

{DEAL}1 black: FAAA-JOJO by FAAA, take LALE
2 white: DUDA-HUNA by DUDA, deck
result: unfinished
"""


def public(current: CurrentGame) -> str:
    """The last entry of these games is their whole record."""
    return format_record(public_record(parse_record(current.entries[-1].data.replace("|", "\n"))))


def unknown(_current: CurrentGame) -> str:
    raise KahunaError("entry 1 is of a kind that is not known")


def listed(directory: Path, show: object = public) -> tuple[int, list[str], str]:
    out, err = StringIO(), StringIO()
    assert callable(show)
    return list_games(directory, show, out, err), out.getvalue().splitlines(), err.getvalue()


def shown(directory: Path, number: int, show: object = public) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    assert callable(show)
    return show_game(directory, number, show, out, err), out.getvalue(), err.getvalue()


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    journal = open_journal(tmp_path, now=now)
    journal.begin("2026-11-28")
    journal.finish("white third-scoring 3-5", game("Ann", "Bob"))
    journal.begin("2026-11-29")
    journal.abandon(game("", ""))
    journal.begin("2026-11-29")
    journal.finish("black won, white resigned 1-0", "what nobody can read")
    journal.begin("2026-11-30", Entry("record", game("Élodie", "红").replace("\n", "|")))
    journal.close()
    return tmp_path


def test_games_are_a_table_with_their_players_and_results(directory: Path) -> None:
    assert listed(directory) == (
        0,
        [
            "game  date        players        result",
            "   1  2026-11-28  Ann - Bob      white third-scoring 3-5",
            "   2  2026-11-29  black - white  abandoned",
            "   3  2026-11-29  ?              black won, white resigned 1-0",
            "   4  2026-11-30  Élodie - 红     in progress",
        ],
        "",
    )


def test_a_game_in_progress_whose_entries_are_not_understood_is_listed(directory: Path) -> None:
    status, lines, _ = listed(directory, unknown)
    assert (status, lines[-1]) == (0, "   4  2026-11-30  ?              in progress")


def test_where_no_game_is_a_friendly_line_says_so(tmp_path: Path) -> None:
    line = f"no games yet in {tmp_path}: the first that is played is kept there"
    assert listed(tmp_path) == (0, [line], "")
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_is_over_is_shown_whole(directory: Path) -> None:
    assert shown(directory, 1) == (0, game("Ann", "Bob"), "")


def test_of_a_game_in_progress_only_public_knowledge_is_shown(directory: Path) -> None:
    """Secrets: the deck and what the players drew from it."""
    status, text, err = shown(directory, 4)
    assert (status, err) == (0, "")
    assert "1 black: FAAA-JOJO by FAAA, take LALE" in text
    assert "FAAA GOLA KAHU DUDA" not in text
    assert text == format_record(public_record(parse_record(game("Élodie", "红"))))


def test_a_game_in_progress_that_cannot_be_told_is_an_error(directory: Path) -> None:
    assert shown(directory, 4, unknown) == (64, "", "entry 1 is of a kind that is not known\n")


@pytest.mark.parametrize("number", [-1, 0, 5])
def test_an_unknown_number_is_an_error(directory: Path, number: int) -> None:
    line = f"no game {number}: 'kahuna-table games' lists those there are\n"
    assert shown(directory, number) == (1, "", line)


def test_a_record_ends_with_a_line_end_on_the_screen(directory: Path) -> None:
    assert shown(directory, 3) == (0, "what nobody can read\n", "")


def test_games_are_listed_and_shown_while_a_table_plays(directory: Path) -> None:
    journal = open_journal(directory, now=now)
    try:
        journal.finish("black third-scoring 5-3", game("Élodie", "红"))
        assert listed(directory)[1][-1].endswith("black third-scoring 5-3")
        assert shown(directory, 4) == (0, game("Élodie", "红"), "")
    finally:
        journal.close()


def test_a_file_in_the_place_of_the_directory_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for status, shown_text, err in (listed(file), shown(file, 1)):
        assert (status, len(shown_text)) == (64, 0)
        assert err.startswith(f"expected a directory to keep games in, found a file: {file};")


def test_a_journal_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite3").write_text("garbage")
    for status, shown_text, err in (listed(tmp_path), shown(tmp_path, 1)):
        assert (status, len(shown_text)) == (64, 0)
        assert str(tmp_path / "journal.sqlite3") in err
