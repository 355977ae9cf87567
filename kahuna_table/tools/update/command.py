"""`kahuna-table update`, `rollback` and `trial` on the command line."""

import argparse
import sys

from kahuna_table.app.arguments import Commands, add_config, add_state, path, state_directory


def update_command(commands: Commands) -> None:
    update = commands.add_parser(
        "update",
        help="install another version, which is undone where it does not work",
        description="Checks the package, tries it beside the running table, keeps the games and "
        "the package before, installs, and goes back by itself where the table is not well in a "
        "minute. Exit status 1: nothing has changed, or it went back.",
    )
    update.add_argument("file", metavar="FILE", type=path, help="kahuna-table_VERSION_ARCH.deb")
    add_config(update)
    update.set_defaults(command=_update)


def rollback_command(commands: Commands) -> None:
    rollback = commands.add_parser(
        "rollback", help="go back to the version before the last update; the games stay"
    )
    rollback.set_defaults(command=_rollback)


def trial_command(commands: Commands) -> None:
    trial = commands.add_parser(
        "trial",
        help="what 'update' asks of a version that is not installed yet",
        description="Looks at the machine, takes over a copy of the games, plays a script; prints "
        "JSON. The games in DIR may change: name a copy.",
    )
    add_state(trial, "a copy of the games")
    add_config(trial)
    trial.set_defaults(command=_trial)


def _update(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.config import load_config
    from kahuna_table.tools.update.machine import Machine
    from kahuna_table.tools.update.run import update

    store = load_config(chosen.config).store.directory
    return update(chosen.file, Machine(), store, sys.stdout)


def _rollback(_chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.update.machine import Machine
    from kahuna_table.tools.update.run import rollback

    return rollback(Machine(), sys.stdout)


def _trial(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.config import load_config
    from kahuna_table.tools.update.trial import trial

    return trial(load_config(chosen.config), state_directory(chosen), sys.stdout)
