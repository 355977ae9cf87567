"""Words for ids: English from `texts`, other languages by gettext. The only place that formats.

The display must never fail for want of a word: an unknown id is shown as it is, and a translation
with broken placeholders gives way to the English text.
"""

import gettext
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kahuna_table.app.texts import HELP, OPTIONS, TEXTS
from kahuna_table.engine.board import LINES, Island
from kahuna_table.engine.player import Player
from kahuna_table.table.screen import Argument, Message, Option

DOMAIN: Final = "kahuna-table"
LOCALE_DIR: Final = Path(__file__).parent / "locale"

LANGUAGES: Final = ("en", *sorted(each.name for each in LOCALE_DIR.glob("[a-z][a-z]")))
"""Those in which there are words: English, and every translation."""

MAX_LINES: Final = 7
"""As many lines are named in a text: a sweep or a bump of more is rare."""

_LETTERS: Final = ("letter", "name-delete")
_TYPED: Final = (*_LETTERS, "name-black", "name-white", "name-done")
_BLANK: Final = "␣"


class Words:
    """The words of one language."""

    def __init__(
        self,
        language: str = "en",
        *,
        texts: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
        locale_dir: Path = LOCALE_DIR,
        names: tuple[str, str] = ("", ""),
    ) -> None:
        self._texts = {**HELP, **TEXTS} if texts is None else texts
        self._options = OPTIONS if options is None else options
        self._translation = gettext.translation(DOMAIN, locale_dir, [language], fallback=True)
        self._names = names

    def naming(self, names: tuple[str, str]) -> "Words":
        """The same words for players with these names; an empty name is the colour's word."""
        other = object.__new__(Words)
        other._texts, other._options = self._texts, self._options
        other._translation, other._names = self._translation, names
        return other

    def message(self, message: Message) -> str:
        values = {name: self._argument(value) for name, value in message.arguments}
        id = f"{message.id}-{message.variant}" if message.variant else message.id
        return self._filled(self._texts, id, values)

    def option(self, option: Option) -> str:
        values = {
            "cards": " + ".join(card.name for card in option.cards),
            "line": "" if option.line is None else _line(LINES[option.line]),
            "value": self._value(option),
        }
        return self._filled(self._options, option.id, values)

    def player(self, player: Player) -> str:
        """The player's name, or the word for the colour."""
        return self._names[player] or self.label(player.name.lower())

    def label(self, id: str) -> str:
        """A text without arguments: the name of a button, a heading."""
        return self._filled(self._texts, id, {})

    def _value(self, option: Option) -> str:
        """A setting's value by the text `value-VALUE`; what players typed stays as it is."""
        value = option.value or ""
        if option.id in _TYPED:
            return value.replace(" ", _BLANK) if option.id in _LETTERS else value
        return self.label(f"value-{value}") if f"value-{value}" in self._texts else value

    def _argument(self, value: Argument) -> str:
        match value:
            case Island():
                return value.name
            case Player():
                return self.player(value)
            case (Island() as a, Island() as b):
                return _line((a, b))
            case tuple():
                return self._lines([_line(line) for line in value if isinstance(line, tuple)])
            case _:
                return str(value)

    def _lines(self, names: list[str]) -> str:
        """All of them, or the first few: the lights show the rest."""
        if len(names) <= MAX_LINES:
            return ", ".join(names)
        told = names[: MAX_LINES - 1]
        values = {"lines": ", ".join(told), "count": str(len(names) - len(told))}
        return self._filled(self._texts, "lines-more", values)

    def _filled(self, texts: Mapping[str, str], id: str, values: Mapping[str, str]) -> str:
        english = texts.get(id, "")
        if not english:
            return " ".join([id, *filter(None, values.values())])
        for template in (self._translation.gettext(english), english):
            try:
                return template.format_map(_Blanks(values))
            except (ValueError, IndexError, AttributeError, TypeError):
                continue
        return english


class _Blanks(dict[str, str]):
    """Arguments of a text; one that is not given stays readable as `{name}`."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def _line(line: tuple[Island, Island]) -> str:
    a, b = line
    return f"{a.name}–{b.name}"
