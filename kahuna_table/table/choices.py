"""What the open question offers, how the cursor moves over it, and what `ok` does."""

from dataclasses import replace
from typing import assert_never

from kahuna_table.engine.board import LINES, Line
from kahuna_table.engine.moves import (
    Decline,
    Discard,
    DrawCard,
    EndTurn,
    PlaceBridge,
    RemoveBridge,
    TakeCard,
)
from kahuna_table.engine.rules import Illegality, legal_moves, why_illegal
from kahuna_table.engine.state import GameState, Phase
from kahuna_table.table import lesson, menu
from kahuna_table.table.effects import SwitchOff
from kahuna_table.table.game import Game, Proposal, with_reasons
from kahuna_table.table.menu import (
    CONTINUE,
    NEW,
    SENSORS,
    answer_menu,
    ask_what_to_play,
    name_row,
    open_question,
    renew,
    sensor_options,
)
from kahuna_table.table.play import (
    Result,
    abandon,
    act,
    give_up,
    make,
    reason_message,
    take_back,
)
from kahuna_table.table.questions import (
    Confirm,
    Doubt,
    Drawing,
    GameOptions,
    Menu,
    NameEntry,
    NewGame,
    Open,
    Pause,
    Paying,
    Resume,
    Sensors,
    WipedBoard,
)
from kahuna_table.table.screen import Message, Option
from kahuna_table.table.state import Session, with_note

YES, NO = Option("yes"), Option("no")
DECK, DECLINE, END = Option("deck"), Option("decline"), Option("end")


def options(session: Session) -> tuple[Option, ...]:
    """What the cursor of the open question or proposal can stand on, in order."""
    question, state = session.question, session.state
    match question:
        case None:
            return _pairs(state, session.active_proposal)
        case Paying(line=line):
            return tuple(Option("card", (card,)) for card in LINES[line])
        case Drawing():
            return () if session.correcting or state is None else turn_ends(state)
        case WipedBoard() | Resume() | Pause():
            return CONTINUE, NEW
        case Confirm():
            return NO, YES
        case Menu() | Sensors() | NewGame() | GameOptions() | NameEntry():
            return menu.options(session, question)
        case _:
            assert_never(question)


def _pairs(state: GameState | None, proposal: Proposal | None) -> tuple[Option, ...]:
    removals = _removals(state, proposal) if state and proposal else ()
    return tuple(Option("pair", move.cards) for move in removals)


def offered(session: Session) -> tuple[Option, ...]:
    """Everything that can be chosen now: also the discards, which show only while `hand` is held,
    and the lines behind `sensors` in the menu."""
    lines = sensor_options(session) if SENSORS in options(session) else ()
    return options(session) + discards(session) + lines


def discards(session: Session) -> tuple[Option, ...]:
    """The cards that the draw menu can lay face down."""
    if not isinstance(session.question, Drawing) or session.state is None or session.correcting:
        return ()
    moves = legal_moves(session.state)
    return tuple(Option("discard", (move.card,)) for move in moves if isinstance(move, Discard))


def turn_ends(state: GameState) -> tuple[Option, ...]:
    """How the turn can end: the cards to draw, declining, or just ending it."""
    found: list[Option] = []
    for move in legal_moves(state):
        match move:
            case TakeCard():
                found.append(Option("take", (move.card,)))
            case DrawCard():
                found.append(DECK)
            case Decline():
                found.append(DECLINE)
            case EndTurn():
                found.append(END)
            case _:
                pass
    return tuple(found)


def cursor(session: Session) -> int | None:
    """Where the cursor stands among `options`; None while nothing is pointed at."""
    if session.open is not None:
        count = len(options(session))
        return min(session.open.cursor, count - 1) if count else None
    proposal = session.active_proposal
    return proposal.cursor if proposal is not None and options(session) else None


def pointed_at(session: Session) -> Option | None:
    """The option on which the cursor stands."""
    at = cursor(session)
    return options(session)[at] if at is not None else None


def move_cursor(session: Session, step: int) -> Session:
    """The cursor one to the left (-1) or right (+1), around the end."""
    count, game, proposal = len(options(session)), session.game, session.active_proposal
    if not count:
        return session
    if session.open is not None:
        at = ((cursor(session) or 0) + step) % count
        return replace(session, open=_at(session, session.open, at))
    if game is None or proposal is None:
        return session
    at = (proposal.cursor + step) % count if proposal.cursor is not None else 0
    return replace(session, game=replace(game, proposal=replace(proposal, cursor=at)))


def answer(session: Session) -> Result:
    """`ok` on the open question or proposal."""
    game, asked, chosen = session.game, session.open, pointed_at(session)
    unchanged: Result = session, ()
    if asked is None:
        proposal = session.active_proposal
        if game is not None and proposal is not None:
            return _remove(session, game, proposal)
        if game is None or game.over:
            return ask_what_to_play(session), ()
        return _turn_page(session, game) if session.learning else unchanged
    if chosen is None:
        return unchanged
    match asked.question:
        case Paying(line=line):
            return _pay(session, game, line, chosen) if game else unchanged
        case Drawing():
            return _end_turn(session, game, chosen) if game else unchanged
        case WipedBoard() | Resume() | Pause() as question:
            return _new_instead(session, question) if chosen == NEW else close(session), ()
        case Confirm(doubt=doubt):
            closed = replace(session, open=None)
            return _confirmed(closed, game, doubt) if chosen == YES else (closed, ())
        case Menu() | Sensors() | NewGame() | GameOptions() | NameEntry():
            return answer_menu(session, asked.question, asked.cursor, chosen)
        case _:
            assert_never(asked.question)


def close(session: Session) -> Session:
    """`back` on the open question or proposal: nothing happens."""
    game, closed = session.game, replace(session, open=None)
    match session.question:
        case None:
            return _dismissed(session, game) if game is not None else session
        case Paying(line=line):
            refused = {line: Message("lift-again")}
            return replace(closed, game=with_reasons(game, refused)) if game else closed
        case WipedBoard() | Resume():
            return _restoring(closed)
        case NameEntry(setup=setup, player=player):
            return open_question(session, GameOptions(setup), name_row(player))
        case Sensors() | Menu(more=True):
            return open_question(session, Menu())
        case GameOptions(setup=setup):
            return open_question(session, NewGame(setup))
        case NewGame() | Pause() | Confirm() | Menu() | Drawing():
            return closed
        case _:
            assert_never(session.question)


def _dismissed(session: Session, game: Game) -> Session:
    """The bridge is asked for again; where its sensor does not tell, it is taken for put back."""
    proposal = session.active_proposal
    if proposal is None:
        return session
    dismissed = None if session.said_off else replace(proposal, cursor=None, dismissed=True)
    return replace(session, game=replace(game, proposal=dismissed))


def _restoring(session: Session) -> Session:
    """The game goes on once the board lies as it says."""
    game = session.game
    return replace(session, game=replace(game, restoring=True)) if game is not None else session


def open_drawing(session: Session, game: Game) -> Session:
    """The draw menu, with the reasons why something is not offered."""
    session = replace(session, open=Open(Drawing()), help_until_ms=None)
    for reason in _draw_reasons(game.state):
        session = with_note(session, reason)
    return session


def _new_instead(session: Session, question: WipedBoard | Resume | Pause) -> Session:
    """What to play instead of this game, which ends only when the new one starts."""
    match question:
        case WipedBoard():
            return open_question(session, Confirm(Doubt.NEW_GAME))
        case Resume():
            return ask_what_to_play(_restoring(session))
        case Pause():
            return ask_what_to_play(session)


def _at(session: Session, asked: Open, at: int) -> Open:
    """The question with its cursor moved; somebody is there, so it stays open longer."""
    later = session.now_ms + session.timing.menu_ms if asked.closes_ms is not None else None
    return replace(asked, cursor=at, closes_ms=later)


def _removals(state: GameState, proposal: Proposal) -> tuple[RemoveBridge, ...]:
    moves = legal_moves(state)
    return tuple(m for m in moves if isinstance(m, RemoveBridge) and m.line == proposal.line)


def _remove(session: Session, game: Game, proposal: Proposal) -> Result:
    removals = _removals(game.state, proposal)
    if not removals:
        return with_note(session, Message("no-card")), ()
    if proposal.cursor is None and len(removals) > 1:
        named = replace(game, proposal=replace(proposal, cursor=0))
        return replace(session, game=named), ()
    return act(session, replace(game, proposal=None), removals[proposal.cursor or 0])


def _turn_page(session: Session, game: Game) -> Result:
    """`ok` on a page of the lesson: the next step; after the last page the form of a game."""
    page = lesson.step(game)
    if not isinstance(page, lesson.Page) or session.correcting:
        return session, ()
    if page is lesson.END:
        session, effects = renew(session)
        return with_note(session, Message("lesson-over")), effects
    turned: Result = session, ()
    for move in page.moves:
        session, game, effects = make(session, game, move)
        turned = session, turned[1] + effects
    return turned


def _pay(session: Session, game: Game, line: Line, chosen: Option) -> Result:
    if session.correcting:
        return with_note(session, Message("board-first")), ()
    (card,) = chosen.cards
    times = (extra.at_ms for extra in game.extras if extra.line == line)
    laid_ms = next(times, session.now_ms)
    return act(replace(session, open=None), game, PlaceBridge(line, card), laid_ms=laid_ms)


def _end_turn(session: Session, game: Game, chosen: Option) -> Result:
    if session.correcting or session.to_lift or session.active_proposal is not None:
        return with_note(session, Message("board-first")), ()
    match chosen.id:
        case "take":
            return act(session, game, TakeCard(chosen.cards[0]))
        case "deck":
            return act(session, game, DrawCard())
        case "decline":
            return act(session, game, Decline())
        case _:
            return act(session, game, EndTurn())


def discard(session: Session, game: Game, option: Option) -> Result:
    """Lays a card face down from the hand held open in the draw menu, or says why not."""
    move = Discard(option.cards[0])
    reason = why_illegal(game.state, move)
    if reason is not None:
        return with_note(session, reason_message(reason)), ()
    if session.correcting or session.to_lift:
        return with_note(session, Message("board-first")), ()
    session, effects = act(session, game, move)
    return replace(session, open=Open(Drawing())), effects


def _draw_reasons(state: GameState) -> tuple[Message, ...]:
    """Why a way to end the turn is not offered; most telling first."""
    if state.phase is Phase.LAST_TURNS:
        return (Message("last-turns"),)
    tried = [TakeCard(card) for card in state.face_up[:1]], [DrawCard()], [Decline()]
    found: list[Illegality] = []
    for move in (move for group in tried for move in group):
        reason = why_illegal(state, move)
        if reason is not None and reason not in found:
            found.append(reason)
    return tuple(reason_message(reason) for reason in reversed(found))


def _confirmed(session: Session, game: Game | None, doubt: Doubt) -> Result:
    match doubt:
        case Doubt.ABORT:
            return abandon(session)
        case Doubt.NEW_GAME:
            return renew(session)
        case Doubt.GIVE_UP:
            return give_up(session, game) if game else (session, ())
        case Doubt.SWITCH_OFF:
            return session, (SwitchOff(),)
        case Doubt.TAKE_BACK:
            return take_back(session, game) if game else (session, ())
        case _:
            assert_never(doubt)
