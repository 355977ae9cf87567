"""What the daemon and the child say to each other: a screen with its texts, since the child knows
no language and reads no locale, and back the buttons that are down, or that a finger came down."""

from dataclasses import dataclass
from typing import Final

from kahuna_table.engine.player import Player
from kahuna_table.pictures.words import Wording
from kahuna_table.table.codec import format_value, parse_value
from kahuna_table.table.inputs import Button
from kahuna_table.table.screen import Message, Option, Screen

LABELS: Final = (
    "choose-hint",
    "control",
    "discards",
    "hold-hand",
    "new-card",
    "points",
    "round",
    "title",
    *(f"button-{button.name.lower()}" for button in Button),
)
"""Every label that the small screen may show."""


_TAPPED: Final = {"hold-hand": "tap-hand"}

TOUCHED: Final = b"touched"
"""The child's word for a finger; any other message is one byte, the buttons that are down."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The port `Wording` over the texts of one screen."""

    messages: tuple[tuple[Message, str], ...]
    options: tuple[tuple[Option, str], ...]
    players: tuple[str, str]
    labels: tuple[tuple[str, str], ...]

    def message(self, message: Message) -> str:
        return dict(self.messages).get(message, message.id)

    def option(self, option: Option) -> str:
        return dict(self.options).get(option, option.id)

    def player(self, player: Player) -> str:
        return self.players[player]

    def label(self, id: str) -> str:
        return dict(self.labels).get(id, id)

    def naming(self, names: tuple[str, str]) -> "Rendered":  # noqa: ARG002 - named when rendered
        """The same: the names are in the texts already."""
        return self

    def speaking(self, language: str) -> "Rendered":  # noqa: ARG002 - spoken when rendered
        """The same: the texts are in their language already."""
        return self


def render(screen: Screen, words: Wording, *, touch: bool = False) -> Rendered:
    """All texts that a picture of the screen needs. On a `touch` display a tap opens the hand."""
    words = words.speaking(screen.language)
    messages = [screen.prompt, *screen.notes, *screen.told]
    if screen.score is not None:
        words = words.naming(screen.score.names)
        messages += screen.score.last_turn
    return Rendered(
        tuple((message, words.message(message)) for message in messages),
        tuple((option, words.option(option)) for option in screen.options),
        (words.player(Player.BLACK), words.player(Player.WHITE)),
        tuple(
            (label, words.label(_TAPPED.get(label, label) if touch else label)) for label in LABELS
        ),
    )


def format_screen(screen: Screen, rendered: Rendered) -> bytes:
    """The screen with the texts that it needs, for the child."""
    return format_value((screen, rendered), _Whole).encode("ascii")


def parse_screen(data: bytes) -> tuple[Screen, Rendered]:
    """What `format_screen` was given. Raises: `CodecError`."""
    screen, rendered = parse_value(data, _Whole)
    return screen, rendered


_Whole: Final = tuple[Screen, Rendered]
