"""The rules: which moves are legal, why others are not, and what a legal move leads to.

Each condition is written once, as a function named `_bar_to_...` (a reason, or None) or as the
lines and cards that are open; `legal_moves` and `why_illegal` both ask it, and `apply` asks
`why_illegal`. What a move causes is in `consequences`. The numbers are those of RULES.md.
"""

from collections.abc import Sequence
from typing import Final, assert_never

from kahuna_table.engine import consequences
from kahuna_table.engine.board import (
    ALL_LINES,
    BRIDGES_EACH,
    HAND_LIMIT,
    LINES_AT,
    MAJORITY,
    NO_LINES,
    Island,
    Lines,
    lines_in,
)
from kahuna_table.engine.choices import (
    FREE_PLACEMENTS,
    Hand,
    can_remove,
    hand_choices,
    holds,
    pays_for,
    take_choices,
)
from kahuna_table.engine.events import Event, Outcome, Termination
from kahuna_table.engine.illegality import Illegality as Illegality
from kahuna_table.engine.illegality import IllegalMove as IllegalMove
from kahuna_table.engine.moves import (
    Deal,
    Decline,
    Discard,
    DrawCard,
    EndTurn,
    Move,
    PlaceBridge,
    RemoveBridge,
    TakeCard,
)
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import DiscardRule, RuleSet
from kahuna_table.engine.state import NO_CARDS, PACK, Cards, GameState, Phase, card_set, cards_in
from kahuna_table.errors import KahunaError

_DRAW: Final = DrawCard()
_DECLINE: Final = Decline()
_END_TURN: Final = EndTurn()
_DEFAULT_RULES: Final = RuleSet()

# Looking up a member of an Enum costs more than most of the tests it is needed for.
_PLAY: Final = Phase.PLAY
_LAST_TURNS: Final = Phase.LAST_TURNS
_HANDICAP: Final = Phase.HANDICAP
_INSTEAD_OF_PLAY: Final = DiscardRule.INSTEAD_OF_PLAY
_ANY_TIME: Final = DiscardRule.ANY_TIME


def new_game(rules: RuleSet = _DEFAULT_RULES, first: Player = Player.BLACK) -> GameState:
    """The state before the first deal; `first` begins (rule R27)."""
    return GameState(
        rules=rules,
        first=first,
        phase=Phase.DEAL,
        to_move=first,
        bridges=(NO_LINES, NO_LINES),
        hands=(NO_CARDS, NO_CARDS),
        face_up=(),
        deck=(),
        discards=NO_CARDS,
        hidden=(NO_CARDS, NO_CARDS),
        taken=(NO_CARDS, NO_CARDS),
        round=1,
        points=(0, 0),
        played=False,
        discarded=False,
        free_lines=NO_LINES,
        declined=False,
        passes=0,
        turns_left=0,
        early_end_sleeps=False,
        outcome=None,
    )


def cards_to_deal(state: GameState) -> Cards:
    """The cards that a `Deal` must contain now, none when no deal is due (rule R17)."""
    if state.phase is not Phase.DEAL:
        return NO_CARDS
    if state.round == 1:
        return PACK
    return Cards(state.discards + state.hidden[0] + state.hidden[1])


def legal_moves(state: GameState) -> Sequence[Move]:
    """Every legal move in a fixed order: placements, removals, discards, then the turn's end.

    Empty when a deal is due (there are too many) and when the game is over.
    """
    if state.phase is _PLAY or state.phase is _LAST_TURNS:
        return _turn_moves(state)
    if state.phase is _HANDICAP:
        return [FREE_PLACEMENTS[line] for line in lines_in(_open_lines(state))]
    return []


def why_illegal(state: GameState, move: Move) -> Illegality | None:
    """The first reason why the move may not be made now, or None when it is legal."""
    reason = _bar_in_phase(state, move)
    if reason is not None:
        return reason
    match move:
        case PlaceBridge():
            return _why_not_place(state, move)
        case TakeCard():
            return _why_not_draw(state) or _bar_to_taking(state, move.card)
        case DrawCard():
            return _why_not_draw(state) or _bar_to_blind_draw(state)
        case Discard():
            return _why_not_discard(state, move)
        case RemoveBridge():
            return _why_not_remove(state, move)
        case Decline():
            return _nothing_to_draw(state) or _bar_to_declining(state, _hand_size(state))
        case EndTurn():
            return None if _nothing_to_draw(state) else Illegality.TURN_NOT_OVER
        case Deal():
            return _bar_to_dealing(state, move)
        case _:
            assert_never(move)


def apply(state: GameState, move: Move) -> tuple[GameState, tuple[Event, ...]]:
    """The state after a legal move and what happened, in order.

    Raises: `IllegalMove` with the reason of `why_illegal`.
    """
    reason = why_illegal(state, move)
    if reason is not None:
        raise IllegalMove(reason, move)
    match move:
        case PlaceBridge():
            return consequences.place_bridge(state, move)
        case TakeCard():
            return consequences.take_card(state, move)
        case DrawCard():
            return consequences.draw_card(state)
        case Discard():
            return consequences.discard(state, move)
        case RemoveBridge():
            return consequences.remove_bridge(state, move)
        case Decline():
            return consequences.decline(state)
        case EndTurn():
            return consequences.end_turn(state)
        case Deal():
            return consequences.deal(state, move)
        case _:
            assert_never(move)


def resign(state: GameState, player: Player) -> tuple[GameState, tuple[Event, ...]]:
    """The player gives up; allowed in every phase of an unfinished game, in the other's turn too.

    Raises: `KahunaError` when the game is over.
    """
    if state.phase is Phase.OVER:
        raise KahunaError("giving up: expected an unfinished game, got one that is over")
    return consequences.give_up(state, player, Outcome(Termination.RESIGNED, player.opponent))


def _turn_moves(state: GameState) -> list[Move]:
    moves: list[Move] = []
    hand = hand_choices(state.hands[state.to_move])
    if _bar_to_playing(state) is None:
        _add_plays(moves, state, hand)
    if _nothing_to_draw(state) is not None:
        moves.append(_END_TURN)
        return moves
    if _bar_to_discarding(state, hand.size) is None:
        moves += hand.discards
    if _bar_to_drawing(hand.size) is None:
        moves += take_choices(state.face_up)
        if _bar_to_blind_draw(state) is None:
            moves.append(_DRAW)
    if _bar_to_declining(state, hand.size) is None:
        moves.append(_DECLINE)
    return moves


def _add_plays(moves: list[Move], state: GameState, hand: Hand) -> None:
    open_lines = _open_lines(state)
    for lines, on in hand.placements:
        moves += on[open_lines & lines]
    if state.free_lines:
        free = Lines(open_lines & state.free_lines)
        moves += [FREE_PLACEMENTS[line] for line in lines_in(free)]
    enemy = _enemy_bridges(state)
    if enemy & hand.removable:
        for lines, of in hand.removals:
            moves += of[enemy & lines]


def _why_not_place(state: GameState, move: PlaceBridge) -> Illegality | None:
    reason = _bar_to_playing(state) or _bar_to_payment(state, move)
    if reason is not None:
        return reason
    if _open_lines(state) >> move.line & 1:
        return None
    if not _free_lines(state) >> move.line & 1:
        return Illegality.LINE_TAKEN
    return Illegality.ENEMY_ISLAND if _bridge_left(state) else Illegality.NO_BRIDGE_LEFT


def _why_not_remove(state: GameState, move: RemoveBridge) -> Illegality | None:
    reason = _bar_to_playing(state)
    if reason is not None:
        return reason
    if not _enemy_bridges(state) >> move.line & 1:
        return Illegality.NO_ENEMY_BRIDGE
    if not can_remove(move.cards, move.line):
        return Illegality.CARDS_DO_NOT_FIT
    if not holds(state.hands[state.to_move], card_set(*move.cards)):
        return Illegality.CARD_NOT_HELD
    return None


def _why_not_discard(state: GameState, move: Discard) -> Illegality | None:
    if not _holds_card(state, move.card):
        return Illegality.CARD_NOT_HELD
    if state.phase is _LAST_TURNS:
        return Illegality.NO_DISCARD_IN_LAST_TURNS
    return _nothing_to_draw(state) or _bar_to_discarding(state, _hand_size(state))


def _why_not_draw(state: GameState) -> Illegality | None:
    return _nothing_to_draw(state) or _bar_to_drawing(_hand_size(state))


def _bar_in_phase(state: GameState, move: Move) -> Illegality | None:
    """What the phase demands of every move."""
    phase = state.phase
    if phase is _PLAY or phase is _LAST_TURNS:
        return None
    if phase is Phase.OVER:
        return Illegality.GAME_OVER
    if phase is Phase.DEAL:
        return None if isinstance(move, Deal) else Illegality.DEAL_DUE
    return None if isinstance(move, PlaceBridge | Deal) else Illegality.HANDICAP_FIRST


def _bar_to_dealing(state: GameState, move: Deal) -> Illegality | None:
    if state.phase is not Phase.DEAL:
        return Illegality.NO_DEAL_DUE
    if tuple(sorted(move.order)) != cards_in(cards_to_deal(state)):
        return Illegality.WRONG_CARDS
    return None


def _bar_to_playing(state: GameState) -> Illegality | None:
    """Rule R10: after a discard nothing is played, except with `any_time`."""
    if state.discarded and state.rules.discard is not _ANY_TIME:
        return Illegality.AFTER_DISCARD
    return None


def _bar_to_payment(state: GameState, move: PlaceBridge) -> Illegality | None:
    """Rules R1, R8 and R26."""
    if move.card is None:
        due = state.phase is not _HANDICAP and not state.free_lines >> move.line & 1
        return Illegality.CARD_DUE if due else None
    if state.phase is _HANDICAP:
        return Illegality.NO_CARD_DUE
    if not pays_for(move.card, move.line):
        return Illegality.CARD_NOT_AT_LINE
    if not _holds_card(state, move.card):
        return Illegality.CARD_NOT_HELD
    return None


def _nothing_to_draw(state: GameState) -> Illegality | None:
    """Why nothing is drawn in this turn (rules R12, R16 and R19).

    Nothing is declined or laid face down then either, and the turn ends with `EndTurn`.
    """
    if state.phase is _LAST_TURNS:
        return Illegality.NO_DRAW_IN_LAST_TURNS
    return None if state.face_up or state.deck else Illegality.NOTHING_TO_DRAW


def _bar_to_discarding(state: GameState, hand_size: int) -> Illegality | None:
    """Rule R10, for any card of the hand."""
    rule = state.rules.discard
    if rule is _ANY_TIME:
        return None
    if state.played:
        return Illegality.DISCARD_AFTER_PLAY
    if rule is _INSTEAD_OF_PLAY or state.discarded or hand_size >= HAND_LIMIT:
        return None
    return Illegality.HAND_NOT_FULL


def _bar_to_drawing(hand_size: int) -> Illegality | None:
    """Rule R14, for any card."""
    return Illegality.FULL_HAND if hand_size >= HAND_LIMIT else None


def _bar_to_taking(state: GameState, card: Island) -> Illegality | None:
    return None if card in state.face_up else Illegality.NOT_FACE_UP


def _bar_to_blind_draw(state: GameState) -> Illegality | None:
    return None if state.deck else Illegality.DECK_EMPTY


def _bar_to_declining(state: GameState, hand_size: int) -> Illegality | None:
    """Rules R11 and R13 to R15. A full hand declines even where drawing is compulsory."""
    if state.declined:
        return Illegality.DECLINED_BEFORE
    if not state.rules.draw_optional and hand_size < HAND_LIMIT:
        return Illegality.MUST_DRAW
    if state.rules.discard_commits_draw and state.discarded:
        return Illegality.DISCARD_COMMITS
    return None


def _open_lines(state: GameState) -> Lines:
    """Where the player to move may build (rules R1, R9 and R25)."""
    if not _bridge_left(state):
        return NO_LINES
    free = _free_lines(state)
    return Lines(free & ~_enemy_ground(state)) if state.rules.long_term else free


def _free_lines(state: GameState) -> Lines:
    black, white = state.bridges
    return Lines(ALL_LINES ^ (black | white))


def _bridge_left(state: GameState) -> bool:
    return state.bridges[state.to_move].bit_count() < BRIDGES_EACH


def _enemy_bridges(state: GameState) -> Lines:
    return state.bridges[1 - state.to_move]


def _enemy_ground(state: GameState) -> Lines:
    """All lines at islands that the opponent controls (rules R8 and R9)."""
    enemy, ground = _enemy_bridges(state), 0
    for lines, majority in zip(LINES_AT, MAJORITY, strict=True):
        if (enemy & lines).bit_count() >= majority:
            ground |= lines
    return Lines(ground)


def _holds_card(state: GameState, card: Island) -> bool:
    return bool(state.hands[state.to_move] >> 2 * card & 3)


def _hand_size(state: GameState) -> int:
    return hand_choices(state.hands[state.to_move]).size
