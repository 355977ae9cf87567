"""The last warnings survive a restart, and the file stays small."""

import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kahuna_table.app.bounded_log import BoundedLog
from kahuna_table.app.daemon import CHECK_MS
from kahuna_table.app.kept_warnings import KEPT, MAX_LINE, NAME, KeptWarnings, kept
from kahuna_table.table.debounce import Senses
from kahuna_table.table.inputs import NO_BUTTONS, Sample
from kahuna_table.table.state import Session

HOUR_MS = 3_600_000


@pytest.fixture
def log() -> Iterator[logging.Logger]:
    logger = logging.getLogger("kahuna_table.test_kept_warnings")
    yield logger
    logger.handlers.clear()


def opened(log: logging.Logger, directory: Path) -> KeptWarnings:
    handler = KeptWarnings(directory, lambda: datetime(1970, 1, 1, tzinfo=UTC))
    log.addHandler(handler)
    return handler


def test_the_last_two_hundred_survive_a_restart(log: logging.Logger, tmp_path: Path) -> None:
    for start in range(3):
        handler = opened(log, tmp_path)
        log.info("nothing to keep")
        for number in range(KEPT - 1):
            log.warning("start %d\nwarning %d %s", start, number, "x" * 1000)
        handler.close()
        log.removeHandler(handler)

    lines = kept(tmp_path)

    assert len(lines) == KEPT
    assert lines[-1].startswith(f"1970-01-01T00:00:00+0000 start 2 warning {KEPT - 2} xxx")
    assert lines[0].split()[1:5] == ["start", "1", "warning", str(KEPT - 2)]
    assert (tmp_path / NAME).stat().st_size <= 2 * KEPT * (MAX_LINE + 30)


def test_a_sensor_that_fails_for_three_days_writes_less_than_a_megabyte(
    log: logging.Logger, tmp_path: Path
) -> None:
    said: list[str] = []
    journal = logging.Handler()
    journal.emit = lambda record: said.append(record.getMessage())  # type: ignore[method-assign]
    log.addHandler(journal)
    handler = opened(log, tmp_path)
    bounded = BoundedLog(log)
    for at_ms in range(0, 72 * HOUR_MS, CHECK_MS):
        bounded.sampled(Sample(at_ms, 0, 0, NO_BUTTONS), Session(), Senses())  # type: ignore[arg-type]
        log.warning("sensors: KT-301 sensor board 0x21 does not answer: %s", at_ms % 7)
        log.info("sensors: all lines can be read again")
    bounded.close()
    handler.close()

    assert len(said) >= 72 * 3
    assert sum(len(line) + 60 for line in said) < 1_000_000
    assert (tmp_path / NAME).stat().st_size < 200_000


def test_a_card_that_takes_nothing_costs_only_the_keeping(
    log: logging.Logger, tmp_path: Path
) -> None:
    handler = opened(log, tmp_path / "missing")

    log.warning("the card is gone")
    handler.close()

    assert [line.split(" ", 1)[1] for line in handler.lines] == ["the card is gone"]


def test_a_link_of_a_stranger_is_not_followed(log: logging.Logger, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("")
    (tmp_path / NAME).symlink_to(tmp_path / "other")
    handler = opened(log, tmp_path)

    log.warning("a secret")
    handler.close()

    assert (tmp_path / "other").read_text() == ""
