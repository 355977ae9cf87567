"""`kahuna-table replay`: a page for a person, and an exit status for every kind of wrong."""

from io import StringIO
from pathlib import Path

import pytest

from kahuna_table.engine.record import format_record, parse_record, public_record
from kahuna_table.tools.games.replay import replay_file

GAME = """kahuna record 1
rules: kosmos1998
date: 2026-11-30
black: Ann
white: Bob
first: black

deal FAAA GOLA KAHU DUDA HUNA COCO LALE JOJO GOLA HUNA BARI ELAI \
IFFI ALOA JOJO LALE DUDA FAAA COCO BARI IFFI ALOA ELAI KAHU
1 black: FAAA-JOJO by FAAA, take LALE
2 white: DUDA-HUNA by DUDA, deck
3 black: decline
result: unfinished
"""


def run(path: Path, turn: int | None = None) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    return replay_file(str(path), turn, out, err), out.getvalue(), err.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(GAME, "utf-8")
    return path


def test_a_right_record_is_printed_as_a_page(file: Path) -> None:
    status, out, err = run(file)
    assert (status, err) == (0, "")
    for line in (
        "black      Ann, begins",
        "rules      kosmos1998",
        "date       2026-11-30",
        "position   after turn 3",
        "last       3 black: decline",
        "JOJO        3      1      0  -              ELAI -  FAAA B  GOLA -  IFFI -  KAHU -",
        "black      hand GOLA KAHU LALE; 24 bridges left; 0 points",
        "face up    HUNA JOJO GOLA",
        "deck       13 cards",
        "discards   DUDA FAAA; 0 face down",
        "scorings   none yet",
        "result     unfinished",
    ):
        assert line in out.splitlines()


def test_the_position_after_a_turn_is_printed_without_the_result(file: Path) -> None:
    status, out, _ = run(file, 1)
    assert status == 0
    assert "last       1 black: FAAA-JOJO by FAAA, take LALE" in out.splitlines()
    assert "white      hand COCO DUDA HUNA; 25 bridges left; 0 points" in out.splitlines()
    assert "result" not in out


@pytest.mark.parametrize("turn", [-1, 0, 4])
def test_a_turn_that_is_not_there_is_an_error(file: Path, turn: int) -> None:
    assert run(file, turn) == (64, "", f"{file}: expected a turn from 1 to 3, got {turn}\n")


def test_a_public_record_shows_hands_as_numbers(file: Path) -> None:
    file.write_text(format_record(public_record(parse_record(GAME))), "utf-8")
    status, out, _ = run(file)
    assert status == 0
    assert "black      hand 3 cards; 24 bridges left; 0 points" in out.splitlines()
    assert "white      hand 3 cards; 24 bridges left; 0 points" in out.splitlines()


def test_scorings_and_the_result_are_printed(file: Path) -> None:
    file.write_text(GAME.replace("unfinished", "white won, black resigned 0-0"), "utf-8")
    status, out, _ = run(file)
    assert status == 0
    assert "last       black gave up" in out.splitlines()
    assert "result     white won, black resigned 0-0" in out.splitlines()


def test_a_wrong_move_is_named_with_file_line_reason_and_rule(file: Path) -> None:
    file.write_text(GAME.replace("take LALE", "take KAHU"), "utf-8")
    assert run(file) == (
        1,
        "",
        f"{file}:9:29: illegal move 'take KAHU': not face up (rule R12)\n",
    )


UNUSABLE = {
    "empty": (b"", ":1:1: expected 'kahuna record 1', found the end of the text"),
    "another format": (b"{}\n", ":1:1: expected 'kahuna record 1', found '{}'"),
    "a slip": (GAME.replace("take LALE", "take LILO").encode(), ":9:34: expected an island"),
    "not UTF-8": (b"kahuna\n\xff\xfe", ":2:1: expected UTF-8 text, found the byte 0xff"),
    "UTF-16": (GAME.encode("utf-16"), ":1:1: expected UTF-8 text"),
    "binary": (bytes(range(256)), ":2:118: expected UTF-8 text, found the byte 0x80"),
    "huge": (b"#" * (1 << 20) + b"#", ": expected a game record of at most"),
}


@pytest.mark.parametrize(("content", "expected"), UNUSABLE.values(), ids=UNUSABLE)
def test_an_unusable_file_is_refused_with_its_place(
    file: Path, content: bytes, expected: str
) -> None:
    file.write_bytes(content)
    status, out, err = run(file)
    assert (status, out) == (64, "")
    assert err.startswith(f"{file}{expected}")
    assert err.count("\n") == 1


def test_a_missing_file_and_a_directory_are_refused(tmp_path: Path) -> None:
    missing = tmp_path / "none.txt"
    assert run(missing) == (
        64,
        "",
        f"{missing}: expected a game record, found No such file or directory\n",
    )
    assert run(tmp_path) == (64, "", f"{tmp_path}: expected a game record, found a directory\n")


def test_a_byte_order_mark_and_windows_line_ends_are_tolerated(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode())
    assert run(file)[0] == 0


PUZZLE = Path(__file__).parent / "puzzle.record"
"""Both cards of ALOA are dealt by name before one is played; 30 cards were laid down unseen."""


def test_a_puzzle_without_a_solution_is_refused_soon() -> None:
    told = "illegal move 'ALOA-BARI by ALOA': card not held (rule R1)"
    assert run(PUZZLE) == (1, "", f"{PUZZLE}:42:11: {told}\n")


def test_a_year_begins_with_1(file: Path) -> None:
    file.write_text(GAME.replace("2026-11-30", "0000-01-01"), "utf-8")
    status, _, err = run(file)
    assert (status, "a date YYYY-MM-DD of the calendar" in err) == (64, True)
