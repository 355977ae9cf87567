"""The commands of the table itself: `run`, `dark`, `messages` and `config`."""

import argparse
import sys

from kahuna_table.app.arguments import Commands, add_config, add_state
from kahuna_table.app.config import Config, ConfigError, example_toml, load_config
from kahuna_table.app.exits import OK, TRY_AGAIN, WRONG


def run_command(commands: Commands) -> None:
    run = commands.add_parser(
        "run",
        help="run the wired table (what the service starts)",
        description="Runs the wired table until it is stopped or switched off. It reports a device "
        "that is missing or fails and tries it again; the rest works on.",
    )
    add_state(run)
    add_config(run)
    run.set_defaults(command=_run)


def dark_command(commands: Commands) -> None:
    dark = commands.add_parser(
        "dark",
        help="switch the lights off",
        description="Switches the lights off. The service does this when the table has died. Exit "
        "status: 1 the lights cannot be reached; 75 a table is running and uses them.",
    )
    add_config(dark)
    dark.set_defaults(command=_dark)


def messages_command(commands: Commands) -> None:
    messages = commands.add_parser("messages", help="list the messages of the display by id")
    messages.set_defaults(command=_messages)


def config_command(commands: Commands) -> None:
    config = commands.add_parser(
        "config", help="print a configuration file with every option explained"
    )
    config.set_defaults(command=_config)


def _run(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.run import run

    return run(lambda: load_config(chosen.config), chosen.state)


def _dark(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.assembly import lights_off
    from kahuna_table.app.claim import Claim, refusal
    from kahuna_table.store.hold import HeldError

    try:
        config = load_config(chosen.config)
    except ConfigError:
        config = Config()  # the table has told it; its lights go out all the same
    try:
        Claim(config)  # until this process ends
    except HeldError as error:
        print(refusal(error), file=sys.stderr)
        return TRY_AGAIN
    if lights_off(config):
        return OK
    print("the lights cannot be reached: 'kahuna-table doctor' says why", file=sys.stderr)
    return WRONG


def _messages(_chosen: argparse.Namespace) -> int:
    from kahuna_table.app.texts import HELP, TEXTS, forms

    for id, text in sorted((TEXTS | HELP).items()):
        print(f"{id:28} {forms(text)[-1]}")
    return OK


def _config(_chosen: argparse.Namespace) -> int:
    print(example_toml(), end="")
    return OK
