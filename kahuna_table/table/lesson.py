"""The lesson: a game of about five minutes whose every move is written here, as data.

It is played by the engine like any other, so that the journal and a restart know all of it. What is
shown and asked follows from the moves played so far; nothing else is stored.
"""

from dataclasses import dataclass
from itertools import chain
from typing import Final

from kahuna_table.engine.board import LINES, NO_LINES, Island, Line, Lines, line_set
from kahuna_table.engine.moves import (
    Deal,
    Discard,
    DrawCard,
    Move,
    PlaceBridge,
    RemoveBridge,
    TakeCard,
)
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.state import PACK, Cards, card_set, cards_in
from kahuna_table.table.game import Game, Played
from kahuna_table.table.inputs import Setup
from kahuna_table.table.screen import Argument, Message
from kahuna_table.table.state import Session

SETUP: Final = Setup(RuleSet(), Player.BLACK, lesson=True)
"""How a lesson starts. Nobody is called by name: its texts speak to Black and White."""

MENU: Final = "menu"
"""The variant of a task's text while the draw menu is open."""


@dataclass(frozen=True, slots=True)
class Page:
    """A text to read; `ok` turns it, and the table plays the moves that no lesson is about."""

    id: str
    rule: str
    """What `help` explains meanwhile."""
    moves: tuple[Move, ...] = ()
    """None on the last page, after which a game may begin."""


@dataclass(frozen=True, slots=True)
class Task:
    """A move to be made by hand."""

    id: str
    rule: str
    move: PlaceBridge | RemoveBridge | TakeCard | DrawCard
    island: Island | None = None
    """The island that the text is about."""

    @property
    def moves(self) -> tuple[Move, ...]:
        return (self.move,)

    @property
    def line(self) -> Line | None:
        """Where a bridge is to be laid or lifted."""
        return self.move.line if isinstance(self.move, PlaceBridge | RemoveBridge) else None


Step = Page | Task


def step(game: Game) -> Step:
    """What the lesson shows and asks now.

    A lesson that another version began cannot go on here: it is at its end.
    """
    left = len(game.played) - 1  # the deal comes before the first page
    for each in COURSE if _on_course(game) else ():
        if left < len(each.moves):
            return each
        left -= len(each.moves)
    return END


def due(game: Game) -> Move | None:
    """The only move that a lesson takes now; None in a game, and at the end of the lesson."""
    played = len(game.played)
    if not game.setup.lesson or not _on_course(game) or played == len(MOVES):
        return None
    return MOVES[played]


def refusal(game: Game, move: Move) -> Message | None:
    """Why the lesson does not take the move; None where it does, and in a game."""
    if not game.setup.lesson or isinstance(move, Deal) or move == due(game):
        return None
    return _not_this(game)


def why_not_lay(game: Game, line: Line) -> Message | None:
    """Why the lesson takes no bridge on this line; None where it does, and in a game."""
    move = due(game)
    asked = isinstance(move, PlaceBridge) and move.line == line
    return None if asked or not game.setup.lesson else _not_this(game)


def lets_lift(game: Game, line: Line) -> bool:
    """Whether the enemy bridge on this line may be removed now, as far as the lesson goes."""
    move = due(game)
    asked = isinstance(move, RemoveBridge) and move.line == line
    return asked or not game.setup.lesson


def lets_draw(game: Game) -> bool:
    """Whether the turn may end now, as far as the lesson goes."""
    return isinstance(due(game), TakeCard | DrawCard) or not game.setup.lesson


def order_of_deal(game: Game, shuffled: tuple[Island, ...]) -> tuple[Island, ...]:
    """The cards as they are dealt: those of a lesson are prepared."""
    move = due(game)
    return move.order if isinstance(move, Deal) else shuffled


def led(session: Session) -> Lines:
    """The line where the light leads hands; none while something else must be done first."""
    game = session.game
    busy = session.correcting or session.to_lift or session.active_proposal is not None
    if game is None or busy or not session.learning:
        return NO_LINES
    now = step(game)
    return line_set(now.line) if isinstance(now, Task) and now.line is not None else NO_LINES


def text(game: Game, variant: str = "") -> Message:
    """What the lesson says now."""
    now = step(game)
    player = game.state.to_move
    arguments: list[tuple[str, Argument]] = [("player", player), ("other", player.opponent)]
    if isinstance(now, Task):
        match now.move:
            case PlaceBridge(card=Island() as card) | TakeCard(card=card):
                arguments.append(("card", card))
        if now.line is not None:
            arguments.append(("line", LINES[now.line]))
        if now.island is not None:
            arguments.append(("island", now.island))
    return Message(f"lesson-{now.id}", tuple(arguments), variant)


def told(game: Game) -> tuple[Played, ...]:
    """The moves that people made or saw: how a lesson comes to its short deck is not told."""
    return game.played[_PREPARED:] if game.setup.lesson else game.played


def _on_course(game: Game) -> bool:
    return tuple(each.move for each in game.played) == MOVES[: len(game.played)]


def _not_this(game: Game) -> Message:
    move = due(game)
    if isinstance(move, PlaceBridge):
        return Message("lesson-other-line", (("line", LINES[move.line]),))
    return Message("lesson-not-now")


def _bridge(a: Island, b: Island, card: Island) -> PlaceBridge:
    return PlaceBridge(_line(a, b), card)


def _line(a: Island, b: Island) -> Line:
    return Line(LINES.index((a, b)))


def _turn(discarded: Island | None) -> tuple[Move, ...]:
    return (DrawCard(),) if discarded is None else (Discard(discarded), DrawCard())


_A, _B, _C, _D, _E, _F, _G, _H, _I, _J, _K, _L = Island

# A round ends with its last card: before the first task most of the deck passes through both hands,
# a card a turn. These are the cards that go; what each draws is the one that goes next.
_PAST_BLACK: Final = (_C, _C, _D, _I, _J, _L)
_PAST_WHITE: Final = (_A, _F, _G, _I, _J, _K, _L)
_DECK: Final = zip((*_PAST_BLACK[1:], _H, _E), (*_PAST_WHITE[1:], _B), strict=True)
_TURNS: Final = [
    (*_turn(black), *_turn(white))
    for black, white in zip((*_PAST_BLACK, None), _PAST_WHITE, strict=True)
]

_DEAL: Final = Deal(
    (
        *(_PAST_BLACK[0], _A, _B),
        *(_PAST_WHITE[0], _E, _H),
        *(_F, _G, _K),
        *chain.from_iterable(_DECK),
        _D,
    )
)
_NEXT_DEAL: Final = Deal(cards_in(Cards(PACK - card_set(_F, _G, _K))))
"""All but the last three that were drawn: nothing is played with these."""

_PREFACE: Final = (
    Page("theme", "goal", tuple(chain.from_iterable(_TURNS[:3]))),
    Page("goal", "goal", tuple(chain.from_iterable(_TURNS[3:]))),
)
END: Final = Page("scoring", "scoring")
COURSE: Final[tuple[Step, ...]] = (
    *_PREFACE,
    # Black: a bridge, and a majority
    Task("bridge", "bridge", _bridge(_A, _D, _A), _A),
    Task("majority", "majority", _bridge(_A, _B, _B), _A),
    Task("draw", "draw", DrawCard(), _A),
    # White: exactly half, and a sweep
    Task("white", "bridge", _bridge(_D, _E, _E), _D),
    Task("second", "bridge", _bridge(_D, _H, _H), _D),
    Task("half", "majority", _bridge(_B, _D, _B), _D),
    Task("limit", "draw", TakeCard(_F), _A),
    # Black: a removal
    Task("removal", "removal", RemoveBridge(_line(_D, _E), (_D, _E)), _D),
    Task("rebuild", "majority", _bridge(_A, _H, _H), _D),
    Task("again", "draw", TakeCard(_G), _A),
    # White: the last card
    Task("last", "draw", TakeCard(_K)),
    END,
)
MOVES: Final[tuple[Move, ...]] = (_DEAL, *(m for each in COURSE for m in each.moves), _NEXT_DEAL)
"""The whole lesson."""

_PREPARED: Final = 1 + sum(len(page.moves) for page in _PREFACE)
