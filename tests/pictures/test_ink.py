"""Text in boxes, and the faces that draw it."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.pictures.fonts import line_height, text_picture, text_width
from kahuna_table.pictures.ink import Ink, fit_text
from kahuna_table.pictures.type_scale import Role, Type
from tests.pictures.samples import pixels


def written(text: str, box: pygame.Rect, px: int = 24, most_lines: int = 99) -> Ink:
    ink = Ink(pygame.Surface((640, 480), 0, 32))
    ink.write(text, box, Type(Role.BODY, px), most_lines=most_lines)
    return ink


@given(
    st.text(st.characters(codec="utf-8"), max_size=80),
    st.integers(0, 300),
    st.integers(0, 200),
    st.integers(14, 48),
)
def test_no_pixel_is_drawn_outside_the_box(text: str, width: int, height: int, px: int) -> None:
    box = pygame.Rect(100, 100, width, height)
    surface = written(text, box, px).surface
    surface.fill((0, 0, 0), box)
    assert not any(pixels(surface))


def test_text_that_fits_keeps_its_size() -> None:
    mark = written("ALOA", pygame.Rect(0, 0, 200, 40)).marks[0]
    assert (mark.px, mark.whole) == (24, True)


def test_long_text_wraps_then_shrinks_then_is_cut() -> None:
    box = pygame.Rect(0, 0, 150, 2 * line_height(24))
    wrapped = written("ALOA BARI COCO", box).marks[0]
    assert (wrapped.px, wrapped.whole) == (24, True)
    assert wrapped.drawn.h == 2 * line_height(24)
    shrunk = written("ALOA BARI COCO DUDA ELAI FAAA", box).marks[0]
    assert 14 <= shrunk.px < 24
    assert shrunk.whole
    cut = written("ALOA BARI COCO DUDA ELAI FAAA GOLA " * 4, box).marks[0]
    assert (cut.px, cut.whole) == (14, False)


def test_a_word_wider_than_the_box_is_broken() -> None:
    mark = written("W" * 30, pygame.Rect(0, 0, 100, 200)).marks[0]
    assert mark.whole
    assert mark.drawn.w <= 100


@pytest.mark.parametrize("text", ["Kahuna", "ʻŌlelo", "Привет", "ALOA–BARI ␣ …"])
def test_a_picture_of_text_has_the_measured_size(text: str) -> None:
    size = text_picture(text, 20, (255, 255, 255)).get_size()
    assert size == (text_width(text, 20), line_height(20))


@pytest.mark.parametrize("text", ["Pay with [ok].", "Pay with [ok]\u00a0?", "付牌按[ok]。"])
def test_no_line_begins_with_the_punctuation_after_a_key(text: str) -> None:
    fits = [
        fit_text(text, width, 400, 24, 24, bold=False, most_lines=9) for width in range(90, 220)
    ]
    assert len({len(fit.lines) for fit in fits}) > 1
    assert not any(line[0] in ".?。\u00a0" for fit in fits for line in fit.lines)
