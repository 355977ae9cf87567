"""The whole command on the simulated kit: the hands of a script, the files, the active map."""

import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import SensorDriver, SensorsConfig
from kahuna_table.app.exits import OK, UNAVAILABLE, UNUSABLE, WRONG
from kahuna_table.app.wiring.active import active_wiring
from kahuna_table.app.wiring.file import format_wiring, parse_wiring
from kahuna_table.app.wiring.learned import ALL
from kahuna_table.devices.faults import fault
from kahuna_table.devices.pins import REFERENCE, Wire
from kahuna_table.devices.simulated import SimulatedKit
from kahuna_table.devices.simulated.net import Diode
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import Lines, line_name
from kahuna_table.tools.cli import main
from kahuna_table.tools.wiring.run import Options, learn, play_script
from kahuna_table.tools.wiring.steps import Corners
from tests.tools.wiring.hands import BUTTONS, EMPTY, LIGHTS, ask_with_keys, session, wired
from tests.tools.wiring.maker import Board, Maker, as_board, at, line, of_state, permuted

Play = Callable[..., tuple[int, str]]


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Plays a script on a kit and gives the exit status and what was said."""

    def play(script: str, kit: SimulatedKit | None = None) -> tuple[int, str]:
        path = tmp_path / "hands.script"
        path.write_text(script)
        out, err = io.StringIO(), io.StringIO()
        options = Options(state=tmp_path)
        status = play_script(str(path), Config(), options, out, err, kit=kit)
        return status, out.getvalue() + err.getvalue()

    return play


def defects(said: str) -> list[str]:
    """The defects of the summary."""
    return [each for each in said.splitlines() if each.startswith("- **defect**")]


def test_a_permuted_board_is_learned_exactly_and_the_table_reads_it(
    play: Play, tmp_path: Path
) -> None:
    board = permuted(7)
    at_corner = Maker(as_board(board))
    at_corner.learn()
    rectangle = at_corner.interview.asked[-1]
    assert isinstance(rectangle, Corners)
    corners = [line_name(each) for each in rectangle.lines]

    status, said = play(session(corners=corners), wired(board))

    assert (status, defects(said)) == (OK, [])
    assert active_wiring(of_state(tmp_path)).pin_map == board
    page = (tmp_path / "wiring.md").read_text()
    first = board.sensors[0]
    pins = f"{board.rows[first.row]} | {board.columns[first.column]}"
    assert f"| ALOA-BARI | {first.name} | {pins} | R1C3 | other than planned |" in page


def test_the_command_line_learns_the_active_board_from_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = permuted(3)
    learned = Maker(as_board(board)).learn()
    (tmp_path / "wiring.toml").write_text(format_wiring(learned, REFERENCE))
    script, out = tmp_path / "hands.script", tmp_path / "learned.toml"
    script.write_text(session(corners=()))

    status = main(["wiring", "--script", str(script), "--out", str(out), "--state", str(tmp_path)])

    said = capsys.readouterr().out
    assert status == WRONG, "the three corners were not laid"
    assert "not everything was asked for" in said
    assert parse_wiring(out.read_text(), REFERENCE, "").pin_map(REFERENCE) == board
    assert out.with_suffix(".md").is_file()


def test_the_active_map_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = Board(strip=[1, 0, *range(2, 39)])
    board.contacts[line("ALOA-BARI")] = {REFERENCE.spare}
    (tmp_path / "wiring.toml").write_text(format_wiring(Maker(board).learn(), REFERENCE))

    assert main(["wiring", "--print", "--state", str(tmp_path / "none")]) == OK
    planned = capsys.readouterr().out.splitlines()
    assert main(["wiring", "--print", "--state", str(tmp_path)]) == OK
    printed = capsys.readouterr().out.splitlines()

    assert (planned[1], printed[1]) == ("ALOA-BARI,4,23", "ALOA-BARI,16,25")
    assert {"ALOA,0", "BARI,1"} <= {*planned}
    assert {"ALOA,1", "BARI,0"} <= {*printed}


def test_a_bridged_diode_is_named_once(play: Play) -> None:
    kit = wired()
    kit.net.put_diode(at("R2C1"), Diode.BRIDGED)

    status, said = play(session(corners=("BARI-DUDA", "BARI-ELAI", "COCO-GOLA")), kit)

    assert status == WRONG
    (found,) = defects(said)
    assert "the diode at R2C1 (BARI-DUDA) conducts both ways" in found


def test_two_bridged_diodes_make_a_ghost_that_names_the_middle_one(play: Play) -> None:
    kit = wired()
    kit.net.put_diode(at("R2C1"), Diode.BRIDGED)
    kit.net.put_diode(at("R3C1"), Diode.BRIDGED)

    _, said = play(session(corners=("BARI-DUDA", "BARI-ELAI", "COCO-GOLA")), kit)

    assert "with bridges at R2C1 R2C2 R3C1 only, R3C2 reads closed too" in said


def test_a_reversed_diode_is_named(play: Play) -> None:
    kit = wired()
    kit.net.put_diode(at("R2C1"), Diode.REVERSED)

    status, said = play(session(dead=["BARI-DUDA"]), kit)

    assert status == WRONG
    (found,) = defects(said)
    assert "BARI-DUDA never closes: the diode at R2C1 is reversed" in found


def test_a_dead_sensor_is_named(play: Play) -> None:
    kit = wired()
    kit.board.stuck(line("COCO-KAHU"), closed=False)

    status, said = play(session(dead=["COCO-KAHU"]), kit)

    assert status == WRONG
    (found,) = defects(said)
    assert "COCO-KAHU closes nothing: its sensor is dead" in found


def test_a_neighbour_that_triggers_is_named(play: Play) -> None:
    kit = wired()

    def stray() -> None:
        near = line("ALOA-HUNA")
        closed = kit.board.closed
        kit.net.set_contacts(Lines(closed | (closed >> near & 1) << line("ALOA-DUDA")))

    kit.board.watch(stray)
    status, said = play(session(), kit)

    assert status == WRONG
    (found,) = defects(said)
    assert "a bridge in ALOA-HUNA also triggers its neighbour ALOA-DUDA (R1C4)" in found


def test_a_broken_wire_is_named_by_its_canaries(play: Play) -> None:
    kit = wired()
    kit.net.break_wire(Wire.R2)
    dead = [line_name(each) for each in ALL if REFERENCE.sensors[each].row == 1]

    status, said = play(session(dead=dead, corners=()), kit)

    assert status == WRONG
    assert "expected canaries R2C3 R2C4 closed, read open: check row R2 (GPIO 5)" in said


def test_shorted_columns_are_named(play: Play) -> None:
    kit = wired()
    kit.net.short(Wire.C1, Wire.C2)

    _, said = play("\n".join([*BUTTONS, *LIGHTS, *EMPTY, "wait 100"]), kit)

    assert "column C1 (GPIO 17) and column C2 (GPIO 22) follow each other" in said


def test_never_two_outputs_meet(play: Play) -> None:
    kit = wired()
    for name in ("R2C1", "R1C1", "R3C1"):
        kit.net.put_diode(at(name), Diode.BRIDGED)
    play(session(), kit)

    assert (kit.net.most_outputs, kit.net.fights) == (1, [])


def test_an_interrupted_run_goes_on_where_it_stopped(play: Play, tmp_path: Path) -> None:
    whole = session().splitlines()
    cut = whole.index("place ELAI-FAAA")

    status, said = play("\n".join(whole[:cut]))
    assert status == WRONG
    assert "the next run goes on from here" in said
    assert "Asked for: 12 of 27 lines, 8 of 8 buttons, the lights." in (
        (tmp_path / "wiring.md").read_text()
    )
    status, said = play("\n".join([*EMPTY, "wait 100", *whole[cut:]]))

    assert (status, defects(said)) == (OK, [])
    assert "27 of 27 lines" in (tmp_path / "wiring.md").read_text()


@pytest.mark.parametrize(
    ("script", "where"),
    [
        ("miswire ALOA-BARI\n", ":1: expected a statement: place, lift, press, down, up, wait"),
        ("wait 10\nplace ALOA-LALE\n", ":2: expected a line of the board"),
        ("press enter\n", ":1: expected a button"),
        ("wait\n", ":1: expected milliseconds"),
        ("lift ALOA-BARI white\n", ":1: expected the end of the line, found 'white'"),
    ],
)
def test_a_mistake_in_the_script_ends_with_64_before_anything_runs(
    script: str, where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hands.script"
    file.write_text(script)

    status = main(["wiring", "--script", str(file), "--state", str(tmp_path)])

    assert status == UNUSABLE
    assert f"{file}{where}" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == [file]


def test_a_script_that_is_not_there_ends_with_64(tmp_path: Path) -> None:
    assert main(["wiring", "--script", str(tmp_path / "none")]) == UNUSABLE


def test_what_hands_cannot_do_ends_with_1_and_its_line(play: Play) -> None:
    status, said = play("wait 10\nlift ALOA-BARI\n")

    assert status == WRONG
    assert "hands.script:2: ALOA-BARI: expected a bridge, found the slot empty" in said


def test_a_file_that_cannot_be_written_is_said_and_the_findings_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "hands.script"
    script.write_text("press menu\n")
    os.mkfifo(tmp_path / "x.toml")

    status = main(["wiring", "--script", str(script), "--out", str(tmp_path / "x.toml")])

    printed = capsys.readouterr()
    assert status == WRONG
    assert printed.err.count("cannot be written") == 1
    assert "no defects in what was asked for so far" in printed.out


def test_sensors_without_a_matrix_are_not_learned(tmp_path: Path) -> None:
    config = Config(sensors=SensorsConfig(driver=SensorDriver.MCP23017))
    asked, scripted = io.StringIO(), io.StringIO()
    script, options = tmp_path / "hands.script", Options(state=tmp_path)
    script.write_text("press menu\n")

    assert learn(config, options, asked, asked, io.StringIO()) == UNAVAILABLE
    assert play_script(str(script), config, options, scripted, scripted) == UNAVAILABLE

    refusal = 'sensors with driver = "mcp23017" have no matrix to learn: expected "matrix"\n'
    assert (asked.getvalue(), scripted.getvalue()) == (refusal, refusal)
    assert [*tmp_path.iterdir()] == [script]


def test_simulated_sensors_are_learned_by_a_script_only() -> None:
    config = Config(sensors=SensorsConfig(driver=SensorDriver.SIMULATED))
    err = io.StringIO()

    assert learn(config, Options(), err, err, io.StringIO()) == UNAVAILABLE
    assert err.getvalue() == "simulated sensors have no wires: --script FILE plays the hands\n"


def test_without_buttons_the_keyboard_answers(tmp_path: Path) -> None:
    status, said = ask_with_keys("\n" * 8 + "nonsense\nl\n\nb\nl\nok\nq\n", tmp_path)

    assert status == WRONG
    assert said.count("is dead, GPIO") == 2 * 8, "when it was found, and at the end"
    assert "the first light: is it dark?" in said
    assert "take every bridge off the board" in said
    assert "no light shines" in said
    known = active_wiring(Config(), tmp_path).learned
    assert known is not None
    assert (len(known.heard), known.colours) == (8, (None, None, None))


@pytest.mark.parametrize("keys", ["q\n", "\nq\n"])
def test_a_run_that_is_left_takes_no_learned_line_away(keys: str, tmp_path: Path) -> None:
    file = tmp_path / "wiring.toml"
    file.write_text(format_wiring(Maker(as_board(permuted(4))).learn(), REFERENCE))
    file.write_text(file.read_text() + "[")
    before = file.read_text()

    status, told = ask_with_keys(keys, tmp_path)

    assert status == WRONG
    assert ("nothing was asked, nothing is written" in told) == (keys == "q\n")
    assert "no defects\n" not in told
    assert before in [each.read_text() for each in tmp_path.glob("wiring*.toml")]


def test_pins_that_the_pi_gives_away_are_told_before_the_first_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = fault(
        Trouble.PINS_GIVEN_AWAY, pins="GPIO 4 (row R1)", claimant="1-Wire", repair="remove it"
    )
    monkeypatch.setattr(f"{learn.__module__}.given_away", lambda _config: (given,))

    _, said = ask_with_keys("q\n", tmp_path)

    assert said.startswith(f"{given}\n")
