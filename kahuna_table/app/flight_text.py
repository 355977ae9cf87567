"""Inputs and effects as lines of text, public knowledge only: cards that one player alone has seen
are left out."""

from collections.abc import Callable
from typing import assert_never

from kahuna_table.engine.board import Lines, line_name, lines_in
from kahuna_table.engine.moves import Deal, Discard, Move
from kahuna_table.engine.notation import format_move, format_rules
from kahuna_table.table.debounce import Senses
from kahuna_table.table.effects import (
    Effect,
    GameAbandoned,
    GameClosed,
    GameEnded,
    GameStarted,
    GaveUp,
    MoveMade,
    MovesTakenBack,
    ShuffleCards,
    SwitchOff,
)
from kahuna_table.table.inputs import (
    BoardSettled,
    ButtonPressed,
    ButtonReleased,
    DevicesFailed,
    DisplayTouched,
    GameChosen,
    HandAsked,
    HealthChanged,
    Input,
    JournalRepaired,
    Sample,
    SavingFailed,
    Shuffled,
    Ticked,
    code_name,
)
from kahuna_table.table.state import Session


class Tracer:
    """A witness that writes a line for each input and each effect."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._at_ms = 0

    def sampled(self, sample: Sample, session: Session, senses: Senses) -> None:
        """A line for every sample would be too many."""

    def noticed(self, what: Input) -> None:
        self._at_ms = what.at_ms
        self._write(f"{line_of(what.at_ms, what)}\n")

    def caused(self, what: Effect) -> None:
        self._write(f"{line_of(self._at_ms, what)}\n")


def line_of(at_ms: int, what: Input | Effect) -> str:
    """The time in seconds, `<` before an input or `>` before an effect, and what it was."""
    text = f"< {_input(what)}" if isinstance(what, Input) else f"> {_effect(what)}"
    return f"{at_ms // 1000:6d}.{at_ms % 1000:03d} {text}"


def _input(noticed: Input) -> str:  # noqa: C901 - one case for each input
    match noticed:
        case BoardSettled(closed=closed, unknown=unknown, moving=moving, owners=(black, white)):
            seen = f" black {_lines(black)} white {_lines(white)}" if black | white else ""
            unread = f" unknown {_lines(unknown)}" if unknown else ""
            restless = f" moving {_lines(moving)}" if moving else ""
            return f"board {_lines(closed)}{seen}{unread}{restless}"
        case ButtonPressed(button=button):
            return f"pressed {button.name.lower()}"
        case ButtonReleased(button=button):
            return f"released {button.name.lower()}"
        case Ticked():
            return "time"
        case GameChosen(setup=setup):
            return f"game {format_rules(setup.rules)}"
        case Shuffled(order=order):
            return f"shuffled {len(order)} cards"
        case HealthChanged(jittery=jittery):
            return f"jittery {_lines(jittery)}"
        case SavingFailed(failed=failed):
            return "saving fails" if failed else "saving works"
        case JournalRepaired(games=games, entries=entries):
            return f"journal repaired, {games} games and {entries} entries lost"
        case DevicesFailed(codes=codes):
            return f"devices {' '.join(map(code_name, codes)) or 'work'}"
        case DisplayTouched():
            return "touched"
        case HandAsked(player=player, held=held):
            return f"{'asks for' if held else 'closes'} {player.name.lower()}'s hand"
        case _:
            assert_never(noticed)


def _effect(effect: Effect) -> str:
    match effect:
        case ShuffleCards(cards=cards):
            return f"shuffle {len(cards)} cards"
        case GameStarted(setup=setup, first=first):
            return f"game started, {first.name.lower()} first, {format_rules(setup.rules)}"
        case MoveMade(turn=turn, player=player, move=move):
            who = "" if isinstance(move, Deal) else f" {turn} {player.name.lower()}"
            return f"move{who}: {_move(move)}"
        case MovesTakenBack(count=count):
            return f"taken back: {count}"
        case GaveUp(player=player):
            return f"{player.name.lower()} gave up"
        case GameEnded():
            return "game over"
        case GameClosed():
            return "the end is final"
        case GameAbandoned():
            return "game aborted"
        case SwitchOff():
            return "switch off"
        case _:
            assert_never(effect)


def _move(move: Move) -> str:
    if isinstance(move, Deal):
        return f"deal {len(move.order)} cards"
    return "discard ?" if isinstance(move, Discard) else format_move(move)


def _lines(lines: Lines) -> str:
    return " ".join(line_name(line) for line in lines_in(lines)) or "empty"
