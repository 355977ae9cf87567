"""The command line: `kahuna-table`. Exit status 0 done, 1 wrong, 64 unreadable, 69 no display,
78 wrong configuration (sysexits.h)."""

import errno
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from typing import Final

from kahuna_table.app.arguments import Commands, Parser
from kahuna_table.app.commands import config_command, dark_command, messages_command, run_command
from kahuna_table.app.config import ConfigError
from kahuna_table.app.exits import CONFIG, OK, WRONG
from kahuna_table.app.streams import keep_streams
from kahuna_table.tools.doctor.command import doctor_command
from kahuna_table.tools.firmware.command import firmware_command
from kahuna_table.tools.games.command import games_command, replay_command
from kahuna_table.tools.kit.command import kit_command
from kahuna_table.tools.prove.command import prove_command
from kahuna_table.tools.setup.command import setup_command
from kahuna_table.tools.simulate.command import simulate_command
from kahuna_table.tools.status import status_command
from kahuna_table.tools.trace.command import trace_command
from kahuna_table.tools.update.command import rollback_command, trial_command, update_command
from kahuna_table.tools.wiring.command import wiring_command

COMMANDS: Final[Mapping[str, Callable[[Commands], None]]] = {
    "simulate": simulate_command,
    "run": run_command,
    "status": status_command,
    "dark": dark_command,
    "setup": setup_command,
    "update": update_command,
    "rollback": rollback_command,
    "trial": trial_command,
    "replay": replay_command,
    "games": games_command,
    "doctor": doctor_command,
    "wiring": wiring_command,
    "trace": trace_command,
    "prove": prove_command,
    "kit": kit_command,
    "firmware": firmware_command,
    "messages": messages_command,
    "config": config_command,
}
"""Each adds the command of its name, in the order of the help. What a command needs is imported
when it runs, so that the others do not wait for it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status."""
    keep_streams()
    words = sys.argv[1:] if arguments is None else arguments
    parser = command_line(words[0] if words else "")
    chosen = parser.parse_args(words)
    if chosen.command is None:
        parser.print_help()
        return OK
    try:
        status: int = chosen.command(chosen)
        sys.stdout.flush()
    except ConfigError as error:
        print(error, file=sys.stderr)
        return CONFIG
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO):
            raise
        print(f"cannot write the output: {error.strerror}", file=sys.stderr)
        # what could not be written is flushed once more at the exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG
    return status


def command_line(only: str = "") -> Parser:
    """The parser with every command, or with one of them alone: a service that starts need not wait
    for the others. A word that is no command's name counts as none.
    """
    parser = Parser(
        prog="kahuna-table",
        description="An electronic table for the board game Kahuna: it senses the bridges, checks "
        "every move, lights the islands and deals the cards.",
        epilog="New here? 'kahuna-table simulate' opens the table in a window.",
    )
    parser.add_argument(
        "--version", action="version", version=f"kahuna-table {version('kahuna-table')}"
    )
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for add_command in [COMMANDS[only]] if only in COMMANDS else COMMANDS.values():
        add_command(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
