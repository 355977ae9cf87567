"""Reading words with their places: what every `parse_` function of the notation stands on."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple, TypeVar

from kahuna_table.engine.board import Island, Line, line_between
from kahuna_table.engine.player import Player
from kahuna_table.errors import KahunaError

Value = TypeVar("Value")

_WORD: Final = re.compile(r"[,:;]|[^\s,:;]+")
_COMMENT: Final = "#"
_LONGEST: Final = 40

PLAYERS: Final = {"black": Player.BLACK, "white": Player.WHITE}


class NotationError(KahunaError):
    """A text that is not understood; `line` and `column` count from 1."""

    def __init__(self, expected: str, found: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"expected {expected}, found {found} at line {line}, column {column}")
        self.expected = expected
        self.found = found
        self.line = line
        self.column = column


class Word(NamedTuple):
    """A run of characters without blanks, or one of `, : ;`."""

    text: str
    line: int
    column: int

    def error(self, expected: str) -> NotationError:
        """That something else was expected here."""
        found = repr(self.text[:_LONGEST]) if self.text else "the end of the line"
        return NotationError(expected, found, self.line, self.column)


class Reader:
    """A cursor over the words of one line. A `#` begins a comment."""

    def __init__(self, text: str, line: int = 1, column: int = 1) -> None:
        code = text.partition(_COMMENT)[0]
        self._text, self._line, self._column = code, line, column
        self._words = [
            Word(match.group(), line, column + match.start()) for match in _WORD.finditer(code)
        ]
        self._words.append(Word("", line, column + len(code.rstrip())))
        self._next = 0

    @property
    def word(self) -> Word:
        """The next word, which stays; its text is empty at the end of the line."""
        return self._words[self._next]

    def next(self) -> Word:
        """The next word, which is read; the end of the line may be read again and again."""
        word = self.word
        self._next = min(self._next + 1, len(self._words) - 1)
        return word

    def rest(self) -> tuple[str, int, int]:
        """Everything from the next word on, and its line and column; all of it is read."""
        word = self.word
        self._next = len(self._words) - 1
        return self._text[word.column - self._column :], word.line, word.column

    def skip(self, text: str) -> bool:
        """Whether the next word was this one; it is read then."""
        found = self.word.text == text
        if found:
            self.next()
        return found

    def expect(self, text: str) -> None:
        """Read this word. Raises: `NotationError`."""
        if not self.skip(text):
            raise self.word.error(repr(text))

    def expect_end(self, expected: str = "nothing more") -> None:
        """Nothing may follow. Raises: `NotationError`."""
        if self.word.text:
            raise self.word.error(expected)

    def at_end(self) -> bool:
        return not self.word.text

    def one_of(self, choices: Mapping[str, Value], expected: str) -> Value:
        """The value that the next word stands for. Raises: `NotationError`."""
        if self.word.text not in choices:
            raise self.word.error(expected)
        return choices[self.next().text]

    def number(self, expected: str = "a number") -> int:
        """A number of at most four decimal digits. Raises: `NotationError`."""
        text = self.word.text
        if not (text.isascii() and text.isdigit() and len(text) <= 4):
            raise self.word.error(expected)
        return int(self.next().text)

    def player(self) -> Player:
        return self.one_of(PLAYERS, "black or white")

    def island(self) -> Island:
        return self.one_of(Island.__members__, "an island")

    def line(self) -> Line:
        """The islands of a line in either order."""
        names = self.word.text.split("-")
        if len(names) != 2 or not all(name in Island.__members__ for name in names):
            raise self.word.error("a line such as ALOA-BARI")
        line = line_between(Island[names[0]], Island[names[1]])
        if line is None:
            raise self.word.error("a line of the board")
        self.next()
        return line
