"""Bounds the log: what comes again and again is said a few times an hour, then counted.

A loose wire at 20 Hz would write a gigabyte a day, and nobody would find anything else in it.
"""

import logging
import re
from dataclasses import dataclass
from typing import Final

from kahuna_table.table.debounce import Senses
from kahuna_table.table.effects import Effect
from kahuna_table.table.inputs import Input, Sample
from kahuna_table.table.state import Session

HOUR_MS: Final = 3_600_000
MAX_OF_A_TEXT: Final = 3
"""Lines an hour that say the same; the others are counted."""
MAX_OF_A_KIND: Final = 20
"""Lines an hour with the same code, or without one from the same module: a loose plug names another
wire each time."""

_CODE: Final = re.compile(r"KT-\d{3}")
_COUNTS: Final = re.compile(r"\d+ times|\(\d[\d, ]*\)")
"""What differs in texts that say the same: how often it happened, and the bounces of a contact."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Count:
    """Since the first of its lines."""

    most: int
    since_ms: int
    said: int = 0
    more: int = 0
    text: str = ""


class BoundedLog(logging.Filter):
    """A filter of a logger's handlers, and a witness of the daemon, whose samples are its clock.

    A handler added later needs the filter too; all of them get the same lines.
    """

    def __init__(self, logger: logging.Logger) -> None:
        super().__init__()
        self._handlers = tuple(logger.handlers)
        for handler in self._handlers:
            handler.addFilter(self)
        self._now_ms = 0
        self._counts: dict[str, _Count] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        passes: bool | None = getattr(record, "passes", None)
        if passes is None:
            passes = record.passes = self._passes(record.name, record.getMessage())
        return passes

    def sampled(self, sample: Sample, _session: Session, _senses: Senses) -> None:
        self._now_ms = sample.at_ms
        over_ms = self._now_ms - HOUR_MS
        if self._counts and next(iter(self._counts.values())).since_ms <= over_ms:
            self._forget(over_ms)

    def noticed(self, what: Input) -> None:
        """Inputs say nothing of the time that samples do not."""

    def caused(self, what: Effect) -> None:
        """As for inputs."""

    def close(self) -> None:
        """Tells what was counted, and lets everything through from now on."""
        self._forget(self._now_ms)
        for handler in self._handlers:
            handler.removeFilter(self)

    def _passes(self, name: str, text: str) -> bool:
        code = _CODE.search(text)
        of_its_kind = self._count(code[0] if code else name, MAX_OF_A_KIND)
        if of_its_kind.said >= of_its_kind.most:
            of_its_kind.more, of_its_kind.text = of_its_kind.more + 1, text
            return False
        of_its_text = self._count(_COUNTS.sub("#", text), MAX_OF_A_TEXT)
        if of_its_text.said >= of_its_text.most:
            of_its_text.more, of_its_text.text = of_its_text.more + 1, text
            return False
        of_its_kind.said, of_its_text.said = of_its_kind.said + 1, of_its_text.said + 1
        return True

    def _count(self, cause: str, most: int) -> _Count:
        return self._counts.setdefault(cause, _Count(most, self._now_ms))

    def _forget(self, over_ms: int) -> None:
        """Counts that began until then, the oldest first."""
        over = [cause for cause, count in self._counts.items() if count.since_ms <= over_ms]
        for cause in over:
            count = self._counts.pop(cause)
            if count.more:
                said = "%d times more within the hour, the last time: %s"
                _log.warning(said, count.more, count.text, extra={"passes": True})
