"""A whole state as one line of text. What has its usual value is left out.

`play white; round 2; black_bridges ALOA-BARI; black_hand ALOA ALOA; face_up HUNA; deck KAHU`
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from kahuna_table.engine.board import CARDS_EACH, Island, Lines, line_name, line_set, lines_in
from kahuna_table.engine.notation import (
    NotationError,
    format_cards,
    format_outcome,
    format_player,
    format_rules,
    parse_rules,
    read_outcome,
)
from kahuna_table.engine.player import Player
from kahuna_table.engine.reading import Reader
from kahuna_table.engine.rules import new_game
from kahuna_table.engine.state import Cards, GameState, Phase, card_set, cards_in

_PHASES: Final = {phase.value: phase for phase in Phase}
_SEPARATOR: Final = ";"


class _Kind(NamedTuple):
    """How a value is written and read."""

    write: Callable[[Any], str]
    read: Callable[[Reader], Any]


def _read_lines(reader: Reader) -> Lines:
    lines = Lines(0)
    while not reader.at_end():
        word = reader.word
        line = line_set(reader.line())
        if lines & line:
            raise word.error("each line once")
        lines = Lines(lines | line)
    return lines


def _read_islands(reader: Reader) -> tuple[Island, ...]:
    islands: list[Island] = []
    while not reader.at_end():
        word = reader.word
        islands.append(reader.island())
        if islands.count(islands[-1]) > CARDS_EACH:
            raise word.error("each card at most twice")
    return tuple(islands)


def _read_cards(reader: Reader) -> Cards:
    return card_set(*_read_islands(reader))


def _write_lines(lines: Lines) -> str:
    return " ".join(line_name(line) for line in lines_in(lines))


def _write_cards(cards: Cards) -> str:
    return format_cards(cards_in(cards))


_RULES: Final = _Kind(format_rules, lambda reader: parse_rules(*reader.rest()))
_PLAYER: Final = _Kind(format_player, Reader.player)
_NUMBER: Final = _Kind(str, Reader.number)
_FLAG: Final = _Kind(lambda _: "", lambda _: True)
_LINES: Final = _Kind(_write_lines, _read_lines)
_CARDS: Final = _Kind(_write_cards, _read_cards)
_ISLANDS: Final = _Kind(format_cards, _read_islands)
_OUTCOME: Final = _Kind(format_outcome, read_outcome)

_FIELDS: Final[dict[str, _Kind]] = {
    "rules": _RULES,
    "first": _PLAYER,
    "round": _NUMBER,
    "bridges": _LINES,
    "hands": _CARDS,
    "face_up": _ISLANDS,
    "deck": _ISLANDS,
    "discards": _CARDS,
    "hidden": _CARDS,
    "taken": _CARDS,
    "points": _NUMBER,
    "played": _FLAG,
    "discarded": _FLAG,
    "free_lines": _LINES,
    "declined": _FLAG,
    "passes": _NUMBER,
    "turns_left": _NUMBER,
    "early_end_sleeps": _FLAG,
    "outcome": _OUTCOME,
}
_PAIRS: Final = ("bridges", "hands", "hidden", "taken", "points")
_SINGULAR: Final = {"hands": "hand"}


class _Key(NamedTuple):
    """What one word names: a field of the state, or one player's half of it."""

    field: str
    player: Player | None
    kind: _Kind

    def of(self, state: GameState) -> Any:
        value = getattr(state, self.field)
        return value if self.player is None else value[self.player]

    def put(self, state: GameState, value: Any) -> GameState:
        if self.player is Player.BLACK:
            value = (value, getattr(state, self.field)[1])
        elif self.player is Player.WHITE:
            value = (getattr(state, self.field)[0], value)
        return state._replace(**{self.field: value})


def _keys() -> dict[str, _Key]:
    keys: dict[str, _Key] = {}
    for field, kind in _FIELDS.items():
        if field in _PAIRS:
            for player in Player:
                name = f"{format_player(player)}_{_SINGULAR.get(field, field)}"
                keys[name] = _Key(field, player, kind)
        else:
            keys[field] = _Key(field, None, kind)
    return keys


_KEYS: Final = _keys()


def format_position(state: GameState) -> str:
    """The state in one line; `parse_position` gives back an equal one."""
    usual = new_game()
    texts = [f"{state.phase.value} {format_player(state.to_move)}"]
    texts += [
        f"{name} {key.kind.write(key.of(state))}".rstrip()
        for name, key in _KEYS.items()
        if key.of(state) != key.of(usual)
    ]
    return f"{_SEPARATOR} ".join(texts)


def parse_position(text: str) -> GameState:
    """The state of a line written by `format_position`, or by hand; the fields in any order.

    It need not be a state that a game can reach: cards may be missing from the pack.
    Raises: `NotationError`, also where a line carries two bridges or a card lies three times.
    """
    state, seen, column = new_game(), set[str](), 1
    for number, part in enumerate(text.split(_SEPARATOR)):
        reader = Reader(part, 1, column)
        column += len(part) + 1
        if number == 0:
            phase = reader.one_of(_PHASES, f"a phase, one of {', '.join(_PHASES)}")
            state = state._replace(phase=phase, to_move=reader.player())
        else:
            word = reader.word
            key = reader.one_of(_KEYS, f"a field, one of {', '.join(_KEYS)}")
            if word.text in seen:
                raise word.error("each field once")
            seen.add(word.text)
            state = key.put(state, key.kind.read(reader))
        reader.expect_end()
    _check(state)
    return state


def _check(state: GameState) -> None:
    if state.bridges[0] & state.bridges[1]:
        lines = _write_lines(Lines(state.bridges[0] & state.bridges[1]))
        raise NotationError("at most one bridge on a line", f"two on {lines}")
    cards = [
        card for pile in (*state.hands, *state.hidden, state.discards) for card in cards_in(pile)
    ]
    cards += state.face_up + state.deck
    for card in Island:
        if cards.count(card) > CARDS_EACH:
            raise NotationError("each card at most twice", f"{card.name} {cards.count(card)} times")
