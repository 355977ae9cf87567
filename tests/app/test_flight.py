"""The flight recorder: what asks for a trace, what is in it, and what it costs."""

import gzip
import logging
from datetime import datetime
from pathlib import Path
from threading import Event

import pytest

from kahuna_table.app.flight import (
    ASKED,
    HELD,
    KEEP_MS,
    MOST_EVENTS,
    MOST_FILES,
    FaultsAsked,
    FlightRecorder,
)
from kahuna_table.app.flight_file import VERSION, Noticed, Samples, Start, read_trace
from kahuna_table.devices.child import NOTES
from kahuna_table.engine.board import NO_LINES, Lines
from kahuna_table.table.debounce import Senses, feed
from kahuna_table.table.inputs import NO_BUTTONS, BoardSettled, Button, Buttons, Sample
from kahuna_table.table.session import handle
from kahuna_table.table.situation import Session
from kahuna_table.tools.script.run import EPOCH
from tests.app.flown import flown, script_text

DECK = (
    "deck FAAA GOLA KAHU DUDA HUNA COCO LALE JOJO GOLA HUNA BARI ELAI "
    "IFFI ALOA JOJO LALE DUDA FAAA COCO BARI IFFI ALOA ELAI KAHU\n"
)
BEGUN = f"{DECK}game first=black\nwait 500\nplace FAAA-GOLA\nwait 400\nchoose card FAAA\n"


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in (directory / "traces").glob("*"))


def content(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


@pytest.mark.parametrize(
    ("ms", "buttons", "files"),
    [
        (3200, ("menu", "help"), ["trace-000001-held.gz"]),
        (2900, ("menu", "help"), []),
        (3200, ("menu",), []),
        (3200, ("menu", "help", "ok"), []),
        (70_000, ("menu", "help"), ["trace-000001-held.gz"]),
    ],
    ids=["held", "too short", "one alone", "a third one", "once however long"],
)
def test_exactly_menu_and_help_held_write_a_trace(
    ms: int, buttons: tuple[str, ...], files: list[str], tmp_path: Path
) -> None:
    with flown(tmp_path) as flight:
        flight.play("".join(f"down {button}\n" for button in buttons))
        for _ in range(ms // 100):
            flight.play("wait 100\n")
            flight.attend()

    assert (names(tmp_path) if files else list((tmp_path).glob("traces/*"))) == files


def test_held_buttons_write_one_trace_a_minute(tmp_path: Path) -> None:
    hold = "down menu\ndown help\nwait 3200\nup menu\nup help\nwait 200\n"
    with flown(tmp_path) as flight:
        for _ in range(3):
            flight.play(hold)
            flight.attend()
        assert names(tmp_path) == ["trace-000001-held.gz"]
        flight.play("wait 60000\n" + hold)
        flight.attend()

    assert names(tmp_path) == ["trace-000001-held.gz", "trace-000002-held.gz"]


def test_the_ten_newest_traces_are_kept(tmp_path: Path) -> None:
    with flown(tmp_path) as flight:
        for _ in range(MOST_FILES + 3):
            flight.written(with_hands=False)

    assert names(tmp_path) == [f"trace-{n:06d}-asked.gz" for n in range(4, MOST_FILES + 4)]


def test_sensors_that_fail_write_a_trace(tmp_path: Path) -> None:
    with flown(tmp_path, "fault sensors 3000 error\nwait 2500\n") as flight:
        flight.attend()

    assert names(tmp_path) == ["trace-000001-fault.gz"]


def test_a_warning_in_the_log_asks_for_a_trace(tmp_path: Path) -> None:
    with flown(tmp_path) as flight:
        handler = FaultsAsked(flight.recorder)
        logging.getLogger("kahuna_table").addHandler(handler)
        try:
            flight.play(f"fault lights\n{BEGUN}")
        finally:
            logging.getLogger("kahuna_table").removeHandler(handler)
        flight.attend()

    assert names(tmp_path) == ["trace-000001-fault.gz"]


def test_a_missing_screen_writes_no_trace(tmp_path: Path) -> None:
    with flown(tmp_path) as flight:
        handler = FaultsAsked(flight.recorder)
        logging.getLogger(NOTES).addHandler(handler)
        try:
            logging.getLogger(NOTES).warning("screen: KT-410 no screen is plugged in")
        finally:
            logging.getLogger(NOTES).removeHandler(handler)
        flight.attend()

    assert names(tmp_path) == []


def test_faults_write_one_trace_a_minute(tmp_path: Path) -> None:
    with flown(tmp_path) as flight:
        for _ in range(7):
            flight.recorder.request("fault")
            flight.attend()
            flight.play("wait 10000\n")

    assert names(tmp_path) == ["trace-000001-fault.gz", "trace-000002-fault.gz"]


def test_an_exception_that_leaves_the_loop_leaves_a_trace_too(tmp_path: Path) -> None:
    with flown(tmp_path) as flight:
        with pytest.raises(ZeroDivisionError), flight.recorder.guard(lambda: flight.table.session):
            raise ZeroDivisionError
        assert names(tmp_path) == ["trace-000001-fault.gz"]


def test_a_trace_is_written_beside_the_loop_as_the_table_was_when_it_was_asked_for(
    tmp_path: Path,
) -> None:
    played_on = Event()

    def now() -> datetime:
        assert played_on.wait(5)
        return EPOCH

    recorder = FlightRecorder(tmp_path, now, beside=True)
    session = Session()
    senses, _ = feed(Senses(), Sample(0, NO_LINES, NO_LINES, NO_BUTTONS), session.slidable)

    def sampled(first_ms: int, last_ms: int) -> None:
        for at_ms in range(first_ms, last_ms, 10):
            sample = Sample(at_ms, NO_LINES, NO_LINES, NO_BUTTONS)
            recorder.sampled(sample, session, senses)

    sampled(0, 1000)
    recorder.request()
    assert recorder.attend(session, 1000) is None
    sampled(1000, 2000)
    played_on.set()
    recorder.close()

    (path,) = (tmp_path / "traces").iterdir()
    runs = [each.entry for each in read_trace(path).entries if isinstance(each.entry, Samples)]
    assert [at_ms for run in runs for at_ms in run.times_ms] == list(range(0, 1000, 10))


def test_a_trace_that_cannot_be_written_costs_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "traces").write_text("in the way")
    with flown(tmp_path) as flight:
        flight.recorder.request()
        assert flight.attend() is None

    assert "no trace could be written" in caplog.text


def test_a_trace_of_a_game_in_progress_says_nothing_that_is_hidden(tmp_path: Path) -> None:
    discard = "press draw\nchoose take LALE\nwait 300\npress draw\nchoose deck\nwait 300\n"
    with flown(tmp_path, BEGUN + discard) as flight:
        path = flight.written(with_hands=False)
        text = content(path)
        trace = read_trace(path)

    assert not trace.header.hands
    assert trace.end.state is None
    for secret in (
        "hands",
        "deck",
        "hidden",
        "order",
        "CardDrawn",
        "CardDiscarded",
        "BARI",
        "IFFI",
    ):
        assert f'"{secret}"' not in text.partition("\n")[2].replace('"move":"deck"', ""), secret
    assert path.stat().st_mode & 0o077 == 0


def test_a_card_laid_face_down_is_in_no_public_trace(tmp_path: Path) -> None:
    script = f"{DECK}game first=black\nwait 500\npress draw\nchoose discard KAHU\nchoose deck\n"
    with flown(tmp_path, script) as flight:
        text = content(flight.written(with_hands=False))

    assert '"discard ?"' in text
    assert "KAHU" not in text


def test_two_games_that_differ_in_hidden_cards_only_leave_the_same_trace(tmp_path: Path) -> None:
    # white's hand and the deck are others; nothing was done with them
    other = BEGUN.replace("DUDA HUNA COCO LALE", "COCO DUDA ALOA LALE").replace(
        "IFFI ALOA JOJO LALE DUDA FAAA COCO BARI IFFI ALOA ELAI KAHU",
        "KAHU ELAI HUNA IFFI BARI COCO FAAA DUDA LALE JOJO ALOA IFFI",
    )
    texts = []
    for name, script in (("one", BEGUN), ("other", other)):
        with flown(tmp_path / name, script) as flight:
            texts.append(content(flight.written(with_hands=False)))

    assert texts[0] == texts[1]


def test_of_a_finished_game_everything_is_told(tmp_path: Path) -> None:
    with flown(tmp_path, script_text("early_end")) as flight:
        trace = read_trace(flight.written(with_hands=False))

    assert trace.header.hands
    assert trace.end.state is not None


def test_the_last_ten_minutes_are_kept_and_begin_with_a_snapshot(tmp_path: Path) -> None:
    with flown(tmp_path, "wait 1500000\n") as flight:
        trace = read_trace(flight.written(with_hands=False))
        memory = flight.recorder.memory

    runs = [each.entry for each in trace.entries if isinstance(each.entry, Samples)]
    times = [at_ms for run in runs for at_ms in run.times_ms]
    assert isinstance(trace.entries[0].entry, Start)
    assert KEEP_MS <= times[-1] - times[0] <= KEEP_MS * 1.1
    assert memory < 100_000


def test_memory_is_bounded_in_the_worst_noise(tmp_path: Path) -> None:
    """Another picture in every sample, and everything settles at once."""
    recorder = FlightRecorder(tmp_path, lambda: EPOCH)
    session, senses = Session(), Senses()
    for at_ms in range(0, 300_000, 10):
        sample = Sample(at_ms, Lines(at_ms // 10 % 3), NO_LINES, NO_BUTTONS)
        recorder.sampled(sample, session, senses)
        senses, _ = feed(senses, sample, session.slidable)
        recorder.noticed(BoardSettled(at_ms, sample.closed, NO_LINES, (), NO_LINES))

    assert MOST_EVENTS // 2 < recorder.events <= MOST_EVENTS
    assert recorder.memory < 19 * MOST_EVENTS


def test_every_sample_comes_back_with_its_time(tmp_path: Path) -> None:
    recorder = FlightRecorder(tmp_path, lambda: EPOCH)
    session, senses = Session(), Senses()
    taken = []
    at_ms = 5
    for n in range(2000):
        at_ms += (10, 40, 40, 70_000)[n % 4] if n < 40 else 10 + n % 3
        sample = Sample(at_ms, Lines(n // 7 % 4), Lines(n // 300 % 2 * 8), Buttons(n // 50 % 2))
        recorder.sampled(sample, session, senses)
        senses, inputs = feed(senses, sample, session.slidable)
        for each in inputs:
            recorder.noticed(each)
            session, _ = handle(session, each)
        taken.append(sample)

    path = recorder.write(session, at_ms, ASKED)
    assert path is not None
    read = [
        Sample(t, run.closed, run.unknown, run.pressed)
        for each in read_trace(path).entries
        if isinstance(run := each.entry, Samples)
        for t in run.times_ms
    ]
    assert read == taken[-len(read) :]
    assert read[-1].at_ms - read[0].at_ms <= KEEP_MS + 70_000


def test_the_reason_and_the_program_stand_first(tmp_path: Path) -> None:
    with flown(tmp_path, "down menu\ndown help\nwait 3200\n") as flight:
        path = flight.attend()
        assert path is not None
        trace = read_trace(path)

    assert (trace.header.version, trace.header.why) == (VERSION, HELD)
    assert trace.header.written == "2000-01-01T00:00:00+0000"
    assert trace.header.settle.closing_ms == 60
    pressed = [e.entry.what for e in trace.entries if isinstance(e.entry, Noticed)]
    assert {getattr(what, "button", None) for what in pressed} >= {Button.MENU, Button.HELP}
