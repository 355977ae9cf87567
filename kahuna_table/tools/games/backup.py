"""All games and settings in one file, and back: what is there already is never overwritten.

The file is JSON. `games` are those that are over, `current` is the one in progress with its hidden
cards, `settings` are files by their names.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, TextIO

from kahuna_table.app.exits import OK, TRY_AGAIN, UNUSABLE, WRONG
from kahuna_table.app.owner import give_to_owner
from kahuna_table.app.saved import read_game
from kahuna_table.app.toml import MAX_BYTES
from kahuna_table.app.wiring.file import NAME as WIRING
from kahuna_table.errors import KahunaError
from kahuna_table.files import PRIVATE, FileError, read_text, write_whole
from kahuna_table.store.journal import Journal, open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import (
    Contents,
    CurrentGame,
    EndedGame,
    Ending,
    Entry,
    StateDirectoryBusy,
    StoreError,
    check_text,
)

FORMAT: Final = "kahuna-table games 1"
MAX_FILE: Final = 1 << 26
"""Ten thousand games."""

CONFIG: Final = "kahuna-table.toml"


@dataclass(frozen=True, slots=True)
class Places:
    """The state directory and the configuration of a table."""

    state: Path
    config: Path

    @property
    def settings(self) -> Mapping[str, Path]:
        return {CONFIG: self.config, WIRING: self.state / WIRING}


@dataclass(frozen=True, slots=True)
class Backup:
    """What such a file holds."""

    games: Contents
    settings: Mapping[str, str]


class BackupError(KahunaError):
    """A file that `export` did not write."""


def export_games(file: Path, places: Places, out: TextIO, err: TextIO) -> int:
    """Writes the file, also while the table plays; 0, 64 for a journal that cannot be read, 1 where
    the file cannot be written.
    """
    try:
        games = read_journal(places.state)
        settings = {
            name: read_text(place, "settings", MAX_BYTES)
            for name, place in places.settings.items()
            if place.exists()
        }
    except (StoreError, FileError) as error:
        print(error, file=err)
        return UNUSABLE
    try:
        write_whole(file, format_backup(Backup(games, settings)), PRIVATE)
    except OSError as error:
        print(f"{file}: {error.strerror}", file=err)
        return WRONG
    going = "" if games.current is None else " and the one in progress"
    print(
        f"{file}: {len(games.ended)} games{going}, {', '.join(settings) or 'no settings'}", file=out
    )
    return OK


def import_games(
    file: Path, places: Places, now: Callable[[], datetime], out: TextIO, err: TextIO
) -> int:
    """Adds what is not here yet; 0, 64 for a file that is none, 75 while the table runs, 1 while a
    game is in progress here. It can be repeated.
    """
    try:
        backup = parse_backup(read_text(file, "what 'games export' wrote", MAX_FILE), str(file))
    except (FileError, BackupError) as error:
        print(error, file=err)
        return UNUSABLE
    try:
        journal = open_journal(places.state, now=now)
        try:
            print(_add(journal, read_journal(places.state), backup.games), file=out)
        finally:
            journal.close()
        for line in _add_settings(places, backup.settings):
            print(line, file=out)
    except StateDirectoryBusy as error:
        print(f"{error}: sudo systemctl stop kahuna-table", file=err)
        return TRY_AGAIN
    except (KahunaError, OSError) as error:
        print(error, file=err)
        return WRONG
    finally:
        give_to_owner(places.state)
    return OK


def format_backup(backup: Backup) -> str:
    """One line a game."""
    current = backup.games.current
    document = {
        "format": FORMAT,
        "settings": dict(backup.settings),
        "games": [asdict(game) | {"ending": game.ending.value} for game in backup.games.ended],
        "current": None if current is None else asdict(current),
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def parse_backup(text: str, name: str) -> Backup:
    """Raises: `BackupError`; `name` is what it calls the file."""
    try:
        document = json.loads(text)
        if document["format"] != FORMAT:
            raise BackupError(f"{name}: expected {FORMAT!r}, got {document['format']!r:.60}")
        games = tuple(_ended(**game) for game in document["games"])
        current = None if document["current"] is None else _current(**document["current"])
        settings = {str(name): str(content) for name, content in document["settings"].items()}
    except BackupError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, KahunaError) as error:
        raise BackupError(f"{name}: expected what 'games export' wrote, got {error}") from error
    return Backup(Contents(games, current), settings)


def _ended(number: int, started_on: str, ending: str, result: str, record: str) -> EndedGame:
    for text in (started_on, result, record):
        if not isinstance(text, str):
            raise TypeError(f"{text!r:.60} where text belongs")
        check_text("text of a game", text)
    return EndedGame(int(number), started_on, Ending(ending), result, record)


def _current(number: int, started_on: str, entries: list[dict[str, Any]]) -> CurrentGame:
    game = CurrentGame(int(number), str(started_on), tuple(Entry(**each) for each in entries))
    read_game(game.entries)
    return game


def _add(journal: Journal, here: Contents, games: Contents) -> str:
    """Raises: `StoreError`; `BackupError` where a game is in progress."""
    known = {_told(game) for game in here.ended}
    new = [game for game in games.ended if _told(game) not in known]
    current = games.current
    if here.current is not None and current is not None and here.current.entries == current.entries:
        current = None
    if here.current is not None and (new or current is not None):
        raise BackupError("a game is in progress here: end it first, then import again")
    for game in new:
        journal.add(game)
    if current is not None:
        journal.begin(current.started_on, *current.entries)
    going = "" if current is None else "; the game in progress goes on here"
    return f"{len(new)} games are new, {len(games.ended) - len(new)} were here already{going}"


def _told(game: EndedGame) -> tuple[str, Ending, str, str]:
    """What makes a game the same: its number differs from card to card."""
    return game.started_on, game.ending, game.result, game.record


def _add_settings(places: Places, settings: Mapping[str, str]) -> Iterator[str]:
    """Raises: `OSError`."""
    for name, place in places.settings.items():
        if name not in settings:
            continue
        if place.exists():
            same = place.read_text("utf-8", "replace") == settings[name]
            yield f"{place}: {'is the same' if same else 'differs, and stays as it is'}"
            continue
        write_whole(place, settings[name])
        yield f"{place}: taken"
