"""Game records as text that a person can read and type; RULES.md shows one.

Reading is syntax: it refuses what it does not understand exactly. Whether the moves are legal, and
the numbers of turns and the result true, is for `replay` to say.
"""

from collections.abc import Iterator
from typing import Final

from kahuna_table.engine.events import Outcome, Termination
from kahuna_table.engine.names import NAME_EXPECTED, is_name
from kahuna_table.engine.notation import (
    RecordedMove,
    format_move,
    format_player,
    format_rules,
    parse_rules,
    read_ending,
    read_move,
    read_winner,
)
from kahuna_table.engine.playback import (
    DEAL_HEADING,
    UNFINISHED,
    Source,
    Stated,
    ending_text,
    is_date,
    result_text,
)
from kahuna_table.engine.playback import GameRecord as GameRecord
from kahuna_table.engine.playback import ReplayError as ReplayError
from kahuna_table.engine.playback import Step as Step
from kahuna_table.engine.playback import public_record as public_record
from kahuna_table.engine.playback import replay as replay
from kahuna_table.engine.player import Player
from kahuna_table.engine.reading import NotationError as NotationError
from kahuna_table.engine.reading import Reader, Word
from kahuna_table.engine.rules import new_game

_TITLE: Final = "kahuna record 1"
_COMMENT: Final = "#"
_BYTE_ORDER_MARK: Final = "\ufeff"
_Line = tuple[int, str]


def format_record(record: GameRecord) -> str:
    """The record as text; `parse_record` gives back an equal one.

    Raises: `ReplayError` when the moves are not legal.
    """
    black, white = record.names
    lines = [_TITLE, f"rules: {format_rules(record.rules)}"]
    if record.date is not None:
        lines.append(f"date: {record.date}")
    lines += [f"black: {black}".rstrip(), f"white: {white}".rstrip()]
    lines += [f"first: {format_player(record.first)}", "", *_turn_lines(record)]
    return "\n".join(lines) + "\n"


def parse_record(text: str) -> GameRecord:
    """The record that a text holds. Line ends may be LF or CRLF.

    Raises: `NotationError` with line and column.
    """
    lines = _Lines(text.removeprefix(_BYTE_ORDER_MARK))
    _read_title(lines)
    rules = parse_rules(*lines.header("rules"))
    date = _read_date(lines) if lines.is_header("date") else None
    names = (_read_name(lines, "black"), _read_name(lines, "white"))
    first = _read_first(lines)
    body = _Body()
    while body.result is None:
        body.read_line(*lines.next("a turn, a deal or the result"))
    lines.expect_end()
    source = Source(tuple(body.headings), tuple(body.places), body.result)
    return GameRecord(rules, date, names, first, tuple(body.moves), body.resigned, source)


def _turn_lines(record: GameRecord) -> Iterator[str]:
    state, before, phrases = new_game(record.rules, record.first), "", list[str]()
    for step in replay(record):
        state = step.state
        if step.move is None:
            break
        if phrases and step.heading != before:
            yield _turn_line(before, phrases)
            phrases = []
        before = step.heading
        phrases.append(format_move(step.move))
    if phrases:
        yield _turn_line(before, phrases)
    yield f"result: {result_text(state)}"


def _turn_line(before: str, phrases: list[str]) -> str:
    text = ", ".join(phrases)
    return text if before == DEAL_HEADING else f"{before}: {text}"


class _Lines:
    """A cursor over the lines of a text that are neither blank nor comments."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        self._end = len(lines)
        self._lines = [
            (number, line.removesuffix("\r"))
            for number, line in enumerate(lines, 1)
            if line.strip() and not line.lstrip().startswith(_COMMENT)
        ]
        self._lines.reverse()

    def next(self, expected: str) -> _Line:
        """The next line with its number first. Raises: `NotationError` at the end."""
        if not self._lines:
            raise NotationError(expected, "the end of the text", self._end, 1)
        return self._lines.pop()

    def is_header(self, name: str) -> bool:
        return bool(self._lines) and self._lines[-1][1].startswith(f"{name}:")

    def header(self, name: str) -> tuple[str, int, int]:
        """What stands after `name:`, its line and its column."""
        number, line = self.next(f"'{name}:'")
        start = len(name) + 1
        if not line.startswith(f"{name}:"):
            raise Word(line.split(":")[0], number, 1).error(f"'{name}:'")
        column = start + len(line[start:]) - len(line[start:].lstrip())
        return line[start:].strip(), number, column + 1

    def expect_end(self) -> None:
        if self._lines:
            number, line = self._lines[-1]
            raise Word(line, number, 1).error("nothing after the result")


class _Body:
    """What the lines after the headers have said so far."""

    def __init__(self) -> None:
        self.moves: list[RecordedMove] = []
        self.headings: list[Stated] = []
        self.places: list[Stated] = []
        self.result: Stated | None = None
        self.resigned: Player | None = None

    def read_line(self, number: int, line: str) -> None:
        reader = Reader(line, number)
        word = reader.word
        if reader.skip("result"):
            reader.expect(":")
            self._read_result(reader)
        elif word.text == DEAL_HEADING:
            self._read_phrase(reader, Stated(DEAL_HEADING, number, word.column))
        else:
            self._read_turn(reader)
        reader.expect_end()

    def _read_turn(self, reader: Reader) -> None:
        word = reader.word
        if reader.skip("handicap"):
            before = "handicap"
        else:
            before = str(reader.number("a turn such as '1 black:', 'deal' or 'result:'"))
        stated = Stated(f"{before} {format_player(reader.player())}", word.line, word.column)
        reader.expect(":")
        self._read_phrase(reader, stated)
        while reader.skip(","):
            self._read_phrase(reader, stated)

    def _read_phrase(self, reader: Reader, stated: Stated) -> None:
        word = reader.word
        self.headings.append(stated)
        self.moves.append(read_move(reader))
        self.places.append(Stated(word.text, word.line, word.column))

    def _read_result(self, reader: Reader) -> None:
        word = reader.word
        if reader.skip(UNFINISHED):
            self.result = Stated(UNFINISHED, word.line, word.column)
            return
        outcome = _read_outcome(reader)
        if outcome.termination is Termination.RESIGNED and outcome.winner is not None:
            self.resigned = outcome.winner.opponent
        self.result = Stated(_result(outcome, reader), word.line, word.column)


def _read_outcome(reader: Reader) -> Outcome:
    """Like `white no-bridges`, `white won, black resigned` or, in older records, `white resigned by
    black`."""
    winner = read_winner(reader)
    if winner is not None and reader.skip("won"):
        reader.expect(",")
        reader.expect(format_player(winner.opponent))
        reader.expect("resigned")
        return Outcome(Termination.RESIGNED, winner)
    outcome = read_ending(reader, winner)
    if winner is not None and outcome.termination is Termination.RESIGNED:
        reader.expect("by")
        reader.expect(format_player(winner.opponent))
    return outcome


def _result(outcome: Outcome, reader: Reader) -> str:
    """The stated result as `result_text` writes it, with the points that are read here."""
    word = reader.next()
    numbers = word.text.split("-")
    if len(numbers) != 2 or not all(n.isascii() and n.isdigit() for n in numbers):
        raise word.error("the points such as 3-5, black's first")
    return f"{ending_text(outcome)} {word.text}"


def _read_title(lines: _Lines) -> None:
    number, line = lines.next(repr(_TITLE))
    if line.split() != _TITLE.split():
        raise Word(line, number, 1).error(repr(_TITLE))


def _read_date(lines: _Lines) -> str:
    text, line, column = lines.header("date")
    if not is_date(text):
        raise Word(text, line, column).error("a date YYYY-MM-DD of the calendar")
    return text


def _read_name(lines: _Lines, header: str) -> str:
    text, line, column = lines.header(header)
    if not is_name(text):
        raise Word(text, line, column).error(NAME_EXPECTED)
    return text


def _read_first(lines: _Lines) -> Player:
    reader = Reader(*lines.header("first"))
    player = reader.player()
    reader.expect_end()
    return player
