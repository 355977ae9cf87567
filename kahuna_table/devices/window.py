"""The window of `kahuna-table simulate`: the board at the left, display and buttons at the right.

It turns what the mouse and the keyboard do into what hands would do at the table, and draws what
it is given. It knows no game: whether a stick lies in a slot is the caller's to know.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import pygame

from kahuna_table.devices.drawn_display import DrawnDisplay
from kahuna_table.devices.screen.options import ScreenOptions
from kahuna_table.devices.screen.presses import KEYS
from kahuna_table.engine.board import ASPECT, Line, line_name
from kahuna_table.engine.player import Player
from kahuna_table.errors import KahunaError
from kahuna_table.pictures import palette
from kahuna_table.pictures.board_picture import (
    board_size,
    draw_board,
    light_boxes,
    slot_at,
    slot_middle,
)
from kahuna_table.pictures.boxes import columns, rows
from kahuna_table.pictures.ink import Ink
from kahuna_table.pictures.page import rounded
from kahuna_table.pictures.type_scale import Role, Type
from kahuna_table.pictures.words import Wording
from kahuna_table.table.inputs import Button
from kahuna_table.table.lights import Frame
from kahuna_table.table.screen import Screen

Board = tuple[dict[Line, Player], Frame]
"""What lies and shines on it."""

WINDOW_SIZE: Final = (1280, 800)
KEY_NAMES: Final = ("M", "←", "→", "Enter", "Esc", "H", "D", "F1")
"""What to press on the keyboard for each button, in the order of `Button`."""

_NAME: Final = Type(Role.LABEL, 19, bold=True)
_KEY: Final = Type(Role.LABEL, 15)
_LEGEND: Final = Type(Role.LABEL, 17)
_SLOT: Final = Type(Role.LABEL, 18, bold=True)
_UNSEEN: Final = ("offscreen", "dummy", "evdev")
_PLAIN: Final = (ScreenOptions(),)
_CLEARING_KEY: Final = pygame.K_c
_HAND_KEYS: Final = {pygame.K_1: Player.BLACK, pygame.K_2: Player.WHITE}
"""Held: the hand of a player who has his own display."""

_MOUSE: Final = "mouse"
_TAPPED: Final = "tapped"
_KEPT: Final = "kept"
_LEFT_CLICK: Final = 1
_RIGHT_CLICK: Final = 3


class NoDisplayError(KahunaError):
    """There is no desktop to open a window on."""


class Hands(Protocol):
    """What is done at the simulated table."""

    def toggle_stick(self, line: Line, colour: Player) -> None:
        """Lays a stick of that colour into an empty slot, or lifts the one that lies there."""

    def clear_board(self) -> None:
        """Lifts every stick in one sweep of the arm."""

    def button_down(self, button: Button) -> None: ...

    def button_up(self, button: Button) -> None: ...

    def touch_display(self) -> None:
        """A finger comes down on one."""

    def ask_hand(self, player: Player, *, held: bool) -> None:
        """A player holds his hand open on his own display, or lets go."""

    def closed(self) -> None:
        """The window shall close."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where things stand in a window of some size."""

    board: pygame.Rect
    panels: tuple[pygame.Rect, ...]
    buttons: tuple[pygame.Rect, ...]
    legend: pygame.Rect


class Window:
    """Opens in the constructor. `pump` often; `draw` when there is something new to see.

    Raises:
        NoDisplayError: nothing to open a window on. SDL does not fail then, but draws unseen.
    """

    to_move: Player = Player.BLACK
    """The colour of the stick that a left click lays."""
    language: str = ""
    """What the table speaks, as chosen at its menu; empty: as it was set up."""

    def __init__(
        self,
        hands: Hands,
        words: Wording,
        *,
        options: Sequence[ScreenOptions] = _PLAIN,
        size: tuple[int, int] = WINDOW_SIZE,
        unseen: bool = False,
    ) -> None:
        """The display is drawn as the options say: its size, its turning, how far people sit. Two
        of them are black's and white's.

        `unseen` allows a driver without a visible window, for tests.
        """
        _open_display(unseen=unseen)
        self._hands, self._words = hands, words
        self._displays = tuple(DrawnDisplay(each, words, self._tap) for each in options)
        self._edges = tuple(palette.ON_DARK.values()) if len(options) > 1 else (palette.RIDGE,)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.display.set_caption(words.label("title"))
        self._holders: dict[Button, set[str]] = {}
        self._around: object = None
        """What is drawn around the board; None: nothing that can be relied on."""
        self._board: Board | None = None

    def pump(self, wait_ms: int = 0) -> None:
        """Passes on what happened since the last call, and waits so long for something."""
        first = pygame.event.wait(wait_ms) if wait_ms > 0 else pygame.event.Event(pygame.NOEVENT)
        for event in (first, *pygame.event.get()):
            self._handle(event)
        for display in self._displays:
            display.step()

    def draw(self, screens: Sequence[Screen], sticks: Mapping[Line, Player], frame: Frame) -> None:
        """Shows it; what shows already is not drawn again."""
        surface, places = pygame.display.get_surface(), self._places()
        hovered = self._hovered(places)
        around = (self.language, *screens, surface.get_size(), hovered, sorted(self._holders))
        board = (dict(sticks), frame)
        if around == self._around and board == self._board:
            return
        if around != self._around:
            self._draw_around(surface, places, screens, hovered)
        surface.blit(draw_board(places.board.size, sticks, frame), places.board)
        if hovered is not None:
            _ring(surface, places.board, hovered)
        if around != self._around or self._board is None:
            pygame.display.flip()
        else:
            # lights breathe for minutes: what they change is a small part of the window
            pygame.display.update(_changed(places.board, self._board, board))
        self._around, self._board = around, board

    def _draw_around(
        self,
        surface: pygame.Surface,
        places: Places,
        screens: Sequence[Screen],
        hovered: Line | None,
    ) -> None:
        """All but the board."""
        words = self._words.speaking(self.language)
        pygame.display.set_caption(words.label("title"))
        surface.fill(palette.GROUND)
        for display, screen, box, edge in zip(
            self._displays, screens, places.panels, self._edges, strict=True
        ):
            display.draw(surface, screen, box, edge)
        ink = Ink(surface)
        for button, box in zip(Button, places.buttons, strict=True):
            self._draw_button(ink, button, box, words)
        _draw_legend(ink, places.legend, hovered, words)

    def close(self) -> None:
        self._release_all()
        pygame.display.quit()

    def _places(self) -> Places:
        surface = pygame.display.get_surface()
        return places_in(surface.get_size(), tuple(each.size for each in self._displays))

    def _draw_button(self, ink: Ink, button: Button, box: pygame.Rect, words: Wording) -> None:
        held = button in self._holders
        rounded(ink.surface, box, palette.NOTE if held else palette.PLATE, palette.RIDGE)
        colour = palette.GROUND if held else palette.TEXT
        upper, lower = rows(box.inflate(-8, -6), 2, 0)
        name = words.label(f"button-{button.name.lower()}")
        ink.write(name, upper, _NAME, colour=colour, align="centre", most_lines=1)
        quiet = palette.GROUND if held else palette.QUIET
        ink.write(KEY_NAMES[button], lower, _KEY, colour=quiet, align="centre", most_lines=1)

    def _hovered(self, places: Places) -> Line | None:
        if not pygame.mouse.get_focused():
            return None
        return _slot_under(places, pygame.mouse.get_pos())

    def _tap(self, button: Button) -> None:
        self._hold(button, _TAPPED)
        self._let_go(button, _TAPPED)

    def _handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self._release_all()
            self._hands.closed()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.VIDEORESIZE):
            self._around = None
        elif event.type == pygame.KEYDOWN:
            self._key_down(event)
        elif event.type == pygame.KEYUP:
            self._key_up(event)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._mouse_down(event)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._release_all()
        elif _mouse_let_go(event):
            self._release_from(_MOUSE)

    def _key_down(self, event: pygame.event.Event) -> None:
        if any(display.type(event) for display in self._displays):
            return
        if len(self._displays) > 1 and event.key in _HAND_KEYS:
            self._hands.ask_hand(_HAND_KEYS[event.key], held=True)
            return
        if event.key == _CLEARING_KEY:
            self._hands.clear_board()
            return
        # `?` stands on different keys of different keyboards; its release is known by the key.
        button = Button.HELP if event.unicode == "?" else KEYS.get(event.key)
        if button is not None:
            self._hold(button, f"key {event.key}")

    def _key_up(self, event: pygame.event.Event) -> None:
        if event.key in _HAND_KEYS:
            self._hands.ask_hand(_HAND_KEYS[event.key], held=False)
        self._release_from(f"key {event.key}")

    def _mouse_down(self, event: pygame.event.Event) -> None:
        places = self._places()
        for display, box in zip(self._displays, places.panels, strict=True):
            if box.collidepoint(event.pos) and event.button == _LEFT_CLICK:
                self._hands.touch_display()
                display.touch(box, event.pos)
                return
        for button, box in zip(Button, places.buttons, strict=True):
            if box.collidepoint(event.pos):
                self._press(button, event.button)
                return
        line = _slot_under(places, event.pos)
        if line is None:
            return
        if event.button == _LEFT_CLICK:
            self._hands.toggle_stick(line, self.to_move)
        elif event.button == _RIGHT_CLICK:
            self._hands.toggle_stick(line, self.to_move.opponent)

    def _press(self, button: Button, click: int) -> None:
        """The left button holds while it is down. The right one keeps holding until the next
        click: one mouse cannot hold `hand` and press `left`."""
        kept = _KEPT in self._holders.get(button, ())
        if kept and click in (_LEFT_CLICK, _RIGHT_CLICK):
            self._let_go(button, _KEPT)
        elif click == _LEFT_CLICK:
            self._hold(button, _MOUSE)
        elif click == _RIGHT_CLICK:
            self._hold(button, _KEPT)

    def _hold(self, button: Button, holder: str) -> None:
        holders = self._holders.setdefault(button, set())
        holders.add(holder)
        if len(holders) == 1:
            self._hands.button_down(button)

    def _let_go(self, button: Button, holder: str) -> None:
        holders = self._holders.get(button, set())
        if holder not in holders:
            return
        holders.remove(holder)
        if not holders:
            del self._holders[button]
            self._hands.button_up(button)

    def _release_from(self, holder: str) -> None:
        for button in sorted(self._holders):
            self._let_go(button, holder)

    def _release_all(self) -> None:
        if len(self._displays) > 1:
            for player in Player:
                self._hands.ask_hand(player, held=False)
        held, self._holders = sorted(self._holders), {}
        for button in held:
            self._hands.button_up(button)


def places_in(
    size: tuple[int, int], panel_sizes: Sequence[tuple[int, int]] = ((800, 480),)
) -> Places:
    """The board at the left with the legend below it, each display in its own shape and at most its
    own size at the right, one below the other, the buttons where the board ends."""
    width, height = max(480, size[0]), max(320, size[1])
    edge = max(8, width // 80)
    foot = max(48, height // 12)
    widest = max(panel_size[0] for panel_size in panel_sizes)
    side = min(max(width * 36 // 100, widest), width * 52 // 100)
    board_width = min(width - side - 3 * edge, int((height - foot - 3 * edge) / ASPECT))
    board = pygame.Rect((edge, edge), board_size((board_width, height)))
    x = board.right + edge
    side = width - edge - x
    gap = edge // 2
    button_height = min(64, height // 12)
    bottom = height - foot - 2 * edge
    lower = pygame.Rect(x, bottom - button_height, side, button_height)
    upper = lower.move(0, -button_height - gap)
    room = pygame.Rect(x, edge, side, upper.y - 2 * edge)
    panels = tuple(map(_fitted, rows(room, len(panel_sizes), edge), panel_sizes))
    buttons = (*columns(upper, 4, gap), *columns(lower, 4, gap))
    board.y = max(edge, edge + (bottom - edge - board.h) // 2)
    legend = pygame.Rect(edge, height - foot - edge, width - 2 * edge, foot)
    return Places(board, panels, buttons, legend)


def _fitted(room: pygame.Rect, size: tuple[int, int]) -> pygame.Rect:
    """As large as there is room, at most of this size, in the middle."""
    scale = min(1.0, room.w / size[0], room.h / size[1])
    box = pygame.Rect(0, 0, int(size[0] * scale), int(size[1] * scale))
    box.center = room.center
    return box


def _open_display(*, unseen: bool) -> None:
    # SDL would turn SIGTERM into an event that nobody may be there to read.
    os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
    # Its textures are uploaded whole for the smallest change.
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
    except pygame.error as error:
        raise NoDisplayError(f"no display to open a window on ({error}): {_ADVICE}") from error
    if driver in _UNSEEN and not unseen:
        pygame.display.quit()
        raise NoDisplayError(f"no display to open a window on (SDL took {driver!r}): {_ADVICE}")


_ADVICE: Final = (
    "start it on a desktop, set DISPLAY or WAYLAND_DISPLAY, or play without a window by --script"
)


def _mouse_let_go(event: pygame.event.Event) -> bool:
    """Released, outside too: some systems do not report a release outside the window."""
    if event.type == pygame.MOUSEBUTTONUP:
        return bool(event.button == _LEFT_CLICK)
    if event.type == pygame.MOUSEMOTION:
        return not event.buttons[0]
    return bool(event.type == pygame.WINDOWLEAVE)


def _slot_under(places: Places, point: tuple[int, int]) -> Line | None:
    if not places.board.collidepoint(point):
        return None
    return slot_at(places.board.size, (point[0] - places.board.x, point[1] - places.board.y))


def _changed(board: pygame.Rect, before: Board, after: Board) -> list[pygame.Rect]:
    """The parts of the window where a board changed."""
    if before[0] != after[0]:
        return [board]
    boxes = light_boxes(board.size)
    lights = zip(boxes, before[1], after[1], strict=True)
    return [box.move(board.topleft) for box, was, now in lights if was != now]


def _ring(surface: pygame.Surface, board: pygame.Rect, line: Line) -> None:
    x, y = slot_middle(board.size, line)
    centre = (board.x + x, board.y + y)
    pygame.draw.circle(surface, palette.CHOSEN, centre, board.w // 26, 2)


def _draw_legend(ink: Ink, box: pygame.Rect, hovered: Line | None, words: Wording) -> None:
    """What clicks do; at the right the slot under the mouse."""
    name = pygame.Rect(box.right - 120, box.y, 120, min(box.h, 30))
    text = pygame.Rect(box.x, box.y, box.w - 132, box.h)
    ink.write(words.label("legend"), text, _LEGEND, colour=palette.QUIET, upright="top")
    if hovered is not None:
        ink.write(
            line_name(hovered).replace("-", "–"), name, _SLOT, align="right",
            upright="top", most_lines=1,
        )  # fmt: skip
