"""The picture of the board: where slots are hit, and what lights and sticks change."""

from math import dist

import pygame
import pytest

from kahuna_table.engine.board import ASPECT, ISLANDS, LINES, SLOTS, Line, line_name
from kahuna_table.engine.player import Player
from kahuna_table.pictures.board_picture import (
    board_size,
    draw_board,
    light_boxes,
    slot_at,
    slot_middle,
)
from kahuna_table.pictures.coasts import COASTS, LINE_LIGHTS
from tests.pictures.samples import pixels

DARK = ((0, 0, 0),) * 39
ALL = [Line(n) for n in range(len(LINES))]
SIZES = [(1000, 796), (400, 318), (900, 400), (500, 900)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("line", ALL, ids=line_name)
def test_every_slot_is_hit_along_its_whole_length(line: Line, size: tuple[int, int]) -> None:
    width, height = board_size(size)
    left, top = (size[0] - width) // 2, (size[1] - height) // 2
    (ax, ay), (bx, by) = SLOTS[line]
    for share in (0.1, 0.5, 0.9):
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        assert slot_at(size, (round(left + x * width), round(top + y * height))) == line
    assert slot_at(size, slot_middle(size, line)) == line


@pytest.mark.parametrize("point", [(5, 5), (995, 790), (182, 160), (550, 310)], ids=str)
def test_a_click_far_from_slots_hits_none(point: tuple[int, int]) -> None:
    assert slot_at((1000, 796), point) is None


def test_a_click_beside_a_slot_still_means_it() -> None:
    x, y = slot_middle((1000, 796), Line(0))
    assert slot_at((1000, 796), (x, y - 20)) == Line(0)


@pytest.mark.parametrize("line", ALL, ids=line_name)
@pytest.mark.parametrize("player", Player)
def test_a_stick_lies_in_its_slot_in_its_colour(line: Line, player: Player) -> None:
    size = (1000, 796)
    picture = draw_board(size, {line: player}, DARK)
    (ax, ay), (bx, by) = SLOTS[line]
    near = [
        picture.get_at((round(x * 1000), round(y * 1000 * ASPECT)))
        for x, y in ((ax + (bx - ax) * t, ay + (by - ay) * t) for t in (0.3, 0.5, 0.7))
    ]
    brightness = sorted(sum(colour[:3]) / 3 for colour in near)[1]
    assert brightness > 170 if player is Player.WHITE else brightness < 110


@pytest.mark.parametrize("line", ALL, ids=line_name)
def test_a_line_light_shows_beside_a_stick(line: Line) -> None:
    size = (1000, 796)
    frame = list(DARK)
    frame[len(ISLANDS) + line] = (255, 0, 0)
    x, y = LINE_LIGHTS[line]
    at = (x, round(y * ASPECT))
    lit = draw_board(size, {line: Player.BLACK}, tuple(frame)).get_at(at)
    unlit = draw_board(size, {line: Player.BLACK}, DARK).get_at(at)
    assert lit[0] > 200
    assert unlit[0] < 140


def test_coasts_pass_near_the_ends_of_their_slots() -> None:
    for line, ends in enumerate(LINES):
        for island, (x, y) in zip(ends, SLOTS[line], strict=True):
            coast = [(cx / 1000, cy / 1000 * ASPECT) for cx, cy in COASTS[island]]
            assert min(dist((x, y * ASPECT), p) for p in coast) < 0.02, line_name(Line(line))


def test_no_two_islands_overlap() -> None:
    """Painted one by one, no pixel is land twice."""
    masks = []
    for coast in COASTS:
        surface = pygame.Surface((500, 398), pygame.SRCALPHA, 32)
        points = [(x / 2, y / 1000 * 398) for x, y in coast]
        pygame.draw.polygon(surface, (255, 255, 255, 255), points)
        masks.append(pygame.mask.from_surface(surface))
    for n, one in enumerate(masks):
        assert one.count() > 300
        for other in masks[n + 1 :]:
            assert one.overlap(other, (0, 0)) is None


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_picture_has_the_size_asked_for_and_is_the_same_each_time(
    size: tuple[int, int],
) -> None:
    frame = tuple((n, 255 - n, 40) for n in range(39))
    sticks = {Line(n): Player(n % 2) for n in range(0, 27, 2)}
    one, two = (draw_board(size, sticks, frame) for _ in range(2))
    assert one.get_size() == size
    assert pixels(one) == pixels(two)


def test_drawing_leaves_the_empty_board_as_it_was() -> None:
    before = pixels(draw_board((400, 318), {}, DARK))
    draw_board((400, 318), dict.fromkeys(ALL, Player.WHITE), ((255, 255, 255),) * 39)
    assert pixels(draw_board((400, 318), {}, DARK)) == before


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_light_changes_nothing_outside_its_box(size: tuple[int, int]) -> None:
    dark = draw_board(size, {}, DARK)
    for n, box in enumerate(light_boxes(size)):
        lit = draw_board(size, {}, (*DARK[:n], (0, 90, 255), *DARK[n + 1 :]))
        assert pixels(lit) != pixels(dark)
        lit.blit(dark.subsurface(box), box)
        assert pixels(lit) == pixels(dark), n
