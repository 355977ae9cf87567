"""Games killed at every write: whole when the table is, named when it is not."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from kahuna_table.app.ledger import GameLedger
from kahuna_table.engine.board import Line
from kahuna_table.engine.player import Player
from kahuna_table.engine.state import Phase
from kahuna_table.errors import KahunaError
from kahuna_table.store.journal import Journal
from kahuna_table.store.values import Entry
from kahuna_table.table.effects import Effect, MoveMade
from kahuna_table.tools.cli import main
from kahuna_table.tools.prove.plan import plan_game
from kahuna_table.tools.prove.power_cut import (
    Left,
    Place,
    play_on,
    prove_power_cut,
    read_left,
    state_hash,
)

SWEEPING = 14
"""In the second turn of this game a bridge is swept."""


def test_no_cut_damages_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "power-cut", "--turns", "2", "--seed", str(SWEEPING)]) == 0

    game, end = capsys.readouterr().out.splitlines()
    cuts = int(end.split()[0])
    assert cuts > 20
    assert end == f"{cuts} cuts, 0 games damaged"
    assert game == f"seed {SWEEPING}: 2 turns, 1 sweeps, {cuts} cuts, whole"


def forgetful(journal: Journal, *entries: Entry) -> None:
    """Says that it has kept what it has not."""


write = GameLedger.write


def leaving_out(ledger: GameLedger, effect: Effect) -> None:
    """Does not write the second turn down."""
    if isinstance(effect, MoveMade) and effect.turn == 2:
        return
    write(ledger, effect)


@pytest.mark.parametrize(
    ("broken", "name", "fault", "found"),
    [
        (Journal, "append", forgetful, "resumed as"),
        (GameLedger, "write", leaving_out, "neither not made nor made"),
    ],
    ids=["nothing is kept", "a turn is left out"],
)
def test_a_table_that_loses_something_is_found_out(
    broken: type[object],
    name: str,
    fault: Callable[..., object],
    found: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(broken, name, fault)
    out = StringIO()

    status = prove_power_cut(1, 3, out, most_turns=2)

    assert status == 1
    assert "DAMAGED" in out.getvalue()
    assert "seed 3, cut " in out.getvalue()
    assert found in out.getvalue()
    assert "1 games damaged" in out.getvalue()


def test_a_planned_game_depends_on_its_seed_alone() -> None:
    assert plan_game(5) == plan_game(5)
    assert plan_game(5).moves != plan_game(6).moves
    assert plan_game(5).states[-1].phase is Phase.OVER
    assert plan_game(5, 7).turns == 7


def test_a_game_goes_on_from_where_the_plug_left_it(tmp_path: Path) -> None:
    place = Place(tmp_path / "state", tmp_path / "board", seed=1, most_turns=3)
    out = StringIO()

    assert play_on(place, None, out, out) == 0
    hashed = state_hash(plan_game(1, 3).states[-1])
    assert out.getvalue().endswith(f" {hashed}\n")


SHORT = 2018
"""This game ends early, after 47 moves."""


def test_a_game_that_was_over_before_the_cut_must_be_shown_and_kept_as_it_ended(
    tmp_path: Path,
) -> None:
    place = Place(tmp_path / "state", tmp_path / "board", seed=SHORT)
    planned, out = plan_game(SHORT), StringIO()
    assert play_on(place, None, out, out) == 0

    over = Left({}, len(planned.moves) - 1, state_hash(planned.states[-1]), "after")
    place.board.write_text(over.text())
    assert play_on(place, None, out, out) == 0

    for path in place.directory.iterdir():
        path.unlink()
    assert play_on(place, None, out, out) == 1
    assert out.getvalue().endswith("the game that was over is not kept as it ended\n")


def test_a_proof_may_begin_where_an_older_game_is_over(tmp_path: Path) -> None:
    state, out = tmp_path / "state", StringIO()
    assert play_on(Place(state, tmp_path / "one", seed=SHORT), None, out, out) == 0
    assert play_on(Place(state, tmp_path / "two", seed=1, most_turns=3), None, out, out) == 0
    assert out.getvalue().endswith(f" {state_hash(plan_game(1, 3).states[-1])}\n")


def test_what_a_cut_leaves_is_read_as_it_was_written() -> None:
    left = Left({Line(3): Player.WHITE, Line(7): Player.BLACK}, 4, "0" * 32, "inside")

    assert read_left(left.text()) == left


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"sticks": {"ALOA-ALOA": "black"}}'])
def test_a_board_file_of_something_else_is_refused(text: str, tmp_path: Path) -> None:
    board, out = tmp_path / "board", StringIO()
    board.write_text(text)

    with pytest.raises(KahunaError):
        read_left(text)
    assert play_on(Place(tmp_path / "state", board, 1), None, out, out) == 64


def test_play_needs_a_board_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "power-cut", "--play", str(tmp_path)]) == 64
    assert "--board" in capsys.readouterr().err
