"""Reads `kit.toml`: every key required, no key unknown, every fault of the file named at once."""

import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, get_args, get_origin, get_type_hints

from kahuna_table.app.settings import Unfit, as_key, shown, suggestion
from kahuna_table.errors import KahunaError
from kahuna_table.tools.kit.design import Kit

HARDWARE: Final = Path(__file__).parents[3] / "hardware"
"""Where the kit lies in a clone; an installed package has none."""


class KitError(KahunaError):
    """A file of the kit that cannot be used. `problems` has one text a fault."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def load_kit(path: Path) -> Kit:
    """The kit in a file. Raises: KitError, with every fault."""
    return parse_kit(read_text(path), path.name)


def parse_kit(source: str, name: str) -> Kit:
    """The kit in a TOML text; `name` is what errors call the file. Raises: KitError."""
    document = parse_toml(source, name)
    kit: Kit = record(Kit, document, name)
    faults = [f"{name}: {each}" for each in _impossible(kit)]
    if faults:
        raise KitError(*faults)
    return kit


def record(kind: type[Any], document: dict[str, Any], name: str) -> Any:
    """The dataclass `kind` from a table of TOML. Raises: KitError, with every fault."""
    faults: list[str] = []
    made = _section(kind, document, name, "", faults)
    if faults:
        raise KitError(*faults)
    return made


def read_text(path: Path) -> str:
    """Raises: KitError."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise KitError(
            f"{path}: cannot read it ({error.strerror}): expected the kit of a clone; name its "
            "folder with --hardware"
        ) from error
    except UnicodeDecodeError as error:
        raise KitError(f"{path}: expected UTF-8, got byte {error.start} of another kind") from error


def parse_toml(source: str, name: str) -> dict[str, Any]:
    """Raises: KitError, also for a key that stands there twice."""
    try:
        return tomllib.loads(source)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise KitError(f"{name}: expected TOML with each key once, got: {error}") from error


def _section(kind: type[Any], content: object, name: str, where: str, faults: list[str]) -> Any:
    """One table read; what is wrong in it is added to `faults`, and None given for it."""
    if not isinstance(content, dict):
        faults.append(f"{name}: {where}: expected a section, got {shown(content)}")
        return None
    known = {each.name: each for each in fields(kind)}
    before = len(faults)
    for key in content:
        if key not in known:
            near = suggestion(key, known, "; ")
            faults.append(f"{name}: {_inside(where, key)}: there is no such key{near}")
    hints = get_type_hints(kind)
    values = {}
    for key, each in known.items():
        place = _inside(where, key)
        if key not in content:
            expected = each.metadata["kind"].expected if "kind" in each.metadata else "a section"
            faults.append(f"{name}: {place}: it is missing, expected {expected}")
        elif "kind" not in each.metadata:
            values[key] = _nested(hints[key], content[key], name, place, faults)
        else:
            values[key] = _value(each.metadata["kind"], content[key], f"{name}: {place}", faults)
    return kind(**values) if len(faults) == before else None


def _nested(hint: Any, content: object, name: str, where: str, faults: list[str]) -> Any:
    if get_origin(hint) is not tuple:
        return _section(hint, content, name, where, faults)
    if not isinstance(content, list) or not content:
        faults.append(f"{name}: {where}: expected a list of sections, got {shown(content)}")
        return ()
    kind = get_args(hint)[0]
    return tuple(
        _section(kind, each, name, f"{where} {_title(each, number)}", faults)
        for number, each in enumerate(content, start=1)
    )


def _value(kind: Any, value: object, place: str, faults: list[str]) -> Any:
    try:
        return kind.read(value)
    except Unfit as unfit:
        hint = f": {unfit}" if str(unfit) else ""
        faults.append(f"{place}: expected {kind.expected}, got {shown(value)}{hint}")
        return None


def _inside(where: str, key: str) -> str:
    return f"{where}.{as_key(key)}" if where else as_key(key)


def _title(content: object, number: int) -> str:
    """How an error calls one of several sections: by its id, else by its number."""
    name = content.get("id") if isinstance(content, dict) else None
    return f'"{name}"' if isinstance(name, str) else f"{number}"


def _impossible(kit: Kit) -> Iterator[str]:
    """Values that are right alone and cannot be together. What is merely unwise, `rules` tell."""
    seen: set[str] = set()
    for item in kit.item:
        if item.id in seen:
            yield f'item "{item.id}": expected each id once, got it twice'
        seen.add(item.id)
    low, high = kit.reed.pull_in_at
    if low > high:
        yield f"reed.pull_in_at: expected the lower number first, got {low:g} and {high:g}"
    for name, inner, outer in (
        ("reed.glass_length_mm", kit.reed.glass_length_mm, kit.reed.holder_glass_mm),
        ("reed.holder_glass_mm", kit.reed.holder_glass_mm, kit.holder.length_mm),
        ("holder.length_mm", kit.holder.length_mm, kit.reed.length_mm),
        ("button.cap_mm", kit.button.cap_mm, kit.button.hole_mm),
        ("light.line_mm", kit.light.line_mm, kit.light.board_mm),
        ("bridge.end_height_mm", kit.bridge.end_height_mm, kit.bridge.crown_height_mm),
        ("display.window_mm[0]", kit.display.window_mm[0], kit.display.width_mm),
        ("display.window_mm[1]", kit.display.window_mm[1], kit.display.height_mm),
    ):
        if inner >= outer:
            yield f"{name}: expected less than {outer:g}, got {inner:g}"
    pico = kit.pico
    uses = (*pico.select, *pico.signals, pico.lights, *pico.rows, *pico.columns)
    for pin in sorted({pin for pin in uses if uses.count(pin) > 1}):
        yield f"pico: expected each pin once, got {pin} twice"
