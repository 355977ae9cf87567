"""A fault that comes and goes for days fills no card: the log, and the traces."""

import io
import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kahuna_table.app.assembly import new_senses, new_session
from kahuna_table.app.bounded_log import HOUR_MS, MAX_OF_A_KIND, MAX_OF_A_TEXT, BoundedLog
from kahuna_table.app.chance import SystemChance
from kahuna_table.app.config import Config
from kahuna_table.app.daemon import Daemon, Ports
from kahuna_table.app.flight import MAX_FAULTS, FaultsAsked, FlightRecorder
from kahuna_table.app.ledger import GameLedger
from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.pins import Crossing
from kahuna_table.devices.simulated import build
from kahuna_table.devices.simulated.display import RecordingDisplay
from kahuna_table.devices.simulated.net import Diode
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import NO_LINES
from kahuna_table.table.debounce import Senses
from kahuna_table.table.inputs import NO_BUTTONS, Sample
from kahuna_table.table.state import Session

SENSORS = "sensors: %s"
CANARY = fault(Trouble.CANARY_BROKEN, canary="R3C5")
OTHER_CANARY = fault(Trouble.CANARY_BROKEN, canary="R4C5")
CANARY_LINE = f"sensors: {CANARY}"
WELL = "sensors: all lines can be read again"
DAYS_3 = 72


class Log:
    """A logger with a bounded handler, at a time of its own."""

    def __init__(self) -> None:
        self.logger = logging.Logger("kahuna_table.app.daemon")
        self.written = io.StringIO()
        self.logger.addHandler(logging.StreamHandler(self.written))
        self.bounded = BoundedLog(self.logger)
        logging.getLogger(BoundedLog.__module__).addHandler(self.logger.handlers[0])

    def at(self, ms: int) -> None:
        sample = Sample(ms, NO_LINES, NO_LINES, NO_BUTTONS)
        self.bounded.sampled(sample, Session(), Senses())

    @property
    def lines(self) -> list[str]:
        return self.written.getvalue().splitlines()

    def flap(self, hours: int, hz: int) -> None:
        for ms in range(0, hours * HOUR_MS, 1000 // hz):
            self.at(ms)
            self.logger.warning(SENSORS, CANARY)
            self.logger.info(WELL)


@pytest.fixture
def log() -> Iterator[Log]:
    made = Log()
    yield made
    logging.getLogger(BoundedLog.__module__).removeHandler(made.logger.handlers[0])


def test_the_first_lines_are_written_and_the_others_counted(log: Log) -> None:
    log.at(0)
    for _ in range(10):
        log.logger.warning(SENSORS, CANARY)
    log.at(HOUR_MS - 1)
    within = log.lines
    log.at(HOUR_MS)

    assert within == [CANARY_LINE] * MAX_OF_A_TEXT
    more = 10 - MAX_OF_A_TEXT
    assert log.lines[len(within) :] == [
        f"{more} times more within the hour, the last time: {CANARY_LINE}"
    ]


def test_what_comes_seldom_is_written_every_time_and_other_causes_are_not_held_up(log: Log) -> None:
    for hour in range(4):
        log.at(hour * HOUR_MS)
        log.logger.warning(SENSORS, CANARY)
        log.logger.warning(SENSORS, OTHER_CANARY)

    assert len(log.lines) == 8


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (
            fault(Trouble.BOARD_DIPS, board=1, address=0x20, times=2, minutes=10),
            fault(Trouble.BOARD_DIPS, board=1, address=0x20, times=9, minutes=10),
        ),
        (
            fault(Trouble.LINE_CHATTERS, bounces=(1, 0, 2, 0, 9)),
            fault(Trouble.LINE_CHATTERS, bounces=(1, 0, 2, 4, 19)),
        ),
    ],
)
def test_a_number_that_grows_makes_no_other_cause(log: Log, first: Fault, again: Fault) -> None:
    log.logger.warning("line %s: %s", "ALOA-BARI", first)
    for _ in range(10):
        log.logger.warning("line %s: %s", "ALOA-BARI", again)
    log.logger.warning("line %s: %s", "ALOA-DUDA", again)

    said = [f"line ALOA-BARI: {each}" for each in (first, again, again)]
    assert log.lines == [*said, f"line ALOA-DUDA: {again}"]


def test_a_plug_that_names_another_wire_each_time_is_bounded_too(log: Log) -> None:
    for n in range(200):
        log.logger.warning(SENSORS, fault(Trouble.CANARY_BROKEN, canary=f"R{n}"))
    log.at(HOUR_MS)

    assert len(log.lines) == MAX_OF_A_KIND + 1
    assert log.lines[-1].startswith(f"{200 - MAX_OF_A_KIND} times more within the hour")


def test_what_was_counted_is_told_at_the_end(log: Log) -> None:
    for _ in range(5):
        log.logger.warning(SENSORS, CANARY)

    log.bounded.close()

    assert log.lines[-1] == f"2 times more within the hour, the last time: {CANARY_LINE}"


@pytest.mark.parametrize(
    ("hours", "hz"),
    [
        pytest.param(2, 1, id="two hours at 1 Hz"),
        pytest.param(DAYS_3, 1, id="three days at 1 Hz", marks=pytest.mark.soak),
        pytest.param(DAYS_3, 20, id="three days at 20 Hz", marks=pytest.mark.soak),
    ],
)
@pytest.mark.timeout(600)
def test_a_loose_canary_writes_less_than_a_megabyte_in_three_days(
    log: Log, hours: int, hz: int
) -> None:
    log.flap(hours, hz)

    assert len(log.written.getvalue()) * DAYS_3 // hours < 200_000


def test_all_that_a_flapping_canary_makes_the_table_write_is_bounded(tmp_path: Path) -> None:
    def now() -> datetime:
        return datetime(2000, 1, 1, tzinfo=UTC)

    root = logging.getLogger()
    kit, recorder, written = build(), FlightRecorder(tmp_path, now), io.StringIO()
    handlers = [logging.StreamHandler(written), FaultsAsked(recorder)]
    for handler in handlers:
        root.addHandler(handler)
    bounded = BoundedLog(root)
    config = Config()
    table = Daemon(
        Ports(kit.sensors, kit.buttons, kit.strip, (RecordingDisplay(),)),
        new_session(config),
        new_senses(config),
        SystemChance(),
        GameLedger(tmp_path, now),
        (recorder, bounded),
    )
    try:
        for n in range(300):  # every 10 s, 50 minutes in all
            kit.net.repair() if n % 2 else kit.net.put_diode(Crossing(2, 4), Diode.MISSING)
            for ms in range(0, 2000, 500):
                kit.advance(n * 10_000 + ms + 1)
                table.step(n * 10_000 + ms + 1)
                recorder.attend(table.session, table.session.now_ms)
                recorder.close()
    finally:
        bounded.close()
        for handler in handlers:
            root.removeHandler(handler)
        table.close()

    assert len(list(recorder.directory.iterdir())) == MAX_FAULTS
    lines = written.getvalue().splitlines()
    faults = [line for line in lines if "KT-311" in line]
    assert len(faults) == MAX_OF_A_TEXT + 1
    assert len(lines) < 20
