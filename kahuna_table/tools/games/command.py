"""`kahuna-table replay` and `kahuna-table games` on the command line."""

import argparse
import sys

from kahuna_table.app.arguments import (
    COUNT,
    Commands,
    add_config,
    add_state,
    directory,
    path,
    state_directory,
)


def replay_command(commands: Commands) -> None:
    replay = commands.add_parser(
        "replay",
        help="check a game record against the rules and show its end",
        description="Checks every move of a recorded game and prints position, scores and result.",
    )
    replay.add_argument("file", metavar="FILE", type=path, help="the record")
    replay.add_argument("--turn", metavar="N", type=COUNT, help="show the position after turn N")
    replay.set_defaults(command=_replay)


def games_command(commands: Commands) -> None:
    games = commands.add_parser(
        "games",
        help="list the games that were played, or show the record of one",
        description="'games' lists all games; 'games show N' prints the record of game N.",
    )
    add_state(games)
    add_config(games)
    games.set_defaults(command=_games, number=None)
    shows = games.add_subparsers(metavar="show N")
    show = shows.add_parser("show", help="print the record of game N")
    show.add_argument("number", metavar="N", type=COUNT, help="its number in the list")
    # before `show` and after it
    show.add_argument("--state", type=directory, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    show.add_argument("--config", type=path, default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def _replay(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.games.replay import replay_file

    return replay_file(chosen.file, chosen.turn, sys.stdout, sys.stderr)


def _games(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.ledger import public_text
    from kahuna_table.tools.games.listing import list_games, show_game

    kept_in = state_directory(chosen)
    if chosen.number is None:
        return list_games(kept_in, public_text, sys.stdout, sys.stderr)
    return show_game(kept_in, chosen.number, public_text, sys.stdout, sys.stderr)
