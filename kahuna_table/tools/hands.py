"""The simulated hands of scripts, planned games and the wiring interview.

They lay, lift and slide sticks, press buttons and, at a running table, do what its lights and menus
ask. A stick that no sensor sees is laid again while time passes, as a person would.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Final, NoReturn, Protocol

from kahuna_table.devices.simulated import SimulatedKit
from kahuna_table.engine.board import Island, Line, line_name
from kahuna_table.engine.player import Player
from kahuna_table.errors import KahunaError
from kahuna_table.table import choices, menu
from kahuna_table.table.inputs import Button
from kahuna_table.table.lights import Role
from kahuna_table.table.questions import Drawing
from kahuna_table.table.screen import Option
from kahuna_table.table.state import Session
from kahuna_table.table.views import asked_of_hands
from kahuna_table.tools.simulation import SimulatedTable

PRESS_MS: Final = 80
"""How long a press stays closed, and then open."""

LOOK_MS: Final = 700
"""How long a hand waits for the light of the stick it laid."""

BUMP_MS: Final = 30

LIFTED_MS: Final = 300
"""How long a stick that is laid again is in the air."""

OBEY_MS: Final = 300
"""Time between two sticks that are put right; a closing sooner after a lift is "put back"."""

MAX_CHANGES: Final = 60
"""More changes than lines could ever be wrong: the table asks in circles."""


class HandsStopped(KahunaError):  # noqa: N818 - a finding about the table, not a fault of the hands
    """The table does not let the hands do what they were told."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}, found {found}")


class Bench(Protocol):
    """A simulated kit, and the clock by which its time passes."""

    @property
    def kit(self) -> SimulatedKit: ...
    @property
    def now_ms(self) -> int: ...
    def advance(self, to_ms: int) -> None: ...


class Hands:
    """Hands at a simulated kit; all their time is `wait`."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._looks: list[tuple[int, int, Line]] = []
        self._order = count()
        self._in_the_air: dict[Line, Player] = {}

    def colour_for(self, _line: Line) -> Player:
        """Whose stick belongs on the line; a kit by itself knows no owners."""
        return Player.BLACK

    def lay(self, line: Line, colour: Player) -> None:
        """Raises:
        PlaceTaken: a stick lies there.
        """
        self._in_the_air.pop(line, None)
        self._bench.kit.board.place(line, colour)
        self._look_in(LOOK_MS, line)

    def lift(self, line: Line) -> None:
        """Raises:
        NothingThere: the slot is empty.
        """
        if self._in_the_air.pop(line, None) is None:
            self._bench.kit.board.lift(line)

    def slide(self, first: Line, second: Line, ms: int, colour: Player) -> None:
        """A stick touches the first slot for `ms`, then comes to rest in the second.

        Raises:
            PlaceTaken: a stick lies in one of them.
        """
        self._bench.kit.board.slide(first, second, ms, colour)
        self._look_in(ms + LOOK_MS, second)
        self.wait(ms)

    def press(self, button: Button, ms: int = PRESS_MS) -> None:
        """Presses for `ms` and leaves the button open for a moment."""
        with self.holding(button, ms):
            pass

    @contextmanager
    def holding(self, button: Button, ms: int = PRESS_MS) -> Iterator[None]:
        """Keeps the button down, for `ms` before anything else is done."""
        self._bench.kit.board.press(button)
        self.wait(ms)
        try:
            yield
        finally:
            self._bench.kit.board.release(button)
            self.wait(PRESS_MS)

    def down(self, button: Button) -> None:
        """Presses the button and keeps it; takes no time."""
        self._bench.kit.board.press(button)

    def up(self, button: Button) -> None:
        self._bench.kit.board.release(button)

    def bump(self, lines: Sequence[Line], rng: Random) -> None:
        """The bridges of these lines jump out within `BUMP_MS`, in random order."""
        self._bench.kit.board.bump(lines, rng)
        self.wait(BUMP_MS)

    def wait(self, ms: int) -> None:
        """Lets time pass, with what the hands do by themselves meanwhile."""
        until_ms = self._bench.now_ms + ms
        while self._looks and self._looks[0][0] <= until_ms:
            due_ms, _, line = heappop(self._looks)
            self._bench.advance(max(due_ms, self._bench.now_ms))
            self._look(line)
        self._bench.advance(until_ms)

    def _look_in(self, ms: int, line: Line) -> None:
        if self._bench.kit.board.noise.dead_percent:
            heappush(self._looks, (self._bench.now_ms + ms, next(self._order), line))

    def _look(self, line: Line) -> None:
        """Takes a stick out that lies where its contact does not close, and lays it again."""
        board = self._bench.kit.board
        if line in self._in_the_air:
            colour = self._in_the_air.pop(line)
            if line not in board.sticks:
                self.lay(line, colour)
        elif line in board.unseen:
            self._in_the_air[line] = board.lift(line)
            self._look_in(LIFTED_MS, line)


class TableHands(Hands):
    """Hands at a running table: they also read its lights, its menus and an open hand."""

    def __init__(self, table: SimulatedTable) -> None:
        super().__init__(table)
        self._table = table

    def colour_for(self, line: Line) -> Player:
        """Whose stick belongs on the line: its owner's, else the mover's."""
        state = self._session.state
        if state is None:
            return Player.BLACK
        owner = state.owner(line)
        return owner if owner is not None else state.to_move

    def obey(self, pause_ms: int = OBEY_MS) -> None:
        """Changes one stick at a time until nothing is asked for, those to be lifted first.

        Raises:
            HandsStopped: the table keeps asking.
        """
        for _ in range(MAX_CHANGES):
            asked = asked_of_hands(self._session, self._table.kit.board.sticks)
            if not asked:
                return
            line, role = asked[0]
            if role is Role.MISSING:
                self.lay(line, self.colour_for(line))
            else:
                self.lift(line)
            self.wait(pause_ms)
        _stop("the table to ask for an end", f"{MAX_CHANGES} changes and more asked for")

    def select(self, card: Island) -> None:
        """Selects a card of the mover's hand; one already selected stays so.

        Raises:
            HandsStopped: the card is not in the hand, or the draw menu is open.
        """
        with self.holding(Button.HAND):
            session = self._session
            if isinstance(session.question, Drawing):
                _stop("no open draw menu to select a card", "the draw menu")
            game = session.game
            if game is None or game.hand is None:
                _stop("an open hand", "none")
            cards = game.state.hand(game.hand.player)
            if card not in cards:
                _stop(f"{card.name} in hand", " ".join(each.name for each in cards) or "none")
            if game.selected != card:
                self._point_at(card)
                self.press(Button.OK)

    def choose(self, option: Option) -> None:
        """Moves the cursor to an option and presses `ok`; a discard is chosen in the open hand.

        Raises:
            HandsStopped: the option is not offered, or the cursor does not reach it.
        """
        offered = choices.offered(self._session)
        if index_of(offered, option) is None:
            names = ", ".join(map(option_name, offered))
            _stop(f"{option_name(option)} offered", f"offered: {names or 'nothing'}")
        if option.id == "discard":
            self.discard(option.cards[0])
            return
        if option.line is not None and menu.SENSORS in choices.options(self._session):
            self.choose(menu.SENSORS)
        for _ in range(len(choices.options(self._session)) + 1):
            at = choices.cursor(self._session)
            goal = index_of(choices.options(self._session), option)
            if goal is None:
                break
            if at == goal:
                self.press(Button.OK)
                return
            self.press(Button.LEFT if at is not None and goal < at else Button.RIGHT)
        _stop(f"the cursor on {option_name(option)}", "it does not come there")

    def discard(self, card: Island) -> None:
        """Raises: HandsStopped."""
        with self.holding(Button.HAND):
            self._point_at(card)
            self.press(Button.OK)

    def _point_at(self, card: Island) -> None:
        for _ in Island:
            hand = self._table.screen.hand
            if hand is None or hand.cursor is None:
                break
            if hand.cards[hand.cursor] is card:
                return
            self.press(Button.RIGHT)
        _stop(f"the cursor on {card.name}", "a cursor that does not come there")

    @property
    def _session(self) -> Session:
        return self._table.session


def index_of(options: Iterable[Option], option: Option) -> int | None:
    """Where the option stands, a pair in either order, or None."""

    def same(other: Option) -> bool:
        cards = sorted(option.cards) == sorted(other.cards)
        return option.id == other.id and cards and option.line == other.line

    return next((n for n, other in enumerate(options) if same(other)), None)


def option_name(option: Option) -> str:
    """The option as table scripts write it."""
    line = () if option.line is None else (line_name(option.line),)
    return " ".join((option.id, *(card.name for card in option.cards), *line))


def _stop(expected: str, found: str) -> NoReturn:
    raise HandsStopped(expected, found)
