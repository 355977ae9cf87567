"""The map: the board by its coasts, each in its holder's colour, with bridges and what is asked.

What does not change is kept for the last sizes; a new picture costs only bridges and signs.
"""

from functools import lru_cache
from typing import Final

import pygame

from kahuna_table.engine.board import ASPECT, ISLANDS, LINES, SLOTS, Island, Line, lines_in
from kahuna_table.engine.player import Player
from kahuna_table.engine.scoring import controlled
from kahuna_table.pictures import palette, signs
from kahuna_table.pictures.board_picture import coast_points
from kahuna_table.pictures.boxes import within
from kahuna_table.pictures.signs import SMOOTH, Point
from kahuna_table.table.lights import Colour
from kahuna_table.table.screen import Chart

_STICK_LENGTH: Final = 0.098
_STICK_BREADTH: Final = 0.032
_LEAST_WIDTH: Final = 40


def draw_chart(
    surface: pygame.Surface, box: pygame.Rect, chart: Chart | None = None
) -> pygame.Rect:
    """The map as large as the box allows, in its middle; gives where it is. Without a chart the
    bare board."""
    place = within(box, ASPECT)
    if place.w < _LEAST_WIDTH:
        return place
    surface.blit(_sea(place.w, place.h), place)
    about = () if chart is None or chart.line is None else LINES[chart.line]
    for island in ISLANDS:
        shore = palette.MARK if island in about else palette.SHORE
        land, corner = _island(island, place.w, holder_colour(chart, island), shore)
        surface.blit(land, (place.x + corner[0], place.y + corner[1]))
    if chart is not None:
        _draw_bridges(surface, place, chart)
        _draw_signs(surface, place, chart)
    return place


def holder_of(chart: Chart | None, island: Island) -> Player | None:
    return None if chart is None else _holders(chart)[island]


def holder_colour(chart: Chart | None, island: Island) -> Colour:
    """The colour of an island's land: its holder's, or bare; half of both where it would change."""
    now = _land(holder_of(chart, island))
    would = dict(chart.would) if chart is not None else {}
    if island not in would:
        return now
    red, green, blue = ((a + b) // 2 for a, b in zip(now, _land(would[island]), strict=True))
    return red, green, blue


def _land(holder: Player | None) -> Colour:
    return palette.LAND if holder is None else palette.ON_DARK[holder]


def middle_of(place: pygame.Rect, line: Line) -> tuple[int, int]:
    """Where a line's bridge lies on a map that is there."""
    x, y = _middle(place, line)
    return round(x), round(y)


def coast_in(
    surface: pygame.Surface, box: pygame.Rect, island: Island, land: Colour, shore: Colour
) -> None:
    """One coast as large as the box allows, in its middle."""
    picture = _coast(island, box.w, box.h, land, shore)
    surface.blit(picture, picture.get_rect(center=box.center))


@lru_cache(maxsize=4)
def _holders(chart: Chart) -> tuple[Player | None, ...]:
    """Who has each island, as far as it is counted."""
    black, white = (controlled(bridges) for bridges in chart.bridges)
    shown = ISLANDS if chart.counted is None else chart.counted
    return tuple(
        None
        if i not in shown
        else Player.BLACK
        if i in black
        else Player.WHITE
        if i in white
        else None
        for i in ISLANDS
    )


def _draw_bridges(surface: pygame.Surface, place: pygame.Rect, chart: Chart) -> None:
    for player in Player:
        for line in lines_in(chart.bridges[player]):
            if not chart.missing >> line & 1:
                _draw_stick(surface, place, line, player)


def _draw_stick(surface: pygame.Surface, place: pygame.Rect, line: Line, player: Player) -> None:
    a, b = _ends(place, line)
    length, breadth = _stick_size(place.w)
    bridge = signs.stick(length, breadth, signs.direction(a, b), player)
    signs.placed(surface, bridge, _middle(place, line))


def _stick_size(width: int) -> tuple[int, int]:
    return max(8, round(_STICK_LENGTH * width)), max(4, round(_STICK_BREADTH * width))


def _draw_signs(surface: pygame.Surface, place: pygame.Rect, chart: Chart) -> None:
    """Rings where something is to be looked at or laid, crosses on what must go, ticks on what
    went."""
    radius, thick = max(7, place.w // 22), max(2, place.w // 130)
    owners = {line: p for p in Player for line in lines_in(chart.bridges[p])}
    if chart.line is not None:
        look = signs.ring(round(radius * 1.25), thick, palette.MARK)
        signs.placed(surface, look, _middle(place, chart.line))
    for line in lines_in(chart.missing):
        colour = palette.ON_DARK[owners[line]] if line in owners else palette.MARK
        signs.placed(surface, signs.ring(radius, 2 * thick, colour), _middle(place, line))
    for line in lines_in(chart.swept):
        lies = chart.lying >> line & 1
        colour = palette.ALERT if lies else palette.MARK
        sign = (signs.cross if lies else signs.tick)(round(radius * 0.8), 2 * thick, colour)
        signs.placed(surface, sign, _middle(place, line))
    for line in lines_in(chart.would_go):
        sign = signs.cross(round(radius * 0.6), 2 * thick, palette.NOTE)
        signs.placed(surface, sign, _middle(place, line))
    for line in lines_in(chart.extra):
        sign = signs.cross(round(radius * 0.8), 2 * thick, palette.ALERT)
        signs.placed(surface, sign, _middle(place, line))


def _ends(place: pygame.Rect, line: Line) -> tuple[Point, Point]:
    (ax, ay), (bx, by) = SLOTS[line]
    a = (place.x + ax * place.w, place.y + ay * place.h)
    return a, (place.x + bx * place.w, place.y + by * place.h)


def _middle(place: pygame.Rect, line: Line) -> Point:
    (ax, ay), (bx, by) = _ends(place, line)
    return (ax + bx) / 2, (ay + by) / 2


@lru_cache(maxsize=6)
def _sea(width: int, height: int) -> pygame.Surface:
    """Water with lighter shallows round the coasts, and the lines without bridges."""
    large = signs.smooth((width, height))
    pygame.draw.rect(large, palette.SEA, large.get_rect(), border_radius=large.get_width() // 30)
    shallows = _mixed(palette.SEA, palette.CARD_SEA, 0.22)
    for island in ISLANDS:
        coast = coast_points(island, width * SMOOTH)
        pygame.draw.polygon(large, shallows, coast)
        pygame.draw.lines(large, shallows, closed=True, points=coast, width=large.get_width() // 45)
    whole = large.get_rect()
    for n in range(len(LINES)):
        a, b = _ends(whole, Line(n))
        signs.stroke(large, palette.LINE, [a, b], max(1, width // 110))
    return signs.shrunk(large)


@lru_cache(maxsize=128)
def _island(
    island: Island, width: int, land: Colour, shore: Colour
) -> tuple[pygame.Surface, tuple[int, int]]:
    """A coast of the map, and where its upper left corner lies."""
    coast = coast_points(island, width)
    left, top = int(min(x for x, _ in coast)) - 2, int(min(y for _, y in coast)) - 2
    right, bottom = int(max(x for x, _ in coast)) + 3, int(max(y for _, y in coast)) + 3
    large = signs.smooth((right - left, bottom - top))
    points = [((x - left) * SMOOTH, (y - top) * SMOOTH) for x, y in coast]
    _draw_land(large, points, land, shore, max(1, width // 200))
    return signs.shrunk(large), (left, top)


@lru_cache(maxsize=128)
def _coast(island: Island, width: int, height: int, land: Colour, shore: Colour) -> pygame.Surface:
    coast = coast_points(island, 1000)
    left, top = min(x for x, _ in coast), min(y for _, y in coast)
    across, down = max(x for x, _ in coast) - left, max(y for _, y in coast) - top
    rim = max(1, min(width, height) // 30)
    scale = min((width - 4 * rim) / across, (height - 4 * rim) / down)
    size = int(across * scale) + 4 * rim, int(down * scale) + 4 * rim
    large = signs.smooth(size)
    points = [
        (((x - left) * scale + 2 * rim) * SMOOTH, ((y - top) * scale + 2 * rim) * SMOOTH)
        for x, y in coast
    ]
    _draw_land(large, points, land, shore, rim)
    return signs.shrunk(large)


def _draw_land(
    large: pygame.Surface, points: list[Point], land: Colour, shore: Colour, rim: int
) -> None:
    """The land over its shore, with a lighter edge inside."""
    pygame.draw.lines(large, shore, closed=True, points=points, width=2 * rim * SMOOTH)
    for point in points:  # lines alone leave gaps where they meet
        pygame.draw.circle(large, shore, point, rim * SMOOTH)
    pygame.draw.polygon(large, land, points)
    light = _mixed(land, (255, 255, 255), 0.35)
    pygame.draw.lines(large, light, closed=True, points=points, width=max(1, rim * SMOOTH // 2))


def _mixed(a: Colour, b: Colour, t: float) -> Colour:
    red, green, blue = (round(p + (q - p) * t) for p, q in zip(a, b, strict=True))
    return red, green, blue
