"""Reads a table script whole, before anything runs."""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from kahuna_table.tools.script.statements import STATEMENTS, Action
from kahuna_table.tools.script.words import Numbered, Words

A = TypeVar("A")

MAX_BYTES: Final = 1 << 18
"""The longest game takes some 30 kB of script; whatever is larger by far is another file."""


def parse_script(text: str) -> tuple[Numbered[Action], ...]:
    """The statements of a table script.

    Raises:
        ScriptError: for the first line that is not exactly understood.
    """
    return parse_statements(text, STATEMENTS)


def parse_statements(
    text: str, known: Mapping[str, Callable[[Words], A]]
) -> tuple[Numbered[A], ...]:
    """The statements of a script that may use those that are `known`.

    Raises:
        ScriptError: for the first line that is not exactly understood.
    """
    found: list[Numbered[A]] = []
    keywords: set[str] = set()
    for number, line in enumerate(text.split("\n"), start=1):
        words = Words(number, line.partition("#")[0].split(), before=keywords)
        if not words.more:
            continue
        keyword = words.peeked.lower()
        read = known.get(keyword)
        if read is None:
            words.fail(f"a statement: {', '.join(known)}")
        words.take("a statement")
        found.append(Numbered(number, keyword, read(words)))
        keywords.add(keyword)
        if words.more:
            words.fail("the end of the line")
    return tuple(found)
