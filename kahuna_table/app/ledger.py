"""Keeps the game in the journal as it happens, and finds it there after a restart.

What cannot be written stays pending and is tried again: people play on meanwhile, with a warning.
"""

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from kahuna_table.app.records import RecordKeeper
from kahuna_table.app.saved import (
    SavedGame,
    SavedGameError,
    back_entry,
    gave_up_entry,
    move_entry,
    pending_entry,
    read_game,
    start_entry,
)
from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.playback import GameRecord, public_record, replay, result_text
from kahuna_table.engine.record import format_record
from kahuna_table.errors import KahunaError
from kahuna_table.store.journal import Journal, open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import (
    CurrentGame,
    Entry,
    Lost,
    NoDirectoryError,
    StateDirectoryBusy,
    StoreError,
)
from kahuna_table.table.effects import (
    Effect,
    GameAbandoned,
    GameClosed,
    GameEnded,
    GameStarted,
    GaveUp,
    MoveMade,
    MovesTakenBack,
)
from kahuna_table.table.game import Pending
from kahuna_table.table.play import can_take_back
from kahuna_table.table.resume import pending, resume
from kahuna_table.table.screen import Message
from kahuna_table.table.state import Session, with_note, with_repair_note

RETRY_MS: Final = 1000

REOPEN_MS: Final = 30_000
"""Opening reads the whole journal: with years of games that takes a second or two on a Pi."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Begin:
    started_on: str


@dataclass(frozen=True, slots=True)
class _Finish:
    result: str
    record: str


@dataclass(frozen=True, slots=True)
class _Abandon:
    record: str


@dataclass(frozen=True, slots=True)
class _EndLesson:
    """No record of it is kept."""


_Task = Entry | _Begin | _Finish | _Abandon | _EndLesson


class GameLedger:
    """The journal of one table, and the record of its newest game.

    Raises:
        StateDirectoryBusy: another table keeps its games in this directory.
    """

    def __init__(
        self,
        directory: Path,
        now: Callable[[], datetime],
        *,
        between: Callable[[str], None] = lambda _moment: None,
    ) -> None:
        """`between` is called before, inside and after every write, for tests that pull the
        plug there.
        """
        self._directory, self._now, self._between = directory, now, between
        self.record_keeper = RecordKeeper(lambda: now().date().isoformat())
        self._tasks: list[_Task] = []
        self._pending = Pending()
        self._seen: Session | None = None
        self._ended = True
        self._retry_ms = 0
        self.fault: Fault | None = None
        """Why nothing is saved at present."""
        self._journal: Journal | None = None
        self._found: CurrentGame | None = None
        """The game that a directory held which cannot be written."""
        try:
            self._journal = open_journal(directory, now=now, between=between)
        except StateDirectoryBusy:
            raise
        except StoreError as error:
            self._fail(error)

    def restore(self, session: Session) -> Session:
        """The session with the newest game, and with notices.

        One that is over is shown until the next begins; one that was abandoned is not. Where the
        directory cannot be written but read, its game is played on unsaved.
        """
        journal = self._journal
        if journal is None:
            session = replace(session, unsaved=True)
            self._found = current = self._read()
            over = None
        else:
            for lost in self.take_repairs():
                session = with_repair_note(session, lost.games, lost.entries)
            current, over = journal.current(), journal.just_finished()
        game = current or over
        if game is None:
            return session
        try:
            restored = self._resumed(session, game, finished=current is None)
        except KahunaError as error:
            _log.warning("journal: game %d cannot be shown again: %s", game.number, error)
            if current is None or journal is None:
                return session
            journal.abandon("")
            return with_note(session, Message("journal-repaired"))
        ended = restored.game if restored.over and current is not None else None
        if ended is not None:
            # its last move can be taken back, or the power failed before its end was written
            self.write(GameEnded(final=can_take_back(ended) is not None))
        return restored

    def _read(self) -> CurrentGame | None:
        """The game in progress, where nothing can be written."""
        try:
            return read_journal(self._directory).current
        except StoreError as error:
            _log.warning("journal: %s", error)
            return None

    def _resumed(self, session: Session, game: CurrentGame, *, finished: bool) -> Session:
        """The session with the game as its entries tell it.

        Raises: `KahunaError` where they tell none, or one that goes on though it is `finished`.
        """
        saved = read_game(game.entries)
        restored = resume(
            session, saved.setup, saved.first, saved.moves, saved.pending, gave_up=saved.resigned
        )
        if finished and not restored.over:
            raise SavedGameError("expected the entries of a game that is over, got no end")
        self.record_keeper.pauses = saved.setup.lesson
        if not saved.setup.lesson:
            self.record_keeper.record = record_of(saved, game.started_on)
        self._pending, self._ended = saved.pending, finished
        return replace(restored, notes=session.notes)

    def write(self, effect: Effect) -> None:
        """Takes an effect down; `commit` makes it durable.

        A game that can be reopened is in progress until it is closed, or until the next begins.
        """
        if isinstance(effect, GameStarted) and not self.record_keeper.final:
            self._finish()
        self.record_keeper.write(effect)
        match effect:
            case GameStarted(setup=setup, first=first):
                self._pending, self._ended = Pending(), False
                self._tasks += [_Begin(self._now().date().isoformat()), start_entry(setup, first)]
            case MoveMade(move=move):
                self._tasks.append(move_entry(move))
            case MovesTakenBack(count=count):
                self._tasks.append(back_entry(count))
            case GaveUp(player=player):
                self._tasks.append(gave_up_entry(player))
            case GameEnded(final=True) | GameClosed():
                self._finish()
            case GameAbandoned():
                lesson = self.record_keeper.pauses
                record = _EndLesson() if lesson else _Abandon(format_record(self._record()))
                self._tasks.append(record)
                self._ended = True
            case _:
                pass

    def commit(self, session: Session, at_ms: int) -> bool:
        """Makes all that was written durable; False while that fails."""
        if session is not self._seen and not self._ended and not session.over:
            self._seen = session
            now = pending(session)
            if now != self._pending:
                self._pending = now
                self._tasks.append(pending_entry(now))
        if (self._tasks or self._journal is None) and at_ms >= self._retry_ms:
            self._flush(at_ms)
        return self.fault is None

    def take_repairs(self) -> tuple[Lost, ...]:
        """What was lost with each damaged journal that was set aside, since asked last; nothing
        where nobody knows.
        """
        notices = () if self._journal is None else self._journal.take_notices()
        for notice in notices:
            _log.warning("journal: %s", notice.why)
        return tuple(notice.lost or Lost(0, 0) for notice in notices)

    def text(self) -> str | None:
        """The record of the newest game, public knowledge only while it is on."""
        return self.record_keeper.text()

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()

    def _finish(self) -> None:
        record = self._record()
        self._tasks.append(_Finish(result_of(record), format_record(record)))
        self._ended = True

    def _record(self) -> GameRecord:
        assert self.record_keeper.record is not None, "a game ends that never began"
        return self.record_keeper.record

    def _flush(self, at_ms: int) -> None:
        try:
            if self._journal is None:
                self._journal = open_journal(self._directory, now=self._now, between=self._between)
            if self._found is not None:
                self._follow(self._journal, self._found)
            while self._tasks:
                self._between("before")
                count = self._write_some(self._journal)
                self._between("after")
                del self._tasks[:count]
        except StoreError as error:
            self._retry_ms = at_ms + (REOPEN_MS if self._journal is None else RETRY_MS)
            self._fail(error)
            return
        if self.fault is not None:
            _log.info("the game is saved again")
        self.fault = None

    def _fail(self, error: StoreError) -> None:
        nowhere = isinstance(error, NoDirectoryError) or not os.path.exists(self._directory)
        if nowhere:
            found = fault(Trouble.NO_JOURNAL, fault=str(error))
        else:
            found = fault(Trouble.NOT_SAVED, fault=str(error), directory=str(self._directory))
        if self.fault is None:
            _log.warning("%s", found)
        self.fault = found

    def _follow(self, journal: Journal, found: CurrentGame) -> None:
        """A directory that can be written at last may hold another game than the one `found` there,
        an older one for example: what follows is not for that, and ours is written whole.
        """
        if journal.current() != found and self._tasks and not isinstance(self._tasks[0], _Begin):
            self._tasks = [_Begin(found.started_on), *found.entries, *self._tasks]
        self._found = None

    def _write_some(self, journal: Journal) -> int:
        """Writes the next tasks that fit into one transaction, and says how many they were."""
        entries: list[Entry] = []
        first = self._tasks[0]
        rest = self._tasks[1:] if isinstance(first, _Begin) else self._tasks
        for task in rest:
            if not isinstance(task, Entry):
                break
            entries.append(task)
        if isinstance(first, _Begin):
            self._put_away(journal)
            journal.begin(first.started_on, *entries)
            return 1 + len(entries)
        following = rest[len(entries)] if len(entries) < len(rest) else None
        match following:
            case _Finish(result=result, record=record):
                journal.finish(result, record, *entries)
                return len(entries) + 1
            case _Abandon(record=record):
                journal.abandon(record, *entries)
                return len(entries) + 1
            case _EndLesson():
                journal.end_lesson(*entries)
                return len(entries) + 1
        journal.append(*entries)
        return len(entries)

    def _put_away(self, journal: Journal) -> None:
        """Keeps an earlier game, which could not be read at the start, as unfinished."""
        current = journal.current()
        if current is None:
            return
        try:
            saved = read_game(current.entries)
            if saved.setup.lesson:
                journal.end_lesson()
                return
            text = format_record(record_of(saved, current.started_on))
        except SavedGameError:
            text = ""
        journal.abandon(text)


def record_of(saved: SavedGame, started_on: str) -> GameRecord:
    """The record of a saved game, every card in it."""
    setup = saved.setup
    return GameRecord(
        setup.rules, started_on, setup.names, saved.first, saved.moves, saved.resigned
    )


def public_text(current: CurrentGame) -> str | None:
    """The record of the game in progress as the public may see it, also where its end can still be
    taken back; None for a lesson, which is no game.

    Raises:
        SavedGameError: its entries tell no game.
    """
    saved = read_game(current.entries)
    if saved.setup.lesson:
        return None
    record = record_of(saved, current.started_on)
    return format_record(public_record(record, final=False))


def result_of(record: GameRecord) -> str:
    """How a record ends, as `games` lists it."""
    state = None
    for step in replay(record):
        state = step.state
    return result_text(state) if state is not None else ""
