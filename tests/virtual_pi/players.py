"""Two people who play at a table known from outside only: its journal, contacts, buttons."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

from kahuna_table.app.saved import read_game
from kahuna_table.engine.board import LINES, NO_LINES, Line, Lines, line_set, lines_in
from kahuna_table.engine.moves import (
    Deal,
    Decline,
    Discard,
    DrawCard,
    EndTurn,
    Move,
    PlaceBridge,
    RemoveBridge,
    TakeCard,
)
from kahuna_table.engine.record import parse_record
from kahuna_table.engine.rules import legal_moves
from kahuna_table.engine.state import GameState
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import Contents
from kahuna_table.table import choices
from kahuna_table.table.game import Pending, Proposal
from kahuna_table.table.inputs import Button
from kahuna_table.table.questions import Drawing, Open, Paying
from kahuna_table.table.resume import resume
from kahuna_table.table.screen import Option
from kahuna_table.table.sight import Sight
from kahuna_table.table.state import Session
from kahuna_table.tools.prove.plan import some_move
from tests.virtual_pi.board import Board

PATIENCE_S = 20.0
TRIES = 3


class NotFollowedError(Exception):
    """The table does not do what hands asked of it."""


class Players:
    """They see the cards in the journal, as each of them would on the display."""

    def __init__(self, board: Board, state_dir: Path, seed: int) -> None:
        self.board, self._state_dir, self._rng = board, state_dir, Random(seed)
        self.made: list[Move] = []
        """Every move that was wanted, in order."""

    def begin(self) -> None:
        """A new game, as the menu offers it; again where the buttons were not read yet."""
        for _ in range(TRIES):
            self.board.press(Button.MENU, Button.OK, Button.OK)
            with suppress(NotFollowedError):
                self._until("a new game", self.playing)
                return
            self.board.press(Button.BACK, Button.BACK)
        raise NotFollowedError(f"expected a new game after {TRIES} tries")

    def contents(self) -> Contents:
        return read_journal(self._state_dir)

    def playing(self) -> bool:
        return self.contents().current is not None

    def moves(self) -> tuple[Move, ...]:
        """What the journal has of the moves of people, in the newest game."""
        contents = self.contents()
        if contents.current is not None:
            moves = read_game(contents.current.entries).moves
        else:
            moves = parse_record(contents.ended[-1].record).moves
        return tuple(move for move in moves if not isinstance(move, Deal))

    def turn(self) -> None:
        """Moves until the turn is over, or the game."""
        while self.playing():
            moves = [move for move in legal_moves(self.state()) if not isinstance(move, Discard)]
            move = some_move(moves, self._rng)
            self.make(move)
            if isinstance(move, TakeCard | DrawCard | Decline | EndTurn):
                return

    def state(self) -> GameState:
        state = self.session().state
        assert state is not None
        return state

    def session(self) -> Session:
        """The table as the journal tells it, with the question or proposal that is open."""
        current = self.contents().current
        if current is None:
            return Session()
        saved = read_game(current.entries)
        return resume(Session(), saved.setup, saved.first, saved.moves, saved.pending)

    def make(self, move: Move) -> None:
        """Makes a move with the hands, then lifts what was swept."""
        count = len(self.moves())

        def made() -> bool:
            return len(self.moves()) > count

        match move:
            case PlaceBridge(line, card):
                self.board.lay(line)
                self._until(f"{move}", lambda: made() or self._asked_to_pay(line))
                if self._asked_to_pay(line):
                    assert card is not None
                    self._choose(LINES[line].index(card))
            case RemoveBridge(line, cards):
                self.board.lift(line)
                self._until(f"{move}", lambda: self._proposed() == line)
                offered = choices.options(self._asking(proposal=Proposal(line)))
                self._choose(1 + offered.index(Option("pair", cards)))  # no pair is pointed at yet
            case TakeCard(card):
                self._end_turn(Option("take", (card,)))
            case DrawCard():
                self._end_turn(choices.DECK)
            case Decline():
                self._end_turn(choices.DECLINE)
            case EndTurn():
                self._end_turn(choices.END)
            case _:
                raise NotFollowedError(f"nobody here makes {move}")
        self._until(f"{move}", made)
        self.made.append(move)
        for line in lines_in(self._left().sweep):
            self.board.lift(line)
        self._until("the swept bridges gone", lambda: not self._left().sweep)

    def _asking(self, asked: Open | None = None, proposal: Proposal | None = None) -> Session:
        """The table on a board that lies right but for a lifted bridge, with something asked."""
        session = self.session()
        assert session.game is not None
        game = replace(session.game, looking=None, proposal=proposal)
        lifted = line_set(proposal.line) if proposal is not None else NO_LINES
        sight = Sight(closed=Lines(game.expected & ~lifted), unknown=NO_LINES)
        return replace(session, game=game, sight=sight, open=asked)

    def _end_turn(self, option: Option) -> None:
        self.board.press(Button.DRAW)
        self._until("the draw menu", lambda: self._left().open == Open(Drawing()))
        self._choose(choices.options(self._asking(Open(Drawing()))).index(option))

    def _choose(self, steps: int) -> None:
        self.board.press(*[Button.RIGHT] * steps, Button.OK)

    def _asked_to_pay(self, line: Line) -> bool:
        return self._left().open == Open(Paying(line))

    def _proposed(self) -> Line | None:
        proposal = self._left().proposal
        return None if proposal is None else proposal.line

    def _left(self) -> Pending:
        current = self.contents().current
        return Pending() if current is None else read_game(current.entries).pending

    def _until(self, what: str, holds: Callable[[], object]) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > end_s:
                raise NotFollowedError(f"expected {what} within {PATIENCE_S} s; {self._left()}")
            time.sleep(0.05)


def playing(board: Board, state_dir: Path, seed: int) -> Players:
    """Two people in a new game, after its first turn."""
    players = Players(board, state_dir, seed)
    players.begin()
    players.turn()
    return players
