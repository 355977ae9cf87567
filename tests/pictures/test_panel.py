"""The display: every scene at every size keeps its texts readable and in their boxes."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kahuna_table.app.words import LANGUAGES, Words
from kahuna_table.engine.board import HAND_LIMIT, ISLANDS, LINES, NO_LINES, Line, Lines
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.pictures.ink import Ink, Mark
from kahuna_table.pictures.panel import draw_panel, paint_panel
from kahuna_table.pictures.type_scale import (
    LEAST_ARC_MINUTES,
    LEAST_PX,
    USUAL,
    Role,
    Viewing,
    type_scale,
)
from kahuna_table.table.inputs import Setup
from kahuna_table.table.menu import CONTINUE, NEW
from kahuna_table.table.newgame import start_options
from kahuna_table.table.screen import (
    Chart,
    Hand,
    Kind,
    Message,
    Option,
    RoundScore,
    Score,
    Screen,
    Story,
)
from tests.pictures.samples import HAND, SCORE, SCREENS, SampleWords, pixels
from tests.pictures.scenes import named, scenes

SIZES = [(320, 240), (480, 320), (800, 480), (1280, 720), (720, 1280)]
SMALL = Viewing(diagonal_inch=3.5, distance_m=0.6)
NEAR = Viewing(diagonal_inch=2.8, distance_m=0.45)
VIEWS = [*((size, USUAL) for size in SIZES), ((480, 320), SMALL), ((320, 240), NEAR)]
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
SEVERAL = st.lists(MESSAGES, max_size=5).map(tuple)
CARDS = st.sampled_from(ISLANDS)
NUMBERS = st.integers(0, 999)
PAIRS = st.tuples(NUMBERS, NUMBERS)
SETS = st.integers(0, (1 << len(LINES)) - 1).map(Lines)
SCORES = st.builds(
    Score,
    names=st.tuples(NAMES, NAMES),
    to_move=st.sampled_from([None, *Player]),
    round=NUMBERS,
    rounds=st.integers(1, 3),
    points=PAIRS,
    hand_sizes=PAIRS,
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
TILES = st.sampled_from(
    [
        *(start_options(Setup(RuleSet(), names=names)) for names in (("", ""), ("Ann", "Bo"))),
        (CONTINUE, NEW),
    ]
)
CHARTS = st.builds(
    Chart,
    SETS.map(lambda lines: (lines, NO_LINES)),
    st.sampled_from([None, *map(Line, range(len(LINES)))]),
    SETS, SETS, SETS, SETS,
)  # fmt: skip
STORIES = st.builds(
    Story,
    st.lists(st.builds(RoundScore, st.integers(1, 3), PAIRS, PAIRS), max_size=3).map(tuple),
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=30).map(tuple),
    st.just(()),
)


@st.composite
def screens(draw: st.DrawFn) -> Screen:
    kind = draw(st.sampled_from(Kind))
    options = draw(TILES if kind is Kind.NEW_GAME else OPTIONS)
    cards = draw(st.lists(CARDS, max_size=HAND_LIMIT).map(tuple))
    hand = Hand(
        draw(st.sampled_from(Player)),
        cards,
        draw(st.integers(0, len(cards) - 1)) if cards else None,
        draw(st.sampled_from([None, *cards])),
        draw(st.sampled_from([None, *cards])),
    )
    return Screen(
        kind,
        draw(MESSAGES),
        draw(SEVERAL),
        options,
        draw(st.integers(0, len(options) - 1)) if options else None,
        hand,
        draw(SCORES),
        draw(st.none() | st.lists(CARDS, max_size=24).map(tuple)),
        draw(CHARTS),
        draw(SEVERAL),
        draw(st.none() | STORIES),
    )


@cache
def painted(name: str, size: tuple[int, int], viewing: Viewing = USUAL) -> Ink:
    """A scene of players with names."""
    return paint_panel(size, named(scenes()[name]), Words(), viewing)


def assert_tidy(ink: Ink) -> None:
    """No text leaves its box or the display, or touches another text; none is too small."""
    display = ink.surface.get_rect()
    for mark in ink.marks:
        assert mark.drawn.w == 0 or mark.box.contains(mark.drawn), mark
        assert mark.drawn.w == 0 or display.contains(mark.drawn), mark
        assert mark.px >= LEAST_PX, mark
    for a, b in combinations(ink.marks, 2):
        assert not a.drawn.colliderect(b.drawn), (a, b)


@given(st.sampled_from([(320, 240), (452, 470), (360, 640)]), screens(), st.integers(1, 3))
@settings(max_examples=80, deadline=None)
def test_no_text_leaves_its_box(size: tuple[int, int], screen: Screen, stretch: int) -> None:
    assert_tidy(paint_panel(size, screen, SampleWords(stretch)))


@pytest.mark.parametrize(("size", "viewing"), VIEWS, ids=str)
def test_every_scene_is_tidy(size: tuple[int, int], viewing: Viewing) -> None:
    for name in scenes():
        ink = painted(name, size, viewing)
        assert_tidy(ink)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_text_of_every_scene_is_whole_and_large_enough(language: str) -> None:
    """In every size and language."""
    words, small = Words(language, keycaps=True), []
    for size, viewing in VIEWS:
        for name, screen in scenes().items():
            for mark in paint_panel(size, named(screen), words, viewing).marks:
                minutes = viewing.arc_minutes(mark.px, size)
                if minutes < LEAST_ARC_MINUTES[mark.role] or not mark.whole:
                    small.append((name, size, mark.role.value, mark.text, round(minutes, 1)))
    assert not small


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_letters_stand_out_from_their_ground(size: tuple[int, int]) -> None:
    """WCAG 2.2, 1.4.3 (AA): 4.5 to 1, and 3 to 1 for what is at least 24 px, or bold and 19."""
    for name in scenes():
        for mark in painted(name, size).marks:
            large = mark.role in (Role.HEADLINE, Role.FIGURE)
            assert contrast(*mark.colours) >= (3 if large else 4.5), (name, mark)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_ground_of_a_text_is_what_lies_below_it(size: tuple[int, int]) -> None:
    for name in scenes():
        ink = painted(name, size)
        for mark in ink.marks:
            around = mark.drawn.inflate(2, 0).clip(ink.surface.get_rect())
            corner = ink.surface.get_at((around.x, mark.drawn.centery))[:3]
            assert contrast(corner, mark.colours[1]) < 1.6, (name, mark, corner)


def contrast(a: tuple[int, int, int], b: tuple[int, int, int]) -> float:
    """The contrast ratio of WCAG 2.2."""
    lighter, darker = sorted((luminance(a), luminance(b)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: tuple[int, int, int]) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_secret_hands_change_no_picture(size: tuple[int, int]) -> None:
    """A scene looks the same, to the byte, whatever is in the hands that nobody holds open."""
    assert len(scenes(1)) > 15
    for name, screen in scenes(1).items():
        other = paint_panel(size, named(screen), Words())
        assert pixels(painted(name, size).surface) == pixels(other.surface), name


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_there_is_one_headline(size: tuple[int, int]) -> None:
    for name in scenes():
        marks = painted(name, size).marks
        assert [mark.role for mark in marks].count(Role.HEADLINE) == 1, name


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_touched_is_as_large_as_a_finger(size: tuple[int, int]) -> None:
    least = type_scale(size, USUAL).finger
    for name in scenes():
        for target in painted(name, size).targets:
            assert min(target.box.size) >= least, (name, target)


@pytest.mark.parametrize("name", ["menu", "draw", "which-card", "pairs", "confirm", "name", "hand"])
def test_every_option_in_sight_can_be_touched(name: str) -> None:
    screen = scenes()[name]
    targets = paint_panel((800, 480), screen, Words()).targets
    offered = screen.hand.cards if screen.hand is not None else screen.options
    assert {target.index for target in targets if target.chooses} == set(range(len(offered)))


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
def test_whose_turn_it_is_shows_over_a_whole_edge(size: tuple[int, int]) -> None:
    for mover in Player:
        screen = replace(SCREENS["game"], score=replace(SCORE, to_move=mover))
        picture = draw_panel(size, screen, SampleWords())
        x = 1 if mover is Player.BLACK else size[0] - 2
        edge = {picture.get_at((x, y))[:3] for y in range(size[1])}
        assert len(edge) == 1
        (colour,) = edge
        assert (colour[2] > colour[0] + 40) is (mover is Player.BLACK)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_hand_is_readable_only_on_its_own_screen(size: tuple[int, int]) -> None:
    names = {card.name for card in HAND.cards}
    shown = {m.text for m in paint_panel(size, SCREENS["hand"], SampleWords()).marks}
    assert names <= shown
    hidden = replace(SCREENS["game"], hand=HAND)
    assert not names & {m.text for m in paint_panel(size, hidden, SampleWords()).marks}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", SCREENS)
def test_usual_screens_are_shown_whole(name: str, size: tuple[int, int]) -> None:
    ink = paint_panel(size, SCREENS[name], SampleWords())
    assert_tidy(ink)
    assert not [mark.text for mark in ink.marks if not mark.whole]


@pytest.mark.parametrize("name", SCREENS)
def test_the_same_screen_gives_the_same_bytes(name: str) -> None:
    one, two = (pixels(draw_panel((320, 240), SCREENS[name], SampleWords())) for _ in range(2))
    assert one == two
