"""The translations are whole, say the same as the English texts, and can be shown."""

import re
import tomllib
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo

from kahuna_table.app.texts import HELP, OPTIONS, TEXTS, forms
from kahuna_table.app.words import KEY, LANGUAGES, Words
from kahuna_table.pictures.fonts import text_picture
from kahuna_table.table.inputs import Button
from tests.app.catalogues import (
    TEMPLATE,
    TRANSLATIONS,
    compiled,
    entries,
    po_file,
    read,
    template,
    updated,
    written,
)

MOST_WORDS = 12
"""In a sentence of the display."""

MOST_TIMES_LONGER = 1.6
SHORT = 20
"""Letters below which a text may be longer: `Menu` is `Menü`, `Draw` is `Nachziehen`."""

IN_NO_FONT = "\u0870"
"""A letter of 2021; what no font has is drawn as this is."""

KIT = Path(__file__).parents[2] / "hardware" / "kit.toml"


def said(message: Message) -> tuple[str, ...]:
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return tuple(strings)


def sources(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, tuple | list) else (message.id,)


def marks(text: str) -> set[str]:
    """The placeholders and the buttons of a text."""
    names = {"{" + name + "}" for _, name, _, _ in Formatter().parse(text) if name is not None}
    return names | {found[0] for found in KEY.finditer(text)}


def all_marks(texts: tuple[str, ...]) -> set[str]:
    return set().union(*map(marks, texts))


def texts_of(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def test_every_language_of_the_display_is_looked_at() -> None:
    assert LANGUAGES == ("en", "de", "es", "fr", "nl", "zh_CN")
    assert LANGUAGES[1:] == TRANSLATIONS


def test_the_template_is_that_of_the_texts() -> None:
    assert without_version(TEMPLATE.read_bytes()) == without_version(written(template()))


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_catalogue_has_every_text_and_no_other(language: str) -> None:
    file = po_file(language).read_bytes()
    assert without_version(updated(language)) == without_version(file)
    assert {message.context for message in texts_of(read(language))} == {id for id, _ in entries()}


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_text_is_translated(language: str) -> None:
    missing = [
        each.context for each in texts_of(read(language)) if each.fuzzy or not all(said(each))
    ]
    assert not missing


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_has_the_placeholders_and_buttons_of_its_text(language: str) -> None:
    for message in texts_of(read(language)):
        english, translated = sources(message), said(message)
        assert all_marks(translated) <= all_marks(english), message.context
        # one form may say a number by its grammar, as the English text does
        assert marks(translated[-1]) | {"{count}"} >= marks(english[-1]), message.context
        assert not any(set("[]") & set(KEY.sub("", text)) for text in translated), message.context


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_catalogue_counts_as_its_language_does(language: str) -> None:
    catalogue = read(language)
    assert catalogue.plural_forms == Catalog(language).plural_forms
    counted = [message for message in texts_of(catalogue) if message.pluralizable]
    assert counted
    assert all(len(said(message)) == catalogue.num_plurals for message in counted)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_the_compiled_catalogue_says_what_the_editable_one_does(language: str) -> None:
    with po_file(language).with_suffix(".mo").open("rb") as file:
        packaged = read_mo(file)
    fresh = read_mo(BytesIO(compiled(language)))
    assert content(packaged) == content(fresh)
    assert packaged.plural_forms == fresh.plural_forms


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_is_not_much_longer_than_its_text(language: str) -> None:
    longer = {
        message.context: text
        for message in texts_of(read(language))
        for text in said(message)
        if len(text) > max(SHORT, MOST_TIMES_LONGER * len(sources(message)[-1]))
    }
    assert not longer


@pytest.mark.parametrize("language", LANGUAGES)
def test_some_font_has_every_letter(language: str) -> None:
    words = Words(language)
    texts = [words.label(id) for id in (*TEXTS, *HELP)]
    if language != "en":
        texts += [text for message in texts_of(read(language)) for text in said(message)]
    missing = drawn(IN_NO_FONT)
    assert not [letter for letter in sorted(set("".join(texts))) if drawn(letter) == missing]


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_are_called_what_is_printed_beside_them(language: str) -> None:
    printed = tomllib.loads(KIT.read_text("utf-8"))["labels"]["words"][language[:2]]
    words = Words(language)
    shown = {button.name.lower(): words.label(f"button-{button.name.lower()}") for button in Button}
    assert shown == printed


@pytest.mark.parametrize(
    "id", sorted({**TEXTS, **HELP} | {f"option {id}": t for id, t in OPTIONS.items()})
)
def test_a_sentence_has_few_words_and_no_parentheses(id: str) -> None:
    for text in forms(dict(entries())[id]):
        assert not set("()") & set(text)
        assert all(len(sentence.split()) <= MOST_WORDS for sentence in re.split(r"[.?!:;]", text))


@pytest.mark.parametrize("id", HELP)
def test_help_has_three_sentences(id: str) -> None:
    (text,) = forms(HELP[id])
    assert len(re.findall(r"[.?!](?:\s|$)", text)) == 3


def drawn(letter: str) -> bytes:
    return text_picture(letter, 16, (255, 255, 255)).get_buffer().raw


def content(catalogue: Catalog) -> dict[object, object]:
    return {message.context: (sources(message), said(message)) for message in texts_of(catalogue)}


def without_version(file: bytes) -> bytes:
    """Without the line that names the Babel that wrote it."""
    return re.sub(rb'"Generated-By.*\n', b"", file)
