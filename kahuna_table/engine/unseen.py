"""The cards of a record that only their owner saw: hiding them, and filling them in again.

Followed here is only where each dealt card lies; what is legal is for `rules` to say. A dealt card
is a `Slot`. A slot whose card is unknown is bound to a card no sooner than a move needs it:

- A `?` of a deal is one of the shuffled cards that the deal does not name, and each of those lay in
  a slot of the deal before, which may be unknown too.
- A card that is played lay in the mover's hand. Unknown slots of one deal in one hand are alike,
  so that one of them stands for all.
- `discard ?` is any card of the hand.

Where there is a choice, one after another is tried. Every slot that no move needs takes what is
left over in the end, so the first way through all moves is an answer; which of the possible ones
it is means nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from kahuna_table.engine.board import Island
from kahuna_table.engine.consequences import CARDS_DEALT, FACE_UP
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
from kahuna_table.engine.notation import RecordedMove, ShownDeal, UnseenDiscard
from kahuna_table.engine.player import Player
from kahuna_table.engine.state import PACK, cards_in

_MOST_TRIES: Final = 50_000
"""24,000 random games, cut somewhere, needed 11,477 at most; a puzzle made by hand may need more.
"""


class Slot(NamedTuple):
    """A dealt card: the number of the deal, from 1, and its place in it. Deal 0 is the pack."""

    deal: int
    place: int


class _Flow(NamedTuple):
    """Where each card lies, whatever it is. `seen` and `unseen` are the two kinds of discards."""

    hands: tuple[tuple[Slot, ...], tuple[Slot, ...]]
    face_up: tuple[Slot, ...]
    deck: tuple[Slot, ...]
    pile: tuple[Slot, ...]
    discarded: tuple[Slot, ...]  # every card laid face down in the game, in order
    mover: Player
    deals: int

    @property
    def hand(self) -> tuple[Slot, ...]:
        return self.hands[self.mover]

    def with_hand(self, hand: tuple[Slot, ...]) -> "_Flow":
        black, white = self.hands
        hands = (hand, white) if self.mover is Player.BLACK else (black, hand)
        return self._replace(hands=hands)

    def dealt(self, count: int) -> "_Flow":
        order = tuple(Slot(self.deals + 1, place) for place in range(count))
        flow = self._replace(deals=self.deals + 1, pile=())
        if flow.deals == 1:
            for _ in Player:
                flow = flow.with_hand(order[:CARDS_DEALT]).passed()
                order = order[CARDS_DEALT:]
        return flow._replace(face_up=order[:FACE_UP], deck=order[FACE_UP:])

    def spent(self, slot: Slot) -> "_Flow":
        return self.with_hand(_without(self.hand, slot))._replace(pile=(*self.pile, slot))

    def laid_down(self, slot: Slot) -> "_Flow":
        return self.spent(slot)._replace(discarded=(*self.discarded, slot))

    def took(self, slot: Slot) -> "_Flow":
        place = self.face_up.index(slot)
        face_up = self.face_up[:place] + self.deck[:1] + self.face_up[place + 1 :]
        flow = self.with_hand((*self.hand, slot))._replace(face_up=face_up, deck=self.deck[1:])
        return flow.passed()

    def drew(self) -> "_Flow":
        flow = self.with_hand((*self.hand, self.deck[0]))
        return flow._replace(deck=self.deck[1:]).passed()

    def passed(self) -> "_Flow":
        return self._replace(mover=self.mover.opponent)


class _World(NamedTuple):
    """A flow of cards and what has been found out, or chosen, about them."""

    flow: _Flow
    cards: Mapping[Slot, Island]
    pools: tuple[tuple[Slot, ...], ...]
    """For each deal the slots of earlier ones that no slot of it is bound to."""


class Completion(NamedTuple):
    """The moves with every unknown card filled in.

    When `is_complete` is false the last one is the first move that could not be explained.
    """

    moves: tuple[Move, ...]
    is_complete: bool


def is_public(moves: Iterable[RecordedMove]) -> bool:
    """Whether something in the moves is unknown."""
    return any(isinstance(move, ShownDeal | UnseenDiscard) for move in moves)


def complete(moves: Sequence[RecordedMove], first: Player) -> Completion:
    """Fill in the unknown cards so that every card played was held, if that is possible."""
    world = _start(first)
    stack = [(0, world)]
    reached, best = 0, world
    tried: set[object] = set()
    while stack and len(tried) < _MOST_TRIES:
        index, world = stack.pop()
        if index > reached or not tried:
            reached, best = index, world
        if index == len(moves):
            return Completion(_filled_in(moves, world), is_complete=True)
        key = _key(index, world)
        if key not in tried:
            tried.add(key)
            stack += reversed([(index + 1, after) for after in _after(world, moves[index])])
    return Completion(_filled_in(moves[: reached + 1], best), is_complete=False)


def public_moves(moves: Sequence[Move], first: Player) -> tuple[RecordedMove, ...]:
    """The moves without the cards that never lay face up, `UnseenDiscard` for every discard.

    A card that was played is named by the play alone: in its place in the deal it would tell
    whether it had been dealt to a hand or drawn, and when, which only its owner knows.
    """
    flow, shown, order = _start(first).flow, dict[Slot, Island](), tuple[Island, ...]()
    for move in moves:
        match move:
            case Deal():
                order, flow = move.order, flow.dealt(len(move.order))
            case TakeCard(card):
                flow = flow.took(next(slot for slot in flow.face_up if shown[slot] == card))
            case _:
                # cards that leave a hand change nothing of what lies face up
                flow = _turned(flow, move)
        shown.update({slot: order[slot.place] for slot in flow.face_up})
    return tuple(_hidden(moves, shown))


def _start(first: Player) -> _World:
    pack = {Slot(0, place): card for place, card in enumerate(cards_in(PACK))}
    flow = _Flow(((), ()), (), (), tuple(pack), (), first, 0)
    return _World(flow, pack, ((),))


def _played(move: RecordedMove) -> tuple[Island, ...]:
    match move:
        case PlaceBridge(_, card) if card is not None:
            return (card,)
        case RemoveBridge(_, cards):
            return cards
        case _:
            return ()


def _turned(flow: _Flow, move: RecordedMove) -> _Flow:
    """After the moves that end a turn without a choice of card."""
    match move:
        case DrawCard():
            return flow.drew()
        case Decline() | EndTurn():
            return flow.passed()
        case _:
            return flow


def _hidden(moves: Iterable[Move], known: Mapping[Slot, Island]) -> Iterator[RecordedMove]:
    deals = 0
    for move in moves:
        if isinstance(move, Deal):
            deals += 1
            order = tuple(known.get(Slot(deals, place)) for place in range(len(move.order)))
            yield move if None not in order else ShownDeal(order)
        else:
            yield UnseenDiscard() if isinstance(move, Discard) else move


def _after(world: _World, move: RecordedMove) -> Iterator[_World]:
    """The worlds that the move may lead to, none when it is not possible."""
    flow = world.flow
    match move:
        case Deal(order) | ShownDeal(order):
            yield from _after_deal(world, order)
        case PlaceBridge() | RemoveBridge():
            yield from _after_play(world, _played(move))
        case Discard(card):
            yield from _after_choice(world, flow.hand, card, flow.laid_down)
        case UnseenDiscard():
            for slot in _one_of_each(world, flow.hand):
                yield world._replace(flow=flow.laid_down(slot))
        case TakeCard(card):
            yield from _after_choice(world, flow.face_up, card, flow.took)
        case DrawCard() if not flow.deck:
            return
        case _:
            yield world._replace(flow=_turned(flow, move))


def _after_deal(world: _World, order: tuple[Island | None, ...]) -> Iterator[_World]:
    flow = world.flow
    if len(order) != len(flow.pile):
        return
    dealt = world._replace(flow=flow.dealt(len(order)), pools=(*world.pools, flow.pile))
    named = [
        (Slot(dealt.flow.deals, place), card)
        for place, card in enumerate(order)
        if card is not None
    ]
    yield from _identify_all(dealt, named)


def _after_play(world: _World, cards: tuple[Island, ...]) -> Iterator[_World]:
    if not cards:
        yield world
        return
    flow = world.flow
    for after in _after_choice(world, flow.hand, cards[0], flow.spent):
        yield from _after_play(after, cards[1:])


def _after_choice(
    world: _World, slots: tuple[Slot, ...], card: Island, then: Callable[[Slot], _Flow]
) -> Iterator[_World]:
    for slot in _candidates(world, slots, card):
        for after in _identify(world, slot, card):
            yield after._replace(flow=then(slot))


def _identify_all(world: _World, named: Sequence[tuple[Slot, Island]]) -> Iterator[_World]:
    if not named:
        yield world
        return
    for after in _identify(world, *named[0]):
        yield from _identify_all(after, named[1:])


def _identify(world: _World, slot: Slot, card: Island) -> Iterator[_World]:
    """The worlds in which the slot holds this card."""
    if slot in world.cards:
        if world.cards[slot] == card:
            yield world
        return
    for origin in _candidates(world, world.pools[slot.deal], card):
        for after in _identify(world, origin, card):
            yield _bound(after, slot, origin)


def _bound(world: _World, slot: Slot, origin: Slot) -> _World:
    """The slot holds the card that lay in `origin`, which is known."""
    pools = list(world.pools)
    pools[slot.deal] = _without(pools[slot.deal], origin)
    return world._replace(cards={**world.cards, slot: world.cards[origin]}, pools=tuple(pools))


def _candidates(world: _World, slots: tuple[Slot, ...], card: Island) -> list[Slot]:
    """Where the card may lie. Where it surely lies no unknown slot needs to be tried: if that
    held the card too, the two could be exchanged.
    """
    known = [slot for slot in slots if world.cards.get(slot) == card]
    if known:
        return known[:1]
    return [slot for slot in _one_of_each(world, slots) if slot not in world.cards]


def _one_of_each(world: _World, slots: tuple[Slot, ...]) -> list[Slot]:
    """One slot of every known card and one unknown slot of every deal; the unknown first."""
    alike = {_kind(world, slot): slot for slot in slots}
    return sorted(alike.values(), key=lambda slot: slot in world.cards)


def _kind(world: _World, slot: Slot) -> int:
    """The known card, or a number below 0 for the deal of an unknown one."""
    return world.cards.get(slot, -slot.deal)


def _key(index: int, world: _World) -> object:
    """What decides whether the rest can be explained: how many cards of each kind lie in each
    place, the pools of unknown cards too. Slots of one kind in one place could be exchanged.
    """
    flow = world.flow
    heaps = (*flow.hands, flow.face_up, flow.pile, *world.pools)
    alike = [tuple(sorted(_kind(world, slot) for slot in heap)) for heap in heaps]
    return index, tuple(alike), tuple(_kind(world, slot) for slot in flow.deck)


def _filled_in(moves: Iterable[RecordedMove], world: _World) -> tuple[Move, ...]:
    cards, discarded = _all_cards(world), iter(world.flow.discarded)
    deals = 0
    filled: list[Move] = []
    for move in moves:
        match move:
            case ShownDeal(order):
                deals += 1
                slots = (Slot(deals, place) for place in range(len(order)))
                filled.append(Deal(tuple(cards.get(slot, Island.ALOA) for slot in slots)))
            case UnseenDiscard():
                slot = next(discarded, None)
                filled.append(Discard(Island.ALOA if slot is None else cards[slot]))
            case _:
                deals += isinstance(move, Deal)
                if isinstance(move, Discard):
                    next(discarded, None)
                filled.append(move)
    return tuple(filled)


def _all_cards(world: _World) -> Mapping[Slot, Island]:
    """The known cards, and in every other slot of a deal one of those left over for it."""
    flow = world.flow
    slots = {*flow.hands[0], *flow.hands[1], *flow.face_up, *flow.deck, *flow.pile}
    slots.update(slot for pool in world.pools for slot in pool)
    for slot in sorted(slots):
        if slot not in world.cards:
            world = _bound(world, slot, world.pools[slot.deal][0])
    return world.cards


def _without(slots: tuple[Slot, ...], slot: Slot) -> tuple[Slot, ...]:
    place = slots.index(slot)
    return slots[:place] + slots[place + 1 :]
