"""The display: every kind of screen at every size keeps its texts in their boxes."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kahuna_table.engine.board import HAND_LIMIT, ISLANDS, LINES, Line
from kahuna_table.engine.player import Player
from kahuna_table.pictures.ink import MIN_PX, Ink, Mark
from kahuna_table.pictures.panel import draw_panel, paint_panel
from kahuna_table.pictures.panel_parts import sizes_for
from kahuna_table.table.screen import Hand, Kind, Message, Option, Score, Screen
from tests.pictures.samples import HAND, SCORE, SCREENS, SampleWords, pixels

SIZES = [(320, 240), (480, 320), (800, 480), (1024, 600), (452, 470)]
NAMES = st.sampled_from(
    ["", "Al", "Konstantin", "Maximilianowa", "Wwwwwwwwwwww", "王小明和他的朋友"]
)
TEXT = st.sampled_from(
    [
        "turn",
        "no-card",
        "help",
        "word " * 40,
        "Donaudampfschifffahrtsgesellschaftskapitänsmütze",
        "X" * 300,
        "一二三四五六七八九十" * 12,
        "a",
        " ",
    ]
)
MESSAGES = st.builds(Message, TEXT)
CARDS = st.sampled_from(ISLANDS)
NUMBERS = st.integers(0, 999)
PAIRS = st.tuples(NUMBERS, NUMBERS)
SCORES = st.builds(
    Score,
    names=st.tuples(NAMES, NAMES),
    to_move=st.sampled_from([None, *Player]),
    round=NUMBERS,
    rounds=st.integers(1, 3),
    points=PAIRS,
    islands=PAIRS,
    hand_sizes=PAIRS,
    bridges_left=PAIRS,
    face_up=st.lists(CARDS, max_size=3).map(tuple),
    deck=NUMBERS,
    last_turn=st.lists(MESSAGES, max_size=8).map(tuple),
)
OPTIONS = st.lists(
    st.builds(
        Option,
        TEXT,
        st.lists(CARDS, max_size=2).map(tuple),
        st.sampled_from([None, *map(Line, range(len(LINES)))]),
        st.sampled_from([None, "kosmos1998", "v" * 60]),
    ),
    max_size=40,
).map(tuple)


@st.composite
def screens(draw: st.DrawFn) -> Screen:
    options = draw(OPTIONS)
    cards = draw(st.lists(CARDS, max_size=HAND_LIMIT).map(tuple))
    return Screen(
        draw(st.sampled_from(Kind)),
        draw(MESSAGES),
        draw(st.lists(MESSAGES, max_size=5).map(tuple)),
        options,
        draw(st.integers(0, len(options) - 1)) if options else None,
        Hand(
            draw(st.sampled_from(Player)),
            cards,
            draw(st.integers(0, len(cards) - 1)) if cards else None,
            draw(st.sampled_from([None, *cards])),
        ),
        draw(st.none() | SCORES),
        draw(st.none() | st.lists(CARDS, max_size=24).map(tuple)),
    )


def assert_tidy(ink: Ink) -> None:
    """No text leaves its box or the display, or touches another text; none is too small."""
    display = ink.surface.get_rect()
    for mark in ink.marks:
        assert mark.drawn.w == 0 or mark.box.contains(mark.drawn), mark
        assert mark.drawn.w == 0 or display.contains(mark.drawn), mark
        assert mark.px >= MIN_PX, mark
    for a, b in combinations(ink.marks, 2):
        assert not a.drawn.colliderect(b.drawn), (a, b)


@given(st.sampled_from(SIZES), screens(), st.integers(1, 3))
@settings(max_examples=150)
def test_no_text_leaves_its_box(size: tuple[int, int], screen: Screen, stretch: int) -> None:
    assert_tidy(paint_panel(size, screen, SampleWords(stretch)))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", SCREENS)
def test_usual_screens_are_shown_whole(name: str, size: tuple[int, int]) -> None:
    ink = paint_panel(size, SCREENS[name], SampleWords())
    assert_tidy(ink)
    cut = [mark.text for mark in ink.marks if not mark.whole]
    assert not cut


def mark_of(ink: Ink, text: str) -> Mark:
    return next(mark for mark in ink.marks if mark.text == text)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_chosen_option_is_always_in_sight(size: tuple[int, int]) -> None:
    options = tuple(Option(f"choice number {n}") for n in range(60))
    for cursor in range(len(options)):
        screen = Screen(Kind.OPTIONS, Message("menu"), options=options, cursor=cursor)
        chosen = mark_of(paint_panel(size, screen, SampleWords()), options[cursor].id)
        assert chosen.whole


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_whose_turn_it_is_shows_in_the_players_colour(size: tuple[int, int]) -> None:
    pictures = {
        mover: draw_panel(
            size, replace(SCREENS["game"], score=replace(SCORE, to_move=mover)), SampleWords()
        )
        for mover in Player
    }
    y = sizes_for(size).gap + 5
    left, right = (size[0] // 4, y), (size[0] * 3 // 4, y)
    black_plate, white_plate = (pictures[Player.BLACK].get_at(p)[:3] for p in (left, right))
    assert black_plate[2] > black_plate[0] + 40
    assert max(white_plate) < 60
    white_moves = pictures[Player.WHITE].get_at(right)[:3]
    assert white_moves[0] > white_moves[2] + 40


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_hand_is_readable_only_on_its_own_screen(size: tuple[int, int]) -> None:
    names = {card.name for card in HAND.cards}
    shown = {m.text for m in paint_panel(size, SCREENS["hand"], SampleWords()).marks}
    assert names <= shown
    hidden = replace(SCREENS["game"], hand=HAND)
    assert not names & {m.text for m in paint_panel(size, hidden, SampleWords()).marks}


@pytest.mark.parametrize("name", SCREENS)
def test_the_same_screen_gives_the_same_bytes(name: str) -> None:
    one, two = (pixels(draw_panel((320, 240), SCREENS[name], SampleWords())) for _ in range(2))
    assert one == two
