"""`kahuna-table replay` and `kahuna-table games` on the command line."""

import argparse
import sys
from typing import TYPE_CHECKING

from kahuna_table.app.arguments import (
    COUNT,
    Commands,
    add_config,
    add_state,
    directory,
    path,
    state_directory,
)
from kahuna_table.app.config import SYSTEM_FILE

if TYPE_CHECKING:
    from kahuna_table.tools.games.backup import Places


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
        help="list the games that were played, show one, copy all to another card",
        description="'games' lists all games; 'games show N' prints the record of game N; "
        "'games export FILE' and 'games import FILE' bring all to another card.",
    )
    add_state(games)
    add_config(games)
    games.set_defaults(command=_games, number=None)
    parts = games.add_subparsers(metavar="show N|export FILE|import FILE")
    show = parts.add_parser("show", help="print the record of game N")
    show.add_argument("number", metavar="N", type=COUNT, help="its number in the list")
    away = parts.add_parser("export", help="all games and settings into one file")
    away.add_argument("file", metavar="FILE", type=path, help="it has every hidden card in it")
    away.set_defaults(command=_export)
    home = parts.add_parser("import", help="those that are not here yet, out of such a file")
    home.add_argument("file", metavar="FILE", type=path, help="what 'export' wrote")
    home.set_defaults(command=_import)
    for part in (show, away, home):  # before the word and after it
        part.add_argument(
            "--state", type=directory, default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )
        part.add_argument("--config", type=path, default=argparse.SUPPRESS, help=argparse.SUPPRESS)


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


def _export(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.games.backup import export_games

    return export_games(chosen.file, _places(chosen), sys.stdout, sys.stderr)


def _import(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.clock import wall_clock
    from kahuna_table.tools.games.backup import import_games

    return import_games(chosen.file, _places(chosen), wall_clock, sys.stdout, sys.stderr)


def _places(chosen: argparse.Namespace) -> "Places":
    from kahuna_table.tools.games.backup import Places

    return Places(state_directory(chosen), chosen.config or SYSTEM_FILE)
