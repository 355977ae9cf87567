"""What a legal move does to the state, and the events it causes. What is legal is in `rules`."""

from functools import cache
from typing import Final

from kahuna_table.engine.board import (
    CARDS_EACH,
    ISLANDS,
    LINES,
    LINES_AT,
    MAJORITY,
    NO_LINES,
    Island,
    Lines,
)
from kahuna_table.engine.events import (
    BridgePlaced,
    BridgeRemoved,
    BridgesSwept,
    CardDiscarded,
    CardDrawn,
    CardsDealt,
    CardTaken,
    ControlGained,
    ControlLost,
    Declined,
    Event,
    GameOver,
    Outcome,
    TurnEnded,
)
from kahuna_table.engine.moves import Deal, Discard, PlaceBridge, RemoveBridge, TakeCard
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RoundEnd
from kahuna_table.engine.scoring import (
    controlled,
    early_outcome,
    falls_asleep,
    final_outcome,
    score,
    sleeps,
)
from kahuna_table.engine.state import NO_CARDS, Cards, GameState, Phase, card_set

Result = tuple[GameState, tuple[Event, ...]]

CARDS_DEALT: Final = 3
FACE_UP: Final = 3

# Equal events are one object: building a frozen dataclass costs more than the move it tells of.
_bridge_placed = cache(BridgePlaced)
_control_gained = cache(ControlGained)
_control_lost = cache(ControlLost)
_card_discarded = cache(CardDiscarded)
_card_taken = cache(CardTaken)
_card_drawn = cache(CardDrawn)
_declined = cache(Declined)
_turn_ended = cache(TurnEnded)

_OTHER: Final = (Player.WHITE, Player.BLACK)
_ONE: Final = tuple(card_set(card) for card in ISLANDS)
"""For each island the multiset of its one card."""

# Looking up a member of an Enum costs more than most of the tests it is needed for.
_BLACK: Final = Player.BLACK
_HANDICAP: Final = Phase.HANDICAP
_TWO_PASSES: Final = RoundEnd.TWO_PASSES


def deal(state: GameState, move: Deal) -> Result:
    """Rules R17 and, after the first deal, R26."""
    hands, order = state.hands, move.order
    if state.round == 1:
        leader, other = order[:CARDS_DEALT], order[CARDS_DEALT : 2 * CARDS_DEALT]
        order = order[2 * CARDS_DEALT :]
        hands = _set(hands, state.first, card_set(*leader))
        hands = _set(hands, _OTHER[state.first], card_set(*other))
    face_up = order[:FACE_UP]
    state = state._replace(
        phase=Phase.PLAY,
        hands=hands,
        face_up=face_up,
        deck=order[FACE_UP:],
        discards=NO_CARDS,
        hidden=(NO_CARDS, NO_CARDS),
    )
    handicap = state.rules.handicap
    if state.round == 1 and handicap is not None:
        state = state._replace(
            phase=Phase.HANDICAP, to_move=handicap.player, turns_left=handicap.bridges
        )
    return state, (CardsDealt(state.round, face_up),)


def place_bridge(state: GameState, move: PlaceBridge) -> Result:
    """Rules R1, R4 to R6, R8 and R26."""
    mover, line = state.to_move, move.line
    own = Lines(state.bridges[mover] | 1 << line)
    enemy = state.bridges[_OTHER[mover]]
    events: list[Event] = [_bridge_placed(mover, line, move.card)]
    swept = 0
    for island in LINES[line]:
        lines = LINES_AT[island]
        bridges = (own & lines).bit_count()
        if bridges < MAJORITY[island]:
            continue
        if bridges == MAJORITY[island]:
            events.append(_control_gained(mover, island))
            swept |= enemy & lines
        elif state.rules.resweep:
            swept |= enemy & lines
    if swept:
        left = Lines(enemy & ~swept)
        events.append(BridgesSwept(_OTHER[mover], Lines(swept)))
        events += _losses(_OTHER[mover], enemy, left)
        enemy = left
    both = (own, enemy) if mover is _BLACK else (enemy, own)
    if state.phase is _HANDICAP:
        return _handicap_laid(state._replace(bridges=both)), tuple(events)
    free_lines = Lines(state.free_lines & ~(1 << line))
    if move.card is None:
        after = _played(state, both, NO_CARDS, state.taken, free_lines)
    else:
        taken = _shown(state.taken, mover, move.card)
        after = _played(state, both, _ONE[move.card], taken, free_lines)
    return _unless_over(after, events)


def remove_bridge(state: GameState, move: RemoveBridge) -> Result:
    """Rules R7 and R8."""
    mover, cards = state.to_move, card_set(*move.cards)
    owner = _OTHER[mover]
    enemy = state.bridges[owner]
    left = Lines(enemy & ~(1 << move.line))
    taken = state.taken
    for card in move.cards:
        taken = _shown(taken, mover, card)
    both = (left, state.bridges[1]) if owner is _BLACK else (state.bridges[0], left)
    free_lines = Lines(state.free_lines | 1 << move.line) if state.rules.long_term else NO_LINES
    after = _played(state, both, cards, taken, free_lines)
    removed = BridgeRemoved(mover, move.line, move.cards)
    return _unless_over(after, [removed, *_losses(owner, enemy, left)])


def discard(state: GameState, move: Discard) -> Result:
    """Rule R10."""
    mover, card = state.to_move, _ONE[move.card]
    after = state._replace(
        hands=_set(state.hands, mover, Cards(state.hands[mover] - card)),
        hidden=_set(state.hidden, mover, Cards(state.hidden[mover] + card)),
        discarded=True,
    )
    return after, (_card_discarded(mover, move.card),)


def take_card(state: GameState, move: TakeCard) -> Result:
    """Rules R12 and R16."""
    mover, card, face_up = state.to_move, move.card, state.face_up
    place = face_up.index(card)
    replacement = state.deck[:1]
    event = _card_taken(mover, card, replacement[0] if replacement else None)
    face_up = face_up[:place] + replacement + face_up[place + 1 :]
    return _drawn(state, event, card, face_up, _taken(state.taken, mover, card))


def draw_card(state: GameState) -> Result:
    """Rules R12 and R16."""
    card = state.deck[0]
    return _drawn(state, _card_drawn(state.to_move, card), card, state.face_up, state.taken)


def decline(state: GameState) -> Result:
    """Rules R13 to R15."""
    return _pass_on(state, declined=True), (_declined(state.to_move),)


def end_turn(state: GameState) -> Result:
    """Rules R16 and R19."""
    event = _turn_ended(state.to_move)
    if state.phase is Phase.LAST_TURNS:
        after = _pass_on(state, turns_left=state.turns_left - 1)
        return (after, (event,)) if after.turns_left else _end_round(state, event)
    if state.played:
        return _pass_on(state), (event,)
    if state.passes:
        return _end_round(state, event)
    return _pass_on(state, passes=1), (event,)


def give_up(state: GameState, player: Player, outcome: Outcome) -> Result:
    """The game ends at once by the act of a player."""
    return _over(state._replace(to_move=player), outcome), (GameOver(outcome),)


def _handicap_laid(state: GameState) -> GameState:
    if state.turns_left > 1:
        return state._replace(turns_left=state.turns_left - 1)
    return state._replace(phase=Phase.PLAY, to_move=state.first, turns_left=0)


def _unless_over(state: GameState, events: list[Event]) -> Result:
    """After an action of a turn: the early end (rules R22 and R23)."""
    if state.round > 1:
        outcome = early_outcome(state)
        if outcome is not None:
            return _over(state, outcome), (*events, GameOver(outcome))
        if state.early_end_sleeps and not sleeps(state):
            state = state._replace(early_end_sleeps=False)
    return state, tuple(events)


def _drawn(
    state: GameState,
    event: Event,
    card: Island,
    face_up: tuple[Island, ...],
    taken: tuple[Cards, Cards],
) -> Result:
    """After a draw: the next turn, or the end of the round with the last card (R16, R19).

    The deck has lost its top card, if it had one: drawn, or laid in the place of `card`.
    """
    mover, deck = state.to_move, state.deck[1:]
    hands = _set(state.hands, mover, Cards(state.hands[mover] + _ONE[card]))
    if face_up or deck or state.rules.round_end is _TWO_PASSES:
        return _next_turn(state, hands, face_up, deck, taken), (event,)
    state = state._replace(hands=hands, face_up=face_up, deck=deck, taken=taken)
    if state.round < state.rules.rounds:
        return _end_round(state, event)
    return _pass_on(state, turns_left=2)._replace(phase=Phase.LAST_TURNS), (event,)


def _pass_on(
    state: GameState, *, declined: bool = False, passes: int = 0, turns_left: int = 0
) -> GameState:
    """The turn of the other player, no card having moved."""
    return _next_turn(
        state, state.hands, state.face_up, state.deck, state.taken, declined, passes, turns_left
    )


# The next two make nearly every state of a game, so they list all fields in the order of
# `GameState`, which takes half as long as `_replace`.


def _next_turn(
    state: GameState,
    hands: tuple[Cards, Cards],
    face_up: tuple[Island, ...],
    deck: tuple[Island, ...],
    taken: tuple[Cards, Cards],
    declined: bool = False,
    passes: int = 0,
    turns_left: int = 0,
) -> GameState:
    """The turn of the other player."""
    rules, first, phase, mover, bridges, _, _, _, discards, hidden, _, number, points = state[:13]
    sleeps, outcome = state[19:]
    return GameState._make((
        rules, first, phase, _OTHER[mover], bridges, hands, face_up, deck, discards, hidden, taken,
        number, points, False, False, NO_LINES, declined, passes, turns_left, sleeps, outcome,
    ))  # fmt: skip


def _played(
    state: GameState,
    bridges: tuple[Lines, Lines],
    cards: Cards,
    taken: tuple[Cards, Cards],
    free_lines: Lines,
) -> GameState:
    """The same turn after `cards` were played from the hand."""
    rules, first, phase, mover, _, hands, face_up, deck, discards, hidden = state[:10]
    number, points, _, discarded, _, declined, passes, turns_left, sleeps, outcome = state[11:]
    hands = _set(hands, mover, Cards(hands[mover] - cards))
    return GameState._make((
        rules, first, phase, mover, bridges, hands, face_up, deck, Cards(discards + cards), hidden,
        taken, number, points, True, discarded, free_lines, declined, passes, turns_left, sleeps,
        outcome,
    ))  # fmt: skip


def _end_round(state: GameState, event: Event) -> Result:
    """Score the round, then begin the next one or end the game (rules R16 to R22)."""
    scored = score(state)
    points = (state.points[0] + scored.points[0], state.points[1] + scored.points[1])
    state = state._replace(points=points)
    if state.round == state.rules.rounds:
        outcome: Outcome | None = final_outcome(state, scored)
    else:
        state = state._replace(round=state.round + 1)
        state = state._replace(early_end_sleeps=state.early_end_sleeps or falls_asleep(state))
        outcome = early_outcome(state) if state.round == 2 else None
    if outcome is not None:
        return _over(state, outcome), (event, scored, GameOver(outcome))
    return _pass_on(state)._replace(phase=Phase.DEAL), (event, scored)


def _over(state: GameState, outcome: Outcome) -> GameState:
    return state._replace(phase=Phase.OVER, outcome=outcome, turns_left=0)


def _losses(owner: Player, before: Lines, after: Lines) -> list[Event]:
    kept = controlled(after)
    return [_control_lost(owner, island) for island in controlled(before) if island not in kept]


def _set(pair: tuple[Cards, Cards], player: Player, cards: Cards) -> tuple[Cards, Cards]:
    return (cards, pair[1]) if player is _BLACK else (pair[0], cards)


def _taken(pair: tuple[Cards, Cards], player: Player, card: Island) -> tuple[Cards, Cards]:
    """A card was taken openly. No more than the pack has: what went before was laid face down."""
    if pair[player] >> 2 * card & 3 == CARDS_EACH:
        return pair
    return _set(pair, player, Cards(pair[player] + _ONE[card]))


def _shown(pair: tuple[Cards, Cards], player: Player, card: Island) -> tuple[Cards, Cards]:
    """A card was played openly: of the cards taken openly one is accounted for."""
    if not pair[player] >> 2 * card & 3:
        return pair
    return _set(pair, player, Cards(pair[player] - _ONE[card]))
