"""What is wrong with a script and how the user is told: 64 with FILE:LINE and what was expected for
one that cannot be read, 1 for what did not hold or cannot be carried out."""

from pathlib import Path

import pytest

from kahuna_table.tools.cli import main

PACK = (
    "ALOA BARI DUDA ELAI HUNA IFFI JOJO KAHU LALE ALOA COCO DUDA FAAA GOLA HUNA JOJO LALE "
    "BARI COCO ELAI FAAA GOLA IFFI KAHU"
)

GAME = f"deck {PACK}\ngame first=black\n"
"""Black holds ALOA BARI DUDA, White ELAI HUNA IFFI; JOJO KAHU LALE lie face up."""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return tmp_path / "some.table"


def play(script: Path, content: str | bytes, *options: str) -> int:
    script.write_bytes(content.encode() if isinstance(content, str) else content)
    return main(["simulate", "--script", str(script), *options])


UNREADABLE = [
    # statements
    ("unknown-statement", "frobnicate", "a statement: deck, "),
    ("statement-misspelled", "plaec ALOA-BARI", "a statement: deck, "),
    ("surplus-word-press", "press ok ok", "the end of the line"),
    ("surplus-word-place", "place ALOA-BARI black 3", "the end of the line"),
    ("surplus-word-obey", "obey now", "the end of the line"),
    ("surplus-word-crash", "crash now", "the end of the line"),
    ("surplus-word-restart", "restart now", "the end of the line"),
    # lines of the board
    ("unknown-line", "place ALOA-LALE", "a line of the board such as ALOA-BARI"),
    ("line-of-one-island", "place ALOA-ALOA", "a line of the board"),
    ("line-of-three-islands", "place ALOA-BARI-DUDA", "a line of the board"),
    ("line-of-unknown-island", "lift ALOA-BORA", "a line of the board"),
    ("line-without-hyphen", "lift ALOABARI", "a line of the board"),
    ("line-missing", "lift", "a line of the board"),
    ("second-line-missing", "slide ALOA-BARI", "a line of the board"),
    ("same-line-twice", "slide ALOA-BARI BARI-ALOA 20", "two different lines"),
    ("no-line-to-bump", "bump", "a line of the board"),
    ("no-line-to-drop", "dropouts 1 100", "a line of the board"),
    ("number-for-a-line", "bump ALOA-BARI 7", "a line of the board"),
    # islands, colours
    ("unknown-island", "select BORA", "an island: ALOA, "),
    ("island-missing", "select", "an island: ALOA, "),
    ("unknown-colour", "place ALOA-BARI red", "black or white"),
    ("colour-missing", "expect turn", "black or white"),
    ("hand-of-nobody", "expect hand ALOA", "black or white"),
    ("control-of-unknown", "expect control ALOA grey", "black, white or none"),
    ("control-of-missing", "expect control ALOA", "black, white or none"),
    ("winner-unknown", "expect winner none", "black, white or draw"),
    # buttons, options, phases, roles, messages
    ("unknown-button", "press enter", "a button: "),
    ("button-missing", "hold", "a button: "),
    ("unknown-option", "choose maybe", "an option: card, pair, "),
    ("option-missing", "choose", "an option: card, "),
    ("option-without-its-card", "choose take", "an island: ALOA, "),
    ("pair-of-one", "choose pair ALOA", "an island: ALOA, "),
    ("pair-of-three", "choose pair ALOA ALOA BARI", "the end of the line"),
    ("option-line-unknown", "choose line ALOA", "a line of the board"),
    ("option-expected-unknown", "expect offered maybe", "an option: card, "),
    ("unknown-condition", "expect happiness", "a condition: turn, "),
    ("condition-missing", "expect", "a condition: turn, "),
    ("until-nothing", "until", "a condition: turn, "),
    ("unknown-phase", "expect phase lunch", "handicap, play, draw, remove, correct, choose"),
    ("unknown-role", "expect light ALOA pink", "off, black, white, remove, missing, wrong, hint"),
    ("light-of-nothing", "expect light black", "an island or a line of the board"),
    ("unknown-message", "expect message no-such-id", "a message id"),
    ("message-missing", "expect message", "a message id"),
    ("surplus-word-hidden", "expect hidden black", "the end of the line"),
    # numbers
    ("not-a-number", "wait long", "milliseconds: a whole number 0.."),
    ("negative", "wait -1", "milliseconds: a whole number 0.."),
    ("fraction", "wait 1.5", "milliseconds: a whole number 0.."),
    ("with-unit", "wait 100ms", "milliseconds: a whole number 0.."),
    ("other-digits", "wait ١٠", "milliseconds: a whole number 0.."),
    ("underscore", "wait 1_000", "milliseconds: a whole number 0.."),
    ("enormous", "wait 99999999999999999999", "milliseconds: a whole number 0.."),
    ("infinite", "wait inf", "milliseconds: a whole number 0.."),
    ("number-missing", "wait", "milliseconds: a whole number 0.."),
    ("hold-without-time", "hold ok", "milliseconds: a whole number 0.."),
    ("slide-without-time", "slide ALOA-BARI ALOA-DUDA", "milliseconds"),
    ("no-hertz", "chatter ALOA-BARI 100", "hertz"),
    ("zero-hertz", "chatter ALOA-BARI 100 0", "hertz"),
    ("percent-over-100", "dropouts 101 100 ALOA-BARI", "a percentage 0..100"),
    ("percent-negative", "dropouts -1 100 ALOA-BARI", "a percentage 0..100"),
    ("percent-not-a-number", "dropouts nan 100 ALOA-BARI", "a percentage 0..100"),
    ("percent-sign", "dropouts 5% 100 ALOA-BARI", "a percentage 0..100"),
    ("seed-word", "seed one", "a seed"),
    ("seed-missing", "seed", "a seed"),
    ("until-time-twice", "until turn black 100 100", "the end of the line"),
    ("clock-word", "clock noon", "seconds"),
    ("deck-count", "expect deck 25", "cards: a whole number 0..24"),
    ("deck-count-missing", "expect deck", "cards: a whole number 0..24"),
    ("one-score", "expect score 1", "points"),
    # decks
    ("deck-of-none", "deck", "24 cards"),
    ("deck-too-small", "deck ALOA BARI", "24 cards"),
    ("deck-of-23", f"deck {PACK.rsplit(' ', 1)[0]}", "24 cards"),
    ("deck-of-25", f"deck {PACK} ALOA", "ALOA"),
    ("deck-with-three-of-one", f"deck {PACK.replace('KAHU', 'LALE')}", "LALE"),
    ("deck-with-unknown-card", f"deck {PACK.replace('KAHU', 'KAHA')}", "an island: ALOA, "),
    ("second-deck-too-small", f"deck {PACK}\ndeck ALOA BARI", "cards"),
    # games
    ("unknown-setting", "game speed=fast", "KEY=VALUE with a key of ruleset, first, "),
    ("setting-without-value", "game handicap", "KEY=VALUE"),
    ("setting-twice", "game first=black first=white", "first only once"),
    ("unknown-rule-set", "game ruleset=kosmos1999", "kosmos1998"),
    ("unknown-first", "game first=red", "first=black or first=white"),
    ("handicap-of-four", "game handicap=4:white", "handicap"),
    ("handicap-of-nobody", "game handicap=2", "handicap"),
    ("handicap-of-red", "game handicap=2:red", "handicap"),
    ("wrong-discard", "game discard=never", "instead_of_play"),
    ("wrong-flag", "game long_term=maybe", "true"),
    ("wrong-early-end", "game early_end=on", "no_bridges"),
    ("wrong-take-back", "game take_back=always", "consent"),
    ("wrong-starter", "game starter=me", "alternate"),
    ("unknown-kit", "game kit=reeds", "kit=pico"),
    ("kit-twice", "game kit=pico kit=pico", "kit only once"),
    ("unknown-opponent", "game opponent=god:white", "opponent"),
    ("opponent-without-colour", "game opponent=easy", "opponent"),
    # faults, pictures
    ("unknown-device", "fault toaster", "sensors, lights, screen or disk"),
    ("device-missing", "fault", "sensors, lights, screen or disk"),
    ("sensors-without-time", "fault sensors", "milliseconds"),
    ("sensors-without-kind", "fault sensors 100", "error, open, closed"),
    ("sensors-unknown-kind", "fault sensors 100 sleepy", "error, open, closed"),
    ("repair-unknown", "repair sensors", "lights, screen, disk"),
    ("stuck-how", "stuck ALOA-BARI", "open or closed"),
    ("stuck-ajar", "stuck ALOA-BARI ajar", "open or closed"),
    ("shot-without-name", "shot", "a name"),
    ("shot-elsewhere", "shot ../../etc/passwd", "a name"),
    ("shot-hidden", "shot ..", "a name"),
]


@pytest.mark.parametrize(
    ("bad", "expected"), [row[1:] for row in UNREADABLE], ids=[row[0] for row in UNREADABLE]
)
def test_a_line_that_cannot_be_read_is_named_before_anything_runs(
    bad: str, expected: str, script: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = tmp_path / "game.txt"
    number = 4 + bad.count("\n")

    status = play(script, f"# a comment\n\nwait 1\n{bad}\n", "--record", str(record))

    told = capsys.readouterr().err
    assert status == 64
    assert told.startswith(f"{script}:{number}: expected ")
    assert expected in told
    assert ", found " in told
    assert told.count("\n") == 1
    assert not record.exists()


def test_a_mistake_at_the_end_keeps_the_beginning_from_running(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(script, GAME + "expect turn white\nfrobnicate\n") == 64
    assert f"{script}:4: " in capsys.readouterr().err


def test_what_was_found_is_quoted(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(script, "place ALOA-LALE\n")
    assert capsys.readouterr().err == (
        f"{script}:1: expected a line of the board such as ALOA-BARI, found 'ALOA-LALE'\n"
    )


@pytest.mark.parametrize(
    "content",
    [
        "",
        "\n\n",
        "# only a comment\n",
        "   \t \n",
        "wait 1",  # no newline at the end
        "\ufeffwait 1\n",
        "\ufeff# a comment\r\nwait 1\r\n",
        (GAME + "place ALOA-DUDA\nwait 400\nchoose card ALOA\n").replace("\n", "\r\n"),
        "wait 1 # not 2\n\twait\t2\n",
        "WAIT 1\nPress HELP\nEXPECT Phase IDLE\n",
        f"DECK {PACK.lower()}\nGAME First=Black RuleSet=Kosmos1998\nplace bari-ALOA BLACK\n",
        "deck " + "  ".join(PACK.split()) + "   # spaces\ngame\n",
    ],
    ids=[
        "empty",
        "empty-lines",
        "comment",
        "spaces",
        "no-newline",
        "byte-order-mark",
        "byte-order-mark-and-crlf",
        "crlf",
        "tabs-and-comments",
        "capitals",
        "small-letters",
        "many-spaces",
    ],
)
def test_these_are_all_right(
    content: str, script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (play(script, content), capsys.readouterr().err) == (0, "")


def test_the_line_number_counts_lines_that_end_in_crlf_once(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(script, "wait 1\r\n\r\nwait x\r\n") == 64
    assert f"{script}:3: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"wait 1\nshot \xff\xfe\n", "2:6"),
        (bytes(range(128, 256)) * 10, "1:1"),
        ("wait 1\n".encode("utf-16"), "1:1"),
    ],
    ids=["broken-utf-8", "binary", "utf-16"],
)
def test_a_binary_file_is_no_script(
    content: bytes, place: str, script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(script, content) == 64
    told = capsys.readouterr().err
    assert told.startswith(f"{script}:{place}: expected UTF-8 text, found the byte 0x")


def test_zeros_are_no_script(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(script, b"\0" * 100) == 64
    assert capsys.readouterr().err.startswith(f"{script}:1: expected a statement")


def test_a_very_long_file_is_no_script(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(script, b"# \n" * 1_000_000) == 64
    assert capsys.readouterr().err.startswith(f"{script}: expected a table script of at most")


@pytest.mark.parametrize("name", ["missing.table", "sub", "sub/dir/missing.table"])
def test_a_missing_file_is_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sub").mkdir()
    path = f"{tmp_path}/{name}"
    assert main(["simulate", "--script", path]) == 64
    assert capsys.readouterr().err.startswith(f"{path}: expected a table script, found ")


IMPOSSIBLE = [
    ("occupied-slot", "place ALOA-DUDA\nplace DUDA-ALOA", 4, "an empty slot"),
    ("empty-slot", "lift ALOA-DUDA", 3, "expected a bridge"),
    ("lifted-twice", "place ALOA-DUDA\nwait 9\nlift ALOA-DUDA\nlift ALOA-DUDA", 6, "a bridge"),
    ("bump-of-an-empty-slot", "bump ALOA-DUDA", 3, "expected a bridge"),
    ("slide-from-occupied", "place ALOA-DUDA\nslide ALOA-DUDA BARI-DUDA 9", 4, "an empty slot"),
    ("slide-onto-occupied", "place ALOA-DUDA\nslide BARI-DUDA ALOA-DUDA 9", 4, "an empty slot"),
    ("nothing-open", "choose yes", 3, "yes offered"),
    ("not-offered", "press draw\nchoose take ALOA", 4, "take ALOA offered"),
    ("card-not-asked", "place COCO-BARI\nwait 400\nchoose card BARI", 5, "card BARI offered"),
    ("no-such-pair", "choose pair ALOA ALOA", 3, "pair ALOA ALOA offered"),
    ("not-held", "select JOJO", 3, "JOJO in hand"),
    ("discard-not-held", "press draw\nchoose discard JOJO", 4, "discard JOJO offered"),
    ("end-while-cards-lie", "press draw\nchoose end", 4, "end offered"),
    ("wrong-turn", "expect turn white", 3, "turn white"),
    ("wrong-phase", "expect phase draw", 3, "phase draw"),
    ("wrong-hand", "expect hand black ALOA BARI", 3, "hand black ALOA BARI"),
    ("hand-too-small", "expect hand black", 3, "hand black"),
    ("wrong-faceup", "expect faceup JOJO KAHU", 3, "face up JOJO KAHU"),
    ("wrong-deck", "expect deck 14", 3, "deck 14"),
    ("wrong-score", "expect score 1 0", 3, "score 1 0"),
    ("wrong-bridges", "expect bridges white ALOA-BARI", 3, "bridges white ALOA-BARI"),
    ("wrong-control", "expect control ALOA white", 3, "ALOA"),
    ("wrong-light-island", "expect light ALOA white", 3, "light ALOA white"),
    ("wrong-light-line", "expect light ALOA-BARI missing", 3, "light ALOA-BARI missing"),
    ("no-winner-yet", "expect winner draw", 3, "winner draw"),
    ("nothing-missing", "expect missing ALOA-BARI", 3, "missing ALOA-BARI"),
    ("nothing-extra", "expect extra ALOA-BARI", 3, "extra ALOA-BARI"),
    ("no-such-message-now", "expect message full-hand", 3, "message full-hand"),
    ("nothing-shown", "expect shown black", 3, "shown black"),
    ("shown", "down hand\nwait 100\nexpect hidden", 5, "hidden"),
    ("shown-the-other", "down hand\nwait 100\nexpect shown white", 5, "shown white"),
    ("not-refused", "press draw\nexpect refused deck", 4, "deck not offered"),
    ("until-in-vain", "until turn white 300", 3, "turn white within 300 ms"),
    ("until-in-vain-default", "until turn white", 3, "turn white within 5000 ms"),
]


@pytest.mark.parametrize(
    ("rest", "number", "expected"),
    [row[1:] for row in IMPOSSIBLE],
    ids=[row[0] for row in IMPOSSIBLE],
)
def test_what_does_not_hold_or_cannot_be_done_is_named_and_the_record_written(
    rest: str,
    number: int,
    expected: str,
    script: Path,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    record = tmp_path / "game.txt"

    status = play(script, f"{GAME}{rest}\n", "--record", str(record))

    told = capsys.readouterr().err
    assert status == 1
    assert told.startswith(f"{script}:{number}: ")
    assert expected in told
    assert "expected" in told
    assert ", found " in told
    assert told.count("\n") == 1
    assert "first: black" in record.read_text("utf-8")
    assert main(["replay", str(record)]) == 0


def test_nothing_runs_after_the_first_failure(
    script: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = tmp_path / "game.txt"
    rest = "expect turn white\nplace COCO-BARI\nwait 400\nexpect score 9 9\n"

    assert play(script, GAME + rest, "--record", str(record)) == 1

    assert capsys.readouterr().err.count("\n") == 1
    assert "BARI-COCO" not in record.read_text("utf-8")


def test_until_waits_no_longer_than_it_must(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rest = "place COCO-BARI\nuntil bridges black BARI-COCO 200\nexpect hand black ALOA DUDA\n"
    assert (play(script, GAME + rest), capsys.readouterr().err) == (0, "")


def test_without_a_game_there_is_nothing_to_expect_of_it(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(script, "expect turn black\n") == 1
    assert "expected turn black, found no game" in capsys.readouterr().err


def test_a_deck_left_over_is_a_mistake_of_its_line(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(script, f"{GAME}wait 1\ndeck {PACK}\nwait 1\n") == 1
    assert capsys.readouterr().err.startswith(f"{script}:4: expected a shuffle")


def test_a_deck_without_any_game_is_left_over(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(script, f"deck {PACK}\n") == 1
    assert capsys.readouterr().err.startswith(f"{script}:1: expected a shuffle")


def test_a_later_deck_of_other_cards_than_the_discards_is_a_mistake_of_its_line(
    script: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scripts = Path(__file__).parents[1] / "scripts"
    lines = (scripts / "whole_game_scored.table").read_text("utf-8").splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith("deck ")) + 1
    cards = lines[number].split()[1:]
    once = [card for card in cards if cards.count(card) == 1]
    lines[number] = lines[number].replace(once[0], once[1])

    assert play(script, "\n".join(lines) + "\n") == 1

    told = capsys.readouterr().err
    assert told.startswith(f"{script}:{number + 1}: expected a deck of ")
    assert f"{once[1]} {once[1]}" in told.partition(", found ")[2]


def test_a_record_that_cannot_be_written_is_named(
    script: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert play(script, GAME, "--record", str(tmp_path / "no" / "game.txt")) == 1
    assert "game.txt: expected a file that can be written" in capsys.readouterr().err


def test_a_picture_that_cannot_be_written_is_named(
    script: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    assert play(script, f"{GAME}shot one\n", "--shots", str(tmp_path / "file" / "shots")) == 1
    assert capsys.readouterr().err.startswith(f"{script}:3: ")


def test_without_a_place_for_pictures_none_is_taken(script: Path) -> None:
    assert play(script, f"{GAME}shot one\n") == 0
