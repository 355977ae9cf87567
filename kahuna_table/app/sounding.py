"""Watches the table and lets it be heard: sounds, and prompts for people who do not see them.

Hands are never spoken: the other player hears as well.
"""

from collections.abc import Callable
from datetime import datetime

from kahuna_table.app.clock import is_within
from kahuna_table.app.config_sections import SoundConfig
from kahuna_table.app.words import Words
from kahuna_table.devices.sound.speaker import Heard, Speaker
from kahuna_table.table.debounce import Senses
from kahuna_table.table.effects import Effect
from kahuna_table.table.inputs import Input, Sample
from kahuna_table.table.prompts import prompt_text
from kahuna_table.table.screen import Message
from kahuna_table.table.sounds import sound_between
from kahuna_table.table.state import Session


class Sounding:
    """A witness of the daemon; does nothing in the quiet hours."""

    def __init__(
        self,
        config: SoundConfig,
        words: Words,
        speaker: Speaker,
        now: Callable[[], datetime],
        language: str = "en",
    ) -> None:
        self._config, self._words, self._speaker, self._now = config, words, speaker, now
        self._language = language
        self._before: Session | None = None
        self._spoken: tuple[Message, str] | None = None
        """The prompt that was said last, and in which language."""

    def sampled(self, _sample: Sample, session: Session, _senses: Senses) -> None:
        before, self._before = self._before, session
        if before is None or before is session:
            return
        sound, text = sound_between(before, session), self._text(session)
        if (sound is not None or text) and not is_within(self._config.quiet_hours, self._now()):
            volume = self._config.volume_percent
            language = session.language or self._language
            self._speaker.hear(Heard(sound, volume, text, language))

    def noticed(self, what: Input) -> None:
        """Nothing: what it changes is heard with the next sample."""

    def caused(self, what: Effect) -> None:
        """Nothing: see `noticed`."""

    def close(self) -> None:
        self._speaker.close()

    def _text(self, session: Session) -> str:
        """The prompt, where it is a new one or is said in another language now."""
        if not self._config.speech:
            return ""
        spoken = prompt_text(session), session.language
        if spoken == self._spoken:
            return ""
        self._spoken = spoken
        names = session.game.setup.names if session.game is not None else ("", "")
        return self._words.speaking(session.language).naming(names).message(spoken[0])
