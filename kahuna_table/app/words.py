"""Words for ids: English from `texts`, other languages by gettext. The only place that formats.

The display must never fail for want of a word: an unknown id is shown as it is, and a translation
with broken placeholders gives way to the English text, as does a catalogue that cannot be read.

In a catalogue the context of an entry (`msgctxt`) is the id, that of an option `option ID`.
"""

import gettext
import re
import struct
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from kahuna_table.app.texts import HELP, OPTIONS, TEXTS, Text, forms
from kahuna_table.engine.board import LINES, Island, line_as_seen
from kahuna_table.engine.player import Player
from kahuna_table.table.screen import Argument, Message, Option

DOMAIN: Final = "kahuna-table"
LOCALE_DIR: Final = Path(__file__).parent / "locale"

LANGUAGES: Final = ("en", *sorted(each.parts[-3] for each in LOCALE_DIR.glob("*/LC_MESSAGES/*.mo")))
"""Those in which there are words: English, and every translation."""

OPTION: Final = "option "
"""What stands before an option's id in a catalogue: some ids are also those of texts."""

MAX_LINES: Final = 7
"""As many lines are named in a text: a sweep of more is rare."""

MAX_WRONG: Final = 2
"""As many where a whole board is put right: its lights show them all."""

KEY: Final = re.compile(r"\[(\w+)\]")
"""A button in a text, by its id; once filled in, by its name."""

_WRONG: Final = ("put-back", "lift-extra")
_LETTERS: Final = ("letter", "name-delete")
_TYPED: Final = (*_LETTERS, "name-black", "name-white", "name-done")
_BLANK: Final = "␣"
_ELIDED: Final = re.compile(r"\b([Dd])e (?=[AEIOUYÀÂÉÈÊËÎÏÔÛ])")
"""French: `de ALOA` is said `d'ALOA`."""


class Words:
    """The words of one language.

    `keycaps`: buttons stay marked in messages, `[draw]`, for who draws them as keys.
    """

    def __init__(
        self,
        language: str = "en",
        *,
        texts: Mapping[str, Text] | None = None,
        options: Mapping[str, Text] | None = None,
        locale_dir: Path = LOCALE_DIR,
        names: tuple[str, str] = ("", ""),
        keycaps: bool = False,
    ) -> None:
        self._texts = {**HELP, **TEXTS} if texts is None else texts
        self._options = OPTIONS if options is None else options
        self._language, self._locale_dir = language, locale_dir
        self._translation = _translation(language, locale_dir)
        self._names, self._keycaps = names, keycaps

    def naming(self, names: tuple[str, str]) -> "Words":
        """The same words for players with these names; an empty name is the colour's word."""
        return self._changed(self._language, names)

    def speaking(self, language: str) -> "Words":
        """The same words in another language; the same at all for none."""
        if language in ("", self._language):
            return self
        return self._changed(language, self._names)

    def message(self, message: Message) -> str:
        id = f"{message.id}-{message.variant}" if message.variant else message.id
        return self._filled(self._texts, id, dict(message.arguments))

    def option(self, option: Option) -> str:
        values = {
            "cards": " + ".join(card.name for card in option.cards),
            "line": "" if option.line is None else line_as_seen(LINES[option.line]),
            "value": self._value(option),
        }
        return self._filled(self._options, option.id, values, OPTION)

    def player(self, player: Player) -> str:
        """The player's name, or the word for the colour."""
        return self._names[player] or self.label(player.name.lower())

    def label(self, id: str) -> str:
        """A text without arguments: the name of a button, a heading."""
        return self._filled(self._texts, id, {})

    def _changed(self, language: str, names: tuple[str, str]) -> "Words":
        return Words(
            language,
            texts=self._texts,
            options=self._options,
            locale_dir=self._locale_dir,
            names=names,
            keycaps=self._keycaps,
        )

    def _value(self, option: Option) -> str:
        """A setting's value by the text `value-VALUE`; what players typed stays as it is."""
        value = option.value or ""
        if option.id in _TYPED:
            return value.replace(" ", _BLANK) if option.id in _LETTERS else value
        return self.label(f"value-{value}") if f"value-{value}" in self._texts else value

    def _argument(self, id: str, name: str, value: Argument) -> str:
        match value:
            case Island():
                return value.name
            case Player():
                return self.player(value)
            case (Island() as a, Island() as b):
                return line_as_seen((a, b))
            case tuple():
                most = MAX_WRONG if id in _WRONG else MAX_LINES
                lines = [line_as_seen(line) for line in value if isinstance(line, tuple)]
                return self._lines(lines, most)
            case _ if name == "button":
                return self._with_keys(f"[{str(value).removeprefix('button-')}]")
            case _:
                return str(value)

    def _lines(self, names: list[str], most: int) -> str:
        """All of them, or the first few: the lights show the rest."""
        if len(names) <= most:
            return ", ".join(names)
        told = names[: most - 1] if most > MAX_WRONG else names[:most]
        values = {"lines": ", ".join(told), "count": str(len(names) - len(told))}
        return self._filled(self._texts, "lines-more", values)

    def _filled(
        self,
        texts: Mapping[str, Text],
        id: str,
        arguments: Mapping[str, Argument],
        before: str = "",
    ) -> str:
        values = {name: self._argument(id, name, value) for name, value in arguments.items()}
        english = texts.get(id, "")
        if not english:
            return " ".join([id, *filter(None, values.values())])
        for template in self._templates(before + id, english, arguments):
            try:
                filled = self._with_keys(template).format_map(_Blanks(values))
            except (ValueError, IndexError, AttributeError, TypeError):
                continue
            return _ELIDED.sub(r"\1'", filled) if self._language == "fr" else filled
        return forms(english)[-1]

    def _templates(
        self, context: str, english: Text, arguments: Mapping[str, Argument]
    ) -> tuple[str, str]:
        """The translation, and the English text for want of a good one."""
        if isinstance(english, str):
            return self._translation.pgettext(context, english), english
        count = _number(arguments.get(english.by))
        one, other = english.one, english.other
        plain = one if count == 1 else other
        return self._translation.npgettext(context, one, other, count), plain

    def _with_keys(self, text: str) -> str:
        """The text with the buttons' names as printed; brackets around anything else stay."""
        return KEY.sub(self._key, text)

    def _key(self, found: re.Match[str]) -> str:
        id = f"button-{found[1]}"
        if id not in self._texts:
            return found[0]
        name = self.label(id)
        return f"[{name}]" if self._keycaps else name


class _Blanks(dict[str, str]):
    """Arguments of a text; one that is not given stays readable as `{name}`."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


@cache
def _translation(language: str, locale_dir: Path) -> gettext.NullTranslations:
    try:
        return gettext.translation(DOMAIN, locale_dir, [language], fallback=True)
    except (OSError, ValueError, struct.error):
        return gettext.NullTranslations()


def _number(value: Argument | None) -> int:
    """How many an argument counts, for its plural."""
    if isinstance(value, int):
        return value
    return len(value) if isinstance(value, tuple) else 0
