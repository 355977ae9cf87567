"""The course of a game at the table: starting, acting, sliding, taking back, giving up.

Everything here changes the game first; the board follows (`follow` watches it).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kahuna_table.engine.board import LINES, NO_LINES, Island, Line, Lines, line_set
from kahuna_table.engine.events import BridgesSwept, Event, Scored
from kahuna_table.engine.moves import (
    Deal,
    Decline,
    DrawCard,
    EndTurn,
    Move,
    PlaceBridge,
    RemoveBridge,
    TakeCard,
)
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import (
    Illegality,
    apply,
    cards_to_deal,
    legal_moves,
    new_game,
    resign,
    why_illegal,
)
from kahuna_table.engine.ruleset import Starter, TakeBack
from kahuna_table.engine.state import PACK, GameState, Phase, cards_in
from kahuna_table.table import lesson
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
)
from kahuna_table.table.game import Extra, Game, Played, Step, with_swept, without_extra
from kahuna_table.table.inputs import Setup, Shuffled
from kahuna_table.table.newgame import with_whole_names
from kahuna_table.table.questions import Drawing, Open, Paying
from kahuna_table.table.reports import exactly_half, removed, scored
from kahuna_table.table.screen import Message
from kahuna_table.table.sight import Sight, changed, with_stick, without_stick
from kahuna_table.table.state import Session, with_note, with_scoring

Result = tuple[Session, tuple[Effect, ...]]
"""The session after an input, and what is to be done."""

TURN_ENDS: Final = (TakeCard, DrawCard, Decline, EndTurn)
LOOK_FROM_MS: Final = 500
"""After a draw, until `ok` shows the card."""
_DRAWS: Final = (TakeCard, DrawCard)
_MESSAGE_OF: Final = {Illegality.CARD_NOT_HELD: "no-card", Illegality.CARDS_DO_NOT_FIT: "no-card"}


def reason_message(reason: Illegality) -> Message:
    """A refusal of the rules as a text of the display."""
    return Message(_MESSAGE_OF.get(reason, reason.value.replace("_", "-")))


def begin(session: Session, setup: Setup) -> Result:
    """Asks for the cards of a new game; an unfinished one is abandoned."""
    session, effects = abandon(session)
    setup = with_whole_names(setup)
    first = _first(session, setup)
    session = replace(session, starting=replace(setup, first=first))
    return session, (*effects, ShuffleCards(cards_in(PACK), choose_first=first is None))


def deal(session: Session, shuffled: Shuffled) -> Result:
    """The cards are shuffled: a new game, or the next round.

    Raises:
        ValueError: no game waits for cards, or a new one does not know who begins.
    """
    if session.starting is None:
        if session.game is None:
            raise ValueError("cards were shuffled that no game waits for")
        order = lesson.order_of_deal(session.game, shuffled.order)
        return act(session, session.game, Deal(order))
    setup = session.starting
    first = setup.first if setup.first is not None else shuffled.first
    if first is None:
        raise ValueError("the first shuffle of a game must say who begins")
    game = Game(setup, new_game(setup.rules, first), turn=1, restoring=True)
    session = remembering(replace(session, starting=None), setup, first)
    session, effects = act(session, game, Deal(lesson.order_of_deal(game, shuffled.order)))
    return session, (GameStarted(setup, first), *effects)


def remembering(session: Session, setup: Setup, first: Player) -> Session:
    """The session that knows for the next game how its last one started; a lesson is none."""
    if setup.lesson:
        return session
    return replace(session, usual=replace(setup, first=None), last_first=first)


def act(session: Session, game: Game, move: Move, *, laid_ms: int = 0) -> Result:
    """Carries out a legal move of the player to move, unless a lesson asks for another."""
    refused = lesson.refusal(game, move)
    if refused is not None:
        return with_note(session, refused), ()
    session, _, effects = make(session, game, move, laid_ms=laid_ms)
    return session, effects


def why_refused(session: Session, game: Game, line: Line) -> Message | None:
    """Why no bridge of the player to move can be laid on this line now; None where one can."""
    refused = lesson.why_not_lay(game, line)
    if refused is not None:
        return refused
    if not _fitting(game.state, line):
        return _why_no_bridge(game.state, line)
    if session.question is not None and not isinstance(session.question, Drawing):
        return Message("answer-first")
    return None


def place(session: Session, game: Game, extra: Extra, *, prefer: Island | None = None) -> Result:
    """A bridge came to rest on a line where it is legal: pays for it, or asks which card pays.

    `prefer` is a card already spent on it (a slide); then the selected card counts.
    """
    fitting = _fitting(game.state, extra.line)
    cards = {move.card: move for move in fitting}
    preferred = [card for card in (None, prefer, game.selected) if card in cards]
    if preferred or len(fitting) == 1:
        move = cards[preferred[0]] if preferred else fitting[0]
        return act(replace(session, open=None), game, move, laid_ms=extra.at_ms)
    question = Open(Paying(extra.line))
    return replace(session, game=game, open=question, help_until_ms=None), ()


def all_payable(state: GameState, lines: Sequence[Line]) -> bool:
    """Whether the player to move can lay a bridge on each of these lines, one after another."""
    if not lines:
        return True
    moves = _fitting(state, lines[0])
    return any(all_payable(apply(state, move)[0], lines[1:]) for move in moves)


def slide(session: Session, game: Game, origin: Line, extra: Extra) -> Result | None:
    """The bridge laid on `origin` slid on to the line of `extra`: the move follows at no cost
    (rule 6). What was done after it stays done: within a turn the order changes nothing.

    None when it cannot: the new line is not legal.
    """
    at = max(n for n, step in enumerate(game.steps) if _laid_on(step, origin))
    slid, later = game.steps[at], game.steps[at + 1 :]
    count = len(later) + 1
    session, before = _back_to(session, game, slid, count=count)
    before, session = replace(before, proposal=None), replace(session, open=None)
    effects: tuple[Effect, ...] = (MovesTakenBack(count),)
    for step in later:
        if step.move not in legal_moves(before.state):
            return None
        session, before, made = make(session, before, step.move, laid_ms=step.laid_ms)
        effects += made
    if why_refused(session, before, extra.line) is not None:
        return None
    card = slid.move.card if isinstance(slid.move, PlaceBridge) else None
    placed, made = place(session, before, extra, prefer=card)
    return placed, effects + made


def _laid_on(step: Step, line: Line) -> bool:
    return isinstance(step.move, PlaceBridge) and step.move.line == line


def _fitting(state: GameState, line: Line) -> tuple[PlaceBridge, ...]:
    return tuple(
        move for move in legal_moves(state) if isinstance(move, PlaceBridge) and move.line == line
    )


def can_take_back(game: Game) -> Message | None:
    """Why nothing can be taken back, or None (rule R28)."""
    if game.state.outcome is not None and not game.state.outcome.is_early:
        return Message("game-over")
    if game.state.rules.take_back is TakeBack.OFF:
        return Message("take-back-off")
    return None if game.steps else Message("nothing-to-take-back")


def take_back(session: Session, game: Game) -> Result:
    """Takes back the newest placing, removal or discard, with it the decline that came after."""
    count = _count_to_take_back(game, session.sight.jittery)
    session, game = _back_to(session, game, game.steps[-count], count=count)
    # the board follows the game: what lies now is asked for, none of it is a move (rule 11)
    game = replace(game, extras=(), proposal=None, selected=None, restoring=True)
    return replace(session, game=game, open=None), (MovesTakenBack(count),)


def _count_to_take_back(game: Game, jittery: Lines) -> int:
    """What contacts did that come and go by themselves is one action."""
    steps = game.steps
    if isinstance(steps[-1].move, (Decline, EndTurn)) and len(steps) > 1:
        return 2
    ghosts = 0
    for step in reversed(steps):
        if not (isinstance(step.move, PlaceBridge) and jittery >> step.move.line & 1):
            break
        ghosts += 1
    return max(1, ghosts)


def too_late_to_reopen(session: Session, game: Game) -> Result:
    """An early end can no longer be taken back: its record may be shown whole."""
    return replace(session, game=replace(game, steps=())), (GameClosed(),)


def give_up(session: Session, game: Game) -> Result:
    """The player to move resigns."""
    player = game.state.to_move
    session = replace(_cleared(session), game=resigned(game, player))
    return session, (GaveUp(player), GameEnded(final=True))


def resigned(game: Game, player: Player) -> Game:
    """The game after the player gave up; nothing of it can be taken back or is asked."""
    state, _ = resign(game.state, player)
    return Game(game.setup, state, game.turn, game.played)


def abandon(session: Session) -> Result:
    """Aborts the game; it is kept as unfinished."""
    effects: tuple[Effect, ...] = (GameAbandoned(),) if session.refereeing else ()
    return _cleared(session), effects


def make(
    session: Session, game: Game, move: Move, *, laid_ms: int = 0
) -> tuple[Session, Game, tuple[Effect, ...]]:
    """Carries out a legal move: the session after it, its game, and what is to be done."""
    state, events = apply(game.state, move)
    after = replace(
        game,
        state=state,
        turn=_turn_after(game, move, state.phase),
        played=(*game.played, Played(game.turn, game.state.to_move, move)),
        steps=_steps_after(game, Step(game.state, game.turn, move, laid_ms), state.phase),
    )
    session = replace(session, sight=_followed(session.sight, game, after, move))
    if isinstance(move, TURN_ENDS):
        # what blind lines were still asked for is asked until the turn ends (rule 13)
        session = replace(session, sight=without_stick(session.sight, game.swept), open=None)
    after = _swept(_settled(after, game, move), session.sight, events)
    effects: list[Effect] = [MoveMade(game.turn, game.state.to_move, move, events)]
    if state.phase is Phase.DEAL:
        effects.append(ShuffleCards(cards_in(cards_to_deal(state)), choose_first=False))
    if state.phase is Phase.OVER:
        session = replace(session, open=None)
        after = replace(after, proposal=None, selected=None, hand=None, over_ms=session.now_ms)
        # while an early end can be taken back its record stays public (secrets)
        final = can_take_back(after) is not None
        effects.append(GameEnded(final=final))
        after = replace(after, steps=()) if final else after  # nothing is left to close later
    for event in events:
        if isinstance(event, Scored):
            session = with_scoring(session, scored(event), state.bridges)
    if isinstance(move, PlaceBridge) and not game.setup.lesson:  # which explains it itself
        for message in exactly_half(state, move.line):
            session = with_note(session, message)
    if isinstance(move, DrawCard) and not session.own_displays and not game.setup.lesson:
        session = with_note(session, Message("drew", (("player", game.state.to_move),)))
        # a second `ok` of a quick finger must not show the hand
        session = replace(session, look_from_ms=session.now_ms + LOOK_FROM_MS)
    if isinstance(move, RemoveBridge):
        session = with_note(session, removed(game.state.to_move, move))
    return replace(session, game=after), after, tuple(effects)


def _steps_after(game: Game, step: Step, phase: Phase) -> tuple[Step, ...]:
    """What can be taken back after this step. Cards that were seen cannot be put back."""
    if isinstance(step.move, (*_DRAWS, Deal)) or phase is Phase.DEAL:
        return ()
    return (*(old for old in game.steps if old.turn == game.turn), step)


def _turn_after(game: Game, move: Move, phase: Phase) -> int:
    if isinstance(move, Deal):
        return 0 if phase is Phase.HANDICAP else game.turn
    began = game.turn == 0 and phase is not Phase.HANDICAP
    return game.turn + (isinstance(move, TURN_ENDS) or began)


def _followed(sight: Sight, before: Game, after: Game, move: Move) -> Sight:
    """The sensors' part of a move: where they must change, and whose bridge lies there now."""
    sight = changed(sight, Lines(before.expected ^ after.expected))
    if isinstance(move, PlaceBridge):
        return with_stick(sight, line_set(move.line), before.state.to_move)
    if isinstance(move, RemoveBridge):
        return without_stick(sight, line_set(move.line))
    return sight


def _settled(game: Game, before: Game, move: Move) -> Game:
    """The game without a move's leftovers: what was spent is no longer selected."""
    if isinstance(move, TURN_ENDS):
        game = replace(game, sweep=NO_LINES, swept=NO_LINES, lifted=())
        return replace(game, selected=None, hand=None, proposal=None)
    if isinstance(move, PlaceBridge):
        game = without_extra(game, move.line)
    spent = isinstance(move, PlaceBridge) and move.card == game.selected
    passed = game.state.to_move is not before.state.to_move
    held = game.state.hand(game.state.to_move)
    return replace(game, selected=None) if spent or passed or game.selected not in held else game


def _swept(game: Game, sight: Sight, events: tuple[Event, ...]) -> Game:
    """Takes the swept bridges on the list of what must be lifted."""
    lines = NO_LINES
    for event in events:
        if isinstance(event, BridgesSwept):
            lines = Lines(lines | event.lines)
    if not lines:
        return game
    lying = lines & (sight.closed | sight.blind)
    swept = Lines(game.swept | lying)
    return replace(game, sweep=Lines(game.sweep | lines), swept=swept, lifted=())


def off_the_list(session: Session, game: Game, lines: Lines) -> Session:
    """These swept bridges are off."""
    game = with_swept(game, Lines(game.swept & ~lines), session.sight.blind)
    return replace(session, game=game, sight=without_stick(session.sight, lines))


def _back_to(session: Session, game: Game, step: Step, *, count: int) -> tuple[Session, Game]:
    """The session and its game as it stood before `step`, `count` moves ago.

    Of the swept bridges that still lie, the game has those back that these moves swept.
    """
    before = replace(
        game,
        state=step.state,
        turn=step.turn,
        played=game.played[:-count],
        steps=game.steps[:-count],
        lifted=(),
    )
    sight = changed(session.sight, Lines(game.expected ^ before.expected))
    before = replace(before, sweep=Lines(game.sweep & ~before.expected))
    before = with_swept(before, Lines(game.swept & ~before.expected), sight.blind)
    return replace(session, game=before, sight=sight), before


def _cleared(session: Session) -> Session:
    """No game, nothing asked, nothing shown."""
    return replace(session, game=None, open=None, help_until_ms=None, notes=(), count=None)


def _first(session: Session, setup: Setup) -> Player | None:
    """Who begins as far as the setup decides it (rule R27); None leaves it to chance."""
    if setup.first is not None:
        return setup.first
    match setup.rules.starter:
        case Starter.BLACK:
            return Player.BLACK
        case Starter.WHITE:
            return Player.WHITE
        case Starter.ALTERNATE:
            return session.last_first.opponent if session.last_first is not None else None
        case Starter.RANDOM:
            return None


def _why_no_bridge(state: GameState, line: Line) -> Message:
    """The reason that says most, whichever of the two cards would pay."""
    reasons = (why_illegal(state, PlaceBridge(line, card)) for card in (*LINES[line], None))
    weak = (None, Illegality.CARD_NOT_HELD, Illegality.CARD_DUE)
    telling = (reason for reason in reasons if reason is not None and reason not in weak)
    return reason_message(next(telling, Illegality.CARD_NOT_HELD))
