"""What the eight buttons do."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from kahuna_table.engine.moves import DrawCard
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import TakeBack
from kahuna_table.engine.state import Phase
from kahuna_table.table import choices, lesson, menu
from kahuna_table.table.game import Game, HandOpen
from kahuna_table.table.inputs import Button
from kahuna_table.table.play import Result, can_take_back, take_back
from kahuna_table.table.questions import Drawing, Menu, Open, Pause, Paying, Resume, WipedBoard
from kahuna_table.table.screen import Message, Option
from kahuna_table.table.state import Session, with_note


def press(session: Session, button: Button) -> Result:
    """A button went down. What vanishes with the next input is gone already."""
    helped, game = session.help_until_ms is not None, session.game
    if button is Button.HELP:
        until = None if helped else session.now_ms + session.timing.help_ms
        return replace(session, help_until_ms=until), ()
    session = replace(session, help_until_ms=None)
    if helped and button in (Button.OK, Button.BACK):
        return session, ()
    if game is not None and game.hand is not None and not game.hand.held:
        session = close_look(session)
        if button in (Button.OK, Button.BACK):
            return session, ()
    elif game is not None and game.hand is not None and button in _IN_HAND:
        return _press_in_hand(session, game, game.hand, button)
    if isinstance(session.question, Pause) and button not in _ANSWERING:
        session = replace(session, open=None)  # whoever acts plays on
        if button is Button.BACK:
            return session, ()
    # nobody knows yet what the board says (rule 8); a hand is shown without it
    if session.looking and button is not Button.HAND:
        return with_note(session, Message("looking-first")), ()
    if session.resting and button not in (Button.MENU, Button.HELP):
        return menu.ask_what_to_play(session), ()
    return _PRESSES[button](session)


def release(session: Session, button: Button) -> Session:
    """A button came up."""
    if button is Button.HAND:
        return _with_hand(session, None)
    if button is Button.MENU and session.open and isinstance(session.question, WipedBoard):
        return replace(session, open=replace(session.open, question=WipedBoard()))
    return session


def close_look(session: Session) -> Session:
    """Hides a hand that nobody holds open."""
    game = session.game
    if game is None or game.hand is None or game.hand.held:
        return session
    return _with_hand(session, None)


def ask_hand(session: Session, player: Player, *, held: bool) -> Session:
    """A player asks for his hand on his own display, or has seen enough of it."""
    black, white = session.asking
    asking = (held, white) if player is Player.BLACK else (black, held)
    session, game = replace(session, asking=asking), session.game
    if game is None:
        return with_note(session, Message("no-game")) if held else session
    if not held and game.hand is not None and game.hand.player is player:
        return _with_hand(session, None)
    return session


def with_asked_hand(before: Session, session: Session) -> Session:
    """The session where the mover's hand, held open on his own display, has a cursor, until a
    question comes that he is to answer with the same buttons."""
    game = session.game
    if game is None or game.state.phase is Phase.DEAL or not session.asking[game.state.to_move]:
        return session
    if _is_asked(session) and not _is_asked(before):
        return ask_hand(session, game.state.to_move, held=False)
    if game.hand is not None:
        return session
    return _with_hand(session, HandOpen(game.state.to_move, 0, session.now_ms))


def _is_asked(session: Session) -> bool:
    return session.open is not None or session.active_proposal is not None


def _with_hand(session: Session, hand: HandOpen | None) -> Session:
    game = session.game
    return replace(session, game=replace(game, hand=hand)) if game is not None else session


def _press_hand(session: Session) -> Result:
    game = session.game
    if game is None or game.state.phase is Phase.DEAL:
        return with_note(session, Message("no-game")), ()
    return _with_hand(session, HandOpen(game.state.to_move, 0, session.now_ms)), ()


def _press_menu(session: Session) -> Result:
    session = _with_hand(session, None)
    match session.open:
        case Open(question=WipedBoard()):
            held = WipedBoard(menu_down_ms=session.now_ms)
            return replace(session, open=replace(session.open, question=held)), ()
        case Open(question=Resume()):
            return session, ()
        case Open(question=Paying()):
            # the bridge lies and is not paid for: no menu takes the place of that question
            return with_note(session, Message("answer-first")), ()
        case Open(question=Menu()):
            return replace(session, open=None), ()
        case _:
            return menu.open_menu(session), ()


def _press_draw(session: Session) -> Result:
    """Opens the draw menu, or says why not; nothing is queued (referee's rule 8)."""
    game = session.game
    if isinstance(session.question, Drawing):
        return session, ()
    reason = _why_not_draw(session, game)
    if game is None or reason is not None:
        return with_note(session, Message(reason or "no-game")), ()
    return choices.open_drawing(session, game), ()


def _why_not_draw(session: Session, game: Game | None) -> str | None:
    picture = session.picture
    if session.open is not None or session.active_proposal is not None:
        return "answer-first"
    if picture.missing:
        return "put-back"
    if picture.swapped:
        return "board-first"
    if session.to_lift or picture.extra:
        return "lift-first"
    match game.state.phase if game is not None else None:
        case None | Phase.DEAL:
            return "no-game"
        case Phase.OVER:
            return "game-over"
        case Phase.HANDICAP:
            return "handicap-first"
        case Phase.PLAY | Phase.LAST_TURNS:
            return None if game is None or lesson.lets_draw(game) else "lesson-not-now"


def _press_back(session: Session) -> Result:
    game = session.game
    if session.open is not None or session.active_proposal is not None:
        return choices.close(session), ()
    if game is None:
        return with_note(session, Message("no-game")), ()
    if game.setup.lesson:
        return menu.ask_to_leave(session), ()
    reason = can_take_back(game)
    if reason is not None:
        return with_note(session, reason), ()
    if game.state.rules.take_back is TakeBack.CONSENT:
        return menu.ask_take_back(session), ()
    return take_back(session, game)


def _press_ok(session: Session) -> Result:
    """Answers what is asked; an `ok` that was meant for a question the board has just replaced
    answers nothing (rule 15)."""
    if session.now_ms < session.ok_from_ms:
        return session, ()
    game = session.game
    if game is not None and session.open is None and (drawer := _drawer(session, game)) is not None:
        return _with_hand(session, HandOpen(drawer, 0, session.now_ms, held=False)), ()
    return choices.answer(session)


def _drawer(session: Session, game: Game) -> Player | None:
    """Who may look at the card just drawn from the deck: until the other player has acted."""
    if session.own_displays or session.learning or session.now_ms < session.look_from_ms:
        return None
    last = game.played[-1] if game.played else None
    drew = last is not None and isinstance(last.move, DrawCard)
    if last is None or not drew or game.over or session.active_proposal is not None:
        return None
    return last.player


def _press_in_hand(session: Session, game: Game, hand: HandOpen, button: Button) -> Result:
    state = game.state
    cards = tuple(dict.fromkeys(state.hand(hand.player)))
    if button is Button.BACK and session.own_displays:
        return ask_hand(session, hand.player, held=False), ()
    if button is Button.BACK:
        other = hand.player.opponent
        shown = session.trust or other is state.to_move or game.over
        return _with_hand(session, HandOpen(other, 0, session.now_ms, shown)), ()
    if not hand.shown and button is Button.OK:
        return _with_hand(session, replace(hand, shown=True, at_ms=session.now_ms)), ()
    if not cards or hand.player is not state.to_move or state.phase is Phase.OVER:
        return session, ()
    at = min(hand.cursor, len(cards) - 1)
    if button is not Button.OK:
        at = (at + (1 if button is Button.RIGHT else -1)) % len(cards)
        return _with_hand(session, HandOpen(hand.player, at, session.now_ms)), ()
    if isinstance(session.question, Drawing):
        return choices.discard(session, game, Option("discard", (cards[at],)))
    selected = None if game.selected == cards[at] else cards[at]
    return replace(session, game=replace(game, selected=selected)), ()


_ANSWERING: Final = (Button.LEFT, Button.RIGHT, Button.OK)
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
