"""Game records: text that round-trips, replay that checks, and secrets that stay secret."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.engine.board import ISLANDS, Island
from kahuna_table.engine.events import CardsDealt, CardTaken
from kahuna_table.engine.moves import Deal
from kahuna_table.engine.notation import ShownDeal, UnseenDiscard, format_move
from kahuna_table.engine.player import Player
from kahuna_table.engine.record import (
    GameRecord,
    NotationError,
    ReplayError,
    format_record,
    parse_record,
    public_record,
    replay,
)
from kahuna_table.engine.rules import Illegality, new_game
from kahuna_table.engine.ruleset import Handicap, RuleSet
from kahuna_table.engine.state import GameState, Phase, card_count, cards_in
from tests.engine.games import DECK_C, random_game
from tests.engine.test_games import EVERY_RULE_SET

HEAD = "kahuna record 1\nrules: kosmos1998\nblack: Ann\nwhite: Bob\nfirst: black\n\n"
GAME = f"""{HEAD}{DECK_C}
1 black: FAAA-JOJO by FAAA, take LALE
2 white: DUDA-HUNA by DUDA, deck
3 black: decline
result: unfinished
"""


def recorded(rules: RuleSet, seed: int, most_moves: int, *, resigns: bool = False) -> GameRecord:
    steps = list(random_game(rules, seed, most_moves))
    first = steps[0][0].first if steps else Player.BLACK
    moves = tuple(move for _, move, _, _ in steps)
    over = bool(steps) and steps[-1][2].phase is Phase.OVER
    resigned = Player.WHITE if resigns and not over else None
    return GameRecord(rules, "2026-11-30", ("Ann", "Bob"), first, moves, resigned)


RECORDS = st.builds(
    recorded,
    st.sampled_from(EVERY_RULE_SET),
    st.integers(0, 10_000),
    st.integers(0, 200),
    resigns=st.booleans(),
)


@given(RECORDS)
def test_every_record_round_trips(record: GameRecord) -> None:
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    assert parse_record("\ufeff" + text.replace("\n", "\r\n")) == record


@given(RECORDS)
def test_a_written_record_replays_to_the_same_states(record: GameRecord) -> None:
    read = parse_record(format_record(record))
    assert [step.state for step in replay(read)] == [step.state for step in replay(record)]


def public_part(state: GameState) -> object:
    hidden = tuple(map(card_count, state.hidden))
    hands = tuple(map(card_count, state.hands))
    return state._replace(hands=hands, hidden=hidden, deck=(len(state.deck),))  # type: ignore[arg-type]


@given(RECORDS)
def test_a_public_record_replays_to_all_that_is_public(record: GameRecord) -> None:
    public = parse_record(format_record(public_record(record)))
    assert [public_part(step.state) for step in replay(public)] == [
        public_part(step.state) for step in replay(record)
    ]


@given(RECORDS)
def test_a_public_record_hides_cards_only_while_the_game_goes_on(record: GameRecord) -> None:
    steps = list(replay(record))
    over = bool(steps) and steps[-1].state.phase is Phase.OVER
    public = public_record(record)
    discards = any(format_move(move).startswith("discard") for move in record.moves)
    if over:
        assert public == record
    elif discards:
        assert public.is_public


def test_a_deal_names_the_cards_that_lay_face_up_and_no_card_that_was_played_from_a_hand() -> None:
    public = public_record(parse_record(GAME))
    assert format_move(public.moves[0]) == (
        "deal ? ? ? ? ? ? LALE JOJO GOLA HUNA ? " + " ".join("?" * 13)
    )


@given(RECORDS)
def test_a_deal_names_as_many_cards_as_everybody_saw_lying_face_up(record: GameRecord) -> None:
    seen: list[Counter[Island]] = []
    for step in replay(record):
        for event in step.events:
            if isinstance(event, CardsDealt):
                seen.append(Counter(event.face_up))
            elif isinstance(event, CardTaken) and event.replacement is not None:
                seen[-1][event.replacement] += 1
    public = public_record(record)
    deals = [move for move in public.moves if isinstance(move, Deal | ShownDeal)]
    if public.is_public:
        assert [Counter(card for card in deal.order if card is not None) for deal in deals] == seen


def test_a_card_dealt_and_played_looks_like_one_that_was_drawn_unseen_and_played() -> None:
    drawn = f"{HEAD}{DECK_C}\n1 black: deck\n2 white: deck\n3 black: HUNA-LALE by HUNA\n"
    dealt = drawn.replace("deal FAAA GOLA", "deal FAAA HUNA").replace(
        "GOLA HUNA BARI", "GOLA GOLA BARI"
    )
    games = [parse_record(text + "result: unfinished\n") for text in (drawn, dealt)]
    hands = [next(replay(game)).state.hands for game in games]
    assert hands[0] != hands[1]
    assert public_record(games[0]) == public_record(games[1])


def test_a_discard_is_unknown_even_if_the_card_was_taken_openly() -> None:
    text = GAME.replace("3 black: decline", "3 black: discard LALE, decline")
    public = public_record(parse_record(text))
    assert public.moves[5] == UnseenDiscard()
    assert list(replay(public))[-1].state.hidden[0] != 0


def test_an_unseen_discard_may_have_to_be_a_card_taken_openly() -> None:
    """Four cards are laid face down unseen, and all of the hand must be among them."""
    text = GAME.replace(
        "3 black: decline", "3 black: discard ?, discard ?, discard ?, decline"
    ).replace(DECK_C, "deal FAAA ? ? DUDA ? ? LALE JOJO GOLA HUNA ? " + " ".join("?" * 13))
    state = list(replay(parse_record(text)))[-1].state
    assert card_count(state.hidden[0]) == 3
    assert "LALE" in [card.name for card in cards_in(state.hidden[0])]


def test_unknown_cards_are_chosen_so_that_all_plays_were_held() -> None:
    unknown = "deal " + " ".join("?" * 6) + " LALE JOJO GOLA HUNA " + " ".join("?" * 14)
    states = [step.state for step in replay(parse_record(GAME.replace(DECK_C, unknown)))]
    assert states[-1].bridges == list(replay(parse_record(GAME)))[-1].state.bridges


def test_a_third_card_of_an_island_is_never_filled_in() -> None:
    unknown = "deal ? ? ? DUDA HUNA COCO LALE FAAA FAAA " + " ".join("?" * 15)
    record = parse_record(GAME.replace(DECK_C, unknown))
    with pytest.raises(ReplayError, match="card not held") as raised:
        list(replay(record))
    assert (raised.value.line, raised.value.reason) == (8, Illegality.CARD_NOT_HELD)


@pytest.mark.parametrize(("seed", "most_moves"), [(6931, 91), (11734, 94), (57653, 113)])
def test_of_two_ways_to_the_same_hands_the_one_that_goes_on_is_found(
    seed: int, most_moves: int
) -> None:
    """The other has laid another unknown card into the deal that follows."""
    public = public_record(recorded(RuleSet(), seed, most_moves))
    assert sum(1 for _ in replay(public)) == most_moves


def test_records_filled_in_by_search_are_found_in_reasonable_time() -> None:
    """Every deal but its open cards unknown, in long games with many discards."""
    for seed in range(10):
        record = recorded(RuleSet(), seed, Random(seed).randrange(40, 120))
        public = public_record(record)
        moves = tuple(public.moves)
        assert sum(1 for _ in replay(public)) == len(moves)


WRONG = {
    "an illegal move": (
        ("take LALE", "take KAHU"),
        (8, "illegal move 'take KAHU': not face up (rule R12)"),
    ),
    "a card not held": (
        ("FAAA-JOJO by FAAA", "ELAI-JOJO by ELAI"),
        (8, "illegal move 'ELAI-JOJO by ELAI': card not held (rule R1)"),
    ),
    "a wrong turn number": (("2 white", "3 white"), (9, "expected '2 white', found '3 white'")),
    "a wrong player": (("2 white", "2 black"), (9, "expected '2 white', found '2 black'")),
    "a turn that goes on": ((", take LALE", ""), (9, "expected '1 black', found '2 white'")),
    "a wrong result": (
        ("result: unfinished", "result: draw third-scoring 0-0"),
        (11, "expected result 'unfinished', found 'draw third-scoring 0-0'"),
    ),
    "a deal of wrong cards": (("deal FAAA", "deal GOLA"), (7, "wrong cards (rule R17)")),
}


@pytest.mark.parametrize(("change", "expected"), WRONG.values(), ids=WRONG)
def test_a_record_that_is_not_true_is_refused_with_its_line(
    change: tuple[str, str], expected: tuple[int, str]
) -> None:
    record = parse_record(GAME.replace(*change))
    with pytest.raises(ReplayError) as raised:
        list(replay(record))
    assert raised.value.line == expected[0]
    assert expected[1] in str(raised.value)


def test_the_steps_before_a_wrong_move_are_given() -> None:
    steps = replay(parse_record(GAME.replace("2 white", "9 white")))
    given_moves = [next(steps).move for _ in range(3)]
    assert [format_move(move) for move in given_moves[1:] if move] == [
        "FAAA-JOJO by FAAA",
        "take LALE",
    ]


UNREADABLE = {
    "nothing": ("", (1, 1)),
    "another format": ("[Event 'x']\n", (1, 1)),
    "another version": (GAME.replace("record 1", "record 2"), (1, 1)),
    "no rules": (GAME.replace("rules: kosmos1998\n", ""), (2, 1)),
    "unknown rules": (GAME.replace("kosmos1998", "mine"), (2, 8)),
    "a wrong date": (GAME.replace("black: Ann", "date: 2026-02-29\nblack: Ann"), (3, 7)),
    "an unprintable name": (GAME.replace("Ann", "A\x07n"), (3, 8)),
    "first is nobody": (GAME.replace("first: black", "first: red"), (5, 8)),
    "a word instead of a turn": (GAME.replace("1 black", "one black"), (8, 1)),
    "no colon": (GAME.replace("1 black:", "1 black"), (8, 9)),
    "no phrase": (GAME.replace("3 black: decline", "3 black:"), (10, 9)),
    "a comma too many": (GAME.replace("take LALE", "take LALE,"), (8, 39)),
    "an unknown island": (GAME.replace("take LALE", "take LILO"), (8, 34)),
    "no result": (GAME.replace("result: unfinished\n", ""), (11, 1)),
    "an unknown result": (GAME.replace("unfinished", "undecided"), (11, 9)),
    "points missing": (GAME.replace("unfinished", "black third-scoring"), (11, 28)),
    "something after the result": (GAME + "4 white: deck\n", (12, 1)),
}


@pytest.mark.parametrize(("text", "place"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_record_that_is_not_understood_is_refused_with_its_place(
    text: str, place: tuple[int, int]
) -> None:
    with pytest.raises(NotationError) as raised:
        parse_record(text)
    assert (raised.value.line, raised.value.column) == place


@given(st.text())
def test_noise_in_a_record_is_refused_or_harmless(noise: str) -> None:
    for text in (noise, GAME + noise, HEAD + noise, GAME.replace("decline", noise)):
        with suppress(NotationError):
            parse_record(text)


def test_comments_and_blank_lines_are_allowed() -> None:
    text = "# a game\n\n" + GAME.replace("take LALE", "take LALE  # well done\n\n# next:")
    assert parse_record(text) == parse_record(GAME)


@pytest.mark.parametrize("name", ["", "Ann", "#1: An, ‘a’; Mül", '"', "阿"])
def test_any_printable_name_is_kept(name: str) -> None:
    record = replace(parse_record(GAME), names=(name, "Bob"))
    assert parse_record(format_record(record)).names == (name, "Bob")


@pytest.mark.parametrize("name", [" Ann", "Ann\n", "A\tn", "A\u2028n"])
def test_a_name_that_would_break_the_text_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="printable"):
        replace(parse_record(GAME), names=(name, "Bob"))


def test_handicap_bridges_stand_on_a_line_of_their_own() -> None:
    record = recorded(RuleSet(handicap=Handicap(2, Player.WHITE)), 1, 3)
    line = format_record(record).splitlines()[-2]
    assert line.startswith("handicap white: ")
    assert line.count(" free") == 2


@pytest.mark.parametrize(
    ("result", "complaint"),
    [
        pytest.param("white resigned by white", "expected 'black'", id="by the winner, as it was"),
        pytest.param("white won, white resigned", "expected 'black'", id="by the winner"),
        pytest.param("white won, black no-bridges", "expected 'resigned'", id="another end"),
        pytest.param("draw won, black resigned", "expected one of", id="a draw"),
    ],
)
def test_who_resigns_has_not_won(result: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        parse_record(GAME.replace("result: unfinished", f"result: {result} 0-0"))


def test_a_resignation_of_an_older_record_is_read() -> None:
    older = parse_record(GAME.replace("unfinished", "white resigned by black 0-0"))
    newer = parse_record(GAME.replace("unfinished", "white won, black resigned 0-0"))
    assert older.resigned is newer.resigned is Player.BLACK
    assert list(replay(older)) == list(replay(newer))


def test_a_resignation_is_in_the_result() -> None:
    record = replace(parse_record(GAME), resigned=Player.BLACK)
    assert format_record(record).endswith("result: white won, black resigned 0-0\n")


def test_nobody_resigns_after_the_end() -> None:
    finished = replace(recorded(RuleSet(), 1, 1000), resigned=Player.BLACK)
    with pytest.raises(ReplayError, match="game is over"):
        list(replay(finished))


def test_an_empty_record_is_an_unfinished_game() -> None:
    record = GameRecord(RuleSet(), None, ("", ""), Player.WHITE, ())
    assert format_record(record).endswith("first: white\n\nresult: unfinished\n")
    assert (list(replay(record)), new_game().phase) == ([], Phase.DEAL)


def test_a_deal_all_unknown_is_completed() -> None:
    record = GameRecord(RuleSet(), None, ("", ""), Player.BLACK, (ShownDeal((None,) * 24),))
    state = list(replay(record))[-1].state
    assert (len(state.face_up), len(state.deck), set(ISLANDS) >= set(state.deck)) == (3, 15, True)
