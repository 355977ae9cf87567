"""Where each dealt card of a game lies, whatever card it is, as the public sees it.

`unseen` finds out which cards they may be.
"""

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from kahuna_table.engine.consequences import CARDS_DEALT, FACE_UP
from kahuna_table.engine.player import Player

T = TypeVar("T")


class Slot(NamedTuple):
    """A dealt card: the number of the deal, from 1, and its place in it. Deal 0 is the pack."""

    deal: int
    place: int


@dataclass(frozen=True, slots=True)
class Gone:
    """A card laid down unseen: its number in the game, from 0, and the deal it is shuffled for."""

    number: int
    deal: int


Hand = tuple[Slot | Gone, ...]
"""What came to a hand and what went from it unseen, in order, as far as neither is bound to the
other. In every beginning at least as many cards came as went."""


class Flow(NamedTuple):
    """Where each card lies, whatever it is."""

    hands: tuple[Hand, Hand]
    face_up: tuple[Slot, ...]
    deck: tuple[Slot, ...]
    pile: tuple[Slot | Gone, ...]
    mover: Player
    deals: int
    unseen: int  # how many cards went unseen so far

    @property
    def hand(self) -> Hand:
        return self.hands[self.mover]

    def with_hand(self, hand: Hand, of: Player | None = None) -> "Flow":
        """With another hand of a player, the mover's where none is named."""
        black, white = self.hands
        whose = self.mover if of is None else of
        return self._replace(hands=(hand, white) if whose is Player.BLACK else (black, hand))

    def dealt(self, count: int) -> "Flow":
        order = tuple(Slot(self.deals + 1, place) for place in range(count))
        flow = self._replace(deals=self.deals + 1, pile=())
        if flow.deals == 1:
            for _ in Player:
                flow = flow.with_hand(order[:CARDS_DEALT]).passed()
                order = order[CARDS_DEALT:]
        return flow._replace(face_up=order[:FACE_UP], deck=order[FACE_UP:])

    def spent(self, slot: Slot) -> "Flow":
        return self.with_hand(without(self.hand, slot))._replace(pile=(*self.pile, slot))

    def laid_down(self) -> "Flow":
        gone = Gone(self.unseen, self.deals + 1)
        flow = self.with_hand((*self.hand, gone))
        return flow._replace(pile=(*self.pile, gone), unseen=self.unseen + 1)

    def took(self, slot: Slot) -> "Flow":
        place = self.face_up.index(slot)
        face_up = self.face_up[:place] + self.deck[:1] + self.face_up[place + 1 :]
        flow = self.with_hand((*self.hand, slot))._replace(face_up=face_up, deck=self.deck[1:])
        return flow.passed()

    def drew(self) -> "Flow":
        flow = self.with_hand((*self.hand, self.deck[0]))
        return flow._replace(deck=self.deck[1:]).passed()

    def passed(self) -> "Flow":
        return self._replace(mover=self.mover.opponent)


def holds(hand: Hand) -> bool:
    """Whether in every beginning at least as many cards came as went."""
    left = 0
    for each in hand:
        left += 1 if isinstance(each, Slot) else -1
        if left < 0:
            return False
    return True


def without(members: tuple[T, ...], one: T) -> tuple[T, ...]:
    place = members.index(one)
    return members[:place] + members[place + 1 :]
