"""Words for ids: filled in, translated, and never an error at the table."""

import gettext
import struct
from pathlib import Path

import pytest

from kahuna_table.app.texts import HELP, OPTIONS, TEXTS
from kahuna_table.app.words import DOMAIN, Words
from kahuna_table.engine.board import LINES, Island, Line
from kahuna_table.engine.player import Player
from kahuna_table.table.screen import Argument, Message, Option

TEXT = {
    "black": "Black",
    "white": "White",
    "turn": "{player}: lay a bridge",
    "lines": "lift {lines}",
    "value-off": "never",
}
OPTION = {"take": "take {cards}", "line": "bridge {line}", "take_back": "take back: {value}"}


def words(**changes: object) -> Words:
    return Words(texts=TEXT, options=OPTION, **changes)  # type: ignore[arg-type]


def write_catalogue(folder: Path, language: str, translations: dict[str, str]) -> None:
    """A .mo file as gettext reads it."""
    pairs = {"": "Content-Type: text/plain; charset=UTF-8\n", **translations}
    entries = sorted((key.encode(), text.encode()) for key, text in pairs.items())
    count, blob = len(entries), b""
    start = 28 + 16 * count
    tables = []
    for column in (0, 1):
        for entry in entries:
            tables.append(struct.pack("<II", len(entry[column]), start + len(blob)))
            blob += entry[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0)
    path = folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(head + b"".join(tables) + blob)
    gettext.translation(DOMAIN, folder, [language])


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        (Player.WHITE, "White"),
        (Island.FAAA, "FAAA"),
        (3, "3"),
        ("take", "take"),
        (LINES[0], "ALOA–BARI"),
        ((LINES[0], LINES[3]), "ALOA–BARI, BARI–COCO"),
        ((), ""),
    ],
    ids=repr,
)
def test_arguments_of_every_kind_are_filled_in(argument: Argument, expected: str) -> None:
    message = Message("lines", (("lines", argument),))
    assert words().message(message) == f"lift {expected}"


def test_names_replace_the_colours() -> None:
    named = words().naming(("Konstantin", ""))
    assert named.message(Message("turn", (("player", Player.BLACK),))) == "Konstantin: lay a bridge"
    assert named.player(Player.WHITE) == "White"
    assert words().player(Player.BLACK) == "Black"


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        (Option("take", cards=(Island.HUNA,)), "take HUNA"),
        (Option("line", line=Line(0)), "bridge ALOA–BARI"),
        (Option("take_back", value="off"), "take back: never"),
        (Option("take_back", value="other"), "take back: other"),
    ],
    ids=repr,
)
def test_options_name_their_cards_line_or_value(option: Option, expected: str) -> None:
    assert words().option(option) == expected


def test_what_players_typed_is_never_translated() -> None:
    typed = Words(texts=TEXT, options={"name-black": "black: {value}", "letter": "{value}"})
    assert typed.option(Option("name-black", value="off")) == "black: off"
    assert typed.option(Option("letter", value=" ")) == "␣"


def test_an_unknown_id_shows_itself() -> None:
    assert words().message(Message("new-thing", (("count", 2),))) == "new-thing 2"
    assert words().option(Option("new-thing")) == "new-thing"
    assert words().label("new-thing") == "new-thing"


def test_a_missing_argument_leaves_its_place() -> None:
    assert words().message(Message("turn")) == "{player}: lay a bridge"


def test_a_translation_is_used_and_english_stands_in(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "de", {"White": "Weiß", "{player}: lay a bridge": "Leg, {player}!"})
    german = words(language="de", locale_dir=tmp_path)
    assert german.message(Message("turn", (("player", Player.WHITE),))) == "Leg, Weiß!"
    assert german.player(Player.BLACK) == "Black"
    none = words(language="xx", locale_dir=tmp_path)
    assert none.player(Player.WHITE) == "White"


@pytest.mark.parametrize("broken", ["{player", "{0}", "{player.x}", "{player!q}", "{player:z}"])
def test_a_broken_translation_gives_way_to_english(tmp_path: Path, broken: str) -> None:
    write_catalogue(tmp_path, "de", {"{player}: lay a bridge": broken})
    german = words(language="de", locale_dir=tmp_path)
    message = Message("turn", (("player", Player.WHITE),))
    assert german.message(message) == "White: lay a bridge"


@pytest.mark.parametrize("id", [*TEXTS, *HELP])
def test_every_text_can_be_shown(id: str) -> None:
    assert Words().message(Message(id))
    assert Words().label(id)


@pytest.mark.parametrize("id", OPTIONS)
def test_every_option_can_be_shown(id: str) -> None:
    shown = Words().option(Option(id, (Island.ALOA,), Line(0), "x"))
    assert "{" not in shown
