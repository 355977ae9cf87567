"""Without a game the display greets in each language in turn, and any button leads to one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import TableConfig
from kahuna_table.app.words import LANGUAGES, Words
from kahuna_table.table.inputs import Button
from kahuna_table.table.screen import Kind, Screen
from kahuna_table.tools.script.parse import parse_script
from kahuna_table.tools.script.run import Runner

GREETING_MS = 6000


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[Runner]:
    made = Runner(
        Config(table=TableConfig(language="nl", dark_after_min=1)), shots=None, state_dir=tmp_path
    )
    yield made
    made.table.close()


def shown(runner: Runner, ms: int) -> list[Screen]:
    """The screens of this time, each once."""
    found: list[Screen] = []
    for _ in range(ms // 40):
        runner.hands.wait(40)
        if not found or runner.table.screen != found[-1]:
            found.append(runner.table.screen)
    return found


def test_each_language_has_its_turn_and_nothing_changes_in_between(runner: Runner) -> None:
    greetings = shown(runner, 7 * GREETING_MS)
    assert [each.language for each in greetings[:2]] == ["", "en"]
    assert {each.language for each in greetings} == {"", *LANGUAGES} - {"nl"}
    assert len(greetings) <= 8
    words = Words("nl")
    said = {words.speaking(each.language).message(each.prompt) for each in greetings}
    assert len(said) == len(LANGUAGES)
    assert "Press any button to play Kahuna." in said


def test_it_begins_with_the_language_that_was_chosen(runner: Runner) -> None:
    runner.run(parse_script("press menu\npress left\npress ok\npress back"))
    chosen = runner.table.session.language
    assert chosen
    assert runner.table.screen.language == chosen
    assert {each.language for each in shown(runner, 6 * GREETING_MS)} >= {chosen, "en"} - {"nl"}


@pytest.mark.parametrize("button", [each for each in Button if each is not Button.HELP])
def test_any_button_leads_on_in_the_language_of_the_table(runner: Runner, button: Button) -> None:
    runner.hands.wait(2 * GREETING_MS)
    assert runner.table.screen.language
    runner.hands.press(button)
    asked = Kind.OPTIONS if button is Button.MENU else Kind.NEW_GAME
    assert runner.table.screen.kind is asked
    assert runner.table.screen.language == ""


def test_a_dark_display_changes_nothing(runner: Runner) -> None:
    runner.hands.wait(61_000)
    assert len(shown(runner, 30_000)) == 1


def test_the_lights_come_to_rest_under_the_greeting(runner: Runner) -> None:
    runner.hands.wait(6 * 60_000)
    before = runner.table.kit.strip.frames
    runner.hands.wait(30_000)
    assert runner.table.kit.strip.frames == before
