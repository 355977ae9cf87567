"""The cards of a record that only their owner saw: hiding them, and filling them in again.

Followed here is only where each dealt card lies; what is legal is for `rules` to say. A dealt card
is a `Slot`, a card laid down unseen is `Gone`. What is unknown is bound no sooner than a move needs
it:

- A `?` of a deal is one of the shuffled cards that the deal does not name, and each of those lay in
  a slot of the deal before, or went unseen.
- A card that is played lay in the mover's hand. Unknown slots of one deal in one hand are alike,
  so that one of them stands for all.
- `discard ?` is any card that came to the hand before. It stays open which one; it is enough that
  for all open ones there are cards enough.

Where there is a choice, one after another is tried. What no move needs takes what is left over in
the end, so the first way through all moves is an answer; which of the possible ones it is means
nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from kahuna_table.engine.board import Island
from kahuna_table.engine.card_flow import Flow, Gone, Hand, Slot, holds, without
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

_MAX_TRIES: Final = 5_000
"""4,400 random games, cut somewhere, needed 425 at most; a puzzle made by hand may need more. They
take a quarter of a second on one core of a small x86 server.
"""


class _World(NamedTuple):
    """A flow of cards and what has been found out, or chosen, about them."""

    flow: Flow
    cards: Mapping[Slot, Island]
    pools: tuple[tuple[Slot | Gone, ...], ...]
    """For each deal what was shuffled for it and no slot of it is bound to. Every slot here is
    known."""
    given: Mapping[int, Slot]
    """What went unseen, by its number, where it is bound."""


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
    steps, best, reached = list(_steps(moves)), _start(first), 0
    tried: set[object] = set()
    ways, looked = [iter([best])], 0
    while ways and looked < _MAX_TRIES:
        world = next(ways[-1], None)
        if world is None:
            ways.pop()
            continue
        looked += 1
        index = len(ways) - 1
        if index > reached:
            reached, best = index, world
        if index == len(steps):
            return Completion(_filled_in(moves, world), is_complete=True)
        key = _key(index, world)
        if key not in tried:
            tried.add(key)
            ways.append(_after(world, steps[index].what))
    explained = moves[: steps[reached].move + 1]
    return Completion(_filled_in(explained, best), is_complete=False)


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


class _Named(NamedTuple):
    """That a slot of the newest deal holds this card."""

    slot: Slot
    card: Island


class _Paid(NamedTuple):
    """That this card of the mover's hand was played or laid down openly."""

    card: Island


class _Step(NamedTuple):
    """A part of a move that has a choice of its own, and the index of the move."""

    what: RecordedMove | _Named | _Paid
    move: int


def _steps(moves: Sequence[RecordedMove]) -> Iterator[_Step]:
    deals = 0
    for index, move in enumerate(moves):
        match move:
            case Deal(order) | ShownDeal(order):
                deals += 1
                yield _Step(move, index)
                for place, card in enumerate(order):
                    if card is not None:
                        yield _Step(_Named(Slot(deals, place), card), index)
            case PlaceBridge() | RemoveBridge() | Discard():
                yield from (_Step(_Paid(card), index) for card in _played(move))
            case _:
                yield _Step(move, index)


def _start(first: Player) -> _World:
    pack = {Slot(0, place): card for place, card in enumerate(cards_in(PACK))}
    return _World(Flow(((), ()), (), (), tuple(pack), first, 0, 0), pack, ((),), {})


def _played(move: RecordedMove) -> tuple[Island, ...]:
    match move:
        case PlaceBridge(_, card) if card is not None:
            return (card,)
        case RemoveBridge(_, cards):
            return cards
        case Discard(card):
            return (card,)
        case _:
            return ()


def _turned(flow: Flow, move: RecordedMove) -> Flow:
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


def _after(  # noqa: C901 - one case for each kind of step
    world: _World, what: RecordedMove | _Named | _Paid
) -> Iterator[_World]:
    """The worlds that a step may lead to, none when it is not possible."""
    flow = world.flow
    match what:
        case Deal(order) | ShownDeal(order):
            if len(order) == len(flow.pile):
                pools = (*world.pools, flow.pile)
                yield world._replace(flow=flow.dealt(len(order)), pools=pools)
        case _Named(slot, card):
            yield from _identify(world, slot, card)
        case _Paid(card):
            for slot in _leaving(world, flow.hand, card):
                for after in _identify(world, slot, card):
                    spent = after.flow.spent(slot)
                    if holds(spent.hand):
                        yield after._replace(flow=spent)
        case UnseenDiscard():
            if holds(flow.laid_down().hand):
                yield world._replace(flow=flow.laid_down())
        case TakeCard(card):
            for slot in _may_be(world, flow.face_up, card):
                for after in _identify(world, slot, card):
                    yield after._replace(flow=after.flow.took(slot))
        case DrawCard() if not flow.deck:
            return
        case _:
            yield world._replace(flow=_turned(flow, what))


def _identify(world: _World, slot: Slot, card: Island) -> Iterator[_World]:
    """The worlds in which the slot holds this card."""
    if slot in world.cards:
        if world.cards[slot] == card:
            yield world
        return
    pool = world.pools[slot.deal]
    known = [each for each in pool if isinstance(each, Slot) and world.cards[each] == card]
    if known:
        # whatever else could be bound here could take the place of this one elsewhere
        yield _bound(world, slot, card, known[0])
        return
    for player in Player:
        for came, went in _pairs(world, world.flow.hands[player], slot.deal, card):
            for after in _identify(world, came, card):
                hand = without(without(after.flow.hands[player], came), went)
                if holds(hand):
                    flow = after.flow.with_hand(hand, player)
                    given = {**after.given, went.number: came}
                    after = after._replace(flow=flow, given=given)
                    yield _bound(after, slot, card, went)


def _bound(world: _World, slot: Slot, card: Island, origin: Slot | Gone) -> _World:
    """The slot holds this card, which was shuffled as `origin`."""
    pools = list(world.pools)
    pools[slot.deal] = without(pools[slot.deal], origin)
    return world._replace(cards={**world.cards, slot: card}, pools=tuple(pools))


def _may_be(world: _World, slots: tuple[Slot, ...], card: Island) -> list[Slot]:
    """Where the card may lie. Where it surely lies no unknown slot needs to be tried: if that
    held the card too, the two could be exchanged.
    """
    alike = {_kind(world, slot): slot for slot in slots if world.cards.get(slot, card) == card}
    return [alike[card]] if card in alike else list(alike.values())


def _leaving(world: _World, hand: Hand, card: Island) -> Iterator[Slot]:
    """The slots that may be this card when it leaves the hand now: of those that are alike the
    last one, since what went before can be any that came earlier."""
    alike = {
        _kind(world, slot): slot
        for slot in hand
        if isinstance(slot, Slot) and world.cards.get(slot, card) == card
    }
    known = alike.pop(card, None)
    if known is None:
        yield from alike.values()
        return
    yield known
    rest = hand[hand.index(known) :]
    went = next((n for n, each in enumerate(rest) if isinstance(each, Gone)), len(rest))
    # others could be exchanged with the known one, unless that may have gone before they came
    yield from (slot for slot in alike.values() if slot in rest[went:])


def _pairs(world: _World, hand: Hand, deal: int, card: Island) -> list[tuple[Slot, Gone]]:
    """What may have come as this card and gone unseen before this deal: of those that are alike
    the last to come, and the first that went thereafter."""
    found: dict[tuple[int, Gone], Slot] = {}
    for n, came in enumerate(hand):
        if isinstance(came, Slot) and world.cards.get(came, card) == card:
            later = (each for each in hand[n:] if isinstance(each, Gone) and each.deal == deal)
            went = next(later, None)
            if went is not None:
                found[_kind(world, came), went] = came
    pairs = [(came, went) for (_, went), came in found.items()]
    return sorted(pairs, key=lambda pair: pair[0] not in world.cards)


def _kind(world: _World, slot: Slot) -> int:
    """The known card, or a number below 0 for the deal of an unknown one."""
    return world.cards.get(slot, -slot.deal)


def _key(index: int, world: _World) -> object:
    """What decides whether the rest can be explained: what of each kind lies in each place. What
    came to a hand without anything going in between could be exchanged.
    """
    flow = world.flow
    heaps = (flow.face_up, *((x for x in pool if isinstance(x, Slot)) for pool in world.pools))
    alike = [tuple(sorted(_kind(world, slot) for slot in heap)) for heap in heaps]
    hands = tuple(_hand_key(world, hand) for hand in flow.hands)
    pile = tuple(sorted(_kind(world, x) for x in flow.pile if isinstance(x, Slot)))
    return index, tuple(alike), hands, pile, tuple(_kind(world, slot) for slot in flow.deck)


def _hand_key(world: _World, hand: Hand) -> object:
    key, came = list[object](), list[int]()
    for each in hand:
        if isinstance(each, Slot):
            came.append(_kind(world, each))
        else:
            key += [tuple(sorted(came)), each.deal]
            came = []
    return (*key, tuple(sorted(came)))


def _filled_in(moves: Iterable[RecordedMove], world: _World) -> tuple[Move, ...]:
    given = _all_given(world)
    cards = _all_cards(world, given)
    deals, unseen = 0, 0
    filled: list[Move] = []
    for move in moves:
        match move:
            case ShownDeal(order):
                deals += 1
                slots = (Slot(deals, place) for place in range(len(order)))
                filled.append(Deal(tuple(cards.get(slot, Island.ALOA) for slot in slots)))
            case UnseenDiscard():
                slot = given.get(unseen)
                filled.append(Discard(Island.ALOA if slot is None else cards[slot]))
                unseen += 1
            case _:
                deals += isinstance(move, Deal)
                filled.append(move)
    return tuple(filled)


def _all_given(world: _World) -> Mapping[int, Slot]:
    """What went unseen, each one of the cards that had come before."""
    given = dict(world.given)
    for hand in world.flow.hands:
        left: list[Slot] = []
        for each in hand:
            if isinstance(each, Slot):
                left.append(each)
            else:
                given[each.number] = left.pop()
    return given


def _all_cards(world: _World, given: Mapping[int, Slot]) -> Mapping[Slot, Island]:
    """The known cards, and in every other slot of a deal one of those left over for it."""
    flow = world.flow
    places = (*flow.hands, flow.face_up, flow.deck, flow.pile, *world.pools, given.values())
    slots = {each for place in places for each in place if isinstance(each, Slot)}
    cards, left = dict(world.cards), [list(pool) for pool in world.pools]
    for slot in sorted(slots):
        if slot not in cards:
            origin = left[slot.deal].pop()
            cards[slot] = cards[origin if isinstance(origin, Slot) else given[origin.number]]
    return cards
