"""The port through which the display gets its words."""

from typing import Protocol

from kahuna_table.engine.player import Player
from kahuna_table.table.screen import Message, Option


class Wording(Protocol):
    """Texts for ids. An unknown id gives some text, never an error."""

    def message(self, message: Message) -> str: ...

    def option(self, option: Option) -> str: ...

    def player(self, player: Player) -> str: ...

    def label(self, id: str) -> str: ...

    def naming(self, names: tuple[str, str]) -> "Wording": ...

    def speaking(self, language: str) -> "Wording":
        """The same in this language; an empty one is its own."""
