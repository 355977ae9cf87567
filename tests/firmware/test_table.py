"""What the table makes of a Pico: ports, commands, checks. On the real clock, with its threads."""

import io
import os
import pty
import select
import threading
import time
import tty
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest
from mpremote.transport import TransportError

from kahuna_table.app.assembly import open_inputs_of, open_lights_of, open_link
from kahuna_table.app.chance import SystemChance
from kahuna_table.app.clock import wall_clock
from kahuna_table.app.config import Config, parse_config
from kahuna_table.app.config_sections import (
    LightDriver,
    LightsConfig,
    SensorDriver,
    SensorsConfig,
    StoreConfig,
)
from kahuna_table.app.exits import OK, UNAVAILABLE, WRONG
from kahuna_table.app.wiring.active import active_wiring
from kahuna_table.devices.pico import files
from kahuna_table.devices.pico.conversation import Heard, Hello
from kahuna_table.devices.pico.drivers import PicoSensors
from kahuna_table.devices.pico.finding import device
from kahuna_table.devices.pico.link import PicoLink
from kahuna_table.devices.pico.wire import framed
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.simulated import KitSensors
from kahuna_table.engine.board import Lines
from kahuna_table.table.debounce import Senses
from kahuna_table.table.inputs import NO_OWNERS, Owners, Sample
from kahuna_table.table.state import Session
from kahuna_table.tools.doctor import live
from kahuna_table.tools.doctor.checks import examine
from kahuna_table.tools.doctor.finding import Level
from kahuna_table.tools.doctor.machine import Machine
from kahuna_table.tools.firmware import run as firmware
from kahuna_table.tools.simulation import SimulatedTable
from kahuna_table.tools.wiring import pico as wiring
from tests.firmware.bench import FIRMWARE, Pico
from tests.firmware.field import Field

PATIENCE_S = 20.0


class Running:
    """A Pico that runs by itself at the end of a line that stands for its serial device."""

    def __init__(self, folder: Path) -> None:
        self.end, self.outer = pty.openpty()
        tty.setraw(self.outer)
        self.place = os.ttyname(self.outer)
        self.field = Field(Random(2), worst=False)
        self.field.nulls = [1640.0 + n for n in range(27)]
        self.pico = Pico(folder / "flash", direct=self.end)
        self.pico.levels(self.field)
        assert self.pico.ask("free") == "free"
        self.config = replace(
            Config(),
            sensors=SensorsConfig(driver=SensorDriver.PICO, pico=self.place),
            lights=LightsConfig(driver=LightDriver.PICO, gamma_percent=100),
            store=StoreConfig(directory=folder),
        )

    def close(self) -> None:
        self.pico.kill()
        os.close(self.outer)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    yield running
    running.close()


def wait(done: Callable[[], bool]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < end_s
        time.sleep(0.01)


def test_sensors_and_lights_share_one_link(running: Running) -> None:
    config = running.config
    link = open_link(config)
    assert link is not None
    sensors, buttons = open_inputs_of(config, config.pin_map(), link)
    strip = open_lights_of(config, active_wiring(config), link)

    wait(lambda: sensors.scan() == (0, 0))
    running.field.lay(0, "-")
    running.field.lay(5, "+")
    running.pico.levels(running.field)
    wait(lambda: sensors.scan() == (0b100001, 0))
    strip.show(((255, 0, 0),) + ((0, 0, 0),) * 38)
    wait(lambda: running.pico.frame()[0] > 0)

    assert sensors.owners() == Owners(black=0b000001, white=0b100000)
    assert (sensors.faults(), strip.failure, buttons.read()) == ((), None, 0)
    assert strip.how == f"pico {running.place}"
    strip.close()
    sensors.close()
    wait(lambda: running.pico.frame() == bytes(117))


def test_a_port_that_another_program_holds_is_told(running: Running) -> None:
    first = PicoLink(running.place)
    first.attend(0)
    second = PicoLink(running.place)

    second.attend(0)

    assert "another program uses it" in str(second.failure)
    first.shut()


def test_a_thread_that_hangs_leaves_nothing_known(running: Running) -> None:
    now_s = [0.0]
    hanging, hung, go_on = threading.Event(), threading.Event(), threading.Event()

    class Hanging(PicoLink):
        def attend(self, longest_s: float) -> None:
            super().attend(longest_s)
            if hanging.is_set():
                hung.set()
                go_on.wait(PATIENCE_S)

    sensors = PicoSensors(Hanging(running.place, clock_s=lambda: now_s[0]))
    wait(lambda: sensors.scan() == (0, 0))
    hanging.set()
    assert hung.wait(PATIENCE_S)

    now_s[0] = 10.0

    assert sensors.scan() == (0, (1 << 27) - 1)
    assert sensors.faults()[0].code == 341
    go_on.set()
    sensors.close()


@pytest.mark.parametrize("echoes", [False, True], ids=["silent", "the prompt echoes"])
def test_a_board_without_firmware_is_told_and_its_port_opened_again(echoes: bool) -> None:
    end, outer = pty.openpty()
    tty.setraw(outer)
    now_s = 0.0
    link = PicoLink(os.ttyname(outer), clock_s=lambda: now_s)
    greeted = 0
    for n in range(70):
        now_s = n / 10
        link.attend(0)
        if select.select([end], [], [], 0)[0]:
            data = os.read(end, 9999)
            greeted += data.count(b"$hello 1*")
            os.write(end, data if echoes else b"")

    assert link.failure is not None
    assert link.failure.fault.code == 341
    assert greeted >= 10
    link.shut()
    os.close(end)
    os.close(outer)


@pytest.mark.parametrize(
    ("protocol", "repair"), [(0, "kahuna-table firmware install"), (2, "update the program")]
)
def test_a_firmware_of_another_protocol_is_not_read_and_told_what_to_do(
    protocol: int, repair: str
) -> None:
    end, outer = pty.openpty()
    tty.setraw(outer)
    link = PicoLink(os.ttyname(outer), clock_s=lambda: 1.0)
    link.attend(0)
    os.write(end, framed(f"hello {protocol} 9 hall x") + framed("state 0 " + "+" * 27))
    link.attend(1)

    sensors = PicoSensors(link)
    assert link.failure is not None
    assert link.failure.fault.code == 342
    assert repair in link.failure.fault.text
    assert sensors.scan() == (0, (1 << 27) - 1)
    sensors.close()
    os.close(end)
    os.close(outer)


class Known(PicoLink):
    """A link that knows this."""

    def __init__(self, states: str, words: tuple[str, ...] = ()) -> None:
        super().__init__("/nowhere")
        self._heard = Heard(Hello(1, 1, "hall", ""), states, words)

    def join(self) -> "Known":
        return self


def test_which_pole_is_whose_is_configured() -> None:
    link = Known("+-c?" + "." * 23)
    usual, other = PicoSensors(link), PicoSensors(link, black_raises=True)

    assert usual.scan() == other.scan() == (0b0111, 0b1000)
    assert usual.owners() == Owners(black=0b10, white=0b01)
    assert other.owners() == Owners(black=0b01, white=0b10)


def test_what_is_broken_is_told_with_its_place_and_what_to_check() -> None:
    sensors = PicoSensors(Known("." * 27, ("open:16", "untold:0", "untold:1")))
    sensors.scan()

    assert tuple(map(str, sensors.faults())) == (
        (
            "KT-343 nothing drives the input of the Hall sensor of FAAA-GOLA (multiplexer 2 C2): "
            "check its output wire, its supply, and that channel of the multiplexer"
        ),
        (
            "KT-345 Hall sensors are not calibrated: the empty slots of ALOA-BARI, ALOA-DUDA are "
            "not known: take every bridge off the board, then sudo kahuna-table wiring"
        ),
    )


def test_the_only_pico_is_found_by_its_id(tmp_path: Path) -> None:
    first = tmp_path / "usb-MicroPython_Board_in_FS_mode_e66140007b123456-if00"
    with pytest.raises(DeviceError, match="KT-340 no Pico: nothing in"):
        device("", tmp_path)
    (tmp_path / "usb-Arduino_Uno_1-if00").touch()
    first.touch()

    assert device("", tmp_path) == first
    assert device(str(first), tmp_path / "elsewhere") == first
    (tmp_path / "usb-MicroPython_Board_in_FS_mode_e6614000ffffffff-if00").touch()
    with pytest.raises(DeviceError, match="KT-340 no Pico: expected one, found usb-"):
        device("", tmp_path)
    with pytest.raises(DeviceError, match="KT-340 no Pico: /dev/pico is not there"):
        device("/dev/pico")


def test_the_configuration_knows_the_pico() -> None:
    config = parse_config(
        "[sensors]\ndriver = 'pico'\npico = '/dev/ttyACM3'\nblack_raises = true\n"
        "[lights]\ndriver = 'pico'\n",
        "table.toml",
    )

    assert config.has_pico
    assert (config.sensors.pico, config.sensors.black_raises) == ("/dev/ttyACM3", True)
    assert not Config().has_pico


def test_version_and_log_are_asked_for(
    running: Running, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert firmware.version(running.place) == OK
    assert "Pico e66140007b123456: firmware 1, protocol 1, hall" in capsys.readouterr().out
    monkeypatch.setattr(firmware, "VERSION", 2)
    assert firmware.version(running.place) == WRONG
    assert "kahuna-table firmware install brings it up to date" in capsys.readouterr().out
    assert firmware.version("/dev/nowhere") == UNAVAILABLE
    assert "KT-340" in capsys.readouterr().err


def test_what_to_press_is_said_where_no_pico_answers(capsys: pytest.CaptureFixture[str]) -> None:
    quick: dict[str, Callable[[float], None]] = {"pause": lambda _s: None}

    assert firmware.install("/dev/nowhere", None, waits=lambda: False, **quick) == UNAVAILABLE
    assert "hold BOOTSEL down" in capsys.readouterr().err
    assert firmware.install("/dev/nowhere", None, waits=lambda: True, **quick) == UNAVAILABLE
    assert "micropython.org/download" in capsys.readouterr().err


class Prompt:
    """What mpremote makes of a serial port; it keeps what is written."""

    written: ClassVar[dict[str, bytes]] = {}
    ran: ClassVar[list[str]] = []
    refusals: ClassVar[list[str]] = []

    def __init__(self, device: str, timeout: float) -> None:
        assert timeout > 0
        self.device = device

    def enter_raw_repl(self, *, soft_reset: bool) -> None:
        assert not soft_reset  # it would start the firmware
        self.refusals.append("")
        if len(self.refusals) == 1:
            raise TransportError("could not enter raw repl")

    def fs_writefile(self, name: str, data: bytes) -> None:
        self.written[name] = data

    def exec_raw_no_follow(self, command: str) -> None:
        self.ran.append(command)

    def close(self) -> None:
        pass


def test_install_stops_the_firmware_copies_every_file_and_starts_it_again(
    running: Running, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("mpremote.transport_serial.SerialTransport", Prompt)

    stay = running.pico.flash / "stay.txt"

    status = firmware.install(
        running.place, "matrix", waits=lambda: False, pause=lambda _s: wait(stay.exists)
    )

    said = capsys.readouterr()
    assert "the firmware is stopped" in said.out
    assert list(Prompt.written)[-2:] == ["main.py", "kit.txt"]
    assert Prompt.written["kit.txt"] == b"matrix"
    assert {path.name: path.read_bytes() for path in FIRMWARE.glob("*.py")}.items() <= (
        Prompt.written.items()
    )
    assert Prompt.ran == ["import machine; machine.reset()"]
    assert status == UNAVAILABLE  # the double does not start again


def test_wiring_learns_the_empty_slots_and_tells_what_is_broken(running: Running) -> None:
    out, err = io.StringIO(), io.StringIO()

    status = wiring.check(running.config, out, err, io.StringIO("\n"))

    assert (status, err.getvalue()) == (OK, "")
    assert "27 lines calibrated" in out.getvalue()
    assert "ALOA-BARI  .  1639" in out.getvalue() or "ALOA-BARI  .  1640" in out.getvalue()
    running.pico.do("level 3 0")
    out = io.StringIO()
    assert wiring.check(running.config, out, err, io.StringIO("q\n")) == WRONG
    assert "KT-343 the Hall sensor of BARI-COCO (multiplexer 1 C3) reads 0 V" in out.getvalue()


def test_doctor_names_the_firmware(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    (known,) = live.pico(running.config)
    assert (known.level, known.text) == (Level.OK, "firmware 1, protocol 1, hall, e66140007b123456")

    monkeypatch.setattr(live, "VERSION", 0)
    _, newer = live.pico(running.config)
    assert (newer.level, newer.code) == (Level.WARNING, 347)
    assert "update the program" in newer.text


def test_doctor_looks_for_the_pico_and_the_right_to_its_port(tmp_path: Path) -> None:
    config = replace(Config(), sensors=SensorsConfig(driver=SensorDriver.PICO))
    machine = Machine(root=tmp_path)

    (missing,) = (each for each in examine(machine, config) if each.check == "pico")

    assert (missing.level, missing.code) == (Level.FAULT, 340)
    by_id = tmp_path / "dev/serial/by-id"
    by_id.mkdir(parents=True)
    (by_id / "usb-MicroPython_Board_in_FS_mode_1-if00").touch()
    (found,) = (each for each in examine(machine, config) if each.check == "pico")
    assert found.level is Level.OK


def test_the_program_brings_every_file_of_the_firmware() -> None:
    assert files.FILES == FIRMWARE
    assert files.VERSION == 1
    assert {path.name for path in FIRMWARE.glob("*.py")} >= {"main.py", "pins.py", "settings.py"}


class Coloured(KitSensors):
    """A matrix that tells an owner, as no matrix does."""

    def owners(self) -> Owners:
        return Owners(Lines(1), Lines(2))


class Witness:
    """Keeps the owners of every sample."""

    def __init__(self) -> None:
        self.owners: list[Owners] = []

    def sampled(self, sample: Sample, session: Session, senses: Senses) -> None:
        del session, senses
        self.owners.append(sample.owners)

    def noticed(self, what: object) -> None: ...

    def caused(self, what: object) -> None: ...


def test_owners_go_with_the_sample_and_a_matrix_tells_of_none(tmp_path: Path) -> None:
    witness = Witness()
    table = SimulatedTable(
        Config(), SystemChance(), state_dir=tmp_path, now=wall_clock, witnesses=[witness]
    )
    assert set(witness.owners) == {NO_OWNERS}

    kit = table.kit
    coloured = Coloured(kit.factory, kit.pin_map, kit.board)
    table.daemon.ports = replace(table.daemon.ports, sensors=coloured)
    table.advance(1000)

    assert witness.owners[-1] == Owners(Lines(1), Lines(2))
    table.daemon.close()
