"""The words of one line of a table script, taken from left to right. Every mistake names the line
and what was expected there."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum
from typing import Final, Generic, NoReturn, TypeVar

from kahuna_table.app.numbers import read_whole
from kahuna_table.engine.board import Island, Line, Lines, line_between, line_set
from kahuna_table.engine.player import Player
from kahuna_table.errors import KahunaError
from kahuna_table.table.inputs import Button

E = TypeVar("E", bound=Enum)
T = TypeVar("T")

DAY_MS: Final = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class Numbered(Generic[T]):
    """A statement and the line of the file on which it stands, from 1; `act` carries it out."""

    number: int
    keyword: str
    act: T


class ScriptError(KahunaError):
    """A script that cannot be read; exit status 64. `number` is the line, from 1."""

    def __init__(self, number: int, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.number = number


class Words:
    """The words of one line, taken from left to right."""

    def __init__(
        self, number: int, words: list[str], *, before: Collection[str] = frozenset()
    ) -> None:
        """`before` are the statements of the lines above."""
        self.number, self.before = number, before
        self.timed = False  # a list of names may be followed by a time
        self._words = words
        self._next = 0

    @property
    def more(self) -> bool:
        return self._next < len(self._words)

    @property
    def listed(self) -> bool:
        """True while a list of names goes on."""
        return self.more and not (self.timed and self.peeked.isdigit())

    @property
    def peeked(self) -> str:
        return self._words[self._next] if self.more else ""

    def fail(self, expected: str, found: str | None = None) -> NoReturn:
        shown = found if found is not None else repr(self.peeked) if self.more else "nothing more"
        raise ScriptError(self.number, expected, shown)

    def take(self, expected: str) -> str:
        if not self.more:
            self.fail(expected)
        self._next += 1
        return self._words[self._next - 1]

    def read(self, expected: str, convert: Callable[[str], T | None]) -> T:
        """The next word as what it stands for; `convert` gives None for a word it does not know."""
        value = convert(self.peeked) if self.more else None
        if value is None:
            self.fail(expected)
        self._next += 1
        return value

    def whole(self, what: str, lowest: int, highest: int) -> int:
        return self.read(
            f"{what}: a whole number {lowest}..{highest}",
            lambda word: read_whole(word, lowest, highest),
        )

    def decimal(self, what: str, lowest: float, highest: float) -> float:
        def convert(word: str) -> float | None:
            plain = word.isascii() and word.replace(".", "", 1).isdigit() and len(word) < 20
            return float(word) if plain and lowest <= float(word) <= highest else None

        return self.read(f"{what} {lowest:g}..{highest:g}", convert)

    def ms(self) -> int:
        return self.whole("milliseconds", 0, DAY_MS)

    def one_of(self, what: str, choices: type[E]) -> E:
        known = {str(each.value): each for each in choices}
        return self.read(f"{what}: {', '.join(known)}", lambda word: known.get(word.lower()))

    def island(self) -> Island:
        names = Island.__members__
        return self.read(f"an island: {', '.join(names)}", lambda word: names.get(word.upper()))

    def islands(self) -> tuple[Island, ...]:
        found = []
        while self.listed:
            found.append(self.island())
        return tuple(found)

    def line(self) -> Line:
        return self.read("a line of the board such as ALOA-BARI", read_line)

    def lines(self, *, least: int) -> tuple[Line, ...]:
        found = [self.line() for _ in range(least)]
        while self.listed:
            found.append(self.line())
        return tuple(found)

    def line_set(self) -> Lines:
        return line_set(*self.lines(least=0))

    def colour(self) -> Player:
        return self.read("black or white", lambda word: COLOURS.get(word.lower()))

    def colour_or(self, other: str) -> Player | None:
        if self.peeked.lower() == other:
            self.take(other)
            return None
        return self.read(f"black, white or {other}", lambda word: COLOURS.get(word.lower()))

    def button(self) -> Button:
        names = {button.name.lower(): button for button in Button}
        return self.read(f"a button: {' '.join(names)}", lambda word: names.get(word.lower()))


COLOURS: Final = {player.name.lower(): player for player in Player}


def read_line(word: str) -> Line | None:
    one, _, other = word.upper().partition("-")
    names = Island.__members__
    if one not in names or other not in names:
        return None
    return line_between(names[one], names[other])
