"""The flight recorder: what asks for a trace, what is in it, and what it costs."""

import logging
from datetime import datetime
from pathlib import Path
from threading import Event, current_thread

import pytest

from kahuna_table.app.daemon import IDLE_MS
from kahuna_table.app.flight import (
    FAULT,
    HELD,
    KEEP_MS,
    MAX_EVENTS,
    MAX_FILES,
    FaultsAsked,
    FlightRecorder,
)
from kahuna_table.app.flight_file import VERSION, Samples, Start, read_trace
from kahuna_table.devices.child import NOTES
from kahuna_table.engine.board import NO_LINES, Lines
from kahuna_table.table.debounce import Senses, feed
from kahuna_table.table.inputs import NO_BUTTONS, BoardSettled, Buttons, Sample
from kahuna_table.table.session import handle
from kahuna_table.table.state import Session
from kahuna_table.tools.script.run import EPOCH
from tests.app.flown import flown, lines_of, recorded, script_text

DECK = (
    "deck FAAA GOLA KAHU DUDA HUNA COCO LALE JOJO GOLA HUNA BARI ELAI "
    "IFFI ALOA JOJO LALE DUDA FAAA COCO BARI IFFI ALOA ELAI KAHU\n"
)
BEGUN = f"{DECK}game first=black\nwait 500\nplace FAAA-GOLA\nwait 400\nchoose card FAAA\n"


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in (directory / "traces").glob("*"))


def content(path: Path) -> str:
    return "\n".join(lines_of(path))


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
        for _ in range(MAX_FILES + 3):
            flight.written(with_hands=False)

    assert names(tmp_path) == [f"trace-{n:06d}-asked.gz" for n in range(4, MAX_FILES + 4)]


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
            flight.recorder.request(FAULT)
            flight.attend()
            flight.play("wait 10000\n")

    assert names(tmp_path) == ["trace-000001-fault.gz", "trace-000002-fault.gz"]


def test_faults_write_three_traces_an_hour(tmp_path: Path) -> None:
    recorder = FlightRecorder(tmp_path, lambda: EPOCH)
    written = []
    for minute in range(63):
        recorder.request(FAULT)
        recorder.attend(Session(), minute * 60_000)
        recorder.close()
        written.append(len(names(tmp_path)))

    assert [n for n in range(63) if n == 0 or written[n] > written[n - 1]] == [0, 1, 2, 60, 61, 62]


def test_an_exception_that_leaves_the_loop_leaves_a_trace_too(tmp_path: Path) -> None:
    with flown(tmp_path) as flight:
        with pytest.raises(ZeroDivisionError), flight.recorder.guard(lambda: flight.table.session):
            raise ZeroDivisionError
        assert names(tmp_path) == ["trace-000001-fault.gz"]


def test_a_trace_that_cannot_be_written_costs_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "traces").write_text("in the way")
    with flown(tmp_path) as flight:
        flight.recorder.request()
        flight.attend()

    assert "no trace could be written" in caplog.text


def test_a_fault_is_no_reason_to_forget_what_somebody_asked_for(tmp_path: Path) -> None:
    with flown(tmp_path) as flight:
        flight.recorder.request(with_hands=True)
        flight.recorder.request(FAULT)
        flight.attend()

    assert names(tmp_path) == ["trace-000001-asked.gz"]


def test_a_trace_is_written_beside_the_loop_as_it_was_when_it_was_asked_for(
    tmp_path: Path,
) -> None:
    loop, writers = current_thread(), []
    played_on = Event()

    def now() -> datetime:
        writers.append(current_thread())
        assert played_on.wait(5)
        return EPOCH

    recorder, session = FlightRecorder(tmp_path, now), Session()
    senses, _ = feed(Senses(), Sample(0, NO_LINES, NO_LINES, NO_BUTTONS), session.slidable)

    def sampled(first_ms: int, last_ms: int) -> None:
        for at_ms in range(first_ms, last_ms, 10):
            closed = Lines(at_ms // 100 % 2)
            recorder.sampled(Sample(at_ms, closed, NO_LINES, NO_BUTTONS), session, senses)
            recorder.noticed(BoardSettled(at_ms, closed, NO_LINES, (), NO_LINES))

    sampled(0, 1000)
    recorder.request()
    recorder.attend(session, 1000)
    sampled(1000, 2000)
    recorder.request()
    recorder.attend(session, 2000)  # one at a time
    played_on.set()
    recorder.close()

    (path,) = (tmp_path / "traces").iterdir()
    runs = [each for each in read_trace(path).entries if isinstance(each, Samples)]
    assert [at_ms for run in runs for at_ms in run.times_ms()] == list(range(0, 1000, 10))
    assert "board ALOA-BARI" in content(path)
    assert "     1." not in content(path)
    assert [writer is loop for writer in writers] == [False]

    recorder.attend(session, 2000)
    recorder.close()
    assert len(names(tmp_path)) == 2


def test_a_trace_of_a_game_in_progress_says_nothing_that_is_hidden(tmp_path: Path) -> None:
    discard = "press draw\nchoose take LALE\nwait 300\npress draw\nchoose deck\nwait 300\n"
    with flown(tmp_path, BEGUN + discard) as flight:
        path = flight.written(with_hands=False)
        text = "\n".join(line for line in lines_of(path) if "< board" not in line)
        trace = read_trace(path)

    assert not trace.header.hands
    assert trace.end.session is None
    for secret in ("hands", "session", "order", "CardDrawn", "CardDiscarded", "BARI", "IFFI"):
        assert secret not in text.partition("\n")[2].replace('"session":null', ""), secret
    assert path.stat().st_mode & 0o077 == 0


def test_a_card_laid_face_down_is_in_no_public_trace() -> None:
    script = f"{DECK}game first=black\nwait 500\npress draw\nchoose discard KAHU\nchoose deck\n"

    text = "\n".join(line for line in recorded(script).public if "< board" not in line)

    assert "black: discard ?" in text
    assert "KAHU" not in text


PRESS = "down {button}\nwait 80\nup {button}\nwait 80\n"
HELD_OPEN = {
    "inside": f"down hand\nwait 400\n{PRESS}up hand\nwait 1200\n",
    "twice": f"down hand\nwait 400\n{PRESS}wait 800\n{PRESS}up hand\nwait 1200\n",
    "let go after the hand": (
        "down hand\nwait 400\ndown {button}\nwait 80\nup hand\nwait 200\nup {button}\nwait 1200\n"
    ),
    "down with the hand": (
        "down hand\nwait 8\ndown {button}\nwait 200\nup {button}\nwait 80\nup hand\nwait 1200\n"
    ),
    "too short to count": (
        "down hand\nwait 400\ndown {button}\nwait 8\nup {button}\nup hand\nwait 1200\n"
    ),
    "until the hand closes by itself": (
        f"down hand\nwait 400\n{PRESS}wait 16000\nup hand\nwait 1200\n"
    ),
    "held until the hand closes by itself": (
        "down hand\nwait 400\ndown {button}\nwait 16000\nup {button}\nup hand\nwait 1200\n"
    ),
    "too short to count, as the hand closes": (
        "down hand\nwait 400\nup hand\nwait 23\ndown {button}\nwait 9\nup {button}\nwait 1200\n"
    ),
    "longer than a button counts that hangs": (
        "down hand\nwait 10000\npress left\nwait 10000\npress left\nwait 12000\n"
        f"{PRESS}up hand\nwait 1200\n"
    ),
    "in the draw menu": f"press draw\ndown hand\nwait 400\n{PRESS}up hand\nwait 1200\n",
}


@pytest.mark.parametrize("name", HELD_OPEN)
def test_whatever_was_pressed_while_a_hand_was_open_leaves_the_same_public_trace(
    name: str, tmp_path: Path
) -> None:
    texts = set()
    for button in ("left", "ok"):
        play = HELD_OPEN[name].format(button=button)
        # chunks of six seconds: some begin while the hand is open
        with flown(tmp_path / button, BEGUN + play + "press menu\n", keep_ms=60_000) as flight:
            texts.add(content(flight.written(with_hands=False)))

    (text,) = texts
    assert "pressed hand" in text
    assert "pressed menu" in text


def test_how_often_something_was_pressed_in_a_hand_is_in_no_public_trace() -> None:
    idle = "down hand\nwait 400\n{}wait 2000\nup hand\nwait 1200\n"
    presses = PRESS.format(button="right")

    once, thrice = (
        recorded(BEGUN + idle.format(inside)).public
        for inside in (f"{presses}wait 320\n", presses * 3)
    )

    assert once == thrice


def test_how_often_the_display_was_touched_while_a_hand_was_open_is_in_no_public_trace() -> None:
    play = "down hand\nwait 400\n{}wait 2000\nup hand\nwait 1200\ntouch\nwait 400\n"

    never, twice = (
        recorded(BEGUN + play.format(inside)).public
        for inside in ("wait 400\n" * 2, "touch\nwait 400\n" * 2)
    )

    assert never == twice
    assert "touched" in "".join(never)


def test_a_button_that_hangs_hides_nothing() -> None:
    """Beside the half minute after which it counts as stuck."""
    stuck = f"{BEGUN}down hand\nwait 400\ndown left\nwait 200\nup hand\nwait 40000\npress menu\n"

    *_, last = [line for line in recorded(stuck).public if '["Samples"' in line]

    assert '"pressed":2' in last


def test_two_games_that_differ_in_hidden_cards_only_leave_the_same_trace() -> None:
    # white's hand and the deck are others; nothing was done with them
    other = BEGUN.replace("DUDA HUNA COCO LALE", "COCO DUDA ALOA LALE").replace(
        "IFFI ALOA JOJO LALE DUDA FAAA COCO BARI IFFI ALOA ELAI KAHU",
        "KAHU ELAI HUNA IFFI BARI COCO FAAA DUDA LALE JOJO ALOA IFFI",
    )
    assert recorded(BEGUN).public == recorded(other).public


@pytest.mark.parametrize(
    ("name", "hands"),
    [("give_up", True), ("early_end", False)],
    ids=["over", "an end that can be taken back"],
)
def test_of_a_finished_game_everything_is_told(name: str, hands: bool) -> None:
    assert (recorded(script_text(name)).public == recorded(script_text(name)).with_hands) is hands


def test_the_last_ten_minutes_are_kept_and_begin_with_a_snapshot(tmp_path: Path) -> None:
    recorder, session, senses = FlightRecorder(tmp_path, lambda: EPOCH), Session(), Senses()
    last_ms = KEEP_MS * 6 // 5
    for at_ms in range(0, last_ms, IDLE_MS):
        sample = Sample(at_ms, NO_LINES, NO_LINES, NO_BUTTONS)
        recorder.sampled(sample, session, senses)
        senses, _ = feed(senses, sample, session.slidable)
    memory = recorder.memory
    recorder.request()
    recorder.attend(session, last_ms)
    recorder.close()
    trace = read_trace(tmp_path / "traces" / "trace-000001-asked.gz")

    runs = [each for each in trace.entries if isinstance(each, Samples)]
    times = [at_ms for run in runs for at_ms in run.times_ms()]
    assert isinstance(trace.entries[0], Start)
    assert KEEP_MS <= times[-1] - times[0] <= KEEP_MS * 1.1
    assert memory < 100_000


def test_memory_is_bounded_in_the_worst_noise(tmp_path: Path) -> None:
    """Another picture in every sample, and everything settles at once."""
    recorder = FlightRecorder(tmp_path, lambda: EPOCH)
    session, senses = Session(), Senses()
    for at_ms in range(0, 200_000, 10):
        sample = Sample(at_ms, Lines(at_ms // 10 % 3), NO_LINES, NO_BUTTONS)
        recorder.sampled(sample, session, senses)
        senses, _ = feed(senses, sample, session.slidable)
        recorder.noticed(BoardSettled(at_ms, sample.closed, NO_LINES, (), NO_LINES))

    assert MAX_EVENTS // 2 < recorder.events <= MAX_EVENTS
    assert recorder.memory < 30 * MAX_EVENTS


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

    recorder.request(with_hands=True)
    recorder.attend(session, at_ms)
    recorder.close()

    read = [
        Sample(t, run.closed, run.unknown, run.pressed)
        for run in read_trace(tmp_path / "traces" / "trace-000001-asked.gz").entries
        if isinstance(run, Samples)
        for t in run.times_ms()
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
    assert "< pressed menu" in content(path)
    assert "< pressed help" in content(path)
