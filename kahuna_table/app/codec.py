"""The table's values as JSON and back, by the types of their fields.

Dataclasses and named tuples become objects with every field, enums their names, tuples lists. A
value of a union carries the name of its member. Nothing else is written, and nothing is read that
is not exactly what would have been written.
"""

import json
import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

from kahuna_table.engine.board import ALL_LINES, LINES, Line, Lines
from kahuna_table.engine.state import PACK, Cards
from kahuna_table.errors import KahunaError
from kahuna_table.table.inputs import Button, Buttons

_NONE: Final = type(None)
_PLAIN: Final = (bool, int, str)

_LIMITS: Final[dict[Any, int]] = {
    Line: len(LINES) - 1,
    Lines: ALL_LINES,
    Buttons: (1 << len(Button)) - 1,
    Cards: PACK,
}
"""The greatest value of each kind of number; the smallest is 0."""

_GREATEST: Final = 1 << 53
"""Of any other number: what JSON keeps exactly everywhere; in milliseconds 285,000 years."""

HASH_DIGITS: Final = 32


class CodecError(KahunaError):
    """Data that is no value of the type expected; `at` says where in it."""

    def __init__(self, at: str, expected: str, found: str) -> None:
        super().__init__(f"{at or 'the value'}: expected {expected}, found {found}")
        self.at = at


def encode(value: object, hint: Any) -> Any:
    """What `json` can write of a value of this type.

    Raises:
        CodecError: it is none.
    """
    return _encoder(hint)(value, "")


def decode(data: Any, hint: Any) -> Any:
    """The value of this type that `encode` gave the data for.

    Raises:
        CodecError: there is none.
    """
    return _decoder(hint)(data, "")


def fingerprint(value: object, hint: Any) -> str:
    """A hash of the whole value: the same for equal values, in every process."""
    text = json.dumps(encode(value, hint), separators=(",", ":"), sort_keys=True)
    return sha256(text.encode()).hexdigest()[:HASH_DIGITS]


_Step = Callable[[Any, str], Any]


@cache
def _encoder(hint: Any) -> _Step:
    members = _members(hint)
    if members:
        return lambda value, at: _encode_union(members, value, at)
    if isinstance(hint, NewType) or hint in _PLAIN:
        return lambda value, at: _checked(value, hint, at)
    if _is_enum(hint):
        return lambda value, at: _exact(value, hint, at).name
    if get_origin(hint) is tuple:
        return lambda value, at: _encode_tuple(hint, value, at)
    names = _fields(hint)

    def encode_fields(value: Any, at: str) -> dict[str, Any]:
        _exact(value, hint, at)
        return {
            name: _encoder(type_)(getattr(value, name), f"{at}.{name}")
            for name, type_ in names.items()
        }

    return encode_fields


@cache
def _decoder(hint: Any) -> _Step:
    members = _members(hint)
    if members:
        return lambda data, at: _decode_union(members, data, at)
    if isinstance(hint, NewType) or hint in _PLAIN:
        return lambda data, at: _checked(data, hint, at)
    if _is_enum(hint):
        return lambda data, at: _decode_enum(hint, data, at)
    if get_origin(hint) is tuple:
        return lambda data, at: _decode_tuple(hint, data, at)
    return lambda data, at: _decode_fields(hint, data, at)


def _members(hint: Any) -> dict[str, Any]:
    """The members of a union by name; none where it is no union."""
    if get_origin(hint) not in (Union, types.UnionType):
        return {}
    return {_name(member): member for member in get_args(hint)}


def _name(hint: Any) -> str:
    if hint is _NONE:
        return "none"
    if get_origin(hint) is tuple:
        return f"tuple[{', '.join(map(_name, get_args(hint)))}]"
    return "..." if hint is ... else str(hint.__name__)


def _fields(hint: Any) -> dict[str, Any]:
    """The fields of a dataclass or a named tuple with their types, in order."""
    if is_dataclass(hint):
        names = [field.name for field in fields(hint)]
    elif isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        names = list(hint._fields)
    else:
        raise TypeError(f"expected a type of the table's values, got {hint!r}")
    hints = get_type_hints(hint)
    return {name: hints[name] for name in names}


def _is_enum(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum)


def _checked(value: Any, hint: Any, at: str) -> Any:
    """A number, a text or a truth value as it is."""
    base = hint.__supertype__ if isinstance(hint, NewType) else hint
    _exact(value, base, at)
    limit = _LIMITS.get(hint)
    if limit is not None and not 0 <= value <= limit:
        raise CodecError(at, f"{_name(hint)} of 0..{limit}", _shown(value))
    if base is int and abs(value) > _GREATEST:
        raise CodecError(at, f"a number of at most {_GREATEST}", _shown(value))
    return value


def _exact(value: Any, hint: Any, at: str) -> Any:
    if type(value) is not hint:
        raise CodecError(at, _name(hint), _shown(value))
    return value


def _encode_union(members: dict[str, Any], value: Any, at: str) -> Any:
    if value is None and "none" in members:
        return None
    for name, member in members.items():
        if member is not _NONE:
            try:
                data = _encoder(member)(value, at)
            except CodecError:
                continue
            return data if len(members) == 2 and "none" in members else [name, data]
    raise CodecError(at, " or ".join(members), _shown(value))


def _decode_union(members: dict[str, Any], data: Any, at: str) -> Any:
    if "none" in members:
        if data is None:
            return None
        if len(members) == 2:
            (member,) = (each for each in members.values() if each is not _NONE)
            return _decoder(member)(data, at)
    if not isinstance(data, list) or len(data) != 2 or not isinstance(data[0], str):
        raise CodecError(at, "a name and a value", _shown(data))
    if data[0] not in members or data[0] == "none":
        raise CodecError(at, " or ".join(members), repr(data[0]))
    return _decoder(members[data[0]])(data[1], at)


def _encode_tuple(hint: Any, value: Any, at: str) -> list[Any]:
    _exact(value, tuple, at)
    hints = _hints_of(hint, len(value), at)
    pairs = enumerate(zip(value, hints, strict=True))
    return [_encoder(each)(item, f"{at}[{n}]") for n, (item, each) in pairs]


def _decode_tuple(hint: Any, data: Any, at: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise CodecError(at, "a list", _shown(data))
    hints = _hints_of(hint, len(data), at)
    pairs = enumerate(zip(data, hints, strict=True))
    return tuple(_decoder(each)(item, f"{at}[{n}]") for n, (item, each) in pairs)


def _hints_of(hint: Any, length: int, at: str) -> tuple[Any, ...]:
    arguments = get_args(hint)
    if len(arguments) == 2 and arguments[1] is ...:
        return (arguments[0],) * length
    if len(arguments) != length:
        raise CodecError(at, f"{len(arguments)} values", f"{length}")
    return arguments


def _decode_enum(hint: Any, data: Any, at: str) -> Any:
    if not isinstance(data, str) or data not in hint.__members__:
        raise CodecError(at, " or ".join(hint.__members__), _shown(data))
    return hint[data]


def _decode_fields(hint: Any, data: Any, at: str) -> Any:
    names = _fields(hint)
    if not isinstance(data, dict) or data.keys() != names.keys():
        found = sorted(data) if isinstance(data, dict) else _shown(data)
        raise CodecError(at, f"{_name(hint)} with {', '.join(names) or 'no fields'}", str(found))
    values = {name: _decoder(names[name])(data[name], f"{at}.{name}") for name in names}
    for name, default in _lists(hint).items():
        if not _as_long(values[name], default):
            found = f"{len(values[name])}"
            raise CodecError(f"{at}.{name}", f"a list as long as at first, {len(default)}", found)
    try:
        return hint(**values)
    except ValueError as error:
        raise CodecError(at, f"a {_name(hint)}", str(error)) from error


@cache
def _lists(hint: Any) -> dict[str, tuple[Any, ...]]:
    """The lists with a value for each line or button: those that are not empty at first."""
    if not is_dataclass(hint):
        return {}
    defaults = {
        each.name: each.default if each.default_factory is MISSING else each.default_factory()
        for each in fields(hint)
    }
    return {name: first for name, first in defaults.items() if type(first) is tuple and first}


def _as_long(value: tuple[Any, ...], default: tuple[Any, ...]) -> bool:
    """Whether the list, and each list in it, is as long as the default's; empty ones vary."""
    return not default or (
        len(value) == len(default)
        and all(
            _as_long(inner, first)
            for inner, first in zip(value, default, strict=True)
            if type(first) is tuple
        )
    )


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
