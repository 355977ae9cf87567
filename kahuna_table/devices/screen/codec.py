"""A `Screen` and its texts as bytes for the child, and back. JSON: nothing in it can run.

The child reads what this very version has written, so there are no versions here; what is not a
screen is a `CodecError` all the same.
"""

import json
from typing import Any

from kahuna_table.devices.screen.spoken import Spoken
from kahuna_table.engine.board import Island, Line
from kahuna_table.engine.player import Player
from kahuna_table.errors import KahunaError
from kahuna_table.table.screen import Argument, Hand, Kind, Message, Option, Score, Screen


class CodecError(KahunaError):
    """The bytes are no screen."""


def encode(screen: Screen, spoken: Spoken) -> bytes:
    """The screen with the texts that it needs."""
    whole = {"screen": _screen_out(screen), "spoken": _spoken_out(spoken)}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode(
        errors="surrogatepass"
    )


def decode(data: bytes) -> tuple[Screen, Spoken]:
    """What `encode` was given. Raises: CodecError."""
    try:
        whole = json.loads(data.decode(errors="surrogatepass"))
        return _screen_in(whole["screen"]), _spoken_in(whole["spoken"])
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise CodecError(f"expected a screen, got {data[:60]!r}: {error!r}") from error


def _screen_out(screen: Screen) -> dict[str, Any]:
    return {
        "kind": screen.kind.value,
        "prompt": _message_out(screen.prompt),
        "notes": [_message_out(note) for note in screen.notes],
        "options": [_option_out(option) for option in screen.options],
        "cursor": screen.cursor,
        "hand": None if screen.hand is None else _hand_out(screen.hand),
        "score": None if screen.score is None else _score_out(screen.score),
        "discards": None if screen.discards is None else _names(screen.discards),
    }


def _screen_in(data: Any) -> Screen:
    return Screen(
        kind=Kind(data["kind"]),
        prompt=_message_in(data["prompt"]),
        notes=tuple(map(_message_in, data["notes"])),
        options=tuple(map(_option_in, data["options"])),
        cursor=data["cursor"],
        hand=None if data["hand"] is None else _hand_in(data["hand"]),
        score=None if data["score"] is None else _score_in(data["score"]),
        discards=None if data["discards"] is None else _islands(data["discards"]),
    )


def _message_out(message: Message) -> list[Any]:
    return [message.id, *([name, _argument_out(value)] for name, value in message.arguments)]


def _message_in(data: Any) -> Message:
    id, *arguments = data
    return Message(id, tuple((name, _argument_in(value)) for name, value in arguments))


def _argument_out(value: Argument) -> Any:
    """Plain text and numbers as they are; what JSON does not know has a name before it."""
    match value:
        case Island():
            return {"island": value.name}
        case Player():
            return {"player": value.name}
        case int() | str():
            return value
        case (Island() as first, Island() as second):
            return {"line": _names((first, second))}
        case _:
            return {"lines": [_names(pair) for pair in value]}


def _argument_in(data: Any) -> Argument:
    if not isinstance(data, dict):
        if not isinstance(data, int | str):
            raise TypeError(f"expected an argument, got {data!r}")
        return data
    ((kind, value),) = data.items()
    match kind:
        case "island":
            return Island[value]
        case "player":
            return Player[value]
        case "line":
            return _pair(value)
        case "lines":
            return tuple(map(_pair, value))
        case _:
            raise ValueError(f"expected an argument, got {data!r}")


def _pair(names: Any) -> tuple[Island, Island]:
    first, second = names
    return Island[first], Island[second]


def _option_out(option: Option) -> list[Any]:
    return [option.id, _names(option.cards), option.line, option.value]


def _option_in(data: Any) -> Option:
    id, cards, line, value = data
    return Option(id, _islands(cards), None if line is None else Line(line), value)


def _hand_out(hand: Hand) -> list[Any]:
    selected = None if hand.selected is None else hand.selected.name
    return [hand.player.name, _names(hand.cards), hand.cursor, selected]


def _hand_in(data: Any) -> Hand:
    player, cards, cursor, selected = data
    chosen = None if selected is None else Island[selected]
    return Hand(Player[player], _islands(cards), cursor, chosen)


def _score_out(score: Score) -> dict[str, Any]:
    return {
        "names": score.names,
        "to_move": None if score.to_move is None else score.to_move.name,
        "round": score.round,
        "numbers": [score.points, score.islands, score.hand_sizes, score.bridges_left],
        "face_up": _names(score.face_up),
        "deck": score.deck,
        "last_turn": [_message_out(message) for message in score.last_turn],
    }


def _score_in(data: Any) -> Score:
    black, white = data["names"]
    points, islands, hand_sizes, bridges_left = ((a, b) for a, b in data["numbers"])
    return Score(
        names=(black, white),
        to_move=None if data["to_move"] is None else Player[data["to_move"]],
        round=data["round"],
        points=points,
        islands=islands,
        hand_sizes=hand_sizes,
        bridges_left=bridges_left,
        face_up=_islands(data["face_up"]),
        deck=data["deck"],
        last_turn=tuple(map(_message_in, data["last_turn"])),
    )


def _names(cards: tuple[Island, ...]) -> list[str]:
    return [card.name for card in cards]


def _islands(names: Any) -> tuple[Island, ...]:
    return tuple(Island[name] for name in names)


def _spoken_out(spoken: Spoken) -> list[Any]:
    return [
        [[_message_out(message), text] for message, text in spoken.messages.items()],
        [[_option_out(option), text] for option, text in spoken.options.items()],
        list(spoken.players),
        spoken.labels,
    ]


def _spoken_in(data: Any) -> Spoken:
    messages, options, players, labels = data
    black, white = players
    return Spoken(
        {_message_in(message): text for message, text in messages},
        {_option_in(option): text for option, text in options},
        (black, white),
        dict(labels),
    )
