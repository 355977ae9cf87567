"""The options that `choose` and `expect offered` name, as table scripts write them."""

from collections.abc import Callable, Iterable
from typing import Final

from kahuna_table.engine.board import line_name
from kahuna_table.table.screen import Option
from kahuna_table.tools.script.words import Words


def read_option(words: Words) -> Option:
    parse = _OPTIONS.get(words.peeked.lower())
    if parse is None:
        words.fail(f"an option: {', '.join(_OPTIONS)}")
    id = words.take("an option").lower()
    return parse(id, words)


def _plain(id: str, _words: Words) -> Option:
    return Option(id)


def _one_card(id: str, words: Words) -> Option:
    return Option(id, (words.island(),))


_OPTIONS: Final[dict[str, Callable[[str, Words], Option]]] = {
    "card": _one_card,
    "pair": lambda id, words: Option(id, (words.island(), words.island())),
    "take": _one_card,
    "deck": _plain,
    "decline": _plain,
    "discard": _one_card,
    "end": _plain,
    "continue": _plain,
    "new": _plain,
    "yes": _plain,
    "no": _plain,
    "line": lambda id, words: Option(id, line=words.line()),
}


def index_of(options: Iterable[Option], option: Option) -> int | None:
    """Where the option stands, a pair in either order, or None."""

    def same(other: Option) -> bool:
        cards = sorted(option.cards) == sorted(other.cards)
        return option.id == other.id and cards and option.line == other.line

    return next((n for n, other in enumerate(options) if same(other)), None)


def option_name(option: Option) -> str:
    """The option as table scripts write it."""
    line = () if option.line is None else (line_name(option.line),)
    return " ".join((option.id, *(card.name for card in option.cards), *line))
