"""The texts of one screen, already spoken: the child knows no language and reads no locale."""

from dataclasses import dataclass
from typing import Final

from kahuna_table.engine.player import Player
from kahuna_table.pictures.words import Wording
from kahuna_table.table.inputs import Button
from kahuna_table.table.screen import Message, Option, Screen

LABELS: Final = (
    "bridges",
    "deck",
    "discards",
    "islands",
    "last-turn",
    "points",
    "round",
    "title",
    *(f"button-{button.name.lower()}" for button in Button),
)
"""Every label that the small screen may show."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """The port `Wording` over the texts of one screen."""

    messages: dict[Message, str]
    options: dict[Option, str]
    players: tuple[str, str]
    labels: dict[str, str]

    def message(self, message: Message) -> str:
        return self.messages.get(message, message.id)

    def option(self, option: Option) -> str:
        return self.options.get(option, option.id)

    def player(self, player: Player) -> str:
        return self.players[player]

    def label(self, id: str) -> str:
        return self.labels.get(id, id)

    def naming(self, names: tuple[str, str]) -> "Spoken":  # noqa: ARG002 - named when spoken
        """The same: the names are in the texts already."""
        return self


def speak(screen: Screen, words: Wording) -> Spoken:
    """All texts that a picture of the screen needs."""
    messages = [screen.prompt, *screen.notes]
    if screen.score is not None:
        words = words.naming(screen.score.names)
        messages += screen.score.last_turn
    return Spoken(
        {message: words.message(message) for message in messages},
        {option: words.option(option) for option in screen.options},
        (words.player(Player.BLACK), words.player(Player.WHITE)),
        {label: words.label(label) for label in LABELS},
    )
