"""The table's values as JSON and back, by the types of their fields: for the journal, for traces,
and for the screen's process.

Dataclasses and named tuples become objects with every field, enums their names, tuples lists. A
value of a union carries the name of its member. Nothing else is written, and nothing is read that
is not exactly what would have been written.
"""

import json
import types
from collections.abc import Callable
from contextlib import suppress
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from hashlib import sha256
from typing import Any, Final, NewType, NoReturn, Union, get_args, get_origin, get_type_hints

from kahuna_table.engine.board import ALL_LINES, LINES, Line, Lines
from kahuna_table.engine.state import PACK, Cards
from kahuna_table.errors import KahunaError
from kahuna_table.table.inputs import Button, Buttons, Code

_NONE: Final = type(None)
_PLAIN: Final = (bool, int, str)

_LIMITS: Final[dict[Any, int]] = {
    Line: len(LINES) - 1,
    Lines: ALL_LINES,
    Buttons: (1 << len(Button)) - 1,
    Cards: PACK,
    Code: 999,
}
"""The greatest value of each kind of number; the smallest is 0."""

_GREATEST: Final = 1 << 53
"""Of any other number: what JSON keeps exactly everywhere; in milliseconds 285,000 years."""

HASH_DIGITS: Final = 32


class CodecError(KahunaError):
    """Data that is no value of the type expected; `at` says where in it."""

    def __init__(self, at: str, expected: str, found: str) -> None:
        super().__init__(f"{at or 'the value'}: expected {expected}, found {found}")
        self.at, self.expected, self.found = at, expected, found


def format_value(value: object, hint: Any) -> str:
    """A value of this type as one line of JSON, in ASCII.

    Raises:
        CodecError: it is none.
    """
    return json.dumps(_converter(hint)(value, "", reading=False), separators=(",", ":"))


def parse_value(text: str | bytes, hint: Any) -> Any:
    """The value of this type that `format_value` gave the text for.

    Raises:
        CodecError: there is none.
    """
    try:
        return _converter(hint)(parse_json(text), "", reading=True)
    except RecursionError as error:
        raise CodecError("", "values within values, not so deep", str(error)) from error


def parse_json(text: str | bytes) -> Any:
    """JSON as the standard has it: no NaN, no infinity.

    Raises:
        CodecError: it is none.
    """
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise CodecError("", "JSON", str(error)) from error


def fingerprint(value: object, hint: Any) -> str:
    """A hash of the whole value: the same for equal values, in every process."""
    return sha256(format_value(value, hint).encode()).hexdigest()[:HASH_DIGITS]


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"the number {constant}")


@cache
def _converter(hint: Any) -> Callable[..., Any]:
    """What turns a value of this type into data, or while `reading` the data into the value; `at`
    says where it stands in the whole.
    """
    if get_origin(hint) in (Union, types.UnionType):
        return partial(_union, {_name(member): member for member in get_args(hint)})
    if isinstance(hint, NewType) or hint in _PLAIN:
        return partial(_plain, hint)
    if get_origin(hint) is tuple:
        return partial(_list, hint)
    if issubclass(hint, Enum):
        return partial(_enum, hint)
    hints = get_type_hints(hint)
    names = [each.name for each in fields(hint)] if is_dataclass(hint) else hint._fields
    return partial(_object, hint, {name: hints[name] for name in names}, _firsts(hint))


def _plain(hint: Any, value: Any, at: str, *, reading: bool) -> Any:  # noqa: ARG001 - as it is
    """A number, a text or a truth value."""
    base = _class_of(hint)
    _exact(value, base, at)
    limit = _LIMITS.get(hint)
    if limit is not None and not 0 <= value <= limit:
        raise CodecError(at, f"{_name(hint)} of 0..{limit}", _shown(value))
    if base is int and abs(value) > _GREATEST:
        raise CodecError(at, f"a number of at most {_GREATEST}", _shown(value))
    return value


def _enum(hint: Any, value: Any, at: str, *, reading: bool) -> Any:
    if not reading:
        return _exact(value, hint, at).name
    if not isinstance(value, str) or value not in hint.__members__:
        raise CodecError(at, " or ".join(hint.__members__), _shown(value))
    return hint[value]


def _list(hint: Any, value: Any, at: str, *, reading: bool) -> Any:
    _exact(value, list if reading else tuple, at)
    hints = get_args(hint)
    if hints[1:] == (...,):
        hints = hints[:1] * len(value)
    if len(hints) != len(value):
        raise CodecError(at, f"{len(hints)} values", f"{len(value)}")
    items = [
        _converter(each)(item, f"{at}[{n}]", reading=reading)
        for n, (item, each) in enumerate(zip(value, hints, strict=True))
    ]
    return tuple(items) if reading else items


def _union(members: dict[str, Any], value: Any, at: str, *, reading: bool) -> Any:
    if value is None and "NoneType" in members:
        return None
    named = {name: member for name, member in members.items() if member is not _NONE}
    if len(named) == 1 and "NoneType" in members:
        (member,) = named.values()
        return _converter(member)(value, at, reading=reading)
    if reading:
        if not isinstance(value, list) or len(value) != 2 or not isinstance(value[0], str):
            raise CodecError(at, "a name and a value", _shown(value))
        if value[0] not in named:
            raise CodecError(at, " or ".join(members), repr(value[0]))
        return _converter(named[value[0]])(value[1], at, reading=True)
    for name, member in named.items():
        if type(value) is _class_of(member):
            with suppress(CodecError):  # of tuples the next may fit
                return [name, _converter(member)(value, at, reading=False)]
    raise CodecError(at, " or ".join(members), _shown(value))


def _object(
    hint: Any,
    hints: dict[str, Any],
    firsts: dict[str, tuple[Any, ...]],
    value: Any,
    at: str,
    *,
    reading: bool,
) -> Any:
    if not reading:
        value = {name: getattr(_exact(value, hint, at), name) for name in hints}
    if not isinstance(value, dict) or value.keys() != hints.keys():
        found = sorted(value) if isinstance(value, dict) else _shown(value)
        raise CodecError(at, f"{_name(hint)} with {', '.join(hints) or 'no fields'}", str(found))
    converted = {
        name: _converter(each)(value[name], f"{at}.{name}", reading=reading)
        for name, each in hints.items()
    }
    if not reading:
        return converted
    for name, first in firsts.items():
        if not _as_long(converted[name], first):
            found = f"{len(converted[name])}"
            raise CodecError(f"{at}.{name}", f"a list as long as at first, {len(first)}", found)
    try:
        return hint(**converted)
    except ValueError as error:
        raise CodecError(at, f"a {_name(hint)}", str(error)) from error


def _firsts(hint: Any) -> dict[str, tuple[Any, ...]]:
    """The lists with a value for each line or button: those that are not empty at first."""
    defaults = {
        each.name: each.default if each.default_factory is MISSING else each.default_factory()
        for each in (fields(hint) if is_dataclass(hint) else ())
    }
    return {name: first for name, first in defaults.items() if type(first) is tuple and first}


def _as_long(value: tuple[Any, ...], first: tuple[Any, ...]) -> bool:
    """Whether the list, and each list in it, is as long as at first; empty ones vary."""
    return not first or (
        len(value) == len(first)
        and all(
            _as_long(inner, default)
            for inner, default in zip(value, first, strict=True)
            if type(default) is tuple
        )
    )


def _class_of(hint: Any) -> Any:
    return hint.__supertype__ if isinstance(hint, NewType) else get_origin(hint) or hint


def _exact(value: Any, class_: Any, at: str) -> Any:
    if type(value) is not class_:
        raise CodecError(at, _name(class_), _shown(value))
    return value


def _name(hint: Any) -> str:
    if get_origin(hint) is tuple:
        return f"tuple[{', '.join(map(_name, get_args(hint)))}]"
    return "..." if hint is ... else str(hint.__name__)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
