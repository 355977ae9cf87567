"""Fingers and keys become buttons."""

import pytest

from kahuna_table.devices.screen.presses import MIN_MS, Presses
from kahuna_table.table.inputs import NO_BUTTONS, Button


def history(presses: Presses, until_ms: int, from_ms: int = 0) -> list[int]:
    """The different states of the buttons, read every 40 ms."""
    seen: list[int] = []
    for at_ms in range(from_ms, until_ms, 40):
        down = presses.down(at_ms)
        if not seen or seen[-1] != down:
            seen.append(down)
    return seen


@pytest.mark.parametrize("button", Button)
def test_a_button_is_down_while_it_is_held(button: Button) -> None:
    presses = Presses()
    presses.hold("finger", button)
    assert history(presses, 1000) == [1 << button]
    presses.let_go("finger")
    assert presses.down(1000) == NO_BUTTONS


def test_a_tap_that_was_over_at_once_is_still_seen() -> None:
    presses = Presses()
    presses.hold("finger", Button.OK)
    presses.let_go("finger")

    assert history(presses, 1000) == [1 << Button.OK, 0]


def test_two_taps_at_once_are_two() -> None:
    presses = Presses()
    for _ in range(2):
        presses.hold("finger", Button.LEFT)
        presses.let_go("finger")

    assert history(presses, 1000) == [1 << Button.LEFT, 0, 1 << Button.LEFT, 0]


def test_every_state_lasts_long_enough_to_settle() -> None:
    presses = Presses()
    presses.hold("finger", Button.LEFT)
    presses.let_go("finger")

    changes = [at_ms for at_ms in range(1000) if presses.down(at_ms) != presses.down(at_ms)]
    assert changes == []
    presses.hold("finger", Button.LEFT)
    presses.let_go("finger")
    down_ms = sum(presses.down(at_ms) != NO_BUTTONS for at_ms in range(1000, 2000))
    assert down_ms == MIN_MS


def test_a_hundred_taps_do_not_go_on_for_ever_and_end_released() -> None:
    presses = Presses()
    for _ in range(100):
        presses.hold("finger", Button.LEFT)
        presses.let_go("finger")

    history(presses, 3000)
    assert history(presses, 40_000, 3000) == [NO_BUTTONS]


def test_two_holders_hold_until_the_last_leaves() -> None:
    presses = Presses()
    presses.hold("finger", Button.BACK)
    presses.hold("key", Button.BACK)
    presses.let_go("finger")
    assert history(presses, 1000) == [1 << Button.BACK]
    presses.let_go("key")
    assert presses.down(1000) == NO_BUTTONS


def test_two_fingers_hold_two_buttons() -> None:
    presses = Presses()
    presses.hold("one", Button.HAND)
    presses.hold("two", Button.LEFT)

    assert presses.down(0) == 1 << Button.HAND | 1 << Button.LEFT


def test_all_are_let_go_at_once() -> None:
    presses = Presses()
    presses.hold("one", Button.HAND)
    presses.hold("two", Button.LEFT)
    presses.down(0)
    presses.let_all_go()

    assert presses.down(MIN_MS) == NO_BUTTONS
