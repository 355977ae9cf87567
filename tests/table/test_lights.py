"""The lights tell owners, prompts and whose turn it is, to every viewer, on 39 lights or on 12."""

from itertools import pairwise

import pytest

from kahuna_table.engine.board import ISLANDS, LINES, Island, line_set
from kahuna_table.engine.notation import parse_line
from kahuna_table.engine.player import Player
from kahuna_table.engine.position import parse_position
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.table.inputs import Button
from kahuna_table.table.lights import (
    DARK,
    FRAME_MS,
    OWNER_COLOURS,
    BoardLights,
    Light,
    Motion,
    Role,
    at_rest,
    moves,
    on_islands,
    pixels,
)
from kahuna_table.table.preview import NOTHING, of_placing, of_removal
from kahuna_table.table.views import board_lights
from tests.table.bench import Bench
from tests.table.colour_vision import VIEWERS, apart, ciede2000

BLACK = Light(Role.BLACK, Player.BLACK)
WHITE = Light(Role.WHITE, Player.WHITE)
OFF = Light(Role.OFF)


def lights(island: Light = OFF, line: Light = OFF) -> BoardLights:
    """One light at ALOA and one at ALOA-BARI, the others dark."""
    return BoardLights((island, *[OFF] * 11), (line, *[OFF] * 26))


def over_time(board: BoardLights, ms: int = 4000) -> list[tuple[int, int, int]]:
    """The light of ALOA at every frame."""
    return [pixels(board, at_ms)[0] for at_ms in range(0, ms, FRAME_MS)]


def test_the_distance_of_colours_is_that_of_the_paper() -> None:
    assert ciede2000((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)) == pytest.approx(
        2.0425, abs=1e-4
    )
    assert ciede2000((50.0, 2.5, 0.0), (73.0, 25.0, -18.0)) == pytest.approx(27.1492, abs=1e-4)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_two_owners_differ_for_every_viewer(viewer: str) -> None:
    assert apart(*OWNER_COLOURS.values(), viewer) >= 40


def test_owners_are_steady() -> None:
    board = lights(BLACK)
    assert not moves(board)
    assert set(over_time(board)) == {OWNER_COLOURS[Player.BLACK]}


@pytest.mark.parametrize("motion", [Motion.BREATHE, Motion.SHIMMER, Motion.RUN])
def test_an_owner_that_moves_is_never_dark_nor_of_another_colour(motion: Motion) -> None:
    seen = over_time(lights(Light(Role.WHITE, Player.WHITE, motion=motion)))
    assert len(set(seen)) > 1
    assert all(apart(colour, OWNER_COLOURS[Player.BLACK], "normal") > 20 for colour in seen)
    assert min(red for red, _, _ in seen) >= 255 // 5


def test_a_bridge_to_be_lifted_swells_and_a_wrong_one_flashes() -> None:
    swell = over_time(lights(Light(Role.REMOVE)), 1000)
    flash = over_time(lights(Light(Role.WRONG)), 1000)
    assert DARK not in swell
    assert max(abs(b[0] - a[0]) for a, b in pairwise(swell)) < 60
    assert set(flash) == {DARK, (255, 255, 255)}


@pytest.mark.parametrize("role", [Role.WRONG, Role.REMOVE, Role.MISSING, Role.HINT])
def test_on_a_strip_of_twelve_both_islands_of_a_line_tell_its_prompt(role: Role) -> None:
    prompt = Light(role, Player.WHITE)
    told = on_islands(lights(BLACK, prompt)).islands
    assert [island for island in ISLANDS if told[island] == prompt] == [Island.ALOA, Island.BARI]


def test_on_a_strip_of_twelve_the_most_urgent_prompt_is_told() -> None:
    two = (Light(Role.MISSING, Player.WHITE), Light(Role.WRONG), *[OFF] * 25)
    assert LINES[0][0] is LINES[1][0] is Island.ALOA
    assert on_islands(BoardLights((OFF,) * 12, two)).islands[Island.ALOA].role is Role.WRONG


def test_at_rest_owners_stay_and_a_table_without_a_game_is_dark() -> None:
    breathing = Light(Role.BLACK, Player.BLACK, motion=Motion.BREATHE)
    waiting = Light(Role.OFF, motion=Motion.BREATHE)
    assert at_rest(lights(breathing)).islands[0] == BLACK
    assert set(pixels(at_rest(BoardLights((waiting,) * 12, (OFF,) * 27)), 700)) == {DARK}
    wrong = lights(line=Light(Role.WRONG))
    assert at_rest(wrong) == wrong


# --- what the session makes breathe and shimmer


def bench() -> Bench:
    return Bench(RuleSet(), seed=1)


def motions(board: BoardLights, motion: Motion) -> dict[Island, Light]:
    return {i: board.islands[i] for i in ISLANDS if board.islands[i].motion is motion}


def test_without_an_island_of_the_mover_the_free_ones_glow_in_the_movers_colour() -> None:
    at = bench()
    breathing = motions(board_lights(at.session), Motion.BREATHE)
    assert breathing == dict.fromkeys(ISLANDS, Light(Role.OFF, Player.BLACK, motion=Motion.BREATHE))
    at.press(Button.DRAW)
    at.press(Button.OK)
    assert {each.owner for each in motions(board_lights(at.session), Motion.BREATHE).values()} == {
        Player.WHITE
    }


SWEEPING = "play black; black_hand ALOA; black_bridges ALOA-DUDA; white_bridges ALOA-HUNA KAHU-LALE"
"""A bridge ALOA-BARI is black's majority of ALOA, and sweeps ALOA-HUNA."""


def test_a_bridge_that_waits_for_its_card_shows_what_it_would_win_and_sweep() -> None:
    shown = of_placing(parse_position(SWEEPING), parse_line("ALOA-BARI"))
    assert shown.islands == {Island.ALOA: Player.BLACK}
    assert shown.swept == line_set(parse_line("ALOA-HUNA"))


def test_a_bridge_that_cannot_be_laid_shows_nothing() -> None:
    assert of_placing(parse_position(SWEEPING), parse_line("ALOA-HUNA")) == NOTHING


def test_a_removal_shows_the_islands_it_would_cost() -> None:
    state = parse_position("play black; white_bridges COCO-KAHU GOLA-KAHU KAHU-LALE HUNA-LALE")
    assert of_removal(state, parse_line("KAHU-LALE")).islands == dict.fromkeys(
        (Island.KAHU, Island.LALE)
    )


def test_the_glow_of_a_mover_without_islands_keeps_its_hue() -> None:
    glow = BoardLights(
        (Light(Role.OFF, Player.WHITE, motion=Motion.BREATHE),) * 12, (Light(Role.OFF),) * 27
    )
    seen = {colour for at_ms in range(0, 4000, 50) for colour in pixels(glow, at_ms)} - {DARK}
    assert len(seen) > 5
    assert all(0.4 < green / red < 0.7 for red, green, _ in seen)
