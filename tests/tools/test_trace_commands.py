"""`kahuna-table trace`: dump, replay and script."""

import gzip
import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from kahuna_table.app.flight_file import Start, TraceFileError, read_trace
from kahuna_table.table.inputs import ButtonPressed, Input
from kahuna_table.table.play import Result
from kahuna_table.table.session import handle
from kahuna_table.table.situation import Session
from kahuna_table.tools.cli import main
from kahuna_table.tools.trace.dump import dump
from kahuna_table.tools.trace.script import NoQuietMomentError, script
from tests.app.flown import Flight, flown, script_text

REPLAYED = (
    "bus_hiccup",
    "chatter",
    "long_term_free",
    "secrets_proposal",
    "sensors_closed",
    "stuck_swept",
    "undo_sweep",
    "whole_game_scored",
    "wiped_hold",
)
"""Scripts with trouble of every kind, and a long one."""

RESTARTED = "game first=black\nwait 500\ncrash\nrestart\nwait 500\npress menu\nwait 200\n"

DECK = (
    "deck FAAA GOLA KAHU DUDA HUNA COCO LALE JOJO GOLA HUNA BARI ELAI "
    "IFFI ALOA JOJO LALE DUDA FAAA COCO BARI IFFI ALOA ELAI KAHU\n"
)
SHORT = f"{DECK}game first=black\nwait 500\nplace FAAA-GOLA\nwait 400\nchoose card FAAA\nwait 200\n"


def lines_of(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def rewritten(path: Path, lines: list[str]) -> Path:
    changed = path.with_name("changed")
    changed.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return changed


def replayed(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str, str]:
    capsys.readouterr()
    status = main(["trace", "replay", str(path), *options])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize("hands", [True, False], ids=["hands", "public"])
@pytest.mark.parametrize("name", REPLAYED)
def test_a_trace_replays_to_what_was_recorded(
    name: str, hands: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with flown(tmp_path, script_text(name)) as flight:
        path = flight.written(with_hands=hands)

    status, out, err = replayed(path, capsys)

    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "identical"
    assert any(" < board " in line for line in out.splitlines())


def test_a_restart_begins_a_chunk_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with flown(tmp_path, RESTARTED) as flight:
        path = flight.written(with_hands=True)

    starts = [e.entry for e in read_trace(path).entries if isinstance(e.entry, Start)]
    assert [start.fresh for start in starts] == [True, True]
    assert replayed(path, capsys)[0] == 0


def first_with(lines: list[str], text: str) -> int:
    return next(n for n, line in enumerate(lines) if text in line)


@pytest.mark.parametrize("hands", [True, False], ids=["hands", "public"])
@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ('{"input":["BoardSettled"', '"closed":', '"closed":1'),
        ('{"input":["ButtonPressed"', '"OK"', '"BACK"'),
        ('{"samples"', '"closed":', '"closed":1'),
        ('{"board":{"refereeing":true', '"missing":', '"missing":1'),
    ],
    ids=["what settled", "a button", "a contact", "the referee's picture"],
)
def test_the_first_difference_is_shown(
    kind: str,
    old: str,
    new: str,
    hands: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with flown(tmp_path, SHORT) as flight:
        path = flight.written(with_hands=hands)
    lines = lines_of(path)
    at = first_with(lines, kind)
    lines[at] = lines[at].replace(old, new, 1)

    status, out, _ = replayed(rewritten(path, lines), capsys)

    if hands and "board" in kind:
        assert status == 0  # the whole session is compared instead
    else:
        assert status == 1
        assert "changed:" in out.splitlines()[-1]


@pytest.mark.parametrize(
    ("dropped", "difference"),
    [
        ('{"effect":["MoveMade"', "expected "),
        ('{"input":["ButtonReleased"', "expected ButtonReleased"),
        ('{"input":["Ticked"', "expected Ticked"),
        ('{"input":["Shuffled"', "expected "),
    ],
)
def test_what_is_missing_from_a_trace_is_a_difference(
    dropped: str, difference: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with flown(tmp_path, SHORT + "press draw\nwait 20000\npress help\nwait 40000\n") as flight:
        path = flight.written(with_hands=True)
    lines = lines_of(path)
    del lines[first_with(lines, dropped)]
    entries = len(lines) - 2
    lines[-1] = lines[-1].replace(f'"entries":{entries + 1}', f'"entries":{entries}')

    status, out, _ = replayed(rewritten(path, lines), capsys)

    assert status == 1
    assert difference in out.splitlines()[-1]


def test_a_crash_in_the_referee_is_shown_where_it_happens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashing(session: Session, noticed: Input) -> Result:
        if isinstance(noticed, ButtonPressed):
            raise ZeroDivisionError
        return handle(session, noticed)

    with flown(tmp_path, SHORT) as flight:
        path = flight.written(with_hands=True)
    monkeypatch.setattr("kahuna_table.tools.trace.replay.handle", crashing)

    status, out, _ = replayed(path, capsys)

    *_, pressed, last = out.splitlines()
    assert (status, pressed[-10:]) == (1, "pressed ok")
    assert last.endswith("the program stops here with ZeroDivisionError()")


def test_another_state_at_the_end_is_a_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with flown(tmp_path, SHORT) as flight:
        path = flight.written(with_hands=True)
    lines = lines_of(path)
    state = read_trace(path).end.state
    assert state is not None
    lines[-1] = lines[-1].replace(state, "0" * len(state))

    status, out, _ = replayed(rewritten(path, lines), capsys)

    assert (status, "expected the state" in out) == (1, True)


def test_a_trace_without_hands_cannot_be_exact(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with flown(tmp_path, SHORT) as flight:
        path = flight.written(with_hands=False)

    status, _, err = replayed(path, capsys, "--with-hands")

    assert (status, err) == (64, f"{path}:1: expected a trace with hands, found one without\n")
    assert main(["trace", "script", str(path)]) == 64


@pytest.mark.parametrize(
    ("change", "number"),
    [
        (lambda lines: ["{}", *lines[1:]], 1),
        (lambda lines: [lines[0].replace('"version":2', '"version":1'), *lines[1:]], 1),
        (lambda lines: [*lines[:3], "", *lines[3:]], 4),
        (lambda lines: [*lines[:3], '{"guess":1}', *lines[3:]], 4),
        (lambda lines: [*lines[:3], "[1, 2]", *lines[3:]], 4),
        (lambda lines: [lines[0], *lines[2:]], None),
        (lambda lines: lines[:-1], None),
        (lambda lines: lines[:1], 1),
        (lambda lines: [*lines[:5], *lines[6:]], None),
        (lambda lines: [lines[0].replace('"hands":false', '"hands":true'), *lines[1:]], 2),
        (lambda lines: [*lines[:2], lines[2].replace(":", ":9", 1), *lines[3:]], 3),
    ],
    ids=[
        "no header",
        "another version",
        "an empty line",
        "an unknown line",
        "no object",
        "no snapshot",
        "cut off",
        "a header alone",
        "a line less",
        "no hands where they should be",
        "no JSON",
    ],
)
def test_a_file_that_is_not_exactly_understood_names_its_line(
    change: object, number: int | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with flown(tmp_path, SHORT) as flight:
        path = flight.written(with_hands=False)
    assert callable(change)
    changed = rewritten(path, change(lines_of(path)))

    with pytest.raises(TraceFileError) as caught:
        read_trace(changed)
    status, out, err = replayed(changed, capsys)

    assert (status, out) == (64, "")
    assert number is None or caught.value.number == number
    assert err.startswith(f"{changed}:{caught.value.number}: expected ")


@pytest.mark.parametrize("size", [0, 1, 2, 10, 100, 700])
def test_a_torn_file_is_refused(
    size: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with flown(tmp_path, SHORT) as flight:
        path = flight.written(with_hands=True)
    torn = tmp_path / "torn"
    torn.write_bytes(path.read_bytes()[:size])

    assert replayed(torn, capsys)[0] == 64


def test_a_file_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert replayed(Path("/nowhere/trace"), capsys)[0] == 64


SCRIPTED = (
    "alternate",
    "bump",
    "bus_hiccup",
    "card_choice",
    "full_hand",
    "handicap",
    "long_term",
    "menu_new_game",
    "round_end",
    "secrets_proposal",
    "slide",
    "stuck",
    "undo_sweep",
    "whole_game_scored",
    "wiped_hold",
)


@pytest.mark.parametrize("name", SCRIPTED)
def test_a_trace_becomes_a_script_that_plays_the_same(name: str, tmp_path: Path) -> None:
    with flown(tmp_path / "first", script_text(name)) as flight:
        text = script_of(flight)
        effects, state = flight.log.effects, flight.state

    with flown(tmp_path / "again", text) as again:
        assert again.log.effects == effects
        assert again.state == state


def test_who_began_by_chance_begins_again(tmp_path: Path) -> None:
    menu = "press menu\nchoose new\npress ok\nwait 500\n"
    firsts = set()
    for seed in range(1, 7):
        with flown(tmp_path / f"{seed}", f"seed {seed}\n{menu}") as flight:
            text, state = script_of(flight), flight.state
        with flown(tmp_path / f"{seed} again", text) as again:
            assert again.state == state
        assert state is not None
        firsts.add(state.first)

    assert len(firsts) == 2


def script_of(flight: Flight) -> str:
    return "".join(f"{line}\n" for line in script(read_trace(flight.written(with_hands=True))))


def test_a_trace_from_the_middle_of_a_game_starts_with_the_moves_before(tmp_path: Path) -> None:
    with flown(tmp_path / "first", script_text("whole_game_scored"), keep_ms=20_000) as flight:
        text = script_of(flight)
        first = read_trace(flight.written(with_hands=True)).entries[0].entry
        effects, state = flight.log.effects, flight.state
    assert isinstance(first, Start)
    assert first.session is not None
    assert first.session.game is not None

    with flown(tmp_path / "again", text) as again:
        assert again.log.effects == effects
        assert again.state == state


def test_a_trace_in_which_something_is_always_open_gives_no_script(tmp_path: Path) -> None:
    game = SHORT + "place ALOA-BARI\nwait 200000\n"
    with flown(tmp_path, game, keep_ms=10_000) as flight:
        trace = read_trace(flight.written(with_hands=True))

    with pytest.raises(NoQuietMomentError):
        list(script(trace))


LOOP = """
import sys
from pathlib import Path
from time import sleep
from kahuna_table.app.flight import answer_signals
from tests.app.flown import flown
with flown(Path(sys.argv[1]), "game first=black") as flight:
    if sys.argv[2] == "answers":
        answer_signals(flight.recorder)
    print("ready", flush=True)
    while True:
        flight.play("wait 40")
        flight.attend()
        sleep(0.01)
"""


@pytest.mark.parametrize("hands", [False, True], ids=["public", "hands"])
def test_dump_asks_the_running_table(hands: bool, tmp_path: Path) -> None:
    table, out, err = running(tmp_path, "answers"), StringIO(), StringIO()
    try:
        status = dump(tmp_path, out, err, with_hands=hands)
    finally:
        table.kill()
        table.communicate()

    assert (status, err.getvalue()) == (0, "")
    path = Path(out.getvalue().strip())
    assert path == tmp_path / "traces" / "trace-000001-asked.gz"
    assert read_trace(path).header.hands is hands


def test_a_program_that_writes_no_traces_is_not_killed_by_the_question(tmp_path: Path) -> None:
    table, err = running(tmp_path, "deaf"), StringIO()
    try:
        assert dump(tmp_path, StringIO(), err) == 1
        assert table.poll() is None
    finally:
        table.kill()
        table.communicate()
    assert "writes no traces" in err.getvalue()


def running(directory: Path, manner: str) -> subprocess.Popen[str]:
    root = Path(__file__).parents[2]
    table = subprocess.Popen(
        [sys.executable, "-c", LOOP, str(directory), manner],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert table.stdout is not None
    assert table.stdout.readline() == "ready\n"
    return table


def test_dump_says_where_no_table_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with flown(tmp_path):
        pass

    for directory in (tmp_path, tmp_path / "nothing"):
        assert main(["trace", "dump", "--state", str(directory)]) == 1
        assert f"no table is running on {directory}" in capsys.readouterr().err


def test_a_process_that_died_is_not_asked(tmp_path: Path) -> None:
    table = running(tmp_path, "answers")
    table.send_signal(signal.SIGKILL)
    table.communicate()
    err = StringIO()

    assert dump(tmp_path, StringIO(), err) == 1
    assert "no table is running" in err.getvalue()
