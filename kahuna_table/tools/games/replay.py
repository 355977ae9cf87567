"""`kahuna-table replay FILE [--turn N]`: check a game record and print a position of it.

What is legal is for the engine to say; here a file is read and a page is laid out.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, TextIO

from kahuna_table.app.exits import OK, UNUSABLE, WRONG
from kahuna_table.engine.board import (
    BRIDGES_EACH,
    ISLANDS,
    LINES,
    LINES_AT,
    MAJORITY,
    Island,
    Line,
    lines_in,
)
from kahuna_table.engine.events import Scored
from kahuna_table.engine.moves import Deal
from kahuna_table.engine.notation import (
    ShownDeal,
    format_cards,
    format_move,
    format_player,
    format_rules,
)
from kahuna_table.engine.playback import (
    GameRecord,
    ReplayError,
    Step,
    replay,
    result_text,
)
from kahuna_table.engine.player import Player
from kahuna_table.engine.record import NotationError, parse_record
from kahuna_table.engine.rules import new_game
from kahuna_table.engine.state import GameState, Phase, card_count, cards_in
from kahuna_table.files import FileError, read_text

_MAX_BYTES: Final = 1 << 16
"""A long game takes 10 kB; whatever is larger by far is another kind of file."""


class _UnusableError(Exception):
    """The turn asked for is not there."""


def replay_file(path: Path, turn: int | None, out: TextIO, err: TextIO) -> int:
    """Check every move of the record and print the last position, or the one after a turn.

    The exit status: 0; 1 for a move or a statement that is wrong, with line and rule; 64 for a
    file that cannot be read or understood, with line and column, and for a turn that is not there.
    """
    try:
        record = parse_record(read_text(path, "a game record", _MAX_BYTES))
        steps = list(replay(record))
        shown = _steps_until(steps, turn)
    except FileError as error:
        print(error, file=err)
        return UNUSABLE
    except _UnusableError as error:
        print(f"{path}: {error}", file=err)
        return UNUSABLE
    except NotationError as error:
        text = f"expected {error.expected}, found {error.found}"
        print(f"{path}:{error.line}:{error.column}: {text}", file=err)
        return UNUSABLE
    except ReplayError as error:
        print(f"{path}:{error.line}:{error.column}: {error.text}", file=err)
        return WRONG
    for line in _page(record, shown, is_last=len(shown) == len(steps)):
        print(line.rstrip(), file=out)
    return OK


def _steps_until(steps: Sequence[Step], turn: int | None) -> Sequence[Step]:
    if turn is None:
        return steps
    ends = [index + 1 for index, step in enumerate(steps) if step.turn == turn]
    if not ends:
        last = max((step.turn for step in steps if step.turn is not None), default=0)
        raise _UnusableError(f"expected a turn from 1 to {last}, got {turn}")
    return steps[: ends[-1]]


def _page(record: GameRecord, steps: Sequence[Step], *, is_last: bool) -> Iterator[str]:
    state = steps[-1].state if steps else new_game(record.rules, record.first)
    yield from _headers(record)
    yield ""
    yield from _moment(steps, state)
    yield ""
    yield from _board(state)
    yield ""
    yield from _cards(state, is_public=record.is_public)
    yield ""
    yield from _scorings(steps)
    if is_last:
        yield f"result     {result_text(state)}"


def _headers(record: GameRecord) -> Iterator[str]:
    for player in Player:
        begins = ", begins" if player is record.first else ""
        yield f"{format_player(player):<11}{record.names[player] or '-'}{begins}"
    yield f"rules      {format_rules(record.rules)}"
    if record.date is not None:
        yield f"date       {record.date}"


def _moment(steps: Sequence[Step], state: GameState) -> Iterator[str]:
    last = next((step.turn for step in reversed(steps) if step.turn is not None), None)
    yield f"position   {'before the first turn' if last is None else f'after turn {last}'}"
    if steps:
        yield f"last       {_last_moves(steps)}"
    to_move = "nobody" if state.phase is Phase.OVER else format_player(state.to_move)
    yield f"round      {state.round}"
    yield f"to move    {'the cards are to be dealt' if state.phase is Phase.DEAL else to_move}"


def _last_moves(steps: Sequence[Step]) -> str:
    before = steps[-1].heading
    if steps[-1].move is None:
        return f"{format_player(steps[-1].state.to_move)} gave up"
    texts = [
        "" if isinstance(step.move, Deal | ShownDeal) else format_move(step.move)
        for step in steps
        if step.heading == before and step.turn == steps[-1].turn and step.move is not None
    ]
    return before if texts[-1] == "" else f"{before}: {', '.join(texts)}"


def _board(state: GameState) -> Iterator[str]:
    yield "island  needs  black  white  controlled by  lines: B black, W white, - free"
    for island in ISLANDS:
        lines = LINES_AT[island]
        black, white = ((bridges & lines).bit_count() for bridges in state.bridges)
        controller = state.controller(island)
        owner = "-" if controller is None else format_player(controller)
        ends = "  ".join(
            f"{_far_end(line, island)} {_sign(state, line)}" for line in lines_in(lines)
        )
        yield f"{island.name:<8}{MAJORITY[island]:>5}{black:>7}{white:>7}  {owner:<15}{ends}"


def _far_end(line: Line, island: Island) -> str:
    a, b = LINES[line]
    return (b if a is island else a).name


def _sign(state: GameState, line: Line) -> str:
    black, white = (bridges >> line & 1 for bridges in state.bridges)
    return "B" if black else "W" if white else "-"


def _cards(state: GameState, *, is_public: bool) -> Iterator[str]:
    """Cards that were filled in are a guess: of a public record only their number is shown."""
    for player in Player:
        hand = state.hands[player]
        shown = _number(card_count(hand), "card") if is_public else _named(cards_in(hand))
        bridges = BRIDGES_EACH - state.bridges[player].bit_count()
        name = format_player(player)
        left = _number(bridges, "bridge")
        points = _number(state.points[player], "point")
        yield f"{name:<11}hand {shown}; {left} left; {points}"
    yield f"face up    {_named(state.face_up)}"
    yield f"deck       {_number(len(state.deck), 'card')}"
    hidden = sum(card_count(cards) for cards in state.hidden)
    yield f"discards   {_named(cards_in(state.discards))}; {hidden} face down"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _named(cards: tuple[Island, ...]) -> str:
    return format_cards(cards) or "none"


def _scorings(steps: Sequence[Step]) -> Iterator[str]:
    scorings = [event for step in steps for event in step.events if isinstance(event, Scored)]
    if not scorings:
        yield "scorings   none yet"
    for scored in scorings:
        islands, points = (f"{a}-{b}" for a, b in (scored.islands, scored.points))
        yield f"scoring {scored.round}  islands {islands}, points {points} (black-white)"
