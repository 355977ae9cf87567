"""`doctor` names what is wrong on a machine and how to repair it."""

import io
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import (
    LightDriver,
    LightsConfig,
    SeatScreenConfig,
    SensorDriver,
    SensorsConfig,
    StoreConfig,
    TableConfig,
)
from kahuna_table.app.control import Control
from kahuna_table.devices.faults import fault
from kahuna_table.devices.pins import Wire
from kahuna_table.devices.simulated import SimulatedKit, build
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import Line
from kahuna_table.engine.player import Player
from kahuna_table.store.hold import Hold
from kahuna_table.table.inputs import Button
from kahuna_table.tools.cli import main
from kahuna_table.tools.doctor import live
from kahuna_table.tools.doctor.checks import examine
from kahuna_table.tools.doctor.finding import Finding, Level
from kahuna_table.tools.doctor.live import as_finding
from kahuna_table.tools.doctor.machine import GROUPS, Machine
from kahuna_table.tools.doctor.report import doctor, everything
from tests.app.attended import attended
from tests.store.journals import DAY, journal_in

SEATS = tuple(
    SeatScreenConfig(seat=seat, connector=connector)
    for seat, connector in (("black", "HDMI-A-1"), ("white", "HDMI-A-2"))
)


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    """A healthy Pi 4 as a tree of files."""
    files = {
        "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
        "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
        "proc/sys/kernel/osrelease": "6.12.55-v8+\n",
        "dev/gpiochip0": "",
        "sys/bus/gpio/devices/gpiochip0/label": "pinctrl-bcm2711",
        "dev/spidev0.0": "",
        "dev/i2c-1": "",
        "sys/class/drm/card1-HDMI-A-1/status": "connected\n",
        "usr/share/fonts/truetype/dejavu/DejaVuSans.ttf": "",
        "sys/class/hwmon/hwmon0/name": "rpi_volt\n",
        "sys/class/hwmon/hwmon0/in0_lcrit_alarm": "0\n",
        "proc/mounts": "/dev/mmcblk0p2 / ext4 rw 0 0\n",
    }
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return Machine(tmp_path, frozenset(GROUPS), is_root=False)


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(store=StoreConfig(directory=tmp_path / "state"))


def found(machine: Machine, config: Config, check: str) -> list[Finding]:
    return [each for each in examine(machine, config) if each.check == check]


def codes(machine: Machine, config: Config) -> set[int | None]:
    return {each.code for each in examine(machine, config) if each.code} - {111}


def test_a_healthy_pi_is_well(pi: Machine, config: Config) -> None:
    assert codes(pi, config) == set()


@pytest.mark.parametrize(
    ("gone", "code", "level"),
    [
        ("dev/gpiochip0", 113, Level.FAULT),
        ("dev/spidev0.0", 211, Level.FAULT),
        ("sys/class/drm/card1-HDMI-A-1/status", 411, Level.WARNING),
        ("usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 412, Level.WARNING),
        ("proc/device-tree/model", 110, Level.FAULT),
    ],
)
def test_what_is_missing_is_named(
    pi: Machine, config: Config, gone: str, code: int, level: Level
) -> None:
    (pi.root / gone).unlink()
    named = {each.code: each for each in examine(pi, config)}
    assert named[code].level is level
    assert named[code].repair


@pytest.mark.parametrize(
    ("file", "content", "code"),
    [
        ("sys/class/drm/card1-HDMI-A-1/status", "disconnected", 410),
        ("sys/class/hwmon/hwmon0/in0_lcrit_alarm", "1", 501),
        ("proc/mounts", "memory /rw tmpfs rw 0 0\noverlay / overlay rw,upperdir=/rw/up 0 0\n", 503),
    ],
)
def test_what_is_wrong_is_named(
    pi: Machine, config: Config, file: str, content: str, code: int
) -> None:
    (pi.root / file).write_text(content)
    assert codes(pi, config) == {code}


@pytest.mark.parametrize(
    ("connector", "found"), [("card1-HDMI-A-2", {415}), ("card2-HDMI-A-2", set())]
)
def test_two_displays_on_one_card_are_named(
    pi: Machine, config: Config, connector: str, found: set[int]
) -> None:
    status = pi.root / f"sys/class/drm/{connector}/status"
    status.parent.mkdir(parents=True)
    status.write_text("connected\n")
    assert codes(pi, replace(config, screens=SEATS)) == found
    assert codes(pi, config) == set()


def test_missing_groups_are_named_with_the_command(pi: Machine, config: Config) -> None:
    bare = replace(pi, groups=frozenset({"video", "render", "input"}))
    (finding,) = found(bare, config, "rights")
    assert finding.level is Level.WARNING
    assert "usermod -aG gpio,i2c,spi" in finding.repair


def test_a_pi_5_with_its_own_light_driver_needs_no_spi(pi: Machine, config: Config) -> None:
    (pi.root / "proc/device-tree/model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    (pi.root / "dev/spidev0.0").unlink()
    (pi.root / "dev/leds0").write_text("")
    assert codes(pi, config) == set()


def test_chinese_needs_its_font(pi: Machine, config: Config) -> None:
    assert codes(pi, replace(config, table=TableConfig(language="zh_CN"))) == {412}


def test_without_a_chinese_font_another_language_is_well_and_the_menu_is_named(
    pi: Machine, config: Config
) -> None:
    (_, chinese) = found(pi, config, "fonts")
    assert chinese.level is Level.OK
    assert "fonts-wqy-microhei" in chinese.text


@pytest.mark.parametrize(
    "file", ["truetype/wqy/wqy-microhei.ttc", "opentype/noto/NotoSansCJK-Regular.ttc"]
)
def test_either_font_does_for_chinese(pi: Machine, config: Config, file: str) -> None:
    path = pi.root / "usr/share/fonts" / file
    path.parent.mkdir(parents=True)
    path.write_text("")
    assert codes(pi, replace(config, table=TableConfig(language="zh_CN"))) == set()


def test_without_a_pi_simulated_sensors_are_no_fault(tmp_path: Path, config: Config) -> None:
    simulated = replace(config, sensors=SensorsConfig(driver=SensorDriver.SIMULATED))
    (finding,) = found(Machine(tmp_path), simulated, "model")
    assert finding.level is Level.OK


def test_a_damaged_journal_is_named(pi: Machine, config: Config) -> None:
    config.store.directory.mkdir()
    (config.store.directory / "journal.sqlite3").write_bytes(b"no database at all" * 100)
    (finding,) = found(pi, config, "journal")
    assert (finding.level, finding.code) == (Level.WARNING, 505)


def test_a_lesson_is_not_counted_as_a_game(pi: Machine, config: Config) -> None:
    with journal_in(config.store.directory) as journal:
        journal.begin(DAY)
        journal.end_lesson()
    (finding,) = found(pi, config, "journal")
    assert (finding.level, finding.text) == (Level.OK, "0 games kept, none in progress")


def test_a_journal_that_this_user_cannot_read_is_not_called_damaged(
    pi: Machine, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    config.store.directory.mkdir()
    (config.store.directory / "journal.sqlite3").touch()
    monkeypatch.setattr("kahuna_table.store.reading.examine", refuse)

    (finding,) = found(pi, config, "journal")

    assert (finding.level, finding.code) == (Level.WARNING, None)
    assert "Permission denied" in finding.text
    assert finding.repair == "sudo kahuna-table doctor"


def test_a_file_in_the_place_of_the_state_directory_is_named(pi: Machine, config: Config) -> None:
    config.store.directory.write_text("no directory")
    (finding,) = found(pi, config, "journal")
    assert (finding.level, finding.code) == (Level.FAULT, 506)


def test_a_directory_that_its_owner_cannot_write_is_named(pi: Machine, config: Config) -> None:
    config.store.directory.mkdir(mode=0o500)

    (_, finding) = found(pi, config, "disk")

    assert (finding.level, finding.code) == (Level.FAULT, 507)
    assert f"sudo chmod -R u+rwX {config.store.directory}" in finding.repair


def test_the_status_is_the_worst_finding_also_as_json(pi: Machine, config: Config) -> None:
    (pi.root / "dev/gpiochip0").unlink()
    out = io.StringIO()
    assert doctor(config, out, as_json=True, machine=pi, live={}) == 2
    listed = json.loads(out.getvalue())
    assert {"check": "gpio", "level": "fault", "code": "KT-113"}.items() <= next(
        each.items() for each in listed if each["check"] == "gpio"
    )


def test_one_line_a_check_for_people(pi: Machine, config: Config) -> None:
    out = io.StringIO()
    doctor(config, out, as_json=False, machine=pi, live={})
    assert all(
        line.startswith(("ok ", "warning ", "FAULT ")) for line in out.getvalue().splitlines()
    )


def test_a_configuration_that_the_service_cannot_read_is_named(pi: Machine, config: Config) -> None:
    file = pi.root / "etc/kahuna-table.toml"
    file.write_text("")
    assert codes(pi, config) == set()

    file.chmod(0o600)

    (finding,) = found(pi, config, "config")
    assert (finding.level, finding.code) == (Level.FAULT, 508)


def test_a_unit_made_by_hand_that_hides_the_packages_is_named(pi: Machine, config: Config) -> None:
    packaged, own = (
        pi.root / place / "systemd/system/kahuna-table.service" for place in ("usr/lib", "etc")
    )
    own.parent.mkdir(parents=True)
    own.touch()
    assert 509 not in codes(pi, config)  # an installation without the package

    packaged.parent.mkdir(parents=True)
    packaged.touch()
    (finding,) = found(pi, config, "service")
    assert (finding.level, finding.code) == (Level.FAULT, 509)
    assert "sudo rm /etc/systemd/system/kahuna-table.service" in finding.repair

    own.unlink()
    assert 509 not in codes(pi, config)
    own.symlink_to("/dev/null")  # masked on purpose
    assert 509 not in codes(pi, config)


def test_expanders_are_looked_for_on_the_bus_that_is_configured(
    pi: Machine, config: Config
) -> None:
    sensors = SensorsConfig(driver=SensorDriver.MCP23017, i2c_bus=3)
    (finding,) = found(pi, replace(config, sensors=sensors), "i2c")
    assert "/dev/i2c-3" in finding.text


@pytest.mark.parametrize("driver", [SensorDriver.MATRIX, SensorDriver.MCP23017])
def test_pins_that_the_pi_gives_away_are_a_warning(
    pi: Machine, config: Config, driver: SensorDriver
) -> None:
    config = replace(config, sensors=SensorsConfig(driver=driver))
    (well,) = found(pi, config, "pins")
    (pi.root / "boot/firmware").mkdir(parents=True)
    (pi.root / "boot/firmware/config.txt").write_text("dtoverlay=hifiberry-dac\n")

    (given,) = found(pi, config, "pins")

    assert (well.level, given.level, given.code) == (Level.OK, Level.WARNING, 116)
    assert "GPIO 18 (button ok), GPIO 19 (button back)" in given.text
    assert "the overlay hifiberry-dac" in given.text
    assert "remove dtoverlay=hifiberry-dac (line 1 of" in given.repair


def dead(_config: Config) -> Iterator[Finding]:
    yield as_finding("sensors", fault(Trouble.MATRIX_UNPLUGGED))


def test_where_no_table_runs_the_devices_are_opened(pi: Machine, config: Config) -> None:
    findings = list(everything(pi, config, {"gpio": dead}))

    assert findings[-2:] == [
        Finding("table", Level.OK, "not running"),
        Finding(
            "sensors",
            Level.FAULT,
            "expected the canaries closed, read all open: check the plug of the matrix",
            "",
            310,
        ),
    ]


def test_what_is_named_already_is_not_named_again(pi: Machine, config: Config) -> None:
    def look(_config: Config) -> Iterator[Finding]:
        yield as_finding("screen", fault(Trouble.NO_CONNECTOR))

    (pi.root / "sys/class/drm/card1-HDMI-A-1/status").unlink()

    assert [each.code for each in everything(pi, config, {"screen": look})].count(411) == 1


def test_devices_are_not_opened_where_their_files_are_at_fault(pi: Machine, config: Config) -> None:
    (pi.root / "dev/gpiochip0").unlink()

    assert 310 not in {each.code for each in everything(pi, config, {"gpio": dead})}


def test_a_table_that_runs_is_asked(pi: Machine, config: Config) -> None:
    directory = config.store.directory
    directory.mkdir()
    hold = Hold(directory)
    told = {"devices": "0/27 lines", "troubles": [{"code": 310, "text": "put its plug back"}]}
    control = Control(directory, {"status": lambda _: told})
    stranger = replace(pi, groups=frozenset())  # what the service may do, others need not

    with attended(control):
        *_, table, trouble = everything(stranger, config, {"gpio": dead})
    control.close()
    hold.release()

    assert (table.level, table.text) == (
        Level.WARNING,
        f"running as process {os.getpid()}: 0/27 lines",
    )
    assert (trouble.level, trouble.code) == (Level.FAULT, 310)
    assert 112 not in {each.code for each in everything(pi, config, {})}


def test_a_table_that_may_not_be_asked_is_no_fault(pi: Machine, config: Config) -> None:
    directory = config.store.directory
    directory.mkdir()
    hold = Hold(directory)

    *_, table = everything(pi, config, {})
    hold.release()

    assert table.level is Level.OK
    assert table.text.endswith("cannot be asked: it has no socket yet")


@pytest.fixture
def kit(monkeypatch: pytest.MonkeyPatch) -> SimulatedKit:
    """A wired board in the place of the header's."""
    built = build()
    monkeypatch.setattr(live, "open_inputs_of", lambda *_: (built.sensors, built.buttons))
    monkeypatch.setattr(live, "READ_S", 0)
    return built


def test_a_board_that_is_well_is_read(kit: SimulatedKit, config: Config) -> None:
    kit.board.place(Line(3), Player.BLACK)

    assert list(live.sensors(config)) == [Finding("sensors", Level.OK, "27 of 27 lines read")]


def test_a_short_and_a_button_that_is_down_are_named(kit: SimulatedKit, config: Config) -> None:
    kit.net.short(Wire.C1, Wire.C2)
    kit.board.press(Button.HAND)

    findings = list(live.sensors(config))

    assert [(each.code, each.level) for each in findings] == [
        (313, Level.FAULT),
        (332, Level.WARNING),
    ]
    assert "column C1" in findings[0].text
    assert "hand" in findings[1].text


def test_lights_that_cannot_be_fed_are_named_with_the_cause(config: Config) -> None:
    leds = replace(config, lights=LightsConfig(driver=LightDriver.LEDS0))
    if Path("/dev/leds0").exists():
        pytest.skip("this machine has the lights")

    (finding,) = live.lights(leds)

    assert (finding.check, finding.level, finding.code) == ("lights", Level.FAULT, 210)


def test_the_directory_of_the_games_may_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["doctor", "--state", str(tmp_path)])

    assert f"free for {tmp_path}" in capsys.readouterr().out
