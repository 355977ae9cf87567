"""`kahuna-table trace`: replay and script."""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

from kahuna_table.app.flight_file import Start, read_trace
from kahuna_table.table.inputs import ButtonPressed, Input
from kahuna_table.table.play import Result
from kahuna_table.table.session import handle
from kahuna_table.table.state import Session
from kahuna_table.tools.cli import main
from tests.app.flown import Recorded, flown, lines_of, recorded, script_text

REPLAYED = (
    "bus_hiccup",
    "chatter",
    "colour_slipped",
    "colour_swept_last",
    "long_term_free",
    "secrets_proposal",
    "sensors_closed",
    "stuck_swept",
    "undo_sweep",
    pytest.param("whole_game_scored", marks=pytest.mark.soak),
    "wiped_hold",
)
"""Scripts with trouble of every kind, and a long one."""

DECK = (
    "deck FAAA GOLA KAHU DUDA HUNA COCO LALE JOJO GOLA HUNA BARI ELAI "
    "IFFI ALOA JOJO LALE DUDA FAAA COCO BARI IFFI ALOA ELAI KAHU\n"
)
SHORT = f"{DECK}game first=black\nwait 500\nplace FAAA-GOLA\nwait 400\nchoose card FAAA\nwait 200\n"
IN_HAND = (
    f"{SHORT}down hand\nwait 200\npress right\npress ok\nwait 200\nup hand\nwait 1000\npress menu\n"
    "press right\nwait 300\n"
)

FAILED = '["Outside",{"what":["SavingFailed",{"at_ms":1,"failed":true}]}]'

SAMPLES = (
    '["Samples",{{"closed":0,"unknown":0,"pressed":0,"owners":{{"black":0,"white":0}},"slidable":0,'
    '"first_ms":9,"steps":[[{},{}]]}}]'
)


def rewritten(directory: Path, lines: Iterable[str]) -> Path:
    changed = directory / "changed"
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
    path = rewritten(tmp_path, lines_with(recorded(script_text(name)), hands=hands))

    status, out, err = replayed(path, capsys)

    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "identical"
    assert any(" < board " in line for line in out.splitlines())


def test_a_restart_begins_a_new_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "game first=black\nwait 500\ncrash\nrestart\nwait 500\npress menu\nwait 200\n"
    path = rewritten(tmp_path, recorded(text).with_hands)

    starts = [each for each in read_trace(path).entries if isinstance(each, Start)]
    assert [start.fresh for start in starts] == [True]
    assert starts[0].session is not None
    assert starts[0].session.looking
    assert replayed(path, capsys)[0] == 0


def test_a_public_trace_says_all_but_what_a_hand_hides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside the order of cards, which is chance, and time."""
    told = []
    for hands in (True, False):
        path = rewritten(tmp_path, lines_with(recorded(IN_HAND), hands=hands))
        told.append(replayed(path, capsys)[1].splitlines())

    missing = [line[13:] for line in told[0] if line not in told[1]]
    assert missing == ["pressed right", "released right", "pressed ok", "released ok"]
    assert [line for line in told[1] if line not in told[0]] == []


@pytest.mark.parametrize("hands", [True, False], ids=["hands", "public"])
@pytest.mark.parametrize(
    ("at", "old", "new", "difference"),
    [
        ("< board FAAA-GOLA", "FAAA", "ALOA", "expected BoardSettled("),
        ("< pressed ok", "ok", "back", "expected ButtonPressed("),
        ("< pressed ok", '"mark":"', '"mark":"0', "recorded the same in other circumstances"),
        ('["Samples",{"closed":', '"closed":', '"closed":1', "expected "),
    ],
    ids=["what settled", "a button", "what no line shows", "a contact"],
)
def test_the_first_difference_is_shown(
    at: str,
    old: str,
    new: str,
    difference: str,
    hands: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = list(lines_with(recorded(SHORT), hands=hands))
    number = first_with(lines, at)
    lines[number] = lines[number].replace(old, new, 1)

    status, out, _ = replayed(rewritten(tmp_path, lines), capsys)

    *before, last = out.splitlines()
    assert status == 1
    assert difference in last
    assert "changed:" in last
    if "Samples" not in at:
        assert f"changed:{number + 1}:" in last
        assert len(before) == sum("Outside" in x or '["Said"' in x for x in lines[:number])


def test_another_slide_is_a_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = list(recorded(SHORT).with_hands)
    at = next(n for n, line in enumerate(lines) if '"slidable":65536' in line)
    lines[at] = lines[at].replace('"slidable":65536', '"slidable":0')

    status, out, _ = replayed(rewritten(tmp_path, lines), capsys)

    assert status == 1
    assert f"changed:{at + 1}: expected the slidable 65536, " in out.splitlines()[-1]


@pytest.mark.parametrize(
    "field", ["refereeing", "missing", "extra", "swept", "said_off"], ids=lambda field: field
)
def test_another_picture_of_the_referee_is_a_difference(
    field: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = list(recorded(f"{SHORT}place ALOA-BARI\nwait 500\n").public)
    at = next(n for n, line in enumerate(lines) if '"extra":65536' in line)
    seen = json.loads(lines[at])
    seen[1][field] = not seen[1][field] if field == "refereeing" else seen[1][field] ^ 1 << 20
    if field == "swept":
        seen[1][field] = seen[1]["extra"]
    lines[at] = json.dumps(seen)

    status, out, _ = replayed(rewritten(tmp_path, lines), capsys)

    assert status == 1
    assert "expected Picture(" in out.splitlines()[-1]


@pytest.mark.parametrize(
    ("dropped", "difference"),
    [
        ("> move 1 black: ", "expected MoveMade("),
        ("< released draw", "expected ButtonReleased("),
        ("< time", "expected Ticked("),
        ('["Outside",{"what":["Shuffled"', "expected shuffled cards"),
    ],
)
def test_what_is_missing_from_a_trace_is_a_difference(
    dropped: str, difference: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = SHORT + "press draw\nwait 20000\npress help\nwait 40000\n"
    lines = list(recorded(text).with_hands)
    del lines[first_with(lines, dropped)]

    status, out, _ = replayed(rewritten(tmp_path, with_right_end(lines)), capsys)

    assert status == 1
    assert difference in out.splitlines()[-1]


@pytest.mark.parametrize("hands", [True, False], ids=["hands", "public"])
def test_what_nobody_did_is_a_difference(
    hands: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = list(lines_with(recorded(SHORT), hands=hands))
    at = first_with(lines, "< pressed ok")
    lines.insert(at + 1, lines[at])

    status, out, _ = replayed(rewritten(tmp_path, with_right_end(lines)), capsys)

    assert (status, out.splitlines()[-1].startswith(f"{tmp_path}/changed:")) == (1, True)


def test_a_crash_in_the_referee_is_shown_where_it_happens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashing(session: Session, noticed: Input) -> Result:
        if isinstance(noticed, ButtonPressed):
            raise ZeroDivisionError
        return handle(session, noticed)

    path = rewritten(tmp_path, recorded(SHORT).with_hands)
    monkeypatch.setattr("kahuna_table.tools.trace.replay.handle", crashing)

    status, out, _ = replayed(path, capsys)

    *_, pressed, last = out.splitlines()
    assert (status, pressed[-10:]) == (1, "pressed ok")
    assert last.endswith("the program stops here with ZeroDivisionError()")


@pytest.mark.parametrize(
    ("kind", "old", "new", "difference"),
    [
        ("End", '"session":"', '"session":"0', "expected the session "),
        ("Start", '"still_since_ms":', '"still_since_ms":1', "the session is not what"),
        ("Start", '"rested_closed":', '"rested_closed":1', "what was sensed is not what"),
    ],
)
def test_every_snapshot_is_compared(
    kind: str,
    old: str,
    new: str,
    difference: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with flown(tmp_path, SHORT, keep_ms=6000) as flight:
        lines = list(lines_of(flight.written(with_hands=True)))
    at = max(n for n, line in enumerate(lines) if line.startswith(f'["{kind}"'))
    lines[at] = lines[at].replace(old, new, 1)

    status, out, _ = replayed(rewritten(tmp_path, lines), capsys)

    assert status == 1
    assert f"changed:{at + 1}: {difference}" in out.splitlines()[-1]


def test_a_trace_without_hands_cannot_be_exact(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = rewritten(tmp_path, recorded(SHORT).public)

    status, _, err = replayed(path, capsys, "--with-hands")

    assert (status, err) == (64, f"{path}:1: expected a trace with hands, found one without\n")
    assert main(["trace", "script", str(path)]) == 64


@pytest.mark.parametrize(
    ("change", "number", "expected"),
    [
        (lambda lines: ["{}", *lines[1:]], 1, "the first line of a trace"),
        (lambda lines: ["[]", *lines[1:]], 1, "the first line of a trace"),
        (lambda lines: ['{"trace":{"version":6}}', *lines[1:]], 1, "Header with version"),
        (
            lambda lines: [lines[0].replace('"version":6', '"version":5'), *lines[1:]],
            1,
            "version 6 of a trace, found 5: use the program that wrote it",
        ),
        (lambda lines: [*lines[:3], "", *lines[3:]], 4, "JSON"),
        (lambda lines: [*lines[:3], '["Guess",1]', *lines[3:]], 4, "Start or Samples or "),
        (lambda lines: [*lines[:3], "[1, 2]", *lines[3:]], 4, "a name and a value"),
        (lambda lines: [lines[0], *lines[2:]], 2, "what a trace without hands has there"),
        (lambda lines: lines[:-1], None, "what a trace without hands has there"),
        (lambda lines: [*lines, lines[-1]], -1, "what a trace without hands has there"),
        (lambda lines: lines[:1], 2, "a start"),
        (lambda lines: [*lines[:5], *lines[6:]], None, "what a trace without hands has there"),
        (
            lambda lines: [lines[0].replace('"hands":false', '"hands":true'), *lines[1:]],
            2,
            "what a trace with hands has there",
        ),
        (lambda lines: [*lines[:2], lines[2].replace(":", ":9", 1), *lines[3:]], 3, "JSON"),
        (lambda lines: [*lines[:3], FAILED, *lines[3:]], 4, "what a trace without hands has there"),
        (
            lambda _: [*(whole := recorded(SHORT).with_hands)[:3], '["HandOpened",{}]', *whole[3:]],
            4,
            "what a trace with hands has there",
        ),
        (lambda lines: [*lines[:3], SAMPLES.format(-1, 5), *lines[3:]], 4, "steps forward"),
        (lambda lines: [*lines[:3], SAMPLES.format(1, 10**6), *lines[3:]], 4, "1,000,000 samples"),
        (lambda lines: [*lines[:3], f'"{"x" * (1 << 20)}"', *lines[3:]], 4, "characters"),
    ],
    ids=[
        "no header",
        "no object",
        "half a header",
        "another version",
        "an empty line",
        "an unknown line",
        "no name",
        "no snapshot",
        "cut off",
        "two ends",
        "a header alone",
        "a line less",
        "no hands where they should be",
        "no JSON",
        "what comes with hands only",
        "what comes without hands only",
        "back in time",
        "too many samples",
        "too long a line",
    ],
)
def test_a_file_that_is_not_exactly_understood_names_its_line(
    change: Callable[[list[str]], list[str]],
    number: int | None,
    expected: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = change(list(recorded(SHORT).public))
    changed = rewritten(tmp_path, lines)

    status, out, err = replayed(changed, capsys)

    assert (status, out) == (64, "")
    at = number if number is not None and number > 0 else len(lines) + (number or 0)
    assert err.startswith(f"{changed}:{at}: expected ")
    assert expected in err


@pytest.mark.parametrize("size", [0, 1, 2, 10, 100, 700])
def test_a_torn_file_is_refused(
    size: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with flown(tmp_path) as flight:
        path = flight.written(with_hands=True)
    torn = tmp_path / "torn"
    torn.write_bytes(path.read_bytes()[:size])

    assert replayed(torn, capsys)[0] == 64


def test_a_file_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert replayed(Path("/nowhere/trace"), capsys)[0] == 64


def lines_with(trace: Recorded, *, hands: bool) -> tuple[str, ...]:
    return trace.with_hands if hands else trace.public


def first_with(lines: Sequence[str], text: str) -> int:
    return next(n for n, line in enumerate(lines) if text in line)


def with_right_end(lines: Sequence[str]) -> list[str]:
    """With the right number of entries in the last line."""
    *rest, end = lines
    data = json.loads(end)
    data[1]["entries"] = len(rest) - 1
    return [*rest, json.dumps(data)]
