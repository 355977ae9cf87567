"""What a frame of the display costs: at most 8 ms at 800x480 on a small desktop machine."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from kahuna_table.app.words import Words
from kahuna_table.pictures.panel import draw_panel
from tests.pictures.scenes import scenes


@pytest.mark.parametrize("size", [(480, 320), (800, 480)], ids=str)
@pytest.mark.parametrize("name", ["turn", "laid", "sweep", "draw", "hand", "scoring", "over"])
def test_a_frame(benchmark: BenchmarkFixture, name: str, size: tuple[int, int]) -> None:
    screen = scenes()[name]
    benchmark(draw_panel, size, screen, Words())
