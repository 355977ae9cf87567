"""Everything that can go wrong with the table, in the one table of texts: what it is, what to do.

The log, `doctor`, the line of status and the README's table of troubles all read from here. Codes
are never reused: KT-1xx pins and GPIO, KT-2xx lights, KT-3xx sensors and buttons, KT-4xx screen and
sound, KT-5xx power, disk and clock.
"""

from enum import Enum, unique
from string import Formatter
from typing import Final, NamedTuple

from kahuna_table.table.inputs import Code

_RESTART: Final = "sudo systemctl restart kahuna-table"
_UNINSTALL: Final = "pip uninstall --break-system-packages"
_SPI: Final = f'driver = "spi" in the section [lights] of the configuration, then {_RESTART}'
_SPI_WIRE: Final = f"data wire to GPIO 10 and {_SPI}"
_LIBRARY: Final = (
    "sudo apt install gcc python3-dev python3-pip, then build the package on this Pi "
    "(systemd/build-deb) and install it"
)
_WIRING: Final = "the wiring file {file} cannot be used, so no line of the board is read: {detail}"

_HANGS: Final = "the process hangs", "it restarts by itself"
_UNSTARTED: Final = "cannot start the process: {error}", "check the free memory"
_NOISE: Final = "the process sends what cannot be read: {error}", ""
_ENDED: Final = "the process ended with {how}", "it restarts by itself"


def _access(groups: str) -> str:
    """The rules of udev give a device to its group, whatever was done to it meanwhile; most of them
    only when it is added."""
    return (
        "sudo udevadm trigger --action=add; where that does not help: sudo usermod -aG "
        f"{groups} {{user}}, then {_RESTART}"
    )


class _Entry(NamedTuple):
    code: int | None
    cause: str
    repair: str


@unique
class Trouble(Enum):
    """A code, what is wrong in words a maker understands, and the command or the movement of a hand
    that helps. The first of a code is what the README says of it, in general.

    Texts hold `{placeholders}`, which a `Fault` fills in; `{many:, }` joins a list by what stands
    behind the colon. Without a code: nothing that the README could explain.
    """

    def __init__(self, code: int | None, cause: str, repair: str) -> None:
        self.code = None if code is None else Code(code)
        self.cause, self.repair = cause, repair
        parts = Formatter().parse(cause + repair)
        self.placeholders = sorted({name.partition(".")[0] for _, name, _, _ in parts if name})

    # fmt: off

    LGPIO_FOLDER = _Entry(101, "lgpio cannot write to the folder {folder}",
        "start the table with systemctl, or from a folder that you own")
    LGPIO_PIPE = _Entry(101, "lgpio cannot make its pipe in {folder}, expected a directory it may "
        "write to, got {error}", "start the table with systemctl")
    LGPIO_OWN_FOLDER = _Entry(101, "lgpio needs a directory of its own in {folder}, got {error}",
        "start the table with systemctl, or set LG_WD")
    LGPIO = _Entry(102, "the Python package lgpio is missing, or a stub that does nothing: "
        "{found}",
        "sudo apt install python3-lgpio; an lgpio that came from pip: sudo "
        f"{_UNINSTALL} lgpio; then {_RESTART}")
    LGPIO_MISSING = _Entry(102, "the Python package lgpio is missing ({error})",
        "sudo apt install python3-lgpio")
    LGPIO_EMPTY = _Entry(102, "the Python package lgpio is a stub ({file})",
        "pip uninstall lgpio, then sudo apt install python3-lgpio")
    GPIOZERO = _Entry(103, "gpiozero cannot use lgpio: {detail}",
        f"sudo apt install python3-gpiozero python3-lgpio, then {_RESTART}")
    GPIOZERO_OLD = _Entry(103, "gpiozero cannot use lgpio ({error})",
        "sudo apt install python3-gpiozero")
    CHIP_UNKNOWN = _Entry(104, "none of the GPIO chips is that of a Raspberry Pi's header; seen: "
        "{seen}", "sudo apt full-upgrade, then restart the Pi; on a PC use kahuna-table simulate")
    CHIP_LABELS = _Entry(104, "no GPIO chip named {labels:, }; seen: {seen:, }, kernel {kernel}",
        "sudo apt full-upgrade, then restart the Pi")
    PIN_HELD = _Entry(105, "another program holds a pin that the table needs: {holders}",
        "end the other program, or free the pin in /boot/firmware/config.txt, or use another pin")
    PINS_HELD_BY_PROGRAM = _Entry(105, "pins are held: {holders:, }",
        "end the other program, or another kahuna-table")
    PINS_HELD_BY_KERNEL = _Entry(105, "pins are held: {holders:, }",
        "free them in /boot/firmware/config.txt (dtoverlay=spi0-0cs for chip selects), or use "
        "other pins")
    BOARD_UNKNOWN = _Entry(107, "gpiozero does not know this Raspberry Pi: {detail}",
        "sudo apt full-upgrade; in a service, /proc/cpuinfo must be readable (no ProcSubset=pid)")
    BOARD_REVISION = _Entry(107, "gpiozero does not know this Pi ({error})",
        "sudo apt full-upgrade")
    NO_PI = _Entry(110, "no Raspberry Pi ({model}): there are no wires to read",
        'run it on the Pi; here kahuna-table simulate plays, or run with driver = "simulated" in '
        "the section [sensors]")
    PACKAGE_MISSING = _Entry(111, "the Python package {package} is missing",
        f"sudo apt install python3-{{package}}, then {_RESTART}")
    SMBUS2_MISSING = _Entry(111, "the Python package smbus2 is missing ({error})",
        "sudo apt install python3-smbus2")
    NOT_IN_GROUPS = _Entry(112, "the user {user} is not in the groups {groups}",
        "sudo usermod -aG {groups} {user}, then log in again; for the service: sudo kahuna-table "
        "doctor")
    NO_CHIP = _Entry(113, "there is no GPIO chip (/dev/gpiochip*)",
        "on a Pi: check that Raspberry Pi OS runs with its own kernel")
    NO_CHIP_NODES = _Entry(113, "there is no {nodes}",
        "on a Pi, check that Raspberry Pi OS runs with its own kernel")
    NO_ACCESS = _Entry(114, "{user} may not use {devices}", _access("{group}"))
    I2C_OFF = _Entry(115, "{device} is missing: I2C is off",
        f"sudo raspi-config nonint do_i2c 0, then {_RESTART}")
    I2C_SHUT = _Entry(115, "{device} cannot be opened ({error})",
        "sudo raspi-config nonint do_i2c 0, then restart the Pi")
    PINS_GIVEN_AWAY = _Entry(116, "{pins}: the Pi gives this to {claimant}",
        "{repair}, then restart the Pi")
    WIRING_UNUSED = _Entry(120, _WIRING,
        "sudo chmod 644 {file} where it may not be read; sudo kahuna-table wiring --start-over "
        "where it does not fit; remove it where the board is wired as planned; until then bridges "
        "are entered with the buttons")
    WIRING_REPEATED = _Entry(120, _WIRING, "everything is asked again")
    WIRING_DEFECT = _Entry(121, "kahuna-table wiring found a defect: {defect}",
        "{repair}; then sudo kahuna-table wiring --start-over")
    WIRING_PARTIAL = _Entry(122, "the wiring file {file} does not know {count} of the 27 lines: "
        "they are not read",
        "sudo kahuna-table wiring asks for them; or remove the file where the board is wired as "
        "planned; until then bridges there are entered with the buttons")
    WIRING_OF_MATRIX = _Entry(123, "the wiring file {file} is not used: it is for a matrix, "
        'expected driver = "matrix" in the section [sensors], got {detail}',
        "remove the file, and wiring = from the section [pins]")

    LIBRARY_PI = _Entry(201, "rpi_ws281x does not know this Raspberry Pi", _SPI_WIRE)
    LIBRARY_BOARD = _Entry(201, "rpi_ws281x: {said}",
        "it does not know this board: the lights need GPIO 10 and driver spi")
    LIGHTS_NEED_ROOT = _Entry(202, "lights on GPIO 18 need root", _SPI_WIRE)
    LIBRARY_ROOT = _Entry(202, "rpi_ws281x: {said}",
        "GPIO {gpio} needs root: move the data wire to GPIO 10 and set lights.driver to spi")
    LEDS_REFUSE = _Entry(205, "the Pi 5's light driver does not take the frames",
        "num_leds=39 in the line dtoverlay=ws2812-pio of /boot/firmware/config.txt, then reboot")
    LEDS_WRITE = _Entry(205, "cannot write to the lights: {error}", "")
    LEDS_SHORT = _Entry(205, "the driver's strip is shorter than 39 lights",
        "dtoverlay=ws2812-pio,num_leds=39 in /boot/firmware/config.txt")
    SPI_REFUSES = _Entry(206, "the SPI bus does not take the frames",
        "sudo apt full-upgrade; no spidev.bufsiz in /boot/firmware/cmdline.txt; then reboot")
    SPI_WRITE = _Entry(206, "cannot write to the SPI bus: {error}", "")
    SPI_PARTIAL = _Entry(206, "the SPI bus takes {taken} bytes at once, expected {expected}",
        "remove spidev.bufsiz from /boot/firmware/cmdline.txt")
    SPI_TIMEOUT = _Entry(206, "the SPI bus timed out {tries} times",
        "update the kernel (sudo apt full-upgrade)")
    LIBRARY_TRANSFER = _Entry(206, "rpi_ws281x: {said}",
        "the SPI bus took no transfer: remove spidev.bufsiz from cmdline.txt")
    SIMULATED_LIGHTS = _Entry(206, "no answer from the simulated lights, expected a frame taken",
        "check the script for a fault of the lights")
    LIBRARY_MISSING = _Entry(207, "the library rpi_ws281x is not installed", _LIBRARY)
    LIBRARY_UNLOADED = _Entry(207, "the library rpi_ws281x cannot be loaded ({error})", _LIBRARY)
    LIBRARY_FAILS = _Entry(208, "rpi_ws281x cannot drive the lights",
        f"{_SPI_WIRE}; sound off: dtparam=audio=off")
    LIBRARY_SEND = _Entry(208, "rpi_ws281x does not send: {error}", "")
    LIBRARY_MEMORY = _Entry(208, "rpi_ws281x: {said}", "no memory for it: end other programs")
    LIBRARY_LOCK = _Entry(208, "rpi_ws281x: {said}",
        "its memory cannot be locked: start the table with systemctl")
    LIBRARY_DMA = _Entry(208, "rpi_ws281x: {said}",
        "its DMA channel is taken: switch sound off (dtparam=audio=off)")
    LIBRARY_PIN = _Entry(208, "rpi_ws281x: {said}",
        "it cannot use GPIO {gpio}: use GPIO 10, or 18 with driver pwm")
    LIBRARY_OTHER = _Entry(208, "rpi_ws281x: {said}", "see the lines before in the log")
    LEDS_OFF = _Entry(210, "{device} is missing: the Pi 5's light driver is off",
        "add dtoverlay=ws2812-pio,gpio=10,num_leds=39 to /boot/firmware/config.txt and reboot")
    LEDS_MISSING = _Entry(210, "{device} is missing",
        "add dtoverlay=ws2812-pio,gpio=10,num_leds=39 to /boot/firmware/config.txt")
    LEDS_SHUT = _Entry(210, "{device} cannot be opened: {error}", "")
    SPI_OFF = _Entry(211, "{device} is missing: SPI is off, the lights stay dark",
        "sudo raspi-config nonint do_spi 0, then reboot")
    SPI_MISSING = _Entry(211, "{device} is missing",
        "SPI is off: sudo raspi-config nonint do_spi 0, then restart the Pi")
    SPI_SHUT = _Entry(211, "{device} cannot be opened: {error}", "")
    LIBRARY_NODES = _Entry(211, "rpi_ws281x: {said}",
        "it cannot open /dev/spidev0.0 or /dev/gpiomem")
    LIGHTS_PROCESS = _Entry(220, "the process that feeds the lights crashed or hangs: {detail}",
        f"nothing: it restarts by itself; if this comes back, {_SPI}")
    LIGHTS_HANG = _Entry(220, *_HANGS)
    LIGHTS_UNSTARTED = _Entry(220, *_UNSTARTED)
    LIGHTS_NOISE = _Entry(220, *_NOISE)
    LIGHTS_ENDED = _Entry(220, *_ENDED)
    LIGHTS_INSTEAD = _Entry(None, "{why}; the lights work by {way} instead", "")
    LIGHTS_WITHOUT_LIBRARY = _Entry(None, "{why.text}; the lights work by {way} instead", "")

    LINES_UNREAD = _Entry(301, "some lines of the board cannot be read: {detail}",
        "check the wire or the board that is named; those bridges can be entered in the menu")
    BOARD_SILENT = _Entry(301, "sensor board {board} (0x{address:02x}) does not answer ({error}): "
        "{count} lines, {first} to {last}, are unknown",
        "check its four wires; nothing was removed from the score")
    BOARD_FORGETS = _Entry(301, "sensor board {board} (0x{address:02x}) does not keep its "
        "settings: {count} lines, {first} to {last}, are unknown", "replace it")
    SIMULATED_LINES = _Entry(301, "no answer from {lines:, }", "the script lets them fail")
    SETTINGS_LOST = _Entry(302, "a sensor board lost its settings in a short dip of the supply and "
        "got them again",
        "if it comes back, check the board's 3.3 V and ground wires and the supply")
    BOARD_DIPPED = _Entry(302, "sensor board {board} (0x{address:02x}) lost its settings in a dip "
        "of the supply and got them again", "check its 3.3 V and ground wires and the supply")
    BOARD_DIPS = _Entry(302, "sensor board {board} (0x{address:02x}) lost its settings in a dip of "
        "the supply, {times} times in {minutes} minutes, and got them again",
        "check its 3.3 V and ground wires and the supply")
    BUS_STUCK = _Entry(303, "the bus to the sensor boards is stuck: no board answers in time",
        "switch the table off and on; check SDA and SCL (GPIO 2 and 3) for a short")
    BUS_HELD = _Entry(303, "the bus to the sensor boards is stuck, no board answers in time",
        "switch the table off and on (a board that holds SDA low lets go after nine clocks on "
        "SCL); check GPIO 2 and 3 for a short")
    MATRIX_OPEN = _Entry(310, "the matrix reads open everywhere, its canaries too",
        "put its plug back")
    MATRIX_UNPLUGGED = _Entry(310, "expected the canaries closed, read all open",
        "check the plug of the matrix")
    CANARY_OPEN = _Entry(311, "a canary of the matrix reads open; it must always read closed",
        "the wire that the log names is broken, or the canary's diode or link")
    CANARY_BROKEN = _Entry(311, "expected canary {canary} closed, read open",
        "check its diode and its link")
    WIRE_OR_CANARY_BROKEN = _Entry(311, "expected canary {canary} closed, read open",
        "check {wire} for a broken wire, and the diode and the link of {canary} itself")
    WIRE_BROKEN = _Entry(311, "expected canaries {canaries: } closed, read open",
        "check {wire} for a broken wire")
    CANARIES_OPEN = _Entry(311, "the canaries of {wire} read open", "check the wire for a break")
    COLUMN_STAYS_LOW = _Entry(312, "a column of the matrix reads low with no row selected",
        "check the column's 10k pull-up to 3.3 V, and its wire for a short to ground")
    COLUMN_LOW = _Entry(312, "expected {column} high with no row selected, read low",
        "check its 10k pull-up to 3.3 V and the wire for a short to ground")
    COLUMN_OR_ROW_LOW = _Entry(312, "expected {column} high with no row selected, read low",
        "check its 10k pull-up to 3.3 V and the wire for a short to ground, and {rows: for one, "
        "and } for one")
    WIRES_FOLLOW = _Entry(313, "two wires of the matrix follow each other",
        "look for a short between the two that the log names")
    WIRES_SHORTED = _Entry(313, "{wire} and {other} follow each other, expected neither",
        "check for a short between them")
    WIRE_PULLS = _Entry(314, "a wire of the matrix pulls another low",
        "look for a bridged or reversed diode at the crossings that the log names")
    DIODE_BAD = _Entry(314, "{row} follows {column}, expected not to",
        "check for a bridged or reversed diode at {crossing}, or a short between the two wires")
    MATRIX_UNREAD = _Entry(315, "the pins of the matrix cannot be read: {detail}",
        "put the plug back; end other programs that use the pins; sudo kahuna-table doctor")
    MATRIX_PINS = _Entry(315, "cannot read the matrix, expected levels, got {error}",
        "check the plug, the group gpio of the user, and that no other program holds these pins")
    BUTTONS_UNREAD = _Entry(320, "the buttons cannot be read: {detail}",
        "end other programs that use the pins; sudo kahuna-table doctor")
    BUTTON_PINS = _Entry(320, "cannot read the buttons, expected levels, got {error}",
        "check the group gpio of the user, and that no other program holds these pins")
    SENSOR_WRONG = _Entry(330, "the sensor of a line does not follow its bridge",
        "press the bridge down or turn it; else enter it by hand: menu, then the line")
    LINE_ENTERED = _Entry(330, "entered by hand, the sensor is ignored until it follows the game",
        "")
    CONTACT_CHATTERS = _Entry(331, "the contact of a line chatters: its bridge sits badly",
        "press the bridge down or turn it; replace a weak magnet")
    LINE_CHATTERS = _Entry(331, "the contact chatters; bounces ({bounces:, })", "")
    BUTTON_STUCK = _Entry(332, "a button is held down or stuck",
        "free it; it counts again when it is up")
    BUTTON_IGNORED = _Entry(332, "held down or stuck, ignored", "")
    BUTTON_DOWN = _Entry(332, "button {button} is down", "let go of it, or free it")

    NO_PICO = _Entry(340, "no Pico: {detail}",
        "plug its USB cable in; a new Pico, or one without firmware: kahuna-table firmware install "
        'says how; with several, pico = "/dev/serial/by-id/..." in the section [sensors]')
    PICO_SILENT = _Entry(341, "the Pico at {device} does not answer",
        "pull its USB cable and plug it in again; where that does not help: sudo kahuna-table "
        "firmware install")
    PICO_PROTOCOL = _Entry(342, "the Pico's firmware {firmware} speaks protocol {theirs}, this "
        "program {ours}: nothing is read from it", "{repair}")
    HALL_UNREAD = _Entry(343, "a Hall sensor cannot be read",
        "check the wires and the channel of the multiplexer that the log names; its line can be "
        "entered in the menu meanwhile")
    HALL_LOW = _Entry(343, "{hall} reads 0 V",
        "check its supply, and its output for a short to ground")
    HALL_HIGH = _Entry(343, "{hall} reads 3.3 V",
        "check its output for a short to the supply")
    HALL_OPEN = _Entry(343, "nothing drives the input of {hall}",
        "check its output wire, its supply, and that channel of the multiplexer")
    PICO_WORD = _Entry(343, "the Pico says {word}, which this program does not know", "update it")
    MULTIPLEXER = _Entry(344, "a multiplexer of the Hall sensors, or their supply, does not work",
        "check the wires that the log names")
    HALL_SUPPLY = _Entry(344, "every Hall sensor reads 0 V", "check the regulator and its 5 V")
    MULTIPLEXER_DEAD = _Entry(344, "no channel of multiplexer {chip} is driven",
        "check its SIG, EN, VCC and GND")
    ADDRESS_STUCK = _Entry(344, "address line S{bit} is stuck for both multiplexers",
        "check the wire at the Pico for a break or a short")
    ADDRESS_LOST = _Entry(344, "address line S{bit} does not reach multiplexer {chip}",
        "check the wire for a break or a short")
    UNCALIBRATED = _Entry(345, "Hall sensors are not calibrated: {detail}",
        "take every bridge off the board, then sudo kahuna-table wiring")
    HALL_AT_END = _Entry(346, "a Hall sensor is at the end of its range",
        "the line plays on; a magnet stronger than the kit's, or two in one bridge, are replaced")
    HALL_LINE_AT_END = _Entry(346, "{hall} is at the end of its range",
        "a stronger magnet than the kit's, or two")
    FIRMWARE_DIFFERS = _Entry(347, "the Pico has firmware {theirs}, this program brings {ours}",
        "{repair}; both play on meanwhile")

    SDL_WITHOUT_DRIVER = _Entry(401, "this pygame reaches no screen without a desktop ({sdl})",
        f"sudo apt install python3-pygame; the copy that pip installed: sudo {_UNINSTALL} "
        f"pygame; then {_RESTART}")
    CARD_SHUT = _Entry(402, "the table may not open the screen's card: {node}",
        _access("video,render"))
    CARD_TAKEN = _Entry(403, "another program uses the screen: {node}",
        "boot without the desktop: sudo raspi-config nonint do_boot_behaviour B1, then reboot")
    CARD_FAILS = _Entry(404, "the screen does not start: {detail}",
        "sudo apt install libegl1 libgles2 libgl1-mesa-dri")
    SDL_UNSEEN = _Entry(405, "the screen's driver draws where nobody sees it ({sdl})",
        "take SDL_VIDEODRIVER out of the environment; sudo apt install python3-pygame")
    NO_WINDOW = _Entry(406, "the desktop shows no window: {detail}",
        "start the table from the desktop, or set DISPLAY or WAYLAND_DISPLAY")
    NO_FRAMEBUFFER = _Entry(407, "there is no framebuffer to draw into: {detail}",
        "check dtoverlay=vc4-kms-v3d or the overlay of the screen in /boot/firmware/config.txt, "
        "then reboot")
    FRAMEBUFFER_SHUT = _Entry(408, "the table may not open the framebuffer: {node}",
        _access("video"))
    FRAMEBUFFER_FAILS = _Entry(409, "the framebuffer does not take the picture: {detail}",
        "remove the lines framebuffer_depth and framebuffer_width from /boot/firmware/config.txt, "
        "then reboot")
    NO_SCREEN = _Entry(410, "no screen is plugged in ({connectors})",
        "plug it in; the table finds it within ten seconds, and plays on by its lights meanwhile")
    NO_CONNECTOR = _Entry(411, "this machine shows no connector for a screen",
        "check dtoverlay=vc4-kms-v3d in /boot/firmware/config.txt, then reboot; the lights play on "
        "without")
    FONT_MISSING = _Entry(412, "the font {file} is missing", "sudo apt install {package}")
    PYGAME_UNLOADED = _Entry(413, "the Python package pygame does not load: {detail}",
        "sudo apt install python3-pygame")
    INPUT_SHUT = _Entry(414, "touches and keys cannot be read: {node}", _access("input"))
    ONE_CARD = _Entry(415, "both players' screens are plugged into {card}, which shows on one of "
        "them only",
        "plug one of them into another card, which doctor lists; a small SPI screen has one of its "
        "own")
    SCREEN_PROCESS = _Entry(420, "the process that draws the screen crashed or hangs: {detail}",
        "nothing: it restarts by itself; if this comes back, sudo kahuna-table doctor")
    SCREEN_HANG = _Entry(420, *_HANGS)
    SCREEN_UNSTARTED = _Entry(420, *_UNSTARTED)
    SCREEN_NOISE = _Entry(420, *_NOISE)
    SCREEN_ENDED = _Entry(420, *_ENDED)
    SCREEN_LOST = _Entry(None, "the screen was lost: {error}", "check its cable")
    SCREEN_UNKNOWN = _Entry(None, "a screen: {error}", "")
    SIMULATED_SCREEN = _Entry(None, "no answer from the simulated screen",
        "the script lets it fail")

    SOUND_PROCESS = _Entry(430, "the process of the sounds crashed or hangs: {detail}",
        "nothing: it restarts by itself, and the game goes on; if this comes back, "
        "volume_percent = 0 in the section [sound] of the configuration")
    SOUND_HANG = _Entry(430, *_HANGS)
    SOUND_UNSTARTED = _Entry(430, *_UNSTARTED)
    SOUND_NOISE = _Entry(430, *_NOISE)
    SOUND_ENDED = _Entry(430, *_ENDED)

    SUPPLY_WEAK = _Entry(501, "power is weak (undervoltage); the lights are dimmed",
        "use the 5 V, 3 A supply, and a supply of their own for the lights")
    LIGHTS_DIMMED = _Entry(501, "the supply is weak (undervoltage): lights dimmed to {percent} %",
        "use the official supply, and one of their own for the lights")
    CARD_FULL = _Entry(502, "only {free} MiB are free for {directory}",
        "remove what is not needed: sudo apt clean, sudo journalctl --vacuum-size=50M")
    IN_MEMORY = _Entry(503, "{directory} lies on a file system in memory: games are lost at "
        "power-off", "give it a data partition, and overlayroot=tmpfs:recurse=0")
    CLOCK_UNSET = _Entry(504, "the clock says {year}: it was never set",
        "connect a network once, or sudo date -s; only the dates of games are wrong meanwhile")
    JOURNAL_DAMAGED = _Entry(505, "the saved games cannot be read as they are: {fault}",
        "nothing: the table repairs the file at its next start, and keeps the old one")
    NO_JOURNAL = _Entry(506, "no game is saved: {fault}",
        "sudo install -d -o kahuna -g kahuna /srv/kahuna-table, directory = "
        '"/srv/kahuna-table" in the section [store] of the configuration (nowhere below /home), '
        f"then {_RESTART}")
    NOT_SAVED = _Entry(507, "the game cannot be saved: {fault}",
        "a full card: sudo apt clean; one that is read-only: sudo mount -o remount,rw /; else sudo "
        "chown -R kahuna: {directory} && sudo chmod -R u+rwX {directory}; it is saved again by "
        "itself")
    CONFIG_SHUT = _Entry(508, "the table's user may not read the configuration {file}",
        f"sudo chmod 644 {{file}}, then {_RESTART}")
    UNIT_HIDDEN = _Entry(509, "{file}, made by hand, hides the service of the package",
        f"sudo rm {{file}} && sudo systemctl daemon-reload, then {_RESTART}")
    # fmt: on
