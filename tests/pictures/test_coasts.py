"""The coasts are what their drawing program draws."""

import pytest

from kahuna_table.engine.board import ASPECT, Island
from kahuna_table.pictures.coasts import COASTS, LINE_LIGHTS
from tests.pictures.draw_coasts import coast, line_lights


def thousandths(points: list[tuple[float, float]]) -> tuple[tuple[int, int], ...]:
    return tuple((round(x * 1000), round(y / ASPECT * 1000)) for x, y in points)


@pytest.mark.parametrize("island", [Island.DUDA])
def test_a_coast_is_as_drawn(island: Island) -> None:
    assert thousandths(coast(island)) == COASTS[island]


def test_line_lights_are_as_drawn() -> None:
    assert thousandths(line_lights()) == LINE_LIGHTS
