"""Words for ids: filled in, translated, and never an error at the table."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from kahuna_table.app.texts import HELP, OPTIONS, TEXTS, Plural, Text, forms
from kahuna_table.app.words import DOMAIN, Words
from kahuna_table.engine.board import LINES, Island, Line
from kahuna_table.engine.player import Player
from kahuna_table.table.screen import Argument, Message, Option

TEXT: dict[str, Text] = {
    "black": "Black",
    "white": "White",
    "turn": "{player}: lay a bridge",
    "lines": "lift {lines}",
    "left": Plural("{count} bridge", "{count} bridges"),
    "swept": Plural("lift the bridge {lines}", "lift these: {lines}", by="lines"),
    "press": "press [draw], not [this]",
    "stuck": "{button} is stuck",
    "button-draw": "draw",
    "of": "the bridge of {player}",
    "lines-more": "{lines} and {count} more",
    "put-back": "lay {lines}",
    "value-off": "never",
}
OPTION: dict[str, Text] = {
    "take": "take {cards}",
    "line": "bridge {line}",
    "take_back": "take back: {value}",
}


def words(**changes: object) -> Words:
    return Words(texts=TEXT, options=OPTION, **changes)  # type: ignore[arg-type]


def write_catalogue(folder: Path, language: str, translations: dict[str, str]) -> Path:
    """A .mo file with a translation for each id."""
    catalogue = Catalog(language)
    for id, translation in translations.items():
        text = {**TEXT, **OPTION}[id.removeprefix("option ")]
        source, said = (
            (forms(text), (translation,) * 2) if isinstance(text, Plural) else (text, translation)
        )
        catalogue.add(source, said, context=id)
    path = folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)
    return path


@pytest.mark.parametrize(
    ("argument", "expected"),
    [
        (Player.WHITE, "White"),
        (Island.FAAA, "FAAA"),
        (3, "3"),
        ("take", "take"),
        (LINES[0], "ALOA–BARI"),
        ((LINES[0], LINES[3]), "ALOA–BARI, BARI–COCO"),
        (LINES[26], "LALE–KAHU"),
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
    write_catalogue(tmp_path, "de", {"white": "Weiß", "turn": "Leg, {player}!"})
    german = words(language="de", locale_dir=tmp_path)
    assert german.message(Message("turn", (("player", Player.WHITE),))) == "Leg, Weiß!"
    assert german.player(Player.BLACK) == "Black"
    none = words(language="xx", locale_dir=tmp_path)
    assert none.player(Player.WHITE) == "White"


def test_an_option_and_a_text_of_the_same_id_are_two_entries(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "de", {"option take": "{cards} nehmen"})
    german = words(language="de", locale_dir=tmp_path)
    assert german.option(Option("take", (Island.HUNA,))) == "HUNA nehmen"


@pytest.mark.parametrize("broken", ["{player", "{0}", "{player.x}", "{player!q}", "{player:z}"])
def test_a_broken_translation_gives_way_to_english(tmp_path: Path, broken: str) -> None:
    write_catalogue(tmp_path, "de", {"turn": broken})
    german = words(language="de", locale_dir=tmp_path)
    message = Message("turn", (("player", Player.WHITE),))
    assert german.message(message) == "White: lay a bridge"


def test_a_broken_plural_gives_way_to_english(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "de", {"left": "{0} Brücken"})
    german = words(language="de", locale_dir=tmp_path)
    assert german.message(Message("left", (("count", 1),))) == "1 bridge"


@pytest.mark.parametrize("kept", [0, 3, 20, 60])
def test_a_damaged_catalogue_gives_way_to_english(tmp_path: Path, kept: int) -> None:
    path = write_catalogue(tmp_path, "de", {"turn": "Leg, {player}!"})
    path.write_bytes(path.read_bytes()[:kept] if kept else b"no catalogue at all, but long enough")
    german = words(language="de", locale_dir=tmp_path)
    message = Message("turn", (("player", Player.WHITE),))
    assert german.message(message) == "White: lay a bridge"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (Message("left", (("count", 1),)), "1 bridge"),
        (Message("left", (("count", 2),)), "2 bridges"),
        (Message("left", (("count", 0),)), "0 bridges"),
        (Message("swept", (("lines", LINES[:1]),)), "lift the bridge ALOA–BARI"),
        (Message("swept", (("lines", LINES[:2]),)), "lift these: ALOA–BARI, ALOA–DUDA"),
    ],
    ids=repr,
)
def test_one_and_many_are_said_differently(message: Message, expected: str) -> None:
    assert words().message(message) == expected


def test_a_board_put_right_names_two_lines_and_counts_the_rest() -> None:
    said = words().message(Message("put-back", (("lines", LINES[:5]),)))
    assert said == "lay ALOA–BARI, ALOA–DUDA and 3 more"


def test_buttons_are_named_as_printed_or_left_to_be_drawn_as_keys() -> None:
    assert words().message(Message("press")) == "press draw, not [this]"
    assert words(keycaps=True).message(Message("press")) == "press [draw], not [this]"
    stuck = Message("stuck", (("button", "button-draw"),))
    assert words().message(stuck) == "draw is stuck"


def test_a_player_may_be_called_as_a_button_is_marked() -> None:
    named = words().naming(("[draw]", ""))
    assert named.message(Message("turn", (("player", Player.BLACK),))) == "[draw]: lay a bridge"


@pytest.mark.parametrize(("name", "said"), [("Anna", "le pont d'Anna"), ("Bea", "le pont de Bea")])
def test_french_elides_before_a_vowel(tmp_path: Path, name: str, said: str) -> None:
    write_catalogue(tmp_path, "fr", {"of": "le pont de {player}"})
    french = words(language="fr", locale_dir=tmp_path).naming((name, ""))
    assert french.message(Message("of", (("player", Player.BLACK),))) == said


def test_another_language_keeps_the_names(tmp_path: Path) -> None:
    write_catalogue(tmp_path, "de", {"turn": "Leg, {player}!"})
    english = words(locale_dir=tmp_path).naming(("Bea", ""))
    message = Message("turn", (("player", Player.BLACK),))
    assert english.speaking("de").message(message) == "Leg, Bea!"
    assert english.speaking("").message(message) == "Bea: lay a bridge"


@pytest.mark.parametrize("id", [*TEXTS, *HELP])
def test_every_text_can_be_shown(id: str) -> None:
    assert Words().message(Message(id))
    assert Words().label(id)


@pytest.mark.parametrize("id", OPTIONS)
def test_every_option_can_be_shown(id: str) -> None:
    shown = Words().option(Option(id, (Island.ALOA,), Line(0), "x"))
    assert "{" not in shown
