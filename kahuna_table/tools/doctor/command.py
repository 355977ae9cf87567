"""`kahuna-table doctor` on the command line."""

import argparse
import sys
from dataclasses import replace

from kahuna_table.app.arguments import Commands, add_config, add_state
from kahuna_table.app.config import load_config


def doctor_command(commands: Commands) -> None:
    doctor = commands.add_parser(
        "doctor",
        help="check this machine: what works, what does not, and what to do",
        description="Checks this machine and the table, one line for each check. "
        "Exit status: 0 all is well; 1 a warning; 2 a fault.",
    )
    add_state(doctor)
    add_config(doctor)
    doctor.add_argument("--json", action="store_true", help="print JSON, for programs")
    doctor.set_defaults(command=_doctor)


def _doctor(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.doctor.report import doctor

    config = load_config(chosen.config)
    if chosen.state is not None:
        config = replace(config, store=replace(config.store, directory=chosen.state))
    return doctor(config, sys.stdout, as_json=chosen.json)
