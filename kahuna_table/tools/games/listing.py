"""`kahuna-table games` and `kahuna-table games show N`: what the journal holds, for a person.

It reads while the table plays, and neither waits for it nor makes it wait.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

from kahuna_table.app.exits import OK, UNUSABLE, WRONG
from kahuna_table.engine.playback import UNFINISHED
from kahuna_table.engine.record import NotationError, parse_record
from kahuna_table.errors import KahunaError
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import Contents, CurrentGame, EndedGame, Ending, StoreError

PublicRecord = Callable[[CurrentGame], str | None]
"""The record of the game in progress as the public may see it, None for a lesson; a `KahunaError`
where its entries do not tell it.
"""

_HEADINGS: Final = ("game", "date", "players", "result")
_UNKNOWN: Final = "?"
_Row = tuple[str, str, str, str]


def list_games(directory: Path, public: PublicRecord, out: TextIO, err: TextIO) -> int:
    """Prints every game with its number, date, players and result.

    The exit status: 0, also without games; 64 for a journal that cannot be read.
    """
    try:
        contents = read_journal(directory)
    except StoreError as error:
        print(error, file=err)
        return UNUSABLE
    rows = _rows(contents, public)
    if not rows:
        print(f"no games yet in {directory}: the first that is played is kept there", file=out)
        return OK
    for line in _table([_HEADINGS, *rows]):
        print(line, file=out)
    return OK


def show_game(directory: Path, number: int, public: PublicRecord, out: TextIO, err: TextIO) -> int:
    """Prints the record of a game; of the one in progress only what everybody may know.

    The exit status: 0; 1 for a game that is not there; 64 for a journal that cannot be read.
    """
    try:
        contents = read_journal(directory)
        text = _record(contents, number, public)
    except KahunaError as error:
        print(error, file=err)
        return UNUSABLE
    if text is None:
        print(f"no game {number}: 'kahuna-table games' lists those there are", file=err)
        return WRONG
    print(text, end="" if text.endswith("\n") else "\n", file=out)
    return OK


def _record(contents: Contents, number: int, public: PublicRecord) -> str | None:
    if contents.current is not None and contents.current.number == number:
        return public(contents.current)
    return next((game.record for game in contents.games if game.number == number), None)


def _rows(contents: Contents, public: PublicRecord) -> list[_Row]:
    rows = [
        (str(game.number), game.started_on, _players(game.record), _result(game))
        for game in contents.games
    ]
    game = contents.current
    if game is not None:
        try:
            record = public(game)
        except KahunaError:
            record = ""
        if record is not None:
            rows.append((str(game.number), game.started_on, _players(record), _stand(record)))
    return rows


def _stand(record: str) -> str:
    """How the newest game stands: one that ended early can be taken back, and is in progress."""
    try:
        source = parse_record(record).source
    except NotationError:
        source = None
    return (
        "in progress" if source is None or source.result.text == UNFINISHED else source.result.text
    )


def _players(record: str) -> str:
    try:
        black, white = parse_record(record).names
    except NotationError:
        return _UNKNOWN
    return f"{black or 'black'} - {white or 'white'}"


def _result(game: EndedGame) -> str:
    return "abandoned" if game.ending is Ending.ABANDONED else game.result


def _table(rows: list[_Row]) -> list[str]:
    """Columns as wide as their widest cell; the numbers stand to the right."""
    number, date, players, _ = (max(len(row[column]) for row in rows) for column in range(4))
    return [
        f"{row[0]:>{number}}  {row[1]:<{date}}  {row[2]:<{players}}  {row[3]}".rstrip()
        for row in rows
    ]
