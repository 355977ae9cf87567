"""A tap becomes presses that the table is sure to see, one after another."""

from dataclasses import replace

import pygame

from kahuna_table.devices.screen.taps import AGAIN_MS, PATIENCE_MS, Taps
from kahuna_table.pictures.ink import Target
from kahuna_table.table.inputs import Button
from tests.pictures.samples import SCREENS

BOX = pygame.Rect(0, 0, 9, 9)
MENU = replace(SCREENS["menu"], cursor=0)


class Pressed:
    """Taps, and what they pressed."""

    def __init__(self) -> None:
        self.buttons: list[Button] = []
        self.taps = Taps(self.buttons.append)


def test_the_same_button_is_pressed_again_only_after_a_pause() -> None:
    pressed = Pressed()
    pressed.taps.tap(MENU, Target(BOX, 2))
    pressed.taps.step(MENU, 0)
    pressed.taps.step(replace(MENU, cursor=1), AGAIN_MS - 1)
    assert pressed.buttons == [Button.RIGHT]

    pressed.taps.step(replace(MENU, cursor=1), AGAIN_MS)
    pressed.taps.step(replace(MENU, cursor=2), AGAIN_MS + 1)
    assert pressed.buttons == [Button.RIGHT, Button.RIGHT, Button.OK]


def test_the_shorter_way_round_is_taken() -> None:
    pressed = Pressed()
    pressed.taps.tap(MENU, Target(BOX, len(MENU.options) - 1))
    pressed.taps.step(MENU, 0)

    assert pressed.buttons == [Button.LEFT]


def test_what_only_leads_on_is_not_chosen() -> None:
    pressed = Pressed()
    pressed.taps.tap(MENU, Target(BOX, 0, chooses=False))
    pressed.taps.step(MENU, 0)

    assert pressed.buttons == []


def test_a_cursor_that_does_not_move_is_given_up() -> None:
    pressed = Pressed()
    pressed.taps.tap(MENU, Target(BOX, 2))
    for at_ms in range(0, 2 * PATIENCE_MS, 100):
        pressed.taps.step(MENU, at_ms)
    pressed.taps.step(replace(MENU, cursor=1), 2 * PATIENCE_MS)

    assert pressed.buttons == [Button.RIGHT]


def test_of_equal_cards_in_a_hand_the_cursor_knows_one() -> None:
    pressed, shown = Pressed(), SCREENS["hand"]
    assert shown.hand is not None
    assert shown.hand.cards[0] is shown.hand.cards[1]
    at_first = replace(shown, hand=replace(shown.hand, cursor=0))
    pressed.taps.tap(at_first, Target(BOX, 1))
    pressed.taps.step(at_first, 0)

    assert pressed.buttons == [Button.OK]
