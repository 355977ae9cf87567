"""The ways to feed the strip: the driver of a Pi 5, the library, and what is tried when."""

import errno
from pathlib import Path

import pytest

from kahuna_table.devices.lifeline import Lifeline
from kahuna_table.devices.lights.strip_drivers import LedsWay, LibraryWay, SpiWay, library_refusal
from kahuna_table.devices.lights.undervoltage import Undervoltage
from kahuna_table.devices.lights.worker import dimmed, first_open, ways
from kahuna_table.devices.pi_model import is_five, read_model
from kahuna_table.devices.strip import PIXELS, LightsError
from kahuna_table.table.lights import Frame

FRAME: Frame = tuple((n, 2 * n, 255 - n) for n in range(PIXELS))


def driver_gamma(value: int) -> int:
    """GammaE of drivers/misc/ws2812-pio-rp1.c: 255 * (value / 255) ^ (1 / 0.45)."""
    return int(255 * (value / 255) ** (1 / 0.45))


def shown(node: Path, order: str) -> Frame:
    """The colours on a strip of an order of colours, from what the driver was given.

    The driver takes red, green, blue, white and sends green, red, blue.
    """
    data = node.read_bytes()
    pixels = []
    for n in range(0, len(data), 4):
        red, green, blue, white = data[n : n + 4]
        assert white == 0
        sent = dict(zip(order, (green, red, blue), strict=True))
        pixels.append(tuple(driver_gamma(sent[colour]) for colour in "RGB"))
    return tuple(pixels)  # type: ignore[arg-type]


@pytest.mark.parametrize("order", ["GRB", "RGB", "BRG"])
def test_the_pi_5_shows_what_was_meant_though_its_driver_bends_it(
    tmp_path: Path, order: str
) -> None:
    node = tmp_path / "leds0"
    node.touch()
    way = LedsWay(order, node)

    for frame in (FRAME[::-1], FRAME):
        way.write(frame)

    pairs = [
        (wanted, got)
        for one, other in zip(FRAME, shown(node, order), strict=True)
        for wanted, got in zip(one, other, strict=True)
    ]
    assert all(0 <= wanted - got <= 2 for wanted, got in pairs)  # never brighter: the limit holds
    assert all(got for wanted, got in pairs if wanted)  # what is on stays on, 1 too
    assert len(node.read_bytes()) == 4 * PIXELS


def test_the_driver_s_gamma_is_switched_on_whatever_the_overlay_says(tmp_path: Path) -> None:
    node = tmp_path / "leds0"
    node.touch()

    LedsWay("GRB", node)

    assert node.read_bytes() == b"\xff"  # one byte alone is the brightness


@pytest.mark.parametrize(
    ("make", "code"),
    [
        pytest.param(LedsWay, "KT-210", id="leds0"),
        pytest.param(SpiWay, "KT-211", id="spi"),
    ],
)
def test_a_missing_node_is_a_named_trouble(
    tmp_path: Path, make: type[LedsWay | SpiWay], code: str
) -> None:
    with pytest.raises(LightsError, match=f"{code} .*nowhere is missing"):
        make("GRB", tmp_path / "nowhere")


@pytest.mark.parametrize("make", [LedsWay, SpiWay])
def test_a_node_without_rights_is_a_named_trouble(
    tmp_path: Path, make: type[LedsWay | SpiWay], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("os.open", refuse)

    with pytest.raises(LightsError, match=r"KT-114 .*usermod"):
        make("GRB", tmp_path / "node")


def test_a_file_that_is_no_spi_bus_is_refused(tmp_path: Path) -> None:
    (tmp_path / "spidev0.0").touch()

    with pytest.raises(LightsError, match="cannot be opened"):
        SpiWay("GRB", tmp_path / "spidev0.0")


def test_without_the_library_its_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "rpi_ws281x", None)

    with pytest.raises(LightsError, match=r"KT-207 .*build the package"):
        LibraryWay("GRB", 10)


@pytest.mark.parametrize(
    ("number", "code", "says"),
    [
        (-2, 208, "no memory"),
        (-3, 201, "does not know this board"),
        (-4, 208, "locked"),
        (-5, 202, "GPIO 18 needs root"),
        (-6, 202, "GPIO 18 needs root"),
        (-9, 202, "GPIO 18 needs root"),
        (-10, 208, "DMA"),
        (-11, 208, "cannot use GPIO 18"),
        (-13, 211, "/dev/gpiomem"),
        (-14, 206, "no transfer"),
        (-99, 208, "see the lines before"),
    ],
)
def test_each_code_of_the_library_has_its_cause(number: int, code: int, says: str) -> None:
    error = library_refusal(f"ws2811_init failed with code {number} (some text)", 18)

    assert error.fault.code == code
    assert says in str(error)


@pytest.mark.parametrize(
    ("driver", "model", "leds", "tried"),
    [
        ("auto", "Raspberry Pi 5 Model B Rev 1.0", True, ["leds0", "spi"]),
        ("auto", "Raspberry Pi 500 Rev 1.0", False, ["spi"]),
        ("auto", "Raspberry Pi Compute Module 5 Rev 1.0", True, ["leds0", "spi"]),
        ("auto", "Raspberry Pi 4 Model B Rev 1.4", False, ["library 10", "spi"]),
        ("auto", "Raspberry Pi Zero 2 W Rev 1.0", False, ["library 10", "spi"]),
        ("auto", "", False, ["library 10", "spi"]),
        ("spi", "Raspberry Pi 4 Model B Rev 1.4", False, ["spi"]),
        ("pwm", "Raspberry Pi 4 Model B Rev 1.4", False, ["library 18"]),
        ("pwm", "Raspberry Pi 5 Model B Rev 1.0", True, ["leds0"]),
        ("leds0", "Raspberry Pi 5 Model B Rev 1.0", False, ["leds0"]),
    ],
)
def test_what_is_tried_on_which_pi(
    driver: str,
    model: str,
    leds: bool,
    tried: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if leds:
        (tmp_path / "leds0").touch()
    worker = "kahuna_table.devices.lights.worker"
    monkeypatch.setattr(f"{worker}.SpiWay", lambda *_: "spi")
    monkeypatch.setattr(f"{worker}.LedsWay", lambda *_: "leds0")
    monkeypatch.setattr(f"{worker}.LibraryWay", lambda _order, gpio: f"library {gpio}")

    openers = ways(
        driver, "GRB", model, spi=tmp_path / "spidev0.0", leds=tmp_path / "leds0", library=True
    )

    assert [opener() for opener in openers] == tried


def test_the_model_is_read_from_either_file(tmp_path: Path) -> None:
    assert read_model(tmp_path) == ""
    (tmp_path / "cpuinfo").write_text("processor\t: 0\nModel\t\t: Raspberry Pi 4 Model B Rev 1.4\n")
    assert read_model(tmp_path) == "Raspberry Pi 4 Model B Rev 1.4"
    (tmp_path / "device-tree").mkdir()
    (tmp_path / "device-tree" / "model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    assert read_model(tmp_path) == "Raspberry Pi 5 Model B Rev 1.0"


@pytest.mark.parametrize(
    "model", ["Raspberry Pi 4 Model B", "Raspberry Pi 400", "Raspberry Pi Compute Module 4", ""]
)
def test_other_pis_are_no_pi_5(model: str) -> None:
    assert not is_five(model)


def test_a_weak_supply_dims_to_30_percent_and_puts_nothing_out() -> None:
    assert dimmed(((255, 100, 1), (0, 3, 0))) == ((76, 30, 1), (0, 1, 0))


def test_the_supply_is_read_where_the_firmware_tells_it(tmp_path: Path) -> None:
    weak = Undervoltage(tmp_path)
    assert not weak()  # a Zero has no detector
    for number, name in enumerate(["cpu_thermal", "rpi_volt"]):
        (tmp_path / f"hwmon{number}").mkdir()
        (tmp_path / f"hwmon{number}" / "name").write_text(f"{name}\n")
    alarm = tmp_path / "hwmon1" / "in0_lcrit_alarm"
    alarm.write_text("0\n")
    assert not weak()
    alarm.write_text("1\n")
    assert weak()
    alarm.unlink()
    assert not weak()


class Working:
    """A way that opens."""

    how = "spi"

    def write(self, frame: Frame) -> None:
        """Shows nothing."""

    def close(self) -> None:
        """Holds nothing."""


class Notes(Lifeline):
    """What the daemon would be told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def note(self, text: str, code: str | None = None) -> None:
        self.told.append(f"{code or ''}{text}")


def test_a_library_that_does_not_work_is_no_trouble_where_the_bus_does() -> None:
    """A Pi 4 that works is not sent to raspi-config at every start."""

    def library() -> Working:
        raise library_refusal("ws2811_init failed with code -13 (some text)", 10)

    notes = Notes()

    assert isinstance(first_open([library, Working], notes), Working)
    (told,) = notes.told
    assert told == (
        "rpi_ws281x: ws2811_init failed with code -13 (some text): it cannot open "
        "/dev/spidev0.0 or /dev/gpiomem; the lights work by spi instead"
    )
