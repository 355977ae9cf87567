"""The wiring file: what was learned, as TOML. Written by `wiring`, read by the table at its start.

Written whole or not at all; edited by hand it is checked like any other input.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from kahuna_table.app.settings import shown
from kahuna_table.app.toml import MAX_BYTES, TomlError, parse_toml
from kahuna_table.app.wiring.learned import ALL, COLOURS, LIGHT_NAMES, Learned
from kahuna_table.devices.pins import CROSSINGS, Crossing, PinMap
from kahuna_table.devices.strip import ORDERS, PIXELS
from kahuna_table.engine.board import line_name
from kahuna_table.errors import KahunaError
from kahuna_table.files import FileError, read_text
from kahuna_table.table.inputs import Button

NAME: Final = "wiring.toml"
NONE: Final = "none"

_CROSSINGS: Final = {at.name: at for at in CROSSINGS}
_LINES: Final = {line_name(line): line for line in ALL}
_BUTTONS: Final = {button.name.lower(): button for button in Button}
_LIGHTS: Final = {name: n for n, name in enumerate(LIGHT_NAMES)}
_SHOWN: Final = {**{colour: n for n, colour in enumerate(COLOURS)}, NONE: None}


class WiringFileError(KahunaError):
    """A wiring file that cannot be used, or that belongs to other pins."""


def format_wiring(learned: Learned, planned: PinMap) -> str:
    """The file for what was learned on the planned pins."""
    lines = [
        "# How this board is wired, as kahuna-table wiring learned it.",
        "# The pins that it was learned with:",
        "[pins]",
        f"rows = {list(planned.rows)}",
        f"columns = {list(planned.columns)}",
        *(f"{name} = {planned.buttons[button]}" for name, button in _BUTTONS.items()),
        "",
        "# The crossings that a bridge in each slot closes; an empty list: none.",
        "[lines]",
        *(f"{line_name(line)} = {_names(at)}" for line, at in sorted(learned.closes.items())),
        "",
        "# What closes when each button is pressed, by the name of the button planned there; an",
        "# empty list: nothing, the table reads it where it is planned.",
        "[buttons]",
        *(
            f"{button.name.lower()} = {_texts(each.name.lower() for each in sorted(heard))}"
            for button, heard in sorted(learned.heard.items())
        ),
        "",
        "# What red, green and blue, sent in an order of colours, came out as; and which light is",
        "# at each place of the strip.",
        "[lights]",
        f'sent_order = "{learned.sent_order}"',
        f"colours = {_texts(NONE if n is None else COLOURS[n] for n in learned.colours)}",
        f"strip = {_texts(_light(learned, place) for place in range(len(learned.shines)))}",
        "",
        "# What is wrong with contacts and diodes.",
        "[defects]",
        f"moved = {_texts(line_name(line) for line in sorted(learned.moved))}",
        f"sticking = {_texts(line_name(line) for line in sorted(learned.sticking))}",
        f"bridged = {_names(learned.bridged)}",
        *(
            f'reversed.{line_name(line)} = "{at.name}"'
            for line, at in sorted(learned.reversed.items())
        ),
    ]
    return "\n".join(lines) + "\n"


def parse_wiring(text: str, planned: PinMap, name: str) -> Learned:
    """What a file says; `name` is what errors call it.

    Raises:
        WiringFileError: no wiring file, or one that was learned with other pins.
    """
    try:
        document = parse_toml(text)
    except TomlError as error:
        raise WiringFileError(f"{name}: {error}") from error
    reader = _Reader(document, name)
    _check_pins(reader, planned)
    lights = reader.table("lights")
    strip = reader.each(lights.get("strip", []), {**_LIGHTS, NONE: None}, "strip")
    order = lights.get("sent_order", "GRB")
    if order not in ORDERS or len(strip) > PIXELS:
        raise WiringFileError(f"{name}: [lights]: expected a colour order and {PIXELS} lights")
    defects = reader.table("defects")
    turned = defects.get("reversed", {})
    if not isinstance(turned, dict):
        raise WiringFileError(f"{name}: reversed: expected lines, got {shown(turned)}")
    return Learned(
        closes=reader.sets("lines", _LINES, _free(planned)),
        heard=reader.sets("buttons", _BUTTONS, _BUTTONS),
        sent_order=order,
        colours=tuple(reader.each(lights.get("colours", []), _SHOWN, "colours"))[: len(COLOURS)],
        shines=dict(enumerate(strip)),
        moved=frozenset(reader.each(defects.get("moved", []), _LINES, "moved")),
        sticking=frozenset(reader.each(defects.get("sticking", []), _LINES, "sticking")),
        bridged=frozenset(reader.each(defects.get("bridged", []), _CROSSINGS, "bridged")),
        reversed={
            reader.one(line, _LINES, "reversed"): reader.one(at, _free(planned), "reversed")
            for line, at in turned.items()
        },
    )


def read_wiring(path: Path, planned: PinMap) -> Learned | None:
    """What the file at `path` says; None without one.

    Raises:
        WiringFileError: as `parse_wiring`, or it cannot be read.
    """
    try:
        text = read_text(path, "a wiring file", MAX_BYTES)
    except FileError as error:
        if error.missing:
            return None
        raise WiringFileError(str(error)) from error
    return parse_wiring(text, planned, str(path))


class _Reader:
    """Checks what TOML gave; errors name the file."""

    def __init__(self, document: Mapping[str, Any], name: str) -> None:
        self._document, self._name = document, name

    def table(self, key: str) -> Mapping[str, Any]:
        found = self._document.get(key, {})
        if not isinstance(found, dict):
            raise WiringFileError(f"{self._name}: [{key}]: expected a section, got {shown(found)}")
        return found

    def one(self, word: object, known: Mapping[str, Any], what: str) -> Any:
        if not isinstance(word, str) or word not in known:
            some = ", ".join(list(known)[:3])
            raise WiringFileError(
                f"{self._name}: {what}: expected a name such as {some}, got {shown(word)}"
            )
        return known[word]

    def each(self, words: object, known: Mapping[str, Any], what: str) -> list[Any]:
        if not isinstance(words, list):
            raise WiringFileError(f"{self._name}: {what}: expected a list, got {shown(words)}")
        return [self.one(word, known, what) for word in words]

    def sets(
        self, section: str, keys: Mapping[str, Any], values: Mapping[str, Any]
    ) -> dict[Any, frozenset[Any]]:
        return {
            self.one(key, keys, section): frozenset(self.each(words, values, key))
            for key, words in self.table(section).items()
        }


def _check_pins(reader: _Reader, planned: PinMap) -> None:
    """Raises: WiringFileError, naming what was otherwise."""
    pins = reader.table("pins")
    now: dict[str, Any] = {"rows": list(planned.rows), "columns": list(planned.columns)}
    now |= {name: planned.buttons[button] for name, button in _BUTTONS.items()}
    missing = [key for key in now if key not in pins]
    if missing:
        found = "none" if len(missing) == len(now) else f"no {', '.join(missing)}"
        raise WiringFileError(
            f"expected the section [pins] with rows, columns and buttons, found {found}"
        )
    other = [
        f"{key if key in ('rows', 'columns') else f'button {key}'} {pins[key]}, now {value}"
        for key, value in now.items()
        if pins[key] != value
    ]
    if other:
        raise WiringFileError(f"it was learned with {'; '.join(other)}")


def _free(planned: PinMap) -> Mapping[str, Crossing]:
    return {name: at for name, at in _CROSSINGS.items() if at not in planned.canaries}


def _light(learned: Learned, place: int) -> str:
    light = learned.shines.get(place)
    return NONE if light is None else LIGHT_NAMES[light]


def _names(crossings: Iterable[Crossing]) -> str:
    return _texts(at.name for at in sorted(crossings))


def _texts(words: Iterable[str]) -> str:
    return f"[{', '.join(f'{chr(34)}{word}{chr(34)}' for word in words)}]"
