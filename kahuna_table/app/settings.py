"""Kinds of values in a configuration file: what is expected, how it is read, how it is written.

The options themselves are declared in `config`.
"""

import difflib
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from reprlib import Repr
from typing import Any, Generic, TypeVar

from kahuna_table.engine.notation import NotationError, format_rules, parse_rules
from kahuna_table.engine.ruleset import RuleSet

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


class Unfit(Exception):  # noqa: N818 - no error of the program: `config` turns it into one
    """A value that is not of its kind. The text is a hint beyond what was expected, or empty."""


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """A kind of value. `read` takes what TOML gives and raises `Unfit`; `write` gives TOML."""

    expected: str
    read: Callable[[object], T]
    write: Callable[[T], str]


def setting(default: T, kind: Kind[T], meaning: str) -> T:
    """A field of a configuration section, for the body of its dataclass."""
    made: Any = field(default=default, metadata={"kind": kind, "meaning": meaning})
    return made  # type: ignore[no-any-return]  # a field stands for its value, as in dataclasses


def whole(lowest: int, highest: int) -> Kind[int]:
    """A whole number within a range, both ends included."""

    def read(value: object) -> int:
        if type(value) is not int or not lowest <= value <= highest:  # a bool is no number here
            raise Unfit
        return value

    return Kind(f"a whole number {lowest}..{highest}", read, str)


def decimal(lowest: float, highest: float) -> Kind[float]:
    """A number with or without a point within a range, both ends included."""

    def read(value: object) -> float:
        if type(value) not in (int, float) or not lowest <= float(str(value)) <= highest:
            raise Unfit
        return float(str(value))

    return Kind(f"a number {lowest}..{highest}", read, str)


def text(expected: str, fits: str | Callable[[str], bool]) -> Kind[str]:
    """A text that matches a pattern from end to end, or a rule."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise Unfit
        if not (re.fullmatch(fits, value) if isinstance(fits, str) else fits(value)):
            raise Unfit
        return value

    return Kind(expected, read, _quoted)


def one_number_of(*numbers: int) -> Kind[int]:
    """One of a few numbers."""

    def read(value: object) -> int:
        if type(value) is not int or value not in numbers:
            raise Unfit
        return value

    return Kind("one of " + ", ".join(map(str, numbers)), read, str)


def one_text_of(*words: str) -> Kind[str]:
    """One of a few words."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise Unfit
        if value not in words:
            raise Unfit(suggestion(value, words))
        return value

    return Kind(alternatives(words), read, _quoted)


def yes_or_no() -> Kind[bool]:
    """`true` or `false`."""

    def read(value: object) -> bool:
        if not isinstance(value, bool):
            raise Unfit
        return value

    return Kind("true or false", read, lambda value: str(value).lower())


def word_of(choices: type[E]) -> Kind[E]:
    """One of an enumeration, by its value."""
    words = [str(each.value) for each in choices]

    def read(value: object) -> E:
        if isinstance(value, str) and value not in words:
            raise Unfit(suggestion(value, words))
        if not isinstance(value, str):
            raise Unfit
        return choices(value)

    return Kind(alternatives(words), read, lambda choice: _quoted(choice.value))


def several(count: int, kind: Kind[T], expected: str) -> Kind[tuple[T, ...]]:
    """A list of exactly `count` values of one kind."""

    def read(value: object) -> tuple[T, ...]:
        if not isinstance(value, list) or len(value) != count:
            raise Unfit
        return tuple(kind.read(each) for each in value)

    return Kind(expected, read, lambda values: f"[{', '.join(map(kind.write, values))}]")


def each_of(names: type[E], kind: Kind[T], expected: str) -> Kind[tuple[T, ...]]:
    """A value for each name of an enumeration, in its order; in the file `{ menu = 3, ... }`."""
    keys = [each.name.lower() for each in names]

    def read(value: object) -> tuple[T, ...]:
        if not isinstance(value, dict):
            raise Unfit
        if missing := [key for key in keys if key not in value]:
            raise Unfit(f"{missing[0]} is missing")
        if unknown := [key for key in value if key not in keys]:
            raise Unfit(f"there is no {shown(unknown[0])}{suggestion(unknown[0], keys, ', ')}")
        return tuple(kind.read(value[key]) for key in keys)

    def write(values: tuple[T, ...]) -> str:
        pairs = (f"{key} = {kind.write(each)}" for key, each in zip(keys, values, strict=True))
        return f"{{ {', '.join(pairs)} }}"

    return Kind(expected, read, write)


def directory() -> Kind[Path]:
    """An absolute path; "~/" is the home directory of the user."""

    def read(value: object) -> Path:
        if not isinstance(value, str) or "\0" in value or not value.startswith(("/", "~/")):
            raise Unfit
        try:
            return Path(value).expanduser()
        except RuntimeError as error:
            raise Unfit("no home directory is known here") from error

    return Kind('a path that begins with "/" or "~/"', read, lambda path: _quoted(str(path)))


def rule_set() -> Kind[RuleSet]:
    """A rule set with options, in the words of the notation."""

    def read(value: object) -> RuleSet:
        if not isinstance(value, str):
            raise Unfit
        try:
            return parse_rules(value)
        except NotationError as error:
            raise Unfit(f"{error.found} is not {error.expected}") from error

    def write(rules: RuleSet) -> str:
        return _quoted(format_rules(rules))

    return Kind('a rule set and options such as "kosmos1998 take_back=off"', read, write)


def alternatives(words: Iterable[str]) -> str:
    """`one of "a", "b", "c"`."""
    return "one of " + ", ".join(map(_quoted, words))


def suggestion(word: str, known: Iterable[str], lead: str = "") -> str:
    """`did you mean "matrix"?`, or nothing where no known word is near."""
    near = difflib.get_close_matches(word.lower(), list(known), n=1)
    return f"{lead}did you mean {_quoted(near[0])}?" if near else ""


def shown(value: object) -> str:
    """A value as an error shows it: as in the file, and cut where it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    return _SHORT.repr(value)


def as_key(name: str) -> str:
    """A key or section as TOML spells it."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)


def _quoted(word: str) -> str:
    return json.dumps(word, ensure_ascii=False)


_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60
_SHORT.maxlist = _SHORT.maxdict = 8
