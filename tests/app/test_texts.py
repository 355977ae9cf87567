"""Every message that the table can show has words, with the arguments it is given."""

import re
from pathlib import Path
from string import Formatter

import pytest

import kahuna_table.table
from kahuna_table.app.texts import HELP, OPTIONS, TEXTS, forms
from kahuna_table.app.words import Words
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import LINES
from kahuna_table.engine.rules import Illegality
from kahuna_table.engine.ruleset import RULE_SETS
from kahuna_table.table.inputs import Setup
from kahuna_table.table.newgame import ROWS
from kahuna_table.table.play import reason_message
from kahuna_table.table.screen import Message
from kahuna_table.table.waiting import Waiting

TABLE = Path(kahuna_table.table.__file__).parent
ROOM = TABLE.parent
NAMED = sorted(
    {
        id
        for path in TABLE.glob("*.py")
        for id in re.findall(r'(?:Message|_of_line)\(\s*"([a-z-]+)"', path.read_text())
    }
)
CONTRACT = (
    "full-hand",
    "declined-before",
    "no-card",
    "line-taken",
    "enemy-island",
    "lift-first",
    "not-your-turn",
    "no-bridge-left",
    "put-back",
    "remove-proposal",
    "sensor-stuck",
    "sensor-jittery",
    "sensors-unknown",
    "board-wiped",
    "not-saved",
)


@pytest.mark.parametrize("id", [*NAMED, *CONTRACT])
def test_a_message_that_is_shown_has_words(id: str) -> None:
    assert id in TEXTS or id in HELP


QUOTED = {
    word
    for path in ROOM.rglob("*.py")
    if path.parent.name != "texts"
    for word in re.findall(r'"([a-z][a-z0-9-]*)"', path.read_text("utf-8"))
}
"""Every id that stands in the code, and the variants."""

MADE = (
    r"about-.+|lesson-.+|value-.+|button-.+|confirm-.+|help-.+|trouble-kt-\d(-staff)?|black|white",
    *(reason_message(reason).id for reason in Illegality),
)
"""Ids that are put together, whose tests are here and in `table`."""


@pytest.mark.parametrize("id", TEXTS | HELP)
def test_every_text_is_shown_somewhere(id: str) -> None:
    said = [id[: -len(end) - 1] for end in QUOTED if id.endswith(f"-{end}")]
    assert id in QUOTED or re.fullmatch("|".join(MADE), id) or QUOTED.intersection(said)


def test_there_are_messages_to_look_at() -> None:
    assert len(NAMED) > 30


@pytest.mark.parametrize("reason", list(Illegality), ids=lambda reason: reason.value)
def test_every_refusal_of_the_rules_has_words(reason: Illegality) -> None:
    assert reason_message(reason).id in TEXTS


@pytest.mark.parametrize("waiting", list(Waiting), ids=lambda waiting: waiting.value)
def test_help_explains_whatever_the_table_waits_for(waiting: Waiting) -> None:
    assert f"help-{waiting.value}" in HELP


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
@pytest.mark.parametrize("name", RULE_SETS)
def test_every_row_of_a_new_game_and_its_values_have_words(row: object, name: str) -> None:
    setup = Setup(RULE_SETS[name])
    assert row.id in OPTIONS  # type: ignore[attr-defined]
    for _ in range(8):
        value = row.value(setup)  # type: ignore[attr-defined]
        assert not value or f"value-{value}" in TEXTS
        setup = row.turn(setup)  # type: ignore[attr-defined]


@pytest.mark.parametrize("id", sorted(TEXTS | HELP | OPTIONS))
def test_a_text_has_only_plain_placeholders(id: str) -> None:
    for text in forms((TEXTS | HELP | OPTIONS)[id]):
        for _, name, form, conversion in Formatter().parse(text):
            assert name is None or (name.isidentifier() and not form and not conversion)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (7, "ALOA–BARI, ALOA–DUDA, ALOA–HUNA, BARI–COCO, BARI–DUDA, BARI–ELAI, BARI–FAAA"),
        (27, "ALOA–BARI, ALOA–DUDA, ALOA–HUNA, BARI–COCO, BARI–DUDA, BARI–ELAI and 21 more"),
    ],
)
def test_a_text_names_the_first_lines_of_many(count: int, said: str) -> None:
    lines = tuple(LINES[:count])

    assert said in Words().message(Message("sensors-unknown", (("lines", lines),)))


@pytest.mark.parametrize("trouble", Trouble)
def test_every_trouble_of_a_device_on_the_board_has_words(trouble: Trouble) -> None:
    kind = None if trouble.code is None else trouble.code // 100

    assert kind in (None, 4) or f"trouble-kt-{kind}" in TEXTS  # 4: a screen's own
