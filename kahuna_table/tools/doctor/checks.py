"""The checks of `doctor`, each a function from a machine and a configuration to findings."""

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from platform import python_version
from typing import Final

from kahuna_table.app.config import SYSTEM_FILE, Config
from kahuna_table.app.config_sections import LightDriver, SensorDriver
from kahuna_table.app.given_away import given_away
from kahuna_table.app.owner import strangers
from kahuna_table.app.power_off import is_lost_at_power_off
from kahuna_table.app.status import EARLIEST_YEAR
from kahuna_table.app.wiring.active import active_wiring
from kahuna_table.app.wiring.learned import Learned
from kahuna_table.devices.faults import Fault, Value, fault
from kahuna_table.devices.pico.finding import BY_ID, device
from kahuna_table.devices.pins import PinMap
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.screen.options import ScreenDriver
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import LINES
from kahuna_table.pictures.type_scale import CHINESE_FACES, FACE
from kahuna_table.store.reading import read_journal
from kahuna_table.store.values import NoAccessError, NoDirectoryError, StoreError
from kahuna_table.tools.doctor.finding import Finding, Level
from kahuna_table.tools.doctor.machine import GROUPS, Machine, version_of
from kahuna_table.tools.wiring.findings import findings

MIN_FREE_MIB: Final = 50
"""Below this a card is as good as full: SQLite needs room for its log, the system for its own."""

"""Either has every character of the Chinese catalogue."""

PACKAGED_UNIT: Final = "/usr/lib/systemd/system/kahuna-table.service"
OWN_UNIT: Final = "/etc/systemd/system/kahuna-table.service"
"""What an installation without the package has; systemd takes it before the other."""

LEARNS: Final = "; kahuna-table wiring learns another"


Check = Callable[[Machine, Config], Iterator[Finding]]


def examine(machine: Machine, config: Config) -> tuple[Finding, ...]:
    """Every check in its order."""
    return tuple(finding for check in CHECKS for finding in check(machine, config))


def _ok(check: str, text: str) -> Finding:
    return Finding(check, Level.OK, text)


def _found(check: str, level: Level, fault: Fault) -> Finding:
    return Finding(check, level, fault.cause, fault.repair, fault.code)


def _trouble(check: str, level: Level, trouble: Trouble, **values: Value) -> Finding:
    return _found(check, level, fault(trouble, **values))


def _model(machine: Machine, config: Config) -> Iterator[Finding]:
    if machine.is_pi:
        yield _ok("model", machine.model)
    elif config.sensors.driver is SensorDriver.SIMULATED:
        yield _ok("model", "no Raspberry Pi; the sensors are simulated")
    elif config.sensors.driver is SensorDriver.PICO:
        yield _ok("model", "no Raspberry Pi; the sensors are on a Pico")
    else:
        model = machine.model or os.uname().machine
        yield _trouble("model", Level.FAULT, Trouble.NO_PI, model=model)


def _system(machine: Machine, _config: Config) -> Iterator[Finding]:
    release = dict(
        line.split("=", 1) for line in machine.text("/etc/os-release").splitlines() if "=" in line
    )
    yield _ok("system", release.get("PRETTY_NAME", "unknown").strip('"'))
    yield _ok("kernel", machine.text("/proc/sys/kernel/osrelease") or os.uname().release)


def _versions(_machine: Machine, config: Config) -> Iterator[Finding]:
    found = [
        f"{package} {version_of(package) or 'missing'}"
        for package in ("kahuna-table", "gpiozero", "pygame")
    ]
    yield _ok("versions", ", ".join([f"python {python_version()}", *found]))
    needed = []
    if config.sensors.driver is SensorDriver.MATRIX:
        needed.append("lgpio")
    if config.sensors.driver is SensorDriver.MCP23017:
        needed.append("smbus2")
    if config.has_pico:
        needed.append("pyserial")
    for package in needed:
        version = version_of(package)
        if version is None:
            debian = {"pyserial": "serial"}.get(package, package)
            yield _trouble("versions", Level.FAULT, Trouble.PACKAGE_MISSING, package=debian)
        else:
            yield _ok("versions", f"{package} {version}")


def _rights(machine: Machine, config: Config) -> Iterator[Finding]:
    if not machine.is_pi and config.sensors.driver is SensorDriver.SIMULATED:
        return
    if machine.is_root:
        yield _ok("rights", "root may use every device")
        return
    wanted = (GROUPS if machine.is_pi or not config.has_pico else ()) + _of_pico(config)
    missing = [group for group in wanted if group not in machine.groups]
    if missing:
        groups = ",".join(missing)
        yield _trouble(
            "rights", Level.WARNING, Trouble.NOT_IN_GROUPS, user=machine.user, groups=groups
        )
    else:
        yield _ok("rights", f"{machine.user} is in {', '.join(wanted)}")


def _of_pico(config: Config) -> tuple[str, ...]:
    return ("dialout",) if config.has_pico else ()


def _gpio(machine: Machine, config: Config) -> Iterator[Finding]:
    if config.sensors.driver is SensorDriver.SIMULATED:
        return
    nodes = machine.glob("/dev/gpiochip*")
    if not nodes and config.sensors.driver is SensorDriver.PICO and not machine.is_pi:
        return  # a computer without pins: there the display has the buttons
    if not nodes:
        yield _trouble("gpio", Level.FAULT if machine.is_pi else Level.WARNING, Trouble.NO_CHIP)
        return
    labels = {
        node.name: machine.text(f"/sys/bus/gpio/devices/{node.name}/label")
        or machine.text(f"/sys/class/gpio/{node.name}/label")
        for node in nodes
    }
    shut = [node.name for node in nodes if machine.usable(f"/dev/{node.name}") is False]
    if shut:
        yield _no_access(machine, "gpio", Level.FAULT, shut, "gpio")
    else:
        known = [f"{name} {label}".strip() for name, label in labels.items()]
        yield _ok("gpio", ", ".join(known))


def _pins(machine: Machine, config: Config) -> Iterator[Finding]:
    away = given_away(config, machine.root)
    for each in away:
        yield _found("pins", Level.WARNING, each)
    if machine.is_pi and not away:
        yield _ok("pins", "nothing else has the table's pins")


def _buses(machine: Machine, config: Config) -> Iterator[Finding]:
    if config.sensors.driver is SensorDriver.MCP23017:
        yield _device(machine, "i2c", f"/dev/i2c-{config.sensors.i2c_bus}", Trouble.I2C_OFF, "i2c")
    if config.has_pico:
        yield _pico(machine, config)
    if config.lights.driver in (LightDriver.SIMULATED, LightDriver.PWM, LightDriver.PICO):
        return
    own = machine.is_pi_5 and machine.path("/dev/leds0").exists()
    if config.lights.driver is LightDriver.LEDS0 or own:
        yield _device(machine, "lights", "/dev/leds0", Trouble.LEDS_OFF, "gpio")
    else:
        yield _device(machine, "lights", "/dev/spidev0.0", Trouble.SPI_OFF, "spi")


def _pico(machine: Machine, config: Config) -> Finding:
    named = config.sensors.pico
    try:
        found = device(str(machine.path(named)) if named else "", machine.path(str(BY_ID)))
    except DeviceError as error:
        return _found("pico", Level.FAULT, error.fault)
    place = f"/{found.relative_to(machine.root)}"
    if machine.usable(place):
        return _ok("pico", f"{place} can be used")
    return _no_access(machine, "pico", Level.FAULT, [place], "dialout")


def _no_access(
    machine: Machine, check: str, level: Level, devices: Sequence[str], group: str
) -> Finding:
    named = ", ".join(devices)
    return _trouble(check, level, Trouble.NO_ACCESS, devices=named, group=group, user=machine.user)


def _device(machine: Machine, check: str, name: str, missing: Trouble, group: str) -> Finding:
    usable = machine.usable(name)
    if usable:
        return _ok(check, f"{name} can be used")
    if usable is False:
        return _no_access(machine, check, Level.FAULT, [name], group)
    level = Level.FAULT if machine.is_pi else Level.WARNING
    return _trouble(check, level, missing, device=name)


def _wiring(_machine: Machine, config: Config) -> Iterator[Finding]:
    wiring = active_wiring(config)
    if wiring.learned is not None:
        yield from _learned(wiring.file, wiring.learned, config.pin_map())
    elif not wiring.faults:
        without = (SensorDriver.MCP23017, SensorDriver.PICO)
        learnable = config.sensors.driver not in without
        yield _ok("wiring", f"as planned{LEARNS if learnable else ''}")
    for each in wiring.faults:
        if each.trouble is not Trouble.WIRING_DEFECT:  # each of them is named by itself
            yield _found("wiring", Level.WARNING, each)


def _only_for_root(path: Path) -> bool:
    status = path.stat()
    by_others = status.st_mode & 0o004 or (status.st_mode & 0o040 and status.st_gid != 0)
    return status.st_uid == 0 and not by_others


def _learned(file: Path, learned: Learned, planned: PinMap) -> Iterator[Finding]:
    known = len(learned.lines(planned))
    yield _ok("wiring", f"{file}, {known} of {len(LINES)} lines known")
    if _only_for_root(file):
        detail = "only root may read it"
        yield _trouble(
            "wiring", Level.WARNING, Trouble.WIRING_UNUSED, file=str(file), detail=detail
        )
    for each in findings(learned, planned):
        if each.defect:
            defect = fault(Trouble.WIRING_DEFECT, defect=each.text, repair=each.repair)
            yield _found("wiring", Level.WARNING, defect)


def _configuration(machine: Machine, _config: Config) -> Iterator[Finding]:
    path = machine.path(str(SYSTEM_FILE))
    if path.exists() and not path.stat().st_mode & 0o004:
        yield _trouble("config", Level.FAULT, Trouble.CONFIG_SHUT, file=str(SYSTEM_FILE))
    else:
        yield _ok("config", str(SYSTEM_FILE) if path.exists() else "every option at its default")


def _service(machine: Machine, _config: Config) -> Iterator[Finding]:
    if not machine.path(PACKAGED_UNIT).exists():
        return
    if machine.path(OWN_UNIT).is_file():  # a link to /dev/null is no file: a service that is masked
        yield _trouble("service", Level.FAULT, Trouble.UNIT_HIDDEN, file=OWN_UNIT)
    else:
        yield _ok("service", "as the package brings it")


def _screen(machine: Machine, config: Config) -> Iterator[Finding]:
    connectors = {
        path.parent.name: path.read_text().strip()
        for path in machine.glob("/sys/class/drm/card*-*/status")
    }
    plugged = [name for name, state in connectors.items() if state == "connected"]
    if plugged:
        yield _ok("screen", f"plugged in: {', '.join(plugged)}")
    elif connectors:
        yield _trouble("screen", Level.WARNING, Trouble.NO_SCREEN, connectors=", ".join(connectors))
    else:
        yield _trouble("screen", Level.WARNING, Trouble.NO_CONNECTOR)
    yield from _two_screens(connectors, config)
    cards = machine.glob("/dev/dri/card*")
    shut = [card.name for card in cards if machine.usable(f"/dev/dri/{card.name}") is False]
    if shut:
        yield _no_access(machine, "screen", Level.WARNING, shut, "video,render")


def _two_screens(connectors: Iterable[str], config: Config) -> Iterator[Finding]:
    """Each display is drawn by a process of its own, and a card obeys one process only."""
    cards = [
        {name.partition("-")[0] for name in connectors if name.endswith(f"-{screen.connector}")}
        | {screen.connector.partition("-")[0] for name in connectors if name == screen.connector}
        for screen in config.screens
        if screen.driver in (ScreenDriver.AUTO, ScreenDriver.KMSDRM)
    ]
    if len(cards) > 1 and len(cards[0] | cards[1]) == 1:
        yield _trouble("screen", Level.FAULT, Trouble.ONE_CARD, card=cards[0].pop())


def _fonts(machine: Machine, config: Config) -> Iterator[Finding]:
    file, package = FACE, "fonts-dejavu-core"
    if machine.glob(f"/usr/share/fonts/**/{file}"):
        yield _ok("fonts", f"{file}")
    else:
        yield _trouble("fonts", Level.WARNING, Trouble.FONT_MISSING, file=file, package=package)
    found = next(
        (each for each in CHINESE_FACES if machine.glob(f"/usr/share/fonts/**/{each}")), None
    )
    if found is not None:
        yield _ok("fonts", f"{found} for Chinese")
    elif config.table.language.startswith("zh"):
        file, package = CHINESE_FACES[0], "fonts-wqy-microhei"
        yield _trouble("fonts", Level.WARNING, Trouble.FONT_MISSING, file=file, package=package)
    else:
        yield _ok("fonts", "no font for Chinese, which the menu offers: fonts-wqy-microhei has one")


def _power(machine: Machine, _config: Config) -> Iterator[Finding]:
    for name in machine.glob("/sys/class/hwmon/hwmon*/name"):
        if machine.text(str(name.relative_to(machine.root))) != "rpi_volt":
            continue
        alarm = machine.text(str((name.parent / "in0_lcrit_alarm").relative_to(machine.root)))
        if alarm == "1":
            yield _trouble("power", Level.FAULT, Trouble.SUPPLY_WEAK)
        else:
            yield _ok("power", "no undervoltage")
        return
    yield _ok("power", "this board does not measure its voltage")


def _disk(machine: Machine, config: Config) -> Iterator[Finding]:
    directory = config.store.directory
    free = machine.free_mib(directory)
    if free is not None and free < MIN_FREE_MIB:
        yield _trouble("disk", Level.FAULT, Trouble.CARD_FULL, free=free, directory=str(directory))
    else:
        yield _ok("disk", f"{free} MiB free for {directory}")
    for why in _unwritable(directory):
        yield _trouble("disk", Level.FAULT, Trouble.NOT_SAVED, fault=why, directory=str(directory))
    if is_lost_at_power_off(directory, machine.text("/proc/mounts")):
        yield _trouble("disk", Level.WARNING, Trouble.IN_MEMORY, directory=str(directory))


def _unwritable(directory: Path) -> Iterator[str]:
    """Why the owner of the directory, who plays, cannot write there; the user who asks has other
    rights.
    """
    try:
        if os.statvfs(directory).f_flag & os.ST_RDONLY:
            yield f"{directory} is read-only"
        if directory.stat().st_mode & stat.S_IRWXU != stat.S_IRWXU:
            yield f"{directory} is closed to its owner"
        if others := strangers(directory):
            yield f"{', '.join(others)} in {directory} belong to others than its owner"
    except OSError:
        return  # not there yet, or not for the eyes of the user who asks


def _clock(_machine: Machine, _config: Config) -> Iterator[Finding]:
    now = time.gmtime()
    if now.tm_year < EARLIEST_YEAR:
        yield _trouble("clock", Level.WARNING, Trouble.CLOCK_UNSET, year=now.tm_year)
    else:
        yield _ok("clock", time.strftime("%Y-%m-%d %H:%M UTC", now))


def _journal(_machine: Machine, config: Config) -> Iterator[Finding]:
    try:
        contents = read_journal(config.store.directory)
    except NoDirectoryError as error:
        yield _trouble("journal", Level.FAULT, Trouble.NO_JOURNAL, fault=str(error))
        return
    except NoAccessError as error:
        yield Finding("journal", Level.WARNING, str(error), "sudo kahuna-table doctor")
        return
    except StoreError as error:
        yield _trouble("journal", Level.WARNING, Trouble.JOURNAL_DAMAGED, fault=str(error))
        return
    going = "one in progress" if contents.current is not None else "none in progress"
    yield _ok("journal", f"{len(contents.games)} games kept, {going}")


CHECKS: Final[tuple[Check, ...]] = (
    _model,
    _system,
    _versions,
    _rights,
    _gpio,
    _pins,
    _buses,
    _configuration,
    _service,
    _wiring,
    _screen,
    _fonts,
    _power,
    _disk,
    _clock,
    _journal,
)
