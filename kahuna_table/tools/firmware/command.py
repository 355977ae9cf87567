"""The command `firmware`."""

import argparse
from typing import Final

from kahuna_table.app.arguments import Commands, add_config
from kahuna_table.app.config import load_config

KITS: Final = ("hall", "matrix")


def firmware_command(commands: Commands) -> None:
    parts = commands.add_parser(
        "firmware",
        help="install the Pico's firmware, say its version, show its log",
        description="The Raspberry Pi Pico of the colour kit. Stop the table first.",
    ).add_subparsers(metavar="install|version|log", required=True)
    install = parts.add_parser("install", help="copy the firmware; needs the extra 'pico'")
    install.add_argument(
        "--kit", choices=KITS, help="what the Pico reads (kept; hall on a new Pico)"
    )
    install.set_defaults(command=_install)
    version = parts.add_parser("version", help="which firmware is there, and which one fits")
    version.set_defaults(command=_version)
    log = parts.add_parser("log", help="why it started, and what its last crash said")
    log.set_defaults(command=_log)
    for command in (install, version, log):
        add_config(command)


def _install(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.firmware.run import install

    return install(load_config(chosen.config).sensors.pico, chosen.kit)


def _version(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.firmware.run import version

    return version(load_config(chosen.config).sensors.pico)


def _log(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.firmware.run import log

    return log(load_config(chosen.config).sensors.pico)
