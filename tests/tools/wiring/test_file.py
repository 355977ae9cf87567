"""The file of a learned wiring: what is in it, who uses it, and when it no longer fits."""

import re
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from kahuna_table.app.assembly import open_ports
from kahuna_table.app.config import Config, ConfigError, parse_config
from kahuna_table.app.config_sections import (
    LightDriver,
    LightsConfig,
    PinsConfig,
    SensorDriver,
    SensorsConfig,
)
from kahuna_table.app.wiring.active import active_wiring
from kahuna_table.app.wiring.file import WiringFileError, format_wiring, parse_wiring
from kahuna_table.app.wiring.learned import ALL, Learned
from kahuna_table.devices.faults import fault
from kahuna_table.devices.pins import REFERENCE, PinError, PinMap, check
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.simulated import SimulatedKit
from kahuna_table.devices.simulated.board import SimulatedBoard
from kahuna_table.devices.simulated.strip import RecordingStrip
from kahuna_table.devices.strip import FittedStrip
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import ALL_LINES, NO_LINES, line_set
from kahuna_table.engine.player import Player
from kahuna_table.files import write_whole
from kahuna_table.table.inputs import Button
from kahuna_table.tools.doctor.checks import examine
from kahuna_table.tools.doctor.finding import Finding, Level
from kahuna_table.tools.doctor.machine import Machine
from tests.tools.wiring.maker import (
    Board,
    Maker,
    as_board,
    at,
    line,
    of_state,
    permuted,
    with_contacts,
)


@pytest.mark.parametrize(
    ("pins", "named"),
    [
        (PinsConfig(rows=(4, 5, 6, 12, 13, 2)), "rows [4, 5, 6, 12, 13, 16], now"),
        (PinsConfig(columns=(17, 22, 23, 24, 25, 2)), "columns [17, 22, 23, 24, 25, 27], now"),
        (PinsConfig(buttons=(2, 14, 15, 18, 19, 20, 21, 26)), "button menu 3, now 2"),
    ],
)
def test_with_a_file_learned_with_other_pins_no_line_is_read(
    pins: PinsConfig, named: str, tmp_path: Path
) -> None:
    learned = Maker(as_board(permuted(1))).learn()
    (tmp_path / "wiring.toml").write_text(format_wiring(learned, REFERENCE))
    config = replace(of_state(tmp_path), pins=pins)

    wiring = active_wiring(config)
    (line,) = (each for each in examine(Machine(tmp_path), config) if each.check == "wiring")

    assert wiring.pin_map == replace(config.pin_map(), blind=ALL_LINES)
    (unused,) = wiring.faults
    assert str(unused).startswith(f"KT-120 the wiring file {tmp_path / 'wiring.toml'} cannot be")
    assert named in str(unused)
    assert (line.level, line.code) == (Level.WARNING, 120)
    assert named in line.text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[pins]", "[pins"),
        ('ALOA-BARI = ["R1C3"]', 'ALOA-BARI = ["R1C1"]'),
        ('ALOA-BARI = ["R1C3"]', 'ALOA-LALE = ["R1C3"]'),
        ('ALOA-BARI = ["R1C3"]', "ALOA-BARI = 3"),
        ('sent_order = "GRB"', 'sent_order = "GGG"'),
        ('["R", "G", "B"]', '["R", "G", "X"]'),
        ("moved = []", "moved = [1]"),
        ("moved = []", "reversed = 1"),
    ],
)
def test_a_damaged_file_is_refused(old: str, new: str) -> None:
    text = format_wiring(Maker(Board()).learn(), REFERENCE)
    assert old in text

    with pytest.raises(WiringFileError):
        parse_wiring(text.replace(old, new, 1), REFERENCE, "wiring.toml")


def test_everything_observed_comes_back_from_the_file() -> None:
    board = as_board(permuted(5))
    board.contacts[line("BARI-DUDA")] = set()
    board.turned = {line("BARI-DUDA"): permuted(5).sensors[line("BARI-DUDA")]}
    board.backward = {permuted(5).sensors[0]}
    board.strip = [1, 0, *range(2, 38), None]
    board.pixel_order = "BRG"
    learned = Maker(board, moved=frozenset({line("ELAI-HUNA")})).learn()

    assert parse_wiring(format_wiring(learned, REFERENCE), REFERENCE, "") == learned


def test_doctor_says_which_wiring_is_used(tmp_path: Path) -> None:
    def said() -> list[str]:
        return [each.text for each in wiring_of(of_state(tmp_path), tmp_path)]

    assert said() == ["as planned; kahuna-table wiring learns another"]
    known = Learned(closes={line("ALOA-BARI"): frozenset({at("R1C3")})})
    (tmp_path / "wiring.toml").write_text(format_wiring(known, REFERENCE))
    file = tmp_path / "wiring.toml"
    assert said() == [
        f"{file}, 1 of 27 lines known",
        f"the wiring file {file} does not know 26 of the 27 lines: they are not read",
    ]


def test_the_configuration_may_name_the_file(tmp_path: Path) -> None:
    named = tmp_path / "mine.toml"
    named.write_text(format_wiring(Maker(as_board(permuted(2))).learn(), REFERENCE))

    config = parse_config(f'[pins]\nwiring = "{named}"\n', "c.toml")

    assert active_wiring(config, tmp_path).pin_map == permuted(2)
    with pytest.raises(ConfigError, match="expected a path"):
        parse_config('[pins]\nwiring = "mine.toml"\n', "c.toml")


def test_the_table_says_at_its_start_that_it_does_not_use_a_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "wiring.toml").write_text("[pins]\n")
    config = Config(
        sensors=SensorsConfig(driver=SensorDriver.SIMULATED),
        lights=LightsConfig(driver=LightDriver.SIMULATED),
    )

    ports = open_ports(config, tmp_path)
    ports.displays[0].close()

    assert "KT-120" in caplog.text


def test_the_table_opens_the_sensors_as_they_were_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned = Maker(as_board(permuted(3))).learn()
    (tmp_path / "wiring.toml").write_text(format_wiring(learned, REFERENCE))
    opened: list[PinMap] = []

    def refuse(pin_map: PinMap) -> NoReturn:
        opened.append(pin_map)
        raise DeviceError(fault(Trouble.NO_CHIP))

    monkeypatch.setattr("kahuna_table.app.assembly.open_matrix", refuse)
    config = Config(lights=LightsConfig(driver=LightDriver.SIMULATED))

    ports = open_ports(config, tmp_path)
    ports.sensors.scan()
    ports.displays[0].close()

    assert opened == [permuted(3)]
    assert ports.faults == ()


def test_a_reordered_strip_shows_each_light_at_its_place() -> None:
    inner = RecordingStrip()
    order = [2, 0, 1, *range(3, 39)]

    FittedStrip(inner, order).show(tuple((n, 0, 0) for n in range(39)))

    assert [red for red, _, _ in inner.frame] == [1, 2, 0, *range(3, 39)]


def test_two_lines_at_one_crossing_cannot_be_wired() -> None:
    check(permuted(1))
    with pytest.raises(PinError, match="27 lines at different crossings"):
        check(replace(REFERENCE, wired=(REFERENCE.sensors[0],) * 27))
    with pytest.raises(PinError, match="27 lines at different crossings"):
        check(replace(REFERENCE, wired=(at("R1C1"), *REFERENCE.sensors[1:])))


def test_a_kit_with_a_learned_map_reads_its_own_lines() -> None:
    kit = SimulatedKit(permuted(9), SimulatedBoard())
    for each in ALL:
        kit.board.place(each, Player.BLACK)
        assert kit.sensors.scan() == (1 << each, 0)
        kit.board.lift(each)


def wiring_of(config: Config, root: Path) -> list[Finding]:
    return [each for each in examine(Machine(root), config) if each.check == "wiring"]


def test_doctor_names_every_defect_of_the_wiring_file_and_its_mend(tmp_path: Path) -> None:
    board = Board(strip=[0, None, *range(2, 39)])
    board.buttons[Button.MENU] = set()
    board.buttons[Button.HAND] = {Button.HAND, Button.DRAW}
    board.contacts[line("BARI-DUDA")] = set()
    (tmp_path / "wiring.toml").write_text(format_wiring(Maker(board).learn(), REFERENCE))

    first, *defects = wiring_of(of_state(tmp_path), tmp_path)

    assert (first.level, first.text) == (
        Level.OK,
        f"{tmp_path / 'wiring.toml'}, 26 of 27 lines known",
    )
    assert {(each.level, each.code) for each in defects} == {(Level.WARNING, 121)}
    assert [each.text.partition(": ")[2] for each in defects] == [
        "button menu is dead, GPIO 3",
        "button hand closes several pins, GPIO 20 (hand) and GPIO 21 (draw): it is doubled",
        "light 2 of the strip stays dark",
        "BARI-DUDA closes nothing: its sensor is dead",
    ]
    assert defects[0].repair == (
        "check its two wires and its contact; then sudo kahuna-table wiring --start-over"
    )


def test_doctor_warns_of_a_wiring_file_that_knows_no_line(tmp_path: Path) -> None:
    known = Learned(heard={Button.MENU: frozenset({Button.MENU})})
    (tmp_path / "wiring.toml").write_text(format_wiring(known, REFERENCE))

    _, found = wiring_of(of_state(tmp_path), tmp_path)

    assert (found.level, found.code) == (Level.WARNING, 122)
    assert found.text == (
        f"the wiring file {tmp_path / 'wiring.toml'} does not know 27 of the 27 lines: "
        "they are not read"
    )
    assert active_wiring(of_state(tmp_path)).pin_map.blind == ALL_LINES


def test_a_dead_button_keeps_its_planned_pin_unless_another_button_is_there() -> None:
    dead = Learned(heard={Button.MENU: frozenset()})
    taken = Learned(heard={Button.MENU: frozenset(), Button.OK: frozenset({Button.MENU})})

    assert dead.pin_map(REFERENCE).buttons == REFERENCE.buttons
    assert taken.pin_map(REFERENCE).buttons == {
        **REFERENCE.buttons,
        Button.OK: REFERENCE.buttons[Button.MENU],
        Button.MENU: REFERENCE.buttons[Button.OK],
    }


def test_a_file_that_the_configuration_names_but_is_not_there_is_missed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    named = tmp_path / "nope.toml"
    config = replace(
        of_state(tmp_path),
        pins=PinsConfig(wiring=str(named)),
        sensors=SensorsConfig(driver=SensorDriver.SIMULATED),
        lights=LightsConfig(driver=LightDriver.SIMULATED),
    )

    (found,) = wiring_of(config, tmp_path)
    ports = open_ports(config, tmp_path)
    ports.displays[0].close()

    said = f"the wiring file {named} cannot be used, so no line of the board is read: it is not "
    assert (found.level, found.code) == (Level.WARNING, 120)
    assert found.text == f"{said}there, but wiring = in the section [pins] names it"
    assert said in caplog.text
    assert [each.code for each in ports.faults] == [120]
    assert ports.sensors.scan() == (NO_LINES, ALL_LINES)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "none"),
        ("[lines]\n", "none"),
        ("[pins]\n", "none"),
        ("[pins]\nrows = [4, 5, 6, 12, 13, 16]\n", "no columns, menu, left, right, ok, back"),
    ],
)
def test_a_file_that_does_not_say_its_pins_is_told_so(text: str, found: str) -> None:
    expected = f"expected the section [pins] with rows, columns and buttons, found {found}"

    with pytest.raises(WiringFileError, match=re.escape(expected)):
        parse_wiring(text, REFERENCE, "wiring.toml")


@pytest.mark.parametrize(
    ("board", "blind"),
    [
        pytest.param(Board(), "", id="sound"),
        pytest.param(with_contacts(BARI_DUDA=""), "BARI-DUDA", id="dead"),
        pytest.param(with_contacts(ALOA_BARI="R1C3 R2C1"), "BARI-DUDA", id="neighbour triggered"),
        pytest.param(with_contacts(ALOA_BARI="R1C3 R6C5"), "", id="doubled at the spare"),
        pytest.param(with_contacts(ALOA_BARI="R2C1"), "ALOA-BARI BARI-DUDA", id="shared"),
        pytest.param(Board(backward={at("R2C1")}), "BARI-DUDA", id="bridged diode"),
        pytest.param(Board(backward={at("R1C1")}), "", id="bridged diode of a canary"),
    ],
)
def test_lines_with_a_known_defect_are_blind_and_the_table_says_so(
    board: Board, blind: str, tmp_path: Path
) -> None:
    (tmp_path / "wiring.toml").write_text(format_wiring(Maker(board).learn(), REFERENCE))

    wiring = active_wiring(of_state(tmp_path))

    assert wiring.pin_map.blind == line_set(*map(line, blind.split()))
    told = (
        f"KT-121 kahuna-table wiring found a defect: {', '.join(blind.split())} cannot be trusted "
        "and are not read: kahuna-table doctor says why and what to do; then sudo kahuna-table "
        "wiring --start-over"
    )
    assert [str(each) for each in wiring.faults] == ([told] if blind else [])


def test_a_line_whose_contact_sticks_is_blind_and_one_with_a_dead_zone_is_not() -> None:
    closes = {each: frozenset({REFERENCE.sensors[each]}) for each in ALL}
    learned = Learned(closes, sticking=frozenset({ALL[3]}), moved=frozenset({ALL[4]}))

    assert learned.distrusted(REFERENCE) == line_set(ALL[3])


def test_a_file_that_only_root_may_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "wiring.toml"
    write_whole(file, format_wiring(Maker(Board()).learn(), REFERENCE))
    others = file.stat().st_mode & 0o777
    file.chmod(0o600)

    codes = [each.code for each in wiring_of(of_state(tmp_path), tmp_path)]

    assert oct(others) == "0o644"
    assert codes == ([None, 120] if file.stat().st_uid == 0 else [None])


def test_a_table_without_a_matrix_does_not_use_the_file_of_one(
    tmp_path: Path,
) -> None:
    config = replace(of_state(tmp_path), sensors=SensorsConfig(driver=SensorDriver.MCP23017))
    assert active_wiring(config).faults == ()
    (found,) = wiring_of(config, tmp_path)
    assert found.text == "as planned"
    board = Maker(Board(strip=[1, 0, *range(2, 39)])).learn()
    (tmp_path / "wiring.toml").write_text(format_wiring(board, config.pin_map()))

    wiring = active_wiring(config)
    (found,) = wiring_of(config, tmp_path)

    assert (wiring.pin_map, wiring.light_order) == (config.pin_map(), tuple(range(39)))
    assert (found.level, found.code) == (Level.WARNING, 123)
    assert found.text == (
        f"the wiring file {tmp_path / 'wiring.toml'} is not used: it is for a matrix, "
        'expected driver = "matrix" in the section [sensors], got "mcp23017"'
    )
    assert found.repair.startswith("remove the file")
    (unused,) = wiring.faults
    assert str(unused) == f"KT-123 {found.text}: {found.repair}"
