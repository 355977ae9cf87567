"""Everything that can go wrong with the table, by stable codes: what it means, what to do.

The display, the log, `doctor` and the README's table of troubles all read from here. Codes are
never reused: KT-1xx pins and GPIO, KT-2xx lights, KT-3xx sensors and buttons, KT-4xx screen and
sound, KT-5xx power, disk and clock.
"""

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Trouble:
    """`cause` says what is wrong in words a maker understands, `repair` the command or the movement
    of a hand that helps. Both may hold `{placeholders}`, filled in where it happens."""

    code: str
    cause: str
    repair: str

    @property
    def told(self) -> str:
        """In one line, as the log has it."""
        return f"{self.code} {self.cause}: {self.repair}"

    def filled(self, **values: object) -> "Trouble":
        """With the placeholders filled in."""
        filled = {name: str(value) for name, value in values.items()}
        return Trouble(self.code, self.cause.format(**filled), self.repair.format(**filled))


RESTART: Final = "sudo systemctl restart kahuna-table"
UNINSTALL: Final = "pip uninstall --break-system-packages"
SPI: Final = f'driver = "spi" in the section [lights] of the configuration, then {RESTART}'


def _access(groups: str) -> str:
    """The rules of udev give a device to its group, whatever was done to it meanwhile; most of them
    only when it is added."""
    return (
        "sudo udevadm trigger --action=add; where that does not help: sudo usermod -aG "
        f"{groups} {{user}}, then {RESTART}"
    )


_CODED: Final = re.compile(r"(KT-\d{3}) (.*)", re.DOTALL)

_ALL: Final = (
    Trouble(
        "KT-101",
        "lgpio needs a folder that it may write to: {folder} is none",
        "start the table with systemctl, or from a folder of your own",
    ),
    Trouble(
        "KT-102",
        "the Python package lgpio is missing, or an empty shell that does nothing: {found}",
        "sudo apt install python3-lgpio; an lgpio that came from pip: sudo "
        f"{UNINSTALL} lgpio; then {RESTART}",
    ),
    Trouble(
        "KT-103",
        "gpiozero cannot use lgpio: {detail}",
        f"sudo apt install python3-gpiozero python3-lgpio, then {RESTART}",
    ),
    Trouble(
        "KT-104",
        "none of the GPIO chips is that of a Raspberry Pi's header; seen: {seen}",
        "sudo apt full-upgrade, then restart the Pi; on a PC use kahuna-table simulate",
    ),
    Trouble(
        "KT-105",
        "a pin that the table needs is held by somebody else: {holders}",
        "end the other program, or free the pin in /boot/firmware/config.txt, or use another pin",
    ),
    Trouble(
        "KT-107",
        "gpiozero does not know this Raspberry Pi: {detail}",
        "sudo apt full-upgrade; in a service, /proc/cpuinfo must be readable (no ProcSubset=pid)",
    ),
    Trouble(
        "KT-110",
        "no Raspberry Pi ({model}): there are no wires to read",
        'run it on the Pi; here kahuna-table simulate plays, or run with driver = "simulated" in '
        "the section [sensors]",
    ),
    Trouble(
        "KT-111",
        "the Python package {package} is missing",
        f"sudo apt install python3-{{package}}, then {RESTART}",
    ),
    Trouble(
        "KT-112",
        "the user {user} is not in the groups {groups}",
        "sudo usermod -aG {groups} {user}, then log in again; for the service: sudo kahuna-table "
        "doctor",
    ),
    Trouble(
        "KT-113",
        "there is no GPIO chip (/dev/gpiochip*)",
        "on a Pi: check that Raspberry Pi OS runs with its own kernel",
    ),
    Trouble(
        "KT-114",
        "{user} may not use {devices}",
        _access("{group}"),
    ),
    Trouble(
        "KT-115",
        "{device} is missing: I2C is off",
        f"sudo raspi-config nonint do_i2c 0, then {RESTART}",
    ),
    Trouble(
        "KT-116",
        "{pins}: the Pi gives this to {claimant}",
        "{repair}, then restart the Pi",
    ),
    Trouble(
        "KT-120",
        "the wiring file {file} cannot be used, so no line of the board is read: {detail}",
        "sudo chmod 644 {file} where it may not be read; sudo kahuna-table wiring --anew where it "
        "does not fit; remove it where the board is wired as planned; until then bridges are "
        "entered with the buttons",
    ),
    Trouble(
        "KT-121",
        "kahuna-table wiring found a defect: {defect}",
        "{repair}; then sudo kahuna-table wiring --anew",
    ),
    Trouble(
        "KT-122",
        "the wiring file {file} does not know {count} of the 27 lines: they are not read",
        "sudo kahuna-table wiring asks for them; or remove the file where the board is wired as "
        "planned; until then bridges there are entered with the buttons",
    ),
    Trouble(
        "KT-123",
        "the wiring file {file} is not used: it is that of a matrix, expected "
        'driver = "matrix" in the section [sensors], got {detail}',
        "remove the file, and wiring = from the section [pins]",
    ),
    Trouble(
        "KT-201",
        "rpi_ws281x does not know this Raspberry Pi",
        f"data wire to GPIO 10 and {SPI}",
    ),
    Trouble(
        "KT-202",
        "lights on GPIO 18 need root",
        f"data wire to GPIO 10 and {SPI}",
    ),
    Trouble(
        "KT-205",
        "the Pi 5's light driver does not take the frames",
        "num_leds=39 in the line dtoverlay=ws2812-pio of /boot/firmware/config.txt, then reboot",
    ),
    Trouble(
        "KT-206",
        "the SPI bus does not take the frames",
        "sudo apt full-upgrade; no spidev.bufsiz in /boot/firmware/cmdline.txt; then reboot",
    ),
    Trouble(
        "KT-207",
        "the library rpi_ws281x is not installed",
        "sudo apt install gcc python3-dev python3-pip, then build the package on this Pi "
        "(systemd/build-deb) and install it",
    ),
    Trouble(
        "KT-208",
        "rpi_ws281x cannot drive the lights",
        f"data wire to GPIO 10 and {SPI}; sound off: dtparam=audio=off",
    ),
    Trouble(
        "KT-210",
        "{device} is missing: the Pi 5's light driver is off",
        "add dtoverlay=ws2812-pio,gpio=10,num_leds=39 to /boot/firmware/config.txt and reboot",
    ),
    Trouble(
        "KT-211",
        "{device} is missing: SPI is off, the lights stay dark",
        "sudo raspi-config nonint do_spi 0, then reboot",
    ),
    Trouble(
        "KT-220",
        "the process that feeds the lights crashed or hangs: {detail}",
        f"nothing: it is started again; if it comes back, {SPI}",
    ),
    Trouble(
        "KT-301",
        "some lines of the board cannot be read: {detail}",
        "check the wire or the board that is named; those bridges can be entered in the menu",
    ),
    Trouble(
        "KT-302",
        "a sensor board lost its settings in a short dip of the supply and got them again",
        "if it comes back, check the board's 3.3 V and ground wires and the supply",
    ),
    Trouble(
        "KT-303",
        "the bus to the sensor boards is stuck: no board answers in time",
        "switch the table off and on; check SDA and SCL (GPIO 2 and 3) for a short",
    ),
    Trouble(
        "KT-310",
        "the matrix reads open everywhere, its canaries too",
        "put its plug back",
    ),
    Trouble(
        "KT-311",
        "a canary of the matrix, which must always read closed, reads open",
        "the wire that the log names is broken, or the canary's diode or link",
    ),
    Trouble(
        "KT-312",
        "a column of the matrix reads low with no row selected",
        "check the column's 10k pull-up to 3.3 V, and its wire for a short to ground",
    ),
    Trouble(
        "KT-313",
        "two wires of the matrix follow each other",
        "look for a short between the two that the log names",
    ),
    Trouble(
        "KT-314",
        "a wire of the matrix pulls another low",
        "look for a bridged or reversed diode at the crossings that the log names",
    ),
    Trouble(
        "KT-315",
        "the pins of the matrix cannot be read: {detail}",
        "put the plug back; end other programs that use the pins; sudo kahuna-table doctor",
    ),
    Trouble(
        "KT-320",
        "the buttons cannot be read: {detail}",
        "end other programs that use the pins; sudo kahuna-table doctor",
    ),
    Trouble(
        "KT-330",
        "the sensor of a line does not follow its bridge",
        "press the bridge down or turn it; else enter it by hand: menu, then the line",
    ),
    Trouble(
        "KT-331",
        "the contact of a line chatters: its bridge sits badly",
        "press the bridge down or turn it; a weak magnet is replaced",
    ),
    Trouble(
        "KT-332",
        "a button is held down or stuck",
        "free it; it counts again once it came up",
    ),
    Trouble(
        "KT-401",
        "this pygame reaches no screen without a desktop ({sdl})",
        f"sudo apt install python3-pygame; the copy that pip installed: sudo "
        f"{UNINSTALL} pygame; then {RESTART}",
    ),
    Trouble(
        "KT-402",
        "the screen's card may not be opened: {node}",
        _access("video,render"),
    ),
    Trouble(
        "KT-403",
        "another program uses the screen: {node}",
        "boot without the desktop: sudo raspi-config nonint do_boot_behaviour B1, then reboot",
    ),
    Trouble(
        "KT-404",
        "the screen does not start: {detail}",
        "sudo apt install libegl1 libgles2 libgl1-mesa-dri",
    ),
    Trouble(
        "KT-405",
        "the screen's driver draws where nobody sees it ({sdl})",
        "take SDL_VIDEODRIVER out of the environment; sudo apt install python3-pygame",
    ),
    Trouble(
        "KT-406",
        "no window on the desktop: {detail}",
        "start the table from the desktop, or set DISPLAY or WAYLAND_DISPLAY",
    ),
    Trouble(
        "KT-407",
        "there is no framebuffer to draw into: {detail}",
        "check dtoverlay=vc4-kms-v3d or the overlay of the screen in /boot/firmware/config.txt, "
        "then reboot",
    ),
    Trouble(
        "KT-408",
        "the framebuffer may not be opened: {node}",
        _access("video"),
    ),
    Trouble(
        "KT-409",
        "the framebuffer does not take the picture: {detail}",
        "remove the lines framebuffer_depth and framebuffer_width from /boot/firmware/config.txt, "
        "then reboot",
    ),
    Trouble(
        "KT-410",
        "no screen is plugged in ({connectors})",
        "plug it in; the table finds it within ten seconds, and plays on by its lights meanwhile",
    ),
    Trouble(
        "KT-411",
        "this machine shows no connector for a screen",
        "check dtoverlay=vc4-kms-v3d in /boot/firmware/config.txt, then reboot; the lights play on "
        "without",
    ),
    Trouble(
        "KT-412",
        "the font {file} is missing",
        "sudo apt install {package}",
    ),
    Trouble(
        "KT-413",
        "the Python package pygame does not load: {detail}",
        "sudo apt install python3-pygame",
    ),
    Trouble(
        "KT-414",
        "touches and keys cannot be read: {node}",
        _access("input"),
    ),
    Trouble(
        "KT-420",
        "the process that draws the screen crashed or hangs: {detail}",
        "nothing: it is started again; if it comes back, sudo kahuna-table doctor",
    ),
    Trouble(
        "KT-501",
        "power is weak (undervoltage); the lights are dimmed",
        "use the 5 V, 3 A supply, and a supply of their own for the lights",
    ),
    Trouble(
        "KT-502",
        "only {free} MiB are free for {directory}",
        "remove what is not needed: sudo apt clean, sudo journalctl --vacuum-size=50M",
    ),
    Trouble(
        "KT-503",
        "{directory} lies on a file system in memory: games are lost at power-off",
        "give it a data partition, and overlayroot=tmpfs:recurse=0",
    ),
    Trouble(
        "KT-504",
        "the clock says {year}: it was never set",
        "connect a network once, or sudo date -s; only the dates of games are wrong meanwhile",
    ),
    Trouble(
        "KT-505",
        "the saved games cannot be read as they are: {fault}",
        "nothing: the table repairs the file the next time it starts, and keeps the old one aside",
    ),
    Trouble(
        "KT-506",
        "no game is saved: {fault}",
        "sudo install -d -o kahuna -g kahuna /srv/kahuna-table, directory = "
        '"/srv/kahuna-table" in the section [store] of the configuration (nowhere below /home), '
        f"then {RESTART}",
    ),
    Trouble(
        "KT-507",
        "the game cannot be saved: {fault}",
        "a full card: sudo apt clean; one that is read-only: sudo mount -o remount,rw /; else sudo "
        "chown -R kahuna: {directory} && sudo chmod -R u+rwX {directory}; it is saved again by "
        "itself",
    ),
    Trouble(
        "KT-508",
        "the table's user may not read the configuration {file}",
        f"sudo chmod 644 {{file}}, then {RESTART}",
    ),
)

TROUBLES: Final[dict[str, Trouble]] = {trouble.code: trouble for trouble in _ALL}


def parted(told: str) -> tuple[str, str]:
    """The code that a trouble in the log begins with, empty where it has none, and the rest."""
    found = _CODED.match(told)
    return (found[1], found[2]) if found else ("", told)
