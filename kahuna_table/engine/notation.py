"""One-line text for islands, lines, moves, events and rule sets: `parse_` and `format_` pairs.

Positions are in `position`, game records in `record`. Every `parse_` function raises
`NotationError` for anything it does not understand exactly. Line and column say where the text
stands in a file.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Final, assert_never

from kahuna_table.engine.board import Island, Line, line_name, lines_in
from kahuna_table.engine.events import (
    BridgePlaced,
    BridgeRemoved,
    BridgesSwept,
    CardDiscarded,
    CardDrawn,
    CardsDealt,
    CardTaken,
    ControlGained,
    ControlLost,
    Declined,
    Event,
    GameOver,
    Outcome,
    Scored,
    Termination,
    TurnEnded,
)
from kahuna_table.engine.moves import (
    Deal,
    Decline,
    Discard,
    DrawCard,
    EndTurn,
    Move,
    PlaceBridge,
    RemoveBridge,
    TakeCard,
)
from kahuna_table.engine.player import Player
from kahuna_table.engine.reading import NotationError as NotationError
from kahuna_table.engine.reading import Reader, Value, Word
from kahuna_table.engine.ruleset import (
    RULE_SETS,
    DiscardRule,
    EarlyEnd,
    Handicap,
    RoundEnd,
    RuleSet,
    Starter,
    TakeBack,
)

UNKNOWN: Final = "?"
"""Stands for a card that nobody has seen but its owner."""


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """A `Deal` as the public knows it: None for each card that was never shown."""

    order: tuple[Island | None, ...]


@dataclass(frozen=True, slots=True)
class UnseenDiscard:
    """A `Discard` as the public knows it."""


RecordedMove = Move | ShownDeal | UnseenDiscard
"""A move, or what the public knows of it."""

OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "discard": {rule.value: rule for rule in DiscardRule},
    "discard_commits_draw": {"false": False, "true": True},
    "draw_optional": {"true": True, "false": False},
    "round_end": {rule.value: rule for rule in RoundEnd},
    "early_end": {rule.value: rule for rule in EarlyEnd},
    "resweep": {"false": False, "true": True},
    "long_term": {"false": False, "true": True},
    "handicap": {
        "0": None,
        **{f"{n}:{p.name.lower()}": Handicap(n, p) for p in Player for n in (1, 2, 3)},
    },
    "starter": {rule.value: rule for rule in Starter},
    "take_back": {rule.value: rule for rule in TakeBack},
    "memory_aid": {"false": False, "true": True},
    "rounds": {"3": 3, "2": 2, "1": 1},
}
"""Every option by name, and for each value its text; the default of `kosmos1998` first."""

_TERMINATIONS: Final = {
    Termination.SCORED: "third-scoring",
    Termination.NO_BRIDGES: "no-bridges",
    Termination.DOMINATED: "dominated",
    Termination.RESIGNED: "resigned",
}
_TERMINATION_WORDS: Final = {text: termination for termination, text in _TERMINATIONS.items()}
_WINNERS: Final[dict[str, Player | None]] = {
    "black": Player.BLACK,
    "white": Player.WHITE,
    "draw": None,
}


def format_player(player: Player) -> str:
    return player.name.lower()


def parse_player(text: str) -> Player:
    return _whole(text, Reader.player)


def format_island(island: Island) -> str:
    return island.name


def parse_island(text: str) -> Island:
    return _whole(text, Reader.island)


def format_line(line: Line) -> str:
    """The islands in alphabetical order: `ALOA-BARI`."""
    return line_name(line)


def parse_line(text: str) -> Line:
    """The line of two islands in either order."""
    return _whole(text, Reader.line)


def format_cards(cards: tuple[Island | None, ...]) -> str:
    """The cards in the given order, `?` for None."""
    return " ".join(UNKNOWN if card is None else card.name for card in cards)


def format_outcome(outcome: Outcome) -> str:
    """For example `white no-bridges` or `draw third-scoring`."""
    winner = "draw" if outcome.winner is None else format_player(outcome.winner)
    return f"{winner} {_TERMINATIONS[outcome.termination]}"


def read_outcome(reader: Reader) -> Outcome:
    return read_ending(reader, read_winner(reader))


def read_winner(reader: Reader) -> Player | None:
    return reader.one_of(_WINNERS, "black, white or draw")


def read_ending(reader: Reader, winner: Player | None) -> Outcome:
    return Outcome(reader.one_of(_TERMINATION_WORDS, f"one of {_list(_TERMINATION_WORDS)}"), winner)


def format_move(move: RecordedMove) -> str:  # noqa: C901 - one case for each kind of move
    match move:
        case PlaceBridge(line, None):
            return f"{line_name(line)} free"
        case PlaceBridge(line, card):
            return f"{line_name(line)} by {format_cards((card,))}"
        case RemoveBridge(line, cards):
            return f"remove {line_name(line)} by {format_cards(cards)}"
        case Discard(card):
            return f"discard {card.name}"
        case UnseenDiscard():
            return f"discard {UNKNOWN}"
        case TakeCard(card):
            return f"take {card.name}"
        case DrawCard():
            return "deck"
        case Decline():
            return "decline"
        case EndTurn():
            return "end"
        case Deal() | ShownDeal():
            return f"deal {format_cards(move.order)}"
        case _:
            assert_never(move)


def parse_move(text: str) -> Move:
    move = _whole(text, read_move)
    if isinstance(move, ShownDeal | UnseenDiscard):
        raise NotationError("cards that are known", repr(UNKNOWN), 1, text.index(UNKNOWN) + 1)
    return move


def read_move(reader: Reader) -> RecordedMove:
    """The next phrase of a turn, or a deal."""
    word = reader.word
    if "-" in word.text:
        return _read_placement(reader)
    reader.next()
    match word.text:
        case "remove":
            return _read_removal(reader)
        case "discard":
            return UnseenDiscard() if reader.skip(UNKNOWN) else Discard(reader.island())
        case "take":
            return TakeCard(reader.island())
        case "deck":
            return DrawCard()
        case "decline":
            return Decline()
        case "end":
            return EndTurn()
        case "deal":
            return _read_deal(reader)
        case _:
            raise word.error("a move")


def format_event(event: Event) -> str:  # noqa: C901 - one case for each kind of event
    """One line for a person; it tells hidden cards too."""
    match event:
        case CardsDealt(round_, face_up):
            return f"round {round_} dealt, face up {format_cards(face_up)}"
        case BridgePlaced(player, line, card):
            return f"{format_player(player)} placed {format_move(PlaceBridge(line, card))}"
        case BridgeRemoved(player, line, cards):
            return f"{format_player(player)} removed {line_name(line)} by {format_cards(cards)}"
        case ControlGained(player, island):
            return f"{format_player(player)} gained {island.name}"
        case BridgesSwept(owner, lines):
            return f"swept from {format_player(owner)}: {' '.join(map(line_name, lines_in(lines)))}"
        case ControlLost(player, island):
            return f"{format_player(player)} lost {island.name}"
        case CardDiscarded(player, card):
            return f"{format_player(player)} discarded {card.name} face down"
        case CardTaken(player, card, None):
            return f"{format_player(player)} took {card.name}, nothing in its place"
        case CardTaken(player, card, replacement):
            return f"{format_player(player)} took {card.name}, now {format_cards((replacement,))}"
        case CardDrawn(player, card):
            return f"{format_player(player)} drew {card.name} unseen"
        case Declined(player):
            return f"{format_player(player)} declined"
        case TurnEnded(player):
            return f"{format_player(player)} ended the turn"
        case Scored(round_, islands, points):
            return f"round {round_} scored: islands {_pair(islands)}, points {_pair(points)}"
        case GameOver(outcome):
            return f"game over: {format_outcome(outcome)}"
        case _:
            assert_never(event)


def format_rules(rules: RuleSet) -> str:
    """The named set that needs the fewest overrides, the first of several, and the overrides."""
    texts = [
        " ".join([name, *(f"{key}={_option_text(key, rules)}" for key in _differing(rules, named))])
        for name, named in RULE_SETS.items()
    ]
    return min(texts, key=lambda text: text.count("="))


def parse_rules(text: str, line: int = 1, column: int = 1) -> RuleSet:
    """A named set, then options that override it: `kosmos1998 resweep=true handicap=2:white`."""
    words = _spaced_words(text, line, column)
    if words[0].text not in RULE_SETS:
        raise words[0].error(f"a rule set, one of {_list(RULE_SETS)}")
    values: dict[str, Any] = {}
    for word in words[1:]:
        key, equals, value = word.text.partition("=")
        if not equals or key not in OPTIONS:
            raise word.error(f"an option KEY=VALUE with a key of {_list(OPTIONS)}")
        if key in values:
            raise word.error("each option once")
        if value not in OPTIONS[key]:
            raise word.error(f"{key}= and one of {_list(OPTIONS[key])}")
        values[key] = OPTIONS[key][value]
    return replace(RULE_SETS[words[0].text], **values)


def _whole(text: str, read: Callable[[Reader], Value]) -> Value:
    """What the whole text says. Raises: `NotationError` when more follows."""
    reader = Reader(text)
    value = read(reader)
    reader.expect_end()
    return value


def _spaced_words(text: str, line: int, column: int) -> list[Word]:
    words, at = [], 0
    for part in text.partition("#")[0].split():
        at = text.index(part, at)
        words.append(Word(part, line, column + at))
        at += len(part)
    return words or [Word("", line, column)]


def _differing(rules: RuleSet, named: RuleSet) -> list[str]:
    names = [field.name for field in fields(RuleSet)]
    return [name for name in names if getattr(rules, name) != getattr(named, name)]


def _option_text(key: str, rules: RuleSet) -> str:
    return next(text for text, value in OPTIONS[key].items() if value == getattr(rules, key))


def _read_placement(reader: Reader) -> PlaceBridge:
    line = reader.line()
    if reader.skip("free"):
        return PlaceBridge(line, None)
    if not reader.skip("by"):
        raise reader.word.error("'by' and a card, or 'free'")
    return PlaceBridge(line, reader.island())


def _read_removal(reader: Reader) -> RemoveBridge:
    line = reader.line()
    reader.expect("by")
    one, other = reader.island(), reader.island()
    return RemoveBridge(line, (min(one, other), max(one, other)))


def _read_deal(reader: Reader) -> Deal | ShownDeal:
    known: list[Island] = []
    cards: list[Island | None] = []
    while not reader.at_end():
        if reader.skip(UNKNOWN):
            cards.append(None)
        else:
            known.append(reader.island())
            cards.append(known[-1])
    return Deal(tuple(known)) if len(known) == len(cards) else ShownDeal(tuple(cards))


def _pair(numbers: tuple[int, int]) -> str:
    return f"{numbers[0]}-{numbers[1]}"


def _list(names: dict[str, Any]) -> str:
    return ", ".join(names)
