"""What the eight buttons do."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from kahuna_table.engine.ruleset import TakeBack
from kahuna_table.engine.state import Phase
from kahuna_table.table import choices
from kahuna_table.table.inputs import Button
from kahuna_table.table.play import Result, can_take_back, take_back
from kahuna_table.table.questions import Drawing, Menu, Paying, Resume, WipedBoard
from kahuna_table.table.screen import Message, Option
from kahuna_table.table.state import HandOpen, Session, with_note


def press(session: Session, button: Button) -> Result:
    """A button went down. What vanishes with the next input is gone already."""
    helped = session.help_until_ms is not None
    if button is Button.HELP:
        until = None if helped else session.now_ms + session.timing.help_ms
        return replace(session, help_until_ms=until), ()
    session = replace(session, help_until_ms=None)
    if helped and button in (Button.OK, Button.BACK):
        return session, ()
    if session.hand is not None and button in _IN_HAND:
        return _press_in_hand(session, session.hand, button)
    if session.resuming is not None and button is not Button.HAND:
        return with_note(session, Message("looking-first")), ()
    return _PRESSES[button](session)


def release(session: Session, button: Button) -> Session:
    """A button came up."""
    if button is Button.HAND:
        return replace(session, hand=None)
    return replace(session, menu_down_ms=None) if button is Button.MENU else session


def _press_hand(session: Session) -> Result:
    state = session.state
    if state is None or state.phase is Phase.DEAL:
        return with_note(session, Message("no-game")), ()
    return replace(session, hand=HandOpen(state.to_move, 0, session.now_ms)), ()


def _press_menu(session: Session) -> Result:
    session = replace(session, menu_down_ms=session.now_ms, hand=None)
    match session.question:
        case WipedBoard() | Resume():
            return session, ()
        case Paying():
            return with_note(session, Message("answer-first")), ()
        case Menu():
            return replace(session, question=None), ()
        case _:
            return choices.open_menu(session), ()


def _press_draw(session: Session) -> Result:
    """Opens the draw menu, or says why not; nothing is queued (referee's rule 8)."""
    if isinstance(session.question, Drawing):
        return session, ()
    reason = _why_not_draw(session)
    if reason is not None:
        return with_note(session, Message(reason)), ()
    return choices.open_drawing(session), ()


def _why_not_draw(session: Session) -> str | None:
    state = session.state
    if session.question is not None or session.active_proposal is not None:
        return "answer-first"
    picture = session.picture
    if picture.missing:
        return "put-back"
    if picture.swapped:
        return "board-first"
    if session.to_lift or picture.extra:
        return "lift-first"
    match state.phase if state is not None else None:
        case None | Phase.DEAL:
            return "no-game"
        case Phase.OVER:
            return "game-over"
        case Phase.HANDICAP:
            return "handicap-first"
        case Phase.PLAY | Phase.LAST_TURNS:
            return None


def _press_back(session: Session) -> Result:
    if session.question is not None or session.active_proposal is not None:
        return choices.close(session), ()
    reason = can_take_back(session)
    if reason is not None:
        return with_note(session, reason), ()
    assert session.game is not None
    if session.game.state.rules.take_back is TakeBack.CONSENT:
        return choices.ask_take_back(session), ()
    return take_back(session)


def _press_ok(session: Session) -> Result:
    """Answers what is asked; an `ok` that was meant for a question the board has just replaced
    answers nothing (rule 15)."""
    return choices.answer(session) if session.now_ms >= session.ok_from_ms else (session, ())


def _press_in_hand(session: Session, hand: HandOpen, button: Button) -> Result:
    assert session.game is not None
    state = session.game.state
    cards = tuple(dict.fromkeys(state.hand(hand.player)))
    if button is Button.BACK:
        return replace(session, hand=HandOpen(hand.player.opponent, 0, session.now_ms)), ()
    if not cards or hand.player is not state.to_move or state.phase is Phase.OVER:
        return session, ()
    at = min(hand.cursor, len(cards) - 1)
    if button is not Button.OK:
        at = (at + (1 if button is Button.RIGHT else -1)) % len(cards)
        return replace(session, hand=HandOpen(hand.player, at, session.now_ms)), ()
    if isinstance(session.question, Drawing):
        return choices.discard(session, Option("discard", (cards[at],)))
    return replace(session, selected=None if session.selected == cards[at] else cards[at]), ()


_IN_HAND: Final = (Button.LEFT, Button.RIGHT, Button.OK, Button.BACK)

_PRESSES: Final[dict[Button, Callable[[Session], Result]]] = {
    Button.HAND: _press_hand,
    Button.MENU: _press_menu,
    Button.DRAW: _press_draw,
    Button.LEFT: lambda session: (choices.move_cursor(session, -1), ()),
    Button.RIGHT: lambda session: (choices.move_cursor(session, +1), ()),
    Button.OK: _press_ok,
    Button.BACK: _press_back,
}
