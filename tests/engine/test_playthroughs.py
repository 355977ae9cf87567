"""The golden playthroughs: see `playthrough`. One that differs is a change of the rules."""

import pytest

from tests.engine.playthrough import GAMES, GOLDEN, played_again


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_as_recorded(name: str) -> None:
    recorded = (GOLDEN / name).read_text("utf-8")
    assert played_again(recorded).splitlines() == recorded.splitlines()
    assert "event: game over" in recorded


def test_every_golden_file_is_played() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == set(GAMES)
