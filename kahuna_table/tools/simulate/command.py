"""`kahuna-table simulate` on the command line."""

import argparse

from kahuna_table.app.arguments import SEED, Commands, add_config, add_state, path
from kahuna_table.app.config import load_config


def simulate_command(commands: Commands) -> None:
    simulate = commands.add_parser(
        "simulate",
        help="play on the simulated table, in a window or from a script",
        description="Opens the simulated table in a window: click a slot to lay or lift a bridge; "
        "the key C clears the board. "
        "With --script the file plays the hands and buttons instead, on a virtual clock.",
    )
    simulate.add_argument(
        "--script", metavar="FILE", type=path, help="a table script to play, no window"
    )
    simulate.add_argument(
        "--shots", metavar="DIR", type=path, help="write the pictures of 'shot' here"
    )
    simulate.add_argument("--record", metavar="FILE", type=path, help="write the game's record")
    add_state(simulate)
    add_config(simulate)
    simulate.add_argument(
        "--noise",
        choices=("quiet", "low", "high"),
        default="quiet",
        help="contacts that bounce, miss scans and see ghosts: low is a good board, high is worse "
        "than any real one (default: quiet)",
    )
    simulate.add_argument(
        "--seed",
        metavar="N",
        type=SEED,
        help="seed of shuffles, bumps and noise: the same seed gives the same game "
        "(default: 1 in a script, which may name its own; random in the window)",
    )
    simulate.add_argument(
        "--trace", action="store_true", help="print every input (<) and effect (>) as it happens"
    )
    simulate.set_defaults(command=_simulate)


def _simulate(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.simulate import play

    config = load_config(chosen.config)
    outputs = play.Outputs(
        chosen.shots, chosen.record, chosen.state, chosen.trace, chosen.noise, chosen.seed
    )
    if chosen.script is not None:
        return play.play_script(chosen.script, config, outputs)
    return play.open_window(config, outputs)
