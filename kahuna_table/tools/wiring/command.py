"""`kahuna-table wiring` on the command line."""

import argparse
import os
import sys
from pathlib import Path

from kahuna_table.app.arguments import Commands, add_config, add_state, path
from kahuna_table.app.config import load_config


def wiring_command(commands: Commands) -> None:
    wiring = commands.add_parser(
        "wiring",
        help="find out how this board is wired and what is wrong with it",
        description="Asks for every button, light and line in turn. Writes the wiring file, which "
        "the table reads when it starts, and a page to print. Stop the table first. "
        "Exit status: 0 everything works; 1 a defect, or something was not asked for.",
    )
    wiring.add_argument("--print", action="store_true", help="print the active map as CSV")
    wiring.add_argument("--out", metavar="FILE", type=_file, help="the wiring file to write")
    wiring.add_argument(
        "--start-over", action="store_true", help="ask again for what is known already"
    )
    wiring.add_argument(
        "--script",
        metavar="FILE",
        type=path,
        help="play the hands on the simulated kit; writes only to --out or --state",
    )
    add_state(wiring)
    add_config(wiring)
    wiring.set_defaults(command=_wiring)


def _file(word: str) -> Path:
    """A wiring file to write; its page lies beside it."""
    file = path(word)
    expected = None
    if not os.path.isdir(file.parent):
        expected = "a file in a directory that is there"
    elif os.path.isdir(file):
        expected = "a file"
    elif file.suffix == ".md":
        expected = "another ending than that of the page"
    if expected is not None:
        raise argparse.ArgumentTypeError(f"expected {expected}, got {word!r}")
    return file


def _wiring(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.wiring import run

    config = load_config(chosen.config)
    if chosen.print:
        return run.print_map(config, chosen.state, sys.stdout, sys.stderr)
    options = run.Options(chosen.out, chosen.state, chosen.start_over)
    if chosen.script is not None:
        return run.play_script(chosen.script, config, options, sys.stdout, sys.stderr)
    from kahuna_table.app.stop import Stop

    stop = Stop(with_terminal=True)
    return run.learn(config, options, sys.stdout, sys.stderr, sys.stdin, stop=stop)
