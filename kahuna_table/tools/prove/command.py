"""`kahuna-table prove` on the command line."""

import argparse
import sys

from kahuna_table.app.arguments import COUNT, SEED, Commands, directory, path
from kahuna_table.app.exits import UNUSABLE


def prove_command(commands: Commands) -> None:
    proofs = commands.add_parser("prove", help="test what the table promises").add_subparsers(
        metavar="power-cut", required=True
    )
    cut = proofs.add_parser(
        "power-cut",
        help="kill the table at every write of a game; no game may be damaged",
        description="Plays random games on the simulated table and kills it at every write. "
        "With --play it plays one game in a state directory, so that a real plug can be pulled.",
    )
    cut.add_argument(
        "--games", metavar="N", type=COUNT, default=1, help="how many games (default: 1)"
    )
    cut.add_argument("--seed", metavar="N", type=SEED, default=1, help="the seed of the first game")
    cut.add_argument("--turns", metavar="N", type=COUNT, help="stop each game after N turns")
    cut.add_argument(
        "--play", metavar="DIR", type=directory, help="play one game in this state directory"
    )
    cut.add_argument(
        "--board", metavar="FILE", type=path, help="with --play: keep the bridges that lie here"
    )
    cut.add_argument(
        "--stop-after",
        metavar="N",
        type=COUNT,
        help="with --play: wait at moment N until the plug is pulled",
    )
    cut.set_defaults(command=_prove_power_cut)


def _prove_power_cut(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.prove import power_cut

    if chosen.play is None:
        return power_cut.prove_power_cut(
            chosen.games, chosen.seed, sys.stdout, most_turns=chosen.turns
        )
    if chosen.board is None:
        print("expected --board FILE with --play, got none", file=sys.stderr)
        return UNUSABLE
    at = power_cut.Place(chosen.play, chosen.board, chosen.seed, chosen.turns)
    return power_cut.play_on(at, chosen.stop_after, sys.stdout, sys.stderr)
