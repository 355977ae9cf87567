"""From touches and keys to buttons that are down, each long enough to be noticed."""

from collections import deque
from typing import Final

import pygame

from kahuna_table.table.inputs import NO_BUTTONS, Button, Buttons

KEYS: Final[dict[int, Button]] = {
    pygame.K_LEFT: Button.LEFT,
    pygame.K_RIGHT: Button.RIGHT,
    pygame.K_RETURN: Button.OK,
    pygame.K_KP_ENTER: Button.OK,
    pygame.K_BACKSPACE: Button.BACK,
    pygame.K_ESCAPE: Button.BACK,
    pygame.K_h: Button.HAND,
    pygame.K_d: Button.DRAW,
    pygame.K_F1: Button.HELP,
    pygame.K_m: Button.MENU,
}
MIN_MS: Final = 120
"""The shortest state of a button. The table reads every 40 ms at rest and settles in 20; a tap may
be shorter, or be over before the child that drew meanwhile hears of it."""

_MAX_WAITING: Final = 8


class Presses:
    """Which holders (fingers, keys) hold which button, and what follows for the buttons."""

    def __init__(self) -> None:
        self._holders: dict[str, Button] = {}
        self._states: dict[Button, _State] = {button: _State() for button in Button}

    def hold(self, holder: str, button: Button) -> None:
        """A finger or key comes down on a button; one finger holds one button."""
        self.let_go(holder)
        if button not in self._holders.values():
            self._states[button].turn(down=True)
        self._holders[holder] = button

    def let_go(self, holder: str) -> None:
        """The finger or key leaves; a button is up when its last holder left."""
        button = self._holders.pop(holder, None)
        if button is not None and button not in self._holders.values():
            self._states[button].turn(down=False)

    def let_all_go(self) -> None:
        for holder in list(self._holders):
            self.let_go(holder)

    def down(self, at_ms: int) -> Buttons:
        """The buttons that are down; call it often."""
        bits = NO_BUTTONS
        for button, state in self._states.items():
            if state.down_at(at_ms):
                bits = Buttons(bits | 1 << button)
        return bits


class _State:
    """One button: shown up or down, and what waits to be shown."""

    def __init__(self) -> None:
        self._down = False
        self._since_ms: int | None = None
        self._waiting: deque[bool] = deque()

    def turn(self, *, down: bool) -> None:
        if len(self._waiting) < _MAX_WAITING or not down:
            self._waiting.append(down)

    def down_at(self, at_ms: int) -> bool:
        rested = self._since_ms is None or at_ms - self._since_ms >= MIN_MS
        while self._waiting and rested:
            following = self._waiting.popleft()
            if following is not self._down:
                self._down, self._since_ms, rested = following, at_ms, False
        return self._down
