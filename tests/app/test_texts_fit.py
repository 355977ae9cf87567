"""Every text fits the smallest display whole, as prompt and as note, in every language."""

import re

import pytest

from kahuna_table.app.texts import HELP, TEXTS, Text, forms
from kahuna_table.app.words import LANGUAGES, Words
from kahuna_table.engine.board import LINES, Island
from kahuna_table.engine.player import Player
from kahuna_table.pictures.panel import paint_panel
from kahuna_table.table.screen import Argument, Kind, Message, Screen
from tests.pictures.samples import HAND, SCORE, TAKES

ARGUMENTS: dict[str, Argument] = {
    "player": Player.BLACK,
    "owner": Player.WHITE,
    "other": Player.WHITE,
    "winner": Player.BLACK,
    "loser": Player.WHITE,
    "line": LINES[0],
    "lines": LINES[:4],
    "card": Island.ALOA,
    "card2": Island.BARI,
    "island": Island.HUNA,
    "island2": Island.DUDA,
    "button": "button-left",
    "codes": "KT-301, KT-310",
    "pairs": "ALOA+BARI, ALOA+ALOA, BARI+BARI",
    "name": "Konstantin",
}
SHOWN = [id for id in TEXTS if not id.startswith(("value-", "button-", "legend"))]


def message(id: str, text: Text) -> Message:
    names = dict.fromkeys(re.findall(r"{(\w+)}", " ".join(forms(text))))
    return Message(id, tuple((name, ARGUMENTS.get(name, 24)) for name in names))


def cut_texts(screen: Screen, language: str) -> list[str]:
    marks = paint_panel((320, 240), screen, Words(language)).marks
    return [mark.text for mark in marks if not mark.whole]


@pytest.mark.parametrize("kind", [Kind.GAME, Kind.OPTIONS, Kind.HAND], ids=lambda kind: kind.value)
@pytest.mark.parametrize("language", LANGUAGES)
def test_prompts_and_notes_fit(kind: Kind, language: str) -> None:
    turn = message("your-turn", TEXTS["your-turn"])
    options, cursor = (TAKES, 0) if kind is Kind.OPTIONS else ((), None)
    hand = HAND if kind is Kind.HAND else None
    cut = []
    for id in SHOWN:
        text = message(id, TEXTS[id])
        as_prompt = Screen(kind, text, (), options, cursor, hand, SCORE)
        as_note = Screen(kind, turn, (text,), options, cursor, hand, SCORE)
        cut += [(id, each) for s in (as_prompt, as_note) for each in cut_texts(s, language)]
    # The turn before gives way when the prompt needs its room.
    assert not [(id, text) for id, text in cut if "laid" not in text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_pages_fit(language: str) -> None:
    pages = {id: Screen(Kind.HELP, message(id, HELP[id]), score=SCORE) for id in HELP}
    assert not [(id, cut) for id, page in pages.items() for cut in cut_texts(page, language)]
