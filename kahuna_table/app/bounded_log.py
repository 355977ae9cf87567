"""Bounds the log: what comes again and again is said a few times an hour, then counted.

A loose wire at 20 Hz would write a gigabyte a day, and nobody would find anything else in it.
"""

import logging
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from kahuna_table.devices.faults import Fault
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

COUNTS: Final = frozenset({"bounces", "times"})
"""Values that differ in faults that are the same: how often something happened."""

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
        self._counts: dict[Hashable, _Count] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        passes: bool | None = getattr(record, "passes", None)
        if passes is None:
            passes = record.passes = self._passes(record)
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

    def _passes(self, record: logging.LogRecord) -> bool:
        kind, same = _causes(record)
        text = record.getMessage()
        of_its_kind = self._count(kind, MAX_OF_A_KIND)
        if of_its_kind.said >= of_its_kind.most:
            of_its_kind.more, of_its_kind.text = of_its_kind.more + 1, text
            return False
        of_its_text = self._count(same, MAX_OF_A_TEXT)
        if of_its_text.said >= of_its_text.most:
            of_its_text.more, of_its_text.text = of_its_text.more + 1, text
            return False
        of_its_kind.said, of_its_text.said = of_its_kind.said + 1, of_its_text.said + 1
        return True

    def _count(self, cause: Hashable, most: int) -> _Count:
        return self._counts.setdefault(cause, _Count(most, self._now_ms))

    def _forget(self, over_ms: int) -> None:
        """Counts that began until then, the oldest first."""
        over = [cause for cause, count in self._counts.items() if count.since_ms <= over_ms]
        for cause in over:
            count = self._counts.pop(cause)
            if count.more:
                said = "%d times more within the hour, the last time: %s"
                _log.warning(said, count.more, count.text, extra={"passes": True})


def _causes(record: logging.LogRecord) -> tuple[Hashable, Hashable]:
    """What lines of its kind have in common, and what those have that say the same."""
    args = record.args if isinstance(record.args, tuple) else ()
    for each in args:
        if isinstance(each, Fault):
            others = (other for other in args if other is not each)
            values = (value for value in each.values if value[0] not in COUNTS)
            return each.code or record.name, (*others, each.trouble, *values)
    return record.name, record.getMessage()
