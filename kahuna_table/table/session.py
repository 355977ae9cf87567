"""The turn at the table: `handle(session, input) -> (session, effects)`.

Bridges come in settled, buttons debounced, time as numbers. `follow` watches the board, `presses`
answers the buttons; here they meet, and what vanishes by itself goes.
"""

from dataclasses import replace
from typing import assert_never

from kahuna_table.engine.board import NO_LINES
from kahuna_table.table import choices
from kahuna_table.table.follow import follow, read
from kahuna_table.table.inputs import (
    BoardSettled,
    ButtonPressed,
    ButtonReleased,
    DevicesFailed,
    GameChosen,
    HealthChanged,
    Input,
    JournalRepaired,
    SavingFailed,
    Shuffled,
    Ticked,
)
from kahuna_table.table.play import Result, begin, deal
from kahuna_table.table.presses import press, release
from kahuna_table.table.questions import WipedBoard
from kahuna_table.table.resume import look_again
from kahuna_table.table.situation import Session, with_repair_note


def handle(session: Session, noticed: Input) -> Result:
    """The session after an input and the effects to carry out, in order.

    Inputs arrive in the order of their `at_ms`.
    """
    session = _pass_time(replace(session, now_ms=noticed.at_ms))
    after, effects = _handle(session, noticed)
    if after.asked != session.asked:
        after = replace(after, still_since_ms=noticed.at_ms, suspected=NO_LINES)
    return after, effects


def _handle(session: Session, noticed: Input) -> Result:  # noqa: C901 - one case for each input
    match noticed:
        case Ticked():
            session, effects = _held_menu(session)
            return (session, effects) if session.resuming is None else read(_look(session))
        case BoardSettled(edges=edges):
            answered = bool(edges) and not session.unknown
            session = replace(session, notes=()) if answered else session
            return read(_look(follow(session, noticed)))
        case ButtonPressed(button=button):
            return _then_read(press(replace(session, notes=()), button))
        case ButtonReleased(button=button):
            return release(session, button), ()
        case GameChosen(setup=setup):
            return begin(session, setup)
        case Shuffled():
            return _then_read(deal(session, noticed))
        case HealthChanged(jittery=jittery, stuck_buttons=buttons):
            return replace(session, jittery=jittery, stuck_buttons=buttons), ()
        case SavingFailed(failed=failed):
            return replace(session, unsaved=failed), ()
        case JournalRepaired(games=games, entries=entries):
            return with_repair_note(session, games, entries), ()
        case DevicesFailed(codes=codes):
            return replace(session, troubles=codes), ()
        case _:
            assert_never(noticed)


def _look(session: Session) -> Session:
    """After a restart the first whole picture decides how to go on.

    A contact that chatters, or a line that cannot be read, is not waited for for ever.
    """
    if session.resuming is None:
        return session
    late = session.now_ms >= session.resumed_ms + session.timing.look_ms
    whole = not session.unknown & ~session.jittery
    return look_again(session) if whole or late else session


def _then_read(result: Result) -> Result:
    """The game may have changed under the board: reads the picture anew."""
    session, effects = read(result[0])
    return session, result[1] + effects


def _pass_time(session: Session) -> Session:
    """Takes away what vanishes by itself, and names what does not follow."""
    now = session.now_ms
    if session.wake_ms is None or now < session.wake_ms:
        return session
    timing, hand, question = session.timing, session.hand, session.question
    session = replace(session, notes=tuple(note for note in session.notes if note.until_ms > now))
    if hand is not None and now >= hand.at_ms + timing.hand_ms:
        session = replace(session, hand=None)
    if session.help_until_ms is not None and now >= session.help_until_ms:
        session = replace(session, help_until_ms=None)
    if question is not None and question.closes_ms is not None and now >= question.closes_ms:
        session = replace(session, question=None)
    if session.suspect_ms is not None and now >= session.suspect_ms:
        session = replace(session, suspected=session.asked)
    return session


def _held_menu(session: Session) -> Result:
    """A wiped board and `menu` held: the only way to a new game without bridges in their places."""
    down = session.menu_down_ms
    if not isinstance(session.question, WipedBoard) or down is None:
        return session, ()
    if session.now_ms - down < session.timing.new_game_hold_ms:
        return session, ()
    return choices.renew(replace(session, menu_down_ms=None))
