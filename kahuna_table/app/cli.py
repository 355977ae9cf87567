"""The command line: `kahuna-table`. Exit status 0 done, 1 wrong, 64 unreadable, 69 no display,
78 wrong configuration (sysexits.h)."""

import argparse
import errno
import io
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

from kahuna_table.app.config import Config, ConfigError, example_toml, load_config
from kahuna_table.app.exits import CONFIG, OK, UNUSABLE, WRONG
from kahuna_table.app.numbers import HIGHEST_SEED, read_whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.command is None:
        parser.print_help()
        return OK
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names in an old locale
    try:
        status: int = chosen.command(chosen)
        sys.stdout.flush()
    except ConfigError as error:
        print(error, file=sys.stderr)
        return CONFIG
    except BrokenPipeError:
        # whoever read our output has seen enough; the interpreter would complain at exit
        sys.stderr.close()
        return OK
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EIO):
            raise
        print(f"expected an output that can be written, got {error.strerror}", file=sys.stderr)
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the exit
        return WRONG
    return status


class _Parser(argparse.ArgumentParser):
    """Wrong arguments end with 64, as every other input that cannot be read."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(UNUSABLE, f"{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="kahuna-table",
        description="An electronic table for the board game Kahuna: it senses the bridges, checks "
        "every move, lights the islands and deals the cards.",
        epilog="New here? 'kahuna-table simulate' opens the table in a window.",
    )
    parser.add_argument(
        "--version", action="version", version=f"kahuna-table {version('kahuna-table')}"
    )
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    _add_simulate(commands)
    _add_run(commands)
    _add_dark(commands)
    _add_replay(commands)
    _add_games(commands)
    _add_doctor(commands)
    _add_wiring(commands)
    _add_trace(commands)
    _add_prove(commands)
    messages = commands.add_parser("messages", help="list the messages of the display by id")
    messages.set_defaults(command=_messages)
    config = commands.add_parser(
        "config", help="print a configuration file with every option explained"
    )
    config.set_defaults(command=_config)
    return parser


def _add_state(command: argparse.ArgumentParser, what: str = "where games are kept") -> None:
    command.add_argument("--state", metavar="DIR", type=_directory, help=what)


def _add_config(command: argparse.ArgumentParser) -> None:
    command.add_argument("--config", metavar="FILE", help="the configuration (TOML)")


def _directory(word: str) -> Path:
    """Where games are kept, or will be."""
    from kahuna_table.store.place import check_directory
    from kahuna_table.store.values import NoDirectoryError

    try:
        check_directory(Path(word))
    except NoDirectoryError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return Path(word)


def _file(word: str) -> Path:
    """A wiring file to write; its page lies beside it."""
    path = Path(word)
    expected = None
    if not path.parent.is_dir():
        expected = "a file in a directory that is there"
    elif path.is_dir():
        expected = "a file"
    elif path.suffix == ".md":
        expected = "another ending than that of the page"
    if expected is not None:
        raise argparse.ArgumentTypeError(f"expected {expected}, got {word!r}")
    return path


def _seed(word: str) -> int:
    number = read_whole(word, 0, HIGHEST_SEED)
    if number is None:
        raise argparse.ArgumentTypeError(f"expected a whole number 0..{HIGHEST_SEED}, got {word!r}")
    return number


def _add_simulate(commands: "argparse._SubParsersAction[_Parser]") -> None:
    simulate = commands.add_parser(
        "simulate",
        help="play on the simulated table, in a window or from a script",
        description="Opens the simulated table in a window: click a slot to lay or lift a bridge. "
        "With --script the file plays the hands and buttons instead, on a virtual clock.",
    )
    simulate.add_argument("--script", metavar="FILE", help="a table script to play, no window")
    simulate.add_argument("--shots", metavar="DIR", type=Path, help="where 'shot' writes pictures")
    simulate.add_argument("--record", metavar="FILE", type=Path, help="write the game's record")
    _add_state(simulate)
    _add_config(simulate)
    simulate.add_argument(
        "--noise",
        choices=("quiet", "low", "high"),
        default="quiet",
        help="contacts that bounce, miss scans and see ghosts: low, as good ones do, which play "
        "must not notice; high, beyond that, so that wrong pictures come up; hands lay a stick "
        "anew that is not seen (default: quiet)",
    )
    simulate.add_argument(
        "--seed",
        metavar="N",
        type=_seed,
        help="seed of shuffles, bumps and noise, to see the same again "
        "(default: 1 in a script, which may name its own; else chance)",
    )
    simulate.add_argument(
        "--trace", action="store_true", help="print every input (<) and effect (>) as it happens"
    )
    simulate.set_defaults(command=_simulate)


def _add_games(commands: "argparse._SubParsersAction[_Parser]") -> None:
    games = commands.add_parser(
        "games",
        help="list the games that were played, or show the record of one",
        description="'games' lists all games; 'games show N' prints the record of game N.",
    )
    _add_state(games)
    _add_config(games)
    games.set_defaults(command=_games, number=None)
    shows = games.add_subparsers(metavar="show N", parser_class=_Parser)
    show = shows.add_parser("show", help="print the record of game N")
    show.add_argument("number", metavar="N", type=int, help="its number in the list")
    # before `show` and after it
    show.add_argument("--state", type=_directory, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    show.add_argument("--config", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def _add_doctor(commands: "argparse._SubParsersAction[_Parser]") -> None:
    doctor = commands.add_parser(
        "doctor",
        help="look at this machine: what works, what does not, and what mends it",
        description="One line a check. Exit status 0: all is well; 1: a warning; 2: a fault.",
    )
    _add_state(doctor)
    _add_config(doctor)
    doctor.add_argument("--json", action="store_true", help="for programs")
    doctor.set_defaults(command=_doctor)


def _add_wiring(commands: "argparse._SubParsersAction[_Parser]") -> None:
    wiring = commands.add_parser(
        "wiring",
        help="find out how this board is wired and what is wrong with it",
        description="Asks for every button, light and line in turn, and writes the wiring file "
        "that the table reads at its start, with a page to print beside it. Stop the table first. "
        "Exit status 0: everything works; 1: a defect, or not everything was asked for.",
    )
    wiring.add_argument("--print", action="store_true", help="print the map in force as CSV")
    wiring.add_argument("--out", metavar="FILE", type=_file, help="the wiring file to write")
    wiring.add_argument("--anew", action="store_true", help="ask for what is known already, too")
    wiring.add_argument(
        "--script",
        metavar="FILE",
        help="hands for the simulated kit; only --out or --state is written",
    )
    _add_state(wiring)
    _add_config(wiring)
    wiring.set_defaults(command=_wiring)


def _add_trace(commands: "argparse._SubParsersAction[_Parser]") -> None:
    traces = commands.add_parser(
        "trace", help="the last ten minutes: write them down, replay them, make a script of them"
    ).add_subparsers(metavar="dump|replay|script", required=True, parser_class=_Parser)
    dump = traces.add_parser("dump", help="ask the running table for a trace")
    _add_state(dump, "where that table keeps its games")
    _add_config(dump)
    dump.add_argument("--with-hands", action="store_true", help="with every hidden card in it")
    dump.set_defaults(command=_trace_dump)
    replay = traces.add_parser("replay", help="run the samples of a trace through the program")
    replay.add_argument("file", metavar="FILE", help="the trace")
    replay.add_argument("--with-hands", action="store_true", help="only if it can be exact")
    replay.set_defaults(command=_trace_replay)
    script = traces.add_parser("script", help="print a trace with hands as a table script")
    script.add_argument("file", metavar="FILE", help="the trace")
    script.set_defaults(command=_trace_script)


def _add_prove(commands: "argparse._SubParsersAction[_Parser]") -> None:
    proofs = commands.add_parser(
        "prove", help="prove that the table keeps its promises"
    ).add_subparsers(metavar="power-cut", required=True, parser_class=_Parser)
    cut = proofs.add_parser(
        "power-cut",
        help="kill the table at every write of a game; no game may be damaged",
        description="Plays games of chance on the simulated table and kills it at every write. "
        "With --play one game is played on a state directory, for whoever pulls a real plug.",
    )
    cut.add_argument("--games", metavar="N", type=int, default=1, help="how many (default: 1)")
    cut.add_argument("--seed", metavar="N", type=_seed, default=1, help="the first game's seed")
    cut.add_argument("--turns", metavar="N", type=int, help="no more turns than these")
    cut.add_argument(
        "--play", metavar="DIR", type=_directory, help="play on in this state directory"
    )
    cut.add_argument(
        "--board", metavar="FILE", type=Path, help="with --play: the bridges that lie, kept there"
    )
    cut.add_argument(
        "--stop-after", metavar="N", type=int, help="with --play: wait for the plug at moment N"
    )
    cut.set_defaults(command=_prove_power_cut)


def _add_run(commands: "argparse._SubParsersAction[_Parser]") -> None:
    run = commands.add_parser(
        "run",
        help="run the wired table (what the service starts)",
        description="Runs the table on its wires until it is stopped or switched off. What is "
        "missing or fails is said and tried again; the rest goes on.",
    )
    _add_state(run)
    _add_config(run)
    run.set_defaults(command=_run)


def _add_dark(commands: "argparse._SubParsersAction[_Parser]") -> None:
    dark = commands.add_parser(
        "dark",
        help="switch the lights off",
        description="Switches the lights off. The service does it when the table has ended, "
        "however that came about. Exit status 1 where no lights can be reached.",
    )
    _add_config(dark)
    dark.set_defaults(command=_dark)


def _add_replay(commands: "argparse._SubParsersAction[_Parser]") -> None:
    replay = commands.add_parser(
        "replay",
        help="check a game record against the rules and show its end",
        description="Checks every move of a recorded game and prints position, scores and result.",
    )
    replay.add_argument("file", metavar="FILE", help="the record")
    replay.add_argument("--turn", metavar="N", type=int, help="show the position after turn N")
    replay.set_defaults(command=_replay)


def _simulate(chosen: argparse.Namespace) -> int:
    from kahuna_table.app import simulate

    config = load_config(chosen.config)
    outputs = simulate.Outputs(
        chosen.shots, chosen.record, chosen.state, chosen.trace, chosen.noise, chosen.seed
    )
    if chosen.script is not None:
        return simulate.play_script(chosen.script, config, outputs)
    return simulate.open_window(config, outputs)


def _run(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.run import run

    return run(load_config(chosen.config), chosen.state)


def _games(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.games import list_games, show_game
    from kahuna_table.app.ledger import public_text

    directory = _state_directory(chosen)
    if chosen.number is None:
        return list_games(directory, public_text, sys.stdout, sys.stderr)
    return show_game(directory, chosen.number, public_text, sys.stdout, sys.stderr)


def _state_directory(chosen: argparse.Namespace) -> Path:
    directory: Path = chosen.state or load_config(chosen.config).store.directory
    return directory


def _doctor(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.doctor.report import doctor

    config = load_config(chosen.config)
    if chosen.state is not None:
        config = replace(config, store=replace(config.store, directory=chosen.state))
    return doctor(config, sys.stdout, as_json=chosen.json)


def _wiring(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.wiring import command

    config = load_config(chosen.config)
    if chosen.print:
        return command.print_map(config, chosen.state, sys.stdout, sys.stderr)
    options = command.Options(chosen.out, chosen.state, chosen.anew)
    if chosen.script is not None:
        return command.play_script(chosen.script, config, options, sys.stdout, sys.stderr)
    from kahuna_table.app.stop import Stop

    stop = Stop(with_terminal=True)
    return command.learn(config, options, sys.stdout, sys.stderr, sys.stdin, stop=stop)


def _trace_dump(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.flight_ask import dump

    return dump(_state_directory(chosen), sys.stdout, sys.stderr, with_hands=chosen.with_hands)


def _trace_replay(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.flight_replay import replay_trace

    return replay_trace(chosen.file, with_hands=chosen.with_hands, out=sys.stdout, err=sys.stderr)


def _trace_script(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.flight_script import script_of_trace

    return script_of_trace(chosen.file, sys.stdout, sys.stderr)


def _prove_power_cut(chosen: argparse.Namespace) -> int:
    from kahuna_table.app import prove

    if chosen.play is None:
        return prove.prove_power_cut(chosen.games, chosen.seed, sys.stdout, most_turns=chosen.turns)
    if chosen.board is None:
        print("expected --board FILE with --play, found none", file=sys.stderr)
        return UNUSABLE
    at = prove.Place(chosen.play, chosen.board, chosen.seed, chosen.turns)
    return prove.play_on(at, chosen.stop_after, sys.stdout, sys.stderr)


def _dark(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.assembly import lights_off

    try:
        config = load_config(chosen.config)
    except ConfigError:
        config = Config()  # the table has told it; its lights go out all the same
    if lights_off(config):
        return OK
    print("no lights can be reached: 'kahuna-table doctor' says why", file=sys.stderr)
    return WRONG


def _replay(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.replay import replay_file

    return replay_file(chosen.file, chosen.turn, sys.stdout, sys.stderr)


def _messages(_chosen: argparse.Namespace) -> int:
    from kahuna_table.app.texts import HELP, TEXTS

    for id, text in sorted((TEXTS | HELP).items()):
        print(f"{id:24} {text}")
    return OK


def _config(_chosen: argparse.Namespace) -> int:
    print(example_toml(), end="")
    return OK
