"""The header's GPIO chip: which one is taken, and what is said when none can be."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kahuna_table.devices.buttons import GpioButtons
from kahuna_table.devices.gpiochip import GpioError, load_lgpio, open_factory, open_matrix
from kahuna_table.devices.matrix import MatrixSensors
from kahuna_table.devices.pins import REFERENCE, PinKind, PinUse
from kahuna_table.table.inputs import Button
from tests.devices.lgpio_double import Chip, module

PI_4 = 0xC03114
NEEDED = [PinUse(PinKind.ROW, "row R1", 4), PinUse(PinKind.BUTTON, "button ok", 18)]


@pytest.fixture
def install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[dict[int, Chip]], str]]:
    """Puts chips into the machine; gives the pattern of their nodes."""
    import gpiozero.pins.local as local

    monkeypatch.setattr(local.LocalPiFactory, "_get_revision", lambda _self: PI_4)

    def put(chips: dict[int, Chip]) -> str:
        monkeypatch.setitem(sys.modules, "lgpio", module(chips))
        monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
        for number in chips:
            (tmp_path / f"gpiochip{number}").touch()
        return str(tmp_path / "gpiochip*")

    yield put
    sys.modules.pop("gpiozero.pins.lgpio", None)


@pytest.mark.parametrize("label", ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"])
@pytest.mark.parametrize("number", [0, 4, 13])
def test_the_chip_is_found_by_its_label_whatever_its_number(
    install: Callable[..., str], label: str, number: int
) -> None:
    chips = {10: Chip("brcmvirt-gpio"), 11: Chip("raspberrypi-exp-gpio"), number: Chip(label)}

    factory = open_factory(NEEDED, nodes=install(chips))

    assert factory.chip == number
    assert {n: chip.open for n, chip in chips.items()} == {10: 0, 11: 0, number: 1}
    factory.close()


def test_a_chip_that_does_not_say_what_it_is_is_left_closed(
    install: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chips = {0: Chip("pinctrl-rp1")}
    nodes = install(chips)
    monkeypatch.setattr(sys.modules["lgpio"], "gpio_get_chip_info", lambda _handle: [])

    with pytest.raises(GpioError):
        open_factory(NEEDED, nodes=nodes)

    assert chips[0].open == 0


def test_a_symlink_to_the_chip_is_no_second_one(
    install: Callable[..., str], tmp_path: Path
) -> None:
    nodes = install({0: Chip("pinctrl-rp1")})
    (tmp_path / "gpiochip4").symlink_to(tmp_path / "gpiochip0")

    assert open_factory(NEEDED, nodes=nodes).chip == 0


def test_two_factories_share_no_pins(install: Callable[..., str]) -> None:
    nodes = install({0: Chip("pinctrl-bcm2711")})
    first, second = open_factory(NEEDED, nodes=nodes), open_factory(NEEDED, nodes=nodes)

    assert first.pin(5) is not second.pin(5)


@pytest.mark.parametrize(
    ("chips", "code", "says"),
    [
        pytest.param({}, 113, "gpiochip*", id="no chip at all"),
        pytest.param({0: Chip("gpio-brcmstb")}, 104, "gpiochip0 gpio-brcmstb", id="no known label"),
        pytest.param(
            {0: Chip("pinctrl-rp1", holders={18: "lg"})},
            105,
            "button ok (GPIO 18) by 'lg': end the other program",
            id="held by a program",
        ),
        pytest.param(
            {0: Chip("pinctrl-rp1", holders={4: "onewire@4", 18: "spi0 CS0"})},
            105,
            "row R1 (GPIO 4) by 'onewire@4', button ok (GPIO 18) by 'spi0 CS0': free them",
            id="held by the kernel",
        ),
    ],
)
def test_a_refusal_has_its_code_and_says_what_was_seen(
    install: Callable[..., str], chips: dict[int, Chip], code: int, says: str
) -> None:
    nodes = install(chips)

    with pytest.raises(GpioError) as refusal:
        open_factory(NEEDED, nodes=nodes)

    assert refusal.value.fault.code == code
    assert says in str(refusal.value)
    assert all(chip.open == 0 for chip in chips.values())


def test_a_chip_without_rights_is_a_named_trouble(
    install: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes = install({0: Chip("pinctrl-rp1", refused=True)})
    monkeypatch.setattr(os, "access", lambda *_: False)

    with pytest.raises(GpioError, match=r"KT-114 .*usermod -aG gpio"):
        open_factory(NEEDED, nodes=nodes)


def test_a_pi_that_gpiozero_does_not_know_is_named(
    install: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import gpiozero.pins.local as local

    nodes = install({0: Chip("pinctrl-rp1")})
    monkeypatch.undo()
    sys.modules.pop("gpiozero.pins.lgpio", None)
    monkeypatch.setitem(sys.modules, "lgpio", module({0: Chip("pinctrl-rp1")}))
    monkeypatch.setattr(local.LocalPiFactory, "_get_revision", _unknown)

    with pytest.raises(GpioError, match="KT-107"):
        open_factory(NEEDED, nodes=nodes)


def _unknown(_self: object) -> int:
    from gpiozero.exc import PinUnknownPi

    raise PinUnknownPi("unable to locate Pi revision")


def test_an_empty_shell_of_lgpio_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = ModuleType("lgpio")
    shell.__file__ = "/usr/lib/lgpio.py"
    monkeypatch.setitem(sys.modules, "lgpio", shell)

    with pytest.raises(GpioError, match=r"KT-102 .*stub \(/usr/lib/lgpio.py\)"):
        load_lgpio()


@pytest.fixture
def importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A module lgpio that behaves on import as the real one: it goes to LG_WD and writes there."""
    package = tmp_path / "package"
    package.mkdir()
    (package / "lgpio.py").write_text(
        "import os\nos.chdir(os.environ.get('LG_WD', '.'))\n"
        "open('.lgd-nfy0', 'w').close()\ngpiochip_open = None\n"
    )
    monkeypatch.syspath_prepend(str(package))
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    monkeypatch.setenv("LG_WD", "")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("lgpio", None)


@pytest.mark.parametrize("variable", ["RUNTIME_DIRECTORY", "LG_WD"])
def test_lgpio_writes_its_pipe_where_it_may_and_we_stay_where_we_are(
    importable: Path, variable: str
) -> None:
    run = importable / "run"
    run.mkdir()

    load_lgpio({variable: str(run)})

    assert Path.cwd() == importable
    assert len(list(run.rglob(".lgd-nfy0"))) == 1


def test_without_a_directory_that_can_be_written_the_trouble_is_named(importable: Path) -> None:
    with pytest.raises(GpioError, match="KT-101"):
        load_lgpio({"RUNTIME_DIRECTORY": str(importable / "missing")})


def test_a_directory_of_lgpio_that_cannot_be_written_gives_way_to_our_own(importable: Path) -> None:
    run = importable / "run"
    run.mkdir()

    load_lgpio({"LG_WD": str(importable / "missing"), "RUNTIME_DIRECTORY": str(run)})

    assert len(list(run.rglob(".lgd-nfy0"))) == 1


def test_a_missing_lgpio_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)

    with pytest.raises(GpioError, match=r"KT-102 .*apt install python3-lgpio"):
        load_lgpio()


def test_sensors_and_buttons_read_through_the_factory(install: Callable[..., str]) -> None:
    chip = Chip("pinctrl-bcm2711", grounded={18})
    nodes = install({0: chip})
    factory: Any = open_factory([], nodes=nodes)
    buttons = GpioButtons(factory, REFERENCE)
    sensors = MatrixSensors(factory, REFERENCE, pause_us=lambda _us: None)

    assert (buttons.read(), buttons.faults()) == (1 << Button.OK, ())
    sensors.scan()  # no diodes behind these pins: the canaries say that no wire leads anywhere
    assert len(sensors.faults()) > 0
    assert chip.outputs == {}


def test_the_whole_kit_opens_in_one_call(
    install: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes = install({0: Chip("pinctrl-bcm2711", holders={10: "spi0"})})  # the lights' own pin
    monkeypatch.setattr(
        "kahuna_table.devices.gpiochip._open_chip",
        lambda lgpio, _nodes: (0, lgpio.gpiochip_open(0)),
    )

    sensors, buttons = open_matrix(REFERENCE)

    assert nodes
    assert buttons.read() == 0
    sensors.close()
