"""The turn at the table: `handle(session, input) -> (session, effects)`.

Bridges come in settled, buttons debounced, time as numbers. `follow` watches the board, `presses`
answers the buttons; here they meet, and what vanishes by itself goes.
"""

from dataclasses import replace
from typing import Final, assert_never

from kahuna_table.engine.board import line_set
from kahuna_table.table import choices, menu
from kahuna_table.table.follow import follow, health_changed, read, undoubted
from kahuna_table.table.game import HandOpen
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
    SavingFailed,
    Shuffled,
    Ticked,
)
from kahuna_table.table.play import Result, begin, deal, too_late_to_reopen
from kahuna_table.table.presses import ask_hand, close_look, press, release, with_asked_hand
from kahuna_table.table.questions import Open, Pause
from kahuna_table.table.resume import look_again
from kahuna_table.table.sight import compare
from kahuna_table.table.state import Session, with_repair_note

OK_GUARD_MS: Final = 200
"""How long after the board replaced a question an `ok` may still be meant for the old one: less
than people need to read the new one, more than a finger on its way."""


def handle(session: Session, noticed: Input) -> Result:
    """The session after an input and the effects to carry out, in order.

    Inputs arrive in the order of their `at_ms`.
    """
    touched_ms = noticed.at_ms if _by_hand(session, noticed) else session.touched_ms
    session = _pass_time(replace(session, now_ms=noticed.at_ms, touched_ms=touched_ms))
    after, effects = _handle(session, noticed)
    after = with_asked_hand(session, after)
    # a doubt is about what is asked: where that changes, its time begins again
    if after.asked != session.asked and not session.looking:
        after = undoubted(replace(after, still_since_ms=noticed.at_ms))
    if after.game is not None and after.refereeing and after.sight.distrusted:
        after = replace(after, sight=compare(after.sight, after.game.state.bridges))
    return after, effects


def _handle(session: Session, noticed: Input) -> Result:  # noqa: C901 - one case for each input
    match noticed:
        case Ticked():
            return _then_read(_ticked(_look(session)))
        case BoardSettled(edges=edges):
            answered = bool(edges) and not session.sight.unknown
            session = _played_on(close_look(session)) if answered else session
            return _guarded(session, read(_look(follow(session, noticed))))
        case ButtonPressed(button=button):
            return _then_read(press(_heard(session), button))
        case ButtonReleased(button=button):
            return release(session, button), ()
        case GameChosen(setup=setup):
            return begin(session, setup)
        case Shuffled():
            return _then_read(deal(session, noticed))
        case HealthChanged():
            return _guarded(session, read(_look(health_changed(session, noticed))))
        case SavingFailed(failed=failed):
            return replace(session, unsaved=failed), ()
        case JournalRepaired(games=games, entries=entries):
            return with_repair_note(session, games, entries), ()
        case DevicesFailed(codes=codes):
            return replace(session, troubles=codes), ()
        case DisplayTouched():
            return session, ()
        case HandAsked(player=player, held=held):
            return ask_hand(session, player, held=held), ()
        case _:
            assert_never(noticed)


def _by_hand(session: Session, noticed: Input) -> bool:
    """Whether somebody did something; a contact that chatters, and one that can be read again, are
    nobody."""
    match noticed:
        case BoardSettled(edges=edges):
            nobody = session.sight.jittery | session.sight.unknown
            return bool(line_set(*(edge.line for edge in edges)) & ~nobody)
        case ButtonPressed() | ButtonReleased() | GameChosen() | DisplayTouched() | HandAsked():
            return True
        case _:
            return False


def _heard(session: Session) -> Session:
    """A button takes the notes away; while a scoring is counted it leads to the result at once."""
    notes = () if session.counted is None else session.notes
    return replace(session, notes=notes, count=None)


def _played_on(session: Session) -> Session:
    """What was told goes; a hand at the board also answers whether the game goes on."""
    by_hand = session.touched_ms == session.now_ms
    left = None if by_hand and isinstance(session.question, Pause) else session.open
    return replace(session, open=left, notes=(), count=None)


def _look(session: Session) -> Session:
    """After a restart the first whole picture decides how to go on.

    A contact that chatters, or a line that cannot be read, is not waited for forever.
    """
    game = session.game
    if game is None or game.looking is None:
        return session
    late = session.now_ms >= game.looking.since_ms + session.timing.look_ms
    whole = not session.sight.unknown & ~session.sight.jittery
    return look_again(session, game, game.looking.kept) if whole or late else session


def _guarded(before: Session, result: Result) -> Result:
    """Where the board put another question, or another option under the cursor, in the place of
    one, `ok` waits for a moment."""
    after, effects = result
    asked = after.open if after.open is not None else after.active_proposal
    if before.open is None or asked is None:
        return result
    # the lines asked for stand first in the menu: a bump moves another one under the finger
    if asked == before.open and choices.pointed_at(after) == choices.pointed_at(before):
        return result
    return replace(after, ok_from_ms=after.now_ms + OK_GUARD_MS), effects


def _then_read(result: Result) -> Result:
    """The game may have changed under the board: reads the picture again."""
    session, effects = read(result[0])
    return session, result[1] + effects


def _pass_time(session: Session) -> Session:
    """Takes away what vanishes by itself, and asks again for what does not follow."""
    now, game = session.now_ms, session.game
    if session.wake_ms is None or now < session.wake_ms:
        return session
    session = replace(session, notes=tuple(note for note in session.notes if note.until_ms > now))
    if game and game.hand and _is_due(session, _hides_ms(session, game.hand)):
        session = replace(session, game=replace(game, hand=None))
    if session.count is not None and now >= session.count.ends_ms:
        session = replace(session, count=None)
    if _is_due(session, session.help_until_ms):
        session = replace(session, help_until_ms=None)
    if session.open is not None and _is_due(session, session.open.closes_ms):
        session = replace(session, open=None)
    if _is_due(session, session.pause_ms):
        session = replace(session, open=Open(Pause()), help_until_ms=None)
    return _doubted(session)


def _hides_ms(session: Session, hand: HandOpen) -> int | None:
    """When an open hand hides by itself; one that its holder alone sees does not."""
    return None if session.own_displays else hand.at_ms + session.timing.hand_ms


def _is_due(session: Session, at_ms: int | None) -> bool:
    return at_ms is not None and session.now_ms >= at_ms


def _doubted(session: Session) -> Session:
    """Swept bridges that still lie are asked for once more before their sensors are doubted."""
    game, asked = session.game, session.asked
    if game is None or not _is_due(session, session.suspect_ms):
        return session
    if not asked & ~session.to_lift and asked != game.reminded:
        return replace(session, game=replace(game, reminded=asked))
    return replace(session, game=replace(game, suspected=asked))


def _ticked(session: Session) -> Result:
    """A wiped board and `menu` held is a new game; an early end becomes final with time."""
    if _is_due(session, session.renew_ms):
        return menu.renew(session)
    if session.game is not None and _is_due(session, session.final_ms):
        return too_late_to_reopen(session, session.game)
    return session, ()
