"""The buttons, read as levels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.devices.buttons import GpioButtons
from kahuna_table.devices.pins import REFERENCE
from kahuna_table.devices.ports import ButtonPad
from kahuna_table.devices.simulated import build
from kahuna_table.table.inputs import NO_BUTTONS, Button, Buttons


@pytest.mark.parametrize("button", Button, ids=lambda button: button.name.lower())
def test_each_button_is_read_alone_and_not_after_its_release(button: Button) -> None:
    kit = build()
    kit.board.press(button)
    assert kit.buttons.read() == 1 << button

    kit.board.release(button)
    assert kit.buttons.read() == NO_BUTTONS


@given(pressed=st.integers(0, 255).map(Buttons))
def test_any_chord_reads_back_exactly(pressed: Buttons) -> None:
    kit = build()
    kit.net.set_buttons(pressed)

    assert kit.buttons.read() == pressed


def test_a_read_that_fails_keeps_what_was_held_until_reads_work_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kit = build()
    kit.board.press(Button.OK)
    kit.buttons.read()

    def refuse(_pin: int) -> bool:
        raise OSError(5, "gone")

    with monkeypatch.context() as broken:
        broken.setattr(kit.net, "level", refuse)
        kit.net.set_buttons(NO_BUTTONS)
        assert kit.buttons.read() == 1 << Button.OK
        text = str(*kit.buttons.faults())
        assert text.startswith(
            "KT-320 cannot read the buttons, expected levels, got OSError(5, 'gone')"
        )

    assert kit.buttons.read() == NO_BUTTONS
    assert kit.buttons.faults() == ()


def test_closing_gives_the_pins_back() -> None:
    kit = build()
    kit.buttons.read()

    kit.buttons.close()

    successor: ButtonPad = GpioButtons(kit.factory, REFERENCE)
    kit.board.press(Button.HELP)
    assert successor.read() == 1 << Button.HELP
