"""`kahuna-table games export` and `import`: to a new card, and onto one that has games."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from kahuna_table.app.saved import start_entry
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.store.journal import open_journal
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import Contents
from kahuna_table.table.inputs import Setup
from kahuna_table.tools.games.backup import Places, export_games, import_games
from tests.store.journals import now

START = start_entry(Setup(RuleSet(), names=("Élodie", "红")), Player.BLACK)


@pytest.fixture
def old(tmp_path: Path) -> Places:
    """A table with games, one of them in progress, and settings."""
    places = Places(tmp_path / "old", tmp_path / "old.toml")
    journal = open_journal(places.state, now=now)
    journal.begin("2026-11-28")
    journal.finish("white third-scoring 3-5", "the record\nof a game")
    journal.begin("2026-11-29")
    journal.abandon("another")
    journal.begin("2026-11-30", START)
    journal.close()
    places.config.write_text("[lights]\nbrightness_percent = 20\n")
    (places.state / "wiring.toml").write_text("# as it is wired\n")
    return places


@pytest.fixture
def file(old: Places, tmp_path: Path) -> Path:
    out = StringIO()
    assert export_games(tmp_path / "card.json", old, out, out) == 0
    assert "2 games and the one in progress, kahuna-table.toml, wiring.toml" in out.getvalue()
    return tmp_path / "card.json"


@pytest.fixture
def new(tmp_path: Path) -> Places:
    return Places(tmp_path / "new", tmp_path / "new.toml")


def imported(file: Path, places: Places) -> tuple[int, str]:
    out = StringIO()
    return import_games(file, places, now, out, out), out.getvalue()


def test_everything_is_on_the_new_card(old: Places, file: Path, new: Places) -> None:
    status, _ = imported(file, new)

    assert status == 0
    assert read_journal(new.state) == read_journal(old.state)
    assert new.config.read_text() == old.config.read_text()
    assert (new.state / "wiring.toml").read_text() == "# as it is wired\n"


def test_what_is_there_already_stays(old: Places, file: Path) -> None:
    before = read_journal(old.state)
    old.config.write_text("# mine\n")

    status, said = imported(file, old)

    assert (status, read_journal(old.state)) == (0, before)
    assert "0 games are new, 2 were here already" in said
    assert f"{old.config}: differs, and stays as it is" in said
    assert old.config.read_text() == "# mine\n"


def test_games_are_added_to_those_of_the_card(file: Path, new: Places) -> None:
    journal = open_journal(new.state, now=now)
    journal.begin("2026-12-01")
    journal.finish("black third-scoring 5-3", "played here")
    journal.close()

    imported(file, new)

    told = read_journal(new.state)
    assert [game.record for game in told.ended] == [
        "played here",
        "the record\nof a game",
        "another",
    ]
    assert told.current is not None
    assert told.current.entries == (START,)


def test_a_game_in_progress_is_in_the_way_of_new_ones(file: Path, new: Places) -> None:
    journal = open_journal(new.state, now=now)
    journal.begin("2026-12-01", START, START)
    journal.close()
    before = read_journal(new.state)

    status, said = imported(file, new)

    assert (status, read_journal(new.state)) == (1, before)
    assert "end it first" in said


def test_a_table_that_runs_is_in_the_way(file: Path, new: Places) -> None:
    running = open_journal(new.state, now=now)

    status, said = imported(file, new)
    running.close()

    assert status == 75
    assert "sudo systemctl stop kahuna-table" in said


def test_a_game_of_another_card_is_not_shown_as_the_last_one(file: Path, new: Places) -> None:
    document = json.loads(file.read_text()) | {"current": None}
    document["games"].pop()
    file.write_text(json.dumps(document))
    imported(file, new)

    journal = open_journal(new.state, now=now)

    assert journal.just_finished() is None
    journal.close()


@pytest.mark.parametrize(
    "change",
    [
        {"format": "kahuna-table games 2"},
        {"games": [{"number": 1}]},
        {
            "games": [
                {"number": 1, "started_on": 5, "ending": "finished", "result": "", "record": ""}
            ]
        },
        {"games": [{"number": 1, "started_on": "", "ending": "lost", "result": "", "record": ""}]},
        {"games": 5},
        {"current": {"number": 1, "started_on": "", "entries": []}},
        {"current": {"number": 1, "started_on": "", "entries": [{"kind": "end", "data": ""}]}},
        {"settings": None},
    ],
)
def test_what_export_did_not_write_is_refused(
    file: Path, new: Places, change: dict[str, Any]
) -> None:
    file.write_text(json.dumps(json.loads(file.read_text()) | change))

    status, said = imported(file, new)

    assert status == 64
    assert said.startswith(f"{file}: expected ")
    assert not new.state.exists() or read_journal(new.state) == Contents((), None)


@pytest.mark.parametrize("text", ["", "[", "[]", '"x"', "{}", "[" * 100_000])
def test_what_is_no_such_file_is_refused(file: Path, new: Places, text: str) -> None:
    file.write_text(text)

    assert imported(file, new)[0] == 64
