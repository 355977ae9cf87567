"""The options that `choose` and `expect offered` name, as table scripts write them."""

from collections.abc import Callable
from typing import Final

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
    "start": _plain,
    "swap": _plain,
    "learn": _plain,
    "options": _plain,
    "give-up": _plain,
    "more": _plain,
    "abort": _plain,
    "switch-off": _plain,
    "line": lambda id, words: Option(id, line=words.line()),
}
