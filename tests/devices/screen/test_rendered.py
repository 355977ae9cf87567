"""A screen on its way to the child."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.app.words import Words
from kahuna_table.devices.screen.rendered import (
    LABELS,
    Rendered,
    format_screen,
    parse_screen,
    render,
)
from kahuna_table.engine.board import ALL_LINES, LINES, Island, Line, Lines
from kahuna_table.engine.player import Player
from kahuna_table.pictures.panel import draw_panel
from kahuna_table.table.codec import CodecError
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
from tests.pictures.samples import SCREENS, SampleWords, pixels
from tests.pictures.scenes import scenes

SILENT = Rendered((), (), ("", ""), ())

islands = st.sampled_from(Island)
players = st.sampled_from(Player)
cards = st.lists(islands, max_size=5).map(tuple)
pairs = st.tuples(islands, islands)
small = st.integers(0, 99)
twice = st.tuples(small, small)
arguments = st.one_of(
    st.integers(-(2**53), 2**53),
    st.text(),
    islands,
    players,
    pairs,
    st.lists(pairs, max_size=3).map(tuple),
)
messages = st.builds(
    Message, st.text(), st.lists(st.tuples(st.text(), arguments), max_size=3).map(tuple)
)
several = st.lists(messages, max_size=3).map(tuple)
lines = st.integers(0, len(LINES) - 1).map(Line)
options = st.builds(Option, st.text(), cards, st.none() | lines, st.none() | st.text())
hands = st.builds(Hand, players, cards, st.none() | small, st.none() | islands, st.none() | islands)
sets = st.integers(0, ALL_LINES).map(Lines)
charts = st.builds(Chart, st.tuples(sets, sets), st.none() | lines, sets, sets, sets, sets)
stories = st.builds(
    Story,
    st.lists(st.builds(RoundScore, small, twice, twice), max_size=3).map(tuple),
    st.lists(twice, max_size=3).map(tuple),
    st.lists(small, max_size=3).map(tuple),
)
scores = st.builds(
    Score,
    names=st.tuples(st.text(), st.text()),
    to_move=st.none() | players,
    round=small,
    rounds=small,
    points=twice,
    hand_sizes=twice,
    face_up=cards,
    deck=small,
    last_turn=several,
)
screens = st.builds(
    Screen,
    kind=st.sampled_from(Kind),
    prompt=messages,
    notes=several,
    options=st.lists(options, max_size=3).map(tuple),
    cursor=st.none() | small,
    hand=st.none() | hands,
    score=st.none() | scores,
    discards=st.none() | cards,
    chart=st.none() | charts,
    told=several,
    story=st.none() | stories,
)


def kinds(value: object) -> object:
    """A value with the kinds of all that is in it: an island equals its number."""
    if isinstance(value, tuple):
        return tuple(map(kinds, value))
    return type(value), value


def all_arguments(screen: Screen) -> object:
    given = [screen.prompt, *screen.notes, *screen.told]
    given += screen.score.last_turn if screen.score else ()
    return [kinds(message.arguments) for message in given]


@given(screens)
def test_a_screen_arrives_as_it_was(screen: Screen) -> None:
    arrived, _ = parse_screen(format_screen(screen, SILENT))

    assert arrived == screen
    assert all_arguments(arrived) == all_arguments(screen)


@pytest.mark.parametrize("name", SCREENS)
def test_its_texts_arrive_with_it(name: str) -> None:
    rendered = render(SCREENS[name], SampleWords())

    assert parse_screen(format_screen(SCREENS[name], rendered)) == (SCREENS[name], rendered)


@pytest.mark.parametrize("size", [(800, 480), (320, 240)])
@pytest.mark.parametrize("name", SCREENS)
def test_the_picture_of_what_arrived_is_the_same(name: str, size: tuple[int, int]) -> None:
    screen, words = SCREENS[name], SampleWords(stretch=2)  # so that no text is its own id

    arrived, rendered = parse_screen(format_screen(screen, render(screen, words)))

    assert pixels(draw_panel(size, arrived, rendered)) == pixels(draw_panel(size, screen, words))


@pytest.mark.parametrize("name", scenes())
def test_a_real_scene_looks_the_same_where_it_arrived(name: str) -> None:
    screen, words = scenes()[name], Words("de", keycaps=True)

    rendered = render(screen, words)

    assert pixels(draw_panel((800, 480), screen, rendered)) == pixels(
        draw_panel((800, 480), screen, words)
    )


def test_on_a_touched_display_the_hand_is_tapped() -> None:
    held, tapped = (
        dict(render(SCREENS["idle"], Words(), touch=touch).labels) for touch in (False, True)
    )
    assert (held["hold-hand"], tapped["hold-hand"]) == ("Hold hand to look", "Tap hand to look")


def test_every_label_is_spoken() -> None:
    assert {label for label, _ in render(SCREENS["idle"], SampleWords()).labels} == set(LABELS)


def test_what_was_not_spoken_is_shown_by_its_id() -> None:
    assert SILENT.message(Message("turn")) == "turn"
    assert SILENT.option(Option("deck")) == "deck"
    assert SILENT.label("round") == "round"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"[]",
        b"{}",
        b"null",
        b'{"screen":{}}',
        b"[" * 100_000,
        format_screen(SCREENS["game"], SILENT)[:-1],
        format_screen(SCREENS["game"], SILENT).replace(b'"ALOA"', b'"XXXX"'),
        format_screen(SCREENS["game"], SILENT).replace(b'"Player"', b'"Queen"'),
        format_screen(SCREENS["game"], SILENT).replace(b'"GAME"', b'"FILM"'),
    ],
    ids=lambda data: repr(data[:24]),
)
def test_anything_else_is_an_error(data: bytes) -> None:
    with pytest.raises(CodecError, match="expected "):
        parse_screen(data)
