"""`kahuna-table prove` on the command line."""

import argparse
import sys

from kahuna_table.app.arguments import COUNT, SEED, Commands, directory, path
from kahuna_table.app.exits import UNUSABLE


def prove_command(commands: Commands) -> None:
    proofs = commands.add_parser(
        "prove", help="prove that the table keeps its promises"
    ).add_subparsers(metavar="power-cut", required=True)
    cut = proofs.add_parser(
        "power-cut",
        help="kill the table at every write of a game; no game may be damaged",
        description="Plays games of chance on the simulated table and kills it at every write. "
        "With --play one game is played on a state directory, for pulling a real plug.",
    )
    cut.add_argument("--games", metavar="N", type=COUNT, default=1, help="how many (default: 1)")
    cut.add_argument("--seed", metavar="N", type=SEED, default=1, help="the first game's seed")
    cut.add_argument("--turns", metavar="N", type=COUNT, help="no more turns than these")
    cut.add_argument(
        "--play", metavar="DIR", type=directory, help="play on in this state directory"
    )
    cut.add_argument(
        "--board", metavar="FILE", type=path, help="with --play: the bridges that lie, kept there"
    )
    cut.add_argument(
        "--stop-after", metavar="N", type=COUNT, help="with --play: wait for the plug at moment N"
    )
    cut.set_defaults(command=_prove_power_cut)


def _prove_power_cut(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.prove import power_cut

    if chosen.play is None:
        return power_cut.prove_power_cut(
            chosen.games, chosen.seed, sys.stdout, most_turns=chosen.turns
        )
    if chosen.board is None:
        print("expected --board FILE with --play, found none", file=sys.stderr)
        return UNUSABLE
    at = power_cut.Place(chosen.play, chosen.board, chosen.seed, chosen.turns)
    return power_cut.play_on(at, chosen.stop_after, sys.stdout, sys.stderr)
