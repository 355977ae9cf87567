"""A name that one place accepts, every place accepts."""

import json
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kahuna_table.app.config import ConfigError, parse_config
from kahuna_table.app.config_sections import TableConfig
from kahuna_table.app.saved import SavedGameError, read_game, start_entry
from kahuna_table.engine.names import MAX_LETTERS, is_name
from kahuna_table.engine.playback import GameRecord
from kahuna_table.engine.player import Player
from kahuna_table.engine.record import NotationError, format_record, parse_record
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.table.inputs import Setup
from kahuna_table.table.newgame import LETTERS, edit_name, name_options, with_whole_names
from kahuna_table.table.screen import Option

NAMES = st.text(max_size=MAX_LETTERS + 2) | st.text("Ann \u00a0\u200d\u200b'-#:", max_size=6)
EMPTY = GameRecord(RuleSet(), None, ("", ""), Player.BLACK, ())


def configured(name: str) -> bool:
    try:
        config = parse_config(
            f"[table]\nplayers = [{json.dumps(name, ensure_ascii=False)}, '']", "table.toml"
        )
    except ConfigError:
        return False
    return config.table == TableConfig(players=(name, ""))


def recorded(name: str) -> bool:
    try:
        return parse_record(format_record(replace(EMPTY, names=(name, "")))).names == (name, "")
    except (ValueError, NotationError):
        return False


def saved(name: str) -> bool:
    entry = start_entry(Setup(RuleSet(), None, (name, "")), Player.BLACK)
    try:
        return read_game((entry,)).setup.names == (name, "")
    except SavedGameError:
        return False


@given(NAMES)
@example("Ann ")
@example(" Ann")
@example("Ann\u00a0B")
@example("a\u200db")
@example("Zoë Müller-Lüdtk")
@example("A" * (MAX_LETTERS + 1))
def test_configuration_journal_and_record_take_the_same_names(name: str) -> None:
    assert [configured(name), saved(name), recorded(name)] == [is_name(name)] * 3


@given(st.lists(st.sampled_from([*LETTERS, "name-delete"]), max_size=40))
@example(list("ANN "))
@example([" ", " "])
def test_whatever_is_entered_letter_by_letter_is_a_name(keys: list[str]) -> None:
    setup = Setup(RuleSet())
    for key in keys:
        option = Option(key) if key == "name-delete" else Option("letter", value=key)
        offered = {(each.id, each.value) for each in name_options(setup, Player.BLACK)}
        if key == "name-delete" or ("letter", key) in offered:
            setup = edit_name(setup, Player.BLACK, option)

    assert is_name(with_whole_names(setup).names[Player.BLACK])


@pytest.mark.parametrize("name", ["Ann ", "A" * 17, "a\u200db", "a\u00a0b"])
def test_a_record_says_where_a_name_is_none(name: str) -> None:
    text = format_record(EMPTY).replace("black:", f"black: {name}x", 1)
    if name == "Ann ":
        assert parse_record(text).names[0] == "Ann x"
        return
    with pytest.raises(NotationError, match="at most 16 printable letters"):
        parse_record(text)
