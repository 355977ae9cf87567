"""From a tap on a row or a card to the presses of buttons that choose it.

The table knows eight buttons and no touches. A tap presses `left` or `right`, sees on the next
screen that the cursor moved, and so on; `ok` only when it stands there. Where the screen becomes
another one meanwhile, nothing more is pressed.
"""

from collections.abc import Callable, Iterable
from typing import Final

import pygame

from kahuna_table.engine.board import Island
from kahuna_table.pictures.ink import Target
from kahuna_table.table.inputs import Button
from kahuna_table.table.screen import Kind, Option, Screen

PATIENCE_MS: Final = 1500
"""A press that moves no cursor for so long is not answered any more."""


class Taps:
    """What was tapped and is not chosen yet. `press` presses a button for a moment."""

    def __init__(self, press: Callable[[Button], None]) -> None:
        self._press = press
        self._goal: Target | None = None
        self._among: _Choices = ()
        self._waits: tuple[object, int] | None = None
        """Where the cursor stood before the last press, and until when it may stay there."""

    def tap(self, screen: Screen, target: Target) -> None:
        """Goes for a target of the picture of this screen."""
        self._goal, self._among, self._waits = target, _choices(screen), None

    def step(self, screen: Screen, at_ms: int) -> None:
        """Presses what is next, if its time has come; call it often."""
        goal = self._goal
        if goal is None:
            return
        at, wanted, count = _place(screen), _wanted(screen, goal.index), len(self._among)
        if _choices(screen) != self._among or at is None or wanted is None:
            self._goal = None
        elif at == wanted:
            self._goal = None
            if goal.chooses:
                self._press(Button.OK)
        elif self._waits is None or self._waits[0] != at:
            forward = (wanted - at) % count
            self._press(Button.RIGHT if forward <= count - forward else Button.LEFT)
            self._waits = at, at_ms + PATIENCE_MS
        elif at_ms >= self._waits[1]:
            self._goal = None


def target_at(targets: Iterable[Target], x: float, y: float) -> Target | None:
    """The target at a point of the picture."""
    return next((each for each in targets if each.box.collidepoint(x, y)), None)


def neighbour(targets: Iterable[Target], screen: Screen, *, up: bool) -> Target | None:
    """The next target above or below the cursor, to be pointed at."""
    found = {each.index: each.box for each in targets}
    cursor = _cursor(screen)
    here = None if cursor is None else found.get(cursor)
    if here is None:
        return None
    beyond = {
        index: abs(box.centery - here.centery) * 8 + abs(box.centerx - here.centerx)
        for index, box in found.items()
        if (box.centery < here.top if up else box.centery >= here.bottom)
    }
    if not beyond:
        return None
    index = min(beyond, key=lambda n: (beyond[n], n))
    return Target(found[index], index, chooses=False)


def typed(screen: Screen, letter: str) -> Target | None:
    """The option that adds a typed letter to a name, or with a backspace takes one off."""
    if screen.kind is not Kind.OPTIONS or not letter:
        return None
    for n, option in enumerate(screen.options):
        deletes = letter == "\b" and option.id == "name-delete"
        if deletes or (option.id == "letter" and option.value == letter.upper()):
            return Target(_NOWHERE, n)
    return None


_NOWHERE: Final = pygame.Rect(0, 0, 0, 0)
_Choices = tuple[Option, ...] | tuple[Island, ...]


def _choices(screen: Screen) -> _Choices:
    """What the cursor moves over: of equal cards it knows one."""
    if screen.hand is not None:
        return tuple(dict.fromkeys(screen.hand.cards))
    return screen.options


def _cursor(screen: Screen) -> int | None:
    return screen.hand.cursor if screen.hand is not None else screen.cursor


def _place(screen: Screen) -> int | None:
    """The cursor's place among the choices."""
    cursor = _cursor(screen)
    return None if cursor is None else _wanted(screen, cursor)


def _wanted(screen: Screen, index: int) -> int | None:
    if screen.hand is not None:
        cards = screen.hand.cards
        return tuple(dict.fromkeys(cards)).index(cards[index]) if index < len(cards) else None
    return index if index < len(screen.options) else None
