"""Which pins config.txt and cmdline.txt give away, line by line as a Pi reads them."""

from pathlib import Path

import pytest

from kahuna_table.devices.boot_files import read_boot_files, sections_of
from kahuna_table.devices.claims import claims

PI_4 = "Raspberry Pi 4 Model B Rev 1.4"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
ZERO_2 = "Raspberry Pi Zero 2 W Rev 1.0"
PI_2 = "Raspberry Pi 2 Model B Rev 1.1"

AS_DELIVERED = """\
# For more options and information see
# http://rptl.io/configtxt
#dtparam=i2c_arm=on
#dtparam=i2s=on
#dtparam=spi=on
dtparam=audio=on
camera_auto_detect=1
display_auto_detect=1
auto_initramfs=1
dtoverlay=vc4-kms-v3d
max_framebuffers=2
arm_64bit=1
[cm4]
otg_mode=1
[cm5]
dtoverlay=dwc2,dr_mode=host
[all]
"""
CONSOLE = "console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootwait\n"


def boot(root: Path, config: str, command_line: str = CONSOLE, at: str = "boot/firmware") -> Path:
    directory = root / at
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "config.txt").write_text(config)
    (directory / "cmdline.txt").write_text(command_line)
    return root


def pins(root: Path, config: str, model: str = PI_4) -> set[int]:
    """All that is claimed."""
    found = claims(read_boot_files(boot(root, config), model), model)
    return {pin for claim in found for pin in claim.pins}


@pytest.mark.parametrize("model", [PI_4, PI_5, ZERO_2])
def test_as_it_is_delivered_nothing_is_claimed(tmp_path: Path, model: str) -> None:
    assert pins(tmp_path, AS_DELIVERED, model) == set()


@pytest.mark.parametrize(
    ("line", "on_4", "on_5"),
    [
        ("enable_uart=1", {14, 15}, {14, 15}),
        ("enable_uart=0", set(), set()),
        ("dtparam=uart0=on", set(), {14, 15}),
        ("dtparam=uart0", set(), {14, 15}),
        ("dtoverlay=disable-bt", {14, 15}, set()),
        ("dtoverlay=miniuart-bt", {14, 15}, set()),
        ("dtoverlay=disable-bt\nenable_uart=0", set(), set()),
        ("dtoverlay=uart3", {4, 5}, {8, 9}),
        ("dtoverlay=uart2-pi5", set(), {4, 5}),
        ("dtoverlay=uart5,ctsrts", {12, 13, 14, 15}, {12, 13, 14, 15}),
        ("dtoverlay=w1-gpio", {4}, {4}),
        ("dtoverlay=w1-gpio,gpiopin=17", {17}, {17}),
        ("dtoverlay=w1-gpio\ndtparam=gpiopin=17", {17}, {17}),
        ("dtoverlay=w1-gpio\ndtoverlay=\ndtparam=gpiopin=17", {4}, {4}),
        ("dtoverlay=w1-gpio-pullup", {4, 5}, {4, 5}),
        ("dtparam=i2s=on", {18, 19, 20, 21}, {18, 19, 20, 21}),
        ("dtparam=i2s=on\ndtparam=i2s=off", set(), set()),
        ("dtoverlay=hifiberry-dacplus", {18, 19, 20, 21}, {18, 19, 20, 21}),
        ("dtoverlay=max98357a", {4, 18, 19, 20, 21}, {4, 18, 19, 20, 21}),
        ("dtoverlay=max98357a,no-sdmode", {18, 19, 20, 21}, {18, 19, 20, 21}),
        ("dtoverlay=i2s-gpio28-31", set(), set()),
        ("dtoverlay=pwm", {18}, {18}),
        ("dtoverlay=pwm-2chan,pin=12,func=4,pin2=13,func2=4", {12, 13}, {12, 13}),
        ("dtparam=spi=on", {7, 8, 9, 10, 11}, {7, 8, 9, 10, 11}),
        ("dtparam=spi=on\ndtoverlay=spi0-0cs", {9, 10, 11}, {9, 10, 11}),
        ("dtparam=spi=on\ndtoverlay=spi0-1cs", {8, 9, 10, 11}, {8, 9, 10, 11}),
        ("dtoverlay=spi1-2cs,cs1_pin=16", {16, 18, 19, 20, 21}, {16, 18, 19, 20, 21}),
        ("dtparam=i2c_arm=on,spi=off", {2, 3}, {2, 3}),
        ("dtparam=i2c", {2, 3}, {2, 3}),
        ("dtoverlay=i2c-rtc,ds3231", {2, 3}, {2, 3}),
        ("dtoverlay=i2c-gpio,i2c_gpio_sda=5,i2c_gpio_scl=6", {5, 6}, {5, 6}),
        ("dtoverlay=i2c3", {4, 5}, {6, 7}),
        ("dtoverlay=i2c3,pins_2_3", {2, 3}, {2, 3}),
        ("dtoverlay=gpio-shutdown", {3}, {3}),
        ("dtoverlay=gpio-shutdown,gpio_pin=21,active_low=1", {21}, {21}),
        ("dtoverlay=gpio-fan,gpiopin=14,temp=60000", {14}, {14}),
        ("dtoverlay=gpio-ir", {18}, {18}),
        ("dtoverlay=gpio-key,gpio=17,keycode=116", {17}, {17}),
        ("dtoverlay=some-display,reset-gpio=27,speed=24,dc_pin=24", {24, 27}, {24, 27}),
        ("dtparam=act_led_gpio=26", {26}, {26}),
        ("enable_jtag_gpio=1", set(range(22, 28)), set(range(22, 28))),
        ("dtoverlay=vc4-kms-dpi-hyperpixel4", set(range(28)), set(range(28))),
        ("dtoverlay=vc4-kms-v3d,cma-256", set(), set()),
        ("dtoverlay=ws2812-pio,gpio=10,num_leds=39", {10}, {10}),
        ("# dtoverlay=w1-gpio", set(), set()),
    ],
)
def test_a_line_claims_its_pins(tmp_path: Path, line: str, on_4: set[int], on_5: set[int]) -> None:
    assert pins(tmp_path, line, PI_4) == on_4
    assert pins(tmp_path, line, PI_5) == on_5


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (PI_4, {4, 5}),
        ("Raspberry Pi 400 Rev 1.0", {4, 5}),
        (PI_5, {6, 7}),
        ("Raspberry Pi Compute Module 5 Rev 1.0", {6, 7}),
        (ZERO_2, set()),
        ("", set()),
    ],
)
def test_a_section_counts_for_its_model_only(
    tmp_path: Path, model: str, expected: set[int]
) -> None:
    config = """\
enable_uart=0
[pi4]
dtoverlay=gpio-key,gpio=4
dtoverlay=gpio-key,gpio=5
[pi5]
dtoverlay=gpio-key,gpio=6
dtoverlay=gpio-key,gpio=7
[none]
dtoverlay=w1-gpio
"""
    assert pins(tmp_path, config, model) == expected
    assert pins(tmp_path, f"{config}[all]\ndtoverlay=gpio-ir", model) == {*expected, 18}


def test_the_sections_of_a_model() -> None:
    assert sections_of("Raspberry Pi Zero W Rev 1.1") == {"pi0", "pi0w"}
    assert sections_of(ZERO_2) == {"pi0", "pi0w", "pi02"}
    assert sections_of("Raspberry Pi 3 Model B Plus Rev 1.3") == {"pi3", "pi3+"}
    assert sections_of("Raspberry Pi Compute Module 4S Rev 1.0") == {"pi4", "cm4s"}
    assert sections_of("Raspberry Pi Model B Plus Rev 1.2") == {"pi1"}


def test_an_included_file_counts_and_one_that_includes_itself_ends(tmp_path: Path) -> None:
    boot(tmp_path, "include more.txt\n")
    more = tmp_path / "boot/firmware/more.txt"
    more.write_text("# mine\n  dtoverlay=w1-gpio\ninclude more.txt\ninclude missing.txt\n")

    (claim,) = claims(read_boot_files(tmp_path, PI_4), PI_4)

    assert claim.lines[0].where == f"line 2 of {more}"


def test_older_systems_have_the_files_elsewhere(tmp_path: Path) -> None:
    boot(tmp_path, "dtoverlay=w1-gpio", at="boot")

    (claim,) = claims(read_boot_files(tmp_path, PI_4), PI_4)

    assert (claim.pins, claim.claimant) == ((4,), "the overlay w1-gpio")


def test_the_console_is_named_with_both_lines_and_only_where_its_port_is_on(tmp_path: Path) -> None:
    boot(tmp_path, "enable_uart=1")
    (claim,) = claims(read_boot_files(tmp_path, PI_4), PI_4)

    assert claim.claimant == "the serial console"
    assert [line.text for line in claim.lines] == ["enable_uart=1", "console=serial0,115200"]
    boot(tmp_path, "enable_uart=1", "console=tty1")
    (claim,) = claims(read_boot_files(tmp_path, PI_4), PI_4)
    assert (claim.claimant, len(claim.lines)) == ("the serial port", 1)


def test_a_pi_without_bluetooth_has_its_port_on_the_header_unless_refused(tmp_path: Path) -> None:
    boot(tmp_path, "", "console=tty1")
    (claim,) = claims(read_boot_files(tmp_path, PI_2), PI_2)

    assert (claim.pins, claim.lines, claim.repair) == ((14, 15), (), "add enable_uart=0")
    boot(tmp_path, "enable_uart=0")
    assert claims(read_boot_files(tmp_path, PI_2), PI_2) == ()


def test_a_machine_without_boot_files_claims_nothing(tmp_path: Path) -> None:
    assert claims(read_boot_files(tmp_path, ""), "") == ()


def test_an_add_on_board_may_have_any_pin_and_one_for_sound_has_those_of_i2s(
    tmp_path: Path,
) -> None:
    files = read_boot_files(boot(tmp_path, ""), PI_4)

    (sound,) = claims(files, PI_4, "HiFiBerry DAC+ Pro")
    (other,) = claims(files, PI_4, "Sense HAT")

    assert sound.pins == (18, 19, 20, 21)
    assert len(other.pins) == 28
    assert "take that board off" in other.repair
