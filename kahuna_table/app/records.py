"""Follows the effects of a game and keeps its record."""

from collections.abc import Callable
from dataclasses import replace

from kahuna_table.engine.playback import GameRecord, public_record
from kahuna_table.engine.record import format_record
from kahuna_table.table.effects import (
    Effect,
    GameClosed,
    GameEnded,
    GameStarted,
    GaveUp,
    MoveMade,
    MovesTakenBack,
)


class RecordKeeper:
    """The record of the table's newest game.

    `today` gives the wall clock's date as YYYY-MM-DD; it is asked when a game starts.
    """

    def __init__(self, today: Callable[[], str]) -> None:
        self._today = today
        self.record: GameRecord | None = None
        self.final = True
        """False while the end of the game can be taken back."""
        self.pauses = False
        """While a lesson is on, which is no game: the record is that of the game before."""

    def write(self, effect: Effect) -> None:
        """Takes down what belongs to the record; other effects are none of its business."""
        if isinstance(effect, GameStarted):
            setup, self.final, self.pauses = effect.setup, True, effect.setup.lesson
            if not self.pauses:
                self.record = GameRecord(setup.rules, self._today(), setup.names, effect.first, ())
        record = self.record
        if record is None or self.pauses:
            return
        match effect:
            case MoveMade(move=move):
                self.record = replace(record, moves=(*record.moves, move))
            case MovesTakenBack(count=count):
                self.record = replace(record, moves=record.moves[:-count])
                self.final = True
            case GaveUp(player=player):
                self.record = replace(record, resigned=player)
            case GameEnded(final=final):
                self.final = final
            case GameClosed():
                self.final = True
            case _:
                pass

    def text(self) -> str | None:
        """The record as text, None before the first game.

        Of a game that goes on, or can be reopened, it shows public knowledge only.
        """
        if self.record is None:
            return None
        return format_record(public_record(self.record, final=self.final))
