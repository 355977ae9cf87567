"""`kahuna-table setup` on the command line."""

import argparse
import sys

from kahuna_table.app.arguments import Commands, add_config, path
from kahuna_table.app.config import load_config


def setup_command(commands: Commands) -> None:
    setup = commands.add_parser(
        "setup",
        help="prepare the Pi: buses, lights of a Pi 5, boot without a desktop",
        description="Asks for each change by its name, prints it, and keeps a copy of the file. "
        "What is done already is not asked for: it can be repeated at any time.",
    )
    add_config(setup)
    setup.add_argument("--dry-run", action="store_true", help="only print what would be done")
    setup.add_argument("--yes", action="store_true", help="ask nothing, do everything")
    setup.add_argument(
        "--update-key",
        metavar="FILE",
        type=path,
        help="from now on 'update' takes only packages that are signed with this public key (PEM)",
    )
    setup.set_defaults(command=_setup)


def _setup(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.clock import wall_clock
    from kahuna_table.tools.setup.run import Terminal, set_up

    config = load_config(chosen.config)
    terminal = Terminal(sys.stdin, sys.stdout, yes=chosen.yes, dry_run=chosen.dry_run)
    return set_up(config, terminal, wall_clock, key=chosen.update_key)
