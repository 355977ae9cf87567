"""The texts of the display, by id: what is asked, refused, reported and explained."""

from dataclasses import replace
from itertools import pairwise
from typing import Final, assert_never

from kahuna_table.engine.board import (
    BRIDGES_EACH,
    HAND_LIMIT,
    LINES,
    NO_LINES,
    Island,
    Line,
    Lines,
    line_set,
    lines_in,
)
from kahuna_table.engine.events import Outcome, Termination
from kahuna_table.engine.moves import (
    Deal,
    Decline,
    Discard,
    DrawCard,
    EndTurn,
    PlaceBridge,
    RemoveBridge,
    TakeCard,
)
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RoundEnd
from kahuna_table.engine.scoring import controlled, score
from kahuna_table.engine.state import GameState, Phase
from kahuna_table.table import choices, lesson
from kahuna_table.table.game import Game, HandOpen, Played, Proposal
from kahuna_table.table.inputs import Button, code_name
from kahuna_table.table.play import can_take_back
from kahuna_table.table.questions import (
    Confirm,
    Doubt,
    Drawing,
    GameOptions,
    Menu,
    NameEntry,
    NewGame,
    Pause,
    Paying,
    Question,
    Resume,
    Sensors,
    WipedBoard,
)
from kahuna_table.table.screen import Argument, Message
from kahuna_table.table.state import Session
from kahuna_table.table.waiting import Waiting, waiting

Pair = tuple[Island, Island]

CARDS_FOR_REMOVAL: Final = 2
"""What removing a bridge costs (rule R7)."""


def options_shown(session: Session) -> bool:
    """A proposal's pairs are named only once somebody asks for them (secrets)."""
    if session.question is None:
        proposal = session.active_proposal
        return proposal is not None and proposal.cursor is not None
    return not (isinstance(session.question, (Drawing, Paying)) and session.correcting)


def prompt_text(session: Session) -> Message:
    game, question, proposal = session.game, session.question, session.active_proposal
    if question is not None and options_shown(session):
        if game is not None and session.learning and isinstance(question, Drawing):
            return lesson.text(game, lesson.MENU)
        return _question_prompt(session, question)
    if game is None:
        return Message("shuffling" if session.starting is not None else "welcome")
    if game.state.outcome is not None:
        return _over_prompt(game.state, game.state.outcome)
    if proposal is not None:
        return _proposal_prompt(game.state, proposal)
    if session.correcting:
        return _correction(session, game)[0]
    if session.to_lift:
        return _remove_swept(game)
    return lesson.text(game) if session.learning else _turn_prompt(game)


def _proposal_prompt(state: GameState, proposal: Proposal) -> Message:
    """The same whatever the hand; how many cards it has is public."""
    mover, owner = ("player", state.to_move), ("owner", state.to_move.opponent)
    one, two = LINES[proposal.line]
    about = (mover, owner, ("line", (one, two)), ("island", one), ("island2", two))
    if len(state.hand(state.to_move)) < CARDS_FOR_REMOVAL:
        return Message("remove-proposal", about, "too-few-cards")
    return Message("remove-which" if proposal.cursor is not None else "remove-proposal", about)


def _turn_prompt(game: Game) -> Message:
    state = game.state
    mover: tuple[str, Argument] = ("player", state.to_move)
    match state.phase:
        case Phase.DEAL | Phase.OVER:
            return Message("shuffling")
        case Phase.HANDICAP:
            return Message("lay-handicap", (mover, ("count", state.turns_left)))
        case Phase.LAST_TURNS:
            return Message("your-last-turn", (mover,), "" if _can_lay(state) else "end")
        case Phase.PLAY if not game.may_act:
            return Message("your-turn-discarded", (mover,))
        case Phase.PLAY:
            return Message("your-turn", (mover,), _turn_variant(state))


def _turn_variant(state: GameState) -> str:
    """Only what can be done is offered; cards, bridges and the deck are counted by everybody."""
    if not _can_lay(state):
        return "end"
    return "" if choices.turn_ends(state) else "lay"


def _can_lay(state: GameState) -> bool:
    mover = state.to_move
    left = BRIDGES_EACH - state.bridges[mover].bit_count()
    return bool(state.hand(mover)) and left > 0


_ASKED: Final[dict[type[Question], str]] = {
    Resume: "resume",
    Menu: "menu",
    Sensors: "sensors",
    Pause: "pause",
    NewGame: "new-game",
    GameOptions: "game-options",
}


def _question_prompt(session: Session, question: Question) -> Message:
    match question:
        case Paying():
            return Message("which-card", (("line", LINES[question.line]),))
        case Drawing():
            state = session.state
            last = state is not None and not (state.face_up or state.deck)
            last = last or (state is not None and state.phase is Phase.LAST_TURNS)
            return Message("end-turn") if last else _draw_prompt(session)
        case Confirm():
            return _doubt_prompt(session, question.doubt)
        case WipedBoard():
            game = session.game
            some = game is not None and session.picture.missing != game.expected
            return Message("board-wiped", (), "some" if some else "")
        case NameEntry():
            name = question.setup.names[question.player]
            return Message("enter-name", (("player", question.player), ("name", name)))
        case _:
            return Message(_ASKED[type(question)])


def _draw_prompt(session: Session) -> Message:
    offered = choices.options(session)
    if not offered:
        return Message("draw-nothing")
    variant = "full" if offered == (choices.DECLINE,) else ""
    return Message("draw-or-discard" if choices.discards(session) else "draw", (), variant)


def _doubt_prompt(session: Session, doubt: Doubt) -> Message:
    state = session.state
    if state is None:
        return Message(f"confirm-{doubt.value}")
    player, other = ("player", state.to_move), ("other", state.to_move.opponent)
    variant = "lesson" if session.learning and doubt is Doubt.NEW_GAME else ""
    return Message(f"confirm-{doubt.value}", (player, other), variant)


def _over_prompt(state: GameState, outcome: Outcome) -> Message:
    points = ("black_points", state.points[0]), ("white_points", state.points[1])
    if outcome.winner is None:
        return Message("game-drawn", points)
    winner, loser = ("winner", outcome.winner), ("loser", outcome.winner.opponent)
    about: tuple[tuple[str, Argument], ...] = (
        ("winner_points", state.points[outcome.winner]),
        ("loser_points", state.points[outcome.winner.opponent]),
    )
    ids = {
        Termination.SCORED: "game-won",
        Termination.NO_BRIDGES: "game-won-no-bridges",
        Termination.DOMINATED: "game-won-dominated",
        Termination.RESIGNED: "game-won-resigned",
    }
    variant = ""
    if outcome.termination is Termination.SCORED and state.points[0] == state.points[1]:
        black, white = score(state).points
        variant = "last-round" if black != white else "bridges"
        less, more = sorted(bridges.bit_count() for bridges in state.bridges)
        about = (*about, ("more", more), ("less", less))
    return Message(ids[outcome.termination], (winner, loser, *about), variant)


def notes_shown(session: Session) -> tuple[Message, ...]:
    """What was just refused or has happened, then what the correction asks beside the prompt."""
    said = tuple(note.message for note in session.notes)
    said += _troubles(session)
    if isinstance(session.question, NewGame | GameOptions):
        chosen = choices.pointed_at(session)
        said += (Message(f"about-{chosen.id}"),) if chosen is not None else ()
    game = session.game
    if game is None:
        return said
    if isinstance(session.question, Drawing):
        said += _last_card(game.state)
    if game.over:
        if session.open is not None or game.hand is not None:
            return said
        reopens = can_take_back(game) is None
        return (*said, Message("over-take-back" if reopens else "over-next"))
    asked: tuple[Message, ...] = ()
    if session.correcting:
        corrections = _correction(session, game)
        asked = corrections if options_shown(session) else corrections[1:]
        said = tuple(message for message in said if message.id != corrections[0].id)
    hidden = session.correcting or session.open is not None or not session.to_lift
    if game.swept and hidden:
        asked += (_remove_swept(game),)
    if game.reminded & session.to_lift:
        asked += (Message("remove-again", _named(session.to_lift)),)
    return tuple(dict.fromkeys(said + asked))


def _last_card(state: GameState) -> tuple[Message, ...]:
    """That the card which is left ends the round (rules R16 and R19)."""
    if len(state.face_up) + len(state.deck) != 1 or state.rules.round_end is not RoundEnd.LAST_CARD:
        return ()
    return (Message("last-card", (), "final" if state.round == state.rules.rounds else ""),)


def _troubles(session: Session) -> tuple[Message, ...]:
    """What is broken, as long as it is: what guests can do, and while `help` is shown what staff
    can."""
    sight, game = session.sight, session.game
    suspected = game.suspected if game is not None else NO_LINES
    told = [_of_line("sensor-stuck", line) for line in lines_in(Lines(session.asked & suspected))]
    told += [_of_line("sensor-jittery", line) for line in lines_in(sight.jittery)]
    # after a restart no line is known until the board was looked at
    if game is not None and game.looking is None and sight.unknown:
        told.append(Message("sensors-unknown", _named(sight.unknown)))
    told += [
        Message("button-stuck", (("button", f"button-{button.name.lower()}"),))
        for button in Button
        if session.stuck_buttons >> button & 1
    ]
    if session.unsaved:
        told.append(Message("not-saved"))
    for kind in dict.fromkeys(code // 100 for code in session.troubles):
        codes = ", ".join(code_name(code) for code in session.troubles if code // 100 == kind)
        told.append(Message(f"trouble-kt-{kind}", (("codes", codes),)))
    variant = "staff" if session.help_until_ms is not None else ""
    return tuple(replace(message, variant=variant) for message in told)


def _of_line(id: str, line: Line) -> Message:
    return Message(id, (("line", LINES[line]),))


def _remove_swept(game: Game) -> Message:
    """Who took which islands, and the bridges that go."""
    mover = game.state.to_move
    lines = (("count", game.swept.bit_count()), *_named(game.swept))
    about = (("player", mover), ("owner", mover.opponent), *lines)
    match _taken(game):
        case (one,):
            return Message("remove-swept", (*about, ("island", one)), "taken")
        case (one, two):
            islands = ("island", one), ("island2", two)
            return Message("remove-swept", (*about, *islands), "taken-two")
        case _:
            return Message("remove-swept", about)


def _taken(game: Game) -> tuple[Island, ...]:
    """The islands that the mover took in this turn by the moves whose swept bridges still lie."""
    mover = game.state.to_move
    ends = {island for line in lines_in(game.swept) for island in LINES[line]}
    states = [*(step.state for step in game.steps), game.state]
    taken: set[Island] = set()
    for before, after in pairwise(states):
        gained = set(controlled(after.bridges[mover])) - set(controlled(before.bridges[mover]))
        taken |= gained if gained & ends else set()
    return tuple(sorted(taken))


def _correction(session: Session, game: Game) -> tuple[Message, ...]:
    """What must be put right, missing bridges by colour first, then extras with their reasons."""
    state, picture = game.state, session.picture
    asked: list[Message] = []
    exchanged = tuple(Lines(picture.swapped & bridges) for bridges in state.bridges)
    black, white = session.sight.seen
    if exchanged[Player.BLACK] & white and exchanged[Player.WHITE] & black:
        asked.append(Message("swapped", _named(picture.swapped)))
    else:
        for player, lines in zip(Player, exchanged, strict=True):
            if lines:
                owners = (("owner", player), ("other", player.opponent))
                asked.append(Message("exchange", (*owners, *_named(lines))))
    for player in Player:
        missing = Lines((picture.missing | picture.swapped) & state.bridges[player])
        if missing:
            count = ("count", missing.bit_count())
            asked.append(Message("put-back", (("owner", player), count, *_named(missing))))
    if not game.restoring and session.open is None and _lifted_again(game, picture.missing):
        asked.append(Message("undo-lifted"))
    if picture.extra:
        count = ("count", picture.extra.bit_count())
        theirs = Lines(picture.extra & session.sight.seen[state.to_move.opponent])
        if theirs and not game.restoring:
            players = (("player", state.to_move), ("owner", state.to_move.opponent))
            asked.append(Message("wrong-colour", (*players, *_named(theirs))))
        reasons = {extra.reason for extra in game.extras if extra.reason is not None}
        asked += sorted(reasons, key=lambda message: message.id) if not game.restoring else []
        asked.append(Message("lift-extra", (count, *_named(picture.extra))))
    return tuple(asked)


def _lifted_again(game: Game, missing: Lines) -> bool:
    """Whether all that is missing is the bridge that `back` would take off again."""
    if can_take_back(game) is not None:
        return False
    move = game.steps[-1].move
    return isinstance(move, PlaceBridge) and missing == line_set(move.line)


def _named(lines: Lines) -> tuple[tuple[str, tuple[Pair, ...]]]:
    return (("lines", tuple(LINES[line] for line in lines_in(lines))),)


def help_text(session: Session) -> Message:
    """What the table waits for, explained at length."""
    game, question = session.game, session.question
    if isinstance(question, NewGame):
        return Message("help-new-game")
    if isinstance(question, GameOptions | NameEntry):
        return Message("help-name" if isinstance(question, NameEntry) else "help-game-options")
    if isinstance(question, Menu | Sensors):
        return Message("help-menu")
    if isinstance(question, Drawing) and not session.correcting:
        return Message(_draw_help(session))
    if isinstance(question, Paying):
        return Message("help-card")
    if session.active_proposal is not None:
        return Message("help-removal")
    if game is not None and game.state.phase is Phase.LAST_TURNS and not session.correcting:
        return Message("help-last-turn") if not game.swept else Message("help-remove")
    if game is not None and session.learning and waiting(session) is Waiting.PLAY:
        return Message(f"help-lesson-{lesson.step(game).rule}")
    return Message(f"help-{waiting(session).value}")


def _draw_help(session: Session) -> str:
    state = session.state
    if state is not None and len(state.hand(state.to_move)) == HAND_LIMIT:
        return "help-draw-full"
    return "help-draw" if choices.discards(session) else "help-draw-only"


def hand_text(session: Session, game: Game, hand: HandOpen) -> Message:
    player: tuple[str, Argument] = ("player", hand.player)
    # nobody has to be told how to see the other hand where each has a display of his own
    variant = "own" if session.own_displays else ""
    if not hand.shown:
        return Message("hand-ask", (player, ("other", hand.player.opponent)))
    if not hand.held:
        return Message("hand-drawn", (player,))
    paying = game.state.phase in (Phase.PLAY, Phase.LAST_TURNS)
    if hand.player is not game.state.to_move or not paying:
        return Message("hand-other", (player,), variant)
    if session.active_proposal is not None:
        pairs = _pair_names(session)
        return Message("hand-pairs", (player, ("pairs", pairs)), "" if pairs else "none")
    if isinstance(session.question, Drawing):
        id = "hand-discard" if choices.discards(session) else "hand-other"
        return Message(id, (player,), variant)
    return Message("hand-select", (player,), variant)


def _pair_names(session: Session) -> str:
    pairs = (option.cards for option in choices.options(session))
    return ", ".join("+".join(card.name for card in pair) for pair in pairs)


def last_turn(played: tuple[Played, ...], turn: int) -> tuple[Message, ...]:
    """What happened in the turn before: public knowledge only."""
    before = [entry for entry in played if entry.turn == turn - 1 and turn > 1]
    hidden = sum(isinstance(entry.move, Discard) for entry in before)
    told = [message for entry in before if (message := _told(entry)) is not None]
    if hidden:
        player = ("player", before[0].player)
        told.insert(0, Message("did-discard", (player, ("count", hidden))))
    return tuple(told)


def _told(entry: Played) -> Message | None:
    player: tuple[str, Argument] = ("player", entry.player)
    match entry.move:
        case PlaceBridge(line=line, card=card):
            if card is None:
                return Message("did-place-free", (player, ("line", LINES[line])))
            return Message("did-place", (player, ("line", LINES[line]), ("card", card)))
        case RemoveBridge(line=line, cards=(one, two)):
            cards = ("card", one), ("card2", two)
            return Message("did-remove", (player, ("line", LINES[line]), *cards))
        case TakeCard(card=card):
            return Message("did-take", (player, ("card", card)))
        case DrawCard():
            return Message("did-draw", (player,))
        case Decline():
            return Message("did-decline", (player,))
        case EndTurn():
            return Message("did-end", (player,))
        case Discard() | Deal():
            return None
        case _:
            assert_never(entry.move)
